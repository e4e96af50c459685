#pragma once

#include <string>
#include <string_view>

namespace kine {

/// A file's name without folder and ending, for Scene::name: "walk" of "clips/walk.BVH".
std::string scene_name(std::string_view path);

/// The ending of a file's name in lower case, without the dot; empty where there is none.
std::string file_ending(std::string_view path);

}  // namespace kine
