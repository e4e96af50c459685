#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kine/io/formats/gltf_document.h"

namespace kine::detail {

/// The numbers of an accessor, one element after the other. 32-bit floats hold all that animations can have.
struct GltfNumbers {
  std::vector<float> values;
  std::size_t components = 1;
  std::size_t count() const { return values.size() / components; }
};

/// Reads accessors of a document: any component type, normalised or not, strided, sparse. Everything is checked against
/// the bytes at hand, and what is read is kept, so that a short file cannot make for much work.
class GltfAccessors {
 public:
  explicit GltfAccessors(const gltf::Document& document);

  /// The numbers of an accessor; nullptr where it is broken: `fault()` says how.
  const GltfNumbers* read(const json::Value& index);
  const std::string& fault() const { return fault_; }

 private:
  struct Layout;
  std::optional<GltfNumbers> read_accessor(const json::Value& accessor);
  bool read_dense(const json::Value& accessor, const Layout& layout, GltfNumbers& out);
  bool read_sparse(const json::Value& sparse, const Layout& layout, GltfNumbers& out);
  std::optional<std::string_view> view_bytes(const json::Value& view_index, const json::Value& byte_offset,
                                             std::size_t& stride);

  const gltf::Document& document_;
  std::unordered_map<std::size_t, std::optional<GltfNumbers>> read_;
  std::size_t room_ = 0;  // how many numbers may still be read
  std::string fault_;
};

}  // namespace kine::detail
