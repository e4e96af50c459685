#include "kine/kinematics/centre_of_mass.h"

#include "kine/kinematics/detail/axis_motion.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

Vec3 centre_of_mass(const Skeleton& skeleton, const Frames& frames) {
  if (!(skeleton.mass() > 0)) return {};
  Vec3 moment{};
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const Joint& joint = skeleton.description({i});
    if (joint.mass > 0) moment += frames.position({{i}, joint.centre_of_mass}) * joint.mass;
  }
  return moment / skeleton.mass();
}

void centre_of_mass_jacobian(const Skeleton& skeleton, const Frames& frames, bool with_fixed, MatrixView<double> out) {
  KINE_ASSERT(out.rows() == 3 && out.cols() == skeleton.freedom_count(), "3 rows and a column a freedom");
  for (int c = 0; c < out.cols(); ++c)
    for (int r = 0; r < 3; ++r) out(r, c) = 0;
  if (!(skeleton.mass() > 0)) return;
  for (int massive = 0; massive < skeleton.joint_count(); ++massive) {
    const Joint& joint = skeleton.description({massive});
    if (!(joint.mass > 0)) continue;
    const double share = joint.mass / skeleton.mass();
    const Vec3 point = frames.position({{massive}, joint.centre_of_mass});
    for (int i = massive; i >= 0; i = skeleton.parent({i}).index) {
      const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
      const Vec3 from_joint = point - frames.position(JointId{i});
      for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
        const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
        if (axis.fixed && !with_fixed) continue;
        const Vec3& axis_in_world = frames.axes()[static_cast<std::size_t>(a)];
        const Vec3 v = detail::motion_of(frames, joint, axis, axis_in_world, from_joint).linear * share;
        out(0, axis.freedom) += v.x;
        out(1, axis.freedom) += v.y;
        out(2, axis.freedom) += v.z;
      }
    }
  }
}

}  // namespace kine
