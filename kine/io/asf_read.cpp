#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kine/core/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/asf_plan.h"
#include "kine/io/figure.h"
#include "kine/io/text_cursor.h"
#include "kine/math/trig.h"

namespace kine {
namespace {

struct Bone {
  std::string name;
  std::size_t mark = 0;  ///< where it begins
  Vec3 direction{};
  double length = 0;
  Vec3 axis{};  ///< file's unit of angle
  std::array<int, 3> axis_order{0, 1, 2};
  std::string dofs{};           ///< as AsfRig::Bone has them
  std::vector<Range> limits{};  ///< file's units, one a dof
  double mass = 0, centre = 0;
  int parent = -1;
  std::vector<int> children{};

  Vec3 vector() const { return direction * length; }
};

/// 0, 1 or 2 for x, y or z in either case, else -1.
int letter_axis(char c) {
  const int axis = (c | 0x20) - 'x';
  return axis >= 0 && axis < 3 ? axis : -1;
}

class AsfReader {
 public:
  AsfReader(std::string_view text, std::string_view name, const LoadOptions& options)
      : cursor_(text, name), options_(options), three_dofs_(options.three_dofs || forces_three_dofs(text)) {
    bones_.push_back({.name = "root"});
    index_of_.emplace("root", 0);
  }

