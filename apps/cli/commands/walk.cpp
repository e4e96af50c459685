// kine walk: parses nothing itself; walks, writes the motion and what goes with it.
#include "apps/cli/commands/walk.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk_reach.h"
#include "apps/cli/commands/walker.h"
#include "apps/cli/draw/chart.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/kinematics/forward.h"
#include "kine/model/clip.h"

namespace kine::cli {

namespace {

constexpr double kBvhUnit = 0.01;  // centimetres: our own figure

bool ends_with(const std::string& text, std::string_view ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

bool is_scene(const WalkSettings& settings) { return scenes::find(settings.character) != nullptr; }

/// The units and axes that the motion is written in: those of the character. A GLB is in metres and Y up unless the
/// character came as one.
WrittenWorld written_world(const WalkSettings& settings, const Walker& walker) {
  const kine::Scene& scene = *walker.written;
  WrittenWorld world;
  world.up = static_cast<char>('x' + static_cast<int>(scene.up));
  if (!ends_with(settings.out, ".glb")) {
    world.metres_per_unit = is_scene(settings) ? kBvhUnit : scene.metres_per_unit;
    return world;
  }
  if (scene.document) {
    world.metres_per_unit = scene.metres_per_unit;
    return world;
  }
  const double half = std::sqrt(0.5);
  if (scene.up == Up::Z) world.turn = {-half, 0, 0, half};
  if (scene.up == Up::X) world.turn = {0, 0, half, half};
  world.up = 'y';
  return world;
}

double degrees_of(double radians) { return radians * 57.29577951308232; }

Axis seconds_axis(double to) { return {"seconds", 0, to, false, steps(0, to, std::max(1.0, std::floor(to / 8)))}; }

}  // namespace

Result<std::string> motion_bytes(const WalkSettings& settings, const kine::Scene& character, const WrittenWorld& world,
                                 const WalkRecord& record) {
  Clip clip(character.skeleton, "walk", settings.rate);
  clip.reserve(static_cast<int>(record.poses.size()));
  for (const std::vector<double>& pose : record.poses) clip.append(pose);
  if (ends_with(settings.out, ".bvh"))
    return write_bvh(character.skeleton, clip, {.metres_per_unit = world.metres_per_unit});
  if (ends_with(settings.out, ".glb")) {
    kine::Scene scene = character;
    scene.clips.clear();
    scene.clips.push_back(std::move(clip));
    return write_glb(scene);
  }
  return Error{"--out: the name must end in .bvh or .glb"};
}

bool write_and_say(const std::string& path, const std::string& bytes, bool force) {
  const Result<Written> written = write_file(path, bytes, force);
  if (!written) {
    fail(written.error());
    return false;
  }
  std::printf("%s\n", path.c_str());
  return true;
}

std::string events_json(const WalkRecord& record, double rate, const WrittenWorld& world) {
  nlohmann::ordered_json json;
  json["rate"] = rate;
  json["metres_per_unit"] = world.metres_per_unit;
  json["up"] = std::string(1, world.up);
  json["plants"] = nlohmann::ordered_json::array();
  for (const PlantRecord& plant : record.plants) {
    const Vec3 at = (1 / world.metres_per_unit) * rotate(world.turn, plant.position);
    json["plants"].push_back({{"joint", plant.joint},
                              {"start", plant.start},
                              {"end", plant.end},
                              {"position", {at.x, at.y, at.z}},
                              {"ground", plant.ground / world.metres_per_unit}});
  }
  if (!record.objects.empty()) json["holds"] = nlohmann::ordered_json::array();
  for (const HoldRecord& hold : record.holds) {
    const Vec3 at = (1 / world.metres_per_unit) * rotate(world.turn, hold.position);
    json["holds"].push_back({{"hand", hold.hand == 0 ? "left" : "right"},
                             {"object", hold.object},
                             {"start", hold.start},
                             {"end", hold.end},
                             {"position", {at.x, at.y, at.z}}});
  }
  return json.dump(1) + "\n";
}

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
  return {degrees_of(thigh_ahead), degrees_of(thigh_ahead - shank_ahead),
          degrees_of(atan2(foot.y, foot.z) - shank_ahead)};
}

}  // namespace

std::string walk_plot(const WalkRecord& record, const Biped& body, double rate) {
  const Skeleton& skeleton = body.skeleton();
  const double seconds = static_cast<double>(record.poses.size() - 1) / rate;
  Svg svg(900, 700, "Joint angles and height of a walk");
  const std::string lines[] = {"Left leg: hip, knee and ankle, degrees; below, the height of the hips, metres."};
  draw_heading(svg, "A walk by inverse kinematics", lines);
  Chart angles(svg, {80, 110}, 780, 280, seconds_axis(seconds), {"degrees", -60, 120, false, steps(-60, 120, 30)});
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
  Chart height(svg, {80, 470}, 780, 160, seconds_axis(seconds),
               {"metres", low, high, false, steps(low, high, std::max(0.1, std::floor((high - low) * 2) / 10))});
  Series hips{"hips", {"#555555", Mark::None}, {}};
  for (std::size_t k = 0; k < record.plans.size(); ++k)
    hips.points.push_back({static_cast<double>(k) / rate, record.plans[k].hips.translation.y});
  height.draw(hips);
  draw_legend(svg, {700, 40}, all);
  return svg.str();
}

int walk_command(const WalkSettings& settings) {
  if (settings.character == "spider") return spider_command(settings);
  const Result<Walker> walker = make_walker(settings);
  if (!walker) return fail(walker.error());
  if (settings.table) {
    std::fputs(walk_table(walker->body(), gait_of(settings)).c_str(), stdout);
    return 0;
  }
  const Result<WalkGround> ground = open_ground(settings);
  if (!ground) return fail(ground.error());
  const Result<WalkRecord> record = record_walk(settings, *walker, *ground);
  if (!record) return fail(record.error());
  const WrittenWorld world = written_world(settings, *walker);
  if (!settings.out.empty()) {
    const Result<std::string> bytes = motion_bytes(settings, *walker->written, world, *record);
    if (!bytes) return fail(bytes.error());
    if (!write_and_say(settings.out, *bytes, settings.force)) return 1;
  }
  if (!settings.events.empty() &&
      !write_and_say(settings.events, events_json(*record, settings.rate, world), settings.force))
    return 1;
  if (!settings.plot.empty() &&
      !write_and_say(settings.plot, walk_plot(*record, walker->body(), settings.rate), settings.force))
    return 1;
  if (!walker->note.empty()) std::printf("note: %s\n", walker->note.c_str());
  std::printf("%.1f s, came to x %.2f z %.2f m; %zu plants; legs within %.4f mm and %.4f degrees\n", settings.seconds,
              record->end.x, record->end.z, record->plants.size(), 1e3 * record->worst_position,
              degrees_of(record->worst_angle));
  std::fputs(reach_lines(*record).c_str(), stdout);
  if (record->held_back) std::printf("faster than walking can be: held at Froude number 0.5\n");
  if (record->blocked) std::printf("stopped: there is no foothold ahead\n");
  return 0;
}

}  // namespace kine::cli
