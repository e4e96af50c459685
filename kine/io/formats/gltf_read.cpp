#include <algorithm>
#include <unordered_set>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/formats/glb.h"
#include "kine/io/formats/gltf_animation.h"
#include "kine/io/formats/gltf_document.h"
#include "kine/io/formats/gltf_nodes.h"
#include "kine/io/gltf.h"
#include "kine/io/text/base64.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/read_file.h"
#include "kine/io/text/sentence.h"

namespace kine {
namespace {

struct Parsed {
  gltf::Document document;
  std::optional<std::string_view> binary;
};

Result<Parsed> parse_asset(std::string_view bytes, std::string_view name) {
  Parsed parsed;
  std::string_view text = bytes;
  if (is_glb(bytes)) {
    const Result<GlbChunks> chunks = split_glb(bytes, name);
    if (!chunks) return Error{chunks.error()};
    text = chunks->json;
    parsed.binary = chunks->binary;
  }
  Result<json::Value> json = json::parse(text, name);
  if (!json) return Error{json.error()};
  const std::string& version = (*json)["asset"]["version"].text();
  if (version.empty())
    return Error{std::string(name) + ":" + std::to_string(json->line()) +
                 ": it has no asset.version, which every glTF has: is this a glTF file?"};
  if (!version.starts_with("2."))
    return detail::one_line(Error{std::string(name) + ":" + std::to_string((*json)["asset"].line()) +
                                  ": it is of glTF version " + quoted(version) + ": only version 2 is read"});
  parsed.document.json = std::move(*json);
  return parsed;
}

bool is_data_uri(std::string_view uri) { return uri.starts_with("data:"); }

/// The bytes of a data: URI; nothing where they cannot be decoded.
std::optional<std::string> data_of(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view kind = uri.substr(0, comma), data = uri.substr(comma + 1);
  if (!kind.ends_with(";base64")) return percent_decoded(data);
  if (data.find('%') != std::string_view::npos) return from_base64(percent_decoded(data));
  return from_base64(data);
}

/// Fetches the bytes of every buffer into the document, `room` of them at most from side files: one that many buffers
/// name is there many times. The sentence of the first that fails; empty if none does.
std::string fill_buffers(Parsed& parsed, std::string_view name, std::span<const SideFile> side_files,
                         std::size_t& room) {
  json::Value* buffers = parsed.document.json.find("buffers");
  if (buffers == nullptr) return {};
  for (std::size_t i = 0; i < buffers->size(); ++i) {
    json::Value& buffer = buffers->items()[i];
    std::optional<std::string>& bytes = parsed.document.buffers.emplace_back();
    const auto refused = [&](std::string_view why) {
      return std::string(name) + ":" + std::to_string(buffer.line()) + ": buffer " + std::to_string(i) + " " +
             std::string(why);
    };
    if (!buffer["uri"].is_string()) {
      if (i == 0 && parsed.binary) bytes = std::string(*parsed.binary);
      continue;
    }
    const std::string& uri = buffer["uri"].text();
    if (is_data_uri(uri)) {
      bytes = data_of(uri);
      if (!bytes) return refused("has an embedded text that is no base64");
    } else {
      const auto file = std::ranges::find(side_files, percent_decoded(uri), &SideFile::uri);
      if (file == side_files.end())
        return refused("is in the file " + quoted(uri.substr(0, 200)) + ", which is not here: put it beside this one");
      if (file->bytes.size() > room)
        return refused(std::string("makes the side files larger together than what may be read; ") + kHowToRaise);
      room -= file->bytes.size();
      bytes = file->bytes;
    }
    buffer.erase("uri");
  }
  return {};
}

/// Images in files that are at hand go into the document, `room` bytes of them at most, so that it stands alone.
void embed_images(gltf::Document& document, std::span<const SideFile> side_files, std::size_t room) {
  json::Value* images = document.json.find("images");
  if (images == nullptr) return;
  for (json::Value& image : images->items()) {
    const std::string uri = percent_decoded(image["uri"].text());
    const auto file = std::ranges::find(side_files, uri, &SideFile::uri);
    if (uri.empty() || is_data_uri(uri) || file == side_files.end() || file->bytes.size() > room) continue;
    room -= file->bytes.size();
    std::string kind = image["mimeType"].text();
    if (kind.empty()) kind = file->bytes.starts_with("\x89PNG") ? "image/png" : "image/jpeg";
    image.set("uri", "data:" + kind + ";base64," + to_base64(file->bytes));
  }
}

}  // namespace

Result<SideFileNames> gltf_side_files(std::string_view bytes, std::string_view name) {
  if (bytes.find("\"uri\"") == std::string_view::npos) return SideFileNames{};  // the usual GLB
  const Result<Parsed> parsed = parse_asset(bytes, name);
  if (!parsed) return Error{parsed.error()};
  SideFileNames names;
  const auto collect = [&](std::string_view list, std::vector<std::string>& out) {
    std::unordered_set<std::string> known;
    for (const json::Value& item : parsed->document.json[list].items()) {
      const std::string& uri = item["uri"].text();
      if (uri.empty() || is_data_uri(uri)) continue;
      std::string decoded = percent_decoded(uri);
      if (known.insert(decoded).second) out.push_back(std::move(decoded));
    }
    return out.size() <= kMaxSideFiles;
  };
  const bool few = collect("buffers", names.buffers) && collect("images", names.images);
  if (!few) return Error{std::string(name) + ": it names more than " + std::to_string(kMaxSideFiles) + " side files"};
  return names;
}

Result<Scene> read_gltf(std::string_view bytes, std::string_view name, std::span<const SideFile> side_files,
                        const LoadOptions& options) {
  Result<Parsed> parsed = parse_asset(bytes, name);
  if (!parsed) return Error{parsed.error()};
  std::size_t room = options.files.max_bytes;
  if (std::string fault = fill_buffers(*parsed, name, side_files, room); !fault.empty())
    return detail::one_line(Error{std::move(fault)});
  gltf::Document& document = parsed->document;
  embed_images(document, side_files, room);
  document.metres_per_unit = options.metres_per_unit.value_or(1);

  std::vector<std::string> notes;
  Result<detail::GltfNodes> nodes = detail::read_gltf_nodes(document, name, notes);
  if (!nodes) return detail::one_line(Error{nodes.error()});
  for (Joint& joint : nodes->joints) joint.rest.translation *= document.metres_per_unit;
  Result<Skeleton> skeleton = Skeleton::build(nodes->joints);
  if (!skeleton) return detail::one_line(Error{std::string(name) + ": " + skeleton.error()});
  document.node_of_joint = nodes->node_of_joint;
  std::vector<Clip> clips = detail::read_gltf_clips(*nodes, *skeleton, options, document, notes);

  detail::one_line(notes);
  Scene scene{.name = scene_name(name), .skeleton = std::move(*skeleton), .notes = std::move(notes)};
  scene.clips = std::move(clips);
  scene.metres_per_unit = document.metres_per_unit;
  scene.up = options.up.value_or(Up::Y);
  scene.document = std::make_shared<const gltf::Document>(std::move(document));
  return scene;
}

}  // namespace kine
