#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/bvh.h"
#include "kine/io/formats/rest_frames.h"
#include "kine/io/formats/unique_names.h"
#include "kine/io/text/number_text.h"
#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"
#include "kine/model/shape.h"

namespace kine {
namespace {

constexpr int kDeepest = 256;  // as deep as we read
constexpr double kBlur = 1e-12;
constexpr std::array<Vec3, 3> kAxes{kUnitX, kUnitY, kUnitZ};

using Triple = std::array<double, 3>;

double squared_distance(const Triple& a, const Triple& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

Triple nearest_turns(const Triple& angles, const Triple& near) {
  Triple out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = detail::nearest_turn(angles[k], near[k]);
  return out;
}

/// The nearest to `before` of all triples about three different axes that show the same rotation as `angles`: whole
/// turns apart, and (a, b, c) is the same as (a + pi, pi - b, c + pi).
Triple continued(const Triple& angles, const Triple& before) {
  const Triple plain = nearest_turns(angles, before);
  const double distance = squared_distance(plain, before);
  if (distance < 1) return plain;  // the other one is at least that far away, or nearly
  const Triple other = nearest_turns({plain[0] + kPi, kPi - plain[1], plain[2] + kPi}, before);
  return squared_distance(other, before) < distance ? other : plain;
}

/// How one joint is written.
struct Column {
  int joint = -1;  ///< -1: the root that is made up where the skeleton has several
  int depth = 0;
  bool turns = false, shifts = false;        ///< which channels it has
  std::array<int, 3> order{};                ///< axes 0 to 2, outermost first
  bool direct = false;                       ///< its angles are the joint's own:
  std::array<int, 3> component{-1, -1, -1};  ///< which of them, an angle each; -1: 0
};

class BvhWriter {
 public:
  BvhWriter(const Skeleton& skeleton, const Clip& clip, const BvhOptions& options)
      : skeleton_(skeleton), clip_(clip), options_(options), shape_(skeleton), children_(children_of(skeleton)) {}

  Result<std::string> write() {
    if (!check() || !lay_out()) return std::move(error_);
    if (!write_hierarchy() || !write_motion()) return std::move(error_);
    return std::move(text_);
  }

 private:
  bool fail(std::string sentence) {
    error_.sentence = std::move(sentence);
    return false;
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  bool check() {
    if (clip_.value_count() != skeleton_.value_count()) return fail("the clip was made for another skeleton");
    if (!(options_.metres_per_unit > 1e-9 && options_.metres_per_unit < 1e9))
      return fail("the unit of a BVH file must be a positive length");
    if (!options_.order.empty()) {
      const Result<EulerOrder> order = euler_order(options_.order);
      if (!order || order->count != 3 || order->axes[0] == order->axes[2])
        return fail("the order of a BVH file's channels is three different letters such as ZXY, not " +
                    quoted(options_.order));
      chosen_.emplace();
      for (std::size_t k = 0; k < 3; ++k) (*chosen_)[k] = unit_axis(order->axes[k]);
    }
    Result<RestFrames> frames = rest_frames(skeleton_);
    if (!frames) return fail(frames.error());
    rest_ = *std::move(frames);
    for (const Clip::Track& track : clip_.scales())
      for (const Vec3& s : track.values)
        if (!even_scale(s))
          return fail("joint " + quoted(skeleton_.name(track.joint)) +
                      " is scaled differently by axis, which a BVH file cannot hold; bake_scale (kine convert "
                      "--bake-scale) puts it into the offsets");
    unit_ = options_.metres_per_unit;
    angle_decimals_ = std::clamp(options_.decimals, 6, 12);
    // A figure that is small in the file's unit needs more decimals for a ten-millionth of its size.
    decimals_ = angle_decimals_;
    double step = 1;
    for (int i = 0; i < decimals_; ++i) step /= 10;
    for (; step > 2e-7 * rest_.size / unit_ && decimals_ < 12; step /= 10) ++decimals_;
    return true;
  }

  // ---- which joints get which channels
  // -------------------------------------------------------------------------------

  /// Depth first, as the hierarchy is written and as the columns come.
  bool lay_out() {
    default_order_ = find_default_order();
    find_moving_offsets();
    const std::vector<int>& roots = children_.back();
    several_roots_ = roots.size() > 1;
    if (several_roots_) {
      Column made_up;
      made_up.turns = made_up.shifts = true;
      made_up.order = default_order_;
      columns_.push_back(made_up);
    }
    std::vector<std::pair<int, int>> stack;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) stack.push_back({*root, several_roots_ ? 1 : 0});
    while (!stack.empty()) {
      const auto [joint, depth] = stack.back();
      stack.pop_back();
      if (depth >= kDeepest - 1)
        return fail("joint " + quoted(skeleton_.name({joint})) + " hangs deeper than 256 joints");
      columns_.push_back(column_of(joint, depth));
      const std::vector<int>& below = children_[at(joint)];
      for (auto child = below.rbegin(); child != below.rend(); ++child) stack.push_back({*child, depth + 1});
    }
    before_.assign(columns_.size(), Triple{});
    return true;
  }

  std::array<int, 3> find_default_order() const {
    if (chosen_) return *chosen_;
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      if (const std::optional<std::array<int, 3>> own = own_order({i})) return *own;
    return {2, 0, 1};
  }

  /// The order of a joint of three different axes that the file can have as they are.
  std::optional<std::array<int, 3>> own_order(JointId joint) const {
    const Joint& description = skeleton_.description(joint);
    if (description.kind != JointKind::Euler || description.euler_count != 3 || !is_plain(joint)) return std::nullopt;
    std::array<int, 3> order{};
    for (std::size_t k = 0; k < 3; ++k) order[k] = unit_axis(description.euler_axes[k]);
    const bool different = order[0] != order[1] && order[1] != order[2] && order[0] != order[2];
    if (!different || order[0] < 0 || order[1] < 0 || order[2] < 0) return std::nullopt;
    return order;
  }

  /// Its frame lies along the world's axes at rest, and so does its parent's.
  bool is_plain(JointId joint) const {
    return rest_.turn[at(joint.index)] == Quat{} && rest_.parent_turn(skeleton_, joint) == Quat{};
  }

  Column column_of(int index, int depth) const {
    const JointId joint{index};
    Column column;
    column.joint = index;
    column.depth = depth;
    const JointKind kind = skeleton_.kind(joint);
    column.turns = kind != JointKind::Fixed && kind != JointKind::Slider;
    column.shifts = depth == 0 || kind == JointKind::Slider || kind == JointKind::Free || has_moving_offset_[at(index)];
    if (depth == 0) column.turns = true;
    const std::optional<std::array<int, 3>> own = own_order(joint);
    column.order = !chosen_ && own ? *own : default_order_;
    find_components(joint, column);
    return column;
  }

  /// Joints that the clip shifts, and those below one that it scales. (A parent comes before its children.)
  void find_moving_offsets() {
    const std::size_t count = at(skeleton_.joint_count());
    has_moving_offset_.assign(count, false);
    std::vector<bool> below_scale(count), is_scaled(count);
    for (const Clip::Track& track : clip_.translations()) has_moving_offset_[at(track.joint.index)] = true;
    for (const Clip::Track& track : clip_.scales()) is_scaled[at(track.joint.index)] = true;
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const JointId parent = skeleton_.parent({i});
      if (!parent.valid()) continue;
      below_scale[at(i)] = below_scale[at(parent.index)] || is_scaled[at(parent.index)];
      if (below_scale[at(i)]) has_moving_offset_[at(i)] = true;
    }
  }

  /// Where the joint's own angles can be written as they are: its axes are met in the column's order.
  void find_components(JointId joint, Column& column) const {
    const Joint& description = skeleton_.description(joint);
    const bool hinge = description.kind == JointKind::Hinge;
    if (!is_plain(joint) || (!hinge && description.kind != JointKind::Euler)) return;
    int next = 0;
    const int count = hinge ? 1 : description.euler_count;
    for (std::size_t k = 0; k < 3 && next < count; ++k) {
      const Vec3& axis = hinge ? description.axis : description.euler_axes[at(next)];
      if (unit_axis(axis) == column.order[k]) column.component[k] = next++;
    }
    column.direct = next == count;
  }

  // ---- HIERARCHY
  // -----------------------------------------------------------------------------------------------------

  bool write_hierarchy() {
    text_ += "HIERARCHY\n";
    UniqueNames names;
    std::size_t ends = 0;  // that are no joints of the skeleton
    int open = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      close_to(column.depth, open);
      if (is_end_site(column)) {
        if (!write_end_site(column.depth, rest_.offset[at(column.joint)])) return false;
        continue;
      }
      indent(column.depth);
      text_ += column.depth == 0 ? "ROOT " : "JOINT ";
      text_ += names.take(file_name(column));
      text_ += '\n';
      indent(column.depth);
      text_ += "{\n";
      ++open;
      // A root's place goes into its positions alone: some programs add its OFFSET to them, others do not.
      if (!write_offset(column.depth + 1, column.depth == 0 ? Vec3{} : rest_.offset[at(column.joint)])) return false;
      write_channels(column);
      const bool leaf = c + 1 == columns_.size() || columns_[c + 1].depth <= column.depth;
      if (leaf && !write_end_site(column.depth + 1, {})) return false;
      ends += leaf ? 1 : 0;
    }
    close_to(0, open);
    if (columns_.size() + ends > static_cast<std::size_t>(kMaxFileJoints))
      return fail("with the ends of its limbs it has more than " + std::to_string(kMaxFileJoints) +
                  " joints, and no BVH file is read that has");
    return true;
  }

