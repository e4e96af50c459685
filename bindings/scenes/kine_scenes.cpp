#include "bindings/scenes/kine_scenes.h"

#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/terrain.hpp"
#include "kine/core/internal/text.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace {

using kine::Pose;
using kine::Skeleton;

constexpr int kMostLinks = 10000;

struct NamedPose {
  std::string_view scene, name;
  Pose (*make)(const Skeleton& skeleton);
};
constexpr NamedPose kPoses[] = {
    {"seven-hinge-arm", "ready", kine::scenes::ready_pose}, {"humanoid", "standing", kine::scenes::standing_pose},
    {"humanoid", "stride", kine::scenes::stride_pose},      {"humanoid", "reach", kine::scenes::reach_pose},
    {"spider", "standing", kine::scenes::spider_pose},
};

struct TerrainKind {
  const char *name, *description;
};
constexpr TerrainKind kTerrains[] = {
    {"flat", "level, without end"},
    {"stairs", "steps of 17 cm by 29 cm: 12 up, a landing, 12 down, level, and again"},
    {"ramp", "15 degrees: 6 m up, 3 m level, 6 m down, and again"},
    {"hills:SEED", "half a metre high, slopes to 20 degrees, bumps of 3 cm"},
    {"blocks:SEED", "blocks of 40 cm, up to 15 cm high, some missing"},
    {"mesh", "64,082 triangles, 45 m wide"},
};

const TerrainKind* terrain_at(int terrain) {
  return terrain >= 0 && terrain < kine_scene_terrain_count() ? &kTerrains[terrain] : nullptr;
}

/// A terrain of the catalogue as the C API has them.
struct SceneGround {
  std::unique_ptr<kine::scenes::Terrain> terrain;
  kine::GroundHit operator()(const kine::Vec3& from, double max_drop) const { return (*terrain)(from, max_drop); }
};

const kine::scenes::Scene* scene_at(int scene) {
  const auto scenes = kine::scenes::all();
  return scene >= 0 && scene < static_cast<int>(scenes.size()) ? &scenes[static_cast<std::size_t>(scene)] : nullptr;
}

std::string no_such_scene(const char* name) {
  std::string text = "there is no scene " + kine::quoted(name) + "; there are ";
  bool first = true;
  for (const kine::scenes::Scene& scene : kine::scenes::all()) {
    if (!first) text += ", ";
    text += scene.name;
    first = false;
  }
  return text;
}

/// Whether a skeleton has the joints of another, by name and kind: only then do its poses fit. Limits, lengths, weights
/// and locks may differ.
bool is_alike(const Skeleton& a, const Skeleton& b) {
  if (a.joint_count() != b.joint_count() || a.value_count() != b.value_count()) return false;
  for (int i = 0; i < a.joint_count(); ++i)
    if (a.name({i}) != b.name({i}) || a.kind({i}) != b.kind({i})) return false;
  return true;
}

}  // namespace

int kine_scene_count(void) { return static_cast<int>(kine::scenes::all().size()); }

// The catalogue's texts are literals, which end in a zero.
const char* kine_scene_name(int scene) {
  const kine::scenes::Scene* found = scene_at(scene);
  return found ? found->name.data() : nullptr;
}

const char* kine_scene_description(int scene) {
  const kine::scenes::Scene* found = scene_at(scene);
  return found ? found->description.data() : nullptr;
}

int kine_scene_up(int scene) {
  const kine::scenes::Scene* found = scene_at(scene);
  return found ? found->up : 0;
}

kine_skeleton* kine_scene_build(const char* scene, int links, char* message, size_t message_size) {
  using kine::c_api::write_message;
  write_message("", message, message_size);
  const auto refuse = [&](const std::string& sentence) {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  if (!scene) return refuse(kine_status_text(KINE_NULL));
  const kine::scenes::Scene* found = kine::scenes::find(scene);
  if (!found) return refuse(no_such_scene(scene));
  const bool is_chain = found->name == "ball-chain";
  if (links != 0 && !is_chain) return refuse(std::string(scene) + " has no links to count: ask for 0");
  if (links < 0 || links > kMostLinks) return refuse("a chain has 1 to " + std::to_string(kMostLinks) + " links");
  Skeleton skeleton = links != 0 ? kine::scenes::ball_chain(links) : found->build();
  return new kine_skeleton{std::make_shared<const Skeleton>(std::move(skeleton))};
}

kine_status kine_scene_pose(const kine_skeleton* skeleton, const char* scene, const char* name, double* pose,
                            int pose_size) {
  if (!skeleton || !scene || !name) return KINE_NULL;
  const int size = skeleton->model->value_count();
  if (const kine_status status = kine::c_api::check_array(pose, pose_size, size)) return status;
  if (std::string_view(name) == "rest" && kine::scenes::find(scene)) return kine_rest_pose(skeleton, pose, pose_size);
  for (const NamedPose& entry : kPoses) {
    if (entry.scene != scene || entry.name != name) continue;
    if (!is_alike(kine::scenes::find(scene)->build(), *skeleton->model)) return KINE_BAD_SIZE;
    const Pose made = entry.make(*skeleton->model);
    for (const double value : made) *pose++ = value;
    return KINE_OK;
  }
  return KINE_BAD_INDEX;
}

kine_terrain* kine_scene_terrain(const char* name, char* message, size_t message_size) {
  using kine::c_api::write_message;
  if (!name) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  auto made = kine::scenes::make_terrain(name);
  write_message(made.error(), message, message_size);
  return made ? kine::c_api::new_terrain(SceneGround{*std::move(made)}) : nullptr;
}

int kine_scene_terrain_count(void) { return static_cast<int>(std::size(kTerrains)); }

const char* kine_scene_terrain_name(int terrain) {
  const TerrainKind* found = terrain_at(terrain);
  return found ? found->name : nullptr;
}

const char* kine_scene_terrain_description(int terrain) {
  const TerrainKind* found = terrain_at(terrain);
  return found ? found->description : nullptr;
}
