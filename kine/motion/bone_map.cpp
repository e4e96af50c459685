#include "kine/motion/bone_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/motion/body/bone_limbs.h"
#include "kine/motion/body/bone_tree.h"

namespace kine {
namespace {

using detail::BodySide;
using detail::BoneKind;
using detail::BoneLabel;
using detail::BoneTree;

/// One bone of the map by its name: where it is kept, and what a name that says so would have been read as.
struct BoneEntry {
  std::string_view name;
  BoneKind kind;
  BodySide side = BodySide::None;
};

using enum BoneKind;
constexpr BodySide kLeft = BodySide::Left, kRight = BodySide::Right;
constexpr auto kBones = std::to_array<BoneEntry>({
    {"pelvis", Pelvis},
    {"chest", Chest},
    {"neck", Neck},
    {"head", Head},
    {"left_collar", Collar, kLeft},
    {"left_upper_arm", UpperArm, kLeft},
    {"left_forearm", Forearm, kLeft},
    {"left_hand", Hand, kLeft},
    {"right_collar", Collar, kRight},
    {"right_upper_arm", UpperArm, kRight},
    {"right_forearm", Forearm, kRight},
    {"right_hand", Hand, kRight},
    {"left_thigh", Thigh, kLeft},
    {"left_shank", Shank, kLeft},
    {"left_foot", Foot, kLeft},
    {"left_toes", Toes, kLeft},
    {"left_toe_tip", BoneKind::None, kLeft},
    {"left_heel", Heel, kLeft},
    {"right_thigh", Thigh, kRight},
    {"right_shank", Shank, kRight},
    {"right_foot", Foot, kRight},
    {"right_toes", Toes, kRight},
    {"right_toe_tip", BoneKind::None, kRight},
    {"right_heel", Heel, kRight},
});
constexpr auto kBoneNames = [] {
  std::array<std::string_view, kBones.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kBones[i].name;
  return names;
}();

const BoneEntry* find_entry(std::string_view name) {
  for (const BoneEntry& entry : kBones)
    if (entry.name == name) return &entry;
  return nullptr;
}

/// Where the map keeps a bone: a segment, or a single joint.
struct Slot {
  BoneSegment* segment = nullptr;
  JointId* joint = nullptr;
};

Slot slot_of(BoneMap& map, const BoneEntry& entry) {
  const std::size_t side = entry.side == kRight ? 1 : 0;
  BoneMap::ArmBones& arm = map.arms[side];
  BoneMap::LegBones& leg = map.legs[side];
  switch (entry.kind) {
    case Pelvis:
      return {.joint = &map.pelvis};
    case Chest:
      return {.joint = &map.chest};
    case Neck:
      return {.segment = &map.neck};
    case Head:
      return {.segment = &map.head};
    case Collar:
      return {.joint = &arm.collar};
    case UpperArm:
      return {.segment = &arm.upper_arm};
    case Forearm:
      return {.segment = &arm.forearm};
    case Hand:
      return {.segment = &arm.hand};
    case Thigh:
      return {.segment = &leg.thigh};
    case Shank:
      return {.segment = &leg.shank};
    case Foot:
      return {.segment = &leg.foot};
    case Toes:
      return {.joint = &leg.toes};
    case Heel:
      return {.joint = &leg.heel};
    default:
      return {.joint = &leg.toe_tip};
  }
}

class BoneFinder {
 public:
  BoneFinder(const Skeleton& skeleton, const Vec3& up) : tree_(skeleton, up) {}

  /// What is known of some joints stands in place of what their names say.
  Result<bool> take(std::span<const BoneOverride> overrides);
  Result<BoneMap> find();

 private:
  std::string legs();
  std::string arms();
  void sides(bool known, std::array<std::vector<JointId>, 2>& chains);
  void spine();
  void head();
  bool stands_on_hands() const;
  void mark(JointId top, char value);
  Vec3 level(const Vec3& v) const { return v - tree_.up * dot(v, tree_.up); }

