#include "kine/motion/body/shared_hip.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

constexpr double kDamping = 1e-9, kLeastDamping = 1e-12;  // squares of radians: at first, and at the least

constexpr int kRows = 12, kMost = 16;
constexpr double kMetres = 2e-5, kRadians = 1e-4;
constexpr int kMaxIterations = 40;

/// One unknown: an angle of a leg, the shared one or the heading.
struct Unknown {
  int value = -1;  ///< in the pose; -1: the heading
  Range limits{};
  std::array<double, kRows> column{};
};

class LegPair {
 public:
  LegPair(const BipedModel& body, const std::array<FootPose, 2>& feet, const Vec3& hips, std::span<double> pose,
          Scratch& scratch)
      : body_(body), skeleton_(body.skeleton()), feet_(feet), hips_(hips), pose_(pose), frames_(skeleton_, scratch) {
    for (int side = 0; side < 2; ++side) gather(side);
    const SharedHip& shared = body.shared_hip();
    add({skeleton_.first_value(shared.joints[0]), shared.limits});
    add({});
  }

  std::array<LegReport, 2> run() {
    measure();
    double damping = kDamping;
    while (!reached() && iterations_ < kMaxIterations) {
      ++iterations_;
      std::array<double, kMost> before{};
      for (int k = 0; k < count_; ++k) before[static_cast<std::size_t>(k)] = read(k);
      const double error = squared();
      fill();
      if (!step(damping)) break;
      measure();
      if (squared() < error) {
        damping = std::max<double>(kLeastDamping, damping / 16);
        continue;
      }
      for (int k = 0; k < count_; ++k) move(k, before[static_cast<std::size_t>(k)] - read(k));
      measure();
      damping *= 100;
      if (damping > 1) break;
    }
    for (LegReport& report : reports_) report.iterations = iterations_;
    return reports_;
  }

 private:
  void add(const Unknown& unknown) {
    if (count_ < kMost) unknowns_[static_cast<std::size_t>(count_++)] = unknown;
  }

