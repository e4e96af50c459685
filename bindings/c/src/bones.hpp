// What a bone map's handle is. Private to the C API.
#pragma once

#include <memory>

#include "bindings/c/src/handles.hpp"
#include "kine/motion/bone_map.h"

struct kine_bones {
  std::shared_ptr<const kine::Skeleton> model;
  kine::BoneMap map;
  kine::Vec3 up;
};
