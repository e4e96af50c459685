#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/solve/global.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/closed_search.h"
#include "kine/solve/global/descent.h"
#include "kine/solve/global/six_chain.h"

namespace kine::detail {

/// How an arm is searched.
struct ArmSearchSettings {
  Choice choice = Choice::Quick;
  int max_starts = 0;
  std::span<const double> near{};  ///< the variables that Nearest and Posture come near to
  Allowed allowed{};               ///< what a pose that reaches may miss the target by
};

/// What is known of a target that was not reached.
enum class Proof : std::uint8_t {
  None,
  Limits,       ///< there are poses, all that were found outside the limits
  Unreachable,  ///< there is none
};

/// How the first descent, from the seed itself, is bounded.
struct FirstDescent {
  int iterations;
  double largest;  ///< squared error, radians and reaches, above which it does not set out
};

/// Looks for a pose: from the seed where that is near, in closed form, and by descents from many starts.
class ArmSearch {
 public:
  /// The arm, `descent` for its target and the seed, inside its limits, must outlive it.
  ArmSearch(const Arm& arm, const ArmTarget& target, bool turned, ArmDescent& descent, std::span<const double> seed,
            const ArmSearchSettings& settings, Scratch& scratch);
  static std::size_t bytes(std::size_t variables);
  static FirstDescent first_descent(int max_starts);

  void run();

  const DescentOutcome& best() const { return best_; }
  std::span<const double> best_at() const { return best_at_; }
  int iterations() const { return iterations_; }
  Proof proof() const { return proof_; }
  /// Proof::Limits: the values of the pose that is least outside its limits.
  std::span<const double> outside() const { return outside_; }

 private:
  bool has_room() const;
  bool search_around();
  bool search_closed(ClosedSearch& closed);
  void choose(ClosedSearch& closed);
  void search_starts(int starts);
  void prove(ClosedSearch& closed);
  bool find_without_limits();
  bool consider(int max_iterations, double largest = kInfinity);
  double cost();
  double farthest() const;

  const Arm& arm_;
  const ArmTarget& target_;
  bool turned_;
  ArmDescent& descent_;
  std::span<const double> seed_;
  ArmSearchSettings settings_;
  std::span<double> at_, best_at_, outside_;
  DescentOutcome best_{};
  double best_cost_ = kInfinity;
  double most_weight_ = 0;
  int iterations_ = 0;
  int starts_ = 0;  // how many descents are worth while
  Proof proof_ = Proof::None;
};

}  // namespace kine::detail
