#include <cmath>

#include "bindings/c/src/handles.hpp"
#include "bindings/c/src/numbers.hpp"
#include "kine/math/trig.h"
#include "kine/solve/geometry/elbow_ring.h"
#include "kine/solve/geometry/two_bone_kernel.h"
#include "kine/solve/planar_arm.h"
#include "kine/solve/two_bone.h"

using namespace kine::c_api;

namespace {

bool is_length(double value) { return value >= 0 && std::isfinite(value); }

}  // namespace

int kine_planar_solve(int strategy, int elbow, double upper, double lower, double x, double y, double* out) {
  const bool known = (strategy == KINE_ALGEBRAIC || strategy == KINE_GEOMETRIC) &&
                     (elbow == KINE_ELBOW_DOWN || elbow == KINE_ELBOW_UP);
  if (!out || !known || !is_length(upper) || !is_length(lower) || !std::isfinite(x) || !std::isfinite(y)) return -1;
  const kine::PlanarArm<double> arm{upper, lower};
  const kine::PlanarPoint<double> target{x, y};
  const auto side = static_cast<kine::Elbow>(elbow);
  const kine::PlanarSolution<double> geometric = kine::solve_geometric(arm, target, side);
  const kine::PlanarSolution<double> found =
      strategy == KINE_GEOMETRIC ? geometric : kine::solve_algebraic(arm, target, side);
  const double direction = kine::atan2(y, x);
  write({found.root, found.elbow, kine::detail::planar_length(target), kine::sin_cos(found.elbow).cos, direction,
         std::abs(geometric.root - direction)},
        out);
  return static_cast<int>(found.reachability);
}

kine_status kine_planar_tip(double upper, double lower, double root, double elbow, double* out) {
  if (!out) return KINE_NULL;
  const auto tip = kine::tip_of(kine::PlanarArm<double>{upper, lower}, root, elbow);
  const auto middle = kine::tip_of(kine::PlanarArm<double>{upper, 0}, root, elbow);
  write({tip.x, tip.y, middle.x, middle.y}, out);
  return KINE_OK;
}

int kine_two_bone(double upper, double lower, const double* root, const double* target, const double* pole,
                  double twist, double softness, double* out) {
  if (!root || !target || !out || !is_length(upper) || !is_length(lower)) return -1;
  const kine::geometry::TwoBoneLimb<double> limb{upper, lower};
  kine::geometry::TwoBoneOptions<double> options;
  if (pole) options.pole = vec3(pole);
  if (twist != 0) options.twist = kine::sin_cos(twist);
  options.softness = softness;
  kine::geometry::TwoBonePose<double> pose{vec3(root), {}, {}};
  const auto solution = kine::geometry::solve_two_bone(limb, pose, vec3(target), options);
  pose.root_rotation = solution.root_rotation;
  pose.mid_rotation = solution.mid_rotation;
  write(pose.root_rotation, out);
  write(pose.mid_rotation, out + 4);
  write(pose.root + kine::rotate(pose.root_rotation, kine::Vec3{upper, 0, 0}), out + 8);
  write(kine::geometry::tip_position(limb, pose), out + 11);
  return solution.reached ? 1 : 0;
}

int kine_elbow_ring(double upper, double lower, const double* root, const double* target, double* out) {
  if (!root || !target || !out || !is_length(upper) || !is_length(lower)) return -1;
  const auto ring = kine::geometry::elbow_ring(upper, lower, vec3(root), vec3(target));
  write(ring.centre, out);
  write(ring.normal, out + 3);
  out[6] = ring.radius;
  return ring.reached ? 1 : 0;
}

kine_status kine_skeleton_limb(const kine_skeleton* skeleton, int tip, int* out, char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!skeleton || !out) return KINE_NULL;
  if (!has_joint(skeleton, tip)) return KINE_BAD_INDEX;
  const kine::TwoBoneJoints joints = kine::two_bone_joints(*skeleton->model, {tip});
  if (!joints.found()) {
    write_message(joints.fault.sentence(), message, message_size);
    return KINE_BAD_VALUE;
  }
  out[0] = joints.root.index;
  out[1] = joints.mid.index;
  out[2] = joints.end.index;
  return KINE_OK;
}
