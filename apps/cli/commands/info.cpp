#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/file_commands.h"
#include "apps/cli/commands/info_map.h"
#include "apps/cli/models.h"
#include "kine/io/scene.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

using Json = nlohmann::ordered_json;  // keeps the fields in the order written here

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

Json json_joint(const Skeleton& skeleton, JointId id) {
  const Joint& joint = skeleton.description(id);
  Json entry;
  entry["name"] = joint.name;
  entry["parent"] = joint.parent.empty() ? Json(nullptr) : Json(joint.parent);
  entry["kind"] = std::string(to_string(joint.kind));
  entry["freedoms"] = own_freedoms(skeleton, id);
  entry["limits"] = json_limits(skeleton, id);
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
  for (int i = 0; i < scene.skeleton.joint_count(); ++i)
    out["joints"].push_back(json_joint(scene.skeleton, JointId{i}));
  out["clips"] = Json::array();
  for (const Clip& clip : scene.clips) out["clips"].push_back(json_clip(clip));
  out["metres_per_unit"] = scene.metres_per_unit;
  out["up"] = std::string(1, to_char(scene.up));
  out["height"] = figure_height(scene.skeleton, scene.up);
  out["notes"] = scene.notes;
  return out;
}

std::string range_text(const Range& range, bool slides) {
  if (range == Range{}) return "endless";
  const auto end = [&](double value) {
    char text[32];
    if (!std::isfinite(value)) return std::string(value < 0 ? "-inf" : "inf");
    std::snprintf(text, sizeof text, slides ? "%.3g" : "%.0f", slides ? value : degrees(value));
    return std::string(text);
  };
  return end(range.lower) + ".." + end(range.upper) + (slides ? " m" : "°");
}

std::string limits_text(const Skeleton& skeleton, JointId id) {
  const Joint& joint = skeleton.description(id);
  if (joint.kind == JointKind::Ball) {
    if (!joint.ball.has_swing() && !joint.ball.has_twist()) return "endless";
    char text[64];
    std::snprintf(text, sizeof text, "swing %.0f° by %.0f°, twist ", degrees(joint.ball.swing_first),
                  degrees(joint.ball.swing_second));
    return text + range_text(joint.ball.twist, false);
  }
  std::vector<std::string> parts;
  bool all_endless = true;
  for (int i = 0; i < skeleton.axis_count(id); ++i) {
    const AxisSettings& axis = joint.axes[static_cast<std::size_t>(i)];
    const bool slides = skeleton.axes()[static_cast<std::size_t>(skeleton.first_axis(id) + i)].slides;
    parts.push_back(range_text(axis.limits, slides));
    if (axis.fixed) parts.back() += " (fixed)";
    if (axis.follows) parts.back() += " (follows " + axis.follows->joint + ")";
    all_endless = all_endless && parts.back() == "endless";
  }
  if (parts.empty()) return "";
  if (all_endless) return "endless";
  std::string text = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) text += ", " + parts[i];
  return text;
}

/// A joint in the order of a tree walk, with the branches drawn before its name.
struct Line {
  JointId joint;
  std::string branches{};
  std::size_t columns = 0;  ///< how wide branches and name are; a branch is two columns, whatever its bytes
};

std::vector<Line> tree(const Skeleton& skeleton) {
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
    lines.push_back({entry.joint, root ? "" : entry.indent + (entry.last ? "└ " : "├ "),
                     2 * entry.depth + skeleton.name(entry.joint).size()});
    push_children(entry.joint, root ? "" : entry.indent + (entry.last ? "  " : "│ "), entry.depth + 1);
  }
  return lines;
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
  char text[48];
  std::snprintf(text, sizeof text, "units of %.6g m", metres);
  return text;
}

void print_head(const std::string& title, const kine::Scene& scene) {
  const Skeleton& skeleton = scene.skeleton;
  const scenes::Scene* known = scenes::find(title);
  std::printf(
      "%s: %s\n", title.c_str(),
      known != nullptr ? std::string(known->description).c_str() : ("in " + unit_text(scene.metres_per_unit)).c_str());
  std::printf("%d joints, %d freedoms, %d values in a pose; %c up, %.3g m high", skeleton.joint_count(),
              skeleton.freedom_count(), skeleton.value_count(), to_char(scene.up) - 'a' + 'A',
              figure_height(skeleton, scene.up));
  if (skeleton.mass() > 0) std::printf(", %.3g kg", skeleton.mass());
  std::printf("\n");
  for (const Clip& clip : scene.clips) {
    std::printf("clip %s: %s, %.4g a second, %.4g s\n", clip.name.c_str(),
                count_text(static_cast<std::size_t>(clip.frame_count()), "frame", "frames").c_str(), clip.rate(),
                clip.duration());
  }
  for (const std::string& note : scene.notes) std::printf("note: %s\n", note.c_str());
}

void print_text(const std::string& title, const kine::Scene& scene) {
  print_head(title, scene);
  std::printf("\n");
  const Skeleton& skeleton = scene.skeleton;
  const std::vector<Line> lines = tree(skeleton);
  std::size_t width = 5;
  for (const Line& line : lines) width = std::max(width, line.columns);
  std::printf("%-*s  %-6s  %8s  limits\n", static_cast<int>(width), "joint", "kind", "freedoms");
  for (const Line& line : lines) {
    const JointId id = line.joint;
    const std::string name = line.branches + skeleton.name(id) + std::string(width - line.columns, ' ');
    const std::string limits = limits_text(skeleton, id);
    std::printf("%s  %-6s  %8d%s%s\n", name.c_str(), std::string(to_string(skeleton.kind(id))).c_str(),
                own_freedoms(skeleton, id), limits.empty() ? "" : "  ", limits.c_str());
  }
}

}  // namespace

int info(const InfoSettings& settings) {
  const LoadOptions options = load_options(settings.files);
  const std::vector<ModelNames> models = group(settings.models);
  const Result<std::vector<BoneMapLine>> lines = load_bone_map(settings.map_file);
  if (!lines) return fail(lines.error());
  Json all = Json::array();
  int status = 0;
  bool first = true;
  for (const ModelNames& model : models) {
    const Result<kine::Scene> scene = load_model(model.names, options);
    if (!scene) {
      status = fail(scene.error());
      continue;
    }
    std::optional<BoneMap> map;
    if (settings.map) {
      Result<BoneMap> found = find_bones(*scene, *lines);
      if (!found) {
        status = fail(model.title + ": " + found.error());
        continue;
      }
      map = *std::move(found);
    }
    if (settings.json) {
      all.push_back(json_model(*scene));
      if (map) all.back()["map"] = json_map(scene->skeleton, *map);
      continue;
    }
    if (!first) std::printf("\n");
    first = false;
    if (!map) {
      print_text(model.title, *scene);
      continue;
    }
    print_head(model.title, *scene);
    std::printf("\n");
    print_map(scene->skeleton, *map);
  }
  // One model is an object, several are a list. Names in files may be no UTF-8: what is not is replaced.
  const Json& out = models.size() == 1 && all.size() == 1 ? all[0] : all;
  if (settings.json && (models.size() > 1 || status == 0))
    std::printf("%s\n", out.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  return status;
}

}  // namespace kine::cli
