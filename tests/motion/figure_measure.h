#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"
#include "scenes/terrains.h"

namespace kine::testing {

/// What the walk of any figure is judged by, measured on the figure's own poses by forward kinematics.
struct FigureWalk {
  double drift = 0;      ///< of planted heels and toes, metres
  double depth = 0;      ///< of nine points of a sole below the ground, metres
  double residual = 0;   ///< of the solves, metres
  double angle = 0;      ///< and radians
  double violation = 0;  ///< of the figure's limits
  double off_plan = 0;   ///< heels and toes of the figure against where they were planned to stand
  double least_knee = 1e9;
  double crossed = 1e9;  ///< the least that the left foot was to the left of the right one
  double step = 0;       ///< the longest distance of two plants of a foot, halved
  double speed = 0;      ///< over the second half
  double way = 0;        ///< how far it came in all, metres
  double airborne = 0;   ///< seconds with no foot planted
  bool blocked = false;
  bool finite = true;
  std::string when{};
  std::vector<std::vector<double>> poses{};
};

struct FigureSetup {
  std::string terrain = "flat";
  Gait gait{};
  double seconds = 20, rate = 60;
  std::function<Stick(double)> stick = [](double) { return Stick{1, 0, 0}; };
  bool keep_poses = false;
};

inline FigureWalk walk_figure(const WalkingFigure& who, const FigureSetup& setup) {
  FigureWalk out;
  const Biped& body = who.body();
  const auto terrain = *scenes::make_terrain(setup.terrain);
  Scratch scratch(who);
  WalkState state;
  std::vector<double> own(body.standing().begin(), body.standing().end());
  std::vector<double> pose(who.standing().begin(), who.standing().end());
  Frames frames(who.figure());
  const Quat walk_from_figure = conjugate(who.figure_from_walk());
  std::array<bool, 4> open{};
  std::array<Vec3, 4> began{};
  std::array<Vec3, 2> last_plant{};
  const int count = static_cast<int>(setup.seconds * setup.rate + 0.5);
  Vec3 half{}, first{};
  for (int k = 0; k <= count; ++k) {
    const double time = k / setup.rate;
    const WalkReport report =
        walk(body, setup.gait, *terrain, setup.stick(time), k ? 1 / setup.rate : 0, state, own, scratch);
    who.write(own, pose, scratch);
    if (setup.keep_poses) out.poses.push_back(pose);
    forward(who.figure(), pose, frames);
    for (const double v : pose) out.finite &= std::isfinite(v);
    out.violation = std::max<double>(out.violation, limit_violation(who.figure(), pose));
    const auto note = [&](double& worst, double value, const char* what) {
      if (!(value > worst)) return;
      worst = value;
      if (value > 1e-3) out.when = std::string(what) + " at " + std::to_string(time);
    };
    bool planted = false;
    Vec3 feet[2];
    for (int foot = 0; foot < 2; ++foot) {
      const LegReport& leg = report.legs[foot];
      note(out.residual, leg.position_error, "solve");
      out.angle = std::max<double>(out.angle, leg.angle_error);
      const auto at = [&](const WalkingFigure::FootPoint& point) {
        return rotate(walk_from_figure, frames.position({point.joint, point.offset}));
      };
      const Vec3 ends[2] = {at(who.heel(foot)), at(who.toe(foot))};
      feet[foot] = ends[0];
      const bool down[2] = {report.plan.heel_down[foot], report.plan.toe_down[foot]};
      const Vec3 wanted[2] = {report.plan.heel_at[foot], report.plan.toe_at[foot]};
      for (int end = 0; end < 2; ++end) {
        const auto i = static_cast<std::size_t>(2 * foot + end);
        planted |= down[end];
        if (down[end] && !open[i]) {
          began[i] = ends[end];
          if (end == 0) {
            if (time > 2) out.step = std::max<double>(out.step, 0.5 * length(began[i] - last_plant[foot]));
            last_plant[foot] = began[i];
          }
        }
        if (down[end]) {
          note(out.drift, length(ends[end] - began[i]),
               foot ? (end ? "right toe" : "right heel") : (end ? "left toe" : "left heel"));
          if (!(end ? who.toe(foot) : who.heel(foot)).is_joint)
            out.off_plan = std::max<double>(out.off_plan, length(ends[end] - wanted[end]));
        }
        open[i] = down[end];
      }
      // Nine points of the sole, seen from heel and toe.
      const Vec3 across = rotate(report.plan.feet[foot].rotation, kUnitX) * body.measures().legs[foot].foot.half_width;
      const FootShape& shape = body.measures().legs[foot].foot;
      const Vec3 ball = ends[0] + rotate(report.plan.feet[foot].rotation, Vec3{0, 0, shape.ball.z - shape.heel.z});
      for (const double side : {-1.0, 0.0, 1.0})
        for (const Vec3& middle : {ends[0], ball, ends[1]}) {
          const Vec3 p = middle + side * across;
          const GroundHit hit = terrain->at(p.x, p.z);
          if (hit.hit) note(out.depth, hit.point.y - p.y, "depth");
        }
    }
    if (!planted) out.airborne += 1 / setup.rate;
    const Vec3 left = rotate(from_axis_angle(kUnitY, report.plan.heading), kUnitX);
    out.crossed = std::min<double>(out.crossed, dot(feet[0] - feet[1], left));
    const Vec3 here = report.plan.hips.translation;
    if (k == 0) first = here;
    if (k == count / 2) half = here;
    out.way = length(here - first);
    if (k == count) out.speed = length(here - half) / (0.5 * setup.seconds);
    out.blocked = report.blocked;
  }
  return out;
}

inline std::string summary(const FigureWalk& f) {
  char text[400];
  std::snprintf(
      text, sizeof text,
      "drift %.3f mm | depth %.3f mm | residual %.4f mm %.4f deg | limits %.2g | off plan %.3f mm | apart %.3f m | "
      "step %.2f m | speed %.2f m/s | airborne %.2f s%s %s",
      1e3 * f.drift, 1e3 * f.depth, 1e3 * f.residual, degrees(f.angle), f.violation, 1e3 * f.off_plan, f.crossed,
      f.step, f.speed, f.airborne, f.blocked ? " BLOCKED" : "", f.when.c_str());
  return text;
}

}  // namespace kine::testing
