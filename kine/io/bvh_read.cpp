#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "kine/core/text.h"
#include "kine/io/bvh.h"
#include "kine/io/figure.h"
#include "kine/io/text_cursor.h"
#include "kine/math/trig.h"

namespace kine {
namespace {

constexpr int kDeepest = 256;
constexpr double kUsualRate = 30;
constexpr std::array<Vec3, 3> kAxes{kUnitX, kUnitY, kUnitZ};

struct Node {
  std::string name;
  int parent = -1;
  Vec3 offset{};                            ///< file units
  std::array<int, 3> position{-1, -1, -1};  ///< the columns of x, y and z
  std::array<int, 3> turn{};                ///< the columns of the rotations, outermost first
  std::array<int, 3> turn_axis{};           ///< 0 to 2 each
  int turns = 0;
  bool is_end = false;

  bool has_position() const { return position[0] >= 0 || position[1] >= 0 || position[2] >= 0; }
};

/// What one row of numbers becomes.
struct RowPlan {
  struct Angle {
    int column, value;
  };
  struct Root {
    int node, value;
  };
  struct Shift {
    int node;
    std::size_t track;
  };
  std::vector<Angle> angles;
  std::vector<Root> roots;
  std::vector<Shift> shifts;
};

class BvhReader {
 public:
  BvhReader(std::string_view text, std::string_view name, const LoadOptions& options)
      : cursor_(text, name), options_(options) {}

