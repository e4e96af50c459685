#include "kine/motion/body/hinge_leg.h"

#include <cmath>

#include "kine/math/trig.h"

// Newton's method on a leg of six hinges. The tip is the ankle, so the last two hinges do not move it, and the six rows
// fall into parts. With c the columns of the position, a the axes, h the hinge that is held and i the other three above
// the ankle:
//
//   sum c_i dx_i + c_h dx_h = e              three rows: the ankle to its place
//   n . (sum a_i dx_i + a_h dx_h) = t        what is perpendicular to both axes of the ankle must be turned above it
//   what is left of the turn                 the ankle's two
//
// The first gives dx_i for any dx_h by the inverse of a 3 x 3 matrix; the second then gives dx_h. The full mode takes
// these six as one step of the full Jacobian. The half mode has the position's three rows only; dx_h is how far the
// dynamic limits that hold the hip's rotation move (Meredith & Maddock), and the ankle's angles are read off at the
// end.
//
// It is only used where it works at once: a leg that would leave its limits, or that does not get there in a few steps,
// is left to the solver of limbs, which damps and respects limits on the way.

namespace kine::detail {
namespace {

constexpr int kMaxIterations = 6;
constexpr double kLargestStep = 1;     // radians
constexpr double kSquare = 1e-12;      // cosine: axes of an ankle below it are perpendicular
constexpr double kLeastVolume = 1e-3;  // of knee x ankle^2: below it the leg's axes hardly span space
constexpr double kLeastTurn = 0.1;     // of the held hinge, in the foot: below it there is another answer nearby

using Angles = std::array<double, HingeLeg::kHinges>;

/// Forward kinematics of the first hinges.
template <std::size_t kCount>
struct Placed {
  std::array<Vec3, kCount> axis;  ///< in the world
  Vec3 knee, ankle;
  Quat shank, last;  ///< world_from_…
};

template <std::size_t kCount>
Placed<kCount> place(const HingeLeg& leg, const Transform& pelvis, const Vec3& hip, const Angles& angles) {
  std::array<double, kCount> half, sines, cosines;
  for (std::size_t i = 0; i < kCount; ++i) half[i] = 0.5 * angles[i];
  sin_cos(half, sines, cosines);
  Placed<kCount> placed;
  Quat rotation = pelvis.rotation;
  const auto turn = [&](std::size_t i) {
    placed.axis[i] = rotate(rotation, leg.axis_above[i]);
    rotation = rotation * (leg.rest[i] * cosines[i] + leg.rest_axis[i] * sines[i]);
  };
  for (std::size_t i = 0; i < 3; ++i) turn(i);
  placed.knee = hip + rotate(rotation, leg.knee);
  turn(3);
  placed.shank = rotation;
  placed.ankle = placed.knee + rotate(rotation, leg.ankle);
  for (std::size_t i = HingeLeg::kAnkle; i < kCount; ++i) turn(i);
  placed.last = rotation;
  return placed;
}

class Newton {
 public:
  Newton(const HingeLeg& leg, const Transform& goal, std::span<const double> pose) : leg_(leg), goal_(goal) {
    const double* v = pose.data() + leg.pelvis_value;
    pelvis_ = leg.pelvis_rest * Transform{normalised(Quat{v[0], v[1], v[2], v[3]}), {v[4], v[5], v[6]}};
    hip_ = pelvis_ * leg.hip;
    for (std::size_t i = 0; i < HingeLeg::kHinges; ++i) angles_[i] = pose[static_cast<std::size_t>(leg.values[i])];
  }

  QuickLeg place_foot(const LegTolerance& tolerance, std::span<const double> animated = {}) {
    QuickLeg quick;
    for (;; ++quick.iterations) {
      const auto now = place<6>(leg_, pelvis_, hip_, angles_);
      const Vec3 off = goal_.translation - now.ankle;
      // Twice the sine of half the angle: near the end the turn that is left.
      const Quat left = goal_.rotation * conjugate(now.last);
      const Vec3 turn = left.vector() * (left.w < 0 ? -2 : 2);
      quick.position_error = length(off);
      quick.angle_error = length(turn);
      if (quick.position_error <= tolerance.metres && quick.angle_error <= tolerance.radians) break;
      const Vec3 square = cross(now.axis[4], now.axis[5]);
      Vec3 turned;
      if (quick.iterations == kMaxIterations || !step(now, off, square, dot(square, turn), turned)) return quick;
      const Vec3 rest = turn - turned;
      angles_[4] += dot(rest, now.axis[4]);  // the two are perpendicular to each other
      angles_[5] += dot(rest, now.axis[5]);
    }
    quick.solved = animated.empty() ? is_inside() : is_inside(animated);
    return quick;
  }

