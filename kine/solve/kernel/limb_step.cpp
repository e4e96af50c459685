#include "kine/solve/kernel/limb_step.h"

#include <algorithm>
#include <cmath>

#include "kine/math/mat3.h"
#include "kine/model/pose.h"

// Damped least squares on a limb. With e the error, J the Jacobian and W the weights a step is
//
//   dq = W J^T (J W J^T + mu 1)^-1 e,     mu = kDamping |e|^2 trace(J W J^T)
//
// in units in which the limb is one long. Damping by the squared error keeps the quadratic end of Newton's method and
// is what Yamashita and Fukushima ("On the rate of convergence of the Levenberg-Marquardt method", 2001) prove to
// converge at singular solutions too; Sugihara ("Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt
// method", 2011) brought it to arms. The trace makes it the same for every length, unit and number of links. A step
// that makes things worse is taken back and damped more.
//
// Limits: a link that a step would carry past its limit goes to the limit and no farther; its columns leave the system,
// what it did is taken off the error, and the rest is solved again, so the others take over what it could not do.
//
// Steps that help but hardly do so are held back by the damping (unequal weights do that): it is eased then. Where J^T
// e is nothing, as in a straight limb with the target on its line, no step helps at all: the limb is bent, see `bend`.

namespace kine::kernel {
namespace {

constexpr double kDamping = 0.05;
constexpr double kLeastDamping = 1e-13;  // of the trace: keeps a straight limb's matrix definite
constexpr int kLimitPasses = 4;
constexpr double kNoShare = 0.999;  // of the squared error is left after a step that is not worth taking
constexpr double kFlat = 1e-12;     // of the largest |J^T e|^2 there could be: nothing
constexpr double kBendDamping = 1e-9;
constexpr double kBent = 0.999;  // of the squared error is left after a bend that is worth taking

/// A column of the Jacobian with its weight: what a link that moves at speed one does to the tip.
template <int M>
struct Column;

template <>
struct Column<3> {
  Vec3 linear;
  double along(const double* y) const { return linear.x * y[0] + linear.y * y[1] + linear.z * y[2]; }
  void add_to(double factor, double* y) const {
    y[0] += linear.x * factor;
    y[1] += linear.y * factor;
    y[2] += linear.z * factor;
  }
};

template <>
struct Column<6> {
  Vec3 angular, linear;
  double along(const double* y) const { return dot(angular, {y[0], y[1], y[2]}) + dot(linear, {y[3], y[4], y[5]}); }
  void add_to(double factor, double* y) const {
    y[0] += angular.x * factor;
    y[1] += angular.y * factor;
    y[2] += angular.z * factor;
    y[3] += linear.x * factor;
    y[4] += linear.y * factor;
    y[5] += linear.z * factor;
  }
};

template <int M>
Column<M> turning(const Vec3& axis, const Vec3& to_tip) {
  if constexpr (M == 3) return {cross(axis, to_tip)};
  if constexpr (M == 6) return {axis, cross(axis, to_tip)};
}

template <int M>
Column<M> sliding(const Vec3& axis) {
  if constexpr (M == 3) return {axis};
  if constexpr (M == 6) return {{}, axis};
}

/// The system of one step: the lower triangle of J W J^T, and the error.
template <int M>
struct System {
  Matrix<double, M, M> normal{};
  std::array<double, M> error{};
  double scale = 1;  // 1 / reach: lengths are measured in reaches

  void add(const Column<M>& column, double weight) {
    std::array<double, M> c{};
    column.add_to(1, c.data());
    for (int j = 0; j < M; ++j) {
      const double weighted = weight * c[static_cast<std::size_t>(j)];
      for (int i = j; i < M; ++i) normal(i, j) += weighted * c[static_cast<std::size_t>(i)];
    }
  }
  double trace() const {
    double sum = 0;
    for (int i = 0; i < M; ++i) sum += normal(i, i);
    return sum;
  }
  /// y with (normal + mu) y = error.
  std::array<double, M> solve(double mu) const {
    Matrix<double, M, M> damped = normal;
    for (int i = 0; i < M; ++i) damped(i, i) += mu;
    std::array<double, M> y = error;
    if (!ldlt_factor_definite(damped)) return {};
    ldlt_solve_definite(damped, y);
    return y;
  }
};

template <int M>
class LimbSolver {
 public:
  LimbSolver(Limb& limb, const LimbTarget& target, const LimbSettings& settings)
      : limb_(limb), target_(target), settings_(settings), per_reach_(limb.reach > 0 ? 1 / limb.reach : 1) {}