  /// The angles of a leg that are its own.
  void gather(int side) {
    const BipedLeg& leg = body_.leg(side);
    for (JointId id = leg.foot; id.valid() && id != body_.pelvis().joint; id = skeleton_.parent(id)) {
      const Joint& joint = skeleton_.description(id);
      if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler) continue;
      for (int k = 0; k < skeleton_.axis_count(id); ++k) {
        const AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
        if (axis.fixed) continue;
        owners_[static_cast<std::size_t>(count_)] = {side, id, k};
        add({skeleton_.first_value(id) + k, axis.limits});
      }
    }
    pose_toes(leg, side);
  }

  void pose_toes(const BipedLeg& leg, int side) {
    if (leg.toes.valid() && leg.toe_sign != 0)
      pose_[static_cast<std::size_t>(skeleton_.first_value(leg.toes))] =
          leg.toe_sign * feet_[static_cast<std::size_t>(side)].toe_bend;
  }

  double read(int k) const {
    const Unknown& unknown = unknowns_[static_cast<std::size_t>(k)];
    return unknown.value < 0 ? heading_ : pose_[static_cast<std::size_t>(unknown.value)];
  }

  void move(int k, double by) {
    const Unknown& unknown = unknowns_[static_cast<std::size_t>(k)];
    if (unknown.value < 0) return turn_pelvis(by);
    double& value = pose_[static_cast<std::size_t>(unknown.value)];
    value = unknown.limits.clamp(value + by);
    const SharedHip& shared = body_.shared_hip();
    if (unknown.value == skeleton_.first_value(shared.joints[0]))
      pose_[static_cast<std::size_t>(skeleton_.first_value(shared.joints[1]))] = shared.factor * value + shared.offset;
  }

  /// About the middle between the hips.
  void turn_pelvis(double by) {
    heading_ += by;
    const JointId pelvis = body_.pelvis().joint;
    const auto shift = static_cast<std::size_t>(skeleton_.first_value(pelvis)) + 4;
    const Quat turn = from_axis_angle(kUnitY, by);
    const Joint& about = skeleton_.description(pelvis);
    const Transform rest{about.rest.rotation, about.rest.translation};
    const Transform world =
        rest * Transform{joint_rotation(skeleton_, pose_, pelvis), {pose_[shift], pose_[shift + 1], pose_[shift + 2]}};
    const Transform turned{turn * world.rotation, hips_ + rotate(turn, world.translation - hips_)};
    const Transform value = inverse(rest) * turned;
    set_joint_rotation(skeleton_, pelvis, normalised(value.rotation), pose_);
    pose_[shift] = value.translation.x;
    pose_[shift + 1] = value.translation.y;
    pose_[shift + 2] = value.translation.z;
  }

  void measure() {
    forward(skeleton_, pose_, frames_);
    for (std::size_t side = 0; side < 2; ++side) {
      const BipedLeg& leg = body_.leg(static_cast<int>(side));
      const Quat goal = feet_[side].rotation * leg.standing_foot;
      const Vec3 angular = log(goal * conjugate(frames_.rotation(leg.foot)));
      const Vec3 off = feet_[side].ankle - frames_.position(leg.foot);
      reports_[side].position_error = length(off);
      reports_[side].angle_error = length(angular);
      reports_[side].full = true;
      const Vec3 linear = off * (1 / body_.measures().leg());
      const double rows[] = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
      std::copy(rows, rows + 6, error_.begin() + static_cast<std::ptrdiff_t>(6 * side));
    }
  }

  bool reached() const {
    return std::ranges::all_of(reports_, [&](const LegReport& report) {
      return report.position_error <= kMetres * body_.measures().scale() && report.angle_error <= kRadians;
    });
  }

  double squared() const {
    double sum = 0;
    for (const double e : error_) sum += e * e;
    return sum;
  }

  /// What a turn about a line does to a foot.
  void add_rows(std::size_t side, const Vec3& axis, const Vec3& through, double factor, Unknown& unknown) {
    const BipedLeg& leg = body_.leg(static_cast<int>(side));
    const Vec3 arm = frames_.position(leg.foot) - through;
    const Vec3 angular = factor * axis, linear = (factor / body_.measures().leg()) * cross(axis, arm);
    const double rows[] = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    std::copy(rows, rows + 6, unknown.column.begin() + static_cast<std::ptrdiff_t>(6 * side));
  }

  void fill() {
    const auto axis_of = [&](JointId id, int k) {
      return frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(id) + k)];
    };
    for (int k = 0; k < count_ - 2; ++k) {
      const Owner& owner = owners_[static_cast<std::size_t>(k)];
      add_rows(static_cast<std::size_t>(owner.side), axis_of(owner.joint, owner.component),
               frames_.position(owner.joint), 1, unknowns_[static_cast<std::size_t>(k)]);
    }
    const SharedHip& shared = body_.shared_hip();
    Unknown& both = unknowns_[static_cast<std::size_t>(count_ - 2)];
    add_rows(0, axis_of(shared.joints[0], 0), frames_.position(shared.joints[0]), 1, both);
    add_rows(1, axis_of(shared.joints[1], 0), frames_.position(shared.joints[1]), shared.factor, both);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
      add_rows(side, kUnitY, hips_, 1, unknowns_[static_cast<std::size_t>(count_ - 1)]);
  }

  /// A damped step; angles that are pushed against a limit are left out of a second one.
  bool step(double damping) {
    std::array<bool, kMost> held{};
    for (int pass = 0; pass < 2; ++pass) {
      std::array<double, std::size_t{kMost} * kMost> a{};
      std::array<double, kMost> x{};
      for (int i = 0; i < count_; ++i) {
        const auto& ci = unknowns_[static_cast<std::size_t>(i)].column;
        for (int j = i; j < count_; ++j) {
          const auto& cj = unknowns_[static_cast<std::size_t>(j)].column;
          const bool out = held[static_cast<std::size_t>(i)] || held[static_cast<std::size_t>(j)];
          double sum = i == j ? (out ? 1 : damping) : 0;
          for (std::size_t r = 0; r < kRows && !out; ++r) sum += ci[r] * cj[r];
          a[static_cast<std::size_t>(j + i * kMost)] = sum;
        }
        for (std::size_t r = 0; r < kRows && !held[static_cast<std::size_t>(i)]; ++r)
          x[static_cast<std::size_t>(i)] += ci[r] * error_[r];
      }
      if (!ldlt_definite_kernel(a.data(), count_, kMost)) return false;
      ldlt_solve_kernel(a.data(), count_, kMost, x.data());
      bool again = false;
      for (int k = 0; k < count_ && pass == 0; ++k) {
        const Unknown& unknown = unknowns_[static_cast<std::size_t>(k)];
        const double to = read(k) + x[static_cast<std::size_t>(k)];
        if (unknown.value < 0 || unknown.limits.contains(to)) continue;
        held[static_cast<std::size_t>(k)] = again = true;
        move(k, x[static_cast<std::size_t>(k)]);
      }
      if (again) continue;
      for (int k = 0; k < count_; ++k)
        if (!held[static_cast<std::size_t>(k)]) move(k, x[static_cast<std::size_t>(k)]);
      break;
    }
    return true;
  }

  struct Owner {
    int side = 0;
    JointId joint{};
    int component = 0;
  };

  const BipedModel& body_;
  const Skeleton& skeleton_;
  const std::array<FootPose, 2>& feet_;
  Vec3 hips_;
  std::span<double> pose_;
  Frames frames_;
  std::array<Unknown, kMost> unknowns_{};
  std::array<Owner, kMost> owners_{};
  int count_ = 0;
  double heading_ = 0;
  std::array<double, kRows> error_{};
  std::array<LegReport, 2> reports_{};
  int iterations_ = 0;
};

}  // namespace

std::size_t together_bytes(const Skeleton& skeleton) { return Frames::bytes(skeleton) + 64; }

std::array<LegReport, 2> solve_together(const BipedModel& body, const std::array<FootPose, 2>& feet, const Vec3& hips,
                                        std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  return LegPair(body, feet, hips, pose, scratch).run();
}

}  // namespace kine::detail
