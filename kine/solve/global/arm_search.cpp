#include "kine/solve/global/arm_search.h"

#include <algorithm>
#include <cmath>

#include "kine/solve/global/arm_cost.h"
#include "kine/solve/global/closed_search.h"
#include "kine/solve/global/starts.h"

namespace kine::detail {
namespace {

constexpr int kIterations = 50;       // of one descent, at the most: it gives up long before
constexpr int kPolish = 6;            // steps from a pose in closed form; one or two but for singular ones
constexpr double kWarm = 0.3;         // squared error, radians and reaches, below which the seed may be near a solution
constexpr int kWarmIterations = 10;   // then
constexpr int kHopelessStarts = 1;    // where closed forms found nothing: for the best pose that there is
constexpr int kUnprovedStarts = 8;    // likewise, of six joints, where that is no proof: the tolerance may reach
constexpr int kBranchesRefined = 3;   // of a search with a locked joint
constexpr double kCoarse = 1.0 / 16;  // of the step of that search: how finely they are looked at
constexpr double kFine = 1.0 / 64;    // and the best
constexpr int kLimitedStarts = 6;     // after so many, every other descent may leave the limits on its way
constexpr int kStartsAround = 8;      // cautious ones, where a goal leaves room
constexpr int kChoiceStarts = 40;     // without structure: descents of which a choice takes the best

/// The best of a branch, and where.
struct BranchBest {
  double cost = kInfinity, locked = 0;
  bool done = false;
};

bool comes_near(Choice choice) { return choice == Choice::Nearest || choice == Choice::Posture; }

void copy(std::span<const double> from, std::span<double> to) { std::copy(from.begin(), from.end(), to.begin()); }

}  // namespace

std::size_t ArmSearch::bytes(std::size_t variables) { return 3 * variables * sizeof(double) + alignof(double); }

ArmSearch::ArmSearch(const Arm& arm, const ArmTarget& target, bool turned, ArmDescent& descent,
                     std::span<const double> seed, const ArmSearchSettings& settings, Scratch& scratch)
    : arm_(arm),
      target_(target),
      turned_(turned),
      descent_(descent),
      seed_(seed),
      settings_(settings),
      at_(scratch.take<double>(seed.size())),
      best_at_(scratch.take<double>(seed.size())),
      outside_(scratch.take<double>(seed.size())) {
  for (const ArmVariable& variable : arm.variables) most_weight_ = std::max<double>(most_weight_, variable.weight);
}

FirstDescent ArmSearch::first_descent(int max_starts) {
  return max_starts == 0 ? FirstDescent{kIterations, kInfinity} : FirstDescent{kWarmIterations, kWarm};
}

void ArmSearch::run() {
  starts_ = settings_.max_starts;
  best_.squared = kInfinity;
  copy(seed_, at_);
  copy(seed_, best_at_);
  const FirstDescent first = first_descent(starts_);
  const bool was_near = consider(first.iterations, first.largest);
  if (starts_ == 0 || (was_near && settings_.choice == Choice::Quick)) return;
  const Structure structure = turned_ ? structure_of(arm_) : Structure{};
  const bool has_structure = structure.family != Family::None;
  if (!has_structure && was_near && comes_near(settings_.choice)) return;
  if (has_room() && search_around() && settings_.choice == Choice::Quick) return;
  if (!has_structure) return search_starts(starts_);
  ClosedSearch closed(arm_, target_, structure, settings_.near.empty() ? seed_ : settings_.near);
  if (search_closed(closed)) return;
  if (!closed.comes_and_goes()) prove(closed);
  if (proof_ != Proof::Limits) search_starts(std::min(starts_, settings_.max_starts));
  if (best_.reached || !closed.comes_and_goes()) return;
  copy(seed_, at_);
  if (!closed.first_between(at_, [&](bool) { return consider(kPolish); })) prove(closed);
}

/// True if there are more ways to the target than joints tell apart, since how the tool is turned does not count, or not all
/// of it.
bool ArmSearch::has_room() const {
  const bool spins = !arm_.variables.empty() && arm_.variables.back().value < 0;
  return !turned_ || spins;
}

/// Cautiously from the seed, and from a few starts around it, so that the nearer ones of many ways are found. True if it reached.
bool ArmSearch::search_around() {
  Starts spread(arm_, seed_);
  copy(seed_, at_);
  descent_.be_cautious(true);
  bool reached = consider(kIterations);
  for (int start = 1; start <= kStartsAround && !reached; ++start) {
    spread.next(at_);
    const double share = start <= kStartsAround / 2 ? 0.25 : 0.5;
    for (std::size_t v = 0; v < at_.size(); ++v) at_[v] = seed_[v] + share * (at_[v] - seed_[v]);
    reached = consider(kIterations);
  }
  descent_.be_cautious(false);
  return reached;
}

/// True if a pose was found.
bool ArmSearch::search_closed(ClosedSearch& closed) {
  const auto accept = [&](bool exactly) { return consider(exactly ? kPolish : kIterations); };
  if (settings_.choice == Choice::Quick) return closed.first(at_, accept);
  choose(closed);
  return best_.reached || closed.first(at_, accept);
}

/// Looks at all poses. With a locked joint, those branches are looked at between its values that were best at one of them.
void ArmSearch::choose(ClosedSearch& closed) {
  std::array<BranchBest, SixPoses::kMost> branches{};
  const auto accept = [&](bool exactly) {
    BranchBest& best = branches[closed.branch()];
    // Poses that are farther than others of their branch need not be measured.
    if (exactly && comes_near(settings_.choice) && closed.has_lock() && cost() >= best.cost) return;
    if (!consider(exactly ? kPolish : kIterations) || !closed.has_lock()) return;
    const double cost_here = cost();
    if (cost_here < best.cost) best = {cost_here, at_[closed.lock_variable()], best.done};
  };
  const auto how_far = [&] { return farthest(); };
  closed.all(at_, accept, how_far);
  if (!closed.has_lock()) return;
  const auto by_cost = [](const BranchBest& a, const BranchBest& b) {
    return a.done < b.done || (a.done == b.done && a.cost < b.cost);
  };
  for (int i = 0; i < kBranchesRefined; ++i) {
    BranchBest& next = *std::min_element(branches.begin(), branches.end(), by_cost);
    if (next.cost == kInfinity) break;
    closed.refine(kCoarse, at_, accept, how_far, [&] { return next.locked; });
    next.done = true;
  }
  if (best_.reached) closed.refine(kFine, at_, accept, how_far, [&] { return best_at_[closed.lock_variable()]; });
}

/// What it means that no pose was found in closed form.
void ArmSearch::prove(ClosedSearch& closed) {
  if (!closed.found_all()) return;
  starts_ = kHopelessStarts;
  const ClosedSearch::Miss miss = closed.least_miss();
  if (!closed.found_all() || miss.inside) return;
  if (miss.outside == kInfinity) {
    const auto [metres, radians] = settings_.allowed;
    if (closed.proves_unreachable(metres, radians)) {
      proof_ = Proof::Unreachable;
    } else if (!closed.has_lock()) {
      starts_ = kUnprovedStarts;
    }
    return;
  }
  proof_ = Proof::Limits;
  closed.write(miss.values, miss.locked, at_);
  for (std::size_t k = 0; k < 6; ++k) outside_[static_cast<std::size_t>(closed.chain()[k].variable)] = miss.values[k];
  if (closed.has_lock()) outside_[closed.lock_variable()] = miss.locked;
  consider(kIterations);  // from the limits, as near as they let it come
}

void ArmSearch::search_starts(int starts) {
  Starts spread(arm_, seed_);
  copy(seed_, at_);
  for (int start = 0; start < starts; ++start) {
    if (start > 0) spread.next(at_);
    if (start >= kLimitedStarts && start % 2 == 0 && !find_without_limits()) continue;
    consider(kIterations);
    if (best_.reached && (settings_.choice == Choice::Quick || start + 1 >= kChoiceStarts)) return;
  }
}

/// A descent that lets hinges leave their limits; what it comes to is turned back into them by whole turns, or put on them.
/// True if that is worth another one: it reached.
bool ArmSearch::find_without_limits() {
  descent_.let_hinges_go(true);
  const DescentOutcome outcome = descent_.run(at_, kIterations);
  descent_.let_hinges_go(false);
  iterations_ += outcome.iterations;
  if (!outcome.reached) return false;
  for (std::size_t v = 0; v < at_.size(); ++v) {
    const ArmVariable& variable = arm_.variables[v];
    if (variable.turns) at_[v] = with_whole_turns(at_[v], seed_[v], variable.limits);
    at_[v] = variable.limits.clamp(at_[v]);
  }
  return true;
}

/// A descent from where `at_` is; what is best so far is kept. True if it reached.
bool ArmSearch::consider(int max_iterations, double largest) {
  const DescentOutcome outcome = descent_.run(at_, max_iterations, largest);
  iterations_ += outcome.iterations;
  if (outcome.reached) {
    const double cost_here = cost();
    if (!best_.reached || cost_here < best_cost_) {
      best_cost_ = cost_here;
      best_ = outcome;
      copy(at_, best_at_);
    }
  } else if (!best_.reached && outcome.squared < best_.squared) {
    best_ = outcome;
    copy(at_, best_at_);
  }
  return outcome.reached;
}

/// What a choice wants least of, at `at_`.
double ArmSearch::cost() {
  switch (settings_.choice) {
    case Choice::Quick:
      return 0;
    case Choice::Nearest:
    case Choice::Posture:
      return squared_distance(arm_, at_, settings_.near);
    case Choice::FarFromLimits:
      return nearest_to_limits(arm_, at_);
    case Choice::Manipulable:
      return -descent_.manipulability();
  }
  return 0;
}

/// How far from the seed a value may be, at the most, for its pose to cost less than the best.
double ArmSearch::farthest() const {
  return comes_near(settings_.choice) ? std::sqrt(best_cost_ * most_weight_) : kInfinity;
}

}  // namespace kine::detail
