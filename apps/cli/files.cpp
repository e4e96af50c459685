#include "apps/cli/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/read_file.h"

namespace kine::cli {

namespace fs = std::filesystem;

std::string read_file(const std::string& path, const FileAccess& access, const std::string& option) {
  return value_or_bad_file(kine::read_file(path, access), option + ": ");
}

namespace {

/// Whether a regular file holds these bytes.
bool holds(const std::string& path, std::string_view bytes) {
  std::error_code error;
  if (fs::file_size(path, error) != bytes.size() || error) return false;
  const Result<std::string> there = kine::read_file(path, {.max_bytes = bytes.size()});
  return there && *there == bytes;
}

}  // namespace

Written write_file(const std::string& path, std::string_view bytes, bool force) {
  std::error_code error;
  const fs::path target(path);
  const fs::file_status there = fs::status(target, error);
  if (fs::is_directory(there)) stop_bad_file(kine::quoted(path) + " is a folder");
  const bool exists = fs::exists(there);
  if (exists) {
    if (!fs::is_regular_file(there)) stop_bad_file(kine::quoted(path) + " is no regular file");
    if (holds(path, bytes)) return Written::Same;
    if (!force) stop_bad_file(kine::quoted(path) + " exists and holds something else; --force replaces it");
  }
  const fs::path temporary(path + ".part");
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      fs::remove(temporary, error);
      stop_bad_file("cannot write " + kine::quoted(path));
    }
  }
  fs::rename(temporary, target, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(temporary, error);
    stop_bad_file("cannot write " + kine::quoted(path) + ": " + reason);
  }
  return exists ? Written::Replaced : Written::New;
}

void check_output(std::string_view option, const std::string& path, std::initializer_list<std::string_view> endings) {
  if (path.empty()) return;
  const std::string before = std::string(option) + ": ";
  const std::string ending = '.' + file_ending(path);
  if (endings.size() > 0 && std::ranges::find(endings, ending) == endings.end()) {
    std::string known;
    for (const std::string_view each : endings) known.append(known.empty() ? "" : ", ").append(each);
    stop_usage(before + kine::quoted(path) + " has no ending of a file that can be written: " + known);
  }
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error))
    stop_bad_file(before + "there is no folder " + kine::quoted(folder.string()) + " for " +
                  kine::quoted(fs::path(path).filename().string()));
}

void check_picture(std::string_view option, const std::string& path) {
  if (!path.empty() && file_ending(path) != "svg")
    stop_usage(std::string(option) + ": pictures are written as SVG, so " + kine::quoted(path) + " should end in .svg");
  check_output(option, path, {});
}

std::string open_folder(const std::string& path) {
  std::string folder = path.empty() ? "." : path;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    if (!error) error = std::make_error_code(std::errc::not_a_directory);
    stop_bad_file("cannot make the folder " + kine::quoted(path) + ": " + error.message());
  }
  if (folder.back() != '/') folder += '/';
  return folder;
}

}  // namespace kine::cli
