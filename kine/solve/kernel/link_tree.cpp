#include "kine/solve/kernel/link_tree.h"

#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/pose.h"

namespace kine::kernel {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// What the builder notes about a joint of the skeleton.
struct Note {
  Transform rigid{};     // the frame of its link (the world, if there is none) from the joint
  int link = -1;         // the last link at or above it
  int first_child = -1;  // of those that lead to a goal
  int next_sibling = -1;
  int first_goal = -1;
  bool needed = false;
};

class TreeBuilder {
 public:
  TreeBuilder(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose, Scratch& scratch)
      : skeleton_(skeleton),
        goals_(goals),
        pose_(pose),
        notes_(scratch.take<Note>(index(skeleton.joint_count()))),
        next_goal_(scratch.take<int>(goals.size())) {
    find_needed();
    tree_.links = scratch.take<TreeLink>(count_links());
    tree_.tips = scratch.take<TreeTip>(goals.size());
  }

  LinkTree build() {
    walk();
    tree_.links = tree_.links.first(links_);
    tree_.one_chain = tree_.tips.size() == 1;
    join_followers();
    share_out();
    return tree_;
  }

 private:
  const Skeleton::Part& part(int joint) const { return skeleton_.parts()[index(joint)]; }

  void find_needed() {
    for (int i = 0; i < skeleton_.joint_count(); ++i) notes_[index(i)] = Note{};
    for (std::size_t g = goals_.size(); g-- > 0;) {
      const int joint = goals_[g].joint.index;
      next_goal_[g] = notes_[index(joint)].first_goal;
      notes_[index(joint)].first_goal = static_cast<int>(g);
      for (int i = joint; i >= 0 && !notes_[index(i)].needed; i = part(i).parent) {
        notes_[index(i)].needed = true;
        int& first = part(i).parent < 0 ? first_root_ : notes_[index(part(i).parent)].first_child;
        notes_[index(i)].next_sibling = first;
        first = i;
      }
    }
  }

  std::size_t count_links() const {
    std::size_t count = goals_.size();
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      if (notes_[index(i)].needed) count += part(i).axis_count;
    return count;
  }

  /// Depth first, without a stack: down to the first child, else on to the next sibling of it or of whom it hangs on.
  void walk() {
    int joint = first_root_;
    while (joint >= 0) {
      add(joint);
      if (notes_[index(joint)].first_child >= 0) {
        joint = notes_[index(joint)].first_child;
        continue;
      }
      while (joint >= 0) {
        close(joint);
        if (notes_[index(joint)].next_sibling >= 0) {
          joint = notes_[index(joint)].next_sibling;
          break;
        }
        joint = part(joint).parent;
      }
    }
  }

  void close(int joint) {
    // All links of this joint, and no others, hang between the parent's link and its own.
    const int stop = part(joint).parent < 0 ? -1 : notes_[index(part(joint).parent)].link;
    for (int k = notes_[index(joint)].link; k != stop; k = tree_.links[index(k)].above) {
      tree_.links[index(k)].end = static_cast<int>(links_);
      tree_.links[index(k)].end_tip = static_cast<int>(tips_);
    }
  }

  void add(int joint) {
    const Skeleton::Part& p = part(joint);
    const Note* above = p.parent < 0 ? nullptr : &notes_[index(p.parent)];
    link_ = above ? above->link : -1;
    rigid_ = above ? above->rigid : Transform{};
    rigid_.translation = rigid_ * p.rest_translation;
    if (p.rest_rotation != Quat{}) rigid_.rotation = rigid_.rotation * p.rest_rotation;
    switch (p.kind) {
      case JointKind::Fixed:
        break;
      case JointKind::Hinge:
        add_axis(p, Motion::Hinge, 0, p.axis);
        break;
      case JointKind::Slider:
        add_axis(p, Motion::Slide, 0, p.axis);
        break;
      case JointKind::Euler:
        for (int k = 0; k < p.axis_count; ++k)
          add_axis(p, Motion::Hinge, k, skeleton_.description({joint}).euler_axes[index(k)]);
        break;
      case JointKind::Free:
        add_axis(p, Motion::Slide, 3, kUnitX);
        add_axis(p, Motion::Slide, 4, kUnitY);
        add_axis(p, Motion::Slide, 5, kUnitZ);
        add_ball(p, nullptr);
        break;
      case JointKind::Ball: {
        const BallLimits& limits = skeleton_.description({joint}).ball;
        add_ball(p, limits.has_swing() || limits.has_twist() ? &limits : nullptr);
        break;
      }
    }
    notes_[index(joint)].link = link_;
    notes_[index(joint)].rigid = rigid_;
    for (int g = notes_[index(joint)].first_goal; g >= 0; g = next_goal_[index(g)]) add_tip(g);
  }

