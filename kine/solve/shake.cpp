#include "kine/solve/shake.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/tree/fit_links.h"
#include "kine/solve/tree/link_tree.h"

// A distance between two points, seen as s = b - a, is put right by
//
//   a += g u s,   b -= g v s,   g = (|s|^2 - L^2) / (2 |s|^2 (u + v)),
//
// u and v being the inverse masses (0 for a point that is held). That is SHAKE's correction, linear in |s|^2 and so
// without a square root, along the present bone: there is no earlier time step whose bone could be taken.
//
// One bone after the other put right is the method of Gauss and Seidel on a chain of n springs: it takes rounds of the
// order of n^2. Taking w times each correction, w = 2 / (1 + pi / (n + 1)), is Young's successive over-relaxation with
// his best factor for such a chain, and brings that down to the order of n (Young, "Iterative methods for solving
// partial difference equations of elliptic type", 1954).

namespace kine {
namespace {

using detail::LinkTree;
using detail::Motion;
using detail::TreeLink;
using detail::TreeTip;

constexpr detail::Abilities kAbilities{
    .place = false,
    .orient = false,
    .refuses_kind = "Shake takes reach goals only",
};

constexpr double kSettles = 0.99;  // of the worst bond's error must be left at most ...
constexpr int kPatience = 40;      // ... after so many rounds, else the bonds do not settle

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Shake& method, std::span<const double> pose,
               const Scratch& scratch) {
  if (method.shakes < 0) return "shakes must not be negative";
  if (method.cycle < 1) return "cycle must be at least 1";
  if (!(method.bone_tolerance > 0)) return "bone_tolerance must be positive";
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::kScratchTooSmall;
  return detail::fault_of(skeleton, goals, method.tolerance, method.max_iterations, method.movable, pose, kAbilities);
}

/// Two points and the squares of their shortest and longest distance.
struct Bond {
  int a, b;
  double least, most;
};

struct Mass {
  Vec3 at{};
  Vec3 wanted{};  ///< what its tips want, by weight
  double tip_weight = 0;
  double inverse = 1;  ///< 0: held
};

/// The squares of the shortest and longest distance between two joints that a third lies between, `u` before it and
/// `v` behind it at rest, by the limits of the third.
Bond across(const TreeLink& middle, const Vec3& u, const Vec3& v) {
  const double squares = dot(u, u) + dot(v, v), lengths = 2 * length(u) * length(v);
  Bond bond{-1, -1, squares - lengths, squares + lengths};
  if (middle.motion == Motion::Hinge && middle.checked && middle.limits.width() < kTwoPi) {
    // |u + R(t) v|^2 = squares + 2 (fixed + c cos t + s sin t), R about `axis`.
    const Vec3 axis = rotate(middle.rest, middle.axis);
    const Vec3 along = axis * dot(axis, v), aside = v - along;
    const double fixed = dot(u, along), c = dot(u, aside), s = dot(u, cross(axis, aside));
    const auto square = [&](double angle) {
      const SinCos turned = sin_cos(angle);
      return squares + 2 * (fixed + c * turned.cos + s * turned.sin);
    };
    const double first = square(middle.limits.lower), last = square(middle.limits.upper);
    bond.least = std::min<double>(first, last);
    bond.most = std::max<double>(first, last);
    const double swing = std::sqrt(c * c + s * s), top = atan2(s, c);
    const auto inside = [&](double angle) {
      const double turns = std::floor((angle - middle.limits.lower) / kTwoPi);
      return angle - turns * kTwoPi <= middle.limits.upper;
    };
    if (inside(top)) bond.most = squares + 2 * (fixed + swing);
    if (inside(top + kPi)) bond.least = squares + 2 * (fixed - swing);
  } else if (middle.motion == Motion::Ball && middle.ball && middle.ball->has_swing() && lengths > 0) {
    const double swing = std::max<double>(middle.ball->swing_first, middle.ball->swing_second);
    const double rest = acos(std::min<double>(1, std::max<double>(-1, 2 * dot(u, v) / lengths)));
    bond.most = squares + lengths * cos(std::max<double>(0, rest - swing));
    bond.least = squares + lengths * cos(std::min<double>(kPi, rest + swing));
  }
  bond.least = std::max<double>(0, bond.least);
  return bond;
}

class MassSystem {
 public:
  MassSystem(LinkTree& tree, Scratch& scratch)
      : tree_(tree),
        masses_(scratch.take<Mass>(tree.links.size())),
        bonds_(scratch.take<Bond>(3 * tree.links.size())),
        mass_of_(scratch.take<int>(tree.links.size())),
        last_child_(scratch.take<int>(tree.links.size())),
        points_(scratch.take<Vec3>(tree.links.size())),
        weights_(scratch.take<double>(tree.links.size())) {
    settings_.least = 1e-12 * tree.reach;
    for (std::size_t k = 0; k < tree_.links.size(); ++k) add(static_cast<int>(k));
    relax_ = 2 / (1 + kPi / (longest_chain() + 1));
    for (const TreeTip& tip : tree_.tips) {
      Mass& mass = masses_[index(mass_of_[index(tip.link)])];
      mass.tip_weight += tip.weight;
      mass.wanted += (tip.wanted - mass.wanted) * (tip.weight / mass.tip_weight);
    }
  }

