#include "kine/solve/global/six_chain.h"

#include <algorithm>
#include <cmath>

#include "kine/math/matrix.h"

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

constexpr Nearness kExact{1e-6, 1e-6};   // of an arm's size: files of robots are rounded
constexpr Nearness kNear{0.015, 0.01};   // offsets that makers leave: poses without them are good to start from
constexpr double kClearlyTurned = 0.05;  // sine of an angle that can be divided by
constexpr double kLeastReach = 1e-20;    // metres: shorter arms are measured in this, so that squares stay numbers

SixChain forward_chain(const Arm& arm, int first, double per_metre) {
  SixChain chain;
  for (int k = 0; k < 6; ++k) {
    const ArmLink& link = arm.links[index(first + k)];
    SixJoint& joint = chain[index(k)];
    joint = {.rest_cos = link.rest_cos,
             .rest_sin = link.rest_sin,
             .limits = arm.variables[index(link.variable)].limits,
             .variable = link.variable};
    if (k == 5) break;  // what is constant behind the last is a part of the target
    joint.a = link.a * per_metre;
    joint.b = link.b * per_metre;
    joint.d = link.d * per_metre;
    joint.twist_cos = link.twist_cos;
    joint.twist_sin = link.twist_sin;
  }
  return chain;
}

/// The chain seen from its tip. What lies between two hinges is passed the other way:
///   (Rz(t) Tz(d) T(a, b, 0) Rx(w))^-1 = Rx(-w) T(-a, -b, 0) Tz(-d) Rz(-t)
/// where Tz(-d) belongs to the hinge that comes next.
SixChain reversed(const SixChain& chain) {
  SixChain out;
  for (std::size_t k = 0; k < 6; ++k) {
    const SixJoint& joint = chain[5 - k];
    out[k] = joint;
    out[k].sign = -joint.sign;
    out[k].a = out[k].b = out[k].twist_sin = 0;
    out[k].twist_cos = 1;
    out[k].d = -joint.d;
    if (k == 5) break;
    const SixJoint& before = chain[4 - k];
    out[k].a = -before.a;
    out[k].b = -before.b * before.twist_cos;
    out[k].d += before.b * before.twist_sin;
    out[k].twist_cos = before.twist_cos;
    out[k].twist_sin = -before.twist_sin;
  }
  return out;
}

bool meets_next(const SixJoint& joint, const Nearness& near) {
  return std::abs(joint.a) <= near.length && std::abs(joint.b) <= near.length;
}
bool is_parallel_to_next(const SixJoint& joint, const Nearness& near) {
  return std::abs(joint.twist_sin) <= near.radians;
}
bool is_clearly_turned(const SixJoint& joint) { return std::abs(joint.twist_sin) > kClearlyTurned; }

/// True if two neighbouring axes are one: then they are redundant, and poses come in rows.
bool doubles_an_axis(const SixChain& c, const Nearness& near) {
  for (std::size_t k = 0; k < 5; ++k)
    if (meets_next(c[k], near) && is_parallel_to_next(c[k], near)) return true;
  return false;
}

/// The family of a chain at its own end, and whether it needs a quartic.
Structure family_of(const SixChain& c, const Nearness& near) {
  Structure found;
  if (doubles_an_axis(c, near)) return found;
  const bool wrist = meets_next(c[3], near) && meets_next(c[4], near) && std::abs(c[4].d) <= near.length &&
                     is_clearly_turned(c[3]) && is_clearly_turned(c[4]);
  if (wrist) {
    const bool parallel_first = is_parallel_to_next(c[0], near), parallel_second = is_parallel_to_next(c[1], near);
    if (parallel_first && parallel_second) return found;  // they say nothing of the height
    if (parallel_second && !is_clearly_turned(c[0])) return found;
    const double across = c[2].b - c[2].twist_sin * c[3].d;  // the point seen from the third axis
    if (std::abs(c[2].a) <= near.length && std::abs(across) <= near.length) return found;  // which does not move it
    found.family = Family::Wrist;
    found.quartic = !parallel_first && !parallel_second && !meets_next(c[0], near);
    return found;
  }
  const bool parallel = is_parallel_to_next(c[1], near) && is_parallel_to_next(c[2], near) && is_clearly_turned(c[0]) &&
                        is_clearly_turned(c[3]);
  if (!parallel) return found;
  const bool meets = meets_next(c[4], near), also_parallel = is_parallel_to_next(c[4], near);
  found.family = Family::Parallel;
  found.quartic = !meets && !also_parallel;
  return found;
}

/// True if one of the six links from this one on is no hinge.
bool any_slides(const Arm& arm, int first) {
  bool any = false;
  for (int k = 0; k < 6; ++k) any |= arm.links[index(first + k)].slides;
  return any;
}

}  // namespace

