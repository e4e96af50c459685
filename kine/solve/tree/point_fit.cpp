#include "kine/solve/tree/point_fit.h"

#include <algorithm>
#include <cmath>

#include "kine/math/dense/ldlt.h"
#include "kine/math/trig.h"

namespace kine::detail {
namespace {

/// Horn's symmetric matrix of a sum of products w y x^T: the unit quaternion with the largest q^T K q is the best turn
/// ("Closed-form solution of absolute orientation using unit quaternions", 1987). Order x, y, z, w.
struct Horn {
  double k[4][4];

  explicit Horn(const Mat3& b) {
    // b.x is the column that belongs to x.x: b.x.y is the sum of w y.y x.x.
    const double xx = b.x.x, xy = b.x.y, xz = b.x.z, yx = b.y.x, yy = b.y.y, yz = b.y.z, zx = b.z.x, zy = b.z.y,
                 zz = b.z.z;
    k[0][0] = xx - yy - zz;
    k[1][1] = yy - xx - zz;
    k[2][2] = zz - xx - yy;
    k[3][3] = xx + yy + zz;
    k[0][1] = k[1][0] = xy + yx;
    k[0][2] = k[2][0] = xz + zx;
    k[1][2] = k[2][1] = yz + zy;
    k[0][3] = k[3][0] = yz - zy;
    k[1][3] = k[3][1] = zx - xz;
    k[2][3] = k[3][2] = xy - yx;
  }

  double bound() const {  // no eigenvalue is larger than the largest row sum
    double most = 0;
    for (const auto& row : k)
      most = std::max<double>(most, std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]) + std::abs(row[3]));
    return most;
  }

  Quat times(const Quat& q) const {
    const auto row = [&](int i) { return k[i][0] * q.x + k[i][1] * q.y + k[i][2] * q.z + k[i][3] * q.w; };
    return {row(0), row(1), row(2), row(3)};
  }

  /// (shift - K)^-1 q; false unless shift is above the largest eigenvalue.
  bool divide(double shift, Quat& q) const {
    Matrix<double, 4, 4> m;
    for (int j = 0; j < 4; ++j)
      for (int i = j; i < 4; ++i) m(i, j) = (i == j ? shift : 0) - k[i][j];
    if (!ldlt_factor_definite(m)) return false;
    std::array<double, 4> v{q.x, q.y, q.z, q.w};
    ldlt_solve_definite(m, v);
    q = {v[0], v[1], v[2], v[3]};
    return true;
  }
};

/// Half-angle quaternion (sine, cosine) of the turn in the plane whose cosine and sine are proportional to c and s.
struct Half {
  double sine, cosine;
};

Half half_of(double c, double s) {
  const double h = std::sqrt(c * c + s * s);
  const double sine = c >= 0 ? s : s < 0 ? -(h - c) : h - c;
  const double cosine = c >= 0 ? h + c : std::abs(s);
  const double n = 1 / std::sqrt(sine * sine + cosine * cosine);
  return {sine * n, cosine * n};
}

double eased(double share, double ease) { return std::min<double>(1, share * ease); }

/// The turn in the link's own frame after shares and the largest step.
Quat tempered(const TreeLink& link, Quat own, const MoveSettings& settings) {
  if (!link.whole) {
    if (own.w < 0) own = -own;
    own = normalised(Quat{own.x * eased(link.share.x, settings.ease), own.y * eased(link.share.y, settings.ease),
                          own.z * eased(link.share.z, settings.ease), own.w});
  }
  if (std::abs(own.w) < settings.least_cosine) {
    if (own.w < 0) own = -own;
    const double c = settings.least_cosine;
    const double scale = std::sqrt((1 - c * c) / (1 - own.w * own.w));
    own = {own.x * scale, own.y * scale, own.z * scale, c};
  }
  return own;
}

/// Turns a ball in the world, as far as its shares and limits let it. Gives the turn that was made.
Quat turn_ball(TreeLink& link, const Quat& turn, const MoveSettings& settings) {
  const Quat back = conjugate(link.world);
  const Vec3 v = rotate(back, turn.vector());
  const Quat own{v.x, v.y, v.z, turn.w};
  const bool free = link.whole && !link.ball && settings.least_cosine <= 0;
  const Quat before = link.value;
  link.value = before * (free ? own : tempered(link, own, settings));
  link.value = link.value * (1.5 - 0.5 * dot(link.value, link.value));  // of unit length again, to first order
  if (free) {
    link.world = turn * link.world;
    return turn;
  }
  clamp_ball(link);
  link.world = link.world * (conjugate(before) * link.value);
  return link.world * back;
}

/// Proportional to the cosine and sine of the turn about a unit vector that serves a fit best.
struct PlaneTurn {
  double cosine, sine;
};

PlaneTurn turn_about(const Vec3& axis, const PointFit& fit) {
  if (fit.one_point()) {
    const Vec3 &x = fit.x(), &y = fit.y();
    return {dot(x, y) - dot(axis, x) * dot(axis, y), dot(axis, cross(x, y))};
  }
  const Mat3& b = fit.products();
  return {b.x.x + b.y.y + b.z.z - dot(axis, b * axis),
          axis.x * (b.y.z - b.z.y) + axis.y * (b.z.x - b.x.z) + axis.z * (b.x.y - b.y.x)};
}

