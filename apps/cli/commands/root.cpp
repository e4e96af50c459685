// kine root: a clip in place, and the way that was taken out put back.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/outcome.h"
#include "kine/math/trig.h"
#include "kine/motion/root_motion.h"

namespace kine::cli {
namespace {

struct RootCommand {
  ClipSettings clip{};
  RootSettings root{};
  std::string way{};       ///< .json, written
  std::string put_back{};  ///< .json, read
};

constexpr const char* kExamples =
    "The way over the ground and the turn about the vertical are taken out of the root; heights, tilts and all other\n"
    "joints stay. --way keeps what was taken out, in metres and radians in the file's axes; --put-back puts it "
    "back.\n\n"
    "Examples:\n"
    "  kine root walk.bvh --out in_place.bvh --way way.json\n"
    "  kine root in_place.bvh --put-back way.json --out walk_again.bvh\n"
    "  kine root walk.bvh --smooth 1.1 --out in_place.bvh      hips keep their sway: 1.1 s is a cycle of the walk\n";

std::string way_json(const RootMotion& motion, char up) {
  nlohmann::ordered_json json;
  json["rate"] = motion.rate;
  json["up"] = std::string(1, up);
  json["frames"] = nlohmann::ordered_json::array();
  for (const Transform& each : motion.world_from_start) {
    const Quat& q = each.rotation;
    const double turn = 2 * atan2(dot(Vec3{q.x, q.y, q.z}, motion.up), q.w);
    json["frames"].push_back({each.translation.x, each.translation.y, each.translation.z, turn});
  }
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

RootMotion read_way(const std::string& path, const Vec3& up, const FileAccess& access) {
  const nlohmann::json json = nlohmann::json::parse(read_file(path, access, "--put-back"), nullptr, false);
  const auto bad = [&](const std::string& why) { stop_bad_file("--put-back: " + path + ": " + why); };
  if (!json.is_object() || !json.contains("frames") || !json["frames"].is_array() || !json.contains("rate") ||
      !json["rate"].is_number())
    bad("expected {\"rate\", \"frames\": [[x, y, z, turn], ...]}, as --way writes it");
  RootMotion motion{json["rate"].get<double>(), up, {}};
  for (const nlohmann::json& frame : json["frames"]) {
    const auto is_number = [](const nlohmann::json& value) { return value.is_number(); };
    if (!frame.is_array() || frame.size() != 4 || !std::ranges::all_of(frame, is_number))
      bad("frame " + std::to_string(motion.world_from_start.size()) + ": four numbers are expected, [x, y, z, turn]");
    const Vec3 at{frame[0].get<double>(), frame[1].get<double>(), frame[2].get<double>()};
    motion.world_from_start.push_back({from_axis_angle(up, frame[3].get<double>()), at});
  }
  return motion;
}

int root(const RootCommand& settings) {
  if (!settings.put_back.empty() && !settings.way.empty()) stop_usage("--way is of a clip that is put in place");
  check_output("--way", settings.way, {".json"});
  const ClipMotion motion = open_motion(settings.clip);
  const Skeleton& skeleton = motion.scene.skeleton;
  const Vec3 up = to_vector(motion.scene.up);
  const std::string where = settings.clip.files.back() + ": ";
  const bool back = !settings.put_back.empty();
  const Result<RootMotion> way = back ? Result(read_way(settings.put_back, up, settings.clip.in.access))
                                      : root_motion(skeleton, up, motion.clip, settings.root);
  if (!way) return fail(where + way.error());
  const Result<Clip> result = back ? put_back(skeleton, motion.clip, *way) : put_in_place(skeleton, motion.clip, *way);
  if (!result) return fail(where + result.error());
  std::vector<OutputFile> files{motion_file(motion, *result, settings.clip, nullptr)};
  if (!settings.way.empty()) files.push_back({settings.way, way_json(*way, to_char(motion.scene.up))});
  write_and_say(files, settings.clip.force);
  std::printf("%d frames; %s %.3f m from the first frame to the last\n", result->frame_count(),
              back ? "put back:" : "taken out:", length(way->world_from_start.back().translation));
  return 0;
}

}  // namespace

void add_root(CLI::App& app, Run& chosen) {
  RootCommand* settings = nullptr;
  CLI::App* command =
      add_command(app, "root", "A clip in place, or its way over the ground put back", settings, chosen, root);
  add_clip_options(*command, settings->clip);
  command->add_option("--way", settings->way, "What was taken out, as JSON");
  command->add_option("--put-back", settings->put_back, "JSON that --way wrote: the way to put back");
  command->add_option("--smooth", settings->root.smooth, "Take out the way as smoothed over so many seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e4));
  command->add_flag_callback("--keep-turn", [settings] { settings->root.turn = false; }, "Which way it faces stays");
  command->footer(kExamples);
}

}  // namespace kine::cli
