#include "kine/motion/body/figure_builder.h"

namespace kine::detail {

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
  if (!map_.head.valid() || !skeleton_.is_above(trunk_last_, map_.head.first)) return;
  add_upright(named_ball("walk head"), "walk chest", place(map_.head.first));
  head_ = add_follower(map_.head, "walk head", 1, trunk_, trunk_last_);
}

std::vector<BoneSegment> FigureBuilder::spine_segments() const {
  // Joints that carry the pelvis too do not belong to the spine.
  std::vector<JointId> spine;
  for (const JointId id : map_.spine)
    if (!skeleton_.is_above(id, map_.pelvis) && skeleton_.is_above(map_.pelvis, id)) spine.push_back(id);
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

void FigureBuilder::add_arm(std::size_t side) {
  const BoneMap::ArmBones& arm = map_.arms[side];
  if (!arm.upper_arm.valid() || !skeleton_.is_above(trunk_last_, arm.upper_arm.first)) return;
  const std::string upper = "walk " + kSides[side] + "upper arm", fore = "walk " + kSides[side] + "forearm";
  add_upright(named_ball(upper), "walk chest", place(arm.upper_arm.first));
  biped_names_.upper_arm[side] = upper;
  const int upper_follower = add_follower(arm.upper_arm, upper, 1, trunk_, trunk_last_);
  swing_only(arm.upper_arm);
  if (!arm.forearm.valid()) return;
  add_upright(named_ball(fore), upper, place(arm.forearm.first));
  biped_names_.forearm[side] = fore;
  add_follower(arm.forearm, fore, 1, upper_follower, arm.upper_arm.last);
  swing_only(arm.forearm);
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

void FigureBuilder::swing_only(const BoneSegment& bones) {
  SegmentFollower& follower = figure_.followers.back();
  if (bones.first == bones.last || follower.turn.is_free()) return;
  const JointId above = skeleton_.parent(bones.first);
  const Quat base = above.valid() ? frames_.rotation(above) : Quat{};
  follower.turn = SegmentTurn::about_one(skeleton_, standing_.pose, bones, rotate(conjugate(base), map_.left));
}

}  // namespace kine::detail