  std::string file_name(const Column& column) const {
    std::string name = column.joint < 0 ? "root" : skeleton_.name({column.joint});
    for (char& c : name)
      if ((c >= 0 && c <= ' ') || c == '{' || c == '}' || c == '\x7f') c = '_';
    return name;
  }

  bool is_end_site(const Column& column) const {
    return column.joint >= 0 && column.depth > 0 && !column.turns && !column.shifts &&
           children_[at(column.joint)].empty() && skeleton_.name({column.joint}).ends_with("_end");
  }

  void indent(int depth) { text_.append(at(depth), '\t'); }

  void close_to(int depth, int& open) {
    while (open > depth) {
      indent(--open);
      text_ += "}\n";
    }
  }

  bool write_end_site(int depth, const Vec3& offset) {
    indent(depth);
    text_ += "End Site\n";
    indent(depth);
    text_ += "{\n";
    if (!write_offset(depth + 1, offset)) return false;
    indent(depth);
    text_ += "}\n";
    return true;
  }

  bool write_offset(int depth, const Vec3& offset) {
    indent(depth);
    text_ += "OFFSET";
    for (int k = 0; k < 3; ++k) {
      text_ += ' ';
      if (!put(offset[k] / unit_, decimals_)) return fail("an offset is too large for the file's unit");
    }
    text_ += '\n';
    return true;
  }

