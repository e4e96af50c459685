#include "kine/io/text/json.h"

#include <algorithm>
#include <cmath>

#include "kine/io/text/number_text.h"
#include "kine/io/text/text_reader.h"
#include "kine/io/text/utf8.h"

namespace kine::json {

Value::Value(double number) : kind_(Kind::Number) {
  if (std::isfinite(number)) {
    append_shortest(number, text_);
  } else {
    text_ = '0';
  }
}

Value::Value(int number) : kind_(Kind::Number), text_(std::to_string(number)) {}
Value::Value(std::size_t number) : kind_(Kind::Number), text_(std::to_string(number)) {}

const Value& Value::null() {
  static const Value kNull;
  return kNull;
}

const Value& Value::operator[](std::string_view key) const {
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? null() : items_[static_cast<std::size_t>(found - keys_.begin())];
}

Value* Value::find(std::string_view key) {
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? nullptr : &items_[static_cast<std::size_t>(found - keys_.begin())];
}

Value& Value::set(std::string_view key, Value value) {
  if (!is_object()) *this = object();
  Value* there = find(key);
  if (there == nullptr) {
    keys_.emplace_back(key);
    there = &items_.emplace_back();
  }
  return *there = std::move(value);
}

void Value::erase(std::string_view key) {
  const auto found = std::ranges::find(keys_, key);
  if (found == keys_.end()) return;
  items_.erase(items_.begin() + (found - keys_.begin()));
  keys_.erase(found);
}

Value& Value::push(Value value) {
  if (!is_array()) *this = array();
  return items_.emplace_back(std::move(value));
}

std::optional<double> Value::number() const { return is_number() ? parse_number(text_) : std::nullopt; }

std::optional<std::size_t> Value::index() const {
  const std::optional<double> value = number();
  if (!value || !(*value >= 0 && *value < 9007199254740992.0) || std::floor(*value) != *value) return std::nullopt;
  constexpr std::size_t kMost = static_cast<std::size_t>(-1) / 2;
  if (*value > static_cast<double>(kMost)) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

bool Value::truth_or(bool otherwise) const {
  return kind_ == Kind::True ? true : kind_ == Kind::False ? false : otherwise;
}

/// Reads by descent. Depth is checked before each step down, so the stack is bounded.
class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Result<Value> parse() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text_.starts_with(kByteOrderMark)) at_ = line_start_ = kByteOrderMark.size();
    skip_blanks();
    Value value;
    read(value, 0);
    if (ok_) {
      skip_blanks();
      while (at_ < text_.size() && text_[at_] == '\0') {
        ++at_;
        skip_blanks();
      }
      if (at_ < text_.size()) fail("the text should end here");
    }
    if (!ok_) return std::move(error_);
    return value;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  void fail(std::string_view sentence) {
    if (!ok_) return;
    ok_ = false;
    error_.sentence.append(name_).append(":").append(std::to_string(line_)).append(":");
    error_.sentence.append(std::to_string(at_ - line_start_ + 1)).append(": ");
    error_.sentence.append(at_end() ? "the text ends too soon: " : "").append(sentence);
  }