  LimbOutcome run() {
    tip_ = place_links(limb_);
    measure();
    keep();
    while (!reached() && outcome_.iterations < settings_.max_iterations && stalled_ < kStalls) {
      ++outcome_.iterations;
      if (!step()) {
        if (!bend()) break;
        continue;
      }
      tip_ = place_links(limb_);
      const double before = error_squared_;
      measure();
      if (error_squared_ < before) {
        stalled_ = error_squared_ > kHardlyBetter * before ? stalled_ + 1 : 0;
        if (extra_ > 1 || error_squared_ > kSlow * before) extra_ /= 4;
        keep();
      } else {
        take_back(before);
      }
    }
    return outcome_;
  }

 private:
  static constexpr int kStalls = 12;               // steps in a row that hardly help: it goes no nearer
  static constexpr double kHardlyBetter = 0.9999;  // of the squared error
  static constexpr double kSlow = 0.99;            // likewise: the damping holds it back

  bool reached() const {
    return outcome_.position_error <= settings_.position_tolerance &&
           (M == 3 || outcome_.angle_error <= settings_.angle_tolerance);
  }

  void measure() {
    const Vec3 off = target_.position - tip_.position;
    outcome_.position_error = length(off);
    const Vec3 linear = off * per_reach_;
    error_squared_ = dot(linear, linear);
    if constexpr (M == 3) {
      system_.error = {linear.x, linear.y, linear.z};
    } else {
      const Vec3 angular = log(target_.rotation * conjugate(tip_.rotation));
      outcome_.angle_error = length(angular);
      error_squared_ += dot(angular, angular);
      system_.error = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    }
  }

  void keep() {
    for (Link& link : limb_.links) {
      link.kept = link.value;
      link.kept_amount = link.amount;
    }
  }

  void restore() {
    for (Link& link : limb_.links) {
      link.value = link.kept;
      link.amount = link.kept_amount;
    }
    tip_ = place_links(limb_);
    measure();
  }

  void take_back(double error_before) {
    restore();
    error_squared_ = error_before;
    extra_ *= 8;
    ++stalled_;
  }

  Column<M> column_of(const Link& link) const {
    if (link.kind == LinkKind::Slide) return sliding<M>(link.axis);  // in reaches: see weight_of
    return turning<M>(link.axis, (tip_.position - link.at) * per_reach_);
  }

  /// Sliders are measured in reaches too, so that a metre means the same as a radian.
  double weight_of(const Link& link) const { return link.weight; }
  double to_amount(const Link& link) const { return link.kind == LinkKind::Slide ? limb_.reach : 1; }

  void add_ball(const Link& link, double w) {
    const Vec3 r = (tip_.position - link.at) * per_reach_;
    if constexpr (M == 3) {
      // The sum over three square axes a of (a x r)(a x r)^T is r.r 1 - r r^T: no axes are needed.
      Matrix<double, 3, 3>& n = system_.normal;
      const double xx = w * r.x * r.x, yy = w * r.y * r.y, zz = w * r.z * r.z;
      n(0, 0) += yy + zz;
      n(1, 1) += xx + zz;
      n(2, 2) += xx + yy;
      n(1, 0) -= w * r.x * r.y;
      n(2, 0) -= w * r.x * r.z;
      n(2, 1) -= w * r.y * r.z;
    } else {
      system_.add(turning<M>(kUnitX, r), w);
      system_.add(turning<M>(kUnitY, r), w);
      system_.add(turning<M>(kUnitZ, r), w);
    }
  }

