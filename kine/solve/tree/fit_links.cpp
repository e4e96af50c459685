#include "kine/solve/tree/fit_links.h"

#include "kine/solve/tree/sweep.h"

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// True if the link can move a point at `x` from it.
bool moves(const TreeLink& link, const Vec3& x, double least_squared) {
  double off = dot(x, x);
  if (link.motion == Motion::Hinge) {
    const double along = dot(rotate(link.world, link.axis), x);
    off -= along * along;
  }
  return off > least_squared;
}

class Fitter {
 public:
  Fitter(LinkTree& tree, std::span<const Vec3> points, std::span<const double> weights, const MoveSettings& settings)
      : tree_(tree), points_(points), weights_(weights), settings_(settings) {
    const double least = 1e-6 * tree.reach;  // rounding grows by its inverse
    least_squared_ = least * least;
  }

  void run() {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      TreeLink& link = tree_.links[k];
      place_link(tree_.links, link);
      if (link.motion == Motion::End) continue;
      move_link(link, link.motion == Motion::Slide ? slide_fit_of(k) : fit_of(k), settings_);
      if (link.motion == Motion::Ball) twist(k);
    }
  }

 private:
  PointFit slide_fit_of(std::size_t k) const {
    PointFit fit;
    if (weights_[k] > 0) fit.add_point({}, points_[k] - tree_.links[k].at, weights_[k]);
    return fit;
  }

  /// What is above a point that a link can move lies on the link's axis, and is placed on the way down to it.
  PointFit fit_of(std::size_t k) {
    const TreeLink& link = tree_.links[k];
    PointFit fit;
    for (int j = static_cast<int>(k) + 1; j < link.end;) {
      TreeLink& below = tree_.links[index(j)];
      place_link(tree_.links, below);
      const Vec3 x = below.at - link.at;
      const bool moved = moves(link, x, least_squared_);
      if (moved && weights_[index(j)] > 0) fit.add_point(x, points_[index(j)] - link.at, weights_[index(j)]);
      if (below.motion == Motion::End) add_turn(below, fit);
      j = moved ? below.end : j + 1;
    }
    return fit;
  }

  /// A ball brings the next point to its place and can still twist about the bone. Where a hinge comes next (a shoulder
  /// and an elbow) the twist decides in which plane that bends, so it goes by the point behind the hinge.
  void twist(std::size_t k) {
    TreeLink& link = tree_.links[k];
    const std::size_t next = k + 1;
    if (next >= tree_.links.size() || tree_.links[next].motion != Motion::Hinge) return;
    TreeLink& hinge = tree_.links[next];
    if (hinge.end != link.end) return;  // another bone hangs on the ball and holds its twist
    place_link(tree_.links, hinge);
    const Vec3 bone = hinge.at - link.at;
    const double size = length(bone);
    if (!(size * size > least_squared_)) return;
    const Vec3 axis = bone / size;
    PointFit fit;
    for (int j = static_cast<int>(next) + 1; j < hinge.end;) {
      TreeLink& below = tree_.links[index(j)];
      place_link(tree_.links, below);
      const Vec3 x = below.at - link.at;
      const double along = dot(axis, x);
      const bool moved = dot(x, x) - along * along > least_squared_;
      if (moved && weights_[index(j)] > 0) fit.add_point(x, points_[index(j)] - link.at, weights_[index(j)]);
      j = moved ? below.end : j + 1;
    }
    twist_link(link, axis, fit, settings_);
  }

  void add_turn(const TreeLink& end, PointFit& fit) const {
    const TreeTip& tip = tree_.tips[index(end.first_tip)];
    if (!tip.has_turn) return;
    const double arm = turn_arm(tip);
    fit.add_turn(tip.wanted_turn * conjugate(end.world), tip.weight * arm * arm);
  }

  LinkTree& tree_;
  std::span<const Vec3> points_;
  std::span<const double> weights_;
  const MoveSettings& settings_;
  double least_squared_;
};

}  // namespace

void fit_to_points(LinkTree& tree, std::span<const Vec3> points, std::span<const double> weights,
                   const MoveSettings& settings) {
  Fitter(tree, points, weights, settings).run();
}

}  // namespace kine::detail
