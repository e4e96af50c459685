#include "kine/io/load.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/read_file.h"
#include "kine/io/text/text_cursor.h"
#include "kine/io/urdf.h"

namespace kine {
namespace {

FileFormat by_ending(std::string_view ending) {
  if (ending == "bvh") return FileFormat::Bvh;
  if (ending == "asf") return FileFormat::Asf;
  if (ending == "amc") return FileFormat::Amc;
  if (ending == "gltf" || ending == "glb") return FileFormat::Gltf;
  if (ending == "urdf") return FileFormat::Urdf;
  return FileFormat::Unknown;
}

FileFormat by_bytes(std::string_view bytes) {
  constexpr std::size_t kLook = 4096;  // comments may come first
  TextCursor cursor(bytes.substr(0, kLook), {});
  if (bytes.starts_with("glTF")) return FileFormat::Gltf;
  if (same_word(TextCursor(bytes.substr(0, kLook), {}).token(), "HIERARCHY")) return FileFormat::Bvh;
  while (cursor.skip_space()) {
    if (cursor.peek() == '{') return FileFormat::Gltf;
    if (cursor.peek() == '<')
      return bytes.find("<robot") == std::string_view::npos ? FileFormat::Unknown : FileFormat::Urdf;
    const std::string_view word = cursor.word();
    if (same_word(word, ":version") || same_word(word, ":units") || same_word(word, ":root")) return FileFormat::Asf;
    if (same_word(word, ":FULLY-SPECIFIED") || same_word(word, ":DEGREES") || same_word(word, ":RADIANS"))
      return FileFormat::Amc;
    if (word[0] != '#' && word[0] != ':') return FileFormat::Unknown;
    cursor.next_line();
  }
  return FileFormat::Unknown;
}

Error unknown(const std::string& name) {
  return {name + ": this is none of the files that can be read: BVH, ASF with AMC, glTF, GLB, URDF"};
}

Result<Scene> read_one(const NamedFile& file, const LoadOptions& options) {
  switch (file_format(file.name, file.bytes)) {
    case FileFormat::Bvh:
      return read_bvh(file.bytes, file.name, options);
    case FileFormat::Asf:
      return read_asf(file.bytes, file.name, options);
    case FileFormat::Urdf:
      return read_urdf(file.bytes, file.name, options);
    case FileFormat::Amc:
      return Error{file.name + ": a motion needs its skeleton: give the ASF file too"};
    case FileFormat::Gltf:
    case FileFormat::Unknown:
      break;
  }
  return unknown(file.name);
}

/// Same joints, same kinds, same columns: the clips of one fit the other.
bool alike(const Skeleton& a, const Skeleton& b) {
  if (a.joint_count() != b.joint_count() || a.value_count() != b.value_count()) return false;
  for (int i = 0; i < a.joint_count(); ++i) {
    const Joint& p = a.description({i});
    const Joint& q = b.description({i});
    if (p.name != q.name || p.parent != q.parent || p.kind != q.kind || p.axis != q.axis) return false;
    if (p.kind == JointKind::Euler && p.euler_axes != q.euler_axes) return false;
  }
  return true;
}

std::string folder_of(std::string_view path) {
  const std::size_t folder = path.find_last_of("/\\");
  return std::string(path.substr(0, folder == std::string_view::npos ? 0 : folder + 1));
}

std::string_view without_folder(std::string_view path) { return path.substr(folder_of(path).size()); }

/// The file that a glTF means by a name: the one at that place, or (files that were dropped have no folders) any of
/// that name.
const NamedFile* file_meant(const NamedFile& gltf, const std::string& uri, std::span<const NamedFile> files) {
  const std::string place = folder_of(gltf.name) + uri;
  const auto there = std::ranges::find(files, place, &NamedFile::name);
  if (there != files.end()) return &*there;
  const auto alike = [&](const NamedFile& file) { return without_folder(file.name) == without_folder(uri); };
  const auto dropped = std::ranges::find_if(files, alike);
  return dropped == files.end() ? nullptr : &*dropped;
}

/// A glTF with the files among `files` that it names. Others that can be read for themselves do not belong to it.
Result<Scene> read_gltf_among(const NamedFile& gltf, std::span<const NamedFile> files, const LoadOptions& options) {
  const Result<SideFileNames> names = gltf_side_files(gltf.bytes, gltf.name);
  if (!names) return Error{names.error()};
  std::vector<SideFile> side_files;
  std::vector<const NamedFile*> used{&gltf};
  std::size_t room = options.files.max_bytes;
  for (const auto* list : {&names->buffers, &names->images}) {
    for (const std::string& uri : *list) {
      const NamedFile* file = file_meant(gltf, uri, files);
      if (file == nullptr) continue;
      if (file->bytes.size() > room)
        return Error{gltf.name + ": its side files have more than " + size_text(options.files.max_bytes) +
                     " together; " + kHowToRaise};
      room -= file->bytes.size();
      side_files.push_back({uri, file->bytes});
      used.push_back(file);
    }
  }
  for (const NamedFile& file : files)
    if (std::ranges::find(used, &file) == used.end() && file_format(file.name, file.bytes) != FileFormat::Unknown)
      return Error{file.name + ": this does not go together with " + quoted(gltf.name)};
  return read_gltf(gltf.bytes, gltf.name, side_files, options);
}

/// Reads what a glTF on disk names. A file that is missing is left to the reader, which says so. Where a file is refused
/// the sentence: of a buffer it is returned, of an image, which is not needed, it becomes a note.
std::string add_side_files(std::vector<NamedFile>& files, const FileAccess& access, std::vector<std::string>& notes) {
  const auto is_gltf = [](const NamedFile& file) { return file_format(file.name, file.bytes) == FileFormat::Gltf; };
  const auto gltf = std::ranges::find_if(files, is_gltf);
  if (gltf == files.end()) return {};
  const std::string path = gltf->name, folder = folder_of(path);
  const Result<SideFileNames> names = gltf_side_files(gltf->bytes, path);
  if (!names) return names.error();
  std::size_t room = access.max_bytes;
  for (const auto* list : {&names->buffers, &names->images}) {
    for (const std::string& uri : *list) {
      const bool here = std::ranges::find(files, folder + uri, &NamedFile::name) != files.end();
      if (here || uri.find("://") != std::string::npos) continue;
      Result<std::optional<std::string>> bytes = read_side_file(path, uri, access, room);
      if (!bytes && list == &names->buffers) return bytes.error();
      if (!bytes) notes.push_back(bytes.error());
      if (bytes && *bytes) files.push_back({folder + uri, **std::move(bytes)});
    }
  }
  return {};
}

/// The clips of further files, for the skeleton of the first.
Result<Scene> add_clips(Scene scene, std::span<const NamedFile* const> files, const LoadOptions& options) {
  for (const NamedFile* const each : files) {
    const NamedFile& file = *each;
    const FileFormat format = file_format(file.name, file.bytes);
    if (format == FileFormat::Amc) {
      Result<Clip> clip = read_amc(file.bytes, file.name, scene, options, scene.notes);
      if (!clip) return Error{clip.error()};
      scene.clips.push_back(*std::move(clip));
      continue;
    }
    if (format != FileFormat::Bvh) return Error{file.name + ": this does not go together with the file before it"};
    LoadOptions same_unit = options;
    same_unit.metres_per_unit = scene.metres_per_unit;
    Result<Scene> other = read_bvh(file.bytes, file.name, same_unit);
    if (!other) return other;
    if (!alike(scene.skeleton, other->skeleton))
      return Error{file.name + ": its skeleton is another than that of the first file"};
    for (Clip& clip : other->clips) scene.clips.push_back(std::move(clip));
    for (const std::string& note : other->notes)
      if (std::ranges::find(scene.notes, note) == scene.notes.end()) scene.notes.push_back(note);
  }
  return scene;
}

/// The names that an AMC file's skeleton may have, in the folder that it lies in.
std::vector<std::string> skeletons_beside(const std::string& amc) {
  const std::string name = scene_name(amc);
  const bool capitals = amc.ends_with(".AMC");
  std::vector<std::string> names;
  for (std::size_t end = name.size();; end = name.rfind('_', end - 1)) {
    if (end == std::string::npos || end == 0) break;
    names.push_back(name.substr(0, end) + (capitals ? ".ASF" : ".asf"));
  }
  return names;
}

/// Where the only file is an AMC: puts the skeleton that lies beside it before it, with a note. The sentence where that
/// one is refused.
std::string add_skeleton(std::vector<NamedFile>& files, const FileAccess& access, std::vector<std::string>& notes) {
  if (files.size() != 1 || file_format(files[0].name, files[0].bytes) != FileFormat::Amc) return {};
  const std::string path = files[0].name;
  std::size_t room = access.max_bytes;
  for (const std::string& name : skeletons_beside(path)) {
    Result<std::optional<std::string>> bytes = read_side_file(path, name, access, room);
    if (!bytes) return bytes.error();
    if (!*bytes) continue;
    const std::string found = folder_of(path) + name;
    files.insert(files.begin(), {found, **std::move(bytes)});
    notes.push_back("the skeleton was read from " + quoted(found) + ", which lies beside");
    return {};
  }
  return {};
}

}  // namespace

FileFormat file_format(std::string_view name, std::string_view bytes) {
  const FileFormat format = by_ending(file_ending(name));
  return format != FileFormat::Unknown ? format : by_bytes(bytes);
}

Result<Scene> load_scene(std::span<const NamedFile> files, const LoadOptions& options) {
  if (files.empty()) return Error{"no file was named"};
  for (const NamedFile& file : files)
    if (file_format(file.name, file.bytes) == FileFormat::Gltf) return read_gltf_among(file, files, options);
  const NamedFile* first = nullptr;
  std::vector<const NamedFile*> more;
  LoadOptions how = options;
  for (const NamedFile& file : files) {
    const bool motion = file_format(file.name, file.bytes) == FileFormat::Amc;
    if (motion) how.three_dofs |= forces_three_dofs(file.bytes);
    if (motion || first != nullptr) {
      more.push_back(&file);
    } else {
      first = &file;
    }
  }
  if (first == nullptr) return read_one(files[0], how);
  Result<Scene> scene = read_one(*first, how);
  if (!scene || more.empty()) return scene;
  return add_clips(*std::move(scene), more, how);
}

Result<Scene> load_scene(std::span<const std::string> paths, const LoadOptions& options) {
  std::vector<NamedFile> files;
  for (const std::string& path : paths) {
    Result<std::string> bytes = read_file(path, options.files);
    if (!bytes) return Error{bytes.error()};
    files.push_back({path, *std::move(bytes)});
  }
  std::vector<std::string> notes;
  std::string fault = add_skeleton(files, options.files, notes);
  if (fault.empty()) fault = add_side_files(files, options.files, notes);
  if (!fault.empty()) return Error{std::move(fault)};
  Result<Scene> scene = load_scene(files, options);
  if (scene) scene->notes.insert(scene->notes.end(), notes.begin(), notes.end());
  return scene;
}

}  // namespace kine
