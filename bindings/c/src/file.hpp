// What a file handle is. Private to the C API.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/io/scene.h"

struct kine_file {
  std::shared_ptr<const kine::Skeleton> model;  // of every skeleton handle and clip that comes from here
  kine::Scene scene;
  const char* format;
};
