// kine info: what models and files hold.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands/arms_text.h"
#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/limits_text.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/core/internal/units_text.h"
#include "kine/io/scene.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

using Json = nlohmann::ordered_json;  // keeps the fields in the order written here

struct InfoSettings {
  std::vector<std::string> models{};  ///< names of scenes, and files
  FileSettings files{};
  bool json = false;
  bool map = false;        ///< which joint is what part of a body, in place of the tree
  std::string map_file{};  ///< what the user knows better, see read_bone_map
};

constexpr const char* kExamples =
    "A file is BVH, ASF, AMC, glTF, GLB or URDF. Motions (AMC) go with the ASF file that is named too, or lies "
    "beside.\n\n"
    "Examples:\n"
    "  kine info humanoid\n"
    "  kine info walk.bvh run.bvh\n"
    "  kine info 09.asf 09_06.amc --json\n"
    "  kine info robot.urdf --map              its thighs, shanks, feet, arms and so on\n"
    "  kine info figure.bvh --unit in          the file is in inches, whatever its size suggests\n";

/// The axes of a joint that have a freedom of their own.
int own_freedoms(const Skeleton& skeleton, JointId id) {
  int count = 0;
  for (int i = 0; i < skeleton.axis_count(id); ++i) {
    const Skeleton::Freedom& freedom = skeleton.freedom(skeleton.freedom_of(id, i));
    count += freedom.joint == id && freedom.component == i ? 1 : 0;
  }
  return count;
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_range(const Range& range) { return {number_or_null(range.lower), number_or_null(range.upper)}; }

/// One [lower, upper] an axis, null where there is no end; a ball has its cone instead.
Json json_limits(const Skeleton& skeleton, JointId id) {
  const Joint& joint = skeleton.description(id);
  if (joint.kind == JointKind::Ball) {
    return {{"swing", {joint.ball.swing_first, joint.ball.swing_second}}, {"twist", json_range(joint.ball.twist)}};
  }
  Json limits = Json::array();
  for (int i = 0; i < skeleton.axis_count(id); ++i) {
    limits.push_back(json_range(joint.axes[static_cast<std::size_t>(i)].limits));
  }
  return limits;
}

Json json_vector(const Vec3& v) { return {v.x, v.y, v.z}; }

/// The directions of a joint's axes in its own frame, outermost first; balls and free joints go about x, y and z.
std::vector<Vec3> axes_of(const Joint& joint) {
  if (joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider) return {joint.axis};
  if (joint.kind == JointKind::Euler) return {joint.euler_axes.begin(), joint.euler_axes.begin() + joint.euler_count};
  return {};
}

/// The links that a joint carries, of a URDF.
std::vector<std::string> links_of(const kine::Scene& scene, JointId id) {
  std::vector<std::string> links;
  for (const kine::Scene::Alias& alias : scene.aliases)
    if (alias.joint == id) links.push_back(alias.name);
  return links;
}

Json json_joint(const kine::Scene& scene, JointId id) {
  const Skeleton& skeleton = scene.skeleton;
  const Joint& joint = skeleton.description(id);
  Json entry;
  entry["name"] = joint.name;
  entry["parent"] = joint.parent.empty() ? Json(nullptr) : Json(joint.parent);
  entry["kind"] = std::string(to_string(joint.kind));
  entry["freedoms"] = own_freedoms(skeleton, id);
  entry["limits"] = json_limits(skeleton, id);
  entry["links"] = links_of(scene, id);
  entry["offset"] = json_vector(joint.rest.translation);
  const Quat& turn = joint.rest.rotation;
  entry["rotation"] = {turn.x, turn.y, turn.z, turn.w};
  entry["scale"] = json_vector(joint.rest.scale);
  entry["axes"] = Json::array();
  for (const Vec3& axis : axes_of(joint)) entry["axes"].push_back(json_vector(axis));
  entry["max_speeds"] = Json::array();
  for (int i = 0; i < skeleton.axis_count(id); ++i)
    entry["max_speeds"].push_back(number_or_null(joint.axes[static_cast<std::size_t>(i)].max_speed));
  entry["mass"] = joint.mass;
  for (int i = 0; i < skeleton.axis_count(id); ++i) {
    const auto& follows = joint.axes[static_cast<std::size_t>(i)].follows;
    if (!follows) continue;
    entry["follows"].push_back({{"axis", i},
                                {"joint", follows->joint},
                                {"component", follows->component},
                                {"factor", follows->factor},
                                {"offset", follows->offset}});
  }
  return entry;
}

Json json_clip(const Clip& clip) {
  Json entry;
  entry["name"] = clip.name;
  entry["frames"] = clip.frame_count();
  entry["rate"] = clip.rate();
  entry["duration"] = clip.duration();
  return entry;
}

Json json_model(const kine::Scene& scene) {
  Json out;
  out["name"] = scene.name;
  out["joints"] = Json::array();
  for (int i = 0; i < scene.skeleton.joint_count(); ++i) out["joints"].push_back(json_joint(scene, JointId{i}));
  out["clips"] = Json::array();
  for (const Clip& clip : scene.clips) out["clips"].push_back(json_clip(clip));
  out["metres_per_unit"] = scene.metres_per_unit;
  out["up"] = std::string(1, to_char(scene.up));
  out["height"] = figure_height(scene.skeleton, scene.up);
  out["arms"] = Json::array();
  for (const ArmLine& arm : arms_of(scene.skeleton)) out["arms"].push_back(json_arm(scene.skeleton, arm));
  out["notes"] = scene.notes;
  return out;
}

/// A joint in the order of a tree walk, with the branches drawn before its name.
struct Line {
  JointId joint;
  std::string branches{};
};

std::vector<Line> tree(const Skeleton& skeleton) {
  constexpr std::size_t kDeepestDrawn = 100;
  std::vector<std::vector<JointId>> children(static_cast<std::size_t>(skeleton.joint_count()) + 1);  // 0: the world's
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    children[static_cast<std::size_t>(skeleton.parent(JointId{i}).index + 1)].push_back(JointId{i});
  }
  struct Entry {
    JointId joint;
    std::string indent;  ///< what stands before the branches of its children
    std::size_t depth;
    bool last;
  };
  std::vector<Line> lines;
  std::vector<Entry> stack;
  const auto push_children = [&](JointId parent, const std::string& indent, std::size_t depth) {
    const std::vector<JointId>& own = children[static_cast<std::size_t>(parent.index + 1)];
    for (std::size_t i = own.size(); i-- > 0;) stack.push_back({own[i], indent, depth, i + 1 == own.size()});
  };
  push_children(kWorld, "", 0);
  while (!stack.empty()) {
    const Entry entry = stack.back();
    stack.pop_back();
    const bool root = entry.depth == 0;
    lines.push_back({entry.joint, root ? "" : entry.indent + (entry.last ? "└ " : "├ ")});
    // Deeper joints are drawn at the same depth: a chain of 60,000 would be a picture of gigabytes.
    const bool deeper = !root && entry.depth < kDeepestDrawn;
    push_children(entry.joint, deeper ? entry.indent + (entry.last ? "  " : "│ ") : entry.indent, entry.depth + 1);
  }
  return lines;
}