  void write_channels(const Column& column) {
    indent(column.depth + 1);
    text_ += "CHANNELS ";
    text_ += static_cast<char>('0' + (column.shifts ? 3 : 0) + (column.turns ? 3 : 0));
    if (column.shifts) text_ += " Xposition Yposition Zposition";
    for (std::size_t k = 0; k < 3 && column.turns; ++k) {
      text_ += ' ';
      text_ += static_cast<char>('X' + column.order[k]);
      text_ += "rotation";
    }
    text_ += '\n';
  }

  bool put(double value, int decimals) {
    if (!(std::abs(value) <= kMaxWritten)) return false;
    append_fixed(value, decimals, text_);
    return true;
  }

  // ---- MOTION
  // --------------------------------------------------------------------------------------------------------

  bool write_motion() {
    const int frames = clip_.frame_count();
    text_ += "MOTION\nFrames: ";
    text_ += std::to_string(std::max(frames, 1));
    text_ += "\nFrame Time: ";
    const double time = 1 / clip_.rate();
    if (!(time >= 1 / kMaxWritten && time <= kMaxWritten))
      return fail("a BVH file has no room for " + number_text(clip_.rate()) + " frames a second");
    if (time >= 1e-4 && time < 1e6) {
      append_trimmed(time, 10, text_);
    } else {
      append_shortest(time, text_);
    }
    text_ += '\n';
    reserve();
    if (frames == 0) return write_row(skeleton_.rest_pose().q, 0);
    for (int frame = 0; frame < frames; ++frame) {
      update_shape(frame);
      if (!write_row(clip_.pose(frame), frame)) return false;
      if (frame % 256 == 0) options_.progress(static_cast<double>(frame) / frames);
    }
    options_.progress(1);
    return true;
  }