  Result<Scene> read() {
    do {
      if (!read_line()) return std::move(error_);
    } while (cursor_.next_line());
    if (in_bone_) return cursor_.error("the file ends inside a bone");
    if (!has_hierarchy_) return cursor_.error("there is no :hierarchy, so nothing says how the bones hang together");
    if (!finish_root() || !order_bones()) return std::move(error_);
    settle_unit();
    return build();
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  /// A broken file may give a note a bone: the first ones tell enough.
  void note(std::string sentence) {
    constexpr std::size_t kMost = 50;
    if (notes_.size() < kMost) notes_.push_back(std::move(sentence));
  }
  Bone& bone(int i) { return bones_[static_cast<std::size_t>(i)]; }

  // ---- lines
  // ---------------------------------------------------------------------------------------------------------

  bool read_line() {
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

  bool number(std::string_view what, double& value) {
    if (const std::optional<double> read = cursor_.number(); read && cursor_.at_word_end()) {
      value = *read;
      return true;
    }
    const std::string_view found = cursor_.whole_word();
    std::string sentence(what);
    sentence += found.empty() ? " is missing" : " should be a number, not " + shown_word(found);
    return fail(cursor_.error(sentence));
  }
  bool numbers(std::string_view what, Vec3& values) {
    for (int k = 0; k < 3; ++k)
      if (!number(what, values[k])) return false;
    return true;
  }

  bool read_unit() {
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

  /// `XYZ` and the like.
  bool read_axis_order(std::array<int, 3>& order) {
    const std::string_view letters = cursor_.word();
    std::array<int, 3> read{-1, -1, -1};
    for (std::size_t k = 0; k < 3 && letters.size() == 3; ++k) read[k] = letter_axis(letters[k]);
    if (read[0] < 0 || read[1] < 0 || read[2] < 0 || read[0] == read[1] || read[1] == read[2] || read[0] == read[2])
      return fail(cursor_.word_error("an axis has an order such as XYZ, not " + shown_word(letters)));
    order = read;
    return true;
  }

  bool read_root() {
    Bone& root = bones_[0];
    const std::string_view key = cursor_.word();
    if (same_word(key, "order")) return read_dofs(root);
    if (same_word(key, "axis")) return read_axis_order(root.axis_order);
    if (same_word(key, "position")) return numbers("the root's position", root_position_);
    if (same_word(key, "orientation")) return numbers("the root's orientation", root.axis);
    return true;
  }

  /// `rx ry rz`, `TX TY TZ RX RY RZ`, `l`.
  bool read_dofs(Bone& owner) {
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

  bool read_bone() {
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
    Bone& now = bones_.back();
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

  /// `(-160 20)`, one or more, on this line or the next ones.
  bool read_limits(Bone& owner) {
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

  bool end_bone() {
    in_bone_ = false;
    const Bone& now = bones_.back();
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

  bool read_hierarchy() {
    const std::string_view first = cursor_.word();
    if (same_word(first, "begin") || same_word(first, "end")) return true;
    const auto parent = index_of_.find(std::string(first));
    if (parent == index_of_.end())
      return fail(cursor_.word_error("the hierarchy names the bone " + shown_word(first) + ", which is not there"));
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
      const auto child = index_of_.find(std::string(word));
      if (child == index_of_.end())
        return fail(cursor_.word_error("the hierarchy names the bone " + shown_word(word) + ", which is not there"));
      Bone& below = bone(child->second);
      if (child->second == 0 || below.parent >= 0)
        return fail(cursor_.word_error("the bone " + shown_word(word) +
                                       (child->second == 0 ? " cannot hang on another one" : " has two parents")));
      below.parent = parent->second;
      bone(parent->second).children.push_back(child->second);
    }
    return true;
  }

  // ---- when all is read
  // ----------------------------------------------------------------------------------------------

  bool finish_root() {
    Bone& root = bones_[0];
    if (!root.dofs.empty()) return true;
    root.dofs = "XYZxyz";
    note("the root has no order: TX TY TZ RX RY RZ is taken");
    return true;
  }

  /// Parents before children, depth first.
  bool order_bones() {
    std::vector<int> stack{0};
    std::vector<char> seen(bones_.size(), 0);
    while (!stack.empty()) {
      const int now = stack.back();
      stack.pop_back();
      seen[static_cast<std::size_t>(now)] = 1;
      order_.push_back(now);
      const std::vector<int>& below = bone(now).children;
      stack.insert(stack.end(), below.rbegin(), below.rend());
    }
    int loose = 0;
    std::string example;
    for (std::size_t i = 1; i < bones_.size(); ++i) {
      if (seen[i] != 0) continue;
      if (bones_[i].parent >= 0 || !bones_[i].children.empty())
        return fail(cursor_.error_at(cursor_.line_at(bones_[i].mark),
                                     "the bone " + shown_word(bones_[i].name) +
                                         " does not hang on the root: the hierarchy goes in a circle "
                                         "or has a part of its own"));
      if (loose++ == 0) example = bones_[i].name;
    }
    if (loose > 0)
      note("bones that are in no hierarchy were left out: " + std::to_string(loose) + ", such as " + quoted(example));
    return true;
  }

  void settle_unit() {
    if (options_.metres_per_unit) {
      unit_ = *options_.metres_per_unit;
      return;
    }
    std::vector<Vec3> start(bones_.size()), points;
    for (const int i : order_) {
      const Bone& now = bone(i);
      const auto at = static_cast<std::size_t>(i);
      if (now.parent > 0) start[at] = start[static_cast<std::size_t>(now.parent)] + bone(now.parent).vector();
      points.push_back(start[at]);
      if (i != 0) points.push_back(start[at] + now.vector());
    }
    const Vec3 size = extent(points);
    const double large = std::max<double>(size.x, std::max<double>(size.y, size.z));
    // The figure's unit is an inch through `length`, which CMU's files have as 0.45. A figure that would be a giant or
    // a dwarf then has it for something else.
    const double stated = length_unit_ > 0 ? 0.0254 / length_unit_ : 0;
    if (stated * large > 0.5 && stated * large < 3) {
      unit_ = stated;
      note("the unit of length " + number_text(length_unit_) +
           " is taken for an inch through it: " + number_text(unit_) + " m");
    } else {
      std::string why;
      unit_ = guess_metres_per_unit(large, why);
      note(std::move(why));
    }
  }

  double angle(double value) const { return degrees_ ? radians(value) : value; }

  Quat axis_of(const Bone& now) const {
    Quat turn;
    for (const int k : now.axis_order)
      turn = from_axis_angle(kAsfAxes[static_cast<std::size_t>(k)], angle(now.axis[k])) * turn;
    return turn;
  }

  Range range(const Range& limits, const std::string& name) {
    Range out{degrees_ ? radians(limits.lower) : limits.lower, degrees_ ? radians(limits.upper) : limits.upper};
    if (out.lower == kInfinity || out.upper == -kInfinity || out.lower > out.upper) {
      std::swap(out.lower, out.upper);
      note("the limits of bone " + quoted(name) + " are the wrong way round: they were exchanged");
    }
    return out;
  }

  /// The joint's axes are those of C that its dofs turn about, the last dof outermost.
  void add_freedoms(const Bone& now, const Quat& axis, Joint& joint) {
    std::vector<std::size_t> turns;
    for (std::size_t k = 0; k < now.dofs.size(); ++k)
      if (is_turn(now.dofs[k])) turns.push_back(k);
    constexpr JointKind kKinds[] = {JointKind::Fixed, JointKind::Hinge, JointKind::Euler, JointKind::Euler};
    joint.kind = kKinds[turns.size()];
    joint.euler_count = static_cast<int>(std::max<std::size_t>(turns.size(), 2));
    for (std::size_t k = 0; k < turns.size(); ++k) {
      const std::size_t place = turns.size() - 1 - k;
      const Vec3 about = rotate(axis, kAsfAxes[static_cast<std::size_t>(now.dofs[turns[k]] - 'x')]);
      joint.euler_axes[place] = about;
      joint.axis = about;
      if (turns[k] < now.limits.size()) joint.axes[place].limits = range(now.limits[turns[k]], now.name);
    }
  }

  /// Every bone has three dofs; the limits of those it had stay with them.
  static void force_three(Bone& now) {
    std::vector<Range> limits(3);
    for (std::size_t k = 0; k < now.dofs.size() && k < now.limits.size(); ++k)
      if (is_turn(now.dofs[k])) limits[static_cast<std::size_t>(now.dofs[k] - 'x')] = now.limits[k];
    now.dofs = "xyz";
    now.limits = std::move(limits);
  }

  Result<Scene> build() {
    if (!(unit_ > 0 && unit_ < 1e9)) return cursor_.error_at(1, "the stated unit must be a positive length");
    auto rig = std::make_shared<AsfRig>();
    rig->degrees = degrees_;
    std::vector<Joint> joints;
    UniqueNames names;
    for (const int i : order_) names.take(bone(i).name);
    for (const int i : order_) {
      Bone& now = bone(i);
      if (i != 0 && three_dofs_) force_three(now);
      Joint joint;
      joint.name = now.name;
      const Quat axis = axis_of(now);
      rig->bones.push_back({{static_cast<int>(joints.size())}, axis, now.dofs});
      if (i == 0) {
        joint.kind = JointKind::Free;
        joint.rest.translation = root_position_ * unit_;
      } else {
        const Bone& above = bone(now.parent);
        joint.parent = above.name;
        if (now.parent != 0) joint.rest.translation = above.vector() * unit_;
        add_freedoms(now, axis, joint);
        joint.mass = std::max<double>(now.mass, 0);
        joint.centre_of_mass = now.direction * (now.centre * unit_);
      }
      joints.push_back(joint);
      if (i != 0 && now.children.empty() && now.vector() != Vec3{})
        joints.push_back(fixed_joint(names.take(now.name + "_end"), now.name, now.vector() * unit_));
    }
    Result<Skeleton> skeleton = Skeleton::build(joints);
    if (!skeleton) return cursor_.error_at(1, skeleton.error());
    Scene scene{.name = scene_name(cursor_.name()), .skeleton = *std::move(skeleton), .notes = {}};
    scene.metres_per_unit = unit_;
    scene.up = options_.up ? *options_.up : guess_up(scene.skeleton, {});
    if (!options_.up && scene.up != Up::Y) note("the figure stands along Z, so Z is taken for up");
    scene.notes = std::move(notes_);
    scene.asf = std::move(rig);
    return scene;
  }

  TextCursor cursor_;
  const LoadOptions& options_;
  bool three_dofs_;
  std::string section_;
  bool in_bone_ = false, has_hierarchy_ = false;
  double length_unit_ = 0;
  bool degrees_ = true;
  Vec3 root_position_{};
  std::vector<Bone> bones_;  // the root first
  std::unordered_map<std::string, int> index_of_;
  std::vector<int> order_;
  double unit_ = 1;
  std::vector<std::string> notes_;
  Error error_;
};

}  // namespace

Result<Scene> read_asf(std::string_view text, std::string_view name, const LoadOptions& options) {
  return AsfReader(text, name, options).read();
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
