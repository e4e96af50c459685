#include "kine/io/text/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/text/sentence.h"

#ifndef __wasm__
#include <filesystem>
#endif

namespace kine {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string last_error() { return std::error_code(errno, std::generic_category()).message(); }

/// Reads to the end of a file, which should come after `expected` bytes and must come after `most`. Why not, or
/// nothing.
std::string read_to_end(std::FILE* file, std::size_t expected, std::size_t most, std::string& bytes) {
  constexpr std::size_t kLeastStep = std::size_t{1} << 16;
  for (;;) {
    const std::size_t before = bytes.size();
    // One byte more than there should be shows whether there is more.
    const std::size_t step = std::min(std::max({kLeastStep, expected, before}), most - before) + 1;
    bytes.resize(before + step);
    const std::size_t count = std::fread(bytes.data() + before, 1, step, file);
    bytes.resize(before + count);
    if (std::ferror(file) != 0) return last_error();
    if (bytes.size() > most) return "it has more than " + size_text(most) + "; " + kHowToRaise;
    if (count < step) return {};
  }
}

#ifndef __wasm__
namespace fs = std::filesystem;

/// Whether a path without symbolic links lies in a folder or deeper.
bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [at, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  // A path that ends in a separator has an empty last part.
  return at == folder.end() || (at->empty() && std::next(at) == folder.end());
}

/// The folder without symbolic links; empty where there is none.
fs::path resolved_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path found = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  return error ? fs::path() : found;
}

/// `file` and `own_folder` are resolved.
bool is_allowed(const fs::path& file, const fs::path& own_folder, const FileAccess& access) {
  const auto inside = [&](const std::string& folder) {
    const fs::path found = resolved_folder(folder);
    return !found.empty() && lies_in(file, found);
  };
  return lies_in(file, own_folder) || std::ranges::any_of(access.allowed_folders, inside);
}
#endif

}  // namespace

std::string size_text(std::size_t bytes) {
  constexpr std::pair<int, const char*> kUnits[] = {{30, " GiB"}, {20, " MiB"}, {10, " KiB"}};
  for (const auto& [bits, unit] : kUnits)
    if (bytes > 0 && bytes % (std::size_t{1} << bits) == 0) return std::to_string(bytes >> bits) + unit;
  return std::to_string(bytes) + " bytes";
}

Result<std::string> read_file(const std::string& path, const FileAccess& access) {
  const auto refused = [&](const std::string& why) {
    return detail::one_line(Error{path + ": cannot be read: " + why});
  };
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return refused(last_error());
  std::size_t expected = 0;
#ifndef __wasm__
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > access.max_bytes)
      return refused("it has " + std::to_string(size) + " bytes, more than " + size_text(access.max_bytes) + "; " +
                     kHowToRaise);
    if (!error) expected = static_cast<std::size_t>(size);
  }
#endif
  std::string bytes;
  const std::string why = read_to_end(file.get(), expected, access.max_bytes, bytes);
  if (!why.empty()) return refused(why);
  return bytes;
}

#ifdef __wasm__

Result<std::optional<std::string>> read_side_file(const std::string&, const std::string&, const FileAccess&,
                                                  std::size_t&) {
  return std::optional<std::string>();
}

#else

Result<std::optional<std::string>> read_side_file(const std::string& path, const std::string& name,
                                                  const FileAccess& access, std::size_t& room) {
  constexpr std::size_t kLongestShown = 200;
  const auto refused = [&](const std::string& why) {
    return detail::one_line(
        Error{path + ": the side file " + kine::quoted(name.substr(0, kLongestShown)) + " is not read: " + why});
  };
  const std::optional<std::string> missing;
  if (name.find('\0') != std::string::npos) return refused("its name has a zero byte");
  const fs::path own_folder = resolved_folder(fs::path(path).parent_path());
  if (own_folder.empty()) return missing;
  std::error_code error;
  const fs::path file = fs::weakly_canonical(own_folder / name, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return missing;
  if (error) return refused(error.message());
  if (!is_allowed(file, own_folder, access))
    return refused(
        "it lies outside the folder of the file that names it; --allow-dir FOLDER (FileAccess::allowed_folders) allows "
        "another folder");
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return missing;
  if (!fs::is_regular_file(status)) return refused("it is no regular file");
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) return refused(error.message());
  if (size > room)
    return refused("it has " + std::to_string(size) + " bytes, and side files may have " + size_text(access.max_bytes) +
                   " together; " + kHowToRaise);
  errno = 0;
  const File open(std::fopen(file.string().c_str(), "rb"));
  if (!open) return refused(last_error());
  std::string bytes(static_cast<std::size_t>(size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), open.get()));
  if (std::ferror(open.get()) != 0) return refused(last_error());
  room -= bytes.size();
  return std::optional<std::string>(std::move(bytes));
}

#endif

}  // namespace kine
