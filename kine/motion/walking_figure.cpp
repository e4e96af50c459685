#include "kine/motion/walking_figure.h"

#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/body/figure_builder.h"
#include "kine/motion/body/figure_model.h"
#include "kine/motion/body/standing.h"

namespace kine {
namespace {

void write_root(const detail::FigureModel& model, const Transform& pelvis, std::span<double> pose) {
  const Quat& figure_from_walk = model.figure_from_walk;
  const Transform turned{figure_from_walk * pelvis.rotation * conjugate(figure_from_walk) * model.standing_pelvis,
                         rotate(figure_from_walk, pelvis.translation)};
  const Transform root = turned * model.pelvis_from_root;
  set_joint_rotation(*model.figure, model.root, conjugate(model.above_root.rotation) * root.rotation, pose);
  const Vec3 shift = model.shift_from_world * (root.translation - model.above_root.translation);
  const auto first = static_cast<std::size_t>(model.figure->first_value(model.root)) + 4;
  pose[first] = shift.x;
  pose[first + 1] = shift.y;
  pose[first + 2] = shift.z;
}

}  // namespace

WalkingFigure::WalkingFigure(std::unique_ptr<const detail::FigureModel> model) : model_(std::move(model)) {}
WalkingFigure::WalkingFigure(WalkingFigure&&) noexcept = default;
WalkingFigure& WalkingFigure::operator=(WalkingFigure&&) noexcept = default;
WalkingFigure::~WalkingFigure() = default;

Result<WalkingFigure> WalkingFigure::build(const Skeleton& figure, const BoneMap& map, const Vec3& up) {
  Result<detail::Standing> standing = detail::stand_up(figure, map, up);
  if (!standing) return Error{standing.error()};
  return detail::FigureBuilder(figure, map, *std::move(standing)).build();
}

const Skeleton& WalkingFigure::figure() const { return *model_->figure; }
const Biped& WalkingFigure::body() const { return *model_->body; }
std::span<const double> WalkingFigure::standing() const { return model_->standing; }
const Quat& WalkingFigure::figure_from_walk() const { return model_->figure_from_walk; }
const std::vector<std::string>& WalkingFigure::notes() const { return model_->notes; }

const WalkingFigure::FootPoint& WalkingFigure::heel(int side) const {
  return model_->heels[static_cast<std::size_t>(side)];
}
const WalkingFigure::FootPoint& WalkingFigure::toe(int side) const {
  return model_->toes[static_cast<std::size_t>(side)];
}

std::size_t WalkingFigure::scratch_bytes() const {
  return model_->body->scratch_bytes() + Frames::bytes(*model_->walker) + model_->followers.size() * sizeof(Quat) + 128;
}

void WalkingFigure::write(std::span<const double> walk_pose, std::span<double> pose, Scratch& scratch) const {
  const detail::FigureModel& model = *model_;
  const Scratch::Scope scope(scratch);
  Frames frames(*model.walker, scratch);
  forward(*model.walker, walk_pose, frames);
  for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = model.standing[i];
  const Transform& pelvis = frames.world_from_joint(model.body->pelvis());
  write_root(model, pelvis, pose);
  for (const detail::CopiedValues& values : model.copied)
    for (int k = 0; k < values.count; ++k)
      pose[static_cast<std::size_t>(values.to + k)] = walk_pose[static_cast<std::size_t>(values.from + k)];
  const Quat& figure_from_walk = model.figure_from_walk;
  const Quat back = conjugate(figure_from_walk);
  const std::span<Quat> turned = scratch.take<Quat>(model.followers.size());
  const Quat trunk = figure_from_walk * pelvis.rotation * back * model.standing_pelvis;
  for (std::size_t i = 0; i < model.followers.size(); ++i) {
    const detail::SegmentFollower& segment = model.followers[i];
    const Quat above = (segment.parent < 0 ? trunk : turned[static_cast<std::size_t>(segment.parent)]) * segment.base;
    const Quat own = segment.share == 1 ? frames.rotation(segment.source)
                                        : slerp(pelvis.rotation, frames.rotation(segment.source), segment.share);
    turned[i] = segment.is_copied ? figure_from_walk * frames.rotation(segment.source)
                                  : segment.turn.turn(above, figure_from_walk * own * back * segment.standing, pose);
  }
  tidy(*model.figure, pose);
}

}  // namespace kine
