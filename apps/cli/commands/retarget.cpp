#include "apps/cli/commands/retarget.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/io/style_file.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/text_reader.h"

namespace kine::cli {
namespace {

constexpr const char* kExamples =
    "Every bone of the character points where the motion's does, whatever their rest poses, axes and numbers of bones\n"
    "are; feet that stand are locked, hands that touch still do, limits and speed limits of the character hold.\n\n"
    "Examples:\n"
    "  kine retarget --from 07.asf 07_05.amc --to hero.glb --out walk.glb\n"
    "  kine retarget --from walk.bvh --to g1.urdf --out walk.glb --report how.json --events plants.json\n"
    "  kine retarget --from walk.bvh --to hero.glb --out limp.glb --style limp\n"
    "  kine retarget --from take.bvh --source-rest frame:0 --to hero.glb --out take.glb    its first frame is a T "
    "pose\n"
    "  kine retarget --all clips --to hero.glb --out heroes        every clip of a folder, on every core; goes on\n"
    "                                                              where it was stopped\n";

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw Stop{ExitCode::Failed, what + ": " + why};
}

std::string title_of(const std::vector<std::string>& files) { return files.empty() ? "" : files.front(); }

MotionBody body_of(const kine::Scene& scene, const std::string& title, const std::string& map_file,
                   const FileAccess& access) {
  const Result<BoneMap> map = find_bones(scene, load_bone_map(map_file, access));
  if (!map) refuse(title, map.error());
  Result<MotionBody> body = MotionBody::build(scene.skeleton, *map, to_vector(scene.up));
  if (!body) refuse(title, body.error());
  return *std::move(body);
}

}  // namespace

Style open_style(const RetargetCommand& settings) {
  if (settings.style.empty()) return {};
  if (file_ending(settings.style) != "json") return value_or_usage(find_style(settings.style), "--style: ");
  const std::vector<StyleLine> lines = value_or_bad_file(
      read_style(read_file(settings.style, settings.in.access, "--style"), settings.style), "--style: ");
  Style style{settings.style, {}};
  for (const StyleLine& line : lines) {
    StylePart part{line.part, line.weight, {}, {line.offset[0], line.offset[1], line.offset[2]}};
    if (line.limits) part.limits = Range{(*line.limits)[0], (*line.limits)[1]};
    style.parts.push_back(part);
  }
  return style;
}

