// kine walk --plot: figures on their ground, the angles of the left leg, and the height of the hips.
#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/cli/commands/walk.h"
#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/ground_strip.h"
#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"

namespace kine::cli {

namespace {

/// How far the thigh is ahead of straight down, the knee bent and the foot up against the shank: the left leg, degrees.
struct LegCurve {
  double hip, knee, ankle;
};

LegCurve leg_curve(const Biped& body, const WalkPlan& plan, const Frames& frames) {
  const BipedLegJoints leg = body.leg(0);
  const Vec3 hip = plan.hips * Vec3{body.measures().hip_half, 0, 0}, knee = frames.position(leg.shank);
  const Quat heading = from_axis_angle(kUnitY, plan.heading);
  const auto seen = [&](const Vec3& v) { return rotate(conjugate(heading), v); };
  const Vec3 thigh = seen(knee - hip), shank = seen(frames.position(leg.foot) - knee);
  const Vec3 foot = seen(rotate(plan.feet[0].rotation, kUnitZ));
  const double thigh_ahead = atan2(thigh.z, -thigh.y), shank_ahead = atan2(shank.z, -shank.y);
  return {degrees(thigh_ahead), degrees(thigh_ahead - shank_ahead), degrees(atan2(foot.y, foot.z) - shank_ahead)};
}

Axis seconds_axis(double to) { return {"seconds", 0, to, false, steps(0, to, std::max(1.0, std::floor(to / 8)))}; }

/// The walk as figures in the world that it walks in.
GroundStrip strip_of(const WalkRecord& record, const Biped& body, const scenes::Terrain& ground, double rate) {
  const Skeleton& skeleton = body.skeleton();
  GroundStrip strip{skeleton, ground};
  strip.bone_colours = bone_colours(skeleton);
  strip.foot_side = body.measures().hip_half;
  Frames frames(skeleton);
  const auto count = std::min<std::size_t>(record.walk_poses.size(), kMostGroundFigures);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = count > 1 ? i * (record.walk_poses.size() - 1) / (count - 1) : 0;
    forward(skeleton, record.walk_poses[k], frames);
    StandingFigure figure{static_cast<double>(k) / rate, record.plans[k].hips.translation, {}};
    for (int j = 0; j < skeleton.joint_count(); ++j) figure.joints.push_back(frames.position(JointId{j}));
    strip.course.push_back(std::move(figure));
  }
  return strip;
}

}  // namespace

std::string walk_plot(const WalkRecord& record, const Biped& body, const scenes::Terrain& ground, double rate) {
  const Skeleton& skeleton = body.skeleton();
  const double seconds = static_cast<double>(record.poses.size() - 1) / rate;
  const GroundStrip strip = strip_of(record, body, ground, rate);
  constexpr Point2 kCorner{30, 90};
  constexpr double kWidth = 840;
  const double top = kCorner.y + draw_ground_strip(strip, kCorner, kWidth, nullptr) + 76;
  Svg svg(900, top + 590, "A walk: figures on their ground, joint angles and height");
  const std::string lines[] = {
      "From the side, with the ground below the middle, the left (blue) and the right (orange) foot;",
      "hip, knee and ankle of the left leg, degrees; the height of the hips, metres."};
  draw_heading(svg, "A walk by inverse kinematics", lines);
  draw_ground_strip(strip, kCorner, kWidth, &svg);
  Chart angles(svg, {80, top}, 780, 280, seconds_axis(seconds), {"degrees", -60, 120, false, steps(-60, 120, 30)});
  std::vector<Series> all{{"hip", {"#3b6fb6", Mark::None}, {}},
                          {"knee", {"#c2562d", Mark::None}, {}},
                          {"ankle", {"#3f8f4f", Mark::None}, {}}};
  Frames frames(skeleton);
  for (std::size_t k = 0; k < record.walk_poses.size(); ++k) {
    forward(skeleton, record.walk_poses[k], frames);
    const LegCurve curve = leg_curve(body, record.plans[k], frames);
    const double time = static_cast<double>(k) / rate;
    all[0].points.push_back({time, curve.hip});
    all[1].points.push_back({time, curve.knee});
    all[2].points.push_back({time, curve.ankle});
  }
  for (const Series& series : all) angles.draw(series);
  double low = 1e9, high = -1e9;
  for (const WalkPlan& plan : record.plans) {
    low = std::min(low, plan.hips.translation.y);
    high = std::max(high, plan.hips.translation.y);
  }
  low = std::floor(low * 10) / 10;
  high = std::max(low + 0.2, std::ceil(high * 10) / 10);
  Chart height(svg, {80, top + 360}, 780, 160, seconds_axis(seconds),
               {"metres", low, high, false, steps(low, high, std::max(0.1, std::floor((high - low) * 2) / 10))});
  Series hips{"hips", {"#555555", Mark::None}, {}};
  for (std::size_t k = 0; k < record.plans.size(); ++k)
    hips.points.push_back({static_cast<double>(k) / rate, record.plans[k].hips.translation.y});
  height.draw(hips);
  draw_legend(svg, {700, top - 56}, all);
  return svg.str();
}

}  // namespace kine::cli