  QuickLeg reach_ankle(const LegTolerance& tolerance) {
    QuickLeg quick;
    const auto& own = leg_.ankle_in_foot;
    const Vec3 second = rotate(goal_.rotation, own[1]);
    for (;; ++quick.iterations) {
      const auto now = place<4>(leg_, pelvis_, hip_, angles_);
      const Vec3 off = goal_.translation - now.ankle;
      const Vec3 first = rotate(now.shank, leg_.ankle_in_shank[0]);
      // The ankle can do everything if its first axis, on the shank, is perpendicular to its second one, on the foot.
      const double missing = dot(first, second);
      quick.position_error = length(off);
      quick.angle_error = std::abs(missing);
      if (quick.position_error <= tolerance.metres && quick.angle_error <= tolerance.radians) {
        const Vec3 third = rotate(now.shank, leg_.ankle_in_shank[2]),
                   middle = rotate(now.shank, leg_.ankle_in_shank[1]);
        angles_[4] = atan2(dot(third, second), dot(middle, second));
        angles_[5] = atan2(dot(rotate(goal_.rotation, own[2]), first), dot(rotate(goal_.rotation, own[0]), first));
        break;
      }
      Vec3 turned;
      if (quick.iterations == kMaxIterations || !step(now, off, cross(first, second), -missing, turned)) return quick;
    }
    quick.solved = is_inside();
    return quick;
  }

  void write(std::span<double> pose) const {
    for (std::size_t i = 0; i < HingeLeg::kHinges; ++i) pose[static_cast<std::size_t>(leg_.values[i])] = angles_[i];
  }

 private:
  /// Moves the four hinges above the ankle so that it goes by `off` while the shank turns by `turn` about `square`.
  /// Tells what the shank turns altogether. False where there is no such step, or none of a fair size.
  template <std::size_t kCount>
  bool step(const Placed<kCount>& now, const Vec3& off, const Vec3& square, double turn, Vec3& turned) {
    const auto column = [&](std::size_t i) { return cross(now.axis[i], now.ankle - (i < 3 ? hip_ : now.knee)); };
    const auto [i, j, k, h] = leg_.order;
    const Vec3 a = column(i), b = column(j), c = column(k), held = column(h);
    const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
    const double volume = dot(a, bc);
    if (!(std::abs(volume) > leg_.least_volume)) return false;
    const double per = 1 / volume;
    const auto moves = [&](const Vec3& v) { return Vec3{dot(bc, v) * per, dot(ca, v) * per, dot(ab, v) * per}; };
    const auto turns = [&](const Vec3& m) { return now.axis[i] * m.x + now.axis[j] * m.y + now.axis[k] * m.z; };
    const Vec3 there = moves(off), against = moves(held);
    const Vec3 by_way = turns(there), by_hold = now.axis[h] - turns(against);
    const double gain = dot(square, by_hold);
    if (!(std::abs(gain) > kLeastTurn)) return false;
    const double hold = (turn - dot(square, by_way)) / gain;
    const Vec3 by = there - against * hold;
    if (!(std::abs(hold) + std::abs(by.x) + std::abs(by.y) + std::abs(by.z) < kLargestStep)) return false;
    angles_[i] += by.x;
    angles_[j] += by.y;
    angles_[k] += by.z;
    angles_[h] += hold;
    turned = by_way + by_hold * hold;
    return true;
  }

  bool is_inside() const {
    bool inside = true;
    for (std::size_t i = 0; i < HingeLeg::kHinges; ++i) inside &= leg_.limits[i].contains(angles_[i]);
    return inside;
  }

  bool is_inside(std::span<const double> animated) const {
    bool inside = true;
    for (std::size_t i = 0; i < HingeLeg::kHinges; ++i)
      inside &= including(leg_.limits[i], animated[static_cast<std::size_t>(leg_.values[i])]).contains(angles_[i]);
    return inside;
  }

