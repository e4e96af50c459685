#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/split_joint.h"
#include "kine/solve/tree/link_tree.h"

namespace kine::detail {
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
  TreeBuilder(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const bool> movable,
              std::span<const double> pose, Scratch& scratch)
      : skeleton_(skeleton),
        goals_(goals),
        pose_(pose),
        movable_(scratch.take<bool>(index(skeleton.freedom_count()))),
        notes_(scratch.take<Note>(index(skeleton.joint_count()))),
        next_goal_(scratch.take<int>(goals.size())) {
    find_movable(skeleton, goals, {kWorld, movable}, movable_);
    find_needed();
    tree_.links = scratch.take<TreeLink>(count_links());
    tree_.tips = scratch.take<TreeTip>(goals.size());
  }

  LinkTree build() {
    walk();
    tree_.links = tree_.links.first(links_);
    tree_.movable = movable_;
    tree_.one_chain = tree_.tips.size() == 1;
    join_followers();
    share_out();
    return tree_;
  }

 private:
  const CompiledJoint& compiled(int joint) const { return skeleton_.compiled().joints[index(joint)]; }

  void find_needed() {
    for (int i = 0; i < skeleton_.joint_count(); ++i) notes_[index(i)] = Note{};
    for (std::size_t g = goals_.size(); g-- > 0;) {
      const int joint = goals_[g].joint.index;
      next_goal_[g] = notes_[index(joint)].first_goal;
      notes_[index(joint)].first_goal = static_cast<int>(g);
      for (int i = joint; i >= 0 && !notes_[index(i)].needed; i = compiled(i).parent) {
        notes_[index(i)].needed = true;
        int& first = compiled(i).parent < 0 ? first_root_ : notes_[index(compiled(i).parent)].first_child;
        notes_[index(i)].next_sibling = first;
        first = i;
      }
    }
  }

  std::size_t count_links() const {
    std::size_t count = goals_.size();
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      if (notes_[index(i)].needed) count += compiled(i).axis_count;
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
        joint = compiled(joint).parent;
      }
    }
  }

  void close(int joint) {
    // All links of this joint, and no others, hang between the parent's link and its own.
    const int stop = compiled(joint).parent < 0 ? -1 : notes_[index(compiled(joint).parent)].link;
    for (int k = notes_[index(joint)].link; k != stop; k = tree_.links[index(k)].above) {
      tree_.links[index(k)].end = static_cast<int>(links_);
      tree_.links[index(k)].end_tip = static_cast<int>(tips_);
    }
  }

  void add(int joint) {
    const CompiledJoint& p = compiled(joint);
    const Note* above = p.parent < 0 ? nullptr : &notes_[index(p.parent)];
    link_ = above ? above->link : -1;
    rigid_ = above ? above->rigid : Transform{};
    rigid_ = with_rest_of(p, rigid_);
    split_joint(skeleton_, joint, [&](const JointMotion& motion) {
      motion.kind == LinkKind::Ball ? add_ball(p, motion) : add_axis(p, motion);
    });
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

  int freedom_of(const CompiledJoint& p, int component) const {
    return skeleton_.compiled().axis(p.first_axis + component).freedom;
  }
  bool may_move(const CompiledJoint& p, int component) const { return movable_[index(freedom_of(p, component))]; }

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

  void add_axis(const CompiledJoint& p, const JointMotion& motion) {
    const ValueSource& source = skeleton_.compiled().sources[index(motion.value)];
    const double amount = source.factor * pose_[index(source.value)] + source.offset;
    const Skeleton::Freedom& own = motion.freedom(skeleton_, p);
    const bool follows = source.value != motion.value;
    // A leader that carries no goal itself has no link, so what follows it keeps its place. Another method would move it,
    // so nothing is proved by the bones.
    if (follows && !notes_[index(own.joint.index)].needed) {
      tree_.holds_followers |= may_move(p, motion.component);
      movable_[index(freedom_of(p, motion.component))] = false;
    }
    if (!may_move(p, motion.component)) {
      if (motion.kind == LinkKind::Hinge) {
        rigid_.rotation = rigid_.rotation * from_axis_angle(motion.axis, amount);
      } else {
        rigid_.translation = rigid_ * (motion.axis * amount);
      }
      return;
    }
    TreeLink& link = new_link(motion.kind == LinkKind::Hinge ? Motion::Hinge : Motion::Slide, motion.value);
    link.axis = motion.axis;
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
  }

  void add_ball(const CompiledJoint& p, const JointMotion& motion) {
    const double* v = pose_.data() + motion.value;
    const BallLimits* limits = motion.limits;
    const Quat rotation = normalised(Quat{v[0], v[1], v[2], v[3]});
    const auto willing = [&](int k) {
      return may_move(p, motion.component + k) ? motion.freedom(skeleton_, p, k).weight : 0;
    };
    const Vec3 share{willing(0), willing(1), willing(2)};
    if (share == Vec3{}) {
      rigid_.rotation = rigid_.rotation * rotation;
      return;
    }
    TreeLink& link = new_link(Motion::Ball, motion.value);
    link.value = rotation;
    link.share = share;
    if (!limits) return;
    link.ball = limits;
    const double swing = std::min<double>(limits->swing_first, limits->swing_second);
    link.safe_swing = limits->has_swing() ? cos(swing / 2) + 1e-12 : -1;
    const double twist = std::min<double>(-limits->twist.lower, limits->twist.upper);
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
        most = std::max<double>(most, std::max<double>(link.share.x, std::max<double>(link.share.y, link.share.z)));
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
  }

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  std::span<const double> pose_;
  std::span<bool> movable_;
  std::span<Note> notes_;
  std::span<int> next_goal_;
  LinkTree tree_;
  std::size_t links_ = 0, tips_ = 0;
  int first_root_ = -1;
  int link_ = -1;
  Transform rigid_{};
};