  /// False, and nothing is moved, where no link can bring the tip nearer by turning a little: see bend.
  bool step() {
    system_.normal = {};
    for (Link& link : limb_.links) {
      link.held = false;
      if (link.kind == LinkKind::Ball) {
        add_ball(link, link.weight);
      } else {
        system_.add(column_of(link), weight_of(link));
      }
    }
    const double trace = system_.trace();
    const double mu = (kDamping * extra_ * error_squared_ + kLeastDamping) * trace;
    std::array<double, M> y = system_.solve(mu);
    if (is_stationary(y, mu, trace)) return false;
    if (limb_.limited) {
      for (int pass = 0; pass < kLimitPasses && hold_at_limits(y); ++pass) y = system_.solve(mu);
    }
    for (Link& link : limb_.links) move(link, y);
    return true;
  }

  /// True if J^T e is as good as nothing, limits or not. `y` is tried first: it costs little and is seldom in doubt.
  bool is_stationary(const std::array<double, M>& y, double mu, double trace) const {
    double left = 0;
    for (std::size_t i = 0; i < M; ++i) left += system_.error[i] * y[i];
    if (mu * left < kNoShare * error_squared_) return false;
    double downhill = 0;
    for (int j = 0; j < M; ++j) {
      const double e = system_.error[static_cast<std::size_t>(j)];
      downhill += system_.normal(j, j) * e * e;
      for (int i = j + 1; i < M; ++i)
        downhill += 2 * system_.normal(i, j) * e * system_.error[static_cast<std::size_t>(i)];
    }
    return !(downhill > kFlat * trace * error_squared_);
  }

  /// A straight limb with the target on its line: no small turn helps, though a bend would. Tries a few bends that
  /// leave the tip where it is to first order (z - W J^T (J W J^T)^-1 J z, with z a turn of every link), the largest
  /// first. False if none brings the tip nearer: then this is as near as it comes.
  bool bend() {
    const double before = error_squared_;
    const double mu = kBendDamping * system_.trace();
    const double size =
        2 * std::min<double>(1, std::sqrt(std::sqrt(error_squared_)));  // an arc of a radians is a^2/24 shorter
    for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX}) {
      system_.error = {};
      for (const Link& link : limb_.links) add_bend(link, axis);
      const std::array<double, M> y = system_.solve(mu);
      double all = 0;
      for (const Link& link : limb_.links) all += length(bend_of(link, axis, y));
      for (const double part : {1.0, -1.0, 0.25, -0.25, 0.0625, -0.0625}) {
        if (!(all > 0)) break;
        for (Link& link : limb_.links) bend_link(link, bend_of(link, axis, y) * (part * size / all));
        tip_ = place_links(limb_);
        measure();
        if (error_squared_ < kBent * before) {
          keep();
          extra_ = 1;
          return true;
        }
        restore();
      }
    }
    return false;
  }

  /// What a hinge does in a bend: it turns towards the middle of its range.
  static double towards_middle(const Link& link) {
    if (link.kind == LinkKind::Slide) return 0;
    return 2 * link.amount > link.limits.lower + link.limits.upper ? -1 : 1;
  }

  /// Adds what a link of the bend does to the tip.
  void add_bend(const Link& link, const Vec3& axis) {
    if (link.kind == LinkKind::Ball) {
      turning<M>(axis, (tip_.position - link.at) * per_reach_).add_to(1, system_.error.data());
    } else {
      column_of(link).add_to(towards_middle(link), system_.error.data());
    }
  }

  /// A link's part of the bend: a ball's turn in the world, or a hinge's or slider's in x.
  Vec3 bend_of(const Link& link, const Vec3& axis, const std::array<double, M>& y) const {
    if (link.kind == LinkKind::Ball) return axis - turn_along(link, y) * link.weight;
    return {towards_middle(link) - weight_of(link) * column_of(link).along(y.data()), 0, 0};
  }

