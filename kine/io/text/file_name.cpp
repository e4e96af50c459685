#include "kine/io/text/file_name.h"

namespace kine {
namespace {

std::string_view without_folder(std::string_view path) {
  const std::size_t folder = path.find_last_of("/\\");
  if (folder != std::string_view::npos) path.remove_prefix(folder + 1);
  return path;
}

}  // namespace

std::string scene_name(std::string_view path) {
  path = without_folder(path);
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && dot > 0) path = path.substr(0, dot);
  return std::string(path);
}

std::string file_ending(std::string_view path) {
  path = without_folder(path);
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string ending(path.substr(dot + 1));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending;
}

}  // namespace kine
