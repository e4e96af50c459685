// What tools/torture found of proofs of Global (unreachable; all poses there are), as small as it gets and printed by it. Each broke a
// promise before it was mended.
#include <gtest/gtest.h>

#include "tests/torture/promises.h"

namespace kine::torture {
namespace {

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed26111901Case104438) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 21";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.5, 0, 0};
    joint.axis = {0, 1, 0};
    made.witness = {{-0.3460135282011165, 1.6804594180027448, 1.2632660238019713, 1.5326206531898179,
                     -0.0005223559922296062, 0.12632644394316728, -1.7292474267982567}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 22";
    joint.parent = "joint 21";
    joint.kind = JointKind::Hinge;
    made.start = {{1.5, 0, 0, 0, 0, 0, 0}};
    made.witness = {{0.04615563596947059, -0.21981244642689957, 0.10151852752404622, -0.08605099138667249,
                     0.3661211664322823, -0.07902332712709725, 1.2058558110842283}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 23";
    joint.parent = "joint 22";
    joint.kind = JointKind::Hinge;
    made.start = {{0.5, 0, 0, 0, 0, 0, 0}};
    made.witness = {{-1.3234241498046442, 0.7020884610675413, 0.8651983621775456, -0.6838852501940251,
                     -1.5014744292707793, 0.6306933473116905, 1.4985660883825709}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 24";
    joint.parent = "joint 23";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0.5, 0};
    made.witness = {{0.7182463664820542, 1.331431252661448, -1.092468775632851, -1.3394538626549881,
                     -0.35568839868097246, 0.7583592641610193, -0.6544222845503307}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 25";
    joint.parent = "joint 24";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.5, 0, 0};
    joint.axis = {1, 0, 0};
    made.witness = {{1.3535157855146405, -0.3161894433636667, 0.4596348536187782, 0.945573811628539,
                     -0.8608487561980982, 0.49863259769331103, -1.6050060805954498}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 26";
    joint.parent = "joint 25";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0, 0.5};
    joint.axis = {1, 0, 0};
    made.witness = {{0.4462074194181851, -0.8596681773455033, -0.4643333887890586, -1.388767510530383,
                     0.12904189376917863, -1.1101816758890046, -1.2629755869335257}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {5};
    goal.target = {1.068859552891477, -0.5344335920064394, 0.31966201194227717};
    goal.orientation = {0.7711317709528104, -0.3157312708609908, -0.039364394613744566, 0.5514707615679906};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed26111912Case12853) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-4.0651833841493924e+24, 2.592436334904569e+24, -1.1688315113270957e+25};
    joint.rest.rotation = {-0.12638459819223868, -0.17489920658181907, 0.20132475347336926, 0.9554609068484821};
    joint.euler_axes = {{{0.4786999102872573, -0.3604592711321373, -0.8005719891089497},
                         {-0.9510584220574695, -0.23010740908224994, 0.20624853482876035},
                         {-0.9028544437208386, 0.3191810959620484, -0.2880577744724152}}};
    made.witness = {{-0.8020051204426095, -0.6539140580465412, 0.9426645001674352, -1.8924276946726377,
                     0.9206047701001361, -0.43290754912232776, 0.3479933903867125}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 3";
    joint.parent = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-3.2350578677582457e+25, -7.083817075458947e+24, -1.6803365478845575e+25};
    joint.rest.rotation = {-0.2599622676970016, 0.8881603842596764, -0.2955695974880985, 0.23712731653324923};
    joint.euler_axes = {{{0.41053912612392635, 0.30074527141436713, -0.8608193234606794},
                         {-0.5651217231468288, 0.23505180903606812, 0.7908148235183954},
                         {-0.5311931611378231, -0.7797678627146534, -0.3313546526575841}}};
    joint.axes[0].weight = 1e+08;
    made.witness = {{-1.9002493663998044, -1.7534370461002378, 1.8296386206263593, -0.9829239197960398,
                     1.8544410610517623, -1.6181696901356255, 0.3825186676772927}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {1};
    goal.target = {-2.796637243596034e+25, -2.222588158413927e+25, 2.1636794769508986e+24};
    goal.orientation = {-0.9828849153710305, 0.11610173495554577, -0.05487692006142406, 0.13208388971016255};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed26111913Case10606) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.5, 0, 0};
    made.witness = {{-0.07381354684035157, 0.5806367697661079, -0.7995545662878443, 0.914084541945746,
                     -1.3889397702991673, -1.8452000376027793, -1.62959324309203}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.5, 0, 0};
    made.witness = {{-0.02921357743744535, 1.866130420616888, 1.7782168252059787, -0.6422152993987913,
                     -1.1365253817919805, 1.829772548140947, -1.5541937474558778}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.5, 0, 0};
    joint.axis = {0, 1, 0};
    made.witness = {{1.836328554927099, 1.006100737381654, 0.3856448684220375, -1.3401616547455082, 0.8176822341534984,
                     1.5736495425045116, -0.3279198389942306}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 7";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {5e-07, 0, 0};
    joint.axis = {1, 0, 0};
    made.witness = {{-0.783481491935988, -0.9953558931934174, 1.8945020977418543, -1.8204001682444022,
                     -0.17512177216722158, -0.8898035029014775, -0.8111174833612966}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 9";
    joint.parent = "joint 7";
    joint.rest.translation = {0.5, 0, 0};
    made.witness = {{1.6830519095056444, 0.8458572831415201, -0.09116474478492931, 0.7796750625608078, 1.33237896654868,
                     0.4277409426450154, -0.7422739077897451}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {4};
    goal.offset = {-0.0022603760288032663, -0.08438041847752724, 0.06617182608165846};
    goal.target = {1.0008078390419481, 0.4655938213919913, -0.4783819015529068};
    goal.orientation = {0.812193010964258, 0.5229123131761971, 0.2132242253084858, 0.14642627978313025};
    goal.axis = {1, 0, 0};
  }
  Global method;
  method.tolerance = {0, 0, 0};
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed26111914Case16860) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.rest.translation = {4.429522938192397e+22, 9.855392589085734e+21, 1.6337208285361089e+22};
    joint.rest.rotation = {0.03629178319216661, 0.6755340469709123, 0.3377173204083397, 0.6544338540693359};
    made.witness = {{-0.5377829146393989, 1.5702876700077337, -0.647331939693184, -0.8494454250796943,
                     -0.5151297274837612, 0.2727202441046215, -1.024387179927984}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-1.260335649585321e+23, 2.793731617602193e+22, 2.62357337662297e+22};
    joint.rest.rotation = {0.5361393492972307, 0.3342838040594138, 0.4576209470284065, 0.6256133033428347};
    joint.euler_axes = {{{-0.3619104258936278, -0.8368391265002996, -0.41075676499323643},
                         {0.9784442748488477, -0.13987303330684797, 0.15192871871063016},
                         {-0.3995118569070494, -0.3514271405426845, 0.8466931209598161}}};
    made.witness = {{-1.9361345825007619, -0.5710516392478722, 1.3095174368016997, 1.7102168760637237,
                     -1.175558439722515, -1.4971193204339026, 0.8427950927885126}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-2.522729562546101e+23, -1.4609223514690336e+23, 9.933880428671185e+22};
    joint.rest.rotation = {-0.32831399659430677, -0.7853205285959084, 0.5178215872926825, 0.08568775139892264};
    joint.euler_axes = {{{-0.6232431562647993, -0.5887048154498226, 0.5147762702721262},
                         {-0.23780778951606502, 0.6034810984872059, -0.7610900203091341},
                         {0.5712830324540912, -0.17430853873692997, -0.8020300681105752}}};
    made.witness = {{-1.5530534451069404, -0.5558363310750751, -1.8733958713030447, 0.016299188817469723,
                     0.8656376457632686, 0.38096181159245024, -1.4391995981288948}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {2};
    goal.target = {-1.2706548800320596e+23, 1.6953656216685336e+23, 2.7591197758256376e+23};
    goal.orientation = {0.0894536329837321, -0.15637556673332836, -0.7419565503922453, 0.6457903738868223};
    goal.axis = {1, 0, 0};
  }
  Global method;
  method.tolerance = {0, 0, 0};
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed26111915Case72107) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-0.05079948478216868, 0.051098934192518895, 0.05746364148399155};
    joint.rest.rotation = {0.0057560216350322135, -0.06249051193106701, -0.07767608643016405, 0.9950016229787889};
    joint.euler_axes = {{{0.7380857230288378, -0.33897100785064654, -0.5833764833259176},
                         {0.8804709190158837, -0.4673112587993697, 0.07994465689884284},
                         {0.2413737554259925, 0.4828074322903033, -0.8418050210807712}}};
    joint.axes[0].fixed = true;
    made.start = {{-0.6121314583350923, 0, 0, 0, 0, 0, 0}};
    made.witness = {{-0.6121314583350923, 0.7535820961032971, 0.1157231856298484, -0.8429582051677125,
                     -1.4685529514314934, 0.7222230692934777, 0.9899842481457579}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.04803121026182945, -0.008112972919402111, -0.23439851087199504};
    joint.rest.rotation = {-0.40101149208428827, 0.87422728594455, 0.24671677402747438, 0.1185211759131458};
    joint.axis = {-0.026957642061489005, -0.6132406994438311, -0.789435956921222};
    made.witness = {{-0.4115213573975116, -1.6974428416769043, 1.812466259870305, 1.7274868835676207,
                     -1.6873665975913097, -1.2815604968737881, -1.6075176619923175}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.rest.translation = {0.06824216393871069, 0.012919295573398232, 0.048271267350699185};
    joint.rest.rotation = {0.07421555125640182, 0.9054698034902146, -0.2939363372643872, 0.29701501065551705};
    made.witness = {{-1.014776542988146, 0.005894601063416438, 1.234162415207468, 1.164903824643491, 1.0991020676872716,
                     1.6221441028409105, 0.4603375532890781}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 3";
    joint.parent = "joint 2";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.22984756995246236, 0.21894394423060679, 4.107426579503999e-05};
    joint.rest.rotation = {0.3427401932706871, -0.1730919654779106, -0.9228684439287832, 0.02970128960554348};
    joint.euler_axes = {{{0.7307953678160432, 0.1151697358124057, -0.672810569426131},
                         {-0.17566761020823252, -0.955969445635992, -0.2350814959416045},
                         {-0.6068683143064982, -0.19795124790835897, -0.7697572036313219}}};
    made.witness = {{-1.8570117044935026, 1.183838586854788, -1.7269784752319177, 0.24336212620271036,
                     1.0458123614591552, 1.9756749474259627, -0.8279248879547136}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {3};
    goal.offset = {0.03170389100018636, -0.020039298374594228, -0.005375621478187283};
    goal.target = {-0.0020308482535915397, 0.14521503103577302, 0.10294495684355146};
    goal.orientation = {-0.6853384414544195, 0.14739819551405678, -0.28051290983213234, -0.6556656922865014};
    goal.axis = {1, 0, 0};
  }
  Global method;
  method.tolerance = {1e-05, 1e-05, 1e-30};
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// Axes 1e-4 off a structure: no interval was found, and that was called all there is.
TEST(Torture, Seed43Case5501) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0.8056070026590069, -0, -0};
    joint.rest.rotation = {-0.024513807178620232, 0.31607982879984414, -0.0014011700204470542, 0.9484148099887751};
    joint.axis = {0, 1, 0};
    made.witness = {{-0.24765793720827523, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.axis = {1.000053079864761, 4.080674626424773e-05, -7.5502335035018e-05};
    made.witness = {{-0.018333107312663965, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0.5422926101742838, 0};
    joint.axis = {0, 1, 0};
    joint.axes[0].limits = {-0.6223683423888787, 0.6223683423888787};
    made.witness = {{-0.10253660822446209, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 3";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {1.7039776766421645e-05, 0.00010304961949118537, -3.269942450673768e-05};
    joint.axis = {1, 0, 0};
    made.witness = {{0.6245920602806173, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 4";
    joint.parent = "joint 3";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0, 0.5422926101742838};
    joint.rest.rotation = {-0.14607868542006713, 0.23036911932944126, 0.6845487840259541, 0.6760059532385129};
    made.witness = {{2.328851600461242, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 5";
    joint.parent = "joint 4";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0.5422926101742838, 0};
    joint.axis = {-6.596595327302289e-05, -2.399280870296701e-05, 0.9999275010116015};
    made.witness = {{-2.300311040265959, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 6";
    joint.parent = "joint 5";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-2.3693335687729118e-05, 9.819082395600073e-05, 0.5423347530072146};
    made.witness = {{-0.4248559128653888, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 7";
    joint.parent = "joint 6";
    joint.rest.translation = {0.5424012354749425, 1.087769136691695e-05, 7.813470415200987e-06};
    made.witness = {{0.19454731367616684, 0, 0, 0, 0, 0, 0}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {7};
    goal.target = {0.06117442940018838, 0.3794523278653131, 0.6786382840097511};
    goal.orientation = {0.1211218221087416, 0.16070219863920712, 0.5600404222766086, 0.8036535528309579};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

}  // namespace
}  // namespace kine::torture