/// A short decimal without an exponent, except for huge ones: three digits behind the point, no zeros at the end.
std::string short_decimal(double value) {
  constexpr double kTooLong = 1e15;  // nobody counts so many digits
  if (!(std::abs(value) < kTooLong)) return number_text(value);
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  std::string out = text;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string vector_text(const Vec3& v) {
  return short_decimal(v.x) + ' ' + short_decimal(v.y) + ' ' + short_decimal(v.z);
}

/// "x", "-z" or the numbers; the axes of an Euler joint one behind the other.
std::string axes_text(const Joint& joint) {
  std::string text;
  for (const Vec3& axis : axes_of(joint)) {
    if (!text.empty()) text += ", ";
    constexpr std::pair<Vec3, const char*> kNames[] = {{{1, 0, 0}, "x"},   {{0, 1, 0}, "y"},   {{0, 0, 1}, "z"},
                                                       {{-1, 0, 0}, "-x"}, {{0, -1, 0}, "-y"}, {{0, 0, -1}, "-z"}};
    const auto named = std::ranges::find_if(kNames, [&](const auto& name) { return name.first == axis; });
    text += named != std::end(kNames) ? named->second : vector_text(axis);
  }
  return text;
}

/// "2.18 rad/s", one per axis; empty where no axis has a limit.
std::string speeds_text(const Skeleton& skeleton, JointId id) {
  const Joint& joint = skeleton.description(id);
  std::string text;
  bool any = false;
  for (int i = 0; i < skeleton.axis_count(id); ++i) {
    const double speed = joint.axes[static_cast<std::size_t>(i)].max_speed;
    const bool slides = skeleton.slides(id, i);
    any = any || std::isfinite(speed);
    if (i > 0) text += ", ";
    text += std::isfinite(speed) ? number_text(speed) + (slides ? " m/s" : " rad/s") : "-";
  }
  return any ? text : "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string count_text(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// "centimetres", or what else a unit is called.
std::string unit_text(double metres) {
  constexpr std::pair<double, const char*> kNames[] = {
      {1, "metres"}, {0.1, "decimetres"}, {0.01, "centimetres"}, {0.001, "millimetres"}, {0.0254, "inches"}};
  for (const auto& [size, name] : kNames)
    if (size == metres) return name;
  return "units of " + significant_text(metres, 6) + " m";
}

void print_head(const std::string& title, const kine::Scene& scene) {
  const Skeleton& skeleton = scene.skeleton;
  const scenes::Scene* known = scenes::find(title);
  std::printf(
      "%s: %s\n", printable(title).c_str(),
      known != nullptr ? std::string(known->description).c_str() : ("in " + unit_text(scene.metres_per_unit)).c_str());
  std::printf("%d joints, %d freedoms, %d values in a pose; %c up, %s high", skeleton.joint_count(),
              skeleton.freedom_count(), skeleton.value_count(), to_char(scene.up) - 'a' + 'A',
              length_text(figure_height(skeleton, scene.up)).c_str());
  if (skeleton.mass() > 0) std::printf(", %s kg", significant_text(skeleton.mass()).c_str());
  std::printf("\n");
  for (const Clip& clip : scene.clips) {
    std::printf("clip %s: %s, %s a second, %s s\n", printable(clip.name).c_str(),
                count_text(static_cast<std::size_t>(clip.frame_count()), "frame", "frames").c_str(),
                number_text(clip.rate()).c_str(), significant_text(clip.duration(), 4).c_str());
  }
  for (const ArmLine& arm : arms_of(skeleton)) std::printf("%s\n", printable(arm_text(skeleton, arm)).c_str());
  for (const std::string& note : scene.notes) std::printf("note: %s\n", printable(note).c_str());
}

/// How many columns a text takes: UTF-8's later bytes take none.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Prints cells below each other; columns that are empty all the way down are left out.
void print_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (std::size_t r = 1; r < rows.size(); ++r)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], columns_of(rows[r][c]));
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (widths[c] == 0) continue;
      const std::size_t width = std::max(widths[c], columns_of(rows[0][c]));
      line += row[c] + std::string(width - columns_of(row[c]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::printf("%s\n", line.c_str());
  }
}

