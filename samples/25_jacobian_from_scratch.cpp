// Inverse kinematics by the Jacobian in forty lines, half against full, and the same by the library: the lesson on it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "kine/kine.h"

namespace {

constexpr int kJoints = 3;
constexpr std::array<double, kJoints> kBones{0.30, 0.25, 0.15};  // metres
constexpr double kReach = 0.70;                                  // all of them together

// [jacobian]
using Angles = std::array<double, kJoints>;  // radians, each from the bone before
struct Place {
  double x, y, turn;  // metres, radians
};
using Matrix = std::array<std::array<double, kJoints>, 3>;  // rows: x, y, turn

/// Where each joint is, and the hand after the last of them.
std::array<Place, kJoints + 1> places(const Angles& q) {
  std::array<Place, kJoints + 1> at{};
  for (std::size_t i = 0; i < kJoints; ++i) {
    const double turn = at[i].turn + q[i];
    at[i + 1] = {at[i].x + kBones[i] * std::cos(turn), at[i].y + kBones[i] * std::sin(turn), turn};
  }
  return at;
}

/// A column a joint: what the hand does when the joint turns by one radian a second.
Matrix jacobian(const std::array<Place, kJoints + 1>& at) {
  Matrix J{};
  const Place& hand = at[kJoints];
  for (std::size_t i = 0; i < kJoints; ++i) {
    J[0][i] = -(hand.y - at[i].y);  // across the line from the joint to the hand
    J[1][i] = hand.x - at[i].x;
    J[2][i] = kReach;  // and it turns the hand; in metres at the end of the arm, so that rows may be added
  }
  return J;
}
// [/jacobian]

// [step]
/// dq = Jᵀ (J Jᵀ + damping)⁻¹ e with the first `rows` rows of J: 2 is the half Jacobian, 3 the full one.
Angles step(const Matrix& J, const std::array<double, 3>& e, std::size_t rows, double damping) {
  double A[3][4];  // J Jᵀ + damping, and e beside it
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < rows; ++c) {
      A[r][c] = r == c ? damping : 0;
      for (std::size_t i = 0; i < kJoints; ++i) A[r][c] += J[r][i] * J[c][i];
    }
    A[r][rows] = e[r];
  }
  for (std::size_t r = 0; r < rows; ++r)  // elimination; A is positive definite, so no pivot is looked for
    for (std::size_t other = 0; other < rows; ++other) {
      if (other == r) continue;
      const double factor = A[other][r] / A[r][r];
      for (std::size_t c = r; c <= rows; ++c) A[other][c] -= factor * A[r][c];
    }
  Angles dq{};
  for (std::size_t i = 0; i < kJoints; ++i)
    for (std::size_t r = 0; r < rows; ++r) dq[i] += J[r][i] * A[r][rows] / A[r][r];
  return dq;
}
// [/step]

// [solve]
struct Outcome {
  int iterations;
  Place hand;
};

Outcome solve(const Place& target, std::size_t rows, Angles q) {
  constexpr double kClose = 1e-6;    // metres
  constexpr double kDamping = 0.05;  // of |e|²: it fades as the hand comes near, so the last steps are Newton's
  constexpr double kLongest = 0.2;   // metres in one step: farther away the straight line that J is does not hold
  for (int iteration = 0;; ++iteration) {
    const auto at = places(q);
    const Place& hand = at[kJoints];
    std::array<double, 3> e{target.x - hand.x, target.y - hand.y, kReach * (target.turn - hand.turn)};
    double length = 0;
    for (std::size_t r = 0; r < rows; ++r) length += e[r] * e[r];
    length = std::sqrt(length);
    if (length < kClose || iteration == 200) return {iteration, hand};
    for (double& part : e) part *= std::min(1.0, kLongest / length);
    const Angles dq = step(jacobian(at), e, rows, kDamping * length * length);
    for (std::size_t i = 0; i < kJoints; ++i) q[i] += dq[i];
  }
}
// [/solve]

}  // namespace

int main() {
  const Angles start{0.2, 0.4, 0.4};
  const Place target{0.25, 0.40, 1.2};
  const Outcome half = solve(target, 2, start), full = solve(target, 3, start);
  std::printf("half: %d steps, the hand is turned by %.3f radians\n", half.iterations, half.hand.turn);
  std::printf("full: %d steps, the hand is turned by %.3f radians (asked: %.3f)\n", full.iterations, full.hand.turn,
              target.turn);

  // [library]
  const kine::Joint joints[] = {kine::hinge("shoulder", "", {}, kine::kUnitZ),
                                kine::hinge("elbow", "shoulder", {kBones[0], 0, 0}, kine::kUnitZ),
                                kine::hinge("wrist", "elbow", {kBones[1], 0, 0}, kine::kUnitZ),
                                kine::fixed_joint("hand", "wrist", {kBones[2], 0, 0})};
  const kine::Result<kine::Skeleton> arm = kine::Skeleton::build(joints);
  if (!arm) return std::fprintf(stderr, "%s\n", arm.error().c_str()), 1;
  const kine::JointId hand = arm->joint("hand");
  const kine::Vec3 point{target.x, target.y, 0};
  const kine::Quat turn = kine::from_axis_angle(kine::kUnitZ, target.turn);
  kine::Scratch scratch(*arm);
  kine::Pose reached = arm->rest_pose(), placed = arm->rest_pose();
  reached.q = placed.q = {start.begin(), start.end()};
  const kine::Goal only_there[] = {kine::reach(hand, point)};          // three rows: the half Jacobian
  const kine::Goal turned_too[] = {kine::place(hand, {turn, point})};  // six: the full one
  const kine::Report first = kine::solve(*arm, only_there, kine::Jacobian{}, reached, scratch);
  const kine::Report second = kine::solve(*arm, turned_too, kine::Jacobian{}, placed, scratch);
  // [/library]
  std::printf("kine: reach in %d, place in %d steps\n", first.iterations, second.iterations);

  // The library's Jacobian has the same columns.
  kine::Pose at_start = arm->rest_pose();
  at_start.q = {start.begin(), start.end()};
  kine::Frames frames(*arm);
  forward(*arm, at_start, frames);
  kine::Matrix<double, 3, kJoints> theirs;
  jacobian(*arm, frames, {hand}, {.rows = kine::Rows::Linear}, theirs);
  const Matrix ours = jacobian(places(start));
  double apart = 0;
  for (int i = 0; i < kJoints; ++i)
    for (int r = 0; r < 2; ++r)
      apart = std::max(apart, std::abs(ours[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)] - theirs(r, i)));
  return first.reached() && second.reached() && full.iterations < 200 && half.iterations <= full.iterations &&
                 std::abs(full.hand.turn - target.turn) < 1e-5 && apart < 1e-12
             ? 0
             : 1;
}
