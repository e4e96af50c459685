#include "kine/motion/walk/foot_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

/// The parts of the swing in which a foot gets free to turn, and comes back to rolling as on the ground.
constexpr Window kGetsLoose{0, 0.3}, kGetsFirm{0.85, 0.15};

/// What is left of a slip at part s of the swing: starts with value and rate, ends with neither.
double fading(double value, double rate, double at, double s) { return hermite({at, value, rate}, {1, 0, 0}, s); }

}  // namespace

double swing_part(const Step& step, double part) { return (part - step.double_support) / (1 - step.double_support); }

double loose_of(double s) { return ease(kGetsLoose.share(s)) * (1 - ease(kGetsFirm.share(s))); }

double late_part(const Step& step) { return step.double_support + kLateSwing * (1 - step.double_support); }

bool is_in_air(const Step& step, int foot, double part) {
  return step.phase == Step::Phase::Step && foot == step.swinging && swing_part(step, part) > 0;
}

double pitch_of(const Gait& gait, const Step& step, int foot, double part) {
  return curves_of(gait).pitch(gait, step, foot, part);
}
double pitch_rate_of(const Gait& gait, const Step& step, int foot, double part) {
  return curves_of(gait).pitch_rate(gait, step, foot, part);
}

double swing_height(const Gait& gait, const Swing& swing, double s) {
  const double height = curves_of(gait).place(gait, swing, s).point.y;
  return s >= swing.slip_at ? height + fading(swing.slip.y, swing.slip_rate.y, swing.slip_at, s) : height;
}

Foothold swing_sole(const Gait& gait, const Swing& swing, double s) {
  const SwingPlace place = curves_of(gait).place(gait, swing, s);
  Foothold sole{place.point, slerp(swing.from.rotation, swing.to.rotation, place.turned)};
  if (s >= swing.slip_at) {
    sole.point.x += fading(swing.slip.x, swing.slip_rate.x, swing.slip_at, s);
    sole.point.y += fading(swing.slip.y, swing.slip_rate.y, swing.slip_at, s);
    sole.point.z += fading(swing.slip.z, swing.slip_rate.z, swing.slip_at, s);
    const Vec3 turn{fading(swing.turn_slip.x, swing.turn_slip_rate.x, swing.slip_at, s),
                    fading(swing.turn_slip.y, swing.turn_slip_rate.y, swing.slip_at, s),
                    fading(swing.turn_slip.z, swing.turn_slip_rate.z, swing.slip_at, s)};
    if (turn.x != 0 || turn.y != 0 || turn.z != 0) sole.rotation = exp(turn) * sole.rotation;
  }
  return sole;
}

}  // namespace kine::detail