  Result<Scene> read() {
    if (!read_hierarchy() || !build()) return std::move(error_);
    if (has_motion_ && !read_motion()) return std::move(error_);
    finish();
    return std::move(*scene_);
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  // ---- HIERARCHY
  // -----------------------------------------------------------------------------------------------------

  bool read_hierarchy() {
    if (!same_word(cursor_.token(), "HIERARCHY"))
      return fail(cursor_.word_error("this is no BVH file: it should begin with HIERARCHY"));
    while (true) {
      const std::string_view word = cursor_.token();
      if (word.empty() && open_.empty() && !nodes_.empty()) {
        note("the file has no MOTION: there is a skeleton and no clip");
        return true;
      }
      if (word.empty()) {
        if (open_.empty()) return fail(cursor_.word_error("the file ends where ROOT should be"));
        return fail(cursor_.word_error("the file ends inside the hierarchy: " + std::to_string(open_.size()) +
                                       " braces are still open"));
      }
      if (open_.empty() && !nodes_.empty() && same_word(word, "MOTION")) {
        has_motion_ = true;
        return true;
      }
      if (!(open_.empty() ? read_root(word) : read_entry(word))) return false;
    }
  }

  bool read_root(std::string_view word) {
    if (same_word(word, "ROOT")) return open_node(false);
    return fail(cursor_.word_error(shown_word(word) + " stands where " +
                                   (nodes_.empty() ? "ROOT should be" : "MOTION or another ROOT should be")));
  }

  bool read_entry(std::string_view word) {
    Node& node = nodes_[static_cast<std::size_t>(open_.back())];
    if (word == "}") {
      open_.pop_back();
      return true;
    }
    if (same_word(word, "OFFSET")) {
      for (int k = 0; k < 3; ++k)
        if (!read_number("OFFSET should be three numbers", node.offset[k])) return false;
      return true;
    }
    if (same_word(word, "CHANNELS")) return read_channels(node);
    if (same_word(word, "JOINT")) return open_node(false);
    if (same_word(word, "END")) {
      if (same_word(cursor_.token(), "SITE")) return open_node(true);
      return fail(cursor_.word_error("End should be End Site"));
    }
    return fail(
        cursor_.word_error(shown_word(word) + " stands where OFFSET, CHANNELS, JOINT, End Site or } should be"));
  }

  bool open_node(bool is_end) {
    const std::size_t mark = cursor_.mark();
    if (nodes_.size() >= static_cast<std::size_t>(kMaxFileJoints))
      return fail(
          cursor_.error_at(cursor_.line_at(mark), "there are more than " + std::to_string(kMaxFileJoints) + " joints"));
    if (open_.size() >= static_cast<std::size_t>(kDeepest))
      return fail(cursor_.error_at(cursor_.line_at(mark), "joints are nested deeper than " + std::to_string(kDeepest)));
    std::string name(cursor_.rest_of_line('{'));
    Node node;
    node.parent = open_.empty() ? -1 : open_.back();
    node.is_end = is_end;
    if (is_end) name = nodes_[static_cast<std::size_t>(node.parent)].name + "_end";
    if (name.empty()) {
      name = "joint_" + std::to_string(nodes_.size() + 1);
      if (nameless_++ == 0)
        note("a joint has no name (line " + std::to_string(cursor_.line_at(mark)) + "): it is called " + quoted(name));
    }
    node.name = names_.take(std::move(name));
    if (cursor_.token() != "{")
      return fail(cursor_.word_error("{ should follow after the joint " + shown_word(node.name)));
    open_.push_back(static_cast<int>(nodes_.size()));
    nodes_.push_back(std::move(node));
    return true;
  }

  bool read_number(std::string_view what, double& value) {
    cursor_.skip_space();
    if (const std::optional<double> read = cursor_.number()) {
      value = *read;
      return true;
    }
    const std::string_view found = cursor_.token();
    return fail(cursor_.word_error(std::string(what) + ", not " +
                                   (found.empty() ? std::string("the end of the file") : shown_word(found))));
  }

  bool read_channels(Node& node) {
    const std::size_t mark = cursor_.mark();
    double promised = 0;
    if (!read_number("CHANNELS should be followed by how many there are", promised)) return false;
    int found = 0;
    while (cursor_.skip_blanks() && cursor_.peek() != '{' && cursor_.peek() != '}') {
      if (!read_channel(node, cursor_.token())) return false;
      ++found;
    }
    if (promised == found) return true;
    return fail(cursor_.error_at(cursor_.line_at(mark),
                                 "CHANNELS says " + number_text(promised) + ", found " + std::to_string(found)));
  }

  bool read_channel(Node& node, std::string_view word) {
    const int axis = word.empty() ? -1 : (word[0] | 0x20) - 'x';
    const bool turns = axis >= 0 && axis < 3 && same_word(word.substr(1), "rotation");
    const bool shifts = axis >= 0 && axis < 3 && same_word(word.substr(1), "position");
    if (turns) {
      if (node.turns == 3) return fail(cursor_.word_error("a joint can have three rotation channels, not more"));
      node.turn[static_cast<std::size_t>(node.turns)] = columns_;
      node.turn_axis[static_cast<std::size_t>(node.turns++)] = axis;
    } else if (shifts) {
      int& column = node.position[static_cast<std::size_t>(axis)];
      if (column >= 0) return fail(cursor_.word_error("the channel " + shown_word(word) + " is named twice"));
      column = columns_;
    } else {
      return fail(cursor_.word_error(shown_word(word) + " is no channel: they are Xposition, Yposition, Zposition, "
                                                        "Xrotation, Yrotation and Zrotation"));
    }
    ++columns_;
    return true;
  }

  // ---- the skeleton
  // --------------------------------------------------------------------------------------------------

  double units_large() const {
    std::vector<Vec3> points;
    points.reserve(nodes_.size());
    for (const Node& node : nodes_)
      points.push_back(node.parent < 0 ? Vec3{} : points[static_cast<std::size_t>(node.parent)] + node.offset);
    const Vec3 size = extent(points);
    return std::max<double>(size.x, std::max<double>(size.y, size.z));
  }

  bool build() {
    if (options_.metres_per_unit) {
      unit_ = *options_.metres_per_unit;
      if (!(unit_ > 0 && unit_ < 1e9)) return fail(cursor_.error_at(1, "the stated unit must be a positive length"));
    } else {
      std::string why;
      unit_ = guess_metres_per_unit(units_large(), why);
      note(std::move(why));
    }
    std::vector<Joint> joints;
    joints.reserve(nodes_.size());
    for (const Node& node : nodes_) joints.push_back(joint_of(node));
    Result<Skeleton> skeleton = Skeleton::build(joints);
    if (!skeleton) return fail(cursor_.error_at(1, skeleton.error()));
    scene_.emplace(Scene{.name = scene_name(cursor_.name()), .skeleton = *std::move(skeleton), .notes = {}});
    return true;
  }

  Joint joint_of(const Node& node) const {
    Joint joint;
    joint.name = node.name;
    if (node.parent >= 0) joint.parent = nodes_[static_cast<std::size_t>(node.parent)].name;
    joint.rest.translation = node.offset * unit_;
    if (node.parent < 0 && node.has_position()) {
      joint.kind = JointKind::Free;
    } else if (node.turns == 1) {
      joint.kind = JointKind::Hinge;
      joint.axis = kAxes[static_cast<std::size_t>(node.turn_axis[0])];
    } else if (node.turns > 1) {
      joint.kind = JointKind::Euler;
      joint.euler_count = node.turns;
      for (std::size_t k = 0; k < static_cast<std::size_t>(node.turns); ++k)
        joint.euler_axes[k] = kAxes[static_cast<std::size_t>(node.turn_axis[k])];
    }
    return joint;
  }

  // ---- MOTION
  // --------------------------------------------------------------------------------------------------------

  /// `Frames: 120` or `Frame Time: 0.0333`, whatever the blanks.
  bool read_head() {
    while (cursor_.skip_space() && ((cursor_.peek() | 0x20) >= 'a' && (cursor_.peek() | 0x20) <= 'z')) {
      const std::string_view line = cursor_.rest_of_line();
      std::size_t split = line.find(':');
      if (split == std::string_view::npos) split = line.find_last_of(" \t");
      std::string key;
      for (const char c : line.substr(0, split))
        if (c != ' ' && c != '\t') key += c;
      TextCursor value(split == std::string_view::npos ? std::string_view{} : line.substr(split + 1), cursor_.name());
      const std::optional<double> number = value.number();
      const bool is_frames = same_word(key, "frames");
      if (!is_frames && !same_word(key, "frametime"))
        return fail(cursor_.word_error(shown_word(line) + " stands where Frames: or Frame Time: should be"));
      if (!number || value.skip_blanks())
        return fail(cursor_.word_error(is_frames ? "Frames: should be followed by a number"
                                                 : "Frame Time: should be followed by a number of seconds"));
      if (!is_frames) {
        frame_time_ = number;
      } else if (*number > std::numeric_limits<int>::max()) {
        return fail(cursor_.word_error("the file claims " + shown_word(line.substr(split + 1)) +
                                       " frames: that is more than can be"));
      } else {
        frames_ = number;
      }
    }
    return true;
  }

  double rate() {
    if (options_.rate) return *options_.rate;
    if (frame_time_ && *frame_time_ > 0 && std::isfinite(1 / *frame_time_)) return 1 / *frame_time_;
    note((frame_time_ ? "the Frame Time of " + number_text(*frame_time_) + " is no time" : "there is no Frame Time") +
         ": " + number_text(kUsualRate) + " frames a second are taken");
    return kUsualRate;
  }

  bool read_motion() {
    if (!read_head()) return false;
    if (columns_ == 0) {
      note("no joint has channels: there is no clip");
      return true;
    }
    const double rate_now = rate();
    if (!(rate_now > 0) || !std::isfinite(rate_now)) return fail(cursor_.error_at(1, "the rate must be positive"));
    Clip clip(scene_->skeleton, scene_->name, rate_now);
    const RowPlan plan = make_plan(clip);
    reserve(clip);
    std::vector<double> row(static_cast<std::size_t>(columns_));
    std::vector<double> pose(static_cast<std::size_t>(scene_->skeleton.value_count()));
    while (cursor_.skip_space()) {
      bool use = true;
      if (!read_row(row, clip.frame_count(), use)) return false;
      if (!use) break;
      append(plan, row, pose, clip);
    }
    if (fused_line_ > 0)
      note("numbers stand without a blank between them, first in line " + std::to_string(fused_line_) +
           ": they were taken apart at their signs");
    if (frames_ && *frames_ != clip.frame_count())
      note("Frames says " + number_text(*frames_) + ", found " + std::to_string(clip.frame_count()) +
           ": those were read");
    scene_->clips.push_back(std::move(clip));
    return true;
  }

  /// Room for what the file promises, but for no more rows than its bytes can hold.
  void reserve(Clip& clip) const {
    const std::size_t most = cursor_.left() / (2 * static_cast<std::size_t>(columns_)) + 1;
    const double promised = frames_ && *frames_ > 0 ? *frames_ : 0;
    if (promised < static_cast<double>(most)) clip.reserve(static_cast<int>(promised));
  }

  RowPlan make_plan(Clip& clip) const {
    RowPlan plan;
    const Skeleton& skeleton = scene_->skeleton;
    for (int i = 0; i < skeleton.joint_count(); ++i) {
      const Node& node = nodes_[static_cast<std::size_t>(i)];
      const int value = skeleton.first_value({i});
      if (skeleton.kind({i}) == JointKind::Free) {
        plan.roots.push_back({i, value});
        continue;
      }
      for (int k = 0; k < node.turns; ++k) plan.angles.push_back({node.turn[static_cast<std::size_t>(k)], value + k});
      if (node.has_position()) plan.shifts.push_back({i, clip.add_translations(skeleton, {i})});
    }
    return plan;
  }

  /// One row. `use` becomes false where it is not whole because the file ends, or not a row at all after the last.
  bool read_row(std::vector<double>& row, int frame, bool& use) {
    const bool enough = frames_ && frame >= *frames_;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::optional<double> value = cursor_.number();
      if (!value) return bad_row(c, enough, use);
      row[c] = *value;
      if (cursor_.at_word_end()) continue;
      const char next = cursor_.peek();
      const bool fused = (next == '-' || next == '+') && c + 1 < row.size();
      if (!fused) return bad_row(c, enough, use);
      if (fused_line_ == 0) fused_line_ = cursor_.line();
    }
    if (!cursor_.skip_blanks()) return true;
    return fail(cursor_.error("row " + std::to_string(frame + 1) + " has more than the " + std::to_string(columns_) +
                              " numbers that the channels ask for"));
  }

