#include "kine/solve/tree/sweep.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// How far from a link the points lie that stand for an orientation, in reaches. Nearer, orientations come late;
/// farther, they hinder the position.
constexpr double kTurnArm = 0.4;

PointFit fit_of(const LinkTree& tree, const TreeLink& link) {
  PointFit fit;
  for (int t = link.first_tip; t < link.end_tip; ++t) {
    const TreeTip& tip = tree.tips[index(t)];
    if (tip.has_position) fit.add_point(tip.at - link.at, tip.aim - link.at, tip.weight);
    if (!tip.has_turn) continue;
    const double arm = turn_arm(tip);
    fit.add_turn(tip.wanted_turn * conjugate(tip.turn), tip.weight * arm * arm);
  }
  return fit;
}

/// One look at a link: it moves and its tips go along.
void turn_one(LinkTree& tree, TreeLink& link, const MoveSettings& settings) {
  const Vec3 at = link.at;
  const LinkMove move = move_link(link, fit_of(tree, link), settings);
  for (int t = link.first_tip; t < link.end_tip; ++t) {
    TreeTip& tip = tree.tips[index(t)];
    tip.at = at + rotate(move.turn, tip.at - at) + move.shift;
    if (tip.has_turn) tip.turn = move.turn * tip.turn;
  }
}

bool coupled(const TreeLink& link) { return link.leads || link.leader >= 0; }

void aim_tips(LinkTree& tree, double overshoot) {
  for (TreeTip& tip : tree.tips) tip.aim = tip.wanted + (tip.wanted - tip.at) * overshoot;
}

/// Moves a leader and all that follow it.
void set_amount(LinkTree& tree, int leader, double amount) {
  TreeLink& link = tree.links[index(leader)];
  link.amount = amount;
  if (link.motion == Motion::Hinge) link.value = from_axis_angle(link.axis, amount);
  follow_leaders(tree);
  place_links(tree);
}

/// The speed of a tip when a leader moves at speed one.
struct TipSpeed {
  Vec3 linear{}, angular{};
};

TipSpeed speed_of(const LinkTree& tree, int leader, const TreeTip& tip) {
  TipSpeed speed;
  for (int k = tip.link; k >= 0; k = tree.links[index(k)].above) {
    const TreeLink& link = tree.links[index(k)];
    if (k != leader && link.leader != leader) continue;
    const Vec3 axis = rotate(link.world, link.axis) * (k == leader ? 1 : link.factor);
    if (link.motion == Motion::Slide) {
      speed.linear += axis;
    } else {
      speed.angular += axis;
      speed.linear += cross(axis, tip.at - link.at);
    }
  }
  return speed;
}

void move_leader(LinkTree& tree, int leader, const MoveSettings& settings) {
  const TreeLink& link = tree.links[index(leader)];
  const double before = merit(tree);  // reads the tips too
  double along = 0, square = 0;
  for (const TreeTip& tip : tree.tips) {
    const TipSpeed speed = speed_of(tree, leader, tip);
    if (tip.has_position) {
      along += tip.weight * dot(speed.linear, tip.wanted - tip.at);
      square += tip.weight * dot(speed.linear, speed.linear);
    }
    if (!tip.has_turn) continue;
    const double arm = turn_arm(tip), weight = tip.weight * arm * arm;
    along += weight * dot(speed.angular, log(tip.wanted_turn * conjugate(tip.turn)));
    square += weight * dot(speed.angular, speed.angular);
  }
  if (!(square > 0)) return;
  const double start = link.amount;
  double step = along / square * std::min<double>(1, link.share.x * settings.ease);
  for (int halving = 0; halving < 6; ++halving, step /= 2) {
    set_amount(tree, leader, link.limits.clamp(start + step));
    if (merit(tree) < before) return;
  }
  set_amount(tree, leader, start);
  merit(tree);
}

}  // namespace

double turn_arm(const TreeTip& tip) { return kTurnArm * (tip.reach > 0 ? tip.reach : 1); }

void sweep_to_root(LinkTree& tree, double overshoot, const MoveSettings& settings) {
  aim_tips(tree, overshoot);
  for (std::size_t k = tree.links.size(); k-- > 0;) {
    TreeLink& link = tree.links[k];
    if (link.motion != Motion::End && !coupled(link)) turn_one(tree, link, settings);
  }
  place_links(tree);
}

void sweep_to_tips(LinkTree& tree, double overshoot, const MoveSettings& settings) {
  aim_tips(tree, overshoot);
  for (TreeLink& link : tree.links) {
    place_link(tree.links, link);
    if (link.motion != Motion::End && !coupled(link)) turn_one(tree, link, settings);
  }
}

void move_leaders(LinkTree& tree, const MoveSettings& settings) {
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    if (tree.links[k].leads) move_leader(tree, static_cast<int>(k), settings);
}

}  // namespace kine::detail
