#include "kine/motion/body/figure_builder.h"

#include <algorithm>
#include <memory>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/body/human_joints.h"

namespace kine::detail {

FigureBuilder::FigureBuilder(const Skeleton& skeleton, const BoneMap& map, Standing standing)
    : skeleton_(skeleton), map_(map), standing_(std::move(standing)), frames_(skeleton) {
  forward(skeleton_, standing_.pose, frames_);
  figure_.figure = &skeleton;
  figure_.standing = standing_.pose;
  figure_.figure_from_walk = conjugate(standing_.walk_from_figure);
}

Result<WalkingFigure> FigureBuilder::build() {
  if (const std::string fault = find_root(); !fault.empty()) return Error{fault};
  add_trunk();
  for (std::size_t side = 0; side < 2; ++side) add_arm(side);
  find_shared_hip();
  for (std::size_t side = 0; side < 2; ++side) {
    choose_ankle(side);
    hips_[side] = find_hip(side);
  }
  const double leg = leg_length(0);
  feet_ = measure_feet(skeleton_, map_, standing_, frames_, ankles_, leg);
  for (std::size_t side = 0; side < 2; ++side) add_leg(side);
  return finish();
}

std::string FigureBuilder::find_root() {
  figure_.pelvis = map_.pelvis;
  for (JointId id = map_.pelvis; id.valid(); id = skeleton_.parent(id))
    if (skeleton_.kind(id) == JointKind::Free) figure_.root = id;
  const JointId root = figure_.root;
  if (!root.valid())
    return "neither the pelvis " + skeleton_.name(map_.pelvis) + " nor a joint above it is free to move about";
  figure_.standing_pelvis = frames_.rotation(map_.pelvis);
  figure_.pelvis_from_root = inverse(frames_.world_from_joint(map_.pelvis)) * frames_.world_from_joint(root);
  const JointId above = skeleton_.parent(root);
  const LocalTransform& rest = skeleton_.description(root).rest;
  const Affine frame = above.valid() ? frames_.affine(above) : Affine{};
  const Quat rotation = above.valid() ? frames_.rotation(above) : Quat{};
  figure_.above_root = {rotation * rest.rotation, frame * rest.translation};
  figure_.shift_from_world = inverse_of(frame.linear * to_matrix(rest.rotation));
  return {};
}

std::string FigureBuilder::add(Joint joint, const std::string& parent, const Transform& frame, const Transform& moved) {
  const Transform above = parent.empty() ? Transform{} : frames_by_name(parent);
  const Transform rest = inverse(above) * frame;
  joint.parent = parent;
  joint.rest = {rest.translation, rest.rotation};
  names_.emplace_back(joint.name, moved);
  joints_.push_back(std::move(joint));
  return joints_.back().name;
}

Transform FigureBuilder::frames_by_name(const std::string& name) const {
  for (const auto& [known, frame] : names_)
    if (known == name) return frame;
  return {};
}

int FigureBuilder::add_follower(const BoneSegment& bones, const std::string& source, double share, int parent,
                                JointId parent_last) {
  SegmentFollower follower;
  follower.turn = segment(bones);
  follower.share = share;
  follower.parent = parent;
  const JointId above = skeleton_.parent(bones.first);
  follower.base = conjugate(frames_.rotation(parent_last)) * (above.valid() ? frames_.rotation(above) : Quat{});
  follower.standing = frames_.rotation(bones.last);
  figure_.followers.push_back(follower);
  sources_.push_back(source);
  return static_cast<int>(figure_.followers.size()) - 1;
}

Result<WalkingFigure> FigureBuilder::finish() {
  const Result<Skeleton> built = Skeleton::build(joints_);
  if (!built) return Error{built.error()};
  figure_.walker = std::make_unique<Skeleton>(*built);
  const Skeleton& walker = *figure_.walker;
  for (std::size_t i = 0; i < sources_.size(); ++i) figure_.followers[i].source = walker.joint(sources_[i]);
  std::vector<double> stand = walker.rest_pose().q;
  for (const auto& [joint, name] : copied_) {
    const JointId own = walker.joint(name);
    const CopiedValues values{walker.first_value(own), skeleton_.first_value(joint), skeleton_.value_count(joint)};
    for (int k = 0; k < values.count; ++k)
      stand[static_cast<std::size_t>(values.from + k)] = standing_.pose[static_cast<std::size_t>(values.to + k)];
    figure_.copied.push_back(values);
  }
  clamp_to_limits(walker, stand);
  biped_names_.pelvis = "walk pelvis";
  biped_names_.head = head_ < 0 ? "" : "walk head";
  if (!feet_.toes_bend) biped_names_.toes = {"", ""};
  marks_.shapes = feet_.shapes;
  marks_.hips = hips_;
  marks_.slack = radians(kHumanSlack);
  Result<Biped> body = BipedModel::build(walker, stand, biped_names_, &marks_);
  if (!body) return Error{body.error()};
  figure_.body = std::make_unique<Biped>(*std::move(body));
  return WalkingFigure(std::make_unique<const FigureModel>(std::move(figure_)));
}

}  // namespace kine::detail
