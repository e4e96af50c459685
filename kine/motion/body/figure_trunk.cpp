#include "kine/math/trig.h"
#include "kine/motion/body/figure_builder.h"
#include "kine/motion/gait.h"

namespace kine::detail {
namespace {

/// An arm that swings less hangs, radians from the back to the front: a third of what people's do.
constexpr double kLeastArmSwing = 0.25;

}  // namespace

void FigureBuilder::add_trunk() {
  add_upright(free_joint("walk pelvis"), "", place(map_.pelvis));
  trunk_ = -1;
  trunk_last_ = map_.pelvis;
  const std::vector<BoneSegment> spine = spine_segments();
  if (spine.empty() || spine.size() > static_cast<std::size_t>(BipedModel::kMaxSpine)) {
    // One joint stands for them all: the shoulders are then only about where the figure's are.
    add_upright(named_ball("walk chest"), "walk pelvis", place(map_.chest));
    biped_names_.spine = {"walk chest"};
    trunk_is_free_ = spine.empty();
  }
  for (std::size_t i = 0; i < spine.size(); ++i) {
    const bool one_by_one = biped_names_.spine.size() == i;
    if (one_by_one) {
      const std::string above = i == 0 ? "walk pelvis" : biped_names_.spine.back();
      const std::string name = i + 1 == spine.size() ? "walk chest" : "walk spine " + std::to_string(i + 1);
      biped_names_.spine.push_back(add_upright(named_ball(name), above, place(spine[i].first)));
    }
    const double share = static_cast<double>(i + 1) / static_cast<double>(spine.size());
    trunk_ = add_follower(spine[i], one_by_one ? biped_names_.spine.back() : "walk chest", one_by_one ? 1 : share,
                          trunk_, trunk_last_);
    trunk_is_free_ = trunk_is_free_ && segment(spine[i]).is_free();
    trunk_last_ = spine[i].last;
  }
  if (!map_.head.valid() || !hangs_on_trunk(map_.head.first)) return;
  add_upright(named_ball("walk head"), "walk chest", place(map_.head.first));
  head_ = add_follower(map_.head, "walk head", 1, trunk_, trunk_last_);
}

std::vector<BoneSegment> FigureBuilder::spine_segments() const {
  // Joints that carry the pelvis too do not belong to the spine. It need not hang on the pelvis: the joints from there
  // up to the root stay as they stand, so what hangs on them goes with it.
  std::vector<JointId> spine;
  for (const JointId id : map_.spine)
    if (!skeleton_.is_above(id, map_.pelvis) && skeleton_.is_above(figure_.root, id)) spine.push_back(id);
  // The hinges of a robot's waist turn together.
  std::vector<BoneSegment> segments;
  for (std::size_t i = 0; i < spine.size(); ++i) {
    BoneSegment bones{spine[i], spine[i]};
    for (int run = 1; run < 3 && skeleton_.kind(spine[i]) == JointKind::Hinge && i + 1 < spine.size() &&
                      skeleton_.kind(spine[i + 1]) == JointKind::Hinge;
         ++run)
      bones.last = spine[++i];
    segments.push_back(bones);
  }
  return segments;
}

bool FigureBuilder::hangs_on_trunk(JointId joint) const {
  return skeleton_.is_above(trunk_last_ == map_.pelvis ? figure_.root : trunk_last_, joint);
}

void FigureBuilder::add_arm(std::size_t side) {
  const BoneMap::ArmBones& arm = map_.arms[side];
  if (!arm.upper_arm.valid() || !hangs_on_trunk(arm.upper_arm.first)) {
    figure_.notes.push_back("the " + kSides[side] + "arm does not hang on the trunk: it stays as it is");
    return;
  }
  const std::string upper = "walk " + kSides[side] + "upper arm", fore = "walk " + kSides[side] + "forearm";
  add_upright(named_ball(upper), "walk chest", place(arm.upper_arm.first));
  biped_names_.upper_arm[side] = upper;
  const int upper_follower = add_follower(arm.upper_arm, upper, 1, trunk_, trunk_last_);
  swing_only(arm.upper_arm, arm.forearm.first);
  if (arm.forearm.valid() && arm_swing(arm, figure_.followers.back().turn) < kLeastArmSwing)
    figure_.notes.push_back("the " + kSides[side] + "arm hardly swings: no joint of its shoulder carries it ahead");
  if (!arm.forearm.valid()) return;
  add_upright(named_ball(fore), upper, place(arm.forearm.first));
  biped_names_.forearm[side] = fore;
  add_follower(arm.forearm, fore, 1, upper_follower, arm.upper_arm.last);
  swing_only(arm.forearm, arm.hand.first);
  add_hand(side);
}

void FigureBuilder::add_hand(std::size_t side) {
  const BoneMap::ArmBones& arm = map_.arms[side];
  if (!trunk_is_free_ || !segment(arm.upper_arm).is_free() || !segment(arm.forearm).is_free()) return;
  JointId end = kWorld;
  double most = 0;
  for (int i = 0; i < skeleton_.joint_count(); ++i) {
    const double away = length(place({i}) - place(arm.forearm.last));
    if (skeleton_.is_above(arm.forearm.last, {i}) && away > most) end = {i}, most = away;
  }
  if (!end.valid()) return;
  const JointId hand = arm.hand.valid() ? arm.hand.first : end;
  const std::string name =
      add_upright(fixed_joint(name_of(side, "hand"), "", {}), biped_names_.forearm[side], place(hand));
  if (hand != end) add_upright(fixed_joint(name_of(side, "fingers"), "", {}), name, place(end));
}

void FigureBuilder::swing_only(const BoneSegment& bones, JointId end) {
  SegmentFollower& follower = figure_.followers.back();
  if (bones.first == bones.last || follower.turn.is_free()) return;
  const JointId above = skeleton_.parent(bones.first);
  const Quat base = conjugate(above.valid() ? frames_.rotation(above) : Quat{});
  const Vec3 hanging = -rotate(figure_.figure_from_walk, kUnitY);
  // As one sees an arm: from where its row of hinges begins.
  const Vec3 bone = end.valid() ? frames_.position(end) - frames_.position(bones.first) : hanging;
  follower.turn = SegmentTurn::swinging(skeleton_, standing_.pose, bones,
                                        {.about = rotate(base, map_.left), .bone = rotate(base, bone)});
}

double FigureBuilder::arm_swing(const BoneMap::ArmBones& arm, const SegmentTurn& turns) const {
  const JointId above = skeleton_.parent(arm.upper_arm.first);
  const Quat base = above.valid() ? frames_.rotation(above) : Quat{}, standing = frames_.rotation(arm.upper_arm.last);
  const Vec3 bone = frames_.position(arm.forearm.first) - frames_.position(arm.upper_arm.first);
  std::vector<double> pose = standing_.pose;
  const auto ahead = [&](double angle) {
    const Quat turned = turns.turn(base, from_axis_angle(map_.left, -angle) * standing, pose);
    const Vec3 seen = rotate(standing_.walk_from_figure, rotate(turned * conjugate(standing), bone));
    return atan2(seen.z, -seen.y);
  };
  return ahead(Gait{}.arm_swing) - ahead(-Gait{}.arm_swing);
}

}  // namespace kine::detail
