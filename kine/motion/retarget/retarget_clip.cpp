// A whole clip on another body: directions, then feet, hands and speeds.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/joint_turn.h"
#include "kine/motion/clip/leg_place.h"
#include "kine/motion/clip/soften.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/gait.h"
#include "kine/motion/retarget/foot_path.h"
#include "kine/motion/retarget/frame_blend.h"
#include "kine/motion/retarget/limb_place.h"
#include "kine/motion/retarget/retarget_model.h"
#include "kine/motion/retarget/speed_limits.h"
#include "kine/motion/retarget/steady_turns.h"

namespace kine {
namespace {

using detail::FootPath;
using detail::FootPlace;
using detail::FootShift;
using detail::MotionLeg;
using detail::MotionModel;
using detail::RetargetModel;

/// The target's legs all along the clip, in its world with Y up.
struct LegTrack {
  std::array<std::vector<FootPlace>, 2> feet{};
  std::array<std::vector<Vec3>, 2> hips{};
  double straightest = 0;  ///< the most that hip to ankle is of a leg's length
};

/// Angles go on by whole turns as kine::make_continuous has it, but for those that this would take out of their limits.
void make_continuous_within_limits(const Skeleton& skeleton, Clip& clip) {
  make_continuous(skeleton, clip);
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    const bool turns = skeleton.kind(freedom.joint) != JointKind::Slider;
    if (freedom.value < 0 || !turns || !std::isfinite(freedom.limits.width())) continue;
    const double middle = 0.5 * (freedom.limits.lower + freedom.limits.upper);
    for (int i = 0; i < clip.frame_count(); ++i) {
      double& value = clip.pose(i)[static_cast<std::size_t>(freedom.value)];
      if (!freedom.limits.contains(value)) value = freedom.limits.clamp(detail::nearest_turn(value, middle));
    }
  }
  for (int i = 0; i < clip.frame_count(); ++i) detail::write_followers(skeleton, clip.pose(i));
}

class ClipRetargeter {
 public:
  ClipRetargeter(const RetargetMap& map, const Clip& clip, RetargetReport& report)
      : map_(map),
        model_(detail::model_of(map)),
        body_(*model_.target),
        clip_(clip),
        report_(report),
        result_(*model_.target->skeleton, clip.name, clip.rate()),
        scratch_(map),
        frames_(*model_.skeleton) {}

  void directions() {
    constexpr int kFirstRounds = 20;  // of the first frame: rows of hinges come to rest there
    std::vector<double> pose = model_.rest;
    Shape shape(*model_.source->skeleton);
    const bool shaped = !clip_.translations().empty() || !clip_.scales().empty();
    result_.reserve(clip_.frame_count());
    for (int i = 0; i < clip_.frame_count(); ++i) {
      if (shaped) detail::read_shape(clip_, i, shape);
      for (int round = i == 0 ? kFirstRounds : 1; round > 0; --round)
        retarget_pose(map_, clip_.pose(i), pose, scratch_, shaped ? &shape : nullptr);
      result_.append(pose);
    }
  }

