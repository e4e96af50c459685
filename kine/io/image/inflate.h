#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kine/core/result.h"

namespace kine {

/// Decompresses zlib data (RFC 1950 and 1951): stored, fixed and dynamic blocks, checksum compared. Refused with a
/// sentence: data that is broken, cut off, or gives more than `most` bytes.
Result<std::string> inflate_zlib(std::string_view bytes, std::size_t most);

/// Adler-32, zlib's checksum, and CRC-32, PNG's.
std::uint32_t adler32(std::string_view bytes);
std::uint32_t crc32(std::string_view bytes);

}  // namespace kine
