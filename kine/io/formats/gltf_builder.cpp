#include "kine/io/formats/gltf_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kine::detail {
namespace {

/// Writes at `out` and moves it on.
void put_little_endian(std::uint32_t value, std::size_t size, char*& out) {
  for (std::size_t i = 0; i < size; ++i, value >>= 8) *out++ = static_cast<char>(value & 255);
}

}  // namespace

std::size_t gltf_components(std::string_view type) {
  return type == "VEC3" ? 3 : type == "VEC4" ? 4 : type == "MAT4" ? 16 : 1;
}

float gltf_float(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  if (value > kMost) return std::numeric_limits<float>::infinity();
  if (value < -kMost) return -std::numeric_limits<float>::infinity();
  return static_cast<float>(value);
}

json::Value& GltfBuilder::list(std::string_view name) {
  if (json::Value* there = document_.json.find(name); there != nullptr && there->is_array()) return *there;
  return document_.json.set(name, json::Value::array());
}

/// The index of a buffer whose bytes we may add to.
std::size_t GltfBuilder::own_buffer() {
  if (!document_.buffers.empty() && document_.buffers.front()) return 0;
  for (std::size_t i = 1; i < document_.buffers.size(); ++i)
    if (document_.buffers[i]) return i;
  document_.buffers.emplace_back(std::string());
  json::Value& buffers = list("buffers");
  buffers.push(json::Value::object());
  return buffers.size() - 1;
}

std::size_t GltfBuilder::add_bytes(std::string_view added, GltfUse use) {
  const std::size_t buffer = own_buffer();
  std::string& bytes = *document_.buffers[buffer];
  bytes.append((4 - bytes.size() % 4) % 4, '\0');
  const std::size_t begin = bytes.size();
  bytes += added;
  list("buffers").items()[buffer].set("byteLength", bytes.size());

  json::Value view = json::Value::object();
  view.set("buffer", buffer);
  view.set("byteOffset", begin);
  view.set("byteLength", added.size());
  if (use != GltfUse::Data) view.set("target", use == GltfUse::Vertices ? 34962 : 34963);
  json::Value& views = list("bufferViews");
  views.push(std::move(view));
  return views.size() - 1;
}

template <class T>
std::size_t GltfBuilder::add(std::span<const T> values, int component_type, std::string_view type, GltfUse use) {
  std::string bytes(values.size() * sizeof(T), '\0');
  char* out = bytes.data();
  for (const T value : values) {
    if constexpr (std::is_same_v<T, float>) {
      put_little_endian(std::bit_cast<std::uint32_t>(value), 4, out);
    } else {
      put_little_endian(value, sizeof(T), out);
    }
  }
  const std::size_t view = add_bytes(bytes, use);
  json::Value accessor = json::Value::object();
  accessor.set("bufferView", view);
  accessor.set("componentType", component_type);
  accessor.set("count", values.size() / gltf_components(type));
  accessor.set("type", type);
  json::Value& accessors = list("accessors");
  accessors.push(std::move(accessor));
  return accessors.size() - 1;
}

std::size_t GltfBuilder::add_floats(std::span<const float> values, std::string_view type, bool bounds, GltfUse use) {
  const std::size_t index = add(values, 5126, type, use);
  const bool finite = std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
  all_finite_ &= finite;
  if (!bounds || values.empty() || !finite) return index;
  const std::size_t components = gltf_components(type);
  std::vector<double> least(components), most(components);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::size_t k = i % components;
    least[k] = i < components ? value : std::min<double>(least[k], value);
    most[k] = i < components ? value : std::max<double>(most[k], value);
  }
  json::Value& accessor = list("accessors").items()[index];
  accessor.set("min", json::Value::array_of(least));
  accessor.set("max", json::Value::array_of(most));
  return index;
}

std::size_t GltfBuilder::add_shorts(std::span<const std::uint16_t> values, std::string_view type, GltfUse use) {
  return add(values, 5123, type, use);
}

std::size_t GltfBuilder::add_ints(std::span<const std::uint32_t> values, GltfUse use) {
  return add(values, 5125, "SCALAR", use);
}

}  // namespace kine::detail
