// What tools/torture found, made as small as it gets and printed by it. Each broke a promise before it was mended.
#include <gtest/gtest.h>

#include "tests/torture/promises.h"

namespace kine::torture {
namespace {

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed8Case1344) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Ball;
    joint.rest.translation = {3.903719177739344e+72, 4.22178779757581e+72, 5.490165535821904e+71};
    joint.rest.rotation = {0.06771211478271624, -0.045109709767806566, -0.8728154479168143, 0.48122071596522864};
    made.start = {0, 0, 0, 1, 0, 0, 0};
    made.witness = {-0.21292546182586117, -0.702889352787838, -0.6737678657751087, 0.08152403628742405,
                    -0.4298119072233786,  0.2640036264322072, -1.3926526701056399};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.parent = "joint 0";
    joint.kind = JointKind::Ball;
    joint.rest.rotation = {-0.13347899259640042, 0.30852654690664966, -0.11763255454625061, 0.934428868614531};
    made.start = {0, 0, 0, 1, 0, 0, 0};
    made.witness = {-0.3237565067592662, 0.30599910533173114, -0.7963834808247231, 0.40904721406790595,
                    -1.345434740214074,  -1.4013350906694297, -1.664955599733693};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {1};
    goal.target = {3.903719177739344e+72, 4.22178779757581e+72, 5.490165535821904e+71};
    goal.orientation = {0.4549156613931048, -0.45346618530522803, 0.05031487119018334, -0.7647800818151018};
    goal.axis = {1, 0, 0};
  }
  Hybrid method;
  method.body.tolerance = {0, 0, 0};
  method.body.max_iterations = 63;
  method.body.seed = 12331273988924187892u;
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// position_error is inf, measured inf
TEST(Torture, Seed8Case1770) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {0};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {-kInfinity, -kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  Jacobian method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Unreachable, but there is a pose inside the limits that meets every goal
TEST(Torture, Seed8Case3618) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Ball;
    joint.rest.translation = {-5.848331752232937e+98, -1.0459513353950697e+99, -7.480877819550361e+98};
    joint.rest.rotation = {-0.10502299475076145, -0.9636896961533035, 0.19660466760220469, 0.1470338218865365};
    made.start = {0, 0, 0, 1, 0, 0, 0};
    made.witness = {0.10453857508510588, 0.03656017184088716, 0.15358343790802756, 0.9819099590871311,
                    -1.6075268044013682, 0.7724462960431508,  -0.868035291157701};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {0};
    goal.target = {-5.848331752232937e+98, -1.0459513353950697e+99, -7.480877819550361e+98};
    goal.orientation = {-0.24294709529361633, -0.9041983639285518, 0.31253312990044324, 0.16039036838899423};
    goal.axis = {1, 0, 0};
  }
  Jacobian method;
  method.max_change = 0.2861024390328044;
  one.method = method;
  one.has_witness = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it was refused (a goal's target or offset is more than 1e100 metres away: its square would be too large for a number), but value 0 of the pose changed
TEST(Torture, Seed7Case1517) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Ball;
    joint.rest.translation = {0.5, 0, 0};
    joint.ball.twist = {0.2478130204513399, 1.6288943966101086};
    made.start = {0, 0, 0, 1, 0, 0, 0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 7";
    joint.parent = "joint 0";
    joint.rest.translation = {1e+150, 0, 0.5};
    joint.mass = 1.3358709167327463;
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::CentreOfMass;
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
    goal.fade = 1e-300;
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {0};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  Hybrid method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// it says Reached, but goal 0 is 0 m and 1.5707963267948966 rad off, allowed 1.0000000000000001e-05 and 1.0000000000000001e-05
TEST(Torture, Seed20013Case113793) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Slider;
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 2";
    joint.parent = "joint 0";
    joint.rest.translation = {8.461409933928502e+87, 0, 0};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Aim;
    goal.joint = {0};
    goal.target = {0.625, 0.375, -1.75};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{0, 0},
                    {0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  FullBody method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// angle_error is 3.1415926237874707, measured 3.1415926535897932
TEST(Torture, Seed161803Case136291) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Place;
    goal.joint = {0};
    goal.orientation = {0.04314208345805535, 0.11149625802868034, 0.006244003638106862, 1.376496834050191e-35};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// joint 1: value 0 may move and is 0.12602467601434519 outside its limits
TEST(Torture, Seed161803Case206580) {
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
    joint.kind = JointKind::Slider;
    joint.rest.translation = {2.916488351346682e-121, -7.2552574683798135e-121, -4.732855726382193e-121};
    joint.axes[0].limits = {-0.6853439683261494, -0.1260246760143452};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {1};
    goal.target = {-1e+100, 0, -7.879361913495568e+27};
    goal.axis = {1, 0, 0};
  }
  Global method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// a blocker gains inf
TEST(Torture, Seed4711Case212) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 16";
    joint.kind = JointKind::Ball;
    joint.ball.swing_first = 1.209407776284637;
    joint.ball.swing_second = 0.21973664426279765;
    made.start = {{0, 0, 0, 1, 0, 0, 0}};
    made.posture = {{0, -0.5, 0, 0, 0, 0, 0}};
    made.locked = {{true, false, false, false, false, false}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 19";
    joint.rest.translation = {0.0625, 0.0625, -0};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {0};
    goal.frame = {2};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::Hold;
    goal.axis = {1, 0, 0};
  }
  FullBody method;
  one.method = method;
  one.is_masked = true;
  EXPECT_EQ(broken_promise_of(one), "");
}

// a later goal costs an earlier one 4.6025363970429202e-06 m
TEST(Torture, Seed314159Case750) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 1";
    joint.kind = JointKind::Ball;
    joint.rest.rotation = {-0.6687724606146264, 0.40686643548980095, 0.3458724667369726, 0.5172768469094314};
    made.start = {{0, 0, 0, 1, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 5";
    joint.parent = "joint 1";
    joint.kind = JointKind::Ball;
    joint.rest.translation = {-0, 0, 0.5};
    joint.ball.twist_axis = {0.059230964819276345, 0.35897371072005113, -0.9314663535621963};
    joint.ball.first_axis = {0, -0.9331046004840678, -0.3596050674774594};
    joint.ball.swing_first = 0.9608624638425143;
    joint.ball.swing_second = 0.7430492562758311;
    made.start = {{0, 0, 0, 1, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 6";
    joint.parent = "joint 5";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0, -0.5, -0};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 8";
    joint.parent = "joint 6";
    joint.kind = JointKind::Hinge;
    joint.rest.translation = {-0.0625, 0, 0.125};
    joint.rest.rotation = {-0.043909511202164145, -0.5981886646881434, 0.03402520233492732, 0.7994276464262856};
    joint.axis = {0.66925239996371, 0.41476553283151535, 0.6164988060960082};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 9";
    joint.parent = "joint 8";
    joint.kind = JointKind::Hinge;
    joint.axis = {-0.9713674974116269, 0.20524969717366612, -0.11965678744806495};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 10";
    joint.parent = "joint 9";
    joint.rest.translation = {-0, 0, -0.5};
    joint.mass = 3.1656452704893465;
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {2};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
    goal.priority = 1;
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.kind = GoalKind::CentreOfMass;
    goal.axis = {1, 0, 0};
    goal.bounds = {{{0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
    goal.priority = 2;
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {5};
    goal.frame = {0};
    goal.target = {1.5, 2, 1};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {-0.09355994049068513, 0.030127878289358746},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  FullBody method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

// position_error is 4.611618434189175e+21, measured 335.25380637905561
TEST(Torture, Seed26112011Case219658) {
  Case one;
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 0";
    joint.kind = JointKind::Hinge;
    joint.rest.scale = {2.83870838266464e-35, -6.27206623035489, -1.3665052944771072e-35};
    joint.axis = {1, 0, 0};
    made.start = {{0.5, 0, 0, 0, 0, 0, 0}};
  }
  {
    CaseJoint& made = one.joints.emplace_back();
    Joint& joint = made.joint;
    joint.name = "joint 16";
    joint.parent = "joint 0";
    joint.kind = JointKind::Hinge;
    made.start = {{0.30689236540813525, 0, 0, 0, 0, 0, 0}};
  }
  {
    Goal& goal = one.goals.emplace_back();
    goal.joint = {1};
    goal.offset = {0, 0, 2.7955960216572286e+37};
    goal.axis = {1, 0, 0};
    goal.bounds = {{{-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {0, 0},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity},
                    {-kInfinity, kInfinity}}};
  }
  FullBody method;
  one.method = method;
  EXPECT_EQ(broken_promise_of(one), "");
}

}  // namespace
}  // namespace kine::torture
