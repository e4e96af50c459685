#include "kine/motion/body/bone_tree.h"

#include <algorithm>
#include <span>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/pose_values.h"

namespace kine::detail {
namespace {

// Shares, tried on the characters and robots that were at hand.
constexpr double kNearGround = 0.25;             // of the height: a joint below it whose ends part is a foot
constexpr double kBetter = 1.0001;               // a split must be so much better: of like ones the first is taken
constexpr double kThumbs = 1e-3, kHeels = 1e-2;  // of their length counts when a limb's end is looked for
// Of the limb: joints that are nearer are in one place, and hinges of a robot's hip or shoulder.
constexpr double kSamePlace = 0.03, kHipPlace = 0.12;

/// Values of 0 and turns of none, limits or not: where the rest transforms put the joints.
std::vector<double> values_at_rest(const Skeleton& skeleton) {
  std::vector<double> values(static_cast<std::size_t>(skeleton.value_count()), 0.0);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointKind kind = skeleton.kind(JointId{i});
    if (detail::has_quaternion(kind)) values[static_cast<std::size_t>(skeleton.first_value(JointId{i}) + 3)] = 1;
  }
  return values;
}

/// Limbs below `root` that reach the ground. A joint whose low ends separate only near the ground is one limb.
void add_limbs(const BoneTree& tree, const std::vector<int>& low_ends, JointId root, std::vector<JointId>& limbs) {
  std::vector<JointId> open{root};
  while (!open.empty()) {
    const JointId top = open.back();
    open.pop_back();
    JointId at = top;
    for (;;) {  // down to where the low ends separate
      JointId only = kWorld;
      int branches = 0;
      for (const JointId child : tree.children[BoneTree::place(at)]) {
        if (low_ends[BoneTree::place(child)] == 0) continue;
        only = child;
        ++branches;
      }
      if (branches != 1) break;
      at = only;
    }
    const bool near_ground = tree.height(at) <= tree.lowest + kNearGround * (tree.highest - tree.lowest);
    if (tree.is_leaf(at) || (top != root && near_ground)) {
      limbs.push_back(top);
      continue;
    }
    for (const JointId child : tree.children[BoneTree::place(at)])
      if (low_ends[BoneTree::place(child)] > 0) open.push_back(child);
  }
}

/// The two bones of like length that are most of the limb, among those that `told` leaves open. Without `fixed_end` the
/// limb's end must be a joint that moves. The score is 0 where there are none.
double best_split(const BoneTree& tree, std::span<const JointId> chain, const LimbSplit& told, bool fixed_end,
                  LimbSplit& best) {
  const int count = static_cast<int>(chain.size());
  const auto where = [&](int i) { return tree.position(chain[static_cast<std::size_t>(i)]); };
  const auto moves = [&](int i) { return tree.moves(chain[static_cast<std::size_t>(i)]); };
  const auto allowed = [](int known, int i) { return known < 0 || known == i; };
  const double whole = tree.reach[BoneTree::place(chain[0])];
  double best_score = 0;
  for (int u = 0; u < count; ++u) {
    if (!allowed(told.upper, u) || !moves(u)) continue;
    for (int l = u + 1; l < count; ++l) {
      if (!allowed(told.lower, l) || !moves(l)) continue;
      const double first = length(where(l) - where(u));
      double way = 0;
      for (int e = l + 1; e < count; ++e) {
        way += length(where(e) - where(e - 1));
        if (!allowed(told.end, e) || (told.end < 0 && !fixed_end && !moves(e))) continue;
        const double second = length(where(e) - where(l));
        const double longer = std::max<double>(first, second);
        if (!(first > 0 && second > 0)) continue;
        const double likeness = std::min<double>(first, second) / longer;
        const double straight =
            second / std::max<double>(way, second);  // a bone ends where the limb bends: at the ankle
        const double score = likeness * likeness * straight * straight * (first + second) / whole;
        if (score <= best_score * kBetter) continue;
        best_score = score;
        best = {u, l, e};
      }
    }
  }
  return best_score;
}

}  // namespace

