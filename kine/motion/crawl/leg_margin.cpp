#include "kine/motion/crawl/leg_margin.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine::detail {
namespace {

/// The same angle from -pi to pi.
double wrapped(double angle) { return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5); }

constexpr double kNowhere = -1;  // what is said of places that the leg cannot get to

// A leg that is not known in closed form may stretch to this share of its length.
constexpr double kLongest = 0.93;

// How far the cosine of two axes may be off 0, or off 1: they are perpendicular, or parallel, up to rounding.
constexpr double kPerpendicular = 1e-6, kParallel = 1e-9;

constexpr double kNoLength = 1e-9;  // metres: a leg without length is taken for this long

}  // namespace

LegMargin LegMargin::of(const Skeleton& skeleton, std::span<const double> standing, const Frames& frames, JointId first,
                        JointId tip) {
  LegMargin margin;
  const Vec3 body = frames.position(skeleton.parent(first));
  margin.hip_ = frames.position(first) - body;
  std::array<JointId, 3> hinges{};
  std::size_t moving = 0;
  bool hinged = true;
  for (JointId id = tip;; id = skeleton.parent(id)) {
    if (id != first) margin.reach_ += length(frames.position(id) - frames.position(skeleton.parent(id)));
    if (skeleton.value_count(id) > 0) {
      hinged &= skeleton.kind(id) == JointKind::Hinge && !skeleton.description(id).axes[0].fixed && moving < 3;
      if (hinged) hinges[2 - moving] = id;
      ++moving;
    }
    if (id == first) break;
  }
  if (!hinged || moving != 3 || hinges[0] != first) return margin;
  std::array<Vec3, 3> axes, places;
  for (std::size_t i = 0; i < 3; ++i) {
    axes[i] = normalised(rotate(frames.rotation(hinges[i]), skeleton.description(hinges[i]).axis));
    places[i] = frames.position(hinges[i]);
    margin.limits_[i] = skeleton.description(hinges[i]).axes[0].limits;
    margin.standing_[i] = standing[static_cast<std::size_t>(skeleton.first_value(hinges[i]))];
  }
  const Vec3 end = frames.position(tip);
  if (std::abs(dot(axes[0], axes[1])) > kPerpendicular || std::abs(dot(axes[1], axes[2])) < 1 - kParallel)
    return margin;
  margin.axis_ = axes[0];
  margin.side_ = axes[1];
  margin.out_ = cross(axes[0], axes[1]);
  // A turn about `side` by a little takes `out` to the first axis; where `out` is taken the other way, from it.
  const double sign = dot(end - places[0], margin.out_) < 0 ? -1 : 1;
  margin.out_ = sign * margin.out_;
  margin.turn_sign_ = sign;
  margin.signs_ = {1, sign, dot(axes[1], axes[2]) < 0 ? -sign : sign};
  margin.offset_ = dot(end - places[0], margin.side_);
  margin.knee_out_ = dot(places[1] - places[0], margin.out_);
  margin.knee_up_ = dot(places[1] - places[0], margin.axis_);
  const Vec3 upper = places[2] - places[1], lower = end - places[2];
  const double upper_out = dot(upper, margin.out_), upper_up = dot(upper, margin.axis_);
  const double lower_out = dot(lower, margin.out_), lower_up = dot(lower, margin.axis_);
  margin.upper_ = std::sqrt(upper_out * upper_out + upper_up * upper_up);
  margin.lower_ = std::sqrt(lower_out * lower_out + lower_up * lower_up);
  if (!(margin.upper_ > 0) || !(margin.lower_ > 0)) return margin;
  margin.upper_turn_ = atan2(upper_up, upper_out);
  margin.bend_ = wrapped(atan2(lower_up, lower_out) - margin.upper_turn_);
  margin.exact_ = margin.bend_ != 0;
  // The most that the knee can be stretched on its side.
  const auto bent = [&](double value) { return margin.bend_ + margin.signs_[2] * (value - margin.standing_[2]); };
  const double a = bent(margin.limits_[2].lower), b = bent(margin.limits_[2].upper);
  const double least =
      margin.bend_ < 0 ? std::min<double>(std::max<double>(a, b), 0) : std::max<double>(std::min<double>(a, b), 0);
  const double cosine = sin_cos(least).cos;
  margin.far_ = std::sqrt(margin.upper_ * margin.upper_ + margin.lower_ * margin.lower_ +
                          2 * margin.upper_ * margin.lower_ * cosine);
  return margin;
}

double LegMargin::at(const Vec3& point) const {
  const Vec3 way = point - hip_;
  if (!exact_) return kLongest - length(way) / std::max<double>(reach_, kNoLength);
  const double up = dot(way, axis_), ahead = dot(way, out_), aside = dot(way, side_);
  const double square = ahead * ahead + aside * aside - offset_ * offset_;
  if (!(square > 0)) return kNowhere;
  // The plane turns until it holds the point,
  const double out = std::sqrt(square);
  const double turn = wrapped(atan2(turn_sign_ * offset_, out) - atan2(turn_sign_ * aside, ahead));
  // and in it the two links and the way to the point are a triangle.
  const double x = out - knee_out_, y = up - knee_up_;
  const double cosine = (x * x + y * y - upper_ * upper_ - lower_ * lower_) / (2 * upper_ * lower_);
  if (!(std::abs(cosine) < 1)) return kNowhere;
  const double bend = bend_ < 0 ? -acos(cosine) : acos(cosine);
  const SinCos knee = sin_cos(bend);
  const double upper_turn = atan2(y, x) - atan2(lower_ * knee.sin, upper_ + lower_ * knee.cos);
  const std::array<double, 3> turned{turn, wrapped(upper_turn - upper_turn_), bend - bend_};
  // A leg that is nearly straight has angle left, but hardly any way: that counts as well.
  const double far = std::sqrt(x * x + y * y);
  double margin = std::min<double>(kPi - std::abs(bend), (far_ - far) / far);
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = standing_[i] + signs_[i] * turned[i];
    margin = std::min<double>(margin, std::min<double>(value - limits_[i].lower, limits_[i].upper - value));
  }
  return margin;
}

}  // namespace kine::detail
