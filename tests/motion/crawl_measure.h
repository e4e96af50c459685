#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/crawl.h"
#include "kine/motion/crawl/crawler_model.h"
#include "kine/motion/walk_path.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace kine::testing {

/// What a crawl is judged by, measured on its poses by forward kinematics.
struct CrawlFigures {
  double drift = 0;       ///< of planted tips, metres
  double miss = 0;        ///< of any tip, planted or in the air, from where it was asked to be
  double depth = 0;       ///< of a tip below the ground
  double knee_depth = 0;  ///< of the joints between, likewise
  double violation = 0;   ///< of limits, radians
  double tip_speed = 0, joint_speed = 0, joint_acceleration = 0;
  double body_acceleration = 0, body_turn_acceleration = 0;
  double way = 0;  ///< metres that the body went
  int least_down = 6;
  int blocked = 0;  ///< frames
  int stuck = 0;    ///< the most frames in a row without moving though asked to
  bool finite = true;
  double miss_time = 0;
  int miss_leg = -1;
  Vec3 end{};
  double heading = 0;
};

/// What the stick does, given the time and where the figure is.
using CrawlStick = std::function<Stick(double, const CrawlState&)>;

inline CrawlStick steady(const Stick& stick) {
  return [stick](double, const CrawlState&) { return stick; };
}

/// Follows a way.
inline CrawlStick along(const WalkPath& path) {
  return [path, gone = 0.0](double, const CrawlState& state) mutable {
    Gait known;
    known.top_speed = CrawlGait{}.top_speed;
    known.top_turn = CrawlGait{}.top_turn;
    known.braking = CrawlGait{}.acceleration;
    return follow(path, known, state.course, gone);
  };
}

/// Something new at random moments, from long holds to flicks between ends; now and then nothing at all.
inline CrawlStick random_stick(std::uint64_t seed) {
  struct Hand {
    std::uint64_t x;
    double until = 0;
    Stick now{};
    double next() {
      x += 0x9E3779B97F4A7C15u;
      std::uint64_t y = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
      y = (y ^ (y >> 27)) * 0x94D049BB133111EBu;
      return static_cast<double>((y ^ (y >> 31)) >> 11) * 0x1p-53;
    }
    double push() {
      const double a = next(), b = 2 * next() - 1;
      return a < 0.3 ? 0.0 : a < 0.6 ? (b < 0 ? -1.0 : 1.0) : b;
    }
  };
  return [hand = Hand{seed * 7919 + 1}](double time, const CrawlState&) mutable {
    while (time >= hand.until) {
      hand.now = {hand.push(), hand.push(), hand.push()};
      hand.until += hand.next() < 0.3 ? 0.05 + 0.2 * hand.next() : 0.3 + 2.5 * hand.next();
    }
    return hand.now;
  };
}

struct CrawlSetup {
  std::string terrain = "flat";
  double seconds = 20, rate = 60;
  CrawlStick stick = steady({1, 0, 0});
  CrawlGait gait{};
  double x = 0, z = 0;                              ///< where it starts
  std::shared_ptr<const scenes::Terrain> ground{};  ///< in place of the terrain of that name
  std::function<void(double time, const CrawlReport&, const CrawlState&, const Pose&)> watch{};
};

inline CrawlFigures measure_crawl(const CrawlSetup& setup) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  const std::shared_ptr<const scenes::Terrain> terrain =
      setup.ground ? setup.ground : *scenes::make_terrain(setup.terrain);
  Scratch scratch(body);
  CrawlState state;
  state.course.x = setup.x;
  state.course.z = setup.z;
  Frames frames(skeleton);
  CrawlFigures out;
  CrawlStick stick = setup.stick;
  std::vector<Vec3> began(6), tips(6);
  std::vector<bool> open(6);
  std::vector<double> before, speeds;
  Vec3 place{}, velocity{}, spin{};
  Quat turned{};
  int still = 0;
  const double rate = setup.rate;
  const int count = static_cast<int>(setup.seconds * rate + 0.5);
  const auto worst = [](double& most, double value) { most = std::max(most, value); };
  const auto depth_of = [&](const Vec3& at) {
    const GroundHit hit = terrain->at(at.x, at.z);
    return hit.hit ? hit.point.y - at.y : 0;
  };
  for (int k = 0; k <= count; ++k) {
    const Stick now = k ? stick((k - 1) / rate, state) : Stick{};
    const CrawlReport report = crawl(body, setup.gait, *terrain, now, k ? 1 / rate : 0, state, pose.q, scratch);
    forward(skeleton, pose.q, frames);
    if (setup.watch) setup.watch(k / rate, report, state, pose);
    for (const double v : pose.q) out.finite &= std::isfinite(v);
    worst(out.violation, limit_violation(skeleton, pose.q));
    out.blocked += report.blocked ? 1 : 0;
    int down = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const JointId tip = body.tips()[i];
      const Vec3 at = frames.position(tip);
      const double miss = length(at - report.tips[i]);
      if (miss > out.miss) out.miss_time = k / rate, out.miss_leg = static_cast<int>(i);
      worst(out.miss, miss);
      worst(out.depth, depth_of(at));
      for (JointId id = skeleton.parent(tip); id != detail::model_of(body).body(); id = skeleton.parent(id))
        worst(out.knee_depth, depth_of(frames.position(id)));
      if (report.down[i] && !open[i]) began[i] = at;
      if (report.down[i]) worst(out.drift, length(at - began[i]));
      if (k > 0) worst(out.tip_speed, length(at - tips[i]) * rate);
      tips[i] = at;
      open[i] = report.down[i];
      down += report.down[i] ? 1 : 0;
    }
    out.least_down = std::min(out.least_down, down);
    // Joints, by differences of the poses.
    std::vector<double> speed(pose.size());
    const auto first = static_cast<std::size_t>(detail::model_of(body).legs()[0].first_value);
    for (std::size_t v = first; k > 0 && v < pose.size(); ++v) {
      speed[v] = (pose.q[v] - before[v]) * rate;
      worst(out.joint_speed, std::abs(speed[v]));
      if (k > 1) worst(out.joint_acceleration, std::abs(speed[v] - speeds[v]) * rate);
    }
    before = pose.q;
    speeds = speed;
    const Vec3 at = frames.position(detail::model_of(body).body());
    const Quat turn = frames.rotation(detail::model_of(body).body());
    if (k > 0) {
      const Vec3 v = (at - place) * rate, w = log(turn * conjugate(turned)) * rate;
      if (k > 1) worst(out.body_acceleration, length(v - velocity) * rate);
      if (k > 1) worst(out.body_turn_acceleration, length(w - spin) * rate);
      out.way += length(at - place);
      const bool asked = now.forward != 0 || now.side != 0 || now.turn != 0;
      still = asked && length(v) < 1e-3 && length(w) < 1e-3 ? still + 1 : 0;
      out.stuck = std::max(out.stuck, still);
      velocity = v, spin = w;
    }
    place = at, turned = turn;
  }
  out.end = place;
  out.heading = state.course.heading;
  return out;
}

}  // namespace kine::testing
