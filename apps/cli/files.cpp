#include "apps/cli/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
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

/// What is to be done with a file; stops where it may not be written.
Written plan_of(const std::string& path, std::string_view bytes, bool force) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (fs::is_directory(there)) stop_bad_file(kine::quoted(path) + " is a folder");
  if (!fs::exists(there)) return Written::New;
  if (!fs::is_regular_file(there)) stop_bad_file(kine::quoted(path) + " is no regular file");
  if (holds(path, bytes)) return Written::Same;
  if (!force) stop_bad_file(kine::quoted(path) + " exists and holds something else; --force replaces it");
  return Written::Replaced;
}

std::string temporary(const std::string& path) { return path + ".part"; }

/// Files that are written but do not have their names yet; what is left of them at the end goes.
class UnfinishedFiles {
 public:
  UnfinishedFiles() = default;
  UnfinishedFiles(const UnfinishedFiles&) = delete;
  UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;
  ~UnfinishedFiles() {
    std::error_code error;
    for (const std::string& path : paths_) fs::remove(temporary(path), error);
  }

  void write(const std::string& path, std::string_view bytes) {
    errno = 0;
    // "x": never into what is there already, be it a file, a pipe or a link that leads elsewhere.
    std::FILE* file = std::fopen(temporary(path).c_str(), "wbx");
    if (file == nullptr && errno == EEXIST)
      stop_bad_file("cannot write " + kine::quoted(path) + ": " + kine::quoted(temporary(path)) +
                    " is in the way; remove it if it is left from a run that was ended");
    if (file == nullptr) stop_bad_file(refusal(path, errno));
    paths_.push_back(path);
    const bool all = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int reason = errno;
    const bool closed = std::fclose(file) == 0;
    if (!all || !closed) stop_bad_file(refusal(path, all ? errno : reason));
  }

  /// Gives each its name.
  void finish() {
    for (; !paths_.empty(); paths_.pop_back()) {
      std::error_code error;
      fs::rename(temporary(paths_.back()), paths_.back(), error);
      if (error) stop_bad_file(refusal(paths_.back(), error.value()));
    }
  }

 private:
  static std::string refusal(const std::string& path, int reason) {
    return "cannot write " + kine::quoted(path) + ": " + std::error_code(reason, std::generic_category()).message();
  }

  std::vector<std::string> paths_;
};

}  // namespace

std::vector<Written> write_files(std::span<const OutputFile> files, bool force) {
  std::vector<Written> plans;
  plans.reserve(files.size());
  for (const OutputFile& file : files) plans.push_back(plan_of(file.path, file.bytes, force));
  UnfinishedFiles unfinished;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (plans[i] != Written::Same) unfinished.write(files[i].path, files[i].bytes);
  unfinished.finish();
  return plans;
}

Written write_file(const std::string& path, std::string bytes, bool force) {
  const OutputFile file{path, std::move(bytes)};
  return write_files({&file, 1}, force)[0];
}

void remove_unfinished(const std::string& path) {
  std::error_code error;
  fs::remove(temporary(path), error);
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
