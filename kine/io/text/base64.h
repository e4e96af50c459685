#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kine {

/// Base64 (RFC 4648), with padding.
std::string to_base64(std::string_view bytes);

/// The bytes of a base64 text. Padding may be missing and blanks are passed over; nothing for any other character.
std::optional<std::string> from_base64(std::string_view text);

/// Resolves %20 and the like, as in URIs; what is no such code stays.
std::string percent_decoded(std::string_view text);

}  // namespace kine
