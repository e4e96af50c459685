// What tools/torture found of the limits that Global names, as small as it gets and printed by it. Each broke a promise before it
// was mended.
#include <gtest/gtest.h>

#include "tests/torture/promises.h"

namespace kine::torture {
namespace {

// joint 4: a blocker is its limit -1.4982204125716942, but it is at -0.65708876296999574
TEST(Torture, Seed26111901Case51894) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.30720257119777933, 0.22354811100247393, 0.12892937539373087};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.rest.translation = {-0, 0.5, -0};
    joint.rest.rotation = {-0.7876182450769056, 0.06523984949576578, -0.6112451690048295, 0.042197220619403425};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0.125, -0.1875, -0.375};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 3";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.axis = {-0.037827045718712385, -0.6173469420080205, 0.785781055896323};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 4";
    joint.parent = "joint 3";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.08960909577489817, -0.011793968793680635, -0.05819760669131392};
    joint.axis = {-0.24778885405764897, -0.6556905197734022, -0.713211487627676};
    joint.axes[0].limits = {-1.4982204125716942, -0.18728701287165106};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 5";
    joint.parent = "joint 4";
    joint.rest.rotation = {0.21373909437862046, 0.6784307826258565, 0.26229131249901655, 0.6521123677000906};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {5};
    goal.target = {0.09824699611505482, 0.0030967807057507, 0.9692676986995551};
    goal.orientation = {-0.43504880103561233, -0.8738291746774879, -0.06982063991575133, 0.205621478551467};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// joint 1: a blocker is its limit 1.0927206314727687, but it is at -0.96632117515510285
TEST(Torture, Seed26111910Case108114) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Hinge;
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.0625, -0.125, -0.125};
    joint.euler_axes = {{{0.519505677493997, 0.8225995727593306, -0.2311791382189791},
                         {0.7473907102476252, 0.36463039849754486, -0.5553843702581772},
                         {0.6148346260841138, 0.00809474876645864, -0.7886145177527585}}};
    joint.euler_count = 2;
    joint.axes[1].limits = {-1.6916147614057877, 1.0927206314727687};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.125, 0.125, 0.125};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {2};
    goal.target = {0.125, -0.0625, -0.0625};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// joint 4: a blocker is its limit -1.8422447846679992, but it is at 0
TEST(Torture, Seed26111912Case107315) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0.5, 0};
    joint.axis = {0, 1, 0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 3";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 4";
    joint.parent = "joint 3";
    joint.kind = JointKind::Hinge;
    joint.axis = {0, 1, 0};
    joint.axes[0].limits = {-1.8422447846679992, 0.9639647808214178};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 5";
    joint.parent = "joint 4";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0, 0.5, 0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 6";
    joint.parent = "joint 5";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.5, 0, 0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 7";
    joint.parent = "joint 6";
    joint.kind = JointKind::Hinge;
    joint.axis = {1, 0, 0};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {5};
    goal.axis = {1, 0, 0};
  }
  Global method;
  method.tolerance = {0, 0, 0};
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// joint 5: a blocker is its limit 0.9965126320165274, but it is at 0.43844747901424963
TEST(Torture, Seed26111913Case90682) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.rest.translation = {-0, 0.5, 0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Slider;
    joint.rest.translation = {0.1875, -0.125, 0.125};
    joint.rest.rotation = {-0.23198697583993472, 0.12336670904848519, -0.007716784855808334, 0.9648332236043062};
    joint.axis = {-0.4914050811663614, 0.8705809407274581, -0.024695583531796773};
    joint.axes[0].fixed = true;
    made.start = {{1.5, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.kind = JointKind::Euler;
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 4";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0.0625, 0.1875, 0.375};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 5";
    joint.parent = "joint 4";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {-0.0625, -0.1875, -0.125};
    joint.axes[1].limits = {-1.4840869721477221, 0.9965126320165274};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {4};
    goal.offset = {0.19684344352883484, -0.14342990600918326, 0.04852833351556198};
    goal.target = {-0.5, 1.5, -0.5};
    goal.axis = {1, 0, 0};
  }
  Global method;
  method.tolerance = {0, 0, 0};
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// joint 11: a blocker is its limit 0.15946503225692088, but it is at 0.72759153572803226
TEST(Torture, Seed26111914Case10752) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.0625, 0, 0.0625};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {0.006701933831248958, 0.08636566365486864, 0.0875946043820748};
    joint.rest.rotation = {0.4951114591848963, -0.09828255867340477, 0.4265458207967623, 0.7505090568442382};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 1";
    joint.rest.translation = {0.1875, -0.125, 0};
    joint.rest.rotation = {-0.10889462934155827, 0.8080154345958688, 0.2977083641981872, 0.4966112635068333};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 6";
    joint.parent = "joint 2";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0, -0, 0.5};
    joint.rest.rotation = {-0.044373877768400335, -0.05938291671572529, -0.676957229166595, 0.7322796856756403};
    joint.axes[0].limits = {-0.33947487032382645, -0.33947487032382645};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 11";
    joint.parent = "joint 6";
    joint.kind = JointKind::Euler;
    joint.rest.translation = {0.02862187629085622, 0.008440606709780628, 0.047101255450273875};
    joint.axes[0].limits = {0.15946503225692088, 0.7275915357280323};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {4};
    goal.offset = {-0.2598429608681114, -0.07641439924552507, -0.039480348039425614};
    goal.target = {0.5, 0, 0.5};
    goal.orientation = {-0.5244953559554221, -0.05088304171497224, 0.33983367947049553, 0.7789920461369114};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

}  // namespace
}  // namespace kine::torture
