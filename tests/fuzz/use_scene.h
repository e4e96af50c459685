#pragma once

#include <cstdlib>
#include <string_view>

#include "kine/io/gltf.h"
#include "kine/io/scene.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// A refusal is one line that names the file.
inline void require_sentence(std::string_view sentence) {
  require(sentence.starts_with("file:") && sentence.find('\n') == std::string_view::npos && sentence.size() > 8);
}

/// Whatever was read can be used.
inline void use(const Scene& scene) {
  const Skeleton& skeleton = scene.skeleton;
  Pose pose = skeleton.rest_pose();
  require(is_usable(skeleton, pose.q));
  Frames frames(skeleton);
  forward(skeleton, pose.q, frames);
  Shape shape(skeleton);
  for (const Clip& clip : scene.clips) {
    require(clip.value_count() == skeleton.value_count() && clip.rate() > 0);
    for (const double part : {0.0, 0.37, 1.0}) {
      sample(skeleton, clip, part * clip.duration(), pose.q, shape);
      forward(skeleton, pose.q, shape, frames);
    }
  }
  for (const Scene::Alias& alias : scene.aliases) require(find_joint(scene, alias.name).ok());
}

inline void read_and_write_gltf(std::string_view bytes) {
  Result<Scene> scene = read_gltf(bytes, "file");
  if (!scene) return require_sentence(scene.error());
  use(*scene);
  const Result<std::string> again = write_glb(*scene);
  require(again.ok() && read_gltf(*again, "file").ok());
  scene->document.reset();
  const Result<std::string> fresh = write_gltf(*scene);
  // What is larger may by its size hold far longer clips, which takes its time to sample.
  require(fresh.ok() && (fresh->size() > 65536 || read_gltf(*fresh, "file").ok()));
}

}  // namespace kine::fuzz