  BoneTree tree_;
  BoneMap map_{};
  std::vector<char> taken_;  ///< 1: in a leg, 2: above the pelvis or itself, 3: in an arm, 4: spine
  std::vector<std::pair<const BoneEntry*, JointId>> told_;
};

Result<bool> BoneFinder::take(std::span<const BoneOverride> overrides) {
  for (const BoneOverride& own : overrides) {
    const BoneEntry* entry = find_entry(own.bone);
    if (entry == nullptr) {
      std::string known;
      for (const std::string_view name : kBoneNames) known.append(known.empty() ? "" : ", ").append(name);
      return Error{"no bone is called " + quoted(own.bone) + ": " + known};
    }
    JointId joint = kWorld;
    if (!own.joint.empty()) {
      const Result<JointId> found = tree_.skeleton->find(own.joint);
      if (!found) return Error{own.bone + ": " + found.error()};
      joint = *found;
      tree_.labels[BoneTree::place(joint)] = {.kind = entry->kind, .side = entry->side, .told = true};
    }
    told_.emplace_back(entry, joint);
  }
  return true;
}

void BoneFinder::mark(JointId top, char value) {
  taken_[BoneTree::place(top)] = value;
  for (std::size_t i = BoneTree::place(top) + 1; i < taken_.size(); ++i) {
    const JointId parent = tree_.skeleton->parent(JointId{static_cast<int>(i)});
    if (parent.valid() && taken_[BoneTree::place(parent)] == value) taken_[i] = value;
  }
}

/// Which leg is the left one, and where forward is. Toes tell where names do not.
void BoneFinder::sides(bool known, std::array<std::vector<JointId>, 2>& chains) {
  const auto hip = [&](std::size_t side) { return tree_.position(map_.legs[side].thigh.first); };
  map_.left = normalised(level(hip(0) - hip(1)));
  Vec3 toes{};
  double size = 0;  // of the feet, level or not: those that hang down at rest tell nothing
  for (const BoneMap::LegBones& leg : map_.legs) {
    const JointId tip = leg.toes.valid() ? leg.toes : leg.toe_tip;
    if (!leg.foot.valid() || !tip.valid()) continue;
    const Vec3 foot = tree_.position(tip) - tree_.position(leg.foot.first);
    toes += level(foot);
    size += length(foot);
  }
  if (length(toes) < 0.5 * size) toes = {};
  const Vec3 facing = cross(map_.left, tree_.up);
  const double ahead = dot(toes, facing);
  if (known) {
    if (ahead < -0.5 * length(toes))
      map_.notes.emplace_back("the toes point backwards by the names of left and right: they may be exchanged");
  } else {
    const bool told = length(toes) > 0 && std::abs(ahead) > 0.5 * length(toes);
    const Vec3 usual = std::abs(tree_.up.z) > 0.5 ? kUnitX : kUnitZ;  // where robots and characters mostly look
    if ((told ? ahead : dot(facing, usual)) < 0) {
      std::swap(map_.legs[0], map_.legs[1]);
      std::swap(chains[0], chains[1]);
      map_.left = -map_.left;
    }
    map_.notes.emplace_back(told ? "no names tell left from right: it was taken to look where its toes point"
                                 : "neither names nor toes tell left from right: the sides are a guess");
  }
  map_.forward = cross(map_.left, tree_.up);
}

std::string BoneFinder::legs() {
  const Result<detail::LimbPair> pair = detail::find_legs(tree_);
  if (!pair) return pair.error();
  map_.pelvis = tree_.above_both(pair->tops[0], pair->tops[1]);
  if (!map_.pelvis.valid() || map_.pelvis == pair->tops[0] || map_.pelvis == pair->tops[1])
    return "a pelvis is missing: no joint carries both legs";
  std::array<std::vector<JointId>, 2> chains;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    chains[side] = detail::limb_chain(tree_, map_.pelvis, pair->tops[side]);
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Result<BoneMap::LegBones> leg = detail::name_leg(tree_, chains[side], chains[1 - side]);
    if (!leg) return leg.error();
    map_.legs[side] = *leg;
  }
  sides(pair->sided, chains);
  for (BoneMap::LegBones& leg : map_.legs) leg.heel = detail::find_heel(tree_, leg, map_.forward);
  for (JointId id = map_.pelvis; id.valid(); id = tree_.skeleton->parent(id)) taken_[BoneTree::place(id)] = 2;
  for (const std::vector<JointId>& chain : chains) mark(chain[0], 1);
  return {};
}

std::string BoneFinder::arms() {
  const double leg = tree_.reach[BoneTree::place(map_.legs[0].thigh.first)];
  const detail::LimbPair pair = detail::find_arms(tree_, taken_, map_.pelvis, map_.left, leg);
  if (!pair.valid()) return "arms are missing: no names tell of them, and no pair of limbs reaches out above the legs";
  map_.chest = tree_.above_both(pair.tops[0], pair.tops[1]);
  if (!map_.chest.valid() || map_.chest == pair.tops[0] || map_.chest == pair.tops[1])
    return "a chest is missing: no joint carries both arms";
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const std::vector<JointId> chain = detail::limb_chain(tree_, map_.chest, pair.tops[side]);
    const Result<BoneMap::ArmBones> arm = detail::name_arm(tree_, chain);
    if (!arm) return arm.error();
    map_.arms[side] = *arm;
    mark(chain[0], 3);
  }
  return {};
}

void BoneFinder::spine() {
  const JointId shared = tree_.above_both(map_.pelvis, map_.chest);
  for (JointId id = map_.chest; id.valid() && id != shared; id = tree_.skeleton->parent(id)) map_.spine.push_back(id);
  std::ranges::reverse(map_.spine);
  for (const JointId id : map_.spine) taken_[BoneTree::place(id)] = 4;
  taken_[BoneTree::place(map_.chest)] = 4;
}

