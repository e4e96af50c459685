#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/formats/asf_plan.h"
#include "kine/io/text/number_text.h"
#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"

namespace kine {
namespace {

constexpr int kAsfDecimals = 12;
constexpr int kAmcDecimals = 8;
constexpr double kBlur = 1e-12;

bool put(double value, int decimals, std::string& text) {
  if (!(std::abs(value) <= kMaxWritten)) return false;
  text += ' ';
  append_trimmed(value, decimals, text);
  return true;
}

bool put(const Vec3& v, std::string& text) {
  return put(v.x, kAsfDecimals, text) && put(v.y, kAsfDecimals, text) && put(v.z, kAsfDecimals, text);
}

/// C as the angles of Rz Ry Rx, degrees, x first.
Vec3 axis_angles(const Quat& axis) {
  const std::array<double, 3> zyx = detail::fit_triple(axis, {kUnitZ, kUnitY, kUnitX}, {0, 0, 0}, kBlur);
  return {degrees(zyx[2]), degrees(zyx[1]), degrees(zyx[0])};
}

void put_dofs(const std::string& dofs, bool capitals, std::string& text) {
  for (const char dof : dofs) {
    text += ' ';
    if (dof == 'l') {
      text += 'l';
      continue;
    }
    std::string word = is_turn(dof) ? "rx" : "tx";
    word[1] = static_cast<char>(is_turn(dof) ? dof : dof - 'X' + 'x');
    if (capitals)
      for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
    text += word;
  }
}

/// Whether an angle in radians is a number of degrees that can be written.
bool can_be_written(double angle) { return std::abs(degrees(angle)) <= kMaxWritten; }

/// One end of a range: "-inf" or "inf" where there is none, and where it is too large to be written.
void put_end(double value, const char* none, std::string& text) {
  if (can_be_written(value)) {
    append_trimmed(degrees(value), kAmcDecimals, text);
  } else {
    text += none;
  }
}

/// The limits of the joint's own angles; a bone whose columns are others has none.
void put_limits(const Skeleton& skeleton, const AsfBone& bone, const AsfOptions& options, std::string& text) {
  if (!bone.direct || !bone.joint.valid()) return;
  const Joint& joint = skeleton.description(bone.joint);
  const int axes = skeleton.axis_count(bone.joint);
  bool any = false;
  for (int k = 0; k < axes; ++k) any |= joint.axes[static_cast<std::size_t>(k)].limits != Range{};
  if (!any) return;
  int after = axes;
  bool first = true;
  for (const char dof : bone.dofs) {
    const Range limits = is_turn(dof) ? joint.axes[static_cast<std::size_t>(--after)].limits : Range{};
    text += first ? "    limits (" : "           (";
    first = false;
    put_end(limits.lower, "-inf", text);
    text += ' ';
    put_end(limits.upper, "inf", text);
    text += ")\n";
    const auto lost = [](double end) { return std::isfinite(end) && !can_be_written(end); };
    if (options.notes != nullptr && (lost(limits.lower) || lost(limits.upper)))
      options.notes->push_back("bone " + quoted(bone.name) + ": limits beyond 1e14 degrees are written as none");
  }
}

bool put_bone(const Skeleton& skeleton, const AsfPlan& plan, std::size_t index, const AsfOptions& options,
              std::string& text) {
  const AsfBone& bone = plan.bones[index];
  const double long_ = length(bone.vector) / plan.unit;
  bool ok = true;
  text += "  begin\n    id ";
  text += std::to_string(index);
  text += "\n    name ";
  text += bone.name;
  text += "\n    direction";
  ok &= put(long_ > 0 ? bone.vector / length(bone.vector) : kUnitZ, text);
  text += "\n    length";
  ok &= put(long_, kAsfDecimals, text);
  text += "\n    axis";
  ok &= put(axis_angles(bone.axis), text);
  text += " XYZ\n";
  if (!bone.dofs.empty()) {
    text += "    dof";
    put_dofs(bone.dofs, false, text);
    text += '\n';
    put_limits(skeleton, bone, options, text);
  }
  const double mass = bone.joint.valid() ? skeleton.description(bone.joint).mass : 0;
  if (mass > 0) {
    text += "    bodymass";
    ok &= put(mass, kAmcDecimals, text);
    text += '\n';
  }
  text += "  end\n";
  return ok;
}

void put_hierarchy(const AsfPlan& plan, std::string& text) {
  std::vector<std::vector<std::size_t>> children(plan.bones.size());
  for (std::size_t i = 1; i < plan.bones.size(); ++i)
    children[static_cast<std::size_t>(plan.bones[i].parent)].push_back(i);
  text += ":hierarchy\n  begin\n";
  for (std::size_t i = 0; i < plan.bones.size(); ++i) {
    if (children[i].empty()) continue;
    text += "    ";
    text += plan.bones[i].name;
    for (const std::size_t child : children[i]) {
      text += ' ';
      text += plan.bones[child].name;
    }
    text += '\n';
  }
  text += "  end\n";
}

/// Where the root of the ASF file is: at its joint's place where the columns of a file that was read count from there.
Vec3 root_position(const AsfPlan& plan, const AsfOptions& options) {
  const JointId root = plan.bones[0].joint;
  return options.rig && root.valid() ? plan.rest.offset[static_cast<std::size_t>(root.index)] : Vec3{};
}

class AmcWriter {
 public:
  AmcWriter(const Skeleton& skeleton, const Clip& clip, const AsfOptions& options, const AsfPlan& plan)
      : skeleton_(skeleton), clip_(clip), options_(options), plan_(plan), before_(plan.bones.size()) {}

