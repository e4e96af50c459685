#include "kine/solve/tree/points.h"

#include <cmath>
#include <utility>

#include "kine/solve/tree/point_fit.h"

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The point at `length` from `from` towards `to`; when these coincide, along a line of its own.
Vec3 along(const Vec3& from, const Vec3& to, double length) {
  const Vec3 d = to - from;
  const double square = dot(d, d);
  if (!(square > 1e-30 * length * length)) return from + Vec3{0.6, 0.64, 0.48} * length;
  return from + d * (length / std::sqrt(square));
}

void there(PointTree& tree) {
  const std::span<const PointTree::Point> points = tree.points;
  if (tree.plain) {
    Vec3 at = points.back().aim;
    tree.back[points.size() - 1] = at;
    for (std::size_t k = points.size() - 1; k-- > 0;) {
      at = along(at, tree.now[k], points[k + 1].length);
      tree.back[k] = at;
    }
    return;
  }
  for (std::size_t k = 0; k < points.size(); ++k) tree.sum[k] = points[k].aim * points[k].tip_weight;
  for (std::size_t k = points.size(); k-- > 0;) {
    const PointTree::Point& point = points[k];
    tree.back[k] = point.weight > 0 ? tree.sum[k] * (1 / point.weight) : tree.now[k];
    if (point.above < 0) continue;
    tree.sum[index(point.above)] += along(tree.back[k], tree.now[index(point.above)], point.length) * point.weight;
  }
}

void back_again(PointTree& tree) {
  const std::span<const PointTree::Point> points = tree.points;
  if (tree.plain) {
    Vec3 at = tree.now[0];
    for (std::size_t k = 1; k < points.size(); ++k) {
      at = along(at, tree.back[k], points[k].length);
      tree.now[k] = at;
    }
    return;
  }
  for (std::size_t k = 0; k < points.size(); ++k)
    if (points[k].above >= 0) tree.now[k] = along(tree.now[index(points[k].above)], tree.back[k], points[k].length);
}

double merit_of(const LinkTree& tree, const PointTree& points) {
  double sum = 0;
  for (const TreeTip& tip : tree.tips) {
    const Vec3 off = tip.wanted - points.now[index(points.point_of[index(tip.link)])];
    sum += tip.weight * dot(off, off) / (tip.reach * tip.reach);
  }
  return sum;
}

bool reached(const LinkTree& tree, const PointTree& points) {
  for (const TreeTip& tip : tree.tips) {
    const Vec3 off = tip.wanted - points.now[index(points.point_of[index(tip.link)])];
    const double tolerance = tip.allowed.metres * (1 - 1e-9);  // turning the joints costs the last digits
    if (!(dot(off, off) <= tolerance * tolerance)) return false;
  }
  return true;
}

void aim(PointTree& points, double overshoot) {
  for (std::size_t k = 0; k < points.points.size(); ++k) {
    PointTree::Point& point = points.points[k];
    if (point.tip_weight > 0) point.aim = point.wanted + (point.wanted - points.now[k]) * overshoot;
  }
}

/// Bends every bone a little, by numbers that depend on `round` alone, and hangs it up again.
void bend(PointTree& tree, int round, double size) {
  for (std::size_t k = 0; k < tree.points.size(); ++k) {
    const double n = static_cast<double>(k) + 17.0 * (round + 1);
    // The fractional parts of multiples of irrational numbers are spread evenly (Weyl).
    const Vec3 by{n * 0.618033988749895, n * 0.754877666246693, n * 0.569840290998053};
    const Vec3 scattered{by.x - std::floor(by.x) - 0.5, by.y - std::floor(by.y) - 0.5, by.z - std::floor(by.z) - 0.5};
    tree.back[k] = tree.now[k] + scattered * (4 * size * tree.points[k].length);
  }
  back_again(tree);
}

void lay_straight(const LinkTree& tree, PointTree& points) {
  for (std::size_t k = 0; k < points.points.size(); ++k) points.back[k] = tree.tips[0].wanted;
  back_again(points);
}

}  // namespace

std::size_t point_tree_bytes(const Skeleton& skeleton, std::size_t goal_count) {
  const std::size_t links = index(skeleton.axis_count()) + goal_count;
  return links * (sizeof(PointTree::Point) + 2 * sizeof(int) + 4 * sizeof(Vec3)) + 8 * alignof(std::max_align_t);
}

