#include "kine/solve/tree/link_tree.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/movable.h"

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

void read_tip(const LinkTree& tree, TreeTip& tip) {
  tip.at = tree.links[index(tip.link)].at;
  tip.turn = tree.links[index(tip.link)].world;
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

void place_links(LinkTree& tree) {
  for (TreeLink& link : tree.links) place_link(tree.links, link);
}

BoneLength bone_length(const TreeLink& link) {
  if (link.motion != Motion::Slide) {
    const double bone = length(link.offset);
    return {bone, bone};
  }
  const double along = dot(rotate(link.rest, link.axis), link.offset);
  const double aside = std::max<double>(0, dot(link.offset, link.offset) - along * along);
  const double lower = link.limits.lower + along, upper = link.limits.upper + along;
  const double least = lower <= 0 && upper >= 0 ? 0 : std::min<double>(std::abs(lower), std::abs(upper));
  const double most = std::max<double>(std::abs(lower), std::abs(upper));
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

bool all_reached(const LinkTree& tree) {
  for (const TreeTip& tip : tree.tips) {
    const double metres = tip.allowed.metres, radians = tip.allowed.radians;
    const Vec3 off = tip.wanted - tip.at;
    if (tip.has_position && !(dot(off, off) <= metres * metres)) return false;
    if (!tip.has_turn) continue;
    const Quat d = conjugate(tip.wanted_turn) * tip.turn;  // far off the sine alone answers
    if (dot(d.vector(), d.vector()) > radians * radians || turn_error(tip) > radians) return false;
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
  for (const TreeTip& tip : tree.tips) hopeless |= tip.hopeless();
  return Progress({max_iterations, shakes, tree.has_shares, hopeless}, merit(tree));
}

bool judge(LinkTree& tree, Progress& progress) {
  if (progress.judge(merit(tree))) {
    keep_values(tree);
    if (all_reached(tree)) return true;
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

Report finish(const Skeleton& skeleton, LinkTree& tree, std::span<double> pose) {
  for (TreeLink& link : tree.links) {
    double* v = pose.data() + link.place;
    switch (link.motion) {
      case Motion::Ball:
        link.value = normalised(link.value);
        clamp_ball(link);  // bones of 1e-80 m turn into no rotation at all
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
  tidy(skeleton, pose);
  place_links(tree);
  merit(tree);
  Report report;
  ReportWriter writer(report);
  for (const TreeTip& tip : tree.tips) {
    const GoalError error{tip.has_position ? length(tip.wanted - tip.at) : 0, tip.has_turn ? turn_error(tip) : 0};
    const Status status = status_of(
        error, tip.allowed, [&] { return tip.range.proves_unreachable(tip.base, tip.wanted, tip.allowed.metres); });
    writer.add(tip.number, error, tip.allowed, status);
  }
  report.outside_limits = count_outside_limits(skeleton, tree.movable, pose);
  return report;
}

}  // namespace kine::detail
