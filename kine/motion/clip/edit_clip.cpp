// Joints of a clip pulled to places, frame by frame.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

#include "kine/core/internal/text.h"
#include "kine/core/internal/units_text.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/edit.h"
#include "kine/solve/freedom_mask.h"

namespace kine {
namespace {

constexpr double kThere = 1e-3;     // metres: what is farther off has not been reached
constexpr double kTrunkWeight = 6;  // against single joints: limbs move first; by eye

/// The joints as a solve sees them: limits hold what the clip does.
std::vector<Joint> widened(const Skeleton& skeleton, const Clip& clip) {
  std::vector<Joint> joints;
  for (int j = 0; j < skeleton.joint_count(); ++j) joints.push_back(skeleton.description(JointId{j}));
  double outside = 0;
  for (int i = 0; i < clip.frame_count(); ++i)
    outside = std::max<double>(outside, limit_violation(skeleton, clip.pose(i)));
  if (!(outside > 0)) return joints;
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0) continue;
    const auto value = static_cast<std::size_t>(freedom.value);
    Range& limits =
        joints[static_cast<std::size_t>(freedom.joint.index)].axes[static_cast<std::size_t>(freedom.component)].limits;
    for (int i = 0; i < clip.frame_count(); ++i) {
      limits.lower = std::min<double>(limits.lower, clip.pose(i)[value]);
      limits.upper = std::max<double>(limits.upper, clip.pose(i)[value]);
    }
  }
  for (Joint& joint : joints) joint.ball = {};
  return joints;
}

/// Solves frames of one clip.
class FrameEditor {
 public:
  FrameEditor(const Skeleton& skeleton, const Clip& clip, const EditSettings& settings)
      : skeleton_(skeleton), clip_(clip), settings_(settings), joints_(widened(skeleton, clip)), frames_(skeleton) {
    if (clip.translations().empty() && clip.scales().empty())
      if (Result<Skeleton> built = Skeleton::build(joints_)) solved_ = *std::move(built);
  }

  PullReport pull(int frame, std::span<const EditPin> pins, std::span<double> pose) {
    PullReport report;
    const std::span<const double> base = clip_.pose(frame);
    std::ranges::copy(base, pose.begin());
    detail::place_frame(skeleton_, clip_, frame, frames_);
    if (!see(frame)) return report;  // bones of no size: nothing can be solved
    const std::vector<Goal> goals = goals_of(pins, base, report);
    report.report = std::visit([&](const auto& method) { return solve_by(method, goals, pose); }, settings_.method);
    if (report.report.status == Status::BadInput) std::ranges::copy(base, pose.begin());
    measure(frame, pins, pose, report);
    return report;
  }

  /// Where a joint is in the clip.
  Vec3 place_of(int frame, JointId joint) {
    detail::place_frame(skeleton_, clip_, frame, frames_);
    return frames_.position(joint);
  }

 private:
  /// The skeleton with the lengths and scales of a frame.
  bool see(int frame) {
    const auto i = static_cast<std::size_t>(frame);
    if (clip_.translations().empty() && clip_.scales().empty()) return solved_.has_value();
    for (const Clip::Track& track : clip_.translations())
      joints_[static_cast<std::size_t>(track.joint.index)].rest.translation = track.values[i];
    for (const Clip::Track& track : clip_.scales())
      joints_[static_cast<std::size_t>(track.joint.index)].rest.scale = track.values[i];
    Result<Skeleton> built = Skeleton::build(joints_);
    if (!built) return false;
    solved_ = *std::move(built);
    return true;
  }

  /// Nothing between the two moves: who holds a foot holds its toe joint too.
  bool is_stiff(JointId kept, JointId pulled) const {
    if (kept == pulled) return true;
    for (JointId at = skeleton_.parent(pulled); at.valid(); at = skeleton_.parent(at)) {
      if (at == kept) return true;
      if (skeleton_.kind(at) != JointKind::Fixed) return false;
    }
    return false;
  }

  bool is_kept(JointId kept, std::span<const EditPin> pins) const {
    if (settings_.from.valid() && !skeleton_.is_above(settings_.from, kept)) return false;
    return std::ranges::none_of(pins, [&](const EditPin& pin) { return is_stiff(kept, pin.joint); });
  }

