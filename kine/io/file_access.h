#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kine {

/// What a loader may read from disk.
///
/// Files that the caller names are read wherever they are. A *side file* is one that is only named inside another file
/// (the buffers and images of a glTF) or found by its name (the ASF file beside an AMC file). Side files may come from
/// strangers, so they are read only where they are regular files inside the folder of the file that names them, or
/// inside one of `allowed_folders`, after symbolic links have been resolved. All others are refused with a sentence.
struct FileAccess {
  static constexpr std::size_t kDefaultMaxBytes = std::size_t{1} << 30;  ///< 1 GiB: a GLB with all its pictures

  /// Bytes that one file may have, and the side files of one model together. The size of regular files is looked at
  /// before they are read; pipes and devices that the caller names are read up to here.
  std::size_t max_bytes = kDefaultMaxBytes;
  /// Folders whose files, at any depth, may be side files too.
  std::vector<std::string> allowed_folders{};
};

}  // namespace kine