  const HingeLeg& leg_;
  const Transform& goal_;
  Transform pelvis_{};
  Vec3 hip_{};
  Angles angles_{};
};

}  // namespace

HingeLeg HingeLeg::of(const Skeleton& skeleton, JointId thigh, JointId shank, JointId foot, int held_value) {
  HingeLeg leg;
  const JointId pelvis = skeleton.parent(thigh);
  if (held_value < 0 || !pelvis.valid() || skeleton.parent(shank) != thigh || skeleton.parent(foot) != shank)
    return leg;
  if (skeleton.kind(pelvis) != JointKind::Free || skeleton.parent(pelvis).valid()) return leg;
  const Joint &hip = skeleton.description(thigh), &knee = skeleton.description(shank),
              &ankle = skeleton.description(foot);
  if (hip.kind != JointKind::Euler || hip.euler_count != 3 || knee.kind != JointKind::Hinge ||
      ankle.kind != JointKind::Euler || ankle.euler_count != 2)
    return leg;
  const Vec3 first = ankle.euler_axes[0], second = ankle.euler_axes[1];
  if (std::abs(dot(first, second)) > kSquare) return leg;
  const auto set = [&](std::size_t i, JointId joint, int component, const Quat& rest, const Vec3& axis) {
    const Skeleton::Freedom& freedom = skeleton.freedom(skeleton.freedom_of(joint, component));
    leg.values[i] = skeleton.first_value(joint) + component;
    leg.limits[i] = freedom.limits;
    leg.rest[i] = rest;
    leg.rest_axis[i] = rest * pure(axis);
    leg.axis_above[i] = rotate(rest, axis);
    return !freedom.fixed && freedom.weight > 0;
  };
  bool free = set(3, shank, 0, knee.rest.rotation, knee.axis);
  for (int k = 0; k < 3; ++k)
    free &= set(static_cast<std::size_t>(k), thigh, k, k == 0 ? hip.rest.rotation : Quat{},
                hip.euler_axes[static_cast<std::size_t>(k)]);
  for (int k = 0; k < 2; ++k)
    free &= set(kAnkle + static_cast<std::size_t>(k), foot, k, k == 0 ? ankle.rest.rotation : Quat{},
                ankle.euler_axes[static_cast<std::size_t>(k)]);
  const Joint& root = skeleton.description(pelvis);
  leg.pelvis_value = skeleton.first_value(pelvis);
  leg.pelvis_rest = {root.rest.rotation, root.rest.translation};
  leg.hip = hip.rest.translation;
  leg.knee = knee.rest.translation;
  leg.ankle = ankle.rest.translation;
  leg.least_volume = kLeastVolume * length(leg.knee) * dot(leg.ankle, leg.ankle);
  leg.ankle_in_foot = {first, second, cross(first, second)};
  for (std::size_t i = 0; i < 3; ++i) leg.ankle_in_shank[i] = rotate(ankle.rest.rotation, leg.ankle_in_foot[i]);
  std::size_t count = 0;
  for (std::size_t i = 0; i < kAnkle; ++i) {
    if (leg.values[i] == held_value) {
      leg.order[3] = i;
    } else if (count < 3) {
      leg.order[count++] = i;
    }
  }
  leg.valid = free && count == 3;
  return leg;
}

QuickLeg place_quickly(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                       std::span<double> pose) {
  Newton newton(leg, world_from_foot, pose);
  const QuickLeg quick = newton.place_foot(tolerance);
  if (quick.solved) newton.write(pose);
  return quick;
}

QuickLeg place_quickly_as_animated(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                                   std::span<const double> animated, std::span<double> pose) {
  Newton newton(leg, world_from_foot, pose);
  const QuickLeg quick = newton.place_foot(tolerance, animated);
  if (quick.solved) newton.write(pose);
  return quick;
}

QuickLeg reach_quickly(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                       std::span<double> pose) {
  Newton newton(leg, world_from_foot, pose);
  const QuickLeg quick = newton.reach_ankle(tolerance);
  if (quick.solved) newton.write(pose);
  return quick;
}

}  // namespace kine::detail
