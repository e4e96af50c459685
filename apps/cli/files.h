#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kine/core/result.h"

namespace kine::cli {

/// What became of a file that was to be written.
enum class Written { New, Replaced, Same };

/// Writes a whole file or nothing: into a temporary file beside it, which is then renamed. The folder is made where it
/// is missing. A file that exists is replaced only with `force`; one that already holds these bytes is left alone.
Result<Written> write_file(const std::string& path, std::string_view bytes, bool force);

/// The bytes of a file, nothing where it cannot be read.
std::optional<std::string> read_file(const std::string& path);

}  // namespace kine::cli
