#pragma once

namespace kine::detail {

/// Judges the rounds of a heuristic method by a number that should fall (see merit): which round is the best, when it
/// goes no nearer, and what then helps it on.
///
/// Overshoot. Near full stretch these methods move a tip by a small and nearly constant part of what is missing. So the
/// next round aims beyond the target by `overshoot` times what is missing, and that grows for as long as rounds get
/// little done: the same idea as over-relaxation. On a chain of 100 balls it takes a seventh of the rounds.
class Progress {
 public:
  struct Settings {
    int max_iterations;
    int shakes;               ///< how often it may be shaken
    bool has_shares = false;  ///< some joints hold back; they are asked to do more before anything is shaken
    bool hopeless = false;    ///< proved unreachable: nothing is shaken
  };

  Progress(const Settings& settings, double merit)
      : settings_(settings), shakes_left_(settings.shakes), last_(merit), best_(merit), mark_(merit) {}

  bool going() const { return iterations_ < settings_.max_iterations && !stuck_; }
  int iterations() const { return iterations_; }
  double overshoot() const { return overshoot_; }
  double ease() const { return ease_; }
  /// What part of the error the last round left.
  double left() const { return left_; }

  /// After a round. True if it is the best so far.
  bool judge(double merit);

  /// True if the best values so far should be shaken, by so much (a part of a radian).
  bool wants_shake() const { return wants_shake_; }
  double shake_size() const { return 0.05 * (1 << (round_ < 4 ? round_ : 4)); }
  int round() const { return round_; }
  /// After a shake.
  void shaken(double merit);

 private:
  void set_overshoot();
  void help();

  Settings settings_;
  int shakes_left_;
  int iterations_ = 0;
  int since_mark_ = 0;
  int round_ = 0;
  double last_, best_, mark_;
  double left_ = 0;
  double overshoot_ = 0;
  double ease_ = 1;
  bool stuck_ = false, wants_shake_ = false;
};

}  // namespace kine::detail