  void add_tip(int g) {
    TreeTip& tip = tree_.tips[tips_++];
    tip = TreeTip{};
    tip.goal = &goals_[index(g)];
    tip.number = g;
    const int carrier = link_;
    const Transform rigid = rigid_;
    rigid_.translation = rigid_ * tip.goal->offset;
    TreeLink& end = new_link(Motion::End, 0);
    end.end = static_cast<int>(links_);
    end.end_tip = static_cast<int>(tips_);
    end.first_tip = end.end_tip - 1;
    tip.link = static_cast<int>(links_) - 1;
    link_ = carrier;
    rigid_ = rigid;
  }

  const Skeleton::Freedom& freedom(const Skeleton::Part& p, int component) const {
    return skeleton_.freedoms()[index(skeleton_.axes()[index(p.first_axis + component)].freedom)];
  }

  TreeLink& new_link(Motion motion, int place) {
    TreeLink& link = tree_.links[links_];
    link = TreeLink{};
    link.motion = motion;
    link.place = place;
    link.above = link_;
    link.offset = rigid_.translation;
    link.rest = rigid_.rotation;
    link.plain_rest = link.rest == Quat{};
    link.first_tip = static_cast<int>(tips_);
    link_ = static_cast<int>(links_++);
    rigid_ = {};
    return link;
  }

  void add_axis(const Skeleton::Part& p, Motion motion, int component, const Vec3& axis) {
    const int value = p.first_value + component + (p.kind == JointKind::Free ? 1 : 0);
    const Skeleton::Source& source = skeleton_.sources()[index(value)];
    const double amount = source.factor * pose_[index(source.value)] + source.offset;
    const Skeleton::Freedom& own = freedom(p, component);
    const bool follows = source.value != value;
    if (own.fixed || (follows && !notes_[index(own.joint.index)].needed)) {
      if (motion == Motion::Hinge) {
        rigid_.rotation = rigid_.rotation * from_axis_angle(axis, amount);
      } else {
        rigid_.translation = rigid_ * (axis * amount);
      }
      return;
    }
    TreeLink& link = new_link(motion, value);
    link.axis = axis;
    link.limits = own.limits;
    link.checked = own.limits != Range{};
    link.amount = own.limits.clamp(amount);
    link.share = {own.weight, own.weight, own.weight};
    if (follows) {
      link.leader = source.value;  // for now the value; join_followers finds the link
      link.factor = source.factor;
      link.addend = source.offset;
      tree_.has_followers = true;
    }
    tree_.only_balls = false;
  }

  void add_ball(const Skeleton::Part& p, const BallLimits* limits) {
    const double* v = pose_.data() + p.first_value;
    const Quat rotation = normalised(Quat{v[0], v[1], v[2], v[3]});
    const auto willing = [&](int k) { return freedom(p, k).fixed ? 0 : freedom(p, k).weight; };
    const Vec3 share{willing(0), willing(1), willing(2)};
    if (share == Vec3{}) {
      rigid_.rotation = rigid_.rotation * rotation;
      return;
    }
    TreeLink& link = new_link(Motion::Ball, p.first_value);
    link.value = rotation;
    link.share = share;
    tree_.only_balls &= !limits && link.plain_rest;
    if (!limits) return;
    link.ball = limits;
    const double swing = std::fmin(limits->swing_first, limits->swing_second);
    link.safe_swing = limits->has_swing() ? cos(swing / 2) + 1e-12 : -1;
    const double twist = std::fmin(-limits->twist.lower, limits->twist.upper);
    link.safe_twist = !limits->has_twist() ? kInfinity : twist <= 0 ? -1 : sin(twist / 2) / cos(twist / 2) - 1e-12;
    clamp_ball(link);
  }

