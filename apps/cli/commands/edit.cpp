// kine edit: joints of a clip pulled to places.
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/clip_motion.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/outcome.h"
#include "apps/cli/parse_text.h"
#include "kine/core/internal/text.h"
#include "kine/io.h"
#include "kine/motion/edit.h"

namespace kine::cli {
namespace {

struct EditCommand {
  ClipSettings clip{};
  std::vector<std::string> pins{};  ///< NAME@FRAME=x,y,z
  std::string keep{};               ///< feet, or names
  std::string from{};
  double blend = EditSettings{}.blend;
};

constexpr const char* kExamples =
    "At its frame a pinned joint is where it is wanted; the frames beside it fade from there in --blend seconds, and "
    "from\n"
    "pin to pin without fading between. --keep feet holds both feet where the clip has them. Places are metres in the\n"
    "axes of the file (kine info names them), frames count from 0.\n\n"
    "Examples:\n"
    "  kine edit walk.bvh --pin RightHand@40=0.3,1.5,0.6 --keep feet --out wave.bvh\n"
    "  kine edit walk.bvh --pin Hips@20=0,0.8,0.4 --pin Hips@50=0,0.8,0.9 --keep feet --blend 0.6 --out duck.bvh\n"
    "  kine edit 07.asf 07_05.amc --pin lhand@12=0.2,1.1,0.4 --from lclavicle --out reach.amc\n";

EditPin parse_pin(const std::string& text, const kine::Scene& scene) {
  const std::string where = "--pin " + kine::quoted(text) + ": ";
  const std::size_t equals = text.rfind('='), at = equals == std::string::npos ? equals : text.rfind('@', equals);
  if (at == std::string::npos || at == 0) stop_usage(where + "expected NAME@FRAME=x,y,z");
  EditPin pin;
  pin.joint = joint_named(scene, std::string_view(text).substr(0, at), "--pin");
  const char *first = text.data() + at + 1, *last = text.data() + equals;
  const auto read = std::from_chars(first, last, pin.frame);
  if (read.ec != std::errc() || read.ptr != last || pin.frame < 0)
    stop_usage(where + "the frame is a whole number from 0");
  pin.at = value_or_usage(parse_point(std::string_view(text).substr(equals + 1)), where);
  return pin;
}

std::vector<JointId> joints_kept(const EditCommand& settings, const kine::Scene& scene, const Result<BoneMap>& map) {
  std::vector<JointId> kept;
  for (std::string_view left = settings.keep; !left.empty();) {
    const std::size_t comma = left.find(',');
    const std::string_view name = left.substr(0, comma);
    left = comma == std::string_view::npos ? std::string_view{} : left.substr(comma + 1);
    if (name != "feet") {
      kept.push_back(joint_named(scene, name, "--keep"));
      continue;
    }
    if (!map) throw Stop{ExitCode::Failed, "--keep feet: " + map.error()};
    for (const BoneMap::LegBones& leg : map->legs) kept.push_back(leg.foot.first);
  }
  return kept;
}

int edit(const EditCommand& settings) {
  const ClipMotion motion = open_motion(settings.clip);
  const kine::Scene& scene = motion.scene;
  const Result<BoneMap> map = find_bones(scene, load_bone_map(settings.clip.map_file, settings.clip.in.access));
  EditSettings how;
  how.blend = settings.blend;
  how.keep = joints_kept(settings, scene, map);
  if (map) how.trunk = {map->pelvis};
  if (map && map->chest != map->pelvis) how.trunk.push_back(map->chest);
  if (!settings.from.empty()) how.from = joint_named(scene, settings.from, "--from");
  std::vector<EditPin> pins;
  for (const std::string& text : settings.pins) pins.push_back(parse_pin(text, scene));
  const Result<Clip> result = edit_clip(scene.skeleton, motion.clip, pins, how);
  if (!result) return fail(settings.clip.files.back() + ": " + result.error());
  const OutputFile files[] = {motion_file(motion, *result, settings.clip, nullptr)};
  write_and_say(files, settings.clip.force);
  int changed = 0;
  for (int i = 0; i < result->frame_count(); ++i)
    changed += std::ranges::equal(result->pose(i), motion.clip.pose(i)) ? 0 : 1;
  std::printf("%d of %d frames changed\n", changed, result->frame_count());
  return 0;
}

}  // namespace

void add_edit(CLI::App& app, Run& chosen) {
  EditCommand* settings = nullptr;
  CLI::App* command = add_command(app, "edit", "Joints of a clip pulled to places", settings, chosen, edit);
  add_clip_options(*command, settings->clip);
  command->add_option("--pin", settings->pins, "A joint is wanted somewhere at a frame; several times")
      ->required()
      ->type_name("NAME@FRAME=x,y,z")
      ->allow_extra_args(false);
  command->add_option("--keep", settings->keep, "What stays where the clip has it: feet, or joints (NAME,NAME)");
  command->add_option("--blend", settings->blend, "Seconds to either side in which a pin fades")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e4));
  command->add_option("--from", settings->from, "The first joint that may move, with all below it; else all may");
  command->footer(kExamples);
}

}  // namespace kine::cli
