#include "kine/motion/body/bone_limbs.h"

#include <algorithm>
#include <bit>

#include "kine/core/internal/text.h"

namespace kine::detail {
namespace {

// Shares of a limb's length where nothing else is said, tried on the characters and robots that were at hand.
constexpr double kInFront = 0.04;    // toes are so far ahead of the ankle
constexpr double kLeastArm = 0.3;    // of the leg: shorter limbs are no arms
constexpr double kAside = 0.05;      // of the leg: an arm begins so far from the middle
constexpr double kAlike = 0.9;       // of the longer arm: two that differ more are no pair
constexpr double kOnePlace = 0.08;   // of the widest distance between the legs: above it they have parted
constexpr double kSamePlace = 0.03;  // joints that lie nearer to each other are in one place

using enum BoneKind;

/// Which third of a limb a name speaks of, as a bit; names of the whole limb speak of none.
unsigned third(BoneKind kind) {
  switch (kind) {
    case Hip:
    case Thigh:
    case Shoulder:
    case Collar:
    case UpperArm:
      return 1;
    case Shank:
    case Forearm:
      return 2;
    case Foot:
    case Toes:
    case Heel:
    case Hand:
    case Finger:
      return 4;
    default:
      return 0;
  }
}

/// The topmost joints of the limbs of one side that names tell of: two thirds of it are named, or the whole thrice, or
/// the user says so.
std::vector<JointId> named_limbs(const BoneTree& tree, BodySide side, bool (*is_kind)(BoneKind)) {
  const std::size_t count = tree.at.size();
  std::vector<int> top(count, -1), whole(count, 0);
  std::vector<unsigned> thirds(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const JointId id{static_cast<int>(i)};
    const JointId parent = tree.skeleton->parent(id);
    if (parent.valid()) top[i] = top[BoneTree::place(parent)];
    const BoneLabel& label = tree.labels[i];
    if (label.helper || label.side != side || !is_kind(label.kind)) continue;
    if (top[i] < 0) top[i] = static_cast<int>(i);
    const auto t = static_cast<std::size_t>(top[i]);
    thirds[t] |= third(label.kind);
    whole[t] += label.told ? 3 : tree.moves(id) ? 1 : 0;
  }
  std::vector<JointId> limbs;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::popcount(thirds[i]) >= 2 || whole[i] >= 3) limbs.push_back(JointId{static_cast<int>(i)});
  }
  return limbs;
}

double level_distance(const BoneTree& tree, const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  return length(way - tree.up * dot(way, tree.up));
}

int first_of(const BoneTree& tree, const std::vector<JointId>& chain, int from, std::initializer_list<BoneKind> kinds) {
  for (auto i = static_cast<std::size_t>(from); i < chain.size(); ++i) {
    const BoneLabel& label = tree.label(chain[i]);
    if (label.helper || (!tree.moves(chain[i]) && tree.is_leaf(chain[i]))) continue;
    if (std::ranges::find(kinds, label.kind) != kinds.end()) return static_cast<int>(i);
  }
  return -1;
}

/// The joints of a chain from one place to before another; the last that moves carries the bone.
BoneSegment segment(const BoneTree& tree, const std::vector<JointId>& chain, int from, int before) {
  BoneSegment out{chain[static_cast<std::size_t>(from)], chain[static_cast<std::size_t>(from)]};
  for (int i = from + 1; i < before; ++i)
    if (tree.moves(chain[static_cast<std::size_t>(i)])) out.last = chain[static_cast<std::size_t>(i)];
  return out;
}

/// A foot that hangs on another joint than its leg, as the targets of an animator's rig do.
JointId foot_elsewhere(const BoneTree& tree, BodySide side) {
  if (side == BodySide::None) return kWorld;
  for (int i = 0; i < tree.skeleton->joint_count(); ++i) {
    const BoneLabel& label = tree.label(JointId{i});
    if (label.kind == Foot && label.side == side && !label.helper && tree.moves(JointId{i})) return JointId{i};
  }
  return kWorld;
}

