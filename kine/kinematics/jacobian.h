#pragma once

#include "kine/kinematics/chain.h"
#include "kine/kinematics/frames.h"
#include "kine/math/matrix.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Which rows a Jacobian has. The paper's half Jacobian is Linear, its full one is Full (here angular first).
enum class Rows { Linear, Angular, Full };

constexpr int row_count(Rows rows) { return rows == Rows::Full ? 6 : 3; }

struct JacobianOptions {
  Rows rows = Rows::Full;
  /// Measure the motion as seen from this joint, along its axes (van den Bergen: q_j* q_i); kWorld: in the world.
  JointId relative_to = kWorld;
  /// Give the columns of fixed freedoms too, for callers that move them to the right-hand side. Otherwise they are zero.
  bool with_fixed = false;
};

/// The Jacobian of a point of a joint: column f is the velocity of the point (and the angular velocity of its joint)
/// when freedom f moves at speed one. J_ij = df_i / dtheta_j (Meredith & Maddock, eq. 1.4, printed with the indices
/// exchanged). Column of a hinge with axis a through o, for the point p: (a, a x (p - o)), eq. 1.14; of a slider: (0,
/// a). `out` is row_count(rows) by freedom_count; frames come from `forward`. Allocates nothing.
void jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point, const JacobianOptions& options,
              MatrixView<double> out);

/// Only the columns of a chain's freedoms, in the chain's order. The point lies on the chain's tip, the motion is
/// measured in the world (`relative_to` must be kWorld).
void jacobian(const Skeleton& skeleton, const Chain& chain, const Frames& frames, const Vec3& offset,
              const JacobianOptions& options, MatrixView<double> out);

}  // namespace kine
