#include "tests/torture/solutions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/svd.h"
#include "tests/support/allocation_trap.h"
#include "tests/torture/text.h"

namespace kine::torture {
namespace {

constexpr int kRoom = 128;            // poses: 16 branches a value of the searched joint, and their intervals
constexpr double kSame = 1e-3;        // radians: a listed pose that is so near to the planted one is that pose
constexpr Real kSlack = 1e-9L;        // of an error: how well it is known
constexpr Real kVanishing = 1e-150L;  // metres: squares of less are zero in double precision
constexpr double kWide = 0.03;        // radians or metres: an interval that is as wide on both sides is seen
constexpr double kSingular = 1e-3;    // of singular values, metres and radians: below it poses hang together

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Listed {
 public:
  Listed(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model)
      : source_(source),
        problem_(problem),
        run_(run),
        model_(model),
        method_(std::get<Global>(problem.method())),
        all_(problem.skeleton(), kRoom) {
    const std::size_t bytes = solutions_scratch_bytes(problem.skeleton(), problem.goals(), method_);
    Scratch scratch(bytes);
    const test::AllocationTrap trap;
    report_ = solutions(problem.skeleton(), problem.goals(), method_, problem.start(), all_, scratch);
    allocations_ = trap.count();
  }

  std::string check(const std::function<std::string(std::span<const double>)>& broken_pose) const {
    if (allocations_ > 0) return text("solutions allocated ", allocations_, " times");
    if (report_.status == Status::BadInput) return "solve took it, but solutions refused it";
    const bool quick = method_.choice == Choice::Quick;  // others look elsewhere
    if (quick && run_.report.reached() && !report_.reached()) return "solve reached, but solutions did not";
    if (report_.status == Status::Unreachable && all_.count() > 0) return "solutions lists poses and says Unreachable";
    for (int i = 0; i < all_.count(); ++i) {
      std::string broken = broken_pose(all_.pose(i));
      if (broken.empty()) broken = missed_goal(all_.pose(i));
      if (!broken.empty()) return text("pose ", i, " of ", all_.count(), " listed: ", broken);
      if (i > 0 && all_[i].distance < all_[i - 1].distance) return text("pose ", i, " is nearer than the one before");
    }
    return source_.has_witness && all_.complete() ? check_planted(broken_pose) : "";
  }

 private:
  /// A list that is complete holds the planted pose, if that is not near a singular one.
  std::string check_planted(const std::function<std::string(std::span<const double>)>& broken_pose) const {
    std::vector<double> planted;
    for (const CaseJoint& joint : source_.joints)
      for (int k = 0; k < value_count_of(joint.joint); ++k) planted.push_back(joint.witness[at(k)]);
    if (!broken_pose(planted).empty() || !meets_exactly(planted)) return {};
    const JointId locked = arm_structure(problem_.skeleton(), problem_.goals()[0].joint, method_).locked;
    if (locked.valid() && axis_count_of(model_.joint(locked.index)) > 1)
      return {};  // which axis is searched is not said
    const int value = locked.valid() ? problem_.skeleton().first_value(locked) : -1;
    if (is_hard_to_find(planted, locked)) return {};
    for (int i = 0; i < all_.count(); ++i)
      if (value < 0 ? is_same(all_.pose(i), planted)
                    : holds(all_[i].interval, planted[at(value)], problem_.skeleton().slides(locked)))
        return {};
    return text("it lists ", all_.count(), " poses as all there are, and the planted one is not among them");
  }

  std::string missed_goal(std::span<const double> pose) const {
    const std::vector<PlainFrame> frames = model_.forward(pose);
    for (const Goal& goal : problem_.goals()) {
      const PlainError error = model_.measure(frames, goal);
      const Tolerance& tolerance = method_.tolerance;
      const Real metres = tolerance.metres > 0 ? tolerance.metres : tolerance.position * model_.reach(goal);
      const Real more = metres * kSlack + error.position_rounding + kVanishing;
      if (error.position > metres + more || error.angle > tolerance.angle * (1 + kSlack) + error.angle_rounding)
        return text("its tip is ", error.position, " m and ", error.angle, " rad off");
    }
    return {};
  }

  bool meets_exactly(std::span<const double> pose) const {
    const PlainError error = model_.measure(model_.forward(pose), problem_.goals()[0]);
    return error.position <= 1e-10L && error.angle <= 1e-10L;
  }
  static Real turned_back(Real angle) { return std::remainder(angle, static_cast<Real>(kTwoPi)); }
  bool is_same(std::span<const double> a, std::span<const double> b) const {
    for (const PlainAxis& axis : model_.axes()) {
      if (axis.value < 0) continue;
      const Real apart = static_cast<Real>(a[at(axis.value)]) - b[at(axis.value)];
      if (std::abs(axis.slides ? apart : turned_back(apart)) > kSame) return false;
    }
    return true;
  }
  /// True if the value, whole turns taken off if it is an angle, lies in an interval.
  static bool holds(const Range& interval, double value, bool slides) {
    const Real middle = (static_cast<Real>(interval.lower) + interval.upper) / 2, off = value - middle;
    return std::abs(slides ? off : turned_back(off)) <= interval.width() / 2 + kSame;
  }

  /// True if the planted pose hangs together with others, by a small singular value of the Jacobian of what may move; if a joint
  /// is at a limit, beyond which what counts as exact structure (1e-6 m) may put it; or if, of seven joints, its interval is
  /// hardly wider than what is looked at. No promise hangs on how the library measures that.
  bool is_hard_to_find(const std::vector<double>& pose, JointId locked) const {
    const Skeleton& skeleton = problem_.skeleton();
    const Goal& goal = problem_.goals()[0];
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    std::vector<double> all(6 * at(skeleton.freedom_count())), moving;
    jacobian(skeleton, frames, {goal.joint, goal.offset}, {},
             MatrixView<double>(all.data(), 6, skeleton.freedom_count(), 6));
    const std::vector<bool> movable = model_.movable_axes(source_);
    std::vector<std::size_t> axes;
    std::size_t searched = 0;
    for (std::size_t a = 0; a < model_.axes().size(); ++a) {
      const PlainAxis& axis = model_.axes()[a];
      if (axis.leader != static_cast<int>(a) || !movable[a]) continue;
      const auto column = all.begin() + 6 * skeleton.freedom_of({axis.joint}, axis.component);
      moving.insert(moving.end(), column, column + 6);
      if (axis.joint == locked.index) searched = axes.size();
      axes.push_back(a);
    }
    const int count = static_cast<int>(axes.size());
    if (count < 6) return true;
    std::vector<double> sigma(6), u(36), v(moving.size()), scratch(at(svd_scratch_size(6, count)));
    svd(MatrixView<const double>(moving.data(), 6, count), std::span<double>(sigma), MatrixView<double>(u.data(), 6, 6),
        MatrixView<double>(v.data(), count, 6), std::span<double>(scratch));
    if (sigma[5] < kSingular) return true;
    for (const std::size_t a : axes) {
      const PlainAxis& axis = model_.axes()[a];
      const double value = pose[at(axis.value)];
      if (!axis.limits.contains(value + kSame) || !axis.limits.contains(value - kSame)) return true;
    }
    if (!locked.valid()) return false;
    // How the others go with the searched joint, to first order: what of its direction no row asks for.
    std::vector<double> along(axes.size());
    for (std::size_t k = 0; k < axes.size(); ++k) {
      along[k] = k == searched ? 1 : 0;
      for (std::size_t r = 0; r < 6; ++r) along[k] -= v[r * axes.size() + k] * v[r * axes.size() + searched];
    }
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const PlainAxis& axis = model_.axes()[axes[k]];
      const double moves = kWide * along[k] / along[searched], value = pose[at(axis.value)];
      if (!(along[searched] > kSingular) || !axis.limits.contains(value + moves) ||
          !axis.limits.contains(value - moves))
        return true;
    }
    return false;
  }

  const Case& source_;
  const Problem& problem_;
  const SolveRun& run_;
  const PlainModel& model_;
  const Global& method_;
  ArmSolutions all_;
  Report report_{};
  int allocations_ = 0;
};

}  // namespace

std::string broken_solutions(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model,
                             const std::function<std::string(std::span<const double>)>& broken_pose) {
  return Listed(source, problem, run, model).check(broken_pose);
}

}  // namespace kine::torture
