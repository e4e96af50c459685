// kine loop: a cycle of a clip, closed so that it goes on for ever.
#include <cstdio>
#include <string>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/outcome.h"
#include "kine/motion/loop.h"

namespace kine::cli {
namespace {

struct LoopCommand {
  ClipSettings clip{};
  LoopSettings loop{};
  int from = -1, to = -1;  ///< -1: they are looked for
};

constexpr const char* kExamples =
    "The shortest cycle that closes well is looked for (or told by --from and --to); what its ends are apart is spread "
    "over\n"
    "it, and speeds go through the seam. The last frame is the first one again, moved on by one cycle; with --in-place "
    "it\n"
    "is the first one.\n\n"
    "Examples:\n"
    "  kine loop walk.bvh --out cycle.bvh\n"
    "  kine loop 09.asf 09_06.amc --in-place --out run.amc\n"
    "  kine loop wave.glb --from 12 --to 60 --out wave_loop.glb\n";

int run_loop(const LoopCommand& settings) {
  if ((settings.from < 0) != (settings.to < 0))
    stop_usage("--from and --to are the ends of a cycle: give both or none");
  if (settings.loop.longest < settings.loop.shortest) stop_usage("--longest is less than --shortest");
  const ClipMotion motion = open_motion(settings.clip);
  const Skeleton& skeleton = motion.scene.skeleton;
  const Vec3 up = to_vector(motion.scene.up);
  const std::string where = settings.clip.files.back() + ": ";
  Cycle cycle{settings.from, settings.to, 0};
  if (settings.from < 0) {
    const Result<Cycle> found = find_cycle(skeleton, up, motion.clip, settings.loop);
    if (!found) return fail(where + found.error());
    cycle = *found;
  }
  const Result<Clip> loop = loop_clip(skeleton, up, motion.clip, cycle, settings.loop);
  if (!loop) return fail(where + loop.error());
  const OutputFile files[] = {motion_file(motion, *loop, settings.clip, nullptr)};
  write_and_say(files, settings.clip.force);
  std::printf("frames %d to %d, %.3f s", cycle.from, cycle.to, loop->duration());
  if (settings.from < 0) std::printf("; its ends were %.1f mm apart", 1e3 * cycle.apart);
  std::printf("\n");
  return 0;
}

}  // namespace

void add_loop(CLI::App& app, Run& chosen) {
  LoopCommand* settings = nullptr;
  CLI::App* command = add_command(app, "loop", "A cycle of a clip, found and closed", settings, chosen, run_loop);
  add_clip_options(*command, settings->clip);
  command->add_option("--from", settings->from, "The frame that the cycle begins with, counted from 0")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--to", settings->to, "The frame that shows that pose again")->check(CLI::NonNegativeNumber);
  command->add_option("--shortest", settings->loop.shortest, "Of the cycles looked for, seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e4));
  command->add_option("--longest", settings->loop.longest, "Of the cycles looked for, seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e4));
  command->add_option("--blend", settings->loop.blend, "Seconds beside the seam in which speeds are made equal")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e4));
  command->add_flag("--in-place", settings->loop.in_place, "Without the way over the ground");
  command->footer(kExamples);
}

}  // namespace kine::cli