  void join_followers() {
    if (!tree_.has_followers) return;
    for (TreeLink& link : tree_.links) {
      if (link.leader < 0) continue;
      const int value = link.leader;
      link.leader = -1;
      for (std::size_t k = 0; k < tree_.links.size(); ++k) {
        TreeLink& other = tree_.links[k];
        const bool plain = other.motion == Motion::Hinge || other.motion == Motion::Slide;
        if (!plain || other.place != value) continue;
        link.leader = static_cast<int>(k);
        other.leads = true;
      }
    }
    follow_leaders(tree_);
  }

  /// Weights become shares: that of the most willing link is one.
  void share_out() {
    double most = 0;
    for (const TreeLink& link : tree_.links)
      if (link.motion != Motion::End)
        most = std::fmax(most, std::fmax(link.share.x, std::fmax(link.share.y, link.share.z)));
    for (TreeLink& link : tree_.links) {
      if (link.motion == Motion::End) continue;
      if (link.share != Vec3{most, most, most}) {
        link.share = link.share * (1 / most);
        link.whole = false;
        tree_.has_shares = true;
      } else {
        link.share = {1, 1, 1};
      }
    }
    tree_.only_balls &= !tree_.has_shares;
  }

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  std::span<const double> pose_;
  std::span<Note> notes_;
  std::span<int> next_goal_;
  LinkTree tree_;
  std::size_t links_ = 0, tips_ = 0;
  int first_root_ = -1;
  int link_ = -1;
  Transform rigid_{};
};

void read_tip(const LinkTree& tree, TreeTip& tip) {
  tip.at = tree.links[index(tip.link)].at;
  tip.turn = tree.links[index(tip.link)].world;
}

/// The bones that carry a tip: their sum, the longest, and whether they keep their length.
void measure_reach(const LinkTree& tree, TreeTip& tip) {
  double sum = 0, longest = 0;
  bool slides = false;
  Vec3 base{};
  for (int k = tip.link; k >= 0; k = tree.links[index(k)].above) {
    const TreeLink& link = tree.links[index(k)];
    slides |= link.motion == Motion::Slide;
    if (link.above < 0) {
      base = link.offset;
      continue;
    }
    const double bone = length(link.seat());
    sum += bone;
    longest = std::fmax(longest, bone);
  }
  tip.reach = sum;
  if (!tip.has_position || slides) return;
  const double distance = length(tip.wanted - base), room = 1e-12 * sum;
  tip.too_far = distance > sum + room;
  tip.too_near = distance < 2 * longest - sum - room;
}

void set_tip(LinkTree& tree, TreeTip& tip, const Tolerance& tolerance, double heaviest) {
  const Goal& goal = *tip.goal;
  read_tip(tree, tip);
  tip.has_position = goal.kind != GoalKind::Orient;
  tip.has_turn = goal.kind != GoalKind::Reach;
  tip.weight = goal.weight / heaviest;
  tip.wanted = tip.at + (goal.target - tip.at) * goal.fade;
  if (goal.fade == 1) tip.wanted = goal.target;
  if (tip.has_turn) {
    tip.wanted_turn = normalised(goal.orientation);
    if (goal.fade < 1) tip.wanted_turn = slerp(tip.turn, tip.wanted_turn, goal.fade);
  }
  measure_reach(tree, tip);
  const double size = tip.reach > 0 ? tip.reach : length(tip.wanted - tip.at);
  tip.tolerance = tolerance.metres > 0 ? tolerance.metres : tolerance.position * size;
  tree.reach = std::fmax(tree.reach, tip.reach);
}

double turn_error(const TreeTip& tip) { return angle_of(conjugate(tip.wanted_turn) * tip.turn); }

/// A number between -1 and 1 that looks random (the finaliser of Steele, Lea and Flood's SplitMix64).
double scatter(std::uint64_t n) {
  n = (n + 1) * 0x9e3779b97f4a7c15u;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
  n ^= n >> 31;
  return static_cast<double>(n >> 11) * 0x1p-52 - 1;
}

}  // namespace

std::size_t tree_bytes(const Skeleton& skeleton, std::size_t goal_count) {
  const auto joints = index(skeleton.joint_count()), axes = index(skeleton.axis_count());
  return joints * sizeof(Note) + (axes + goal_count) * sizeof(TreeLink) + goal_count * (sizeof(TreeTip) + sizeof(int)) +
         4 * alignof(std::max_align_t);
}

