#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kine/core/result.h"

namespace kine {

/// The two chunks of a GLB, glTF's binary container; they point into the bytes they were read from.
struct GlbChunks {
  std::string_view json;
  std::optional<std::string_view> binary;
};

/// True if the bytes begin like a GLB.
bool is_glb(std::string_view bytes);

/// Finds the chunks. Refused with a sentence: another version than 2, a file that is shorter than it says, a chunk that
/// is longer than the file, a first chunk that is not JSON. Unknown chunks, a second chunk of a kind and bytes after
/// the end are passed over.
Result<GlbChunks> split_glb(std::string_view bytes, std::string_view name);

/// A GLB of a JSON text and, if there is one, a binary chunk, both padded as the format asks. Its length must fit in 32
/// bits; what is larger is refused.
Result<std::string> join_glb(std::string_view json, std::optional<std::string_view> binary);

}  // namespace kine