/// By name the topmost that is called head, else a neck's last joint, else the way to what is highest above the chest.
void BoneFinder::head() {
  JointId named = kWorld, neck = kWorld, highest = kWorld;
  for (int i = 0; i < tree_.skeleton->joint_count(); ++i) {
    const JointId id{i};
    const char taken = taken_[BoneTree::place(id)];
    const BoneLabel& label = tree_.label(id);
    if (taken != 0 || label.helper) continue;
    if (label.kind == Head && !named.valid()) named = id;
    if (label.kind == Neck && !neck.valid()) neck = id;
    if (!highest.valid() || tree_.height(id) > tree_.height(highest)) highest = id;
  }
  const JointId goal = named.valid() ? named : neck.valid() ? tree_.chain(neck).back() : highest;
  if (!goal.valid() || (!named.valid() && !neck.valid() && tree_.height(goal) <= tree_.height(map_.chest))) return;
  std::vector<JointId> way;  // from above the trunk to the goal
  for (JointId id = goal; id.valid() && taken_[BoneTree::place(id)] == 0; id = tree_.skeleton->parent(id))
    way.push_back(id);
  std::ranges::reverse(way);
  if (named.valid()) {
    map_.head = {named, named};
    for (const JointId id : tree_.chain(named)) {
      if (tree_.label(id).kind != Head || tree_.label(id).helper) break;
      if (tree_.moves(id)) map_.head.last = id;
    }
    way.pop_back();
  } else {
    std::erase_if(way, [&](JointId id) { return !tree_.moves(id) || tree_.label(id).helper; });
    if (way.empty()) way.push_back(goal);
    map_.head = {way.back(), way.back()};
    way.pop_back();
  }
  if (!way.empty()) map_.neck = {way.front(), way.back()};
}

/// A trunk that lies level, with hands as low as the feet.
bool BoneFinder::stands_on_hands() const {
  const auto middle = [&](JointId a, JointId b) { return (tree_.position(a) + tree_.position(b)) * 0.5; };
  const Vec3 trunk = middle(map_.arms[0].upper_arm.first, map_.arms[1].upper_arm.first) -
                     middle(map_.legs[0].thigh.first, map_.legs[1].thigh.first);
  if (dot(trunk, tree_.up) > 0.5 * length(trunk)) return false;
  return std::ranges::all_of(
      map_.arms, [&](const BoneMap::ArmBones& arm) { return tree_.is_low(tree_.chain(arm.upper_arm.first).back()); });
}

Result<BoneMap> BoneFinder::find() {
  taken_.assign(tree_.at.size(), 0);
  std::string why = legs();
  if (why.empty()) why = arms();
  if (why.empty() && stands_on_hands()) why = "its trunk lies level and it stands on four limbs";
  if (!why.empty()) return Error{"no humanoid: " + why};
  spine();
  head();
  for (const auto& [entry, joint] : told_) {
    const Slot slot = slot_of(map_, *entry);
    if (slot.joint != nullptr) *slot.joint = joint;
    if (slot.segment != nullptr && slot.segment->first != joint) *slot.segment = {joint, joint};
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const char* name = side == 0 ? "left" : "right";
    if (!map_.legs[side].foot.valid())
      map_.notes.push_back(std::string("the ").append(name) + " leg ends without a foot");
    else if (!tree_.skeleton->is_above(map_.legs[side].shank.first, map_.legs[side].foot.first))
      map_.notes.push_back(std::string("the ").append(name) + " foot does not hang on its leg");
    if (!map_.arms[side].hand.valid())
      map_.notes.push_back(std::string("the ").append(name) + " arm ends without a hand");
  }
  if (!map_.head.valid()) map_.notes.emplace_back("there is no head");
  return std::move(map_);
}

}  // namespace

std::vector<JointId> joints_of(const Skeleton& skeleton, const BoneSegment& segment) {
  std::vector<JointId> joints;
  for (JointId id = segment.last; id.valid(); id = skeleton.parent(id)) {
    joints.push_back(id);
    if (id == segment.first) break;
  }
  std::ranges::reverse(joints);
  return joints;
}

std::span<const std::string_view> bone_names() { return kBoneNames; }

BoneSegment bone(const BoneMap& map, std::string_view name) {
  const BoneEntry* entry = find_entry(name);
  if (entry == nullptr) return {};
  BoneMap copy = map;  // slots are for writing; a map is small and this is no hot path
  const Slot slot = slot_of(copy, *entry);
  return slot.segment != nullptr ? *slot.segment : BoneSegment{*slot.joint, *slot.joint};
}

Result<BoneMap> find_bones(const Skeleton& skeleton, const Vec3& up, std::span<const BoneOverride> overrides) {
  BoneFinder finder(skeleton, up);
  const Result<bool> taken = finder.take(overrides);
  if (!taken) return Error{taken.error()};
  return finder.find();
}

}  // namespace kine
