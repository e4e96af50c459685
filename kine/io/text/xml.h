#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"

namespace kine::xml {

struct Attribute {
  std::string name, value;
};

/// An element of an XML text: its attributes and the elements within, in their order. Names keep their prefix
/// ("drake:joint"). Text between elements is joined into one.
struct Element {
  std::string name;
  int line = 0;  ///< where it begins, counted from 1
  std::vector<Attribute> attributes{};
  std::vector<Element> children{};
  std::string text{};

  /// The attribute of that name; nullptr where there is none.
  const std::string* attribute(std::string_view attribute_name) const;
  /// The first child of that name; nullptr where there is none.
  const Element* child(std::string_view child_name) const;
};

/// A text that nests deeper than this, or has more elements and attributes in all, is refused.
inline constexpr int kMaxDepth = 256;
inline constexpr std::size_t kMaxElements = std::size_t{1} << 22;

/// Reads an XML 1.0 text and gives its root element. Comments, declarations and processing instructions are passed
/// over, and so is a document type: nothing in it is fetched or expanded, so a text cannot grow. Known entities are
/// the five of XML and character numbers; unknown ones stay as they are written. UTF-8 only, with or without a mark;
/// NUL bytes and blanks after the end are passed over. A fault is told with its line and column.
Result<Element> parse(std::string_view text, std::string_view name);

}  // namespace kine::xml