BoneTree::BoneTree(const Skeleton& the_skeleton, const Vec3& the_up)
    : skeleton(&the_skeleton), up(normalised(the_up, kUnitY)) {
  const int count = skeleton->joint_count();
  const auto size = static_cast<std::size_t>(count);
  children.resize(size);
  reach.assign(size, 0.0);
  Frames frames(*skeleton);
  forward(*skeleton, values_at_rest(*skeleton), frames);
  for (int i = 0; i < count; ++i) {
    const JointId id{i};
    at.push_back(frames.position(id));
    end.push_back(id);
    labels.push_back(read_bone_name(skeleton->name(id)));
    if (skeleton->parent(id).valid()) children[place(skeleton->parent(id))].push_back(id);
    lowest = i == 0 ? height(id) : std::min<double>(lowest, height(id));
    highest = i == 0 ? height(id) : std::max<double>(highest, height(id));
  }
  for (int i = count - 1; i >= 0; --i) {
    const JointId parent = skeleton->parent(JointId{i});
    if (!parent.valid()) continue;
    const double way = reach[static_cast<std::size_t>(i)] + length(position(JointId{i}) - position(parent));
    if (way < reach[place(parent)]) continue;
    reach[place(parent)] = way;
    end[place(parent)] = end[static_cast<std::size_t>(i)];
  }
}

JointId BoneTree::above_both(JointId a, JointId b) const {
  while (a != b) {  // parents have smaller indices: the later of the two cannot be above the other
    JointId& later = a.index > b.index ? a : b;
    later = skeleton->parent(later);
    if (!later.valid()) return kWorld;
  }
  return a;
}

JointId BoneTree::towards(JointId from, JointId to) const {
  while (to.valid() && skeleton->parent(to) != from) to = skeleton->parent(to);
  return to;
}

std::vector<JointId> BoneTree::chain(JointId root) const {
  std::vector<JointId> joints{root};
  while (!is_leaf(joints.back())) {
    const JointId here = joints.back();
    JointId best = kWorld;
    double best_way = -1;
    for (const JointId child : children[place(here)]) {
      double way = length(position(child) - position(here)) + reach[place(child)];
      if (label(child).thumb || label(child).helper) way *= kThumbs;
      if (label(child).kind == BoneKind::Heel) way *= kHeels;
      if (way <= best_way) continue;
      best = child;
      best_way = way;
    }
    joints.push_back(best);
  }
  return joints;
}

std::vector<JointId> standing_limbs(const BoneTree& tree) {
  const int count = tree.skeleton->joint_count();
  std::vector<int> low_ends(static_cast<std::size_t>(count), 0);
  for (int i = count - 1; i >= 0; --i) {
    int& own = low_ends[static_cast<std::size_t>(i)];
    if (tree.is_leaf(JointId{i}) && tree.is_low(JointId{i})) own = 1;
    const JointId parent = tree.skeleton->parent(JointId{i});
    if (parent.valid() && own > 0) low_ends[BoneTree::place(parent)] += own;
  }
  std::vector<JointId> limbs;
  for (int i = 0; i < count; ++i) {
    if (!tree.skeleton->parent(JointId{i}).valid() && low_ends[static_cast<std::size_t>(i)] > 0)
      add_limbs(tree, low_ends, JointId{i}, limbs);
  }
  return limbs;
}

void split_limb(const BoneTree& tree, const std::vector<JointId>& chain, LimbSplit& split) {
  constexpr std::size_t kMost = 32;  // real limbs have fewer joints; the search is cubic
  const double whole = tree.reach[BoneTree::place(chain[0])];
  if (!(whole > 0)) return;
  constexpr double kLeast = 0.02;  // below it the "bones" are a stump and a limb
  const std::span<const JointId> joints(chain.data(), std::min(chain.size(), kMost));
  LimbSplit best = split;
  if (best_split(tree, joints, split, false, best) < kLeast && best_split(tree, joints, split, true, best) < kLeast)
    return;
  // Of joints in one place, the topmost begins the segment. The hinges of a robot's hip or shoulder lie further apart.
  const auto to_first = [&](int told, int above, double hinge_gap, int& i) {
    while (told < 0 && i - 1 > above) {
      const JointId here = chain[static_cast<std::size_t>(i)], before = chain[static_cast<std::size_t>(i - 1)];
      const double gap = tree.skeleton->kind(before) == JointKind::Hinge ? hinge_gap : kSamePlace;
      if (!tree.moves(before) || length(tree.position(here) - tree.position(before)) > gap * whole) return;
      --i;
    }
  };
  to_first(split.end, best.lower, kSamePlace, best.end);
  to_first(split.lower, best.upper, kSamePlace, best.lower);
  to_first(split.upper, -1, kHipPlace, best.upper);
  split = best;
}

}  // namespace kine::detail