Structure structure_of(const Arm& arm) {
  const int links = static_cast<int>(arm.links.size());
  if (arm.follows || links < 6 || links > 7) return {};
  const double per_metre = 2 * power_of_two_scale(std::max<double>(arm.reach, kLeastReach));
  Structure best;
  for (const Nearness& near : {kExact, kNear}) {
    for (int first = 0; first + 6 <= links; ++first) {
      if (any_slides(arm, first)) continue;
      const SixChain chain = forward_chain(arm, first, per_metre);
      for (const bool from_tip : {false, true}) {
        Structure found = family_of(from_tip ? reversed(chain) : chain, near);
        if (found.family == Family::None) continue;
        if (best.family != Family::None && !(best.quartic && !found.quartic)) continue;
        found.near = near;
        found.reversed = from_tip;
        found.exact = near.length == kExact.length;
        found.per_metre = per_metre;
        found.first = first;
        found.lock = links == 6 ? -1 : first == 0 ? 6 : 0;
        best = found;
        if (!best.quartic) return best;
      }
    }
    if (best.family != Family::None) return best;
  }
  return best;
}

namespace {

/// Writes where the limits lie: whether an angle is inside can then be seen without the angle.
void find_middles(SixChain& chain) {
  std::array<double, 12> angles{}, sines, cosines;  // the middles, and half the widths
  bool any = false;
  for (std::size_t k = 0; k < 6; ++k) {
    const Range& limits = chain[k].limits;
    if (!(limits.upper - limits.lower < kTwoPi)) continue;
    any = true;
    angles[k] = 0.5 * (limits.lower + limits.upper);
    angles[k + 6] = 0.5 * (limits.upper - limits.lower);
  }
  if (!any) return;
  sin_cos(angles, sines, cosines);
  for (std::size_t k = 0; k < 6; ++k) {
    if (!(chain[k].limits.upper - chain[k].limits.lower < kTwoPi)) continue;
    chain[k].middle_cos = cosines[k];
    chain[k].middle_sin = sines[k];
    chain[k].half_cos = cosines[k + 6];
  }
}

}  // namespace

SixChain six_chain_of(const Arm& arm, const Structure& structure) {
  SixChain chain = forward_chain(arm, structure.first, structure.per_metre);
  if (structure.reversed) chain = reversed(chain);
  find_middles(chain);
  return chain;
}

namespace {

/// Goes on through a link at this value.
void pass_at(const ArmLink& link, double value, ArmFrame& frame) {
  const SinCos angle = sin_cos(link.slides ? 0 : value);
  pass(link, angle.sin, angle.cos, link.slides ? value : 0, frame);
}

/// inverse(a) * b
ArmFrame seen_from(const ArmFrame& a, const ArmFrame& b) {
  const auto in_a = [&](const Vec3& v) { return Vec3{dot(a.x, v), dot(a.y, v), dot(a.z, v)}; };
  return {in_a(b.x), in_a(b.y), in_a(b.z), in_a(b.at - a.at)};
}

ArmFrame inverse(const ArmFrame& a) {
  return {{a.x.x, a.y.x, a.z.x},
          {a.x.y, a.y.y, a.z.y},
          {a.x.z, a.y.z, a.z.z},
          {-dot(a.x, a.at), -dot(a.y, a.at), -dot(a.z, a.at)}};
}

}  // namespace

ArmFrame six_target(const Arm& arm, const Structure& structure, const ArmTarget& target, double locked) {
  const Mat3& turned = target.last;
  ArmFrame frame{turned.x, turned.y, turned.z, target.position};
  frame.shift(-arm.tip.x, -arm.tip.y, -arm.tip.z);
  if (structure.lock == 0) {
    ArmFrame before;
    pass_at(arm.links[0], locked, before);
    frame = seen_from(before, frame);
  } else if (structure.lock > 0) {
    const ArmLink& link = arm.links[index(structure.lock)];
    const ArmLink& above = arm.links[index(structure.lock - 1)];
    const SinCos angle = sin_cos(link.slides ? 0 : locked);
    if (link.slides) frame.shift(0, 0, -locked);
    frame.turn(-(link.rest_sin * angle.cos + link.rest_cos * angle.sin),
               link.rest_cos * angle.cos - link.rest_sin * angle.sin);
    frame.twist(-above.twist_sin, above.twist_cos);
    frame.shift(-above.a, -above.b, -above.d);
  }
  frame.at = frame.at * structure.per_metre;
  return structure.reversed ? inverse(frame) : frame;
}

}  // namespace kine::detail
