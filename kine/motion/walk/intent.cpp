#include "kine/motion/walk/intent.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {

CourseSpeeds Intent::wanted() const {
  CourseSpeeds to = asked;
  if (blocked) to = {0, 0, asked.turn};
  const double cap = std::min<double>(ground_cap, landing_cap);
  const double speed = std::sqrt(to.forward * to.forward + to.side * to.side);
  if (speed > 0 && speed > cap) to.forward *= cap / speed, to.side *= cap / speed;
  to.forward *= go_share;
  to.side *= go_share;
  to.turn *= turn_share;
  return to;
}

bool Intent::listen(const CourseSpeeds& stick) {
  if (asked == stick) return false;
  asked_before = asked;
  asked = stick;
  return true;
}

CourseSpeeds asked_by(const Stick& stick, const Gait& gait, double scale) {
  const double pace = std::sqrt(scale);
  return {stick.forward * (stick.forward < 0 ? gait.top_back_speed : gait.top_speed) * pace,
          stick.side * gait.top_side_speed * pace, stick.turn * gait.top_turn / pace};
}

SpeedRates rates_between(const CourseSpeeds& now, const CourseSpeeds& to, const Gait& gait, double scale) {
  const auto rate = [&](double from, double goal) {
    return std::abs(goal) < std::abs(from) || goal * from < 0 ? gait.braking : gait.acceleration;
  };
  return {rate(now.forward, to.forward), rate(now.side, to.side), gait.turn_acceleration / std::sqrt(scale)};
}

double speed_of(const CourseSpeeds& speeds, double scale) {
  // A step to the side, a turn and a step back are shorter than one ahead: they count as so much faster.
  constexpr double kSide = 3, kTurn = 0.6, kBack = 1.7;
  const double side = kSide * speeds.side, turn = kTurn * scale * speeds.turn;
  const double forward = (speeds.forward < 0 ? kBack : 1) * speeds.forward;
  return std::sqrt(forward * forward + side * side + turn * turn);
}

bool moves(const CourseSpeeds& speeds) { return speeds.forward != 0 || speeds.side != 0 || speeds.turn != 0; }

bool goes(const CourseSpeeds& speeds, double scale) {
  constexpr double kSlowest = 0.01, kSlowestTurn = 0.05;  // m/s for a leg of Gait::kLeg, rad/s
  return speeds.forward * speeds.forward + speeds.side * speeds.side > kSlowest * kSlowest * scale ||
         std::abs(speeds.turn) > kSlowestTurn;
}

bool is_insistent(const CourseSpeeds& stick, const CourseSpeeds& asked, double scale) {
  constexpr double kForward = 0.8, kSide = 0.2, kTurn = 1.0;  // m/s and rad/s for a leg of Gait::kLeg
  const double pace = std::sqrt(scale);
  const auto differs = [](double a, double b, double by) { return std::abs(a - b) > by || ((a == 0) != (b == 0)); };
  return differs(stick.forward, asked.forward, kForward * pace) || differs(stick.side, asked.side, kSide * pace) ||
         differs(stick.turn, asked.turn, kTurn / pace);
}

}  // namespace kine::detail