  void skip_blanks() {
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  void read(Value& out, int depth) {
    out.line_ = line_;
    if (++count_ > kMaxValues) return fail("more than " + std::to_string(kMaxValues) + " values are too many");
    switch (peek()) {
      case '{':
        return read_object(out, depth);
      case '[':
        return read_array(out, depth);
      case '"':
        out.kind_ = Kind::String;
        return read_string(out.text_);
      case 't':
        return read_word("true", Kind::True, out);
      case 'f':
        return read_word("false", Kind::False, out);
      case 'n':
        return read_word("null", Kind::Null, out);
      default:
        return read_number(out);
    }
  }

  void read_word(std::string_view word, Kind kind, Value& out) {
    if (text_.substr(at_, word.size()) != word) return fail("a value should stand here");
    at_ += word.size();
    out.kind_ = kind;
  }

  bool enter(int depth) {
    if (depth >= kMaxDepth) fail("it nests deeper than " + std::to_string(kMaxDepth) + " levels");
    ++at_;
    skip_blanks();
    return ok_;
  }

  /// After an item: true if another one follows.
  bool another(char close, std::string_view sentence) {
    if (!ok_) return false;
    skip_blanks();
    const char c = peek();
    if (!at_end() && (c == ',' || c == close)) {
      ++at_;
      if (c == close) return false;
      skip_blanks();
      return true;
    }
    fail(sentence);
    return false;
  }

  void read_array(Value& out, int depth) {
    out.kind_ = Kind::Array;
    if (!enter(depth)) return;
    if (peek() == ']') {
      ++at_;
      return;
    }
    do {
      read(out.items_.emplace_back(), depth + 1);
    } while (another(']', "a comma or ] should stand here"));
  }

  void read_object(Value& out, int depth) {
    out.kind_ = Kind::Object;
    if (!enter(depth)) return;
    if (peek() == '}') {
      ++at_;
      return;
    }
    do {
      if (peek() != '"') return fail("a name in quotation marks should stand here");
      read_string(out.keys_.emplace_back());
      skip_blanks();
      if (ok_ && peek() != ':') fail("a colon should stand here");
      if (!ok_) return;
      ++at_;
      skip_blanks();
      read(out.items_.emplace_back(), depth + 1);
    } while (another('}', "a comma or } should stand here"));
  }

  bool digits() {
    const std::size_t before = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > before;
  }

  void read_number(Value& out) {
    const std::size_t begin = at_;
    if (peek() == '-') ++at_;
    const bool zero = peek() == '0';
    const std::size_t whole = at_;
    bool good = digits() && !(zero && at_ - whole > 1);
    if (good && peek() == '.') {
      ++at_;
      good = digits();
    }
    if (good && (peek() == 'e' || peek() == 'E')) {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      good = digits();
    }
    if (!good) {
      at_ = begin;
      return fail("a value should stand here");
    }
    out.kind_ = Kind::Number;
    out.text_.assign(text_.substr(begin, at_ - begin));
  }

  std::optional<unsigned> hex4() {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                             : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                             : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                                    : 16;
      if (digit > 15) return std::nullopt;
      value = value * 16 + digit;
    }
    return value;
  }

  void read_unicode(std::string& out) {
    const std::optional<unsigned> unit = hex4();
    if (!unit) return fail("four hexadecimal digits should stand here");
    unsigned code = *unit;
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t before = at_;
      at_ += 2;
      const std::optional<unsigned> low = hex4();
      if (low && *low >= 0xdc00 && *low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (*low - 0xdc00);
      } else {
        at_ = before;
      }
    }
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;  // half of a pair: the sign for what cannot be shown
    detail::append_utf8(code, out);
  }

  void read_escape(std::string& out) {
    ++at_;
    const char c = peek();
    constexpr std::string_view kFrom = "\"\\/bfnrt", kTo = "\"\\/\b\f\n\r\t";
    if (c == 'u') {
      ++at_;
      return read_unicode(out);
    }
    const std::size_t place = at_end() ? std::string_view::npos : kFrom.find(c);
    if (place == std::string_view::npos) return fail("this is no escape that JSON knows");
    out += kTo[place];
    ++at_;
  }

  void read_string(std::string& out) {
    ++at_;
    while (ok_) {
      std::size_t end = at_;
      while (end < text_.size() && text_[end] != '"' && text_[end] != '\\' &&
             static_cast<unsigned char>(text_[end]) >= 32)
        ++end;
      out.append(text_.substr(at_, end - at_));
      at_ = end;
      if (at_end()) return fail("a string has no closing quotation mark");
      if (text_[at_] == '"') {
        ++at_;
        return;
      }
      if (text_[at_] != '\\') return fail("a control character stands in a string");
      read_escape(out);
    }
  }

  std::string_view text_, name_;
  std::size_t at_ = 0, line_start_ = 0, count_ = 0;
  int line_ = 1;
  bool ok_ = true;
  Error error_;
};

Result<Value> parse(std::string_view text, std::string_view name) { return Parser(text, name).parse(); }

namespace {

void append_quoted(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 32) {
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append(const Value& value, std::string& out) {
  switch (value.kind()) {
    case Kind::Null:
      out += "null";
      break;
    case Kind::False:
      out += "false";
      break;
    case Kind::True:
      out += "true";
      break;
    case Kind::Number:
      out += value.text();
      break;
    case Kind::String:
      append_quoted(value.text(), out);
      break;
    case Kind::Array:
      out += '[';
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (i > 0) out += ',';
        append(value.items()[i], out);
      }
      out += ']';
      break;
    case Kind::Object:
      out += '{';
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (i > 0) out += ',';
        append_quoted(value.keys()[i], out);
        out += ':';
        append(value.items()[i], out);
      }
      out += '}';
      break;
  }
}

}  // namespace

std::string write(const Value& value) {
  std::string out;
  append(value, out);
  return out;
}

}  // namespace kine::json