  bool bad_row(std::size_t column, bool enough, bool& use) {
    use = false;
    const bool short_row = !cursor_.skip_blanks();
    const int line = cursor_.line();
    if (short_row && !cursor_.skip_space()) {
      note("the last row is cut short (line " + std::to_string(line) + "): it was left out");
      return true;
    }
    if (short_row)
      return fail(cursor_.error_at(line, "the row has " + std::to_string(column) + " numbers, the channels ask for " +
                                             std::to_string(columns_)));
    if (enough && column == 0) {
      note("what stands behind the last frame was left out (line " + std::to_string(line) + ")");
      return true;
    }
    // Shown with what was read of it before: all of "0,5", not only the comma.
    const std::string_view word = cursor_.whole_word();
    const bool comma = word.find(',') != std::string_view::npos;
    return fail(cursor_.error_at(line, shown_word(word) + " is not a finite number" +
                                           (comma ? ": write decimals with a point, not with a comma" : "")));
  }

  void append(const RowPlan& plan, const std::vector<double>& row, std::vector<double>& pose, Clip& clip) const {
    const auto at = [&](int column) { return column < 0 ? 0.0 : row[static_cast<std::size_t>(column)]; };
    const auto position = [&](const Node& node) {
      return Vec3{at(node.position[0]), at(node.position[1]), at(node.position[2])} * unit_;
    };
    for (const RowPlan::Angle& angle : plan.angles)
      pose[static_cast<std::size_t>(angle.value)] = radians(row[static_cast<std::size_t>(angle.column)]);
    for (const RowPlan::Root& root : plan.roots) {
      const Node& node = nodes_[static_cast<std::size_t>(root.node)];
      Quat turn;
      for (std::size_t k = 0; k < static_cast<std::size_t>(node.turns); ++k)
        turn = turn * from_axis_angle(kAxes[static_cast<std::size_t>(node.turn_axis[k])], radians(at(node.turn[k])));
      const Vec3 shift = position(node);
      const double values[] = {turn.x, turn.y, turn.z, turn.w, shift.x, shift.y, shift.z};
      std::copy(std::begin(values), std::end(values), pose.begin() + root.value);
    }
    clip.append(pose);
    for (const RowPlan::Shift& shift : plan.shifts) {
      const Node& node = nodes_[static_cast<std::size_t>(shift.node)];
      clip.translations()[shift.track].values.back() = node.offset * unit_ + position(node);
    }
  }

