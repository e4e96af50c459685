#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kine/io/formats/gltf_document.h"

namespace kine::detail {

/// What a buffer view holds, as glTF's `target` says.
enum class GltfUse : std::uint8_t { Data, Vertices, Indices };

/// Adds accessors with their bytes to a document. The bytes go to the end of the first buffer, or to a new one where
/// the first has none.
class GltfBuilder {
 public:
  explicit GltfBuilder(gltf::Document& document) : document_(document) {}

  /// Floats, `type` SCALAR, VEC3, VEC4 or MAT4. Gives the accessor's index.
  std::size_t add_floats(std::span<const float> values, std::string_view type, bool bounds = false,
                         GltfUse use = GltfUse::Data);
  /// Unsigned shorts or, for indices that need it, unsigned ints.
  std::size_t add_shorts(std::span<const std::uint16_t> values, std::string_view type, GltfUse use);
  std::size_t add_ints(std::span<const std::uint32_t> values, GltfUse use);

  /// Plain bytes; gives the buffer view's index.
  std::size_t add_bytes(std::string_view added, GltfUse use = GltfUse::Data);

  /// False once a float was added that is not finite: glTF has none, and numbers that are too large for 32 bits are such.
  bool all_finite() const { return all_finite_; }

  /// A list at the top of the document, made where it is not there.
  json::Value& list(std::string_view name);

 private:
  template <class T>
  std::size_t add(std::span<const T> values, int component_type, std::string_view type, GltfUse use);
  std::size_t own_buffer();

  gltf::Document& document_;
  bool all_finite_ = true;
};

/// A number as a float; infinite where it is too large for one.
float gltf_float(double value);

/// What is wrong where a builder's floats are not all finite.
inline constexpr const char* kTooLargeForGltf =
    "a number is too large, or frames lie too near together, for a glTF, which has 32 bits for each number";

/// How many numbers an element of a type has.
std::size_t gltf_components(std::string_view type);

}  // namespace kine::detail
