#include "kine/motion/walking_figure.h"

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine {

std::size_t WalkingFigure::scratch_bytes() const {
  return body_->scratch_bytes() + Frames::bytes(*walker_) + parts_.size() * sizeof(Quat) + 128;
}

void WalkingFigure::write_root(const Transform& pelvis, std::span<double> pose) const {
  const Transform turned{figure_from_walk_ * pelvis.rotation * conjugate(figure_from_walk_) * standing_pelvis_,
                         rotate(figure_from_walk_, pelvis.translation)};
  const Transform root = turned * pelvis_from_root_;
  set_joint_rotation(*figure_, root_, conjugate(above_root_.rotation) * root.rotation, pose);
  const Vec3 shift = shift_from_world_ * (root.translation - above_root_.translation);
  const auto first = static_cast<std::size_t>(figure_->first_value(root_)) + 4;
  pose[first] = shift.x;
  pose[first + 1] = shift.y;
  pose[first + 2] = shift.z;
}

void WalkingFigure::write(std::span<const double> walk_pose, std::span<double> pose, Scratch& scratch) const {
  const Scratch::Scope scope(scratch);
  Frames frames(*walker_, scratch);
  forward(*walker_, walk_pose, frames);
  for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = standing_[i];
  const Transform& pelvis = frames.world_from_joint(body_->pelvis().joint);
  write_root(pelvis, pose);
  for (const Copied& values : copied_)
    for (int k = 0; k < values.count; ++k)
      pose[static_cast<std::size_t>(values.to + k)] = walk_pose[static_cast<std::size_t>(values.from + k)];
  const Quat back = conjugate(figure_from_walk_);
  const std::span<Quat> turned = scratch.take<Quat>(parts_.size());
  const Quat trunk = figure_from_walk_ * pelvis.rotation * back * standing_pelvis_;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Quat above = (part.parent < 0 ? trunk : turned[static_cast<std::size_t>(part.parent)]) * part.base;
    const Quat own = part.share == 1 ? frames.rotation(part.source)
                                     : slerp(pelvis.rotation, frames.rotation(part.source), part.share);
    turned[i] = part.is_copied ? figure_from_walk_ * frames.rotation(part.source)
                               : part.turn.turn(above, figure_from_walk_ * own * back * part.standing, pose);
  }
  tidy(*figure_, pose);
}

}  // namespace kine
