#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/reach_out.h"

/// The animation layer of reaching out: trunk, head and arms to where the control layer wants them.
namespace kine::detail {

/// Where a figure looks, in the axes of its heading: + to the left, + down. Radians.
struct Gaze {
  double yaw = 0, pitch = 0;
};

/// What a hand is to do.
struct HandWish {
  bool active = false;
  Vec3 target{};      ///< in the world
  double weight = 0;  ///< 0: as the walk has it, 1: on the target
  double coming = 0;  ///< the weight that it goes to: what the balance is asked for
};

struct ReachWishes {
  HandWish hands[2]{};
  Gaze gaze{};                 ///< seen from where the head is before the trunk leans,
  const Vec3* seen = nullptr;  ///< what is looked at, in the world; may be none
  double seen_weight = 0;      ///< 0 to 1: how far the gaze follows it as the trunk carries the head
  double lean = 0;             ///< the most that the trunk turns, radians
  double balance = 0;          ///< 0 to 1: how far the trunk heeds the centre of mass
};

/// The figure as the walk left it.
struct WalkedBody {
  std::span<const double> pose;
  Transform chest{};    ///< where the chest is; turned as the body's axes
  Vec3 pivot{};         ///< where the trunk bends first, in the world
  Vec3 shoulders[2]{};  ///< in the world
  Vec3 eye{};           ///< likewise
  Gaze gaze{};          ///< where the head looks
};

struct PosedReach {
  double share = 1;           ///< of the lean that the hands asked for: less where the balance said so
  double stretch[2]{};        ///< from the shoulder to the target, against the length of the arm
  double miss[2]{};           ///< from the hand to the target with the arm all the way there, metres
  double gap[2]{};            ///< the largest turn of a joint between the walk's arm and the reaching one
  Gaze gaze{};                ///< what the head was asked for in the end
  double margin = kInfinity;  ///< of the centre of mass inside the support, metres; endless without masses
};

WalkedBody walked_body(const BipedModel& body, const WalkPlan& plan, std::span<const double> pose);

/// Where to look to see a point.
Gaze gaze_at(const Vec3& eye, double heading, const Vec3& point);
/// The same, held softly where a neck turns with ease.
Gaze easy_gaze_at(const Vec3& eye, double heading, const Vec3& point);

/// How far an arm should stretch for a point `away` from the shoulder, both against its length: the trunk does the
/// rest. Never more than kArmShare.
inline constexpr double kArmShare = 0.78;
double share_of_arm(double away);

/// `angle` >= 0 held softly below `most`.
double soft_limit(double angle, double most);

/// Writes spine, head and arms into the pose, which holds the walk's (as walked.pose does) otherwise.
PosedReach pose_reach(const BipedModel& body, const WalkPlan& plan, const WalkedBody& walked, const ReachWishes& wishes,
                      std::span<double> pose, Scratch& scratch);

}  // namespace kine::detail
