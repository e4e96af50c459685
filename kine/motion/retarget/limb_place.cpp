#include "kine/motion/retarget/limb_place.h"

#include <algorithm>
#include <array>

#include "kine/kinematics/forward.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {
namespace {

constexpr double kMetres = 1e-5, kRadians = 1e-4;  // what counts as reached, for a leg of one metre
constexpr double kEnough = 1e-4;                   // metres: what closed forms may miss by before limits are asked
constexpr int kMaxIterations = 30;

LimbSettings limb_settings(const MotionModel& model) { return {kMetres * model.leg, kRadians, kMaxIterations, 1}; }

/// Three rows: the ankle comes to its place by all joints above it, then the foot is turned.
double reach_half(const RetargetModel& model, int side, const LegGoal& goal, const Frames& frames,
                  std::span<double> pose, Scratch& scratch) {
  const MotionModel& body = *model.target;
  const MotionLeg& leg = body.legs[static_cast<std::size_t>(side)];
  const BoneMap::LegBones& bones = body.map.legs[static_cast<std::size_t>(side)];
  const Scratch::Scope scope(scratch);
  const JointId above = model.skeleton->parent(bones.foot.first);
  const Vec3 ankle = inverse(frames.world_from_joint(above)) * frames.position(leg.foot);
  Limb limb = make_limb(*model.skeleton, {above, ankle}, bones.thigh.first, pose, scratch);
  const double miss = reach_limb(limb, goal.ankle, limb_settings(body)).position_error;
  write_pose(limb, pose);
  place_links(limb);
  const RetargetTurn& foot = model.turns[static_cast<std::size_t>(model.foot_turns[static_cast<std::size_t>(side)])];
  foot.turn.turn(tip_rotation(limb), goal.turn * frames.rotation(leg.last), pose);
  return miss;
}

/// Six rows on the whole leg.
double place_full(const RetargetModel& model, int side, const LegGoal& goal, const Frames& frames,
                  std::span<double> pose, Scratch& scratch) {
  const MotionModel& body = *model.target;
  const MotionLeg& leg = body.legs[static_cast<std::size_t>(side)];
  const Scratch::Scope scope(scratch);
  Limb limb = make_limb(*model.skeleton, {leg.last, {}}, body.map.legs[static_cast<std::size_t>(side)].thigh.first,
                        pose, scratch);
  const Vec3 from_ankle = frames.position(leg.last) - frames.position(leg.foot);
  const LimbTarget target{goal.ankle + rotate(goal.turn, from_ankle), goal.turn * frames.rotation(leg.last)};
  const double miss = place_limb(limb, target, limb_settings(body)).position_error;
  write_pose(limb, pose);
  return miss;
}

/// Answers for a leg, the best of which is kept: by how far what the foot stands on is from its place, and how far the other
/// end of the foot is below its own, or from it where both stand.
class LegAnswers {
 public:
  LegAnswers(const RetargetModel& model, int side, const LegGoal& goal, bool both, const Frames& frames,
             std::span<double> pose, Scratch& scratch)
      : model_(model),
        both_(both),
        leg_(model.target->legs[static_cast<std::size_t>(side)]),
        values_(model.leg_values[static_cast<std::size_t>(side)]),
        chain_(model.foot_chains[static_cast<std::size_t>(side)]),
        pose_(pose),
        now_(*model.skeleton, scratch),
        kept_(scratch.take<double>(values_.size())) {
    const Transform in_foot = inverse(frames.world_from_joint(leg_.last));
    const Vec3 ankle = frames.position(leg_.foot);
    const Vec3 ends[] = {goal.by_toe ? goal.toe : goal.heel, goal.by_toe ? goal.heel : goal.toe};
    for (std::size_t k = 0; k < 2; ++k) {
      in_foot_[k] = in_foot * ends[k];
      wanted_[k] = goal.ankle + rotate(goal.turn, ends[k] - ankle);
    }
  }

