#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kine/core/result.h"

namespace kine::json {

enum class Kind : std::uint8_t { Null, False, True, Number, String, Array, Object };

/// A piece of a JSON text (RFC 8259). Members keep their order and numbers their very text, so that a document that is
/// read and written again says the same, unknown parts included. Only blanks and the spelling of strings may change.
///
/// Reading never fails: what is not there, or is of another kind, is a Null value, the fallback or an empty list.
class Value {
 public:
  Value() = default;
  Value(std::string text) : kind_(Kind::String), text_(std::move(text)) {}
  Value(std::string_view text) : Value(std::string(text)) {}
  Value(const char* text) : Value(std::string(text)) {}
  explicit Value(bool truth) : kind_(truth ? Kind::True : Kind::False) {}
  /// The shortest text that reads back as the same number. What is not finite has no JSON and becomes 0.
  Value(double number);
  Value(int number);
  Value(std::size_t number);
  static Value object() { return Value(Kind::Object); }
  static Value array() { return Value(Kind::Array); }
  /// An array of numbers, strings or whatever else makes a Value.
  template <class List>
  static Value array_of(const List& list) {
    Value out = array();
    for (const auto& item : list) out.push(Value(item));
    return out;
  }

  Kind kind() const { return kind_; }
  bool is_object() const { return kind_ == Kind::Object; }
  bool is_array() const { return kind_ == Kind::Array; }
  bool is_string() const { return kind_ == Kind::String; }
  bool is_number() const { return kind_ == Kind::Number; }
  /// Where it begins in the text it was read from, counted from 1; 0 where it was made by hand.
  int line() const { return line_; }

  /// The items of an array, or the values of an object in their order.
  const std::vector<Value>& items() const { return items_; }
  std::vector<Value>& items() { return items_; }
  std::size_t size() const { return items_.size(); }
  /// The item at a place; Null where there is none.
  const Value& at(std::size_t index) const { return index < items_.size() ? items_[index] : null(); }
  /// The names of an object's members, in the order of items().
  const std::vector<std::string>& keys() const { return keys_; }

  /// The member of an object; Null where there is none.
  const Value& operator[](std::string_view key) const;
  /// The same to be changed; nullptr where there is none.
  Value* find(std::string_view key);
  /// Sets a member, at its place or at the end, and returns it. Anything but an object becomes one.
  Value& set(std::string_view key, Value value);
  void erase(std::string_view key);
  /// Adds an item to an array. Anything but an array becomes one.
  Value& push(Value value);

  /// The text of a string, decoded (UTF-8), or of a number as it is written; empty for all else.
  const std::string& text() const { return text_; }
  std::optional<double> number() const;
  double number_or(double otherwise) const { return number().value_or(otherwise); }
  /// A whole number from 0 to 2^53 - 1, also when it is written as 3.0 or 3e0; nothing for all else.
  std::optional<std::size_t> index() const;
  bool truth_or(bool otherwise) const;

 private:
  explicit Value(Kind kind) : kind_(kind) {}
  static const Value& null();
  friend class Parser;

  Kind kind_ = Kind::Null;
  int line_ = 0;
  std::string text_;
  std::vector<Value> items_;
  std::vector<std::string> keys_;
};

/// A text that nests deeper than this, or has more values in all, is refused: any bytes are safe.
inline constexpr int kMaxDepth = 256;
inline constexpr std::size_t kMaxValues = std::size_t{1} << 22;

/// Reads a JSON text. A byte-order mark before it and NUL bytes and blanks after it are passed over. The first fault is
/// told with its line and column: `robot.gltf:3:14: a comma or ] should stand here`. Of double members the first
/// counts.
Result<Value> parse(std::string_view text, std::string_view name);

/// The text of a value, without blanks, on one line.
std::string write(const Value& value);

}  // namespace kine::json
