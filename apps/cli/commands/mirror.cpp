// kine mirror: a clip with left and right exchanged.
#include <cstdio>
#include <string>

#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/draw/terminal.h"
#include "kine/motion/mirror.h"

namespace kine::cli {
namespace {

struct MirrorSettings {
  ClipSettings clip{};
};

constexpr const char* kExamples =
    "The motion begins where it began and goes the same way; what the left side did the right one does. Which joint "
    "is\n"
    "on the other side of which is told by the bone map (--map-file) and by where joints are. Mirrored twice it is "
    "the\n"
    "clip again.\n\n"
    "Examples:\n"
    "  kine mirror turn_left.bvh --out turn_right.bvh\n"
    "  kine mirror 07.asf 07_05.amc --out mirrored.amc\n";

int mirror(const MirrorSettings& settings) {
  const ClipMotion motion = open_motion(settings.clip);
  const MotionBody body = open_body(motion, settings.clip);
  const OutputFile files[] = {motion_file(motion, mirror_clip(body, motion.clip), settings.clip, nullptr)};
  write_and_say(files, settings.clip.force);
  const Skeleton& skeleton = motion.scene.skeleton;
  const std::vector<JointId> pairs = mirror_pairs(body);
  int sides = 0;
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const JointId other = pairs[static_cast<std::size_t>(j)];
    if (other.valid() && other.index > j) ++sides;
    if (!other.valid() && skeleton.value_count(JointId{j}) > 0)
      std::printf("note: %s has no counterpart and keeps its motion\n", printable(skeleton.name(JointId{j})).c_str());
  }
  std::printf("%d frames; %d joints of one side have the motion of the other\n", motion.clip.frame_count(), 2 * sides);
  return 0;
}

}  // namespace

void add_mirror(CLI::App& app, Run& chosen) {
  MirrorSettings* settings = nullptr;
  CLI::App* command = add_command(app, "mirror", "A clip with left and right exchanged", settings, chosen, mirror);
  add_clip_options(*command, settings->clip);
  command->footer(kExamples);
}

}  // namespace kine::cli