/// Toes and the foot's end, behind `end` in the chain. A toe is clearly before the ankle, a sole is below it.
void name_toes(const BoneTree& tree, const std::vector<JointId>& chain, int end, double whole, BoneMap::LegBones& leg) {
  const Vec3& ankle = tree.position(chain[static_cast<std::size_t>(end)]);
  const auto in_front = [&](JointId id) { return level_distance(tree, ankle, tree.position(id)) > kInFront * whole; };
  int toes = first_of(tree, chain, end + 1, {Toes});
  for (std::size_t i = static_cast<std::size_t>(end) + 1; toes < 0 && i < chain.size(); ++i) {
    if (tree.moves(chain[i]) && in_front(chain[i]) && !tree.label(chain[i]).helper) toes = static_cast<int>(i);
  }
  const int count = static_cast<int>(chain.size());
  if (toes >= 0) leg.toes = chain[static_cast<std::size_t>(toes)];
  leg.foot = segment(tree, chain, end, toes >= 0 ? toes : count);
  const JointId tip = chain.back();
  if (tip == leg.toes || tip == leg.foot.last || !in_front(tip) || tree.label(tip).helper) return;
  const bool turns_back = leg.toes.valid() && dot(tree.position(tip) - ankle, tree.position(leg.toes) - ankle) < 0;
  if (!turns_back) leg.toe_tip = tip;  // some files have split that lie anywhere
}

}  // namespace

Result<LimbPair> find_legs(const BoneTree& tree) {
  const std::vector<JointId> left = named_limbs(tree, BodySide::Left, [](BoneKind kind) { return is_leg(kind); });
  const std::vector<JointId> right = named_limbs(tree, BodySide::Right, [](BoneKind kind) { return is_leg(kind); });
  if (left.size() == 1 && right.size() == 1) return LimbPair{{left[0], right[0]}, true};
  if (left.size() > 1 || right.size() > 1)
    return Error{"it has " + std::to_string(left.size()) + " legs on its left and " + std::to_string(right.size()) +
                 " on its right, and a humanoid has one on each side"};
  const std::vector<JointId> limbs = standing_limbs(tree);
  if (limbs.size() == 2) return LimbPair{{limbs[0], limbs[1]}, false};
  if (limbs.size() < 2)
    return Error{"legs are missing: no names tell of them, and no two limbs reach down to the ground"};
  return Error{"it stands on " + std::to_string(limbs.size()) + " limbs, and a humanoid has two legs"};
}

LimbPair find_arms(const BoneTree& tree, const std::vector<char>& taken, JointId pelvis, const Vec3& left, double leg) {
  LimbPair pair;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    double best = 0;
    const auto body_side = side == 0 ? BodySide::Left : BodySide::Right;
    for (const JointId top : named_limbs(tree, body_side, [](BoneKind kind) { return is_arm(kind); })) {
      if (taken[BoneTree::place(top)] != 0 || tree.reach[BoneTree::place(top)] <= best) continue;
      best = tree.reach[BoneTree::place(top)];
      pair.tops[side] = top;
    }
  }
  pair.sided = true;
  if (pair.tops[0].valid() && pair.tops[1].valid()) return pair;
  pair.tops = {kWorld, kWorld};
  double best = kLeastArm * leg;
  const Vec3& middle = tree.position(pelvis);
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    if (taken[i] == 1) continue;
    std::array<JointId, 2> longest{kWorld, kWorld};
    std::array<double, 2> way{0, 0};
    for (const JointId child : tree.children[i]) {
      if (taken[BoneTree::place(child)] != 0) continue;
      const double out = dot(tree.position(tree.end[BoneTree::place(child)]) - middle, left);
      const std::size_t side = out > 0 ? 0 : 1;
      const double own = tree.reach[BoneTree::place(child)];
      if ((out > 0 ? out : -out) < kAside * leg || own <= way[side]) continue;
      way[side] = own;
      longest[side] = child;
    }
    const double shorter = std::min<double>(way[0], way[1]);
    if (shorter <= best || shorter < kAlike * std::max<double>(way[0], way[1])) continue;
    best = shorter;
    pair.tops = longest;
  }
  return pair;
}

std::vector<JointId> limb_chain(const BoneTree& tree, JointId trunk, JointId top) {
  std::vector<JointId> chain = tree.chain(top);
  std::vector<JointId> above;
  for (JointId id = tree.skeleton->parent(top); id.valid() && id != trunk; id = tree.skeleton->parent(id))
    above.push_back(id);
  chain.insert(chain.begin(), above.rbegin(), above.rend());
  return chain;
}