  int run(const Shake& method) {
    detail::Progress progress = detail::start(tree_, method.max_iterations, method.shakes);
    bool reached = detail::all_reached(tree_);
    int rounds = 0;
    while (!reached && progress.going() && rounds < method.max_iterations) {
      start(progress.overshoot());
      const int most = method.max_iterations - rounds;
      const int cycle = most < method.cycle ? most : method.cycle;
      const int taken = settle(cycle, method.bone_tolerance);
      rounds += taken;
      if (taken == cycle) {  // the bones are torn between root and target: let them have their length
        tips_held_ = false;
        const int rest = method.max_iterations - rounds;
        rounds += settle(rest < cycle / 2 ? rest : cycle / 2, method.bone_tolerance);
        tips_held_ = true;
      }
      settings_.ease = progress.ease();
      fit();
      reached = detail::judge(tree_, progress);
    }
    detail::restore_values(tree_);
    return rounds;
  }

 private:
  void add(int k) {
    const TreeLink& link = tree_.links[index(k)];
    last_child_[index(k)] = -1;
    const bool slides = link.motion == Motion::Slide;
    if (link.above >= 0 && !slides && link.offset == Vec3{}) {
      mass_of_[index(k)] = mass_of_[index(link.above)];
      return;
    }
    const int sibling = link.above < 0 ? -1 : last_child_[index(link.above)];
    if (sibling >= 0 && !slides && tree_.links[index(sibling)].offset == link.offset) {
      mass_of_[index(k)] = mass_of_[index(sibling)];
      return;
    }
    const int mass = static_cast<int>(mass_count_++);
    mass_of_[index(k)] = mass;
    masses_[index(mass)] = Mass{};
    if (link.above < 0) {
      if (!slides) masses_[index(mass)].inverse = 0;
      return;
    }
    const detail::BoneLength bone = detail::bone_length(link);
    if (bone.most < kInfinity)
      add_bond({mass_of_[index(link.above)], mass, bone.least * bone.least, bone.most * bone.most});
    if (slides) return;
    add_sibling(link, k);
    add_across(link, mass);
  }

  /// Two bones on one link keep the distance of their ends.
  void add_sibling(const TreeLink& link, int k) {
    int& sibling = last_child_[index(link.above)];
    if (sibling >= 0) {
      const Vec3 apart = link.offset - tree_.links[index(sibling)].offset;
      const double square = dot(apart, apart);
      add_bond({mass_of_[index(sibling)], mass_of_[index(k)], square, square});
    }
    sibling = k;
  }

  /// The limits of the link above, as a distance between what it hangs on and what hangs on it.
  void add_across(const TreeLink& link, int mass) {
    const TreeLink& middle = tree_.links[index(link.above)];
    if (middle.above < 0 || middle.motion == Motion::Slide || middle.offset == Vec3{}) return;
    Bond bond = across(middle, middle.offset, rotate(middle.rest, link.offset));
    const double sum = length(middle.offset) + length(link.offset), least = length(middle.offset) - length(link.offset);
    const bool binds = bond.least > least * least * (1 + 1e-9) || bond.most < sum * sum * (1 - 1e-9);
    bond.a = mass_of_[index(middle.above)];
    bond.b = mass;
    if (binds) add_bond(bond);
  }

  /// The number of bones from the root to the farthest tip.
  int longest_chain() const {
    int longest = 1;
    for (const TreeTip& tip : tree_.tips) {
      int bones = 0;
      for (int k = tip.link; k >= 0; k = tree_.links[index(k)].above)
        bones += tree_.links[index(k)].above >= 0 && mass_of_[index(k)] != mass_of_[index(tree_.links[index(k)].above)];
      longest = bones > longest ? bones : longest;
    }
    return longest;
  }