void print_text(const std::string& title, const kine::Scene& scene) {
  print_head(title, scene);
  std::printf("\n");
  const Skeleton& skeleton = scene.skeleton;
  std::vector<std::vector<std::string>> rows{
      {"joint", "kind", "freedoms", "axes", "offset, m", "limits", "speed limits", "links"}};
  for (const Line& line : tree(skeleton)) {
    const JointId id = line.joint;
    const Joint& joint = skeleton.description(id);
    rows.push_back({line.branches + printable(joint.name), std::string(to_string(joint.kind)),
                    std::to_string(own_freedoms(skeleton, id)), axes_text(joint), vector_text(joint.rest.translation),
                    limits_text(skeleton, id), speeds_text(skeleton, id), printable(joined(links_of(scene, id)))});
  }
  print_table(rows);
}

/// One model: printed, or added to the list.
void show_model(const InfoSettings& settings, const std::string& title, const kine::Scene& scene,
                std::span<const BoneMapLine> lines, bool first, Json& all) {
  std::optional<BoneMap> map;
  if (settings.map) {
    Result<BoneMap> found = find_bones(scene, lines);
    // Where the map's file is to blame it is a bad file, else the figure is none.
    if (!found) throw Stop{lines.empty() ? ExitCode::Failed : ExitCode::BadFile, title + ": " + found.error()};
    map = *std::move(found);
  }
  if (settings.json) {
    all.push_back(json_model(scene));
    if (map) all.back()["map"] = json_map(scene.skeleton, *map);
    return;
  }
  if (!first) std::printf("\n");
  if (!map) return print_text(title, scene);
  print_head(title, scene);
  std::printf("\n");
  print_map(scene.skeleton, *map);
}

/// All models that can be told; the exit code is that of the last one that cannot.
int info(const InfoSettings& settings) {
  const std::vector<ModelNames> models = group(settings.models);
  const std::vector<BoneMapLine> lines = load_bone_map(settings.map_file, settings.files.access);
  Json all = Json::array();
  int status = 0;
  bool first = true;
  for (const ModelNames& model : models) {
    try {
      show_model(settings, model.title, open_model(model.names, settings.files), lines, first, all);
      first = false;
    } catch (const Stop& stop) {
      status = fail(stop.sentence, stop.code);
    }
  }
  // One model is an object, several are a list. Names in files may be no UTF-8: what is not is replaced.
  const Json& out = models.size() == 1 && all.size() == 1 ? all[0] : all;
  if (settings.json && (models.size() > 1 || status == 0))
    std::printf("%s\n", out.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  return status;
}

}  // namespace

void add_info(CLI::App& app, Run& chosen) {
  InfoSettings* settings = nullptr;
  CLI::App* command = add_command(app, "info", "What is in models and files: joints, freedoms, limits, clips, units",
                                  settings, chosen, info);
  command->add_option("MODEL", settings->models, "Files, or names of scenes")->required();
  add_file_options(*command, settings->files);
  add_retime(*command, settings->files, true);
  CLI::Option* map =
      command->add_flag("--map", settings->map, "Which joints are what of a humanoid, in place of the tree");
  command
      ->add_option("--map-file", settings->map_file,
                   "JSON that knows better: {\"left_thigh\": \"hip_yaw_L\", \"head\": null}")
      ->needs(map);
  add_json(*command, settings->json);
  command->footer(std::string(kExamples) + '\n' + list_of_scenes());
}

}  // namespace kine::cli