  void bend_link(Link& link, const Vec3& by) {
    if (link.kind == LinkKind::Ball) {
      turn_ball(link, by);
    } else {
      link.amount = link.limits.clamp(link.amount + by.x * to_amount(link));
    }
  }

  /// Takes the links that would pass a limit out of the system. False if there are none.
  bool hold_at_limits(const std::array<double, M>& y) {
    bool any = false;
    for (Link& link : limb_.links) {
      if (link.held) continue;
      if (link.kind == LinkKind::Ball) {
        any |= link.ball && hold_ball(link, y);
        continue;
      }
      const Column<M> column = column_of(link);
      const double unit = to_amount(link);
      const double wanted = link.amount + settings_.step * weight_of(link) * column.along(y.data()) * unit;
      if (link.limits.contains(wanted)) continue;
      link.held = any = true;
      link.change = link.limits.clamp(wanted) - link.amount;
      system_.add(column, -weight_of(link));
      column.add_to(-link.change / unit, system_.error.data());
    }
    return any;
  }

  /// A ball that would leave its limits goes to the nearest turn inside, and out of the system.
  bool hold_ball(Link& link, const std::array<double, M>& y) {
    const Quat before = link.value;
    turn_freely(link, turn_along(link, y) * (settings_.step * link.weight));
    if (!(limit_violation(*link.ball, link.value) > 0)) {
      link.value = before;
      return false;
    }
    link.value = clamp_to_limits(*link.ball, link.value);
    link.held = true;
    const Quat turned = conjugate(before) * link.value;
    const Vec3 turn = rotate(link.world, turned.vector() * (turned.w < 0 ? -2 : 2));
    add_ball(link, -link.weight);
    turning<M>(turn, (tip_.position - link.at) * per_reach_).add_to(-1, system_.error.data());
    return true;
  }

  void move(Link& link, const std::array<double, M>& y) {
    if (link.kind == LinkKind::Ball) {
      if (link.held) return;
      turn_ball(link, turn_along(link, y) * (settings_.step * link.weight));
      return;
    }
    if (link.held) {
      link.amount += link.change;
    } else {
      link.amount += settings_.step * weight_of(link) * column_of(link).along(y.data()) * to_amount(link);
    }
    link.amount = link.limits.clamp(link.amount);
  }

  /// J^T y of a ball: a turn about r x y (and the orientation's part), in the world.
  Vec3 turn_along(const Link& link, const std::array<double, M>& y) const {
    const Vec3 r = (tip_.position - link.at) * per_reach_;
    if constexpr (M == 3) return cross(r, {y[0], y[1], y[2]});
    if constexpr (M == 6) return Vec3{y[0], y[1], y[2]} + cross(r, {y[3], y[4], y[5]});
  }

  /// The turn is taken as the quaternion (turn/2, 1) made one long: for small turns the exponential, for large ones
  /// shorter, and no trigonometry.
  static void turn_freely(Link& link, const Vec3& turn) {
    const Vec3 half = rotate(conjugate(link.world), turn) * 0.5;
    const Quat turned = link.value * Quat{half.x, half.y, half.z, 1};
    link.value = turned * (1 / std::sqrt(dot(turned, turned)));
  }

  static void turn_ball(Link& link, const Vec3& turn) {
    turn_freely(link, turn);
    if (link.ball) link.value = clamp_to_limits(*link.ball, link.value);
  }

  Limb& limb_;
  const LimbTarget& target_;
  const LimbSettings& settings_;
  const double per_reach_;
  System<M> system_;
  Tip tip_{};
  LimbOutcome outcome_;
  double error_squared_ = 0;
  double extra_ = 1;  // more damping after steps that made things worse
  int stalled_ = 0;
};

}  // namespace

LimbOutcome reach_limb(Limb& limb, const Vec3& target, const LimbSettings& settings) {
  const LimbTarget wanted{target, {}};
  return LimbSolver<3>(limb, wanted, settings).run();
}

LimbOutcome place_limb(Limb& limb, const LimbTarget& target, const LimbSettings& settings) {
  return LimbSolver<6>(limb, target, settings).run();
}

}  // namespace kine::kernel
