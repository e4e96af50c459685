#include <algorithm>
#include <utility>

#include "kine/io/formats/glb.h"
#include "kine/io/formats/gltf_builder.h"
#include "kine/io/formats/gltf_clips.h"
#include "kine/io/formats/gltf_document.h"
#include "kine/io/formats/gltf_figure.h"
#include "kine/io/gltf.h"
#include "kine/io/text/base64.h"

namespace kine {
namespace {

/// The JSON with every buffer embedded, except for the first one where that goes into a GLB's binary chunk.
std::string json_text(const gltf::Document& document, bool binary) {
  json::Value json = document.json;
  if (json::Value* buffers = json.find("buffers")) {
    for (std::size_t i = 0; i < buffers->size() && i < document.buffers.size(); ++i) {
      const std::optional<std::string>& bytes = document.buffers[i];
      if (!bytes || (i == 0 && binary)) continue;
      buffers->items()[i].set("uri", "data:application/octet-stream;base64," + to_base64(*bytes));
    }
  }
  return json::write(json);
}

bool is_data_uri(const json::Value& uri) { return uri.text().starts_with("data:"); }

/// True if a GLB of the document would have texts of base64 in it.
bool has_loose_bytes(const gltf::Document& document) {
  for (std::size_t i = 1; i < document.buffers.size(); ++i)
    if (document.buffers[i]) return true;
  const std::vector<json::Value>& images = document.json["images"].items();
  return std::ranges::any_of(images, [](const json::Value& image) { return is_data_uri(image["uri"]); });
}

/// Where the bytes of each old buffer are now: the buffer and the offset in it.
struct Move {
  std::size_t buffer, offset;
};

/// A buffer view, or what an extension says of one (meshopt's compression has a buffer of its own).
void move_view(const std::vector<Move>& moves, json::Value& view) {
  const std::optional<std::size_t> buffer = view["buffer"].index();
  if (!buffer || *buffer >= moves.size()) return;
  const Move& move = moves[*buffer];
  if (move.offset > 0) view.set("byteOffset", move.offset + view["byteOffset"].index().value_or(0));
  if (move.buffer != *buffer) view.set("buffer", move.buffer);
}

/// Puts the bytes of all buffers into one, the first; buffers without bytes follow it.
void merge_buffers(gltf::Document& document) {
  json::Value* buffers = document.json.find("buffers");
  if (buffers == nullptr || buffers->size() != document.buffers.size()) return;
  std::string all;
  json::Value kept = json::Value::array();
  std::vector<std::optional<std::string>> kept_bytes{std::string()};
  kept.push(json::Value::object());
  std::vector<Move> moves;
  for (std::size_t i = 0; i < document.buffers.size(); ++i) {
    json::Value& buffer = buffers->items()[i];
    if (document.buffers[i]) {
      if (moves.empty()) kept.items().front() = buffer;  // its name and what else is in it
      all.append((4 - all.size() % 4) % 4, '\0');
      moves.push_back({0, all.size()});
      all += *document.buffers[i];
    } else {
      moves.push_back({kept.size(), 0});
      kept.push(std::move(buffer));
      kept_bytes.emplace_back();
    }
  }
  kept.items().front().set("byteLength", all.size());
  kept_bytes.front() = std::move(all);
  *buffers = std::move(kept);
  document.buffers = std::move(kept_bytes);
  json::Value* views = document.json.find("bufferViews");
  if (views == nullptr) return;
  for (json::Value& view : views->items()) {
    move_view(moves, view);
    if (json::Value* extensions = view.find("extensions"))
      for (json::Value& extension : extensions->items()) move_view(moves, extension);
  }
}

/// Moves images out of their texts into the first buffer.
void pack_images(gltf::Document& document) {
  detail::GltfBuilder builder(document);
  const auto images = [&]() -> json::Value& { return *document.json.find("images"); };
  const std::size_t count = document.json["images"].size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string uri = images().items()[i]["uri"].text();
    const std::size_t comma = uri.find(','), kind = uri.find(';');
    if (!uri.starts_with("data:") || comma == std::string::npos || kind > comma) continue;
    const std::optional<std::string> bytes = from_base64(std::string_view(uri).substr(comma + 1));
    if (!bytes || !uri.substr(0, comma).ends_with(";base64")) continue;
    const std::size_t view = builder.add_bytes(*bytes);
    json::Value& image = images().items()[i];  // found again: the document grew
    image.erase("uri");
    image.set("bufferView", view);
    if (!image["mimeType"].is_string()) image.set("mimeType", uri.substr(5, kind - 5));
  }
}

/// The scene's document with its clips, or a new one.
Result<gltf::Document> document_of(const Scene& scene, const GltfOptions& options) {
  if (!scene.document) return detail::make_document(scene, options);
  gltf::Document document = *scene.document;
  if (document.node_of_joint.size() != static_cast<std::size_t>(scene.skeleton.joint_count()))
    return Error{scene.name + ": the skeleton is not the one that its glTF document was read with"};
  if (!detail::put_clips(scene.skeleton, scene.clips, document)) return Error{detail::kTooLargeForGltf};
  return document;
}

Result<std::string> join(const gltf::Document& document) {
  const bool binary = !document.buffers.empty() && document.buffers.front();
  const std::string text = json_text(document, binary);
  return join_glb(text, binary ? std::optional<std::string_view>(*document.buffers.front()) : std::nullopt);
}

}  // namespace

int gltf_node_of(const Scene& scene, JointId joint) {
  if (!scene.document || !joint.valid()) return -1;
  const std::vector<int>& nodes = scene.document->node_of_joint;
  const auto place = static_cast<std::size_t>(joint.index);
  return place < nodes.size() ? nodes[place] : -1;
}

Result<std::string> write_glb(const gltf::Document& document) {
  if (has_loose_bytes(document)) {
    gltf::Document packed = document;
    if (!packed.buffers.empty()) merge_buffers(packed);
    pack_images(packed);
    return join(packed);
  }
  return join(document);
}

Result<std::string> write_gltf(const gltf::Document& document) { return json_text(document, false); }

Result<std::string> write_glb(const Scene& scene, const GltfOptions& options) {
  const Result<gltf::Document> document = document_of(scene, options);
  if (!document) return Error{document.error()};
  return write_glb(*document);
}

Result<std::string> write_gltf(const Scene& scene, const GltfOptions& options) {
  const Result<gltf::Document> document = document_of(scene, options);
  if (!document) return Error{document.error()};
  return write_gltf(*document);
}

}  // namespace kine