  /// Looks at what is in the pose; true if it is good enough. Else the pose is where it was, if that was better.
  bool take() {
    forward(*model_.skeleton, chain_, pose_, now_);
    const Transform& foot = now_.world_from_joint(leg_.last);
    const double low = dot(model_.target->up, wanted_[1] - foot * in_foot_[1]);
    const double other = both_ ? length(wanted_[1] - foot * in_foot_[1]) : std::max<double>(0, low);
    const double miss = std::max<double>(length(wanted_[0] - foot * in_foot_[0]), other);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      double& value = pose_[static_cast<std::size_t>(values_[i])];
      if (miss < best_)
        kept_[i] = value;
      else
        value = kept_[i];
    }
    best_ = std::min<double>(best_, miss);
    return best_ <= kEnough;
  }

  /// The leg as it was before all answers.
  void start_over(std::span<const double> from) {
    for (const int value : values_) pose_[static_cast<std::size_t>(value)] = from[static_cast<std::size_t>(value)];
  }

  double best() const { return best_; }

 private:
  const RetargetModel& model_;
  bool both_;
  const MotionLeg& leg_;
  std::span<const int> values_;
  const Chain& chain_;
  std::span<double> pose_;
  Frames now_;
  std::span<double> kept_;
  std::array<Vec3, 2> in_foot_{}, wanted_{};  ///< what stands, the other end
  double best_ = kInfinity;
};

}  // namespace

double place_foot_by_mode(const RetargetModel& model, int side, const LegGoal& goal, bool both, const Frames& frames,
                          std::span<const double> directions, std::span<double> pose, Scratch& scratch) {
  const MotionModel& body = *model.target;
  if (model.settings.mode == RetargetMode::Half && model.legs_are_limbs)
    return reach_half(model, side, goal, frames, pose, scratch);
  if (model.settings.mode == RetargetMode::Full && model.legs_are_limbs) {
    const double miss = place_full(model, side, goal, frames, pose, scratch);
    return miss > kEnough ? reach_half(model, side, goal, frames, pose, scratch) : miss;
  }
  const double miss = place_leg(body, side, goal, frames, directions, pose, scratch);
  if (!model.skeleton->has_limits() || !model.legs_are_limbs) return miss;
  // Closed forms know no limits: where they cut the answer short, all joints of the leg look for another one.
  const Scratch::Scope scope(scratch);
  LegAnswers answers(model, side, goal, both, frames, pose, scratch);
  if (answers.take()) return answers.best();
  place_limited_leg(body, side, goal, frames, directions, pose, scratch);
  if (answers.take()) return answers.best();
  answers.start_over(directions);
  place_full(model, side, goal, frames, pose, scratch);
  if (answers.take()) return answers.best();
  answers.start_over(directions);
  reach_half(model, side, goal, frames, pose, scratch);
  answers.take();
  return answers.best();
}

double settle_foot(const RetargetModel& model, int side, const LegGoal& goal, bool both, bool stands,
                   const Frames& frames, std::span<double> pose, Scratch& scratch) {
  constexpr double kNearly = 0.002;  // metres: a foot that stands on one point, and hardly has the other in the ground
  const Scratch::Scope scope(scratch);
  const std::span<double> start = scratch.take<double>(pose.size());
  std::ranges::copy(pose, start.begin());
  LegAnswers answers(model, side, goal, both, frames, pose, scratch);
  const auto reach = [&] { reach_by_sole_point(*model.target, side, goal, goal.by_toe, frames, pose, scratch); };
  if (stands && !both) {
    reach();
    if (answers.take() || answers.best() < kNearly) return answers.best();
    answers.start_over(start);
  }
  place_full(model, side, goal, frames, pose, scratch);
  if (answers.take() || !both) return answers.best();
  answers.start_over(start);
  reach();
  answers.take();
  return answers.best();
}

}  // namespace kine::detail
