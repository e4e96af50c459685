#include <cmath>
#include <string_view>
#include <utility>

#include "bindings/c/src/file.hpp"
#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/model/pose.h"

using namespace kine::c_api;
using kine::Clip;
using kine::Error;
using kine::Result;
using kine::Scene;

struct kine_writer {
  std::shared_ptr<const kine::Skeleton> model;
  std::string_view format;
  std::string name{};
  std::string order{};
  double metres_per_unit = 0;  // 0: what is usual
  int decimals = 6;
  kine::Up up = kine::Up::Y;
  bool stick_mesh = true;
  bool named = false;  // by the caller
  std::vector<Clip> clips{};
  std::shared_ptr<const kine::gltf::Document> document{};
  std::shared_ptr<const kine::AsfRig> asf{};
  double read_metres_per_unit = 0;  // of the ASF file that it came from
  std::string bytes{};
};

namespace {

constexpr std::string_view kFormats[] = {"bvh", "asf", "amc", "glb", "gltf"};

// The clip of a format that has room for one.
Result<Clip> one_clip(const kine_writer& writer) {
  if (writer.clips.size() > 1)
    return Error{std::string(writer.format) + ": a file of this format has room for one clip"};
  if (!writer.clips.empty()) return writer.clips.front();
  Clip still(*writer.model, writer.name, 30);
  still.append(writer.model->rest_pose().q);
  return still;
}

kine::AsfOptions asf_options(const kine_writer& writer) {
  kine::AsfOptions options{.rig = writer.asf, .progress = {}};
  const double unit = writer.metres_per_unit > 0 ? writer.metres_per_unit : writer.read_metres_per_unit;
  if (unit > 0) options.metres_per_unit = unit;
  return options;
}

Result<std::string> write_gltf_of(const kine_writer& writer) {
  const Scene scene{.name = writer.name,
                    .skeleton = *writer.model,
                    .clips = writer.clips,
                    .up = writer.up,
                    .notes = {},
                    .document = writer.document};
  const kine::GltfOptions options{.stick_mesh = writer.stick_mesh};
  return writer.format == "glb" ? kine::write_glb(scene, options) : kine::write_gltf(scene, options);
}

Result<std::string> write_of(const kine_writer& writer) {
  if (writer.format == "glb" || writer.format == "gltf") return write_gltf_of(writer);
  if (writer.format == "asf") return kine::write_asf(*writer.model, asf_options(writer));
  const Result<Clip> clip = one_clip(writer);
  if (!clip) return Error{clip.error()};
  if (writer.format == "amc") return kine::write_amc(*writer.model, *clip, asf_options(writer));
  kine::BvhOptions options{.order = writer.order, .decimals = writer.decimals, .progress = {}};
  if (writer.metres_per_unit > 0) options.metres_per_unit = writer.metres_per_unit;
  return kine::write_bvh(*writer.model, *clip, options);
}

// The whole document as it was read.
Result<std::string> document_of(const kine_writer& writer) {
  if (!writer.document) return Error{"there is no glTF document: the figure was not read from one"};
  return writer.format == "gltf" ? kine::write_gltf(*writer.document) : kine::write_glb(*writer.document);
}

// Keeps what was written, or says why there is nothing.
int keep(kine_writer* writer, Result<std::string> (*write)(const kine_writer&), char* message, size_t message_size) {
  if (!writer) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return 0;
  }
  Result<std::string> written = write(*writer);
  write_message(written.error(), message, message_size);
  writer->bytes = written ? *std::move(written) : std::string();
  return writer->bytes.empty() ? 0 : 1;
}

}  // namespace

kine_writer* kine_writer_create(const kine_skeleton* skeleton, const char* format, char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!skeleton || !format) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  for (const std::string_view known : kFormats)
    if (known == format) return new kine_writer{skeleton->model, known};
  write_message("there is no format " + kine::quoted(format) + " to write; there are bvh, asf, amc, glb and gltf",
                message, message_size);
  return nullptr;
}

void kine_writer_destroy(kine_writer* writer) { delete writer; }

kine_status kine_writer_set_file(kine_writer* writer, const kine_file* file) {
  if (!writer) return KINE_NULL;
  if (file && file->model != writer->model) return KINE_WRONG_SKELETON;
  writer->document = file ? file->scene.document : nullptr;
  writer->asf = file ? file->scene.asf : nullptr;
  writer->read_metres_per_unit = file && file->scene.asf ? file->scene.metres_per_unit : 0;
  if (file) writer->up = file->scene.up;
  if (file && !writer->named) writer->name = file->scene.name;
  return KINE_OK;
}

kine_status kine_writer_set_name(kine_writer* writer, const char* name) {
  if (!writer || !name) return KINE_NULL;
  writer->name = name;
  writer->named = true;
  return KINE_OK;
}

kine_status kine_writer_set_order(kine_writer* writer, const char* letters) {
  if (!writer || !letters) return KINE_NULL;
  writer->order = letters;
  return KINE_OK;
}

kine_status kine_writer_set(kine_writer* writer, const char* setting, double value) {
  if (!writer || !setting) return KINE_NULL;
  const std::string_view name = setting;
  if (name == "metres_per_unit") {
    if (!(value >= 0) || !std::isfinite(value)) return KINE_BAD_VALUE;
    writer->metres_per_unit = value;
  } else if (name == "decimals") {
    if (!(value >= 6 && value <= 12 && value == std::floor(value))) return KINE_BAD_VALUE;
    writer->decimals = static_cast<int>(value);
  } else if (name == "up") {
    if (value != 'x' && value != 'y' && value != 'z') return KINE_BAD_VALUE;
    writer->up = static_cast<kine::Up>(static_cast<int>(value) - 'x');
  } else if (name == "stick_mesh") {
    if (value != 0 && value != 1) return KINE_BAD_VALUE;
    writer->stick_mesh = value == 1;
  } else {
    return KINE_BAD_INDEX;
  }
  return KINE_OK;
}

kine_status kine_writer_add_clip(kine_writer* writer, const kine_clip* clip) {
  if (!writer || !clip) return KINE_NULL;
  if (clip->model != writer->model) return KINE_WRONG_SKELETON;
  writer->clips.push_back(clip->clip);
  return KINE_OK;
}

int kine_writer_write(kine_writer* writer, char* message, size_t message_size) {
  return keep(writer, write_of, message, message_size);
}

int kine_writer_write_document(kine_writer* writer, char* message, size_t message_size) {
  return keep(writer, document_of, message, message_size);
}

const void* kine_writer_bytes(const kine_writer* writer) {
  return writer && !writer->bytes.empty() ? writer->bytes.data() : nullptr;
}

size_t kine_writer_size(const kine_writer* writer) { return writer ? writer->bytes.size() : 0; }