  void plant_feet(double source_floor, std::span<const Plant> plants) {
    floor_ = report_.floor = source_floor * model_.scale;
    std::array<std::vector<Plant>, 2> each;
    for (const Plant& plant : plants) each[static_cast<std::size_t>(plant.side)].push_back(plant);
    for (std::size_t side = 0; side < 2; ++side) hold_toes(side, each[side]);
    track_ = track_legs();
    lifts_ = find_lifts(each);
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < lifts_.size(); ++i) {
        FootPlace& foot = track_.feet[side][i];
        for (Vec3* point : {&foot.ankle, &foot.heel, &foot.toe, &track_.hips[side][i]}) point->y += lifts_[i];
      }
      paths_[side] = detail::lay_foot(track_.feet[side], each[side], floor_, clip_.rate());
    }
    find_drops();
    hold_swings();
    const Clip directions = result_;
    for (int i = 0; i < clip_.frame_count(); ++i) place_feet(i);
    const bool hybrid = model_.settings.mode == RetargetMode::Hybrid;
    if (hybrid && model_.skeleton->has_limits() && model_.legs_are_limbs) steady_legs(directions);
  }

  /// Hands that touch each other or the body still do.
  void touch() {
    constexpr double kTouching = 0.5,
                     kLeast = 1e-5;  // weight from which it is told; metres below which nothing is moved
    const detail::TouchWeights weights = find_touch_weights(model_, clip_);
    const Clip before = result_;
    Frames source(*model_.source->skeleton);
    for (int i = 0; i < clip_.frame_count(); ++i) {
      const std::span<double> pose = result_.pose(i);
      detail::place_frame(*model_.source->skeleton, clip_, i, source);
      forward(*model_.skeleton, pose, frames_);
      const std::array<detail::HandTouch, 2> touches =
          find_touches(model_, weights, static_cast<std::size_t>(i), source, frames_);
      report_.contacts += std::max(touches[0].weight, touches[1].weight) > kTouching ? 1 : 0;
      for (int hand = 0; hand < 2; ++hand)
        if (const Vec3& shift = touches[static_cast<std::size_t>(hand)].shift; length(shift) > kLeast)
          move_hand(model_, hand, shift, frames_, pose, scratch_);
    }
    if (!model_.skeleton->has_limits()) return;
    for (const BoneMap::ArmBones& arm : body_.map.arms)
      if (arm.upper_arm.valid() && arm.hand.valid()) steady(arm.upper_arm.first, arm.hand.last, before);
  }

  /// What is left to be desired.
  void measure() {
    const LegTrack track = track_legs();
    const Quat figure = conjugate(body_.world_from_figure);
    for (std::size_t side = 0; side < 2; ++side) {
      for (const FootPlace& foot : track.feet[side])
        report_.deepest = std::max<double>(report_.deepest, floor_ - std::min<double>(foot.heel.y, foot.toe.y));
      for (Plant plant : paths_[side].plants) {
        double drift = 0;
        for (int i = plant.from; i < plant.to; ++i) {
          const FootPlace& foot = track.feet[side][static_cast<std::size_t>(i)];
          drift = std::max<double>(drift, length((plant.part == FootPart::Heel ? foot.heel : foot.toe) - plant.at));
        }
        plant.at = rotate(figure, plant.at);
        report_.stands.push_back({plant, drift});
      }
    }
    std::ranges::stable_sort(report_.stands, {}, [](const RetargetReport::Stand& s) { return s.plant.from; });
  }

  void measure_limits() {
    for (int i = 0; i < result_.frame_count(); ++i) {
      report_.beyond_limits =
          std::max<double>(report_.beyond_limits, limit_violation(*model_.skeleton, result_.pose(i)));
      if (i == 0) continue;
      for (const Skeleton::Freedom& freedom : model_.skeleton->freedoms()) {
        if (freedom.value < 0 || !std::isfinite(freedom.max_speed)) continue;
        const auto value = static_cast<std::size_t>(freedom.value);
        const double speed = std::abs(result_.pose(i)[value] - result_.pose(i - 1)[value]) * clip_.rate();
        report_.over_speed = std::max<double>(report_.over_speed, speed / freedom.max_speed - 1);
      }
    }
  }

  Clip& result() { return result_; }

 private:
  Vec3 world(const Vec3& in_figure) const { return rotate(body_.world_from_figure, in_figure); }

  LegTrack track_legs() {
    LegTrack track;
    for (int i = 0; i < result_.frame_count(); ++i) {
      forward(*model_.skeleton, result_.pose(i), frames_);
      for (std::size_t side = 0; side < 2; ++side) {
        const MotionLeg& leg = body_.legs[side];
        const Vec3 ankle = frames_.position(leg.foot), hip = frames_.position(leg.thigh);
        track.feet[side].push_back({world(ankle), world(frames_.position(leg.heel)), world(frames_.position(leg.toe))});
        track.hips[side].push_back(world(hip));
        track.straightest = std::max<double>(track.straightest, length(ankle - hip) / leg_length(leg, frames_));
        length_[side] = leg_length(leg, frames_);
      }
    }
    return track;
  }

  /// Toes that bend would move the tip of a foot that lies flat: while heel and toe stand they are held as they are then
  /// on the average, and come and go from there by smooth blends.
  void hold_toes(std::size_t side, std::span<const Plant> plants) {
    const JointId toes = body_.legs[side].toe.joint;
    const Skeleton& skeleton = *model_.skeleton;
    if (toes == body_.legs[side].heel.joint || skeleton.kind(toes) == JointKind::Free) return;
    const auto count = static_cast<std::size_t>(clip_.frame_count());
    std::vector<int> down(count, 0);
    for (const Plant& plant : plants)
      for (auto i = static_cast<std::size_t>(plant.from); i < static_cast<std::size_t>(plant.to); ++i)
        down[i] |= plant.part == FootPart::Heel ? 1 : 2;
    const auto flat = [&](std::size_t i) { return down[i] == 3; };
    const auto turn = [&](std::size_t i) {
      return detail::motion_of(skeleton, toes, result_.pose(static_cast<int>(i)));
    };
    std::vector<Vec3> held(count);
    for (std::size_t i = 0; i < count;) {
      std::size_t end = i;
      Quat sum{0, 0, 0, 0};
      for (; end < count && flat(end); ++end) sum = sum + (dot(sum, turn(end)) < 0 ? -turn(end) : turn(end));
      for (std::size_t k = i; k < end; ++k) held[k] = log(normalised(sum) * conjugate(turn(k)));
      i = std::max(end, i + 1);
    }
    detail::fill_between(std::span<Vec3>(held), flat);
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<double> pose = result_.pose(static_cast<int>(i));
      const std::vector<double> before(pose.begin(), pose.end());
      detail::turn_joint(skeleton, toes, exp(held[i]) * turn(i), before, pose);
    }
  }

  /// How much higher the whole figure stands in each frame, so that what stands is on the ground: takes of motion capture
  /// drift up and down by centimetres.
  std::vector<double> find_lifts(const std::array<std::vector<Plant>, 2>& plants) const {
    constexpr double kSmooth = 0.25;  // seconds to either side; by eye
    const auto count = static_cast<std::size_t>(clip_.frame_count());
    std::vector<double> sums(count, 0.0), known(count, 0.0);
    for (std::size_t side = 0; side < 2; ++side)
      for (const Plant& plant : plants[side])
        for (auto i = static_cast<std::size_t>(plant.from); i < static_cast<std::size_t>(plant.to); ++i) {
          const FootPlace& foot = track_.feet[side][i];
          sums[i] += floor_ - (plant.part == FootPart::Heel ? foot.heel : foot.toe).y;
          known[i] += 1;
        }
    for (std::size_t i = 0; i < count; ++i)
      if (known[i] > 0) sums[i] /= known[i];
    detail::fill_between(std::span<double>(sums), [&](std::size_t i) { return known[i] > 0; });
    return detail::smoothed(std::span<const double>(sums), static_cast<int>(std::floor(kSmooth * clip_.rate() + 0.5)));
  }

  /// How long a leg is made where so much is asked: one that is no longer than directions have it stays, from there it takes
  /// ever more to make it longer.
  double given_length(std::size_t side, std::size_t i, double asked) const {
    constexpr double kStraightest = 0.995, kNearlyStraight = 0.9995;  // shares of a leg's length
    constexpr double kSoft = 0.03;  // of the leg: before it is as straight as it may be; by eye
    const double own = length(track_.feet[side][i].ankle - track_.hips[side][i]);
    const double most = length_[side] * std::clamp<double>(track_.straightest, kStraightest, kNearlyStraight);
    return detail::soften(asked, std::clamp<double>(own, most - kSoft * length_[side], most), most);
  }

  /// How far the pelvis goes down so that legs reach what they stand on.
  void find_drops() {
    constexpr double kMostDrop = 0.2;  // of a leg
    constexpr double kEase = 0.12;     // seconds to either side
    std::vector<double> needed(static_cast<std::size_t>(clip_.frame_count()), 0.0);
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < needed.size(); ++i) {
        const FootShift& foot = paths_[side].shifts[i];
        if (!foot.stands) continue;
        const Vec3 way = track_.hips[side][i] - foot.ankle;
        const double reach = given_length(side, i, length(way)), across = way.x * way.x + way.z * way.z;
        const double height = std::sqrt(std::max<double>(0, reach * reach - across));
        needed[i] = std::max<double>(needed[i], std::min<double>(way.y - height, kMostDrop * body_.leg));
      }
    drops_ = detail::smooth_above(needed, static_cast<int>(std::floor(kEase * clip_.rate() + 0.5)));
    report_.lowered = drops_.empty() ? 0 : *std::ranges::max_element(drops_);
  }

  /// Feet in the air come no farther than their legs softly reach.
  void hold_swings() {
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < drops_.size(); ++i) {
        FootShift& foot = paths_[side].shifts[i];
        if (foot.stands) continue;
        const Vec3 hip = track_.hips[side][i] - kUnitY * drops_[i], way = foot.ankle - hip;
        const double asked = length(way);
        if (asked > 0) foot.ankle = hip + way * (given_length(side, i, asked) / asked);
      }
  }

  Vec3 root_shift(std::size_t i) const {
    return rotate(conjugate(body_.world_from_figure), Vec3{0, lifts_[i] - drops_[i], 0});
  }

  /// `frames_` are those of the pose by directions.
  detail::LegGoal goal_of(std::size_t side, std::size_t i) const {
    const FootShift& foot = paths_[side].shifts[i];
    const MotionLeg& leg = body_.legs[side];
    const Quat figure = conjugate(body_.world_from_figure);
    return {root_shift(i),
            rotate(figure, foot.ankle),
            figure * foot.turn * body_.world_from_figure,
            frames_.position(leg.heel),
            frames_.position(leg.toe),
            foot.by_toe};
  }

  void place_feet(int frame) {
    const auto i = static_cast<std::size_t>(frame);
    const std::span<double> pose = result_.pose(frame);
    const std::vector<double> directions(pose.begin(), pose.end());
    forward(*model_.skeleton, directions, frames_);
    shift_root(*model_.skeleton, body_.root, root_shift(i), pose);
    for (std::size_t side = 0; side < 2; ++side) {
      const FootShift& foot = paths_[side].shifts[i];
      const double miss = place_foot_by_mode(model_, static_cast<int>(side), goal_of(side, i), foot.both, frames_,
                                             directions, pose, scratch_);
      if (foot.stands) report_.miss = std::max<double>(report_.miss, miss);
    }
  }

  /// Makes steady what was done to the joints from one to another.
  void steady(JointId first, JointId last, const Clip& before) {
    constexpr double kSteady = 0.05;  // seconds to either side; by eye
    detail::steady_turns(*model_.skeleton, joints_of(*model_.skeleton, {first, last}), before,
                         static_cast<int>(std::floor(kSteady * clip_.rate() + 0.5)), result_);
  }

  /// Legs with limits answer from frame to frame as they can: what that does to their joints is made steady, and feet
  /// then come to their places from there.
  void steady_legs(const Clip& directions) {
    for (const BoneMap::LegBones& leg : body_.map.legs) steady(leg.thigh.first, leg.foot.last, directions);
    report_.miss = 0;
    for (int frame = 0; frame < clip_.frame_count(); ++frame) {
      const auto i = static_cast<std::size_t>(frame);
      forward(*model_.skeleton, directions.pose(frame), frames_);
      for (std::size_t side = 0; side < 2; ++side) {
        const FootShift& foot = paths_[side].shifts[i];
        const double miss = settle_foot(model_, static_cast<int>(side), goal_of(side, i), foot.both, foot.stands,
                                        frames_, result_.pose(frame), scratch_);
        if (foot.stands) report_.miss = std::max<double>(report_.miss, miss);
      }
    }
  }

  const RetargetMap& map_;
  const RetargetModel& model_;
  const MotionModel& body_;
  const Clip& clip_;
  RetargetReport& report_;
  Clip result_;
  Scratch scratch_;
  Frames frames_;
  LegTrack track_{};
  std::array<FootPath, 2> paths_{};
  std::array<double, 2> length_{};
  std::vector<double> lifts_{}, drops_{};  ///< of the whole figure in each frame, metres
  double floor_ = 0;
};

}  // namespace

Result<Clip> retarget(const RetargetMap& map, const Clip& clip, const SoleFit& fit, std::span<const Plant> plants,
                      RetargetReport& report) {
  report = {};
  report.notes = map.notes();
  if (clip.frame_count() == 0) return Error{"the clip has no frames"};
  if (clip.value_count() != map.source().skeleton().value_count())
    return Error{"the clip is none of the source's skeleton: its poses have " + std::to_string(clip.value_count()) +
                 " values, those of the skeleton " + std::to_string(map.source().skeleton().value_count())};
  if (const Result<bool> fine = check_plants(map.source(), clip, plants); !fine) return Error{fine.error()};
  ClipRetargeter work(map, clip, report);
  work.directions();
  const RetargetSettings& settings = map.settings();
  const Skeleton& target = map.target().skeleton();
  if (settings.plants) work.plant_feet(fit.floor, plants);
  if (settings.contacts) work.touch();
  make_continuous_within_limits(*detail::model_of(map).skeleton, work.result());
  if (settings.speed_limits && settings.limits) detail::limit_speeds(target, work.result());
  if (settings.plants) work.measure();
  work.measure_limits();
  return std::move(work.result());
}

}  // namespace kine