const char* fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance,
                     int max_iterations, std::span<const double> pose, const Abilities& abilities) {
  if (static_cast<int>(pose.size()) != skeleton.value_count()) return "the pose is not one of this skeleton";
  if (!is_usable(skeleton, pose)) return "the pose has a number that is not finite, or a quaternion without length";
  if (!(tolerance.position > 0) || !(tolerance.angle > 0) || !(tolerance.metres >= 0))
    return "a tolerance must be positive";
  if (max_iterations < 0) return "max_iterations must not be negative";
  if (skeleton.has_scale()) return "this method takes no skeleton with scales: use Jacobian or FullBody";
  for (const Goal& goal : goals) {
    if (const char* fault = fault_of(skeleton, goal)) return fault;
    const bool taken = goal.kind == GoalKind::Reach || (goal.kind == GoalKind::Place && abilities.place) ||
                       (goal.kind == GoalKind::Orient && abilities.orient);
    if (!taken) return abilities.refuses_kind;
    if (goal.frame != kWorld) return "this method takes goals measured in the world only: use FullBody";
    if (goal.priority != goals[0].priority) return "this method knows no priorities: use FullBody";
    for (const Range& bound : goal.bounds)
      if (bound != Goal::kExact) return "this method takes exact goals only, without bounds: use FullBody";
  }
  return nullptr;
}

LinkTree make_tree(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance,
                   std::span<const double> pose, Scratch& scratch) {
  LinkTree tree = TreeBuilder(skeleton, goals, pose, scratch).build();
  for (TreeLink& link : tree.links)
    if (link.motion == Motion::Hinge) link.value = from_axis_angle(link.axis, link.amount);
  place_links(tree);
  double heaviest = 0;
  for (const Goal& goal : goals) heaviest = std::fmax(heaviest, goal.weight);
  for (TreeTip& tip : tree.tips) set_tip(tree, tip, tolerance, heaviest);
  return tree;
}

void place_links(LinkTree& tree) {
  if (tree.only_balls && tree.one_chain) {
    Quat turn{};
    Vec3 at{};
    for (TreeLink& link : tree.links) {
      at += rotate(turn, link.offset);
      turn = link.motion == Motion::End ? turn * link.rest : turn * link.value;
      link.at = at;
      link.world = turn;
    }
    return;
  }
  for (TreeLink& link : tree.links) place_link(tree.links, link);
}

BoneLength bone_length(const TreeLink& link) {
  if (link.motion != Motion::Slide) {
    const double bone = length(link.offset);
    return {bone, bone};
  }
  const double along = dot(rotate(link.rest, link.axis), link.offset);
  const double aside = std::fmax(0, dot(link.offset, link.offset) - along * along);
  const double lower = link.limits.lower + along, upper = link.limits.upper + along;
  const double least = lower <= 0 && upper >= 0 ? 0 : std::fmin(std::abs(lower), std::abs(upper));
  const double most = std::fmax(std::abs(lower), std::abs(upper));
  return {std::sqrt(aside + least * least), std::sqrt(aside + most * most)};
}

void follow_leaders(LinkTree& tree) {
  for (TreeLink& link : tree.links) {
    if (link.leader < 0) continue;
    link.amount = link.factor * tree.links[index(link.leader)].amount + link.addend;
    if (link.motion == Motion::Hinge) link.value = from_axis_angle(link.axis, link.amount);
  }
}

double merit(LinkTree& tree) {
  double sum = 0;
  for (TreeTip& tip : tree.tips) {
    read_tip(tree, tip);
    if (tip.has_position) {
      const Vec3 off = tip.wanted - tip.at;
      const double size = tip.reach > 0 ? tip.reach : 1;
      sum += tip.weight * dot(off, off) / (size * size);
    }
    if (tip.has_turn) {
      const Quat d = conjugate(tip.wanted_turn) * tip.turn;
      sum += tip.weight * (d.x * d.x + d.y * d.y + d.z * d.z);  // the sine of half the angle: no trigonometry
    }
  }
  return sum;
}

bool all_reached(const LinkTree& tree, const Tolerance& tolerance) {
  for (const TreeTip& tip : tree.tips) {
    const Vec3 off = tip.wanted - tip.at;
    if (tip.has_position && !(dot(off, off) <= tip.tolerance * tip.tolerance)) return false;
    if (!tip.has_turn) continue;
    const Quat d = conjugate(tip.wanted_turn) * tip.turn;  // far off the sine alone answers
    if (dot(d.vector(), d.vector()) > tolerance.angle * tolerance.angle || turn_error(tip) > tolerance.angle)
      return false;
  }
  return true;
}

