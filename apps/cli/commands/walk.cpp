// kine walk: parses nothing itself; walks, writes the motion and what goes with it.
#include "apps/cli/commands/walk.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk_reach.h"
#include "apps/cli/commands/walker.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/math/trig.h"
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

void write_and_say(std::span<const OutputFile> files, bool force) {
  write_files(files, force);
  for (const OutputFile& file : files) std::printf("%s\n", file.path.c_str());
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
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int walk_command(const WalkSettings& settings) {
  check_output("--out", settings.out, {".bvh", ".glb"});
  check_output("--events", settings.events, {".json"});
  check_picture("--plot", settings.plot);
  if (settings.character == "spider") return spider_command(settings);
  const Result<Walker> walker = make_walker(settings);
  if (!walker) return fail(walker.error());
  if (settings.table) {
    std::fputs(walk_table(walker->body(), gait_of(settings)).c_str(), stdout);
    return 0;
  }
  const WalkGround ground = open_ground(settings);
  const Result<WalkRecord> record = record_walk(settings, *walker, ground);
  if (!record) return fail(record.error());
  const WrittenWorld world = written_world(settings, *walker);
  std::vector<OutputFile> files;
  if (!settings.out.empty()) {
    Result<std::string> bytes = motion_bytes(settings, *walker->written, world, *record);
    if (!bytes) return fail(bytes.error());
    files.push_back({settings.out, *std::move(bytes)});
  }
  if (!settings.events.empty()) files.push_back({settings.events, events_json(*record, settings.rate, world)});
  if (!settings.plot.empty())
    files.push_back({settings.plot, walk_plot(*record, walker->body(), *ground.terrain, settings.rate)});
  write_and_say(files, settings.force);
  for (const std::string& note : walker->notes) std::printf("note: %s\n", printable(note).c_str());
  std::printf("%.1f s, came to x %.2f z %.2f m; %zu plants; legs within %.4f mm and %.4f degrees\n", settings.seconds,
              record->end.x, record->end.z, record->plants.size(), 1e3 * record->worst_position,
              degrees(record->worst_angle));
  std::fputs(reach_lines(*record).c_str(), stdout);
  if (record->held_back) std::printf("faster than walking can be: held at Froude number 0.5\n");
  if (record->blocked) std::printf("stopped: there is no foothold ahead\n");
  return 0;
}

}  // namespace kine::cli