  void finish() {
    scene_->metres_per_unit = unit_;
    const bool has_pose = !scene_->clips.empty() && scene_->clips[0].frame_count() > 0;
    const std::span<const double> first =
        has_pose ? std::as_const(scene_->clips[0]).pose(0) : std::span<const double>{};
    scene_->up = options_.up ? *options_.up : guess_up(scene_->skeleton, first);
    if (!options_.up && scene_->up != Up::Y) note("the figure stands along Z, so Z is taken for up");
    if (std::string changed = names_.note(); !changed.empty()) note(std::move(changed));
    note_root_offsets();
    scene_->notes = std::move(notes_);
  }

  /// Some programs write root positions that hold the OFFSET already; nothing in the file says so.
  void note_root_offsets() {
    for (const Node& node : nodes_) {
      if (node.parent >= 0 || !node.has_position() || node.offset == Vec3{}) continue;
      note("the root " + quoted(node.name) + " has an OFFSET, which is added to its positions");
      return;
    }
  }

  TextCursor cursor_;
  const LoadOptions& options_;
  std::vector<Node> nodes_;
  std::vector<int> open_;  // the nodes whose braces are open, outermost first
  UniqueNames names_;
  int columns_ = 0, nameless_ = 0;
  bool has_motion_ = false;
  double unit_ = 1;
  std::optional<double> frames_, frame_time_;
  int fused_line_ = 0;
  std::vector<std::string> notes_;
  std::optional<Scene> scene_;
  Error error_;
};

}  // namespace

Result<Scene> read_bvh(std::string_view text, std::string_view name, const LoadOptions& options) {
  return BvhReader(text, name, options).read();
}

}  // namespace kine
