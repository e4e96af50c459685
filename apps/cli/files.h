#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/io/file_access.h"

/// Reading and writing files for the command line. What goes wrong ends the command with exit code 3.
namespace kine::cli {

/// The bytes of a file. Where it cannot be read, the sentence names the option that named it.
std::string read_file(const std::string& path, const FileAccess& access, const std::string& option);

/// What became of a file that was to be written.
enum class Written { New, Replaced, Same };

/// Writes a whole file or nothing: into a temporary file beside it, which is then renamed. A file that exists is
/// replaced only with `force`; one that already holds these bytes is left alone. Pipes and devices are refused. The
/// folder must be there.
Written write_file(const std::string& path, std::string bytes, bool force);

/// A file that is to be written.
struct OutputFile {
  std::string path;
  std::string bytes;
};

/// The same of files that belong together: where one of them may not be replaced or has no room, none is written.
std::vector<Written> write_files(std::span<const OutputFile> files, bool force);

/// Removes what a run that was ended may have left of a file that it was writing.
void remove_unfinished(const std::string& path);

/// Before the work: that the file `option` names has one of these endings (lower case, with the dot; none: any) and
/// that its folder is there. Nothing is looked at for an empty path.
void check_output(std::string_view option, const std::string& path, std::initializer_list<std::string_view> endings);
/// The same for pictures, which are SVG.
void check_picture(std::string_view option, const std::string& path);

/// Makes a folder for files where it is missing, and gives its path with a slash behind it.
std::string open_folder(const std::string& path);

}  // namespace kine::cli
