#include "apps/cli/commands/clip_motion.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io.h"
#include "kine/io/formats/leaves.h"
#include "kine/io/text/file_name.h"

namespace kine::cli {
namespace {

/// The names of the parts in files.
constexpr const char* kParts[2][2] = {{"left heel", "left toe"}, {"right heel", "right toe"}};

PointOnJoint point_of(const MotionBody& body, int side, FootPart part) {
  return part == FootPart::Heel ? body.heel(side) : body.toe(side);
}

kine::Scene with_soles(const kine::Scene& scene, const MotionBody& body) {
  std::vector<Leaf> leaves;
  for (int side = 0; side < 2; ++side)
    for (const FootPart part : {FootPart::Heel, FootPart::Toe}) {
      const PointOnJoint point = point_of(body, side, part);
      leaves.push_back({point_name(body, side, part), point.joint, point.offset});
    }
  return value_or_bad_file(with_leaves(scene, leaves), "--soles: ");
}

}  // namespace

void add_clip_options(CLI::App& command, ClipSettings& settings) {
  command.add_option("FILE", settings.files, "The motion: one file, or a skeleton and its motion (ASF, AMC)")
      ->required()
      ->type_name("CLIP...");
  command.add_option("--out", settings.out, "What is written: .bvh, .amc (for the same ASF) or .glb")->required();
  command.add_option("--clip", settings.clip, "The clip, by its name or number (from 1); else the first");
  command.add_option("--map-file", settings.map_file,
                     "JSON that knows better which joint is what: {\"left_thigh\": \"hip_L\"}");
  add_file_options(command, settings.in);
  add_retime(command, settings.in, false);
  add_force(command, settings.force, "files");
}

void add_foot_options(CLI::App& command, ClipSettings& settings) {
  command.add_option("--events", settings.events, "The plants, as JSON");
  command.add_flag("--soles", settings.soles, "Write heels and toes as joints of their own, as kine walk does");
}

ClipMotion open_motion(const ClipSettings& settings) {
  check_output("--out", settings.out, {".bvh", ".amc", ".glb"});
  check_output("--events", settings.events, {".json"});
  kine::Scene scene = open_model(settings.files, settings.in);
  if (scene.clips.empty()) stop_bad_file(settings.files.back() + ": there is no motion in it");
  if (file_ending(settings.out) == "amc" && !scene.asf)
    stop_usage("--out: an .amc file goes with an ASF skeleton, and " + settings.files.front() + " is none");
  Clip clip = choose_clip(scene, settings.clip);
  if (clip.frame_count() == 0) stop_bad_file(settings.files.back() + ": the clip has no frames");
  return {std::move(scene), std::move(clip)};
}

MotionBody open_body(const ClipMotion& motion, const ClipSettings& settings) {
  const auto refuse = [&](const std::string& why) {
    throw Stop{ExitCode::Failed, settings.files.front() + ": " + why};
  };
  const Result<BoneMap> map = find_bones(motion.scene, load_bone_map(settings.map_file, settings.in.access));
  if (!map) refuse(map.error());
  Result<MotionBody> body = MotionBody::build(motion.scene.skeleton, *map, to_vector(motion.scene.up));
  if (!body) refuse(body.error());
  return *std::move(body);
}

OutputFile motion_file(const ClipMotion& motion, const Clip& clip, const ClipSettings& settings,
                       const MotionBody* body) {
  kine::Scene scene = motion.scene;
  scene.clips = {clip};
  if (body && settings.soles) scene = with_soles(scene, *body);
  const std::string before = settings.out + ": ";
  std::string bytes;
  if (file_format(settings.out) == FileFormat::Bvh) {
    bytes = value_or_bad_file(write_bvh(scene.skeleton, scene.clips[0], {.metres_per_unit = scene.metres_per_unit}),
                              before);
  } else if (file_ending(settings.out) == "amc") {
    bytes = value_or_bad_file(
        write_amc(scene.skeleton, scene.clips[0], {.metres_per_unit = scene.metres_per_unit, .rig = scene.asf}),
        before);
  } else {
    bytes = value_or_bad_file(write_glb(scene), before);
  }
  return {settings.out, std::move(bytes)};
}

std::string point_name(const MotionBody& body, int side, FootPart part) {
  const BoneMap::LegBones& leg = body.bones().legs[static_cast<std::size_t>(side)];
  return body.skeleton().name(leg.foot.first) + (part == FootPart::Heel ? "_heel" : "_toe");
}

std::string plants_json(const ClipMotion& motion, const MotionBody& body, std::span<const Plant> plants,
                        std::span<const double> ground) {
  const double unit = motion.scene.metres_per_unit;
  nlohmann::ordered_json json;
  json["rate"] = motion.clip.rate();
  json["metres_per_unit"] = unit;
  json["up"] = std::string(1, to_char(motion.scene.up));
  json["plants"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < plants.size(); ++i) {
    const Plant& plant = plants[i];
    const Vec3 at = plant.at / unit;
    json["plants"].push_back({{"joint", point_name(body, plant.side, plant.part)},
                              {"start", plant.from / motion.clip.rate()},
                              {"end", plant.to / motion.clip.rate()},
                              {"position", {at.x, at.y, at.z}},
                              {"ground", ground[i] / unit},
                              {"part", kParts[plant.side][static_cast<std::size_t>(plant.part)]},
                              {"from", plant.from},
                              {"to", plant.to}});
  }
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::vector<Plant> read_plants(const std::string& path, const ClipMotion& motion, const MotionBody& body,
                               const FileAccess& access) {
  const nlohmann::json json = nlohmann::json::parse(read_file(path, access, "--plants"), nullptr, false);
  const auto bad = [&](const std::string& why) { stop_bad_file("--plants: " + path + ": " + why); };
  if (!json.is_object() || !json.contains("plants") || !json["plants"].is_array())
    bad("expected {\"plants\": [{\"part\", \"from\", \"to\", \"at\"}]}");
  std::vector<Plant> plants;
  for (const nlohmann::json& line : json["plants"]) {
    const std::string number = "plant " + std::to_string(plants.size()) + ": ";
    Plant plant;
    bool known = false;
    for (int side = 0; side < 2; ++side)
      for (int part = 0; part < 2; ++part)
        if (line.is_object() && line.value("part", nlohmann::json()) == kParts[side][part]) {
          plant.side = side;
          plant.part = static_cast<FootPart>(part);
          known = true;
        }
    if (!known) bad(number + "\"part\" is one of left heel, left toe, right heel, right toe");
    if (!line.contains("from") || !line.contains("to") || !line["from"].is_number_integer() ||
        !line["to"].is_number_integer())
      bad(number + "\"from\" and \"to\" are frames, whole numbers from 0");
    plant.from = line["from"].get<int>();
    plant.to = line["to"].get<int>();
    if (line.contains("at")) {
      const nlohmann::json& at = line["at"];
      if (!at.is_array() || at.size() != 3 || !at[0].is_number() || !at[1].is_number() || !at[2].is_number())
        bad(number + "\"at\" is [x, y, z] in metres");
      plant.at = {at[0].get<double>(), at[1].get<double>(), at[2].get<double>()};
    } else if (plant.from >= 0 && plant.to > plant.from && plant.to <= motion.clip.frame_count()) {
      plant.at = mean_place(body, motion.clip, plant);
    }
    plants.push_back(plant);
  }
  return plants;
}

}  // namespace kine::cli
