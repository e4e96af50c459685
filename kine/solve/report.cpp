#include "kine/solve/report.h"

#include <cmath>
#include <cstdio>

#include "kine/core/internal/units_text.h"
#include "kine/math/trig.h"

namespace kine {
namespace {

std::string with_one_decimal(double value, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f%s", value, unit);
  return text;
}

std::string shortfall(const Report& report) {
  std::string text;
  if (report.position_error > 0) text += length_text(report.position_error);
  const std::string angle = angle_text(report.angle_error);
  if (text.empty() || angle != "0°") text += (text.empty() ? "" : " and ") + angle;
  return text + " short";
}

std::string metres_text(double metres) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f m", metres);
  return text;
}

std::string wrist_text(const WristProof& wrist) {
  const std::string asked = "the wrist would have to be " + metres_text(wrist.away) + " away and ";
  return asked + (wrist.away > wrist.farthest ? "gets to " + metres_text(wrist.farthest)
                                              : "comes no nearer than " + metres_text(wrist.nearest));
}

bool is_distance(const Skeleton& skeleton, const Blocker& blocker) {
  return skeleton.slides(blocker.joint, blocker.component);
}

std::string blocker_text(const Skeleton& skeleton, const Blocker& blocker) {
  if (blocker.joint == kWorld) return "goal " + std::to_string(blocker.goal + 1) + " comes first";
  const bool slides = is_distance(skeleton, blocker);
  const auto amount = [&](double value) { return slides ? length_text(value) : with_one_decimal(degrees(value), "°"); };
  std::string text = skeleton.name(blocker.joint) + " at its " + amount(blocker.at) + " limit";
  if (blocker.relax > 0) text += "; " + amount(blocker.relax) + " more reaches";
  return text;
}

}  // namespace

std::string_view to_string(Status status) {
  constexpr std::string_view kNames[] = {"reached", "not found", "unreachable", "bad input"};
  return kNames[static_cast<int>(status)];
}

std::string sentence(const Skeleton& skeleton, const Report& report) {
  if (report.status == Status::Reached) return "reached";
  if (report.status == Status::BadInput) return report.fault.sentence();
  std::string text = shortfall(report);
  if (report.wrist.proved()) return text + ": " + wrist_text(report.wrist);
  if (report.status == Status::Unreachable) return text + ": out of reach, however the joints turn";
  if (report.blocker_count == 0) return text + ": no better pose was found";
  text += ": ";
  for (int i = 0; i < report.blocker_count; ++i) {
    if (i > 0) text += "; ";
    text += blocker_text(skeleton, report.blockers[static_cast<std::size_t>(i)]);
  }
  return text;
}

}  // namespace kine
