// kine cut: some frames of a clip as a clip of their own.
#include <cstdio>
#include <string>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/outcome.h"

namespace kine::cli {
namespace {

struct CutSettings {
  ClipSettings clip{};
  int from = 0;
  int to = -1;  ///< -1: to the end
};

constexpr const char* kExamples =
    "Frames count from 0; --to is the first frame that is left out. Frames keep their values.\n\n"
    "Examples:\n"
    "  kine cut walk.bvh --from 30 --to 90 --out step.bvh      60 frames: 30 to 89\n"
    "  kine cut 07.asf 07_05.amc --from 120 --out rest.amc     from frame 120 to the end\n";

int run_cut(const CutSettings& settings) {
  const ClipMotion motion = open_motion(settings.clip);
  const int to = settings.to < 0 ? motion.clip.frame_count() : settings.to;
  const Result<Clip> part = cut(motion.scene.skeleton, motion.clip, settings.from, to);
  if (!part) return fail(settings.clip.files.back() + ": " + part.error());
  const OutputFile files[] = {motion_file(motion, *part, settings.clip, nullptr)};
  write_and_say(files, settings.clip.force);
  std::printf("%d of %d frames\n", part->frame_count(), motion.clip.frame_count());
  return 0;
}

}  // namespace

void add_cut(CLI::App& app, Run& chosen) {
  CutSettings* settings = nullptr;
  CLI::App* command = add_command(app, "cut", "Some frames of a clip", settings, chosen, run_cut);
  add_clip_options(*command, settings->clip);
  command->add_option("--from", settings->from, "The first frame, counted from 0")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command->add_option("--to", settings->to, "The first frame that is left out; else all to the end")
      ->check(CLI::NonNegativeNumber);
  command->footer(kExamples);
}

}  // namespace kine::cli
