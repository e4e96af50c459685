#include "kine/io/formats/gltf_accessor.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace kine::detail {
namespace {

enum Component : std::size_t {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126
};

std::size_t size_of(std::size_t component) {
  switch (component) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

std::size_t components_of(const std::string& type) {
  constexpr std::pair<std::string_view, std::size_t> kTypes[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                                                                 {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
  for (const auto& [known, count] : kTypes)
    if (type == known) return count;
  return 0;
}

std::uint32_t little_endian(const char* bytes, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// One number as the file has it; normalised integers become -1..1 or 0..1.
float number_at(const char* bytes, std::size_t component, bool normalised) {
  const std::uint32_t raw = little_endian(bytes, size_of(component));
  const auto scaled = [&](double value, double largest) {
    return static_cast<float>(normalised ? std::max<double>(value / largest, -1) : value);
  };
  switch (component) {
    case kByte:
      return scaled(static_cast<std::int8_t>(raw), 127);
    case kUnsignedByte:
      return scaled(raw, 255);
    case kShort:
      return scaled(static_cast<std::int16_t>(raw), 32767);
    case kUnsignedShort:
      return scaled(raw, 65535);
    case kUnsignedInt:
      return scaled(raw, 4294967295.0);
    default:
      return std::bit_cast<float>(raw);
  }
}

}  // namespace

struct GltfAccessors::Layout {
  std::size_t component, components, count;
  bool normalised;
  std::size_t element_bytes() const { return size_of(component) * components; }
};

GltfAccessors::GltfAccessors(const gltf::Document& document) : document_(document) {
  // An honest number takes a byte at least. The rest is for accessors without bytes (zeros) and shared ones.
  room_ = std::size_t{1} << 16;
  for (const auto& buffer : document.buffers)
    if (buffer) room_ += 2 * buffer->size();
}

const GltfNumbers* GltfAccessors::read(const json::Value& index) {
  const std::optional<std::size_t> place = index.index();
  const json::Value& accessors = document_.json["accessors"];
  if (!place || *place >= accessors.size()) {
    fault_ = "it names an accessor that is not there";
    return nullptr;
  }
  auto found = read_.find(*place);
  if (found == read_.end()) found = read_.emplace(*place, read_accessor(accessors.at(*place))).first;
  if (!found->second) fault_ = "accessor " + std::to_string(*place) + " cannot be read from the bytes at hand";
  return found->second ? &*found->second : nullptr;
}

std::optional<GltfNumbers> GltfAccessors::read_accessor(const json::Value& accessor) {
  const std::optional<std::size_t> component = accessor["componentType"].index(), count = accessor["count"].index();
  const std::size_t components = components_of(accessor["type"].text());
  if (!component || !count || size_of(*component) == 0 || components == 0) return std::nullopt;
  if (*count > room_ / components) return std::nullopt;
  room_ -= *count * components;
  const Layout layout{*component, components, *count, accessor["normalized"].truth_or(false)};
  GltfNumbers out;
  out.components = components;
  out.values.assign(layout.count * components, 0.0f);
  if (accessor["bufferView"].kind() != json::Kind::Null && !read_dense(accessor, layout, out)) return std::nullopt;
  const json::Value& sparse = accessor["sparse"];
  if (sparse.is_object() && !read_sparse(sparse, layout, out)) return std::nullopt;
  return out;
}

/// The bytes of a buffer view from an offset on, and its stride (0: elements lie side by side).
std::optional<std::string_view> GltfAccessors::view_bytes(const json::Value& view_index, const json::Value& byte_offset,
                                                          std::size_t& stride) {
  const std::optional<std::size_t> place = view_index.index();
  if (!place) return std::nullopt;
  const json::Value& view = document_.json["bufferViews"].at(*place);
  const std::optional<std::size_t> buffer = view["buffer"].index(), length = view["byteLength"].index();
  if (!buffer || !length || *buffer >= document_.buffers.size() || !document_.buffers[*buffer]) return std::nullopt;
  const std::string_view bytes = *document_.buffers[*buffer];
  // Where the file says nothing it means 0; what it says must be a whole number.
  const auto or_zero = [](const json::Value& value) {
    return value.kind() == json::Kind::Null ? std::optional<std::size_t>(0) : value.index();
  };
  const std::optional<std::size_t> begin = or_zero(view["byteOffset"]), skip = or_zero(byte_offset),
                                   apart = or_zero(view["byteStride"]);
  if (!begin || !skip || !apart) return std::nullopt;
  if (*begin > bytes.size() || *length > bytes.size() - *begin || *skip > *length) return std::nullopt;
  stride = *apart;
  return bytes.substr(*begin + *skip, *length - *skip);
}

bool GltfAccessors::read_dense(const json::Value& accessor, const Layout& layout, GltfNumbers& out) {
  std::size_t stride = 0;
  const auto bytes = view_bytes(accessor["bufferView"], accessor["byteOffset"], stride);
  const std::size_t element = layout.element_bytes();
  if (stride == 0) stride = element;
  if (!bytes || stride < element) return false;
  if (layout.count == 0) return true;
  if (bytes->size() < element || (bytes->size() - element) / stride < layout.count - 1) return false;
  float* to = out.values.data();
  if (std::endian::native == std::endian::little && layout.component == kFloat && stride == element) {
    std::memcpy(to, bytes->data(), layout.count * element);
    return true;
  }
  for (std::size_t i = 0; i < layout.count; ++i) {
    const char* from = bytes->data() + i * stride;
    for (std::size_t k = 0; k < layout.components; ++k, from += size_of(layout.component))
      *to++ = number_at(from, layout.component, layout.normalised);
  }
  return true;
}

bool GltfAccessors::read_sparse(const json::Value& sparse, const Layout& layout, GltfNumbers& out) {
  const json::Value &indices = sparse["indices"], &values = sparse["values"];
  const std::optional<std::size_t> count = sparse["count"].index(), component = indices["componentType"].index();
  std::size_t unused = 0;
  const auto index_bytes = view_bytes(indices["bufferView"], indices["byteOffset"], unused);
  const auto value_bytes = view_bytes(values["bufferView"], values["byteOffset"], unused);
  if (!count || !component || !index_bytes || !value_bytes) return false;
  const std::size_t index_size = size_of(*component), element = layout.element_bytes();
  if (index_size == 0 || *component == kFloat || *count > layout.count) return false;
  if (index_bytes->size() / index_size < *count || value_bytes->size() / element < *count) return false;
  for (std::size_t i = 0; i < *count; ++i) {
    const std::size_t place = little_endian(index_bytes->data() + i * index_size, index_size);
    if (place >= layout.count) return false;
    const char* from = value_bytes->data() + i * element;
    for (std::size_t k = 0; k < layout.components; ++k, from += size_of(layout.component))
      out.values[place * layout.components + k] = number_at(from, layout.component, layout.normalised);
  }
  return true;
}

}  // namespace kine::detail
