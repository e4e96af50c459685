#include "kine/solve/internal/rows.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

struct RowsOfGoal {
  const Skeleton& skeleton;
  const Frames& frames;
  const Goal& goal;
  std::span<double> values;
  MatrixView<double> out;
  MatrixView<double> work;

  Transform frame_from_world() const {
    return goal.frame == kWorld ? Transform{} : inverse(frames.world_from_joint(goal.frame));
  }
  Vec3 point() const { return frame_from_world() * frames.position({goal.joint, goal.offset}); }

  void put(int row, const Vec3& v) const {
    for (int k = 0; k < 3; ++k) values[static_cast<std::size_t>(row + k)] = v[k];
  }

  void jacobian_into(Rows rows, MatrixView<double> view) const {
    jacobian(skeleton, frames, {goal.joint, goal.offset}, {.rows = rows, .relative_to = goal.frame}, view);
  }

  /// The turn from the wanted to the present orientation, in the frame.
  Vec3 turned_off() const {
    const Quat present = frame_from_world().rotation * frames.rotation(goal.joint);
    return log(shortest_difference(normalised(goal.orientation), present));
  }

  void reach_rows() const {
    put(0, point() - goal.target);
    jacobian_into(Rows::Linear, out);
  }

  void orient_rows() const {
    put(0, turned_off());
    jacobian_into(Rows::Angular, out);
  }

  void place_rows() const {
    put(0, turned_off());
    put(3, point() - goal.target);
    jacobian_into(Rows::Full, out);
  }

  /// One row n . J of the point's velocity.
  void project_linear(const Vec3& n) const {
    const MatrixView<double> linear = work.block(0, 0, 3, out.cols());
    jacobian_into(Rows::Linear, linear);
    for (int c = 0; c < out.cols(); ++c) out(0, c) = n.x * linear(0, c) + n.y * linear(1, c) + n.z * linear(2, c);
  }

  void distance_row() const {
    const Vec3 away = point() - goal.target;
    values[0] = length(away);
    project_linear(normalised(away, kUnitX));
  }

  void half_space_row() const {
    const Vec3 normal = normalised(goal.axis);
    values[0] = dot(point() - goal.target, normal);
    project_linear(normal);
  }

  /// The axis `along` should point at the target. A turn of the joint takes the angles away directly; a shift of the point
  /// turns the wanted direction.
  void aim_rows() const {
    const Vec3 from = point();
    const Vec3 along = rotate(frame_from_world().rotation * frames.rotation(goal.joint), normalised(goal.axis));
    const Vec3 to_target = goal.target - from;
    const double far = length(to_target);
    const Vec3 wanted = normalised(to_target, along);
    const AimAngles angles = aim_angles(along, wanted);
    jacobian_into(Rows::Full, work);
    for (int row = 0; row < 2; ++row) {
      const Vec3& line = angles.lines[row];
      values[static_cast<std::size_t>(row)] = angles.about_line[row];
      const Vec3 by_shift = far > 0 ? cross(line, wanted) / far : Vec3{};  // line . (wanted x v) = (line x wanted) . v
      for (int c = 0; c < out.cols(); ++c) {
        const double* column = &work(0, c);
        out(row, c) = dot(line, {column[0], column[1], column[2]}) + dot(by_shift, {column[3], column[4], column[5]});
      }
    }
  }

  void centre_of_mass_rows() const {
    put(0, frame_from_world() * centre_of_mass(skeleton, frames) - goal.target);
    centre_of_mass_jacobian(skeleton, frames, false, out);
    if (goal.frame == kWorld) return;
    // Seen from a moving frame: R* (v - v_o - w x (p - o)).
    const Vec3 away = centre_of_mass(skeleton, frames) - frames.position(goal.frame);
    const Quat back = frame_from_world().rotation;
    jacobian(skeleton, frames, {goal.frame}, {.rows = Rows::Full}, work);
    for (int c = 0; c < out.cols(); ++c) {
      const double* b = &work(0, c);
      const Vec3 v =
          Vec3{out(0, c), out(1, c), out(2, c)} - Vec3{b[3], b[4], b[5]} - cross(Vec3{b[0], b[1], b[2]}, away);
      const Vec3 seen = rotate(back, v);
      for (int r = 0; r < 3; ++r) out(r, c) = seen[r];
    }
  }

  void hold_rows(std::span<const double> pose) const {
    difference(skeleton, goal.posture, pose, values);
    for (int c = 0; c < out.cols(); ++c) {
      std::fill_n(&out(0, c), out.rows(), 0.0);
      if (!skeleton.freedom(c).fixed) out(c, c) = 1;
    }
  }
};

}  // namespace

AimAngles aim_angles(const Vec3& along, const Vec3& wanted) {
  const Vec3 turn = log(shortest_arc(along, wanted));
  const Vec3 first = any_perpendicular(along), second = cross(along, first);
  return {{first, second}, {-dot(turn, first), -dot(turn, second)}};
}

bool is_angle(const Goal& goal, int component) {
  return goal.kind == GoalKind::Orient || goal.kind == GoalKind::Aim || goal.kind == GoalKind::Hold ||
         (goal.kind == GoalKind::Place && component < 3);
}

void evaluate_rows(const Skeleton& skeleton, const Frames& frames, std::span<const double> pose, const Goal& goal,
                   std::span<double> values, MatrixView<double> jacobian_out, MatrixView<double> work) {
  KINE_ASSERT(static_cast<int>(values.size()) == row_count(skeleton, goal), "a value a row");
  KINE_ASSERT(jacobian_out.rows() == row_count(skeleton, goal), "a row of the Jacobian a row");
  const RowsOfGoal rows{skeleton, frames, goal, values, jacobian_out, work};
  switch (goal.kind) {
    case GoalKind::Reach:
      return rows.reach_rows();
    case GoalKind::Orient:
      return rows.orient_rows();
    case GoalKind::Place:
      return rows.place_rows();
    case GoalKind::Aim:
      return rows.aim_rows();
    case GoalKind::Hold:
      return rows.hold_rows(pose);
    case GoalKind::CentreOfMass:
      return rows.centre_of_mass_rows();
    case GoalKind::Distance:
      return rows.distance_row();
    case GoalKind::HalfSpace:
      return rows.half_space_row();
  }
}

}  // namespace kine::detail
