#include "kine/io/formats/glb.h"

#include <cstdint>

namespace kine {
namespace {

constexpr std::uint32_t kMagic = 0x46546c67, kJson = 0x4e4f534a, kBinary = 0x004e4942;
constexpr std::size_t kHeader = 12, kChunkHeader = 8;

std::uint32_t read_u32(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void append_u32(std::size_t value, std::string& out) {
  for (int i = 0; i < 4; ++i, value >>= 8) out += static_cast<char>(value & 255);
}

}  // namespace

bool is_glb(std::string_view bytes) { return bytes.size() >= 4 && read_u32(bytes, 0) == kMagic; }

Result<GlbChunks> split_glb(std::string_view bytes, std::string_view name) {
  const auto refused = [&](std::string_view why) { return Error{std::string(name) + ": " + std::string(why)}; };
  if (!is_glb(bytes)) return refused("it does not begin with \"glTF\": it is no GLB");
  if (bytes.size() < kHeader) return refused("the file ends within its header");
  const std::uint32_t version = read_u32(bytes, 4), length = read_u32(bytes, 8);
  if (version != 2) return refused("it is a GLB of version " + std::to_string(version) + ": only version 2 is read");
  if (length > bytes.size())
    return refused("it says that it has " + std::to_string(length) + " bytes, but it has " +
                   std::to_string(bytes.size()) + ": it was cut off");
  if (length < kHeader) return refused("it says that it has " + std::to_string(length) + " bytes, fewer than a header");
  bytes = bytes.substr(0, length);
  GlbChunks chunks;
  bool has_json = false;
  for (std::size_t at = kHeader; at < bytes.size();) {
    if (bytes.size() - at < kChunkHeader) {
      if (has_json) break;  // padding that belongs to no chunk
      return refused("the file ends within the header of a chunk");
    }
    const std::uint32_t size = read_u32(bytes, at), kind = read_u32(bytes, at + 4);
    at += kChunkHeader;
    if (size > bytes.size() - at) return refused("a chunk is longer than the file");
    if (!has_json && kind != kJson) return refused("its first chunk is not JSON");
    if (!has_json) {
      chunks.json = bytes.substr(at, size);
      has_json = true;
    } else if (kind == kBinary && !chunks.binary) {
      chunks.binary = bytes.substr(at, size);
    }
    at += size;
  }
  if (!has_json) return refused("it has no JSON chunk");
  return chunks;
}

Result<std::string> join_glb(std::string_view json, std::optional<std::string_view> binary) {
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  std::size_t length = kHeader + kChunkHeader + padded(json.size());
  if (binary) length += kChunkHeader + padded(binary->size());
  if (length > 0xffffffffu) return Error{"a GLB cannot be larger than 4 GiB"};
  std::string out;
  out.reserve(length);
  append_u32(kMagic, out);
  append_u32(2, out);
  append_u32(length, out);
  append_u32(padded(json.size()), out);
  append_u32(kJson, out);
  out.append(json).append(padded(json.size()) - json.size(), ' ');
  if (binary) {
    append_u32(padded(binary->size()), out);
    append_u32(kBinary, out);
    out.append(*binary).append(padded(binary->size()) - binary->size(), '\0');
  }
  return out;
}

}  // namespace kine
