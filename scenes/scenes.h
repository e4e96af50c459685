#pragma once

#include <span>
#include <string_view>

#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

/// Skeletons of our own, shared by tests, samples, benchmarks and the command line. They cannot fail to build.
/// Lengths are in metres, angles in radians; the comment of each says what its values mean and which way is positive.
namespace kine::scenes {

/// Lander's arm in the plane ("Oh My God, I Inverted Kine!"): two bones that turn about Z. Zero is straight along +X,
/// positive is counter-clockwise.
///   shoulder  Hinge, endless            upper arm 0.30 long
///   elbow     Hinge, 0 to 150 degrees   forearm 0.25 long
///   hand      Fixed, the tip
Skeleton planar_arm();

/// `links` bones of equal length along +X, of unit length together, a ball joint without limits at the start of each, and a
/// tip: link_0 ... link_<n-1>, tip. `links` is at least 1.
Skeleton ball_chain(int links);

/// A robot arm with seven hinges, shoulder, elbow and wrist much as in a person, Z up. With every angle 0 it stands
/// straight up; the elbow cannot be quite straight, so its rest pose is slightly bent. Limits and speeds are those of a
/// typical light arm.
///   base (Fixed), shoulder_turn Z, shoulder_lift Y, upper_arm_turn Z, elbow Y, forearm_turn Z, wrist_lift Y,
///   flange_turn Z, tip (Fixed)
/// About Z positive is counter-clockwise seen from above; about Y positive leans forward, towards +X.
Skeleton seven_hinge_arm();

/// Its working pose: the elbow bent by a right angle or so, the flange pointing down.
Pose ready_pose(const Skeleton& seven_hinge_arm);

/// A SCARA robot hanging on a rail, Z up: a slider along X carries two hinges about Z, a slider that goes down, an
/// endless hinge that turns the tool, and a gripper whose right jaw follows the left.
///   base (Fixed), rail, shoulder, elbow, quill (positive is down), tool_turn, left_jaw, right_jaw (follows), tip
Skeleton slider_arm();

/// A person: 18 segments, 1.75 m tall, 70 kg. Y up, facing +Z, its left is +X. Hip to ankle is 0.87 m, ankle to sole
/// 0.07 m. All frames are parallel to the world's when it stands with its arms hanging (`standing_pose`), except that
/// the arms' rest is where the cone of the shoulder has its middle: raised sideways and somewhat forward.
///
/// Every angle is positive the way anatomy counts it, on both sides of the body:
///   pelvis                Free     its origin is midway between the hips, 0.94 m up
///   abdomen, chest        Euler    bend forward, bend to the left, turn to the left
///   head                  Euler    turn to the left, nod forward, tilt to the left
///   <side>_upper_arm      Ball     swing cone about the rest direction; twist about the bone, within 80 degrees
///   <side>_forearm        Euler    elbow flexion 0 to 150; pronation (the palm turns to the back)
///   <side>_hand           Euler    flexion (towards the palm); deviation towards the thumb
///   <side>_hand_tip       Fixed
///   <side>_thigh          Euler    hip flexion (the knee forward) -20 to 120; abduction (outwards) -30 to 45;
///                                  rotation (the toes inwards) within 45
///   <side>_shank          Hinge    knee flexion 0 to 145, the shank goes backwards
///   <side>_foot           Euler    ankle flexion (the toes up) -50 to 20; inversion (the sole faces inwards) within 25
///   <side>_toes           Hinge    the toes up, -40 to 60
///   <side>_heel, <side>_toe_tip, head_top   Fixed; heel and toe tip touch the ground when it stands
/// with left and right for <side>. Masses and centres of mass are fractions as measured on young men (de Leva 1996).
Skeleton humanoid();

/// It stands, arms hanging, palms towards the thighs.
Pose standing_pose(const Skeleton& humanoid);

/// In the middle of a stride, the right foot in front, the left arm too; the lowest point of the body is at height 0.
Pose stride_pose(const Skeleton& humanoid);

/// It crouches and reaches out with its left hand; the lowest point of the body is at height 0.
Pose reach_pose(const Skeleton& humanoid);

/// A spider with six legs, 0.2 m up, Y up, facing +Z: the other figure of Meredith & Maddock. Each leg has three hinges
/// and a tip: <leg>_coxa turns it about the body's Y, <leg>_femur lifts it, <leg>_tibia (negative) bends it down.
///   body (Free), head, abdomen (Fixed), <leg>_coxa, <leg>_femur, <leg>_tibia, <leg>_tip
/// with left_front, left_middle, left_hind, right_front, right_middle, right_hind for <leg>.
Skeleton spider();

/// It stands on its six tips.
Pose spider_pose(const Skeleton& spider);

/// The names of its tips; the even ones make one tripod, the odd ones the other.
std::span<const std::string_view> spider_tips();

/// A right hand, palm down, fingers along +X, thumb towards -Z, Y up. Each finger has two freedoms, curl and spread:
/// the curl of the first joint leads and the other two follow it. Curling (positive) bends towards the palm.
///   palm (Fixed), thumb_base (Euler: under the palm, away from the fingers), thumb_middle, thumb_end (follows),
///   thumb_tip, <finger>_base (Euler: curl, spread towards -Z), <finger>_middle, <finger>_end (follow), <finger>_tip
/// with index, middle, ring and little for <finger>.
Skeleton hand();

/// Every kind of joint at once, with scales, followers, fixed freedoms, odd axes and two roots: what is hard on the
/// code.
Skeleton mixed();

/// One of the above, for whoever wants them all.
struct Scene {
  std::string_view name;         ///< as on the command line, e.g. "seven-hinge-arm"
  std::string_view description;  ///< one line
  Skeleton (*build)();
  char up;  ///< 'x', 'y' or 'z': which way is up in it
};

std::span<const Scene> all();

/// The scene of that name, or nullptr.
const Scene* find(std::string_view name);

}  // namespace kine::scenes