Result<BoneMap::LegBones> name_leg(const BoneTree& tree, std::vector<JointId> chain,
                                   const std::vector<JointId>& other) {
  const auto apart = [&](std::size_t i) {
    return level_distance(tree, tree.position(chain[i]), tree.position(other[std::min(i, other.size() - 1)]));
  };
  double widest = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) widest = std::max<double>(widest, apart(i));
  std::size_t hip = 0;
  while (hip + 1 < chain.size() && apart(hip) < kOnePlace * widest) ++hip;
  const JointId top = chain[0];
  chain.erase(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(hip));

  LimbSplit split;
  split.upper = first_of(tree, chain, 0, {Hip, Thigh});
  split.lower = first_of(tree, chain, split.upper + 1, {Shank});
  if (split.lower < 0 && split.upper >= 0) split.lower = first_of(tree, chain, split.upper + 1, {Leg});
  if (split.lower >= 0) split.end = first_of(tree, chain, split.lower + 1, {Foot});
  split_limb(tree, chain, split);
  if (split.upper < 0 || split.lower < 0)
    return Error{"the leg of " + quoted(tree.skeleton->name(top)) +
                 " has no knee: it needs a hip and a knee that bend"};
  BoneMap::LegBones leg;
  const int count = static_cast<int>(chain.size());
  leg.thigh = segment(tree, chain, split.upper, split.lower);
  leg.shank = segment(tree, chain, split.lower, split.end >= 0 ? split.end : count);
  const double whole = tree.reach[BoneTree::place(chain[static_cast<std::size_t>(split.upper)])];
  if (split.end >= 0) name_toes(tree, chain, split.end, whole, leg);
  if (!leg.foot.valid() || (!tree.moves(leg.foot.first) && tree.label(leg.foot.first).kind != Foot)) {
    const JointId foot = foot_elsewhere(tree, tree.label(leg.thigh.first).side);
    if (foot.valid()) {
      leg.foot = {foot, foot};
      leg.toe_tip = kWorld;
    }
  }
  return leg;
}

Result<BoneMap::ArmBones> name_arm(const BoneTree& tree, const std::vector<JointId>& chain) {
  LimbSplit split;
  const int collar = first_of(tree, chain, 0, {Collar});
  const int shoulder = first_of(tree, chain, 0, {Shoulder});
  const int lower = first_of(tree, chain, 0, {Forearm});
  split.upper = first_of(tree, chain, 0, {UpperArm});
  if (split.upper < 0 && lower >= 0 && (collar >= 0 || shoulder >= 0)) split.upper = first_of(tree, chain, 0, {Arm});
  // A robot's shoulder of hinges belongs to the upper arm.
  const bool hinged =
      shoulder >= 0 && tree.skeleton->kind(chain[static_cast<std::size_t>(shoulder)]) == JointKind::Hinge;
  if (shoulder >= 0 && (split.upper < 0 || hinged)) split.upper = shoulder;
  if (lower > split.upper) split.lower = lower;
  if (split.lower >= 0) split.end = first_of(tree, chain, split.lower + 1, {Hand});
  split_limb(tree, chain, split);
  if (split.upper < 0 || split.lower < 0)
    return Error{"the arm of " + quoted(tree.skeleton->name(chain[0])) +
                 " has no elbow: it needs a shoulder and an elbow that bend"};
  BoneMap::ArmBones arm;
  const int count = static_cast<int>(chain.size());
  if (split.upper > 0) arm.collar = chain[static_cast<std::size_t>(split.upper) - 1];
  if (collar >= 0 && collar < split.upper) arm.collar = chain[static_cast<std::size_t>(collar)];
  arm.upper_arm = segment(tree, chain, split.upper, split.lower);
  arm.forearm = segment(tree, chain, split.lower, split.end >= 0 ? split.end : count);
  if (split.end < 0) return arm;
  int after = split.end + 1;  // the wrist's further joints: named so, or in the same place
  const double whole = tree.reach[BoneTree::place(chain[static_cast<std::size_t>(split.upper)])];
  const Vec3& wrist = tree.position(chain[static_cast<std::size_t>(split.end)]);
  while (after < count) {
    const JointId id = chain[static_cast<std::size_t>(after)];
    const BoneKind kind = tree.label(id).kind;
    if (kind == Finger || tree.label(id).end ||
        (kind != Hand && length(tree.position(id) - wrist) > kSamePlace * whole))
      break;
    ++after;
  }
  arm.hand = segment(tree, chain, split.end, after);
  return arm;
}

JointId find_heel(const BoneTree& tree, const BoneMap::LegBones& leg, const Vec3& forward) {
  if (!leg.foot.valid()) return kWorld;
  const double whole = tree.reach[BoneTree::place(leg.thigh.first)];
  JointId heel = kWorld;
  for (JointId id = leg.foot.last; id.valid(); id = tree.skeleton->parent(id)) {
    for (const JointId child : tree.children[BoneTree::place(id)]) {
      const BoneLabel& label = tree.label(child);
      if (label.kind == Heel && !label.helper) return child;
      const bool behind = dot(tree.position(child) - tree.position(leg.foot.last), forward) < -kSamePlace * whole;
      if (behind && !label.helper && tree.is_leaf(child) && child != leg.toes && child != leg.toe_tip) heel = child;
    }
    if (id == leg.foot.first) break;
  }
  return heel;
}

}  // namespace kine::detail
