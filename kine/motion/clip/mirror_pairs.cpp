// Which joint is on the other side of which.
#include <string>
#include <string_view>

#include "kine/kinematics/forward.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/zero_pose.h"
#include "kine/motion/mirror.h"

namespace kine {
namespace {

constexpr double kFarthest = 0.25;  // of the leg: what is farther from the other's mirror image is no counterpart

class PairFinder {
 public:
  explicit PairFinder(const detail::MotionModel& model)
      : model_(model),
        skeleton_(*model.skeleton),
        frames_(skeleton_),
        pairs_(static_cast<std::size_t>(skeleton_.joint_count()), kWorld) {
    forward(skeleton_, detail::zero_pose(skeleton_), frames_);
  }

  std::vector<JointId> run() {
    pair_bones();
    pair_children(kWorld, kWorld);
    // Parents come first, so that both sides of a pair are known before their children are looked at.
    for (int j = 0; j < skeleton_.joint_count(); ++j)
      if (partner(JointId{j}).valid()) pair_children(JointId{j}, partner(JointId{j}));
    return pairs_;
  }

 private:
  JointId& partner(JointId joint) { return pairs_[static_cast<std::size_t>(joint.index)]; }
  void pair(JointId a, JointId b) {
    partner(a) = b;
    partner(b) = a;
  }

  void pair_bones() {
    constexpr std::string_view kLeft = "left_";
    for (const std::string_view name : bone_names()) {
      if (!name.starts_with(kLeft)) continue;
      const std::string other = "right_" + std::string(name.substr(kLeft.size()));
      const BoneSegment left = bone(model_.map, name), right = bone(model_.map, other);
      if (!left.valid() || !right.valid()) continue;
      const std::vector<JointId> here = joints_of(skeleton_, left), there = joints_of(skeleton_, right);
      for (std::size_t i = 0; i < here.size() && here.size() == there.size(); ++i) pair(here[i], there[i]);
    }
  }

  std::vector<JointId> open_children(JointId parent) {
    std::vector<JointId> children;
    for (int j = parent.index + 1; j < skeleton_.joint_count(); ++j)
      if (skeleton_.parent(JointId{j}) == parent && !partner(JointId{j}).valid()) children.push_back(JointId{j});
    return children;
  }

  int joints_on(JointId joint) const {
    int count = 0;
    for (int j = joint.index; j < skeleton_.joint_count(); ++j) count += skeleton_.is_above(joint, JointId{j}) ? 1 : 0;
    return count;
  }

  /// How far a joint is from the mirror image of another, against what they hang on, metres; and more where other joints
  /// hang on it.
  double apart(JointId a, JointId b) const {
    const auto at = [&](JointId joint) {
      const JointId parent = skeleton_.parent(joint);
      return frames_.position(joint) - (parent.valid() ? frames_.position(parent) : Vec3{});
    };
    const Vec3 here = at(a), left = model_.map.left;
    const double unlike = joints_on(a) == joints_on(b) ? 0 : kFarthest * model_.leg;
    return length(here - left * (2 * dot(left, here)) - at(b)) + unlike;
  }

  /// The nearest counterparts first, among what hangs on two joints that are each other's counterpart.
  void pair_children(JointId here, JointId there) {
    for (;;) {
      double nearest = 2 * kFarthest * model_.leg;
      JointId a = kWorld, b = kWorld;
      for (const JointId mine : open_children(here))
        for (const JointId other : open_children(there)) {
          const double way = apart(mine, other);
          if (skeleton_.kind(mine) != skeleton_.kind(other) || !(way < nearest)) continue;
          nearest = way;
          a = mine;
          b = other;
        }
      if (!a.valid()) return;
      pair(a, b);
    }
  }

  const detail::MotionModel& model_;
  const Skeleton& skeleton_;
  Frames frames_;
  std::vector<JointId> pairs_;
};

}  // namespace

std::vector<JointId> mirror_pairs(const MotionBody& body) { return PairFinder(detail::model_of(body)).run(); }

}  // namespace kine
