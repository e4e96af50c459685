// kine ground: the feet of a clip on another ground than it was recorded on.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/outcome.h"
#include "kine/math/quat.h"
#include "kine/motion/clip_course.h"
#include "kine/motion/ground_feet.h"

namespace kine::cli {
namespace {

struct GroundSettings {
  ClipSettings clip{};
  WalkGroundSettings ground{};
  std::string plants{};  ///< .json; empty: they are found
  GroundFeetSettings feet{};
};

constexpr const char* kExamples =
    "Heels and toes that stand are locked to the ground, soles lie along its slope, swinging feet go over what is in\n"
    "their way, the pelvis goes as low as the lower foot needs; trunk, arms and head keep their motion. The terrain "
    "is\n"
    "in the world of the clip, with Y up: see kine walk --help for its names.\n\n"
    "Examples:\n"
    "  kine ground walk.bvh --terrain hills:3 --out hills.bvh --events plants.json\n"
    "  kine ground 07.asf 07_05.amc --terrain stairs --out upstairs.amc\n"
    "  kine ground walk.bvh --terrain flat --out planted.bvh         only foot skate goes\n"
    "  kine ground walk.bvh --terrain ramp --start 0,1 --facing 0 --out ramp.bvh\n"
    "  kine ground walk.bvh --terrain alps.png --cell-size 0.5 --out alps.bvh --plants mine.json\n";

/// The ground below each plant, metres; 0 where there is none.
std::vector<double> ground_below(const std::vector<Plant>& plants, const MotionBody& body,
                                 const scenes::Terrain& terrain) {
  std::vector<double> heights;
  for (const Plant& plant : plants) {
    const Vec3 at = rotate(body.world_from_figure(), plant.at);
    const GroundHit hit = terrain.at(at.x, at.z);
    heights.push_back(hit.hit ? hit.point.y : 0);
  }
  return heights;
}

/// The motion where it was asked to start, and facing where it was asked to go.
void place_clip(const MotionBody& body, const SoleFit& soles, const WalkGroundSettings& settings, const Course& start,
                Clip& clip) {
  if (settings.start.empty()) return;
  const ClipCourse course = course_of(body, clip);
  const Quat turn = from_axis_angle(kUnitY, start.heading - course.heading);
  const Vec3 to{start.x, soles.floor, start.z}, from{course.from.x, soles.floor, course.from.z};
  move_clip(body, {turn, to - rotate(turn, from)}, clip);
}

int ground(const GroundSettings& settings) {
  ClipMotion motion = open_motion(settings.clip);
  MotionBody body = open_body(motion, settings.clip);
  const WalkGround place = open_ground(settings.ground, settings.clip.in.access);
  const SoleFit soles = body.fit_soles(motion.clip);
  place_clip(body, soles, settings.ground, place.start, motion.clip);
  GroundFeetSettings feet = settings.feet;
  feet.plants.floor = soles.floor;
  feet.straightest = soles.straightest;
  std::vector<Plant> plants = settings.plants.empty()
                                  ? find_plants(body, motion.clip, feet.plants)
                                  : read_plants(settings.plants, motion, body, settings.clip.in.access);
  const Ground terrain(*place.terrain);
  const Result<Clip> result = ground_clip(body, motion.clip, plants, terrain, feet);
  if (!result) return fail(settings.clip.files.back() + ": " + result.error());
  std::vector<OutputFile> files{motion_file(motion, *result, settings.clip, &body)};
  const std::vector<double> heights = ground_below(plants, body, *place.terrain);
  for (std::size_t i = 0; i < plants.size(); ++i) {
    const Vec3 at = rotate(body.world_from_figure(), plants[i].at);
    plants[i].at = rotate(conjugate(body.world_from_figure()), Vec3{at.x, at.y - soles.floor + heights[i], at.z});
  }
  if (!settings.clip.events.empty())
    files.push_back({settings.clip.events, plants_json(motion, body, plants, heights)});
  write_and_say(files, settings.clip.force);
  for (const std::string& note : place.notes) std::printf("note: %s\n", printable(note).c_str());
  if (plants.empty()) std::printf("note: no foot stands anywhere in the clip\n");
  std::printf("%d frames, %zu plants; the clip's own ground is at %.3f m\n", motion.clip.frame_count(), plants.size(),
              soles.floor);
  return 0;
}

}  // namespace

void add_ground(CLI::App& app, Run& chosen) {
  GroundSettings* settings = nullptr;
  CLI::App* command =
      add_command(app, "ground", "The feet of a clip on another ground, planted", settings, chosen, ground);
  add_clip_options(*command, settings->clip);
  add_foot_options(*command, settings->clip);
  add_ground_options(*command, settings->ground);
  command->get_option("--terrain")->capture_default_str();
  command->add_option("--start", settings->ground.start,
                      "Where on the terrain the motion starts: X,Z, metres; else where the clip has it");
  command->add_option("--facing", settings->ground.facing, "With --start: where it goes, radians from +Z towards +X")
      ->capture_default_str()
      ->check(CLI::Range(-1e6, 1e6));
  command->add_option(
      "--plants", settings->plants,
      "Plants that are known, as JSON: {\"plants\": [{\"part\": \"left heel\", \"from\": 3, \"to\": 20}]}");
  command->add_option("--weight", settings->feet.weight, "How much of the correction is made, 0 to 1")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  command->footer(kExamples);
}

}  // namespace kine::cli