bool has_direction(const PlaneTurn& turn, const MoveSettings& settings) {
  const double least = settings.least * settings.least;
  return turn.cosine * turn.cosine + turn.sine * turn.sine > least * least;
}

LinkMove turn_hinge(TreeLink& link, const PointFit& fit, const MoveSettings& settings) {
  const Vec3 a = rotate(link.world, link.axis);
  const PlaneTurn wanted = turn_about(a, fit);
  if (!has_direction(wanted, settings)) return {};
  Half half = half_of(wanted.cosine, wanted.sine);
  if (!link.whole || half.cosine < settings.least_cosine) {
    const Quat own = tempered(link, {half.sine, 0, 0, half.cosine}, settings);
    half = {own.x, own.w};
  }
  const double change = 2 * atan2(half.sine, half.cosine);
  double amount = link.amount + change;
  if (link.checked && !link.limits.contains(amount)) {
    // The long way round may be open where the short one is not.
    const double other = change > 0 ? amount - kTwoPi : amount + kTwoPi;
    amount = link.limits.contains(other) ? other : link.limits.clamp(amount);
    const SinCos clamped = sin_cos((amount - link.amount) / 2);
    half = {clamped.sin, clamped.cos};
  }
  link.amount = amount;
  const Vec3 own = link.axis * half.sine;
  link.value = link.value * Quat{own.x, own.y, own.z, half.cosine};
  link.value = link.value * (1.5 - 0.5 * dot(link.value, link.value));
  const Quat turn{a.x * half.sine, a.y * half.sine, a.z * half.sine, half.cosine};
  link.world = turn * link.world;
  return {turn, {}};
}

LinkMove slide(TreeLink& link, const PointFit& fit, const MoveSettings& settings) {
  const Vec3 a = rotate(link.world, link.axis);
  const double wanted = link.amount + fit.slide_along(a) * eased(link.share.x, settings.ease);
  const double amount = link.limits.clamp(wanted);
  const Vec3 shift = a * (amount - link.amount);
  link.amount = amount;
  link.at += shift;
  return {{}, shift};
}

}  // namespace

Quat turn_between(const Vec3& x, const Vec3& y, double least) {
  const double xx = dot(x, x), yy = dot(y, y), too_short = least * least;
  if (!(xx > too_short && yy > too_short)) return {};
  // (x cross y, |x||y| + x.y) is along the turn's quaternion, and |x||y| sqrt(2 + 2 cos) long.
  const double lengths = std::sqrt(xx * yy);
  const Vec3 v = cross(x, y);
  const double w = lengths + dot(x, y);
  const double n = dot(v, v) + w * w;
  if (!(n > 1e-24 * lengths * lengths)) return pure(any_perpendicular(normalised(x)));
  const double scale = 1 / std::sqrt(n);
  return {v.x * scale, v.y * scale, v.z * scale, w * scale};
}

Quat best_turn(const Mat3& products) {
  // The turn is the eigenvector of the largest eigenvalue. Inverse iteration finds it in two or three rounds once the
  // shift is close above that eigenvalue, and started from no turn at all it gives, where the answer is open, the one
  // that turns least. The shift comes down from a bound: some eigenvalue is within the residual |K q - r q| of the
  // Rayleigh quotient r, and if it was not the largest one the factorisation says so.
  const Horn horn(products);
  const double bound = horn.bound();
  if (!(bound > 0)) return {};
  double shift = bound * (1 + 1e-9), nearer = shift;
  Quat best{};
  for (int round = 0; round < 24; ++round) {
    Quat q = best;
    if (!horn.divide(nearer, q)) {
      nearer = 0.5 * (nearer + shift);
      continue;
    }
    shift = nearer;
    best = normalised(q);
    const Quat image = horn.times(best);
    const double quotient = dot(best, image);
    const double residual = length(image - best * quotient);
    if (residual < 1e-12 * bound) break;
    nearer = std::min<double>(shift, quotient + residual + 1e-9 * bound);
  }
  return best.w < 0 ? -best : best;
}

LinkMove move_link(TreeLink& link, const PointFit& fit, const MoveSettings& settings) {
  if (fit.nothing()) return {};
  switch (link.motion) {
    case Motion::Ball:
      return {
          turn_ball(link, fit.one_point() ? turn_between(fit.x(), fit.y(), settings.least) : best_turn(fit.products()),
                    settings),
          {}};
    case Motion::Hinge:
      return turn_hinge(link, fit, settings);
    case Motion::Slide:
      return slide(link, fit, settings);
    case Motion::End:
      break;
  }
  return {};
}

void twist_link(TreeLink& link, const Vec3& axis, const PointFit& fit, const MoveSettings& settings) {
  if (fit.nothing()) return;
  const PlaneTurn wanted = turn_about(axis, fit);
  if (!has_direction(wanted, settings)) return;
  const Half half = half_of(wanted.cosine, wanted.sine);
  turn_ball(link, {axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine}, settings);
}

}  // namespace kine::detail