/// The bones that carry a tip: what they let it reach, and how far from their base it is wanted.
void measure_reach(const LinkTree& tree, TreeTip& tip) {
  BoneSum bones;
  bool slides = false;
  Vec3 base{};
  for (int k = tip.link; k >= 0; k = tree.links[index(k)].above) {
    const TreeLink& link = tree.links[index(k)];
    slides |= link.motion == Motion::Slide;
    if (link.above < 0) {
      base = link.offset;
      continue;
    }
    bones.add(length(link.seat()));
  }
  tip.reach = bones.sum;
  if (!tip.has_position || slides || tree.holds_followers) return;
  tip.range = bones.range();
  tip.base = base;
  tip.distance = length(tip.wanted - base);
}

void set_tip(const Skeleton& skeleton, LinkTree& tree, TreeTip& tip, const Tolerance& tolerance, double heaviest) {
  const Goal& goal = *tip.goal;
  tip.at = tree.links[index(tip.link)].at;
  tip.turn = tree.links[index(tip.link)].world;
  tip.has_position = goal.kind != GoalKind::Orient;
  tip.has_turn = goal.kind != GoalKind::Reach;
  tip.weight = goal.weight / heaviest;
  tip.wanted = goal.target;
  if (tip.has_turn) tip.wanted_turn = normalised(goal.orientation);
  measure_reach(tree, tip);
  tip.allowed = allowed_of(tolerance, skeleton, goal);
  tree.reach = std::max<double>(tree.reach, tip.reach);
}

}  // namespace

std::size_t tree_bytes(const Skeleton& skeleton, const GoalSizes& sizes) {
  const auto joints = index(skeleton.joint_count()), axes = index(skeleton.axis_count()), goal_count = sizes.goals;
  return fade_goals_bytes(skeleton, sizes) + joints * sizeof(Note) + (axes + goal_count) * sizeof(TreeLink) +
         goal_count * (sizeof(TreeTip) + sizeof(int)) + index(skeleton.freedom_count()) + 4 * alignof(std::max_align_t);
}

Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance, int max_iterations,
               std::span<const bool> movable, std::span<const double> pose, const Abilities& abilities) {
  if (const Fault fault = detail::fault_of_problem(skeleton, goals, pose)) return fault;
  if (const Fault fault = detail::fault_of(tolerance)) return fault;
  if (const Fault fault = detail::fault_of(skeleton, MovePermission{kWorld, movable})) return fault;
  if (max_iterations < 0) return "max_iterations must not be negative";
  if (skeleton.has_scale()) return "this method takes no skeleton with scales: use Jacobian or FullBody";
  for (const Goal& goal : goals) {
    const bool taken = goal.kind == GoalKind::Reach || (goal.kind == GoalKind::Place && abilities.place) ||
                       (goal.kind == GoalKind::Orient && abilities.orient);
    if (!taken) return abilities.refuses_kind;
    if (goal.frame != kWorld) return "this method takes goals measured in the world only: use FullBody";
    if (goal.priority != goals[0].priority) return "this method knows no priorities: use FullBody";
    for (const Range& bound : goal.bounds)
      if (bound != Goal::kExact) return "this method takes exact goals only, without bounds: use FullBody";
  }
  return {};
}

LinkTree make_tree(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance,
                   std::span<const bool> movable, std::span<const double> pose, Scratch& scratch) {
  goals = fade_goals(skeleton, goals, pose, scratch);
  LinkTree tree = TreeBuilder(skeleton, goals, movable, pose, scratch).build();
  for (TreeLink& link : tree.links)
    if (link.motion == Motion::Hinge) link.value = from_axis_angle(link.axis, link.amount);
  place_links(tree);
  double heaviest = 0;
  for (const Goal& goal : goals) heaviest = std::max<double>(heaviest, goal.weight);
  for (TreeTip& tip : tree.tips) set_tip(skeleton, tree, tip, tolerance, heaviest);
  return tree;
}

}  // namespace kine::detail
