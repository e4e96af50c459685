#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/formats/asf_reader.h"
#include "kine/io/formats/unique_names.h"

namespace kine::detail {
namespace {

/// 0, 1 or 2 for x, y or z in either case, else -1.
int letter_axis(char c) {
  const int axis = (c | 0x20) - 'x';
  return axis >= 0 && axis < 3 ? axis : -1;
}

}  // namespace

AsfReader::AsfReader(std::string_view text, std::string_view name, const LoadOptions& options)
    : cursor_(text, name), options_(options), three_dofs_(options.three_dofs || forces_three_dofs(text)) {
  bones_.push_back({.name = "root"});
  index_of_.emplace("root", 0);
}

Result<Scene> AsfReader::read() {
  do {
    if (!read_line()) return std::move(error_);
  } while (cursor_.next_line());
  if (in_bone_) return cursor_.error("the file ends inside a bone");
  if (!has_hierarchy_) return cursor_.error("there is no :hierarchy, so nothing says how the bones hang together");
  if (!finish_root() || !order_bones()) return std::move(error_);
  settle_unit();
  return build();
}

void AsfReader::note(std::string sentence) {
  constexpr std::size_t kMost = 50;
  if (notes_.size() < kMost) notes_.push_back(std::move(sentence));
}

bool AsfReader::read_line() {
  if (!cursor_.skip_blanks() || cursor_.peek() == '#') return true;
  if (cursor_.peek() == ':') {
    section_.clear();
    for (const char c : cursor_.word()) section_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (section_ == ":hierarchy") has_hierarchy_ = true;
    return true;
  }
  if (section_ == ":units") return read_unit();
  if (section_ == ":root") return read_root();
  if (section_ == ":bonedata") return read_bone();
  if (section_ == ":hierarchy") return read_hierarchy();
  return true;  // :documentation, :skin and what else there may be
}

bool AsfReader::number(std::string_view what, double& value) {
  if (const std::optional<double> read = cursor_.number(); read && cursor_.at_word_end()) {
    value = *read;
    return true;
  }
  const std::string_view found = cursor_.whole_word();
  std::string sentence(what);
  sentence += found.empty() ? " is missing" : " should be a number, not " + shown_word(found);
  return fail(cursor_.error(sentence));
}

bool AsfReader::numbers(std::string_view what, Vec3& values) {
  for (int k = 0; k < 3; ++k)
    if (!number(what, values[k])) return false;
  return true;
}

bool AsfReader::read_unit() {
  const std::string_view key = cursor_.word();
  if (same_word(key, "length")) {
    if (!number("the unit of length", length_unit_)) return false;
  } else if (same_word(key, "angle")) {
    const std::string_view unit = cursor_.word();
    const bool rad = same_word(unit, "rad") || same_word(unit, "radians");
    if (!rad && !same_word(unit, "deg") && !same_word(unit, "degrees"))
      return fail(cursor_.word_error("the unit of angle should be deg or rad, not " + shown_word(unit)));
    degrees_ = !rad;
  }
  return true;  // masses are taken as kilograms
}

bool AsfReader::read_axis_order(std::array<int, 3>& order) {
  const std::string_view letters = cursor_.word();
  std::array<int, 3> read{-1, -1, -1};
  for (std::size_t k = 0; k < 3 && letters.size() == 3; ++k) read[k] = letter_axis(letters[k]);
  if (read[0] < 0 || read[1] < 0 || read[2] < 0 || read[0] == read[1] || read[1] == read[2] || read[0] == read[2])
    return fail(cursor_.word_error("an axis has an order such as XYZ, not " + shown_word(letters)));
  order = read;
  return true;
}

bool AsfReader::read_root() {
  AsfBone& root = bones_[0];
  const std::string_view key = cursor_.word();
  if (same_word(key, "order")) return read_dofs(root);
  if (same_word(key, "axis")) return read_axis_order(root.axis_order);
  if (same_word(key, "position")) return numbers("the root's position", root_position_);
  if (same_word(key, "orientation")) return numbers("the root's orientation", root.axis);
  return true;
}

bool AsfReader::read_dofs(AsfBone& owner) {
  owner.dofs.clear();
  for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
    const char first = static_cast<char>(word[0] | 0x20);
    const int axis = word.size() == 2 ? letter_axis(word[1]) : -1;
    char dof = 0;
    if (word.size() == 1 && first == 'l') dof = 'l';
    if (axis >= 0 && first == 'r') dof = static_cast<char>('x' + axis);
    if (axis >= 0 && first == 't') dof = static_cast<char>('X' + axis);
    if (dof == 0) return fail(cursor_.word_error(shown_word(word) + " is no dof: they are rx ry rz tx ty tz and l"));
    if (owner.dofs.find(dof) != std::string::npos)
      return fail(cursor_.word_error("the dof " + shown_word(word) + " is named twice"));
    owner.dofs += dof;
  }
  return true;
}