  Goal stays(JointId joint, const GoalOptions& options) const {
    return place(joint, {frames_.rotation(joint), frames_.position(joint)}, options);
  }

  std::vector<Goal> goals_of(std::span<const EditPin> pins, std::span<const double> base, PullReport& report) const {
    const bool ranks =
        std::holds_alternative<FullBody>(settings_.method) || std::holds_alternative<Hybrid>(settings_.method);
    std::vector<Goal> goals;
    if (!std::holds_alternative<TwoBone>(settings_.method))
      for (const JointId joint : settings_.keep) {
        if (!is_kept(joint, pins)) continue;
        ++report.kept;
        const bool by_points = std::holds_alternative<Shake>(settings_.method);
        goals.push_back(by_points ? reach(joint, frames_.position(joint)) : stays(joint, {}));
      }
    for (const EditPin& pin : pins)
      goals.push_back(reach(pin.joint, pin.at, {.priority = ranks && report.kept > 0 ? 1 : 0}));
    if (!ranks) return goals;
    for (const JointId joint : settings_.trunk) {
      const bool carried =
          std::ranges::any_of(pins, [&](const EditPin& p) { return skeleton_.is_above(p.joint, joint); });
      if (!carried) goals.push_back(stays(joint, {.weight = kTrunkWeight, .priority = 2}));
    }
    goals.push_back(hold(base, {.priority = 2}));
    return goals;
  }

  template <class Method>
  Report solve_by(Method method, std::span<const Goal> goals, std::span<double> pose) const {
    const std::vector<double> posture(pose.begin(), pose.end());
    if constexpr (std::is_same_v<Method, Jacobian>) method.posture = posture;
    FreedomMask mask(*solved_);
    for (std::size_t i = 0; i < method.movable.size(); ++i)
      if (!method.movable[i]) mask.lock_freedom(static_cast<int>(i));
    for (int j = 0; j < skeleton_.joint_count() && settings_.from.valid(); ++j)
      if (!skeleton_.is_above(settings_.from, JointId{j})) mask.lock(JointId{j});
    method.movable = mask;
    Scratch scratch(scratch_bytes(*solved_, goals, method));
    return solve(*solved_, goals, method, pose, scratch);
  }

  void measure(int frame, std::span<const EditPin> pins, std::span<const double> pose, PullReport& report) const {
    Frames now(skeleton_);
    Shape shape(skeleton_);
    detail::read_shape(clip_, frame, shape);
    forward(skeleton_, pose, shape, now);
    for (const EditPin& pin : pins)
      report.missed = std::max<double>(report.missed, length(now.position(pin.joint) - pin.at));
    for (const JointId joint : settings_.keep)
      if (is_kept(joint, pins))
        report.slipped = std::max<double>(report.slipped, length(now.position(joint) - frames_.position(joint)));
  }

  const Skeleton& skeleton_;
  const Clip& clip_;
  const EditSettings& settings_;
  std::vector<Joint> joints_;
  std::optional<Skeleton> solved_{};
  Frames frames_;  ///< of the clip's pose
};

/// From 1 at 0 to 0 at 1, with speeds and accelerations of 0 at both.
double faded(double away) {
  const double x = std::clamp<double>(1 - away, 0, 1);
  return x * x * x * (x * (6 * x - 15) + 10);
}

/// What is wanted of one joint: how far from where the clip has it, at some frames, in their order.
class PinnedJoint {
 public:
  explicit PinnedJoint(JointId joint) : joint_(joint) {}

  JointId joint() const { return joint_; }
  void add(int frame, const Vec3& offset) {
    offsets_.push_back({frame, offset});
    std::ranges::sort(offsets_, {}, &Offset::frame);
  }

