// kine clean: a clip on its own ground, without foot skate, spikes and soles in the ground.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"
#include "kine/math/trig.h"
#include "kine/motion/clean.h"

namespace kine::cli {
namespace {

struct CleanCommand {
  ClipSettings clip{};
  CleanSettings clean{};
  std::string report{};  ///< .json
};

constexpr const char* kExamples =
    "Heels and toes that stand are locked where they stand, soles come out of the ground, and joints that jump away "
    "for\n"
    "a single frame are put midway between the frames beside it. What needs no mending keeps its bits.\n\n"
    "Examples:\n"
    "  kine clean walk.bvh --out clean.bvh\n"
    "  kine clean 16.asf 16_15.amc --out clean.amc --report what.json --events plants.json\n"
    "  kine clean walk.bvh --out clean.bvh --keep-spikes      only the feet\n";

std::string report_json(const ClipMotion& motion, const MotionBody& body, const CleanReport& report) {
  nlohmann::ordered_json json;
  json["rate"] = motion.clip.rate();
  json["floor"] = report.floor;
  json["deepest"] = {{"before", report.deepest_before}, {"after", report.deepest_after}};
  json["spikes"] = nlohmann::ordered_json::array();
  for (const CleanReport::Spike& spike : report.spikes)
    json["spikes"].push_back({{"joint", motion.scene.skeleton.name(spike.joint)},
                              {"frame", spike.frame},
                              {"angle", spike.angle},
                              {"distance", spike.distance}});
  json["plants"] = nlohmann::ordered_json::array();
  for (const CleanReport::Skate& skate : report.skates)
    json["plants"].push_back({{"joint", point_name(body, skate.plant.side, skate.plant.part)},
                              {"from", skate.plant.from},
                              {"to", skate.plant.to},
                              {"skate_before", skate.before},
                              {"skate_after", skate.after}});
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int clean(const CleanCommand& settings) {
  check_output("--report", settings.report, {".json"});
  const ClipMotion motion = open_motion(settings.clip);
  MotionBody body = open_body(motion, settings.clip);
  CleanReport report;
  const Clip result = clean_clip(body, motion.clip, settings.clean, report);
  std::vector<OutputFile> files{motion_file(motion, result, settings.clip, &body)};
  std::vector<Plant> plants;
  double before = 0, after = 0;
  for (const CleanReport::Skate& skate : report.skates) {
    plants.push_back(skate.plant);
    before = std::max<double>(before, skate.before);
    after = std::max<double>(after, skate.after);
  }
  if (!settings.clip.events.empty())
    files.push_back(
        {settings.clip.events, plants_json(motion, body, plants, std::vector<double>(plants.size(), report.floor))});
  if (!settings.report.empty()) files.push_back({settings.report, report_json(motion, body, report)});
  write_and_say(files, settings.clip.force);
  std::printf(
      "%zu plants slid by up to %.1f mm, now %.1f mm; soles were up to %.1f mm in the ground, now %.1f mm; %zu "
      "spikes\n",
      plants.size(), 1e3 * before, 1e3 * after, 1e3 * report.deepest_before, 1e3 * report.deepest_after,
      report.spikes.size());
  return 0;
}

}  // namespace

void add_clean(CLI::App& app, Run& chosen) {
  CleanCommand* settings = nullptr;
  CLI::App* command =
      add_command(app, "clean", "A clip without foot skate, spikes and soles in the ground", settings, chosen, clean);
  add_clip_options(*command, settings->clip);
  add_foot_options(*command, settings->clip);
  command->add_option("--report", settings->report, "What was changed, by plant and joint, as JSON");
  command->add_flag_callback("--keep-spikes", [settings] { settings->clean.spikes = false; }, "Mend no spikes");
  command->add_flag_callback("--keep-feet", [settings] { settings->clean.feet = false; }, "Leave the feet as they are");
  command->footer(kExamples);
}

}  // namespace kine::cli
