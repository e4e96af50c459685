// kine walk: its options and its help.
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"

namespace kine::cli {

namespace {

constexpr const char* kExamples =
    "Terrains: flat, stairs, ramp, hills:SEED, blocks:SEED, mesh, or a file with a height grid (PNG, Esri ASCII or\n"
    "CSV), which is centred on the origin. Paths are seen from the start, z ahead and x to the left: straight,\n"
    "circle:R, figure8, square, or a CSV file of x,z. A stick is a CSV file of t,forward,turn,side, or random:SEED.\n"
    "Objects to reach for lie in the world of the terrain: X,Y,Z, a CSV file of\n"
    "x,y,z (an object a row) or one of t,x,y,z (an object that moves); the figure looks at them and takes what comes\n"
    "within reach, with either hand. Events are the plants of heels and toes and what hands held, in the units of\n"
    "the motion.\n\n"
    "Examples:\n"
    "  kine walk --path circle:2 --seconds 20 --out circle.bvh --events circle.json\n"
    "  kine walk --terrain hills:3 --speed 1 --mode half --out hills.glb --plot hills.svg\n"
    "  kine walk --gait paper --terrain stairs --seconds 30 --out stairs.bvh\n"
    "  kine walk --reach 0.5,1.2,3 --reach -0.5,1.1,5 --seconds 6 --out passing.bvh\n"
    "  kine walk robot.urdf --terrain hills:1 --out robot.bvh --events plants.json\n"
    "  kine walk --terrain alps.png --cell-size 0.5 --height-scale 0.01 --start 20,-35 --facing 1.57 --out alps.glb\n"
    "  kine walk --table                              what the solves cost, for each mode\n";

}  // namespace

void add_ground_options(CLI::App& command, WalkGroundSettings& settings) {
  command.add_option("--terrain", settings.terrain, "The ground: a name such as stairs or hills:3, or a file");
  command.add_option("--cell-size", settings.cell_size, "A terrain file: metres from sample to sample")
      ->check(CLI::Range(1e-6, 1e6));
  command.add_option("--height-scale", settings.height_scale, "A terrain file: metres a unit of height")
      ->check(CLI::Range(-1e6, 1e6));
}

void add_walk(CLI::App& app, Run& chosen) {
  WalkSettings* settings = nullptr;
  CLI::App* command = add_command(app, "walk", "A character that walks by inverse kinematics, as a motion file",
                                  settings, chosen, walk_command);
  command
      ->add_option("CHARACTER", settings->character,
                   "Who walks: humanoid, spider, or any biped in a BVH, ASF, glTF, GLB or URDF file")
      ->capture_default_str();
  command->add_option("--map-file", settings->map_file,
                      "JSON that knows better which joint is what: {\"left_thigh\": \"hip_yaw_L\"}");
  add_ground_options(*command, settings->ground);
  command->get_option("--terrain")->capture_default_str();
  command->add_option("--start", settings->ground.start,
                      "Where it starts: X,Z on the highest ground, or X,Y,Z on ground at or below a height Y, metres");
  command->add_option("--facing", settings->ground.facing, "Where it faces at the start, radians from +Z towards +X")
      ->capture_default_str()
      ->check(CLI::Range(-1e6, 1e6));
  command->add_option("--path", settings->path, "The way; else straight on");
  command->add_option("--stick", settings->stick, "What steers instead of a path");
  command
      ->add_option("--reach", settings->reach,
                   "X,Y,Z of an object to look at and reach for, metres, Y up; or a CSV file. May be given again")
      ->allow_extra_args(false);
  command->add_option("--gait", settings->gait, "How it walks: as people do, or as in the paper of 2004")
      ->capture_default_str()
      ->check(CLI::IsMember({"natural", "paper"}));
  command->add_option("--speed", settings->speed, "At a full stick, m/s; else the gait's own: 1.3, of the paper 0.65")
      ->check(CLI::Range(0.1, 10.0));
  command->add_option("--mode", settings->mode, "How the legs are solved")
      ->capture_default_str()
      ->check(CLI::IsMember({"half", "full", "hybrid"}));
  command->add_option("--rate", settings->rate, "Frames a second")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 1000.0));
  command->add_option("--seconds", settings->seconds, "How long")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 36000.0));
  command->add_option("--out", settings->out, "The motion: .bvh or .glb, in the units and axes of the character");
  command->add_option("--events", settings->events, "The plants, as JSON");
  command->add_option("--plot", settings->plot,
                      "Figures on their ground, joint angles and the height of the hips, as SVG");
  add_file_access(*command, settings->access);
  command->add_flag("--table", settings->table, "Only print what the solves cost");
  add_force(*command, settings->force, "files");
  command->footer(kExamples);
}

}  // namespace kine::cli
