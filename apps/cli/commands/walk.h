#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/walk_ground.h"
#include "apps/cli/files.h"
#include "kine/core/result.h"
#include "kine/io/scene.h"
#include "kine/motion/walk.h"

/// kine walk: a character walks by inverse kinematics, and the motion is written.
namespace kine::cli {

struct WalkSettings {
  std::string character = "humanoid";
  std::string map_file{};  ///< JSON that knows better which joint is what
  WalkGroundSettings ground{};
  std::string path{};                ///< straight, circle:R, figure8, square or a CSV file; empty: straight
  std::string stick{};               ///< a CSV file or random:SEED; empty: the path steers
  std::vector<std::string> reach{};  ///< X,Y,Z each, or CSV files of objects to look at and reach for
  std::string gait = "natural";
  double speed = 0;  ///< at a full stick, m/s; 0: the gait's own
  std::string mode = "full";
  double rate = 60;
  double seconds = 10;
  std::string out{};     ///< .bvh or .glb
  std::string events{};  ///< .json
  std::string plot{};    ///< .svg
  bool table = false;    ///< print what the solves cost instead
  bool force = false;    ///< replace files that differ
  FileAccess access{};
};
int walk_command(const WalkSettings& settings);

struct Walker;

/// A point that stood still; metres and seconds, in the axes of the character.
struct PlantRecord {
  std::string joint;
  double start = 0, end = 0;
  Vec3 position{};
  double ground = 0;
};

/// An object in a hand; metres and seconds, in the axes of the character.
struct HoldRecord {
  int hand = 0;  ///< 0: the left one
  int object = 0;
  double start = 0, end = 0;
  Vec3 position{};  ///< of the object when it was taken
  double miss = 0;  ///< the worst
};

/// An object that was there.
struct ObjectRecord {
  std::string name;
  double looked_at = -1;  ///< when first; below 0: never
};

/// A walk, frame by frame.
struct WalkRecord {
  std::vector<std::vector<double>> poses;       ///< of the character
  std::vector<std::vector<double>> walk_poses;  ///< of what walks for it
  std::vector<WalkPlan> plans;
  std::vector<PlantRecord> plants;
  std::vector<ObjectRecord> objects;
  std::vector<HoldRecord> holds;
  std::array<std::string, 2> arm_faults;       ///< why an arm cannot reach; empty: it can, or nothing was asked
  double worst_position = 0, worst_angle = 0;  ///< of any solve, metres and radians
  bool blocked = false;                        ///< at the end there was nowhere to go
  bool held_back = false;                      ///< it was asked for more than walking can do
  Vec3 end{};                                  ///< in the world it walks in: Y up, from +Z on
};

/// The gait that the settings ask for.
Gait gait_of(const WalkSettings& settings);

/// The rows of a CSV file of numbers, of so many columns or more; a first row of names is passed over. A file that is
/// not right ends the command with a sentence that names the option.
std::vector<std::vector<double>> read_rows(const std::string& option, const std::string& path, std::size_t columns,
                                           const FileAccess& access);

/// The ground of the settings; its notes go to stderr. What is not right ends the command.
WalkGround open_ground(const WalkSettings& settings);

/// What steers: by the time, and by where the figure is, seen from the start. `gait` is in metres and seconds of the
/// figure itself.
using Steering = std::function<Stick(double time, const Gait& gait, const Course& course)>;
Result<Steering> make_steering(const WalkSettings& settings);

/// Walks as the settings say.
Result<WalkRecord> record_walk(const WalkSettings& settings, const Walker& walker, const WalkGround& ground);

/// The world of a written motion, against that of the character.
struct WrittenWorld {
  double metres_per_unit = 1;
  char up = 'y';
  Quat turn{};  ///< written_from_character
};

/// A motion as the bytes of a BVH or GLB file, by the ending of settings.out.
Result<std::string> motion_bytes(const WalkSettings& settings, const kine::Scene& character, const WrittenWorld& world,
                                 const WalkRecord& record);
/// Writes files, all or none, and says so.
void write_and_say(std::span<const OutputFile> files, bool force);

/// The spider of our scenes on six legs.
int spider_command(const WalkSettings& settings);

/// The plants, and what was held, as JSON, in the units and axes of the written motion.
std::string events_json(const WalkRecord& record, double rate, const WrittenWorld& world);

/// Figures on their ground, joint angles and the height of the hips, as SVG.
std::string walk_plot(const WalkRecord& record, const Biped& body, const scenes::Terrain& ground, double rate);

/// Table 1.4 of Meredith & Maddock, measured here: flat and uneven ground, each mode.
std::string walk_table(const Biped& body, const Gait& gait);

}  // namespace kine::cli