bool AsfReader::read_bone() {
  if (cursor_.peek() == '(') return in_bone_ ? read_limits(bones_.back()) : true;
  const std::string_view key = cursor_.word();
  if (same_word(key, "begin")) {
    if (in_bone_) return fail(cursor_.word_error("a bone begins inside another one"));
    if (bones_.size() > static_cast<std::size_t>(kMaxFileJoints))
      return fail(cursor_.word_error("there are more than " + std::to_string(kMaxFileJoints) + " bones"));
    in_bone_ = true;
    bones_.push_back({});
    bones_.back().mark = cursor_.mark();
    return true;
  }
  if (!in_bone_) return fail(cursor_.word_error(shown_word(key) + " stands where begin should be"));
  AsfBone& now = bones_.back();
  if (same_word(key, "end")) return end_bone();
  if (same_word(key, "name")) {
    now.name = cursor_.rest_of_line();
    return true;
  }
  if (same_word(key, "direction")) return numbers("the bone's direction", now.direction);
  if (same_word(key, "length")) return number("the bone's length", now.length);
  if (same_word(key, "axis")) return numbers("the bone's axis", now.axis) && read_axis_order(now.axis_order);
  if (same_word(key, "dof")) return read_dofs(now);
  if (same_word(key, "limits")) return read_limits(now);
  if (same_word(key, "bodymass")) return number("the bone's mass", now.mass);
  if (same_word(key, "cofmass")) return number("the bone's centre of mass", now.centre);
  return true;  // id, and what others may write
}

bool AsfReader::read_limits(AsfBone& owner) {
  std::string line(cursor_.rest_of_line());
  const auto refuse = [&] { return fail(cursor_.word_error("limits are pairs of numbers such as (-160 20)")); };
  for (char& c : line)
    if (c == '(' || c == ')' || c == ',') c = ' ';
  TextCursor words(line, cursor_.name());
  std::vector<double> ends;
  while (words.skip_blanks()) {
    if (const std::optional<double> value = words.number(); value && words.at_word_end()) {
      ends.push_back(*value);
      continue;
    }
    const std::string_view word = words.word();
    if (!same_word(word, "inf") && !same_word(word, "-inf") && !same_word(word, "+inf")) return refuse();
    ends.push_back(word[0] == '-' ? -kInfinity : kInfinity);
  }
  if (ends.size() % 2 != 0) return refuse();
  for (std::size_t k = 0; k < ends.size(); k += 2) owner.limits.push_back({ends[k], ends[k + 1]});
  return true;
}

bool AsfReader::end_bone() {
  in_bone_ = false;
  const AsfBone& now = bones_.back();
  const int index = static_cast<int>(bones_.size()) - 1;
  if (now.name.empty())
    return fail(cursor_.error_at(cursor_.line_at(now.mark), "the bone that begins here has no name"));
  if (!index_of_.emplace(now.name, index).second)
    return fail(
        cursor_.error_at(cursor_.line_at(now.mark), "a bone named " + shown_word(now.name) + " has been before"));
  if (now.length != 0 && now.direction == Vec3{})
    note("bone " + quoted(now.name) + " has no direction: it is taken to have no length");
  if (now.dofs.find_first_of("XYZl") != std::string::npos)
    note("bone " + quoted(now.name) + " has dofs that shift it: they are left out");
  const auto limits = now.limits.size();
  if (limits != 0 && limits != now.dofs.size())
    note("bone " + quoted(now.name) + " has " + std::to_string(now.dofs.size()) + " dofs and limits for " +
         std::to_string(limits));
  return true;
}

bool AsfReader::read_hierarchy() {
  const std::string_view first = cursor_.word();
  if (same_word(first, "begin") || same_word(first, "end")) return true;
  const auto parent = index_of_.find(std::string(first));
  if (parent == index_of_.end())
    return fail(cursor_.word_error("the hierarchy names the bone " + shown_word(first) + ", which is not there"));
  for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
    const auto child = index_of_.find(std::string(word));
    if (child == index_of_.end())
      return fail(cursor_.word_error("the hierarchy names the bone " + shown_word(word) + ", which is not there"));
    AsfBone& below = bone(child->second);
    if (child->second == 0 || below.parent >= 0)
      return fail(cursor_.word_error("the bone " + shown_word(word) +
                                     (child->second == 0 ? " cannot hang on another one" : " has two parents")));
    below.parent = parent->second;
    bone(parent->second).children.push_back(child->second);
  }
  return true;
}

}  // namespace kine::detail

namespace kine {

Result<Scene> read_asf(std::string_view text, std::string_view name, const LoadOptions& options) {
  return detail::AsfReader(text, name, options).read();
}

bool forces_three_dofs(std::string_view text) {
  constexpr std::string_view kWord = ":force-all-joints-be-3dof";
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    const bool starts_line = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
    if (starts_line && same_word(text.substr(at, kWord.size()), kWord)) return true;
  }
  return false;
}

}  // namespace kine
