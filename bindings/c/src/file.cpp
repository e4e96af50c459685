#include "bindings/c/src/file.hpp"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "kine/io/gltf.h"
#include "kine/io/load.h"

using namespace kine::c_api;

struct kine_reader {
  std::vector<kine::NamedFile> files;
  kine::LoadOptions options;
};

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

const char* format_of(const kine::Scene& scene, const std::vector<kine::NamedFile>& files) {
  if (scene.document) return "gltf";
  if (scene.asf) return "asf";
  for (const kine::NamedFile& file : files)
    if (kine::file_format(file.name, file.bytes) == kine::FileFormat::Urdf) return "urdf";
  return "bvh";
}

// An element of a list, or NULL.
template <class T>
const T* element(const std::vector<T>& list, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}

// A number that must be positive, or 0 for none.
kine_status set_positive(std::optional<double>& target, double value) {
  if (!(value >= 0) || !std::isfinite(value)) return KINE_BAD_VALUE;
  target.reset();
  if (value > 0) target = value;
  return KINE_OK;
}

kine_status set_flag(bool& target, double value) {
  if (value != 0 && value != 1) return KINE_BAD_VALUE;
  target = value == 1;
  return KINE_OK;
}

kine_status set_up(std::optional<kine::Up>& target, double value) {
  if (value == 0) {
    target.reset();
    return KINE_OK;
  }
  if (value != 'x' && value != 'y' && value != 'z') return KINE_BAD_VALUE;
  target = static_cast<kine::Up>(static_cast<int>(value) - 'x');
  return KINE_OK;
}

}  // namespace

kine_reader* kine_reader_create(void) { return new kine_reader; }
void kine_reader_destroy(kine_reader* reader) { delete reader; }

kine_status kine_reader_add(kine_reader* reader, const char* name, const void* bytes, size_t size) {
  if (!reader || !name || (!bytes && size > 0)) return KINE_NULL;
  reader->files.push_back({name, size > 0 ? std::string(static_cast<const char*>(bytes), size) : std::string()});
  return KINE_OK;
}

kine_status kine_reader_set(kine_reader* reader, const char* setting, double value) {
  if (!reader || !setting) return KINE_NULL;
  const std::string_view name = setting;
  if (name == "metres_per_unit") return set_positive(reader->options.metres_per_unit, value);
  if (name == "rate") return set_positive(reader->options.rate, value);
  if (name == "up") return set_up(reader->options.up, value);
  if (name == "three_dofs") return set_flag(reader->options.three_dofs, value);
  if (name == "free_root") return set_flag(reader->options.free_root, value);
  return KINE_BAD_INDEX;
}

kine_file* kine_reader_read(const kine_reader* reader, char* message, size_t message_size) {
  if (!reader) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  kine::Result<kine::Scene> scene = kine::load_scene(reader->files, reader->options);
  write_message(scene.error(), message, message_size);
  if (!scene) return nullptr;
  const char* format = format_of(*scene, reader->files);
  auto model = std::make_shared<const kine::Skeleton>(scene->skeleton);
  return new kine_file{std::move(model), *std::move(scene), format};
}

void kine_file_destroy(kine_file* file) { delete file; }

const char* kine_file_name(const kine_file* file) { return file ? file->scene.name.c_str() : nullptr; }
const char* kine_file_format(const kine_file* file) { return file ? file->format : nullptr; }

kine_skeleton* kine_file_skeleton(const kine_file* file) { return file ? new kine_skeleton{file->model} : nullptr; }

int kine_file_clip_count(const kine_file* file) { return file ? static_cast<int>(file->scene.clips.size()) : -1; }

kine_clip* kine_file_clip(const kine_file* file, int clip) {
  const kine::Clip* found = file ? element(file->scene.clips, clip) : nullptr;
  return found ? new kine_clip{file->model, *found} : nullptr;
}

double kine_file_metres_per_unit(const kine_file* file) { return file ? file->scene.metres_per_unit : kNoNumber; }

double kine_file_height(const kine_file* file) {
  return file ? kine::figure_height(*file->model, file->scene.up) : kNoNumber;
}

int kine_file_up(const kine_file* file) { return file ? kine::to_char(file->scene.up) : 0; }

int kine_file_note_count(const kine_file* file) { return file ? static_cast<int>(file->scene.notes.size()) : -1; }

const char* kine_file_note(const kine_file* file, int note) {
  const std::string* found = file ? element(file->scene.notes, note) : nullptr;
  return found ? found->c_str() : nullptr;
}

int kine_file_alias_count(const kine_file* file) { return file ? static_cast<int>(file->scene.aliases.size()) : -1; }

const char* kine_file_alias_name(const kine_file* file, int alias) {
  const kine::Scene::Alias* found = file ? element(file->scene.aliases, alias) : nullptr;
  return found ? found->name.c_str() : nullptr;
}

int kine_file_alias_joint(const kine_file* file, int alias) {
  const kine::Scene::Alias* found = file ? element(file->scene.aliases, alias) : nullptr;
  return found ? found->joint.index : -1;
}

int kine_file_find(const kine_file* file, const char* name, char* message, size_t message_size) {
  if (!file || !name) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return -1;
  }
  const kine::Result<kine::JointId> found = kine::find_joint(file->scene, name);
  write_message(found.error(), message, message_size);
  return found ? found->index : -1;
}

int kine_file_node(const kine_file* file, int joint) {
  return file ? kine::gltf_node_of(file->scene, kine::JointId{joint}) : -1;
}