  void reserve() {
    std::size_t channels = 0;
    for (const Column& column : columns_) channels += (column.shifts ? 3U : 0U) + (column.turns ? 3U : 0U);
    text_.reserve(text_.size() + at(std::max(clip_.frame_count(), 1)) * (channels * (at(decimals_) + 5) + 1));
  }

  void update_shape(int frame) {
    for (const Clip::Track& track : clip_.translations())
      shape_.translation[at(track.joint.index)] = track.values[at(frame)];
    for (const Clip::Track& track : clip_.scales()) shape_.scale[at(track.joint.index)] = track.values[at(frame)];
    if (clip_.scales().empty()) return;
    for (int i = 0; i < skeleton_.joint_count(); ++i)
      rest_.scale[at(i)] = rest_.parent_scale(skeleton_, {i}) * *even_scale(shape_.scale[at(i)]);
  }

  bool write_row(std::span<const double> pose, int frame) {
    bool first = true;
    const auto put_next = [&](double value, int decimals) {
      if (!first) text_ += ' ';
      first = false;
      return put(value, decimals);
    };
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      bool ok = true;
      if (column.shifts) {
        const Vec3 shift = position(column, pose);
        for (int k = 0; k < 3; ++k) ok &= put_next(shift[k] / unit_, decimals_);
      }
      if (column.turns) {
        before_[c] = angles(column, pose, before_[c], frame == 0);
        for (const double angle : before_[c]) ok &= put_next(degrees(angle), angle_decimals_);
      }
      if (!ok) return fail("frame " + std::to_string(frame) + " of the clip has a number that cannot be written");
    }
    text_ += '\n';
    return true;
  }

  /// A root's place in the world; of others what is added to their OFFSET.
  Vec3 position(const Column& column, std::span<const double> pose) const {
    if (column.joint < 0) return {};
    const JointId joint{column.joint};
    const LocalTransform local = parent_from_joint(skeleton_, pose, shape_, joint);
    const Vec3 place =
        rotate(rest_.parent_turn(skeleton_, joint), local.translation * rest_.parent_scale(skeleton_, joint));
    return column.depth == 0 ? place : place - rest_.offset[at(column.joint)];
  }

  Triple angles(const Column& column, std::span<const double> pose, const Triple& before, bool first) const {
    if (column.joint < 0) return {};
    const JointId joint{column.joint};
    if (column.direct) {
      Triple own{};
      for (std::size_t k = 0; k < 3; ++k)
        if (column.component[k] >= 0) own[k] = joint_value(skeleton_, pose, joint, column.component[k]);
      return first ? own : continued(own, before);
    }
    const LocalTransform local = parent_from_joint(skeleton_, pose, joint);
    const Quat turn = rest_.parent_turn(skeleton_, joint) * local.rotation * conjugate(rest_.turn[at(column.joint)]);
    std::array<Vec3, 3> axes;
    for (std::size_t k = 0; k < 3; ++k) axes[k] = kAxes[at(column.order[k])];
    return detail::fit_triple(normalised(turn), axes, before, kBlur);
  }

  const Skeleton& skeleton_;
  const Clip& clip_;
  const BvhOptions& options_;
  Shape shape_;
  std::vector<std::vector<int>> children_;
  RestFrames rest_;
  std::optional<std::array<int, 3>> chosen_;
  bool several_roots_ = false;
  std::array<int, 3> default_order_{};
  std::vector<bool> has_moving_offset_;  // a flag a joint
  double unit_ = 1;
  int decimals_ = 6, angle_decimals_ = 6;
  std::vector<Column> columns_;
  std::vector<Triple> before_;  // the angles of the frame written last, one a column
  std::string text_;
  Error error_;
};

}  // namespace

Result<std::string> write_bvh(const Skeleton& skeleton, const Clip& clip, const BvhOptions& options) {
  return BvhWriter(skeleton, clip, options).write();
}

}  // namespace kine
