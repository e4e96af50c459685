#include "apps/cli/files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "kine/core/internal/text.h"

namespace kine::cli {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return std::nullopt;
  return bytes;
}

Result<Written> write_file(const std::string& path, std::string_view bytes, bool force) {
  std::error_code error;
  const fs::path target(path);
  const fs::file_status there = fs::status(target, error);
  if (fs::is_directory(there)) return Error{kine::quoted(path) + " is a folder"};
  const bool exists = fs::exists(there);
  if (exists) {
    if (read_file(path) == bytes) return Written::Same;
    if (!force) return Error{kine::quoted(path) + " exists and holds something else; --force replaces it"};
  }
  if (target.has_parent_path()) {
    fs::create_directories(target.parent_path(), error);
    if (error) {
      return Error{"cannot make the folder " + kine::quoted(target.parent_path().string()) + ": " + error.message()};
    }
  }
  const fs::path temporary(path + ".part");
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      fs::remove(temporary, error);
      return Error{"cannot write " + kine::quoted(path)};
    }
  }
  fs::rename(temporary, target, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(temporary, error);
    return Error{"cannot write " + kine::quoted(path) + ": " + reason};
  }
  return exists ? Written::Replaced : Written::New;
}

}  // namespace kine::cli
