#include "kine/solve/global/descent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/solve/global/descent_step.h"

namespace kine::detail {
namespace {

// Fitted, as those of descent_step.h.
constexpr double kMoreDamping =
    0.3;  // instead, for cautious descents: those of five arms end nearest to rest and cold seeds
constexpr double kLittleProgress = 0.9;  // likewise
constexpr int kRefinements = 40;         // halvings of a millimetre down to rounding: how singular poses are neared
constexpr double kFarthest = 1e100;      // metres: how far a slider can be

std::size_t variables_of(const Skeleton& skeleton, JointId tip) {
  return static_cast<std::size_t>(skeleton.compiled().joint(tip).path_axes) + 1;  // and a spin
}

/// The reach of the arm, but for those that are next to nothing against what they measure.
double unit_of_lengths(const Arm& arm, const ArmTarget& target) {
  const bool slides = std::ranges::any_of(arm.links, &ArmLink::slides);
  return std::max<double>(arm.reach, kSmallest * (slides ? kFarthest : length(target.position)));
}

}  // namespace

std::size_t ArmDescent::bytes(const Skeleton& skeleton, JointId tip) {
  return variables_of(skeleton, tip) * (6 * sizeof(double) + 2 * sizeof(Vec3) + kStride * sizeof(double)) +
         alignof(double);
}

ArmDescent::ArmDescent(const Arm& arm, const ArmTarget& target, bool turned, const Allowed& allowed, Scratch& scratch)
    : arm_(arm),
      target_(target),
      turned_(turned),
      allowed_(allowed),
      reach_(unit_of_lengths(arm, target)),
      per_reach_(1 / reach_) {
  const std::size_t links = arm.links.size(), variables = arm.variables.size();
  for (std::span<double>* array : {&angles_, &sines_, &cosines_, &slides_}) *array = scratch.take<double>(links);
  axes_ = scratch.take<Vec3>(links);
  points_ = scratch.take<Vec3>(links);
  columns_ = scratch.take<double>(variables * kStride);
  weights_ = scratch.take<double>(variables);
  changes_ = scratch.take<double>(variables);
}

void ArmDescent::place(std::span<const double> x) {
  const std::size_t links = arm_.links.size();
  for (std::size_t i = 0; i < links; ++i) {
    const ArmLink& link = arm_.links[i];
    const double amount = link.factor * x[static_cast<std::size_t>(link.variable)] + link.offset;
    angles_[i] = link.slides ? 0 : amount;
    slides_[i] = link.slides ? amount : 0;
  }
  sin_cos(angles_, sines_, cosines_);
  ArmFrame frame;
  for (std::size_t i = 0; i < links; ++i) {
    axes_[i] = frame.z;
    points_[i] = frame.at;
    pass(arm_.links[i], sines_[i], cosines_[i], slides_[i], frame);
  }
  frame.shift(arm_.tip.x, arm_.tip.y, arm_.tip.z);
  tip_ = frame.at;
  const Vec3 turn = turned_ ? turn_between(frame, target_.last) : Vec3{};
  const Vec3 shift = (target_.position - tip_) * per_reach_;
  error_ = {turn.x, turn.y, turn.z, shift.x, shift.y, shift.z};
  squared_ = dot(turn, turn) + dot(shift, shift);
}

void ArmDescent::fill_columns() {
  if (arm_.follows) std::fill(columns_.begin(), columns_.end(), 0.0);
  for (std::size_t i = 0; i < arm_.links.size(); ++i) {
    const ArmLink& link = arm_.links[i];
    const double share = link.factor * arm_.variables[static_cast<std::size_t>(link.variable)].unit;
    const Vec3 turn = link.slides ? Vec3{} : axes_[i] * share;
    const Vec3 shift = (link.slides ? axes_[i] : cross(axes_[i], tip_ - points_[i])) * (share * per_reach_);
    double* column = columns_.data() + static_cast<std::size_t>(link.variable) * kStride;
    const double entries[kStride] = {turn.x, turn.y, turn.z, shift.x, shift.y, shift.z};
    if (arm_.follows) {
      for (std::size_t k = 0; k < kStride; ++k) column[k] += entries[k];
    } else {
      std::copy(entries, entries + kStride, column);
    }
  }
}

/// True if a limit does not stop a variable.
bool ArmDescent::goes_on(const ArmVariable& variable) const { return variable.wraps || (hinges_go_ && variable.turns); }

/// One damped step. False where nothing can move.
template <int kRows>
bool ArmDescent::step(std::span<double> x) {
  constexpr std::size_t kFirst = 6 - kRows;  // the first row that counts
  const std::size_t variables = x.size();
  for (std::size_t v = 0; v < variables; ++v) weights_[v] = arm_.variables[v].weight;
  std::array<double, kRows> wanted;
  for (std::size_t k = 0; k < kRows; ++k) wanted[k] = error_[k + kFirst];
  const double damping = (cautious_ ? kMoreDamping : kDamping) * squared_ + kLeastDamping;
  bool moves = false;
  for (int round = 0; round < kRounds; ++round) {
    Matrix<double, kRows, kRows> system;
    fill_system<kRows, double>(columns_.data() + kFirst, weights_, damping, system);
    if (!ldlt_factor_definite(system)) return moves;
    std::array<double, kRows> y = wanted;
    ldlt_solve_definite(system, y);
    bool stopped = false;
    for (std::size_t v = 0; v < variables; ++v) {
      if (weights_[v] == 0) continue;
      const double* column = columns_.data() + v * kStride + kFirst;
      double change = 0;
      for (int k = 0; k < kRows; ++k) change += column[k] * y[static_cast<std::size_t>(k)];
      change *= weights_[v];
      const ArmVariable& variable = arm_.variables[v];
      const double to = x[v] + change * variable.unit, inside = variable.limits.clamp(to);
      changes_[v] = change;
      if (to == inside || goes_on(variable)) continue;
      // It goes as far as it may; the others make up for the rest.
      changes_[v] = (inside - x[v]) / variable.unit;
      weights_[v] = 0;
      stopped = true;
    }
    moves = true;
    if (!stopped || round + 1 == kRounds) break;
    for (std::size_t k = 0; k < kRows; ++k) wanted[k] = error_[k + kFirst];
    for (std::size_t v = 0; v < variables; ++v)
      if (weights_[v] == 0)
        for (std::size_t k = 0; k < kRows; ++k) wanted[k] -= columns_[v * kStride + kFirst + k] * changes_[v];
  }
  double longest = 0;
  for (std::size_t v = 0; v < variables; ++v) longest = std::max<double>(longest, std::abs(changes_[v]));
  const double part = longest > kLongestStep ? kLongestStep / longest : 1;
  for (std::size_t v = 0; v < variables; ++v) {
    const ArmVariable& variable = arm_.variables[v];
    const double to = x[v] + changes_[v] * (part * variable.unit);
    x[v] = goes_on(variable) && !variable.wraps ? to : variable.inside(to);
  }
  return moves;
}

bool ArmDescent::within_allowed() const {
  const double metres = allowed_.metres * per_reach_;
  const double turn = error_[0] * error_[0] + error_[1] * error_[1] + error_[2] * error_[2];
  const double shift = error_[3] * error_[3] + error_[4] * error_[4] + error_[5] * error_[5];
  return turn <= allowed_.radians * allowed_.radians && shift <= metres * metres;
}

template <int kRows>
DescentOutcome ArmDescent::descend(std::span<double> x, int max_iterations, double largest) {
  place(x);
  if (squared_ > largest) return outcome(0);
  const double progress = cautious_ ? kLittleProgress : kProgress;
  double mark = squared_;
  int since = 0;
  for (int i = 0; i < max_iterations; ++i) {
    if (within_allowed()) return outcome(i);
    fill_columns();
    if (!step<kRows>(x)) return outcome(i);
    place(x);
    if (squared_ < progress * mark) {
      mark = squared_;
      since = 0;
    } else if (++since > kPatience) {
      return outcome(i + 1);
    }
  }
  return outcome(max_iterations);
}

DescentOutcome ArmDescent::outcome(int iterations) const {
  const Vec3 turn{error_[0], error_[1], error_[2]}, shift{error_[3], error_[4], error_[5]};
  return {length(shift) * reach_, length(turn), squared_, iterations, within_allowed()};
}

DescentOutcome ArmDescent::run(std::span<double> x, int max_iterations, double largest) {
  return turned_ ? descend<6>(x, max_iterations, largest) : descend<3>(x, max_iterations, largest);
}

template <int kRows>
void ArmDescent::go_on_refining(std::span<double> x) {
  place(x);
  double mark = kInfinity;
  for (int i = 0; i < kRefinements && squared_ < kProgress * mark; ++i) {
    mark = squared_;
    fill_columns();
    if (!step<kRows>(x)) return;
    place(x);
  }
}

void ArmDescent::refine(std::span<double> x) { turned_ ? go_on_refining<6>(x) : go_on_refining<3>(x); }

DescentOutcome ArmDescent::measure(std::span<const double> x) {
  place(x);
  return outcome(0);
}

Mat3 ArmDescent::last_frame() const {
  ArmFrame frame;
  for (std::size_t i = 0; i < arm_.links.size(); ++i) pass(arm_.links[i], sines_[i], cosines_[i], slides_[i], frame);
  return {frame.x, frame.y, frame.z};
}

double ArmDescent::turn_angle() const { return angle_of(to_quat(target_.last * transposed(last_frame()))); }

template <int kRows>
double ArmDescent::volume() {
  Matrix<double, kRows, kRows> system;
  std::fill(weights_.begin(), weights_.end(), 1.0);
  fill_system<kRows, double>(columns_.data() + 6 - kRows, weights_, 0, system);
  if (!ldlt_factor_definite(system)) return 0;
  double over = 1;
  for (int k = 0; k < kRows; ++k) over *= system(k, k);
  return std::sqrt(1 / over);
}

double ArmDescent::manipulability() {
  fill_columns();
  return turned_ ? volume<6>() : volume<3>();
}

}  // namespace kine::detail