namespace {

/// The frame of --source-rest frame:N; nothing for bind and auto.
std::optional<int> rest_frame(const std::string& rest, const Clip& clip) {
  if (!rest.starts_with("frame:")) return {};
  const std::optional<double> frame = parse_number(rest.substr(6));
  if (!frame || *frame < 0 || *frame >= clip.frame_count() || *frame != static_cast<int>(*frame))
    stop_usage("--source-rest: " + rest + ": the clip has frames 0 to " + std::to_string(clip.frame_count() - 1));
  return static_cast<int>(*frame);
}

RetargetSettings settings_of(const RetargetCommand& command, const Clip& clip) {
  RetargetSettings settings;
  settings.mode = command.mode == "half"   ? RetargetMode::Half
                  : command.mode == "full" ? RetargetMode::Full
                                           : RetargetMode::Hybrid;
  settings.rest = command.rest == "bind" ? RestMatch::Bind : RestMatch::Auto;
  if (const std::optional<int> frame = rest_frame(command.rest, clip)) settings.source_rest = clip.pose(*frame);
  settings.plants = !command.no_plants;
  settings.contacts = !command.no_contacts;
  settings.limits = !command.no_limits;
  settings.style = open_style(command);
  return settings;
}

std::string report_json(const RetargetedClip& done, const MotionBody& body) {
  nlohmann::ordered_json json;
  const RetargetReport& report = done.report;
  json["frames"] = done.clip.frame_count();
  json["rate"] = done.clip.rate();
  json["floor"] = report.floor;
  json["deepest"] = report.deepest;
  json["lowered"] = report.lowered;
  json["miss"] = report.miss;
  json["limits"] = report.beyond_limits;
  json["over_speed"] = report.over_speed;
  json["contacts"] = report.contacts;
  json["plants"] = nlohmann::ordered_json::array();
  for (const RetargetReport::Stand& stand : report.stands)
    json["plants"].push_back({{"joint", point_name(body, stand.plant.side, stand.plant.part)},
                              {"from", stand.plant.from},
                              {"to", stand.plant.to},
                              {"drift", stand.drift}});
  json["notes"] = report.notes;
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void say(const RetargetedClip& done) {
  double drift = 0;
  for (const RetargetReport::Stand& stand : done.report.stands) drift = std::max<double>(drift, stand.drift);
  for (const std::string& note : done.report.notes) std::printf("note: %s\n", printable(note).c_str());
  std::printf("%d frames, %zu plants that drift by %.1f mm at the most; soles are up to %.1f mm in the ground\n",
              done.clip.frame_count(), done.report.stands.size(), 1e3 * drift, 1e3 * done.report.deepest);
}

int run(const RetargetCommand& settings) {
  if (!settings.all.empty()) return retarget_all(settings);
  if (settings.from.empty()) stop_usage("--from is required: the motion, or with --all a folder of motions");
  check_output("--out", settings.out, {".bvh", ".amc", ".glb"});
  check_output("--events", settings.events, {".json"});
  check_output("--report", settings.report, {".json"});
  const std::unique_ptr<const Character> character = open_character(settings);
  if (file_ending(settings.out) == "amc" && !character->scene.asf)
    stop_usage("--out: an .amc file goes with an ASF skeleton, and " + settings.to + " is none");
  const RetargetedClip done = retarget_clip(settings, *character);
  write_and_say(retarget_files(done, *character, settings), settings.force);
  say(done);
  return 0;
}

}  // namespace

std::unique_ptr<const Character> open_character(const RetargetCommand& settings) {
  LoadOptions options;
  options.files = settings.in.access;
  options.free_root = true;  // a robot that walks does not stand bolted to the world
  kine::Scene scene = value_or_bad_file(load_model(std::vector<std::string>{settings.to}, options), "--to: ");
  std::unique_ptr<Character> character(new Character{std::move(scene), nullptr});
  character->body =
      std::make_unique<MotionBody>(body_of(character->scene, settings.to, settings.map_file, settings.in.access));
  return character;
}

RetargetedClip retarget_clip(const RetargetCommand& settings, const Character& character) {
  const kine::Scene from = value_or_bad_file(read_model(settings.from, settings.in));
  if (from.clips.empty()) stop_bad_file(settings.from.back() + ": there is no motion in it");
  const ClipMotion motion{from, choose_clip(from, settings.clip)};
  if (motion.clip.frame_count() == 0) stop_bad_file(settings.from.back() + ": the clip has no frames");
  MotionBody source = body_of(motion.scene, title_of(settings.from), settings.from_map_file, settings.in.access);
  const SoleFit fit = source.fit_soles(motion.clip);
  const Result<RetargetMap> map = RetargetMap::build(source, *character.body, settings_of(settings, motion.clip));
  if (!map) refuse(settings.to, map.error());
  std::vector<Plant> plants;
  if (!settings.plants.empty())
    plants = read_plants(settings.plants, motion, source, settings.in.access);
  else if (!settings.no_plants)
    plants = find_plants(source, motion.clip, {.floor = fit.floor});
  RetargetReport report;
  Result<Clip> result = retarget(*map, motion.clip, fit, plants, report);
  if (!result) refuse(settings.from.back(), result.error());
  return {*std::move(result), std::move(report)};
}

std::vector<OutputFile> retarget_files(const RetargetedClip& done, const Character& character,
                                       const RetargetCommand& settings) {
  ClipSettings clip;
  clip.out = settings.out;
  clip.soles = settings.soles;
  const ClipMotion motion{character.scene, done.clip};
  std::vector<OutputFile> files{motion_file(motion, done.clip, clip, character.body.get())};
  std::vector<Plant> plants;
  for (const RetargetReport::Stand& stand : done.report.stands) plants.push_back(stand.plant);
  if (!settings.events.empty())
    files.push_back({settings.events, plants_json(motion, *character.body, plants,
                                                  std::vector<double>(plants.size(), done.report.floor))});
  if (!settings.report.empty()) files.push_back({settings.report, report_json(done, *character.body)});
  return files;
}

void add_retarget(CLI::App& app, Run& chosen) {
  RetargetCommand* settings = nullptr;
  CLI::App* command = add_command(app, "retarget", "A motion on another body", settings, chosen, run);
  command->add_option("--from", settings->from, "The motion: one file, or a skeleton and its motion (ASF, AMC)")
      ->type_name("CLIP...");
  command->add_option("--to", settings->to, "The character: BVH, ASF, glTF, GLB or URDF, or the name of a scene")
      ->required();
  command->add_option("--out", settings->out, "What is written: .bvh, .amc (for an ASF) or .glb; with --all a folder")
      ->required();
  command->add_option("--clip", settings->clip, "The clip, by its name or number (from 1); else the first");
  command->add_option("--map", settings->map_file,
                      "JSON that knows better which joint of the character is what: {\"left_thigh\": \"hip_L\"}");
  command->add_option("--from-map", settings->from_map_file, "The same of the motion's figure");
  command->add_option(
      "--plants", settings->plants,
      "Plants that are known, as JSON: {\"plants\": [{\"part\": \"left heel\", \"from\": 3, \"to\": 20}]}");
  command
      ->add_option(
          "--source-rest", settings->rest,
          "What the motion's figure shows at rest: bind (the character's pose), auto (compared bone by bone) or "
          "frame:N (as in that frame of the clip)")
      ->capture_default_str()
      ->check(checked([](const std::string& text) {
        return text == "bind" || text == "auto" || text.starts_with("frame:") ? std::string()
                                                                              : "expected bind, auto or frame:N";
      }));
  command->add_option("--style", settings->style,
                      "How the character moves: limp, stiff left knee, old, heavy, child, arm in a sling, or a .json "
                      "file {\"parts\": {NAME: {\"weight\", \"limits\", \"offset\"}}}");
  command->add_option("--mode", settings->mode, "How limbs are solved")
      ->capture_default_str()
      ->check(CLI::IsMember({"half", "full", "hybrid"}));
  command->add_option("--events", settings->events, "The plants in the result, as JSON");
  command->add_option("--report", settings->report, "How it went, plant by plant, as JSON");
  command->add_flag("--soles", settings->soles, "Write heels and toes as joints of their own");
  command->add_flag("--no-plants", settings->no_plants, "Lock no feet");
  command->add_flag("--no-contacts", settings->no_contacts, "Bring no hands to what they touch");
  command->add_flag("--no-limits", settings->no_limits, "Ignore the character's limits");
  command->add_option("--all", settings->all, "A folder of motions, in place of --from");
  command->add_option("--jobs", settings->jobs, "With --all: clips at once; 0: one for each processor")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  add_file_options(*command, settings->in);
  add_retime(*command, settings->in, false);
  add_force(*command, settings->force, "files");
  command->footer(kExamples);
}

}  // namespace kine::cli
