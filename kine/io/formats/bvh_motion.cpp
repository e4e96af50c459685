#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/formats/bvh_reader.h"
#include "kine/math/trig.h"

namespace kine::detail {
namespace {

constexpr double kUsualRate = 30;

}  // namespace

bool BvhReader::read_head() {
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

double BvhReader::rate() {
  if (options_.rate) return *options_.rate;
  if (frame_time_ && *frame_time_ > 0 && std::isfinite(1 / *frame_time_)) return 1 / *frame_time_;
  note((frame_time_ ? "the Frame Time of " + number_text(*frame_time_) + " is no time" : "there is no Frame Time") +
       ": " + number_text(kUsualRate) + " frames a second are taken");
  return kUsualRate;
}

bool BvhReader::read_motion() {
  if (!read_head()) return false;
  if (columns_ == 0) {
    note("no joint has channels: there is no clip");
    return true;
  }
  const double rate_now = rate();
  if (!(rate_now > 0) || !std::isfinite(rate_now)) return fail(cursor_.error_at(1, "the rate must be positive"));
  Clip clip(scene_->skeleton, scene_->name, rate_now);
  const BvhRowPlan plan = make_plan(clip);
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

void BvhReader::reserve(Clip& clip) const {
  const std::size_t most = cursor_.left() / (2 * static_cast<std::size_t>(columns_)) + 1;
  const double promised = frames_ && *frames_ > 0 ? *frames_ : 0;
  if (promised < static_cast<double>(most)) clip.reserve(static_cast<int>(promised));
}

BvhRowPlan BvhReader::make_plan(Clip& clip) const {
  BvhRowPlan plan;
  const Skeleton& skeleton = scene_->skeleton;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const BvhNode& node = nodes_[static_cast<std::size_t>(i)];
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

bool BvhReader::read_row(std::vector<double>& row, int frame, bool& use) {
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

bool BvhReader::bad_row(std::size_t column, bool enough, bool& use) {
  use = false;
  const bool short_row = !cursor_.skip_blanks();
  const int line = cursor_.line();
  if (short_row && !cursor_.skip_space()) {
    note("the last row is cut short (line " + std::to_string(line) + "): it was left out");
    return true;
  }
  if (short_row)
    return fail(cursor_.error_at(
        line, "the row has " + std::to_string(column) + " numbers, the channels ask for " + std::to_string(columns_)));
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

void BvhReader::append(const BvhRowPlan& plan, const std::vector<double>& row, std::vector<double>& pose,
                       Clip& clip) const {
  const auto at = [&](int column) { return column < 0 ? 0.0 : row[static_cast<std::size_t>(column)]; };
  const auto position = [&](const BvhNode& node) {
    return Vec3{at(node.position[0]), at(node.position[1]), at(node.position[2])} * unit_;
  };
  for (const BvhRowPlan::Angle& angle : plan.angles)
    pose[static_cast<std::size_t>(angle.value)] = radians(row[static_cast<std::size_t>(angle.column)]);
  for (const BvhRowPlan::Root& root : plan.roots) {
    const BvhNode& node = nodes_[static_cast<std::size_t>(root.node)];
    Quat turn;
    for (std::size_t k = 0; k < static_cast<std::size_t>(node.turns); ++k)
      turn = turn * from_axis_angle(kBvhAxes[static_cast<std::size_t>(node.turn_axis[k])], radians(at(node.turn[k])));
    const Vec3 shift = position(node);
    const double values[] = {turn.x, turn.y, turn.z, turn.w, shift.x, shift.y, shift.z};
    std::copy(std::begin(values), std::end(values), pose.begin() + root.value);
  }
  clip.append(pose);
  for (const BvhRowPlan::Shift& shift : plan.shifts) {
    const BvhNode& node = nodes_[static_cast<std::size_t>(shift.node)];
    clip.translations()[shift.track].values.back() = node.offset * unit_ + position(node);
  }
}

}  // namespace kine::detail