  /// Between pins that are near each other it goes from one to the next; else each fades on its own.
  std::optional<Vec3> at(int frame, int width) const {
    const auto after = std::ranges::upper_bound(offsets_, frame, {}, &Offset::frame);
    const Offset* next = after == offsets_.end() ? nullptr : &*after;
    const Offset* last = after == offsets_.begin() ? nullptr : &*(after - 1);
    if (last && last->frame == frame) return last->offset;
    if (last && next && next->frame - last->frame <= width + 1) {
      const double share = static_cast<double>(frame - last->frame) / (next->frame - last->frame);
      return next->offset + (last->offset - next->offset) * faded(share);
    }
    Vec3 sum{};
    bool any = false;
    for (const Offset* pin : {last, next}) {
      if (!pin || std::abs(pin->frame - frame) > width) continue;
      // Each is gone where the other is, so that both are met.
      const double room = last && next ? std::min<int>(width + 1, next->frame - last->frame) : width + 1;
      sum += pin->offset * faded(std::abs(pin->frame - frame) / room);
      any = true;
    }
    if (!any) return std::nullopt;
    return sum;
  }

 private:
  struct Offset {
    int frame = 0;
    Vec3 offset{};
  };
  JointId joint_;
  std::vector<Offset> offsets_{};
};

std::string check_pins(const Skeleton& skeleton, const Clip& clip, std::span<const EditPin> pins) {
  for (const EditPin& pin : pins) {
    if (pin.joint.index < 0 || pin.joint.index >= skeleton.joint_count())
      return "a pin is of no joint of this skeleton";
    const std::string what = quoted(skeleton.name(pin.joint)) + " at frame " + std::to_string(pin.frame);
    if (pin.frame < 0 || pin.frame >= clip.frame_count())
      return what + ": the clip has frames 0 to " + std::to_string(clip.frame_count());
    if (!is_finite(pin.at)) return what + ": its place is no number";
    for (const EditPin& other : pins)
      if (other.joint == pin.joint && other.frame == pin.frame && !(other.at == pin.at))
        return what + " is wanted in two places";
  }
  return {};
}

/// What is wrong with the frame of a pin; nothing where it came out.
std::string fault_of(const Skeleton& skeleton, const EditPin& pin, const PullReport& pulled) {
  const std::string what = quoted(skeleton.name(pin.joint)) + " at frame " + std::to_string(pin.frame);
  if (pulled.report.status == Status::BadInput) return what + ": " + sentence(skeleton, pulled.report);
  if (pulled.missed > kThere) return what + " cannot be reached: it stays " + length_text(pulled.missed) + " short";
  if (pulled.slipped > kThere) return what + " is only reached if what is kept slips by " + length_text(pulled.slipped);
  return {};
}

}  // namespace

PullReport pull_joints(const Skeleton& skeleton, const Clip& clip, int frame, std::span<const EditPin> pins,
                       const EditSettings& settings, std::span<double> pose) {
  return FrameEditor(skeleton, clip, settings).pull(frame, pins, pose);
}

Result<Clip> edit_clip(const Skeleton& skeleton, const Clip& clip, std::span<const EditPin> pins,
                       const EditSettings& settings) {
  constexpr double kMostFrames = 1e6;
  if (const std::string fault = check_pins(skeleton, clip, pins); !fault.empty()) return Error{fault};
  FrameEditor editor(skeleton, clip, settings);
  std::vector<PinnedJoint> joints;
  for (const EditPin& pin : pins) {
    auto known = std::ranges::find(joints, pin.joint, &PinnedJoint::joint);
    if (known == joints.end()) known = joints.insert(joints.end(), PinnedJoint(pin.joint));
    known->add(pin.frame, pin.at - editor.place_of(pin.frame, pin.joint));
  }
  const double frames = settings.blend * clip.rate();
  const int width = frames > 0 ? static_cast<int>(std::floor(std::min<double>(frames, kMostFrames) + 0.5)) : 0;
  Clip result = clip;
  for (int i = 0; i < clip.frame_count(); ++i) {
    std::vector<EditPin> wanted;
    double moves = 0;
    for (const PinnedJoint& joint : joints) {
      const std::optional<Vec3> offset = joint.at(i, width);
      if (!offset) continue;
      moves = std::max<double>(moves, length(*offset));
      wanted.push_back({joint.joint(), i, editor.place_of(i, joint.joint()) + *offset});
    }
    if (!(moves > 0)) continue;
    const PullReport pulled = editor.pull(i, wanted, result.pose(i));
    for (const EditPin& pin : pins) {
      if (pin.frame != i || !settings.all_reached) continue;
      if (const std::string fault = fault_of(skeleton, pin, pulled); !fault.empty()) return Error{fault};
    }
  }
  return result;
}

}  // namespace kine
