// kine walk: parses nothing itself; walks, writes the motion and what goes with it.
#include "apps/cli/walk.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/cli/chart.h"
#include "apps/cli/commands.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "kine/core/text.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/model/clip.h"

namespace kine::cli {

namespace {

constexpr double kBvhUnit = 0.01;  // centimetres

bool ends_with(const std::string& text, std::string_view ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

Result<std::string> motion_bytes(const WalkSettings& settings, const Skeleton& skeleton, const WalkRecord& record) {
  Clip clip(skeleton, "walk", settings.rate);
  clip.reserve(static_cast<int>(record.poses.size()));
  for (const std::vector<double>& pose : record.poses) clip.append(pose);
  if (ends_with(settings.out, ".bvh")) return write_bvh(skeleton, clip, {.metres_per_unit = kBvhUnit});
  if (ends_with(settings.out, ".glb")) {
    Scene scene{.name = "walk", .skeleton = skeleton, .notes = {}};
    scene.clips.push_back(std::move(clip));
    return write_glb(scene);
  }
  return Error{"--out: the name must end in .bvh or .glb"};
}

/// Writes a file and says so.
bool write(const std::string& path, const std::string& bytes, bool force) {
  const Result<Written> written = write_file(path, bytes, force);
  if (!written) {
    fail(written.error());
    return false;
  }
  std::printf("%s\n", path.c_str());
  return true;
}

double degrees_of(double radians) { return radians * 57.29577951308232; }

Axis seconds_axis(double to) { return {"seconds", 0, to, false, steps(0, to, std::max(1.0, std::floor(to / 8)))}; }

}  // namespace

std::string events_json(const WalkRecord& record, double rate, double metres_per_unit) {
  nlohmann::ordered_json json;
  json["rate"] = rate;
  json["metres_per_unit"] = metres_per_unit;
  json["up"] = "y";
  json["plants"] = nlohmann::ordered_json::array();
  for (const PlantRecord& plant : record.plants) {
    const Vec3 at = (1 / metres_per_unit) * plant.position;
    json["plants"].push_back({{"joint", plant.joint},
                              {"start", plant.start},
                              {"end", plant.end},
                              {"position", {at.x, at.y, at.z}},
                              {"ground", plant.ground / metres_per_unit}});
  }
  return json.dump(1) + "\n";
}

std::string walk_plot(const WalkRecord& record, const Biped& body, double rate) {
  const Skeleton& skeleton = body.skeleton();
  const double seconds = static_cast<double>(record.poses.size() - 1) / rate;
  Svg svg(900, 700, "Joint angles and height of a walk");
  const std::string lines[] = {"Left leg: hip, knee and ankle, degrees; below, the height of the hips, metres."};
  draw_heading(svg, "A walk by inverse kinematics", lines);
  Chart angles(svg, {80, 110}, 780, 280, seconds_axis(seconds), {"degrees", -60, 120, false, steps(-60, 120, 30)});
  const struct {
    const char* name;
    JointId joint;
    std::string_view colour;
  } curves[] = {{"hip", body.leg(0).thigh, "#3b6fb6"},
                {"knee", body.leg(0).shank, "#c2562d"},
                {"ankle", body.leg(0).foot, "#3f8f4f"}};
  std::vector<Series> all;
  for (const auto& curve : curves) {
    Series series{curve.name, {curve.colour, Mark::None}, {}};
    const auto value = static_cast<std::size_t>(skeleton.first_value(curve.joint));
    for (std::size_t k = 0; k < record.poses.size(); ++k)
      series.points.push_back({static_cast<double>(k) / rate, degrees_of(record.poses[k][value])});
    angles.draw(series);
    all.push_back(std::move(series));
  }
  double low = 1e9, high = -1e9;
  for (const walking::WalkPlan& plan : record.plans) {
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
  const Result<kine::Scene> model = load_model(std::vector<std::string>{settings.character});
  if (!model) return fail(model.error());
  const Pose standing =
      settings.character == "humanoid" ? scenes::standing_pose(model->skeleton) : model->skeleton.rest_pose();
  const Result<Biped> body = Biped::build(model->skeleton, standing.q);
  if (!body) return fail(settings.character + " cannot walk: " + body.error());
  if (settings.table) {
    std::fputs(walk_table(*body).c_str(), stdout);
    return 0;
  }
  const Result<std::unique_ptr<scenes::Terrain>> ground = open_terrain(settings.terrain);
  if (!ground) return fail("--terrain: " + ground.error());
  const Result<WalkRecord> record = record_walk(settings, *body, **ground);
  if (!record) return fail(record.error());
  if (!settings.out.empty()) {
    const Result<std::string> bytes = motion_bytes(settings, model->skeleton, *record);
    if (!bytes) return fail(bytes.error());
    if (!write(settings.out, *bytes, settings.force)) return 1;
  }
  const double unit = ends_with(settings.out, ".glb") ? 1 : kBvhUnit;
  if (!settings.events.empty() && !write(settings.events, events_json(*record, settings.rate, unit), settings.force))
    return 1;
  if (!settings.plot.empty() && !write(settings.plot, walk_plot(*record, *body, settings.rate), settings.force))
    return 1;
  std::printf("%.1f s, came to x %.2f z %.2f m; %zu plants; legs within %.4f mm and %.4f degrees\n", settings.seconds,
              record->end.x, record->end.z, record->plants.size(), 1e3 * record->worst_position,
              degrees_of(record->worst_angle));
  if (record->held_back) std::printf("faster than walking can be: held at Froude number 0.5\n");
  if (record->blocked) std::printf("stopped: there is no foothold ahead\n");
  return 0;
}

}  // namespace kine::cli