void keep_values(LinkTree& tree) {
  for (TreeLink& link : tree.links) {
    link.kept = link.value;
    link.kept_amount = link.amount;
  }
}

void restore_values(LinkTree& tree) {
  for (TreeLink& link : tree.links) {
    link.value = link.kept;
    link.amount = link.kept_amount;
  }
}

void shake(LinkTree& tree, int round, double size) {
  std::uint64_t n = static_cast<std::uint64_t>(round) << 32;
  for (TreeLink& link : tree.links) {
    const Vec3 by{scatter(n) * size, scatter(n + 1) * size, scatter(n + 2) * size};
    n += 3;
    if (link.motion == Motion::Ball) {
      const Vec3 half = link.whole ? by : scaled(by, link.share);
      link.value = normalised(link.value * Quat{half.x, half.y, half.z, 1});
      clamp_ball(link);
    } else if (link.motion == Motion::Hinge && link.leader < 0) {
      link.amount = link.limits.clamp(link.amount + 2 * by.x);
      link.value = from_axis_angle(link.axis, link.amount);
    } else if (link.motion == Motion::Slide && link.leader < 0) {
      link.amount = link.limits.clamp(link.amount + by.x * tree.reach);
    }
  }
  if (tree.has_followers) follow_leaders(tree);
  place_links(tree);
}

Progress start(LinkTree& tree, int max_iterations, int shakes) {
  keep_values(tree);
  bool hopeless = false;
  for (const TreeTip& tip : tree.tips) hopeless |= tip.too_far || tip.too_near;
  return Progress({max_iterations, shakes, tree.has_shares, hopeless}, merit(tree));
}

bool judge(LinkTree& tree, const Tolerance& tolerance, Progress& progress) {
  if (progress.judge(merit(tree))) {
    keep_values(tree);
    if (all_reached(tree, tolerance)) return true;
  }
  if (progress.wants_shake()) {
    restore_values(tree);
    shake(tree, progress.round(), progress.shake_size());
    progress.shaken(merit(tree));
  }
  return false;
}

bool clamp_ball(TreeLink& link) {
  if (!link.ball) return false;
  const double along = dot(link.value.vector(), link.ball->twist_axis), w = link.value.w;
  const double swing_squared = along * along + w * w;
  const bool swing_fits = link.safe_swing < 0 || swing_squared >= link.safe_swing * link.safe_swing;
  if (swing_fits && std::abs(along) <= link.safe_twist * std::abs(w)) return false;
  const Quat before = link.value;
  link.value = clamp_to_limits(*link.ball, normalised(before));
  return link.value != before;
}

Report finish(const Skeleton& skeleton, LinkTree& tree, const Tolerance& tolerance, std::span<double> pose) {
  for (TreeLink& link : tree.links) {
    double* v = pose.data() + link.place;
    switch (link.motion) {
      case Motion::Ball:
        link.value = normalised(link.value);
        v[0] = link.value.x;
        v[1] = link.value.y;
        v[2] = link.value.z;
        v[3] = link.value.w;
        break;
      case Motion::Hinge:
        link.value = from_axis_angle(link.axis, link.amount);
        *v = link.amount;
        break;
      case Motion::Slide:
        *v = link.amount;
        break;
      case Motion::End:
        break;
    }
  }
  if (skeleton.has_followers()) tidy(skeleton, pose);
  place_links(tree);
  merit(tree);
  Report report;
  double worst = -1;
  bool proved = false;
  for (const TreeTip& tip : tree.tips) {
    const double position = tip.has_position ? length(tip.wanted - tip.at) : 0;
    const double angle = tip.has_turn ? turn_error(tip) : 0;
    report.position_error = std::fmax(report.position_error, position);
    report.angle_error = std::fmax(report.angle_error, angle);
    const double off = std::fmax(tip.tolerance > 0 ? position / tip.tolerance : position, angle / tolerance.angle);
    if (off > worst) {
      worst = off;
      report.worst_goal = tip.number;
    }
    proved |= tip.too_far || tip.too_near;
  }
  report.status = all_reached(tree, tolerance) ? Status::Reached : proved ? Status::Unreachable : Status::NotFound;
  return report;
}

}  // namespace kine::kernel
