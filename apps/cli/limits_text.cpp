#include "apps/cli/limits_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

#include "kine/math/trig.h"

namespace kine::cli {

namespace {

/// The fewest digits that mean this number.
std::string shortest(double value) {
  char text[64];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value == 0 ? 0.0 : value);
  return {text, end.ptr};
}

/// Degrees that were written with three decimals or fewer. What is not finite has no digits to lose.
bool is_round_in_degrees(double radians_value) {
  if (!std::isfinite(radians_value)) return true;
  const double thousandths = degrees(radians_value) * 1000;
  return std::abs(thousandths - std::round(thousandths)) < 1e-6;
}

std::string end_text(double value, bool in_degrees) {
  if (!std::isfinite(value)) return value < 0 ? "-inf" : "inf";
  return shortest(in_degrees ? std::round(degrees(value) * 1000) / 1000 : value);
}

std::string rounded_degrees(double value) {
  if (!std::isfinite(value)) return value < 0 ? "-inf" : "inf";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", degrees(value));
  return text;
}

}  // namespace

std::string exact_text(double value, bool slides) {
  if (slides) return shortest(value) + " m";
  if (is_round_in_degrees(value)) return end_text(value, true) + "°";
  return shortest(value) + " rad (" + rounded_degrees(value) + "°)";
}

std::string range_text(const Range& range, bool slides) {
  if (range == Range{}) return "endless";
  const bool in_degrees = !slides && is_round_in_degrees(range.lower) && is_round_in_degrees(range.upper);
  const std::string ends = end_text(range.lower, in_degrees) + ".." + end_text(range.upper, in_degrees);
  if (slides) return ends + " m";
  if (in_degrees) return ends + "°";
  return ends + " rad (" + rounded_degrees(range.lower) + ".." + rounded_degrees(range.upper) + "°)";
}

std::string short_limits_text(const Skeleton& skeleton, JointId joint) {
  if (skeleton.axis_count(joint) != 1) return "";
  const AxisSettings& axis = skeleton.description(joint).axes[0];
  if (axis.follows) return "follows " + axis.follows->joint;
  if (axis.limits == Range{}) return "endless";
  if (!skeleton.slides(joint))
    return rounded_degrees(axis.limits.lower) + ".." + rounded_degrees(axis.limits.upper) + "°";
  char text[64];
  std::snprintf(text, sizeof text, "%.2f..%.2f m", axis.limits.lower, axis.limits.upper);
  return text;
}

std::string limits_text(const Skeleton& skeleton, JointId joint) {
  const Joint& description = skeleton.description(joint);
  if (description.kind == JointKind::Ball) {
    const BallLimits& ball = description.ball;
    if (!ball.has_swing() && !ball.has_twist()) return "endless";
    return "swing " + exact_text(ball.swing_first, false) + " by " + exact_text(ball.swing_second, false) + ", twist " +
           range_text(ball.twist, false);
  }
  std::vector<std::string> parts;
  bool all_endless = true;
  for (int i = 0; i < skeleton.axis_count(joint); ++i) {
    const AxisSettings& axis = description.axes[static_cast<std::size_t>(i)];
    const bool slides = skeleton.slides(joint, i);
    parts.push_back(range_text(axis.limits, slides));
    if (axis.fixed) parts.back() += " (fixed)";
    if (axis.follows) parts.back() += " (follows " + axis.follows->joint + ")";
    all_endless = all_endless && parts.back() == "endless";
  }
  if (parts.empty()) return "";
  if (all_endless) return "endless";
  std::string text = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) text += ", " + parts[i];
  return text;
}

}  // namespace kine::cli