  void add_bond(const Bond& bond) { bonds_[bond_count_++] = bond; }

  /// The masses go where the links are, those with tips to (or beyond) their targets.
  void start(double overshoot) {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) masses_[index(mass_of_[k])].at = tree_.links[k].at;
    for (std::size_t k = 0; k < mass_count_; ++k) {
      Mass& mass = masses_[k];
      if (!(mass.tip_weight > 0)) continue;
      if (mass.inverse > 0 || mass.at == mass.wanted) mass.at = mass.wanted + (mass.wanted - mass.at) * overshoot;
    }
  }

  double inverse_of(const Mass& mass) const { return tips_held_ && mass.tip_weight > 0 ? 0 : mass.inverse; }

  /// Puts one distance right; gives how far it was off, as a part of its square.
  double mend(const Bond& bond) {
    Mass &a = masses_[index(bond.a)], &b = masses_[index(bond.b)];
    const Vec3 s = b.at - a.at;
    const double square = dot(s, s);
    const double wanted = square < bond.least ? bond.least : square > bond.most ? bond.most : square;
    if (wanted == square) return 0;
    const double u = inverse_of(a), v = inverse_of(b);
    if (u + v == 0) return 0;
    // Points that have come far too near are driven apart by at most twice their distance.
    double g = square > 0 ? (square - wanted) / (2 * square * (u + v)) : 0;
    if (g * (u + v) < -1) g = -1 / (u + v);
    g *= relax_;
    a.at += s * (g * u);
    b.at -= s * (g * v);
    const double off = square - wanted;
    return (off < 0 ? -off : off) / (wanted > 0 ? wanted : square);
  }

  /// Rounds over all bonds, there and back in turn, until all are right within tolerance or it gets no better. Gives their
  /// number.
  int settle(int most, double tolerance) {
    const double enough = 2 * tolerance;  // of a square
    double mark = kInfinity;
    int since_mark = 0;
    for (int round = 0; round < most; ++round) {
      double worst = 0;
      if (round % 2 == 0) {
        for (std::size_t k = bond_count_; k-- > 0;) worst = std::max<double>(worst, mend(bonds_[k]));
      } else {
        for (std::size_t k = 0; k < bond_count_; ++k) worst = std::max<double>(worst, mend(bonds_[k]));
      }
      if (worst <= enough) return round + 1;
      if (worst < kSettles * mark) {
        mark = worst;
        since_mark = 0;
      } else if (++since_mark > kPatience) {
        return round + 1;
      }
    }
    return most;
  }

  void fit() {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      points_[k] = masses_[index(mass_of_[k])].at;
      weights_[k] = 1;
    }
    detail::fit_to_points(tree_, points_, weights_, settings_);
  }

  LinkTree& tree_;
  std::span<Mass> masses_;
  std::span<Bond> bonds_;
  std::span<int> mass_of_;
  std::span<int> last_child_;  // of each link, so far
  std::span<Vec3> points_;
  std::span<double> weights_;
  std::size_t mass_count_ = 0, bond_count_ = 0;
  double relax_ = 1;  // w
  bool tips_held_ = true;
  detail::MoveSettings settings_;
};

}  // namespace

namespace {

std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes) {
  const std::size_t links = index(skeleton.axis_count()) + sizes.goals;
  const std::size_t each = sizeof(Mass) + 3 * sizeof(Bond) + 2 * sizeof(int) + sizeof(Vec3) + sizeof(double);
  return detail::tree_bytes(skeleton, sizes) + links * each + 6 * alignof(std::max_align_t);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Shake&) {
  return bytes_of(skeleton, detail::sizes_of(skeleton, goals));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Shake&) {
  return bytes_of(skeleton, detail::sizes_at_most(rows));
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Shake& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = fault_of(skeleton, goals, method, pose, scratch)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  LinkTree tree = detail::make_tree(skeleton, goals, method.tolerance, method.movable, pose, scratch);
  if (tree.has_followers)
    return detail::bad_input("Shake takes no joints that follow one another on the way to a goal: use Ccd or FullBody");
  const int iterations = MassSystem(tree, scratch).run(method);
  Report report = detail::finish(skeleton, tree, pose);
  report.iterations = iterations;
  return report;
}

}  // namespace kine
