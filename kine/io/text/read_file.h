#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kine/core/result.h"
#include "kine/io/file_access.h"

namespace kine {

/// The bytes of a file that the user names, of any kind; a sentence that names the path where it cannot be read or is
/// larger than `access` allows.
Result<std::string> read_file(const std::string& path, const FileAccess& access = {});

/// The bytes of a side file: one that the file at `path` calls `name`, as FileAccess has it. Every file that is not
/// named by the user is read here. Nothing where there is no such file; a sentence that names `path`, `name` and what
/// would allow it where the file is refused. `room` is how many bytes the side files of this model may still have; it
/// becomes less by what is read. Without a file system of its own (WebAssembly) there are no side files.
Result<std::optional<std::string>> read_side_file(const std::string& path, const std::string& name,
                                                  const FileAccess& access, std::size_t& room);

/// The end of sentences about files that are too large.
inline constexpr const char* kHowToRaise = "--max-file-size (FileAccess::max_bytes) raises that";

/// "1 GiB", "64 MiB", "1000 bytes": exact.
std::string size_text(std::size_t bytes);

}  // namespace kine
