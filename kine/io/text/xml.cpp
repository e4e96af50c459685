#include "kine/io/text/xml.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/text/utf8.h"

namespace kine::xml {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr auto kNowhere = std::string_view::npos;

bool is_blank(char c) { return kBlanks.find(c) != kNowhere; }

/// Letters, digits, everything beyond ASCII, and the signs that names may have. More than XML allows, never less.
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// The character of a reference such as "#10", "#xA" or "amp"; nothing added and false for an unknown one.
bool append_reference(std::string_view reference, std::string& out) {
  constexpr std::pair<std::string_view, char> kKnown[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kKnown) {
    if (reference != known) continue;
    out += character;
    return true;
  }
  if (reference.size() < 2 || reference[0] != '#') return false;
  const bool hex = reference[1] == 'x';
  const std::string_view digits = reference.substr(hex ? 2 : 1);
  unsigned code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
  if (error != std::errc{} || end != digits.data() + digits.size() || code == 0 || code > 0x10ffff) return false;
  if (code >= 0xd800 && code < 0xe000) return false;
  detail::append_utf8(code, out);
  return true;
}

void append_decoded(std::string_view raw, std::string& out) {
  while (!raw.empty()) {
    const std::size_t start = std::min(raw.find('&'), raw.size());
    out.append(raw.substr(0, start));
    raw.remove_prefix(start);
    if (raw.empty()) return;
    const std::size_t end = raw.substr(0, 12).find(';');  // no reference that we know is longer
    if (end != kNowhere && append_reference(raw.substr(1, end - 1), out)) {
      raw.remove_prefix(end + 1);
    } else {
      out += '&';
      raw.remove_prefix(1);
    }
  }
}

/// Reads with a stack of its own: the elements that are open. They are moved into their parents when they close.
class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Result<Element> parse() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text_.starts_with(kByteOrderMark)) at_ = line_start_ = kByteOrderMark.size();
    if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff")) fail("it is UTF-16: save it as UTF-8");
    while (ok_ && !done_) step();
    if (ok_) read_rest();
    if (!ok_) return std::move(error_);
    return std::move(root_);
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }

  void fail(std::string_view sentence) {
    if (!ok_) return;
    ok_ = false;
    error_.sentence.append(name_).append(":").append(std::to_string(line_)).append(":");
    error_.sentence.append(std::to_string(at_ - line_start_ + 1)).append(": ").append(sentence);
  }

  /// Moves on by `count` bytes and counts the lines passed.
  void advance(std::size_t count) {
    for (const std::size_t end = at_ + count; at_ < end;)
      if (text_[at_++] == '\n') {
        ++line_;
        line_start_ = at_;
      }
  }

  /// Moves on behind the next `end`, and gives what stands before it.
  std::string_view until(std::string_view end, std::string_view sentence) {
    const std::size_t length = rest().find(end);
    if (length == kNowhere) {
      fail(sentence);
      return {};
    }
    const std::string_view inside = rest().substr(0, length);
    advance(length + end.size());
    return inside;
  }

  void skip_blanks() {
    const std::size_t end = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
    advance(end - at_);
  }

  std::string_view read_name() {
    const std::size_t begin = at_;
    while (!at_end() && is_name(text_[at_])) ++at_;
    if (at_ == begin) fail("a name should stand here");
    return text_.substr(begin, at_ - begin);
  }

  /// One piece of markup or one run of text.
  void step() {
    if (at_end()) return fail(open_.empty() ? "there is no element in this text" : unclosed());
    if (peek() != '<') return read_text();
    if (skip_remark()) return;
    if (rest().starts_with("<![CDATA[")) {
      advance(9);
      const std::string_view inside = until("]]>", "a CDATA section has no end");
      if (ok_ && open_.empty()) fail("text stands outside of the root element");
      if (ok_) open_.back().text.append(inside);
      return;
    }
    if (rest().starts_with("</")) return close_element();
    open_element();
  }

  std::string unclosed() const {
    return "the text ends before <" + open_.back().name + "> of line " + std::to_string(open_.back().line) +
           " is closed";
  }

  /// Comments, processing instructions, declarations and document types.
  bool skip_remark() {
    if (rest().starts_with("<!--")) {
      advance(4);
      until("-->", "a comment has no end");
      return true;
    }
    if (rest().starts_with("<?")) {
      until("?>", "a declaration <? has no end");
      return true;
    }
    if (!rest().starts_with("<!DOCTYPE")) return false;
    int brackets = 0;
    for (advance(9); !at_end(); advance(1)) {
      const char c = peek();
      if (c == '[') ++brackets;
      if (c == ']') --brackets;
      if (c == '>' && brackets <= 0) {
        advance(1);
        return true;
      }
    }
    fail("the document type has no end");
    return true;
  }

  void read_text() {
    const std::size_t length = std::min(rest().find('<'), rest().size());
    const std::string_view raw = rest().substr(0, length);
    if (!open_.empty()) {
      append_decoded(raw, open_.back().text);
    } else if (raw.find_first_not_of(kBlanks) != kNowhere) {
      skip_blanks();
      return fail("text stands outside of the root element");
    }
    advance(length);
  }

  void open_element() {
    ++at_;
    if (open_.size() >= static_cast<std::size_t>(kMaxDepth))
      return fail("it nests deeper than " + std::to_string(kMaxDepth) + " levels");
    Element element;
    element.line = line_;
    element.name = read_name();
    count_one();
    while (ok_) {
      const bool blank = is_blank(peek());
      skip_blanks();
      if (at_end()) return fail("<" + element.name + " has no closing >");
      if (peek() == '>') {
        ++at_;
        open_.push_back(std::move(element));
        return;
      }
      if (rest().starts_with("/>")) {
        at_ += 2;
        open_.push_back(std::move(element));
        return finish();
      }
      if (!blank) return fail("a blank, > or /> should stand here");
      read_attribute(element);
    }
  }

  void count_one() {
    if (++count_ > kMaxElements) fail("it has too many elements");
  }

  void read_attribute(Element& element) {
    Attribute attribute;
    attribute.name = read_name();
    count_one();
    skip_blanks();
    if (ok_ && peek() != '=') fail("= should stand here, after the attribute " + quoted(attribute.name));
    if (!ok_) return;
    ++at_;
    skip_blanks();
    const char quote = peek();
    if (at_end() || (quote != '"' && quote != '\'')) return fail("a quotation mark should stand here");
    ++at_;
    const std::string_view raw = until({&quote, 1}, "an attribute's value has no closing quotation mark");
    if (!ok_) return;
    if (raw.find('<') != kNowhere) return fail("an attribute's value has a < in it: its quotation mark is missing");
    append_decoded(raw, attribute.value);
    element.attributes.push_back(std::move(attribute));
  }

  void close_element() {
    if (open_.empty()) return fail("an end tag stands here, but no element is open");
    at_ += 2;
    const std::string_view closing = read_name();
    if (!ok_) return;
    const Element& element = open_.back();
    if (closing != element.name)
      return fail("</" + std::string(closing) + "> stands here, but <" + element.name + "> of line " +
                  std::to_string(element.line) + " is open");
    skip_blanks();
    if (peek() != '>') return fail("> should stand here");
    ++at_;
    finish();
  }

  /// The innermost open element is complete.
  void finish() {
    Element element = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) {
      root_ = std::move(element);
      done_ = true;
    } else {
      open_.back().children.push_back(std::move(element));
    }
  }

  void read_rest() {
    while (ok_ && !at_end()) {
      if (is_blank(peek()) || peek() == '\0') {
        advance(1);
      } else if (!(peek() == '<' && skip_remark())) {
        fail("the text should end here, after the root element");
      }
    }
  }

  std::string_view text_, name_;
  std::size_t at_ = 0, line_start_ = 0, count_ = 0;
  int line_ = 1;
  bool ok_ = true, done_ = false;
  std::vector<Element> open_;
  Element root_;
  Error error_;
};

}  // namespace

const std::string* Element::attribute(std::string_view attribute_name) const {
  const auto found = std::ranges::find(attributes, attribute_name, &Attribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

const Element* Element::child(std::string_view child_name) const {
  const auto found = std::ranges::find(children, child_name, &Element::name);
  return found == children.end() ? nullptr : &*found;
}

Result<Element> parse(std::string_view text, std::string_view name) { return Parser(text, name).parse(); }

}  // namespace kine::xml
