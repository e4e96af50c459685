#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/bvh.h"
#include "kine/io/formats/bvh_reader.h"
#include "kine/io/text/file_name.h"

namespace kine::detail {
namespace {

constexpr int kDeepest = 256;

}  // namespace

Result<Scene> BvhReader::read() {
  if (!read_hierarchy() || !build()) return std::move(error_);
  if (has_motion_ && !read_motion()) return std::move(error_);
  finish();
  return std::move(*scene_);
}

bool BvhReader::read_hierarchy() {
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

bool BvhReader::read_root(std::string_view word) {
  if (same_word(word, "ROOT")) return open_node(false);
  return fail(cursor_.word_error(shown_word(word) + " stands where " +
                                 (nodes_.empty() ? "ROOT should be" : "MOTION or another ROOT should be")));
}

bool BvhReader::read_entry(std::string_view word) {
  BvhNode& node = nodes_[static_cast<std::size_t>(open_.back())];
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
  return fail(cursor_.word_error(shown_word(word) + " stands where OFFSET, CHANNELS, JOINT, End Site or } should be"));
}

bool BvhReader::open_node(bool is_end) {
  const std::size_t mark = cursor_.mark();
  if (nodes_.size() >= static_cast<std::size_t>(kMaxFileJoints))
    return fail(
        cursor_.error_at(cursor_.line_at(mark), "there are more than " + std::to_string(kMaxFileJoints) + " joints"));
  if (open_.size() >= static_cast<std::size_t>(kDeepest))
    return fail(cursor_.error_at(cursor_.line_at(mark), "joints are nested deeper than " + std::to_string(kDeepest)));
  std::string name(cursor_.rest_of_line('{'));
  BvhNode node;
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

bool BvhReader::read_number(std::string_view what, double& value) {
  cursor_.skip_space();
  if (const std::optional<double> read = cursor_.number()) {
    value = *read;
    return true;
  }
  const std::string_view found = cursor_.token();
  return fail(cursor_.word_error(std::string(what) + ", not " +
                                 (found.empty() ? std::string("the end of the file") : shown_word(found))));
}

bool BvhReader::read_channels(BvhNode& node) {
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

bool BvhReader::read_channel(BvhNode& node, std::string_view word) {
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

double BvhReader::units_large() const {
  std::vector<Vec3> points;
  points.reserve(nodes_.size());
  for (const BvhNode& node : nodes_)
    points.push_back(node.parent < 0 ? Vec3{} : points[static_cast<std::size_t>(node.parent)] + node.offset);
  const Vec3 size = extent(points);
  return std::max<double>(size.x, std::max<double>(size.y, size.z));
}

bool BvhReader::build() {
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
  for (const BvhNode& node : nodes_) joints.push_back(joint_of(node));
  Result<Skeleton> skeleton = Skeleton::build(joints);
  if (!skeleton) return fail(cursor_.error_at(1, skeleton.error()));
  scene_.emplace(Scene{.name = scene_name(cursor_.name()), .skeleton = *std::move(skeleton), .notes = {}});
  return true;
}

Joint BvhReader::joint_of(const BvhNode& node) const {
  Joint joint;
  joint.name = node.name;
  if (node.parent >= 0) joint.parent = nodes_[static_cast<std::size_t>(node.parent)].name;
  joint.rest.translation = node.offset * unit_;
  if (node.parent < 0 && node.has_position()) {
    joint.kind = JointKind::Free;
  } else if (node.turns == 1) {
    joint.kind = JointKind::Hinge;
    joint.axis = kBvhAxes[static_cast<std::size_t>(node.turn_axis[0])];
  } else if (node.turns > 1) {
    joint.kind = JointKind::Euler;
    joint.euler_count = node.turns;
    for (std::size_t k = 0; k < static_cast<std::size_t>(node.turns); ++k)
      joint.euler_axes[k] = kBvhAxes[static_cast<std::size_t>(node.turn_axis[k])];
  }
  return joint;
}

void BvhReader::finish() {
  scene_->metres_per_unit = unit_;
  const bool has_pose = !scene_->clips.empty() && scene_->clips[0].frame_count() > 0;
  const std::span<const double> first = has_pose ? std::as_const(scene_->clips[0]).pose(0) : std::span<const double>{};
  scene_->up = options_.up ? *options_.up : guess_up(scene_->skeleton, first);
  if (!options_.up && scene_->up != Up::Y) note("the figure stands along Z, so Z is taken for up");
  if (std::string changed = names_.note(); !changed.empty()) note(std::move(changed));
  note_root_offsets();
  scene_->notes = std::move(notes_);
}

void BvhReader::note_root_offsets() {
  for (const BvhNode& node : nodes_) {
    if (node.parent >= 0 || !node.has_position() || node.offset == Vec3{}) continue;
    note("the root " + quoted(node.name) + " has an OFFSET, which is added to its positions");
    return;
  }
}

}  // namespace kine::detail

namespace kine {

Result<Scene> read_bvh(std::string_view text, std::string_view name, const LoadOptions& options) {
  return detail::BvhReader(text, name, options).read();
}

}  // namespace kine
