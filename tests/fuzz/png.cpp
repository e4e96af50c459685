// Any bytes are either a picture or refused with a sentence. Checksums would stop nearly every change at the door, so
// the bytes are tried as they are, with the checksums of their parts mended, and as rows of a picture that is packed
// anew.
#include "kine/io/image/png.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kine/io/image/inflate.h"
#include "tests/fuzz/use_scene.h"

namespace {

void put_u32(std::uint32_t value, std::size_t at, std::string& bytes) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(value >> (24 - 8 * i) & 255);
}

void try_picture(std::string_view bytes) {
  const kine::Result<kine::GreyPicture> picture = kine::read_png(bytes, "file");
  if (!picture) return kine::fuzz::require_sentence(picture.error());
  const auto count = static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height);
  kine::fuzz::require(picture->values.size() == count);
  kine::fuzz::require(picture->transparent.empty() || picture->transparent.size() == count);
}

std::string with_checksums(std::string bytes) {
  for (std::size_t at = 8; at + 12 <= bytes.size();) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size * 256 + static_cast<unsigned char>(bytes[at + i]);
    if (size > bytes.size() - at - 12) break;
    put_u32(kine::crc32(std::string_view(bytes).substr(at + 4, size + 4)), at + 8 + size, bytes);
    at += size + 12;
  }
  return bytes;
}

void add_chunk(std::string_view kind, std::string_view data, std::string& out) {
  const std::size_t at = out.size();
  out.append(8, '\0').append(data).append(4, '\0');
  put_u32(static_cast<std::uint32_t>(data.size()), at, out);
  out.replace(at + 4, 4, kind);
  put_u32(kine::crc32(std::string_view(out).substr(at + 4, data.size() + 4)), at + 8 + data.size(), out);
}

/// Five bytes for the header, the rest is rows, in one stored block.
std::string packed(std::string_view bytes) {
  std::string header(13, '\0');
  header[3] = bytes[0];
  header[7] = bytes[1];
  header[8] = bytes[2];
  header[9] = bytes[3];
  header[12] = bytes[4];
  const std::string_view rows = bytes.substr(5, 65535);
  std::string data = "\x78\x01\x01";
  const auto size = static_cast<unsigned>(rows.size());
  for (const unsigned byte : {size, size >> 8, ~size, ~size >> 8}) data += static_cast<char>(byte & 255u);
  data.append(rows).append(4, '\0');
  put_u32(kine::adler32(rows), data.size() - 4, data);
  std::string out("\x89PNG\r\n\x1a\n", 8);
  add_chunk("IHDR", header, out);
  if (header[9] == 3) add_chunk("PLTE", rows.substr(0, 48), out);
  add_chunk("IDAT", data, out);
  add_chunk("IEND", {}, out);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (kine::is_png(bytes)) {
    try_picture(bytes);
    try_picture(with_checksums(std::string(bytes)));
  } else if (size > 5) {
    try_picture(packed(bytes));
  }
  return 0;
}
