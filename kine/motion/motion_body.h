#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "kine/core/result.h"
#include "kine/kinematics/frames.h"
#include "kine/model/clip.h"
#include "kine/model/skeleton.h"
#include "kine/motion/bone_map.h"

namespace kine {

class MotionBody;
namespace detail {
struct MotionModel;
const MotionModel& model_of(const MotionBody& body);
}  // namespace detail

/// Where heels and toes are in the animation's own world: how high its ground is, and what was told of it.
struct SoleFit {
  double floor = 0;  ///< height of the ground that the clip was recorded on, metres along the figure's up axis
  /// The straightest that a leg is in the clip: hip to ankle as a share (0...1) of thigh and shank together.
  double straightest = 0.995;
  int frames = 0;  ///< in which a foot stood: 0 where none does, and nothing was fitted
};

/// A figure whose animation is to be corrected: which joints are its legs, how each is turned, and where its soles are.
/// It works on the figure's own skeleton and its own poses, so what no correction touches keeps its bits. Refers to the
/// skeleton, which must outlive it. It can be moved and not copied.
///
///   MotionBody body = *MotionBody::build(scene.skeleton, *find_bones(scene.skeleton, up), up);
///   const SoleFit fit = body.fit_soles(clip);
class MotionBody {
 public:
  /// `up` is a direction in the figure's world. Refused with a sentence: legs without knees or feet, no joint at or
  /// above the pelvis that is free to move, a figure that cannot stand (see WalkingFigure).
  static Result<MotionBody> build(const Skeleton& skeleton, const BoneMap& map, const Vec3& up);

  MotionBody(MotionBody&&) noexcept;
  MotionBody& operator=(MotionBody&&) noexcept;
  ~MotionBody();

  const Skeleton& skeleton() const;
  const BoneMap& bones() const;
  /// Turns the figure's world so that up is Y: the identity for a figure with Y up.
  const Quat& world_from_figure() const;
  /// Hip to ankle with a straight knee, the mean of both legs, metres.
  double leg() const;
  /// The lowest point of a foot at the back and in front. 0 is the left foot, 1 the right one.
  PointOnJoint heel(int side) const;
  PointOnJoint toe(int side) const;
  /// What a Scratch for ground_feet(), look_at() and hold_on() must hold.
  std::size_t scratch_bytes() const;

  /// Measures soles and ground in a clip: files seldom show where the sole below a joint is. The ground is where slow
  /// feet are lowest, and heels and toes are moved along the foot's own vertical until they touch it when they stand.
  SoleFit fit_soles(const Clip& clip);

 private:
  friend const detail::MotionModel& detail::model_of(const MotionBody& body);
  explicit MotionBody(std::unique_ptr<detail::MotionModel> model);

  std::unique_ptr<detail::MotionModel> model_;
};

}  // namespace kine
