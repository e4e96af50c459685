#pragma once

#include <string>
#include <utility>
#include <vector>
#ifndef __wasi__
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#endif

namespace kine::testing {

#ifdef __wasi__
/// There are no folders here: tests on shared files have nothing to look at.
inline std::string shared_data() { return {}; }
inline std::vector<std::string> shared_files(const std::string&, const std::vector<std::string>&) { return {}; }
inline std::vector<std::pair<std::string, std::string>> shared_notes() { return {}; }
#else
/// The folder of real files beside the repository, ../shared/data; empty where it is not there. It is no part of the
/// project: tests that use it say that they were left out where it is missing, and everything is shown on files of our
/// own as well.
inline std::filesystem::path shared_data() {
  namespace fs = std::filesystem;
  for (const fs::path& root : {fs::path(__FILE__).parent_path() / "../..", fs::path(".")}) {
    const fs::path folder = root / "../shared/data";
    if (fs::is_directory(folder)) return fs::canonical(folder);
  }
  return {};
}

/// All files below a folder of it that have one of these endings (lower case, with their dot), sorted.
inline std::vector<std::string> shared_files(const std::string& folder, const std::vector<std::string>& endings) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  const fs::path root = shared_data();
  if (root.empty() || !fs::is_directory(root / folder)) {
    std::printf("left out: ../shared/data/%s is not here\n", folder.c_str());
    return found;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    std::string ending = entry.path().extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (entry.is_regular_file() && std::ranges::find(endings, ending) != endings.end())
      found.push_back(entry.path().string());
  }
  std::ranges::sort(found);
  return found;
}

/// The notes on those files: each file below the folder, and what its line of README.md says of it.
inline std::vector<std::pair<std::string, std::string>> shared_notes() {
  std::vector<std::pair<std::string, std::string>> notes;
  std::ifstream readme(shared_data() / "README.md");
  for (std::string line; std::getline(readme, line);) {
    std::vector<std::string> cells;
    std::stringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');) {
      const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
      cells.push_back(cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
    }
    if (cells.size() >= 6) notes.emplace_back(cells[1], cells[5]);
  }
  return notes;
}
#endif

}  // namespace kine::testing