  Result<std::string> write() {
    if (!(clip_.rate() >= 1 / kMaxWritten && clip_.rate() <= kMaxWritten))
      return Error{"an AMC file has no room for " + number_text(clip_.rate()) + " frames a second"};
    text_ += ":FULLY-SPECIFIED\n:SAMPLES-PER-SECOND ";
    append_shortest(clip_.rate(), text_);
    text_ += "\n:DEGREES\n";
    for (int frame = 0; frame < clip_.frame_count(); ++frame) {
      text_ += std::to_string(frame + 1);
      text_ += '\n';
      for (std::size_t i = 0; i < plan_.bones.size(); ++i) {
        if (plan_.bones[i].dofs.empty()) continue;
        if (!put_line(i, clip_.pose(frame)))
          return Error{"frame " + std::to_string(frame) + " of the clip has a number that cannot be written"};
      }
      if (frame % 256 == 0) options_.progress(static_cast<double>(frame) / clip_.frame_count());
    }
    options_.progress(1);
    return std::move(text_);
  }

 private:
  bool put_line(std::size_t index, std::span<const double> pose) {
    const AsfBone& bone = plan_.bones[index];
    text_ += bone.name;
    std::array<double, 3> turns{};  // in the order of the columns
    Vec3 shift;
    if (bone.direct) {
      int after = skeleton_.value_count(bone.joint);
      for (std::size_t k = 0; after > 0; ++k) turns[k] = joint_value(skeleton_, pose, bone.joint, --after);
    } else if (bone.joint.valid()) {
      turns = fit(bone, pose, before_[index]);
      if (index == 0) {
        const LocalTransform local = parent_from_joint(skeleton_, pose, bone.joint);
        shift = (local.translation - root_position(plan_, options_)) / plan_.unit;
      }
    }
    std::size_t turn = 0;
    bool ok = true;
    for (const char dof : bone.dofs) {
      if (is_turn(dof)) {
        ok &= put(degrees(turns[turn++]), kAmcDecimals, text_);
      } else {
        ok &= put(dof == 'l' ? 0 : shift[dof - 'X'], kAmcDecimals, text_);
      }
    }
    text_ += '\n';
    return ok;
  }

  /// Three angles for any rotation, nearest to those of the frame before.
  std::array<double, 3> fit(const AsfBone& bone, std::span<const double> pose, std::array<double, 3>& before) const {
    std::array<Vec3, 3> axes{kUnitZ, kUnitY, kUnitX};
    std::size_t k = 3;
    for (const char dof : bone.dofs)
      if (is_turn(dof)) axes[--k] = rotate(bone.axis, kAsfAxes[axis_of(dof)]);
    const Quat turn = plan_.rest.parent_turn(skeleton_, bone.joint) *
                      parent_from_joint(skeleton_, pose, bone.joint).rotation *
                      conjugate(plan_.rest.turn[static_cast<std::size_t>(bone.joint.index)]);
    before = detail::fit_triple(normalised(turn), axes, before, kBlur);
    return {before[2], before[1], before[0]};
  }

  const Skeleton& skeleton_;
  const Clip& clip_;
  const AsfOptions& options_;
  const AsfPlan& plan_;
  std::vector<std::array<double, 3>> before_;  // outermost first, a bone each
  std::string text_;
};

}  // namespace

Result<std::string> write_asf(const Skeleton& skeleton, const AsfOptions& options) {
  const Result<AsfPlan> plan = asf_plan(skeleton, options);
  if (!plan) return Error{plan.error()};
  std::string text = ":version 1.10\n:name kine\n:units\n  mass 1.0\n  length ";
  append_shortest(0.0254 / plan->unit, text);
  text += "\n  angle deg\n:documentation\n  written by kine\n:root\n  order";
  put_dofs(plan->bones[0].dofs, true, text);
  text += "\n  axis XYZ\n  position";
  bool ok = put(root_position(*plan, options) / plan->unit, text);
  text += "\n  orientation";
  ok &= put(axis_angles(plan->bones[0].axis), text);
  text += "\n:bonedata\n";
  for (std::size_t i = 1; i < plan->bones.size(); ++i) ok &= put_bone(skeleton, *plan, i, options, text);
  put_hierarchy(*plan, text);
  if (!ok) return Error{"the skeleton is too large for the file's unit"};
  return text;
}

Result<std::string> write_amc(const Skeleton& skeleton, const Clip& clip, const AsfOptions& options) {
  if (clip.value_count() != skeleton.value_count()) return Error{"the clip was made for another skeleton"};
  const std::span<const Clip::Track> tracks = clip.translations().empty() ? clip.scales() : clip.translations();
  if (!tracks.empty())
    return Error{"joint " + quoted(skeleton.name(tracks[0].joint)) +
                 " changes its bone's length, which an AMC file "
                 "cannot hold: write BVH or glTF"};
  const Result<AsfPlan> plan = asf_plan(skeleton, options);
  if (!plan) return Error{plan.error()};
  for (const AsfBone& bone : plan->bones)
    if (!bone.direct && bone.joint.valid() && std::ranges::count_if(bone.dofs, is_turn) != 3)
      return Error{"bone " + quoted(bone.name) + " turns in another way than the columns of the file"};
  return AmcWriter(skeleton, clip, options, *plan).write();
}

}  // namespace kine