bool make_points(const LinkTree& tree, Scratch& scratch, PointTree& out) {
  if (tree.has_shares || tree.has_followers || tree.links.empty()) return false;
  const std::size_t count = tree.links.size();
  out.point_of = scratch.take<int>(count);
  out.bone_of = scratch.take<int>(count);
  out.points = scratch.take<PointTree::Point>(count);
  out.now = scratch.take<Vec3>(count);
  std::size_t used = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const TreeLink& link = tree.links[k];
    if ((link.motion != Motion::Ball && link.motion != Motion::End) || link.ball) return false;
    out.bone_of[k] = -1;
    if (link.above >= 0) {
      if (link.offset == Vec3{}) {
        out.point_of[k] = out.point_of[index(link.above)];
        continue;
      }
      int& bone = out.bone_of[index(link.above)];
      if (bone >= 0) {
        if (tree.links[index(bone)].offset != link.offset) return false;
        out.point_of[k] = out.point_of[index(bone)];
        continue;
      }
      bone = static_cast<int>(k);
    }
    PointTree::Point point;
    point.above = link.above < 0 ? -1 : out.point_of[index(link.above)];
    point.length = link.above < 0 ? 0 : length(link.offset);
    out.point_of[k] = static_cast<int>(used);
    out.now[used] = link.at;
    out.points[used++] = point;
  }
  for (const TreeTip& tip : tree.tips) {
    if (tip.has_turn || !(tip.reach > 0)) return false;
    PointTree::Point& point = out.points[index(out.point_of[index(tip.link)])];
    point.tip_weight += tip.weight;
    point.wanted += (tip.wanted - point.wanted) * (tip.weight / point.tip_weight);
  }
  out.points = out.points.first(used);
  out.now = out.now.first(used);
  out.best = scratch.take<Vec3>(used);
  out.back = scratch.take<Vec3>(used);
  out.sum = scratch.take<Vec3>(used);
  out.plain = tree.one_chain;
  for (std::size_t k = used; k-- > 0;) {
    PointTree::Point& point = out.points[k];
    point.weight += point.tip_weight;
    if (point.above >= 0) out.points[index(point.above)].weight += point.weight;
    out.best[k] = out.now[k];
  }
  return true;
}

int reach_by_points(const LinkTree& tree, int max_iterations, int shakes, PointTree& points) {
  bool hopeless = false;
  for (const TreeTip& tip : tree.tips) hopeless |= tip.hopeless();
  if (points.plain && tree.tips[0].too_far()) {
    lay_straight(tree, points);
    return 0;
  }
  Progress progress({max_iterations, shakes, false, hopeless}, merit_of(tree, points));
  bool done = reached(tree, points);
  bool last_is_best = true;
  while (!done && progress.going()) {
    if (last_is_best) {  // the next round writes over the buffer that is not the best
      std::swap(points.now, points.best);
      for (std::size_t k = 0; k < points.now.size(); ++k) points.now[k] = points.best[k];
    }
    aim(points, progress.overshoot());
    there(points);
    back_again(points);
    last_is_best = progress.judge(merit_of(tree, points));
    done = last_is_best && reached(tree, points);
    if (!done && progress.wants_shake()) {
      if (!last_is_best)
        for (std::size_t k = 0; k < points.now.size(); ++k) points.now[k] = points.best[k];
      if (last_is_best)
        for (std::size_t k = 0; k < points.now.size(); ++k) points.best[k] = points.now[k];
      last_is_best = false;
      bend(points, progress.round(), progress.shake_size());
      progress.shaken(merit_of(tree, points));
    }
  }
  if (!last_is_best) std::swap(points.now, points.best);
  return progress.iterations();
}

void turn_to_points(LinkTree& tree, const PointTree& points) {
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    TreeLink& link = tree.links[k];
    place_link(tree.links, link);
    const int bone = points.bone_of[k];
    if (bone < 0) continue;
    const Vec3 present = rotate(link.world, tree.links[index(bone)].offset);
    const Vec3 wanted = points.now[index(points.point_of[index(bone)])] - link.at;
    const Quat turn = turn_between(present, wanted, 0);
    const Vec3 own = rotate(conjugate(link.world), turn.vector());
    link.value = normalised(link.value * Quat{own.x, own.y, own.z, turn.w});
    link.world = turn * link.world;
  }
}

}  // namespace kine::detail
