#pragma once

// Damped least squares, the loop that all numerical methods share. With e the error, J the Jacobian and W the weights
// of the freedoms, a step is
//
//   dq = W J^T (J W J^T + mu 1)^-1 e,     mu = kDamping |e|^2 trace(J W J^T)
//
// in units in which lengths compare with angles. Damping by the squared error keeps the quadratic end of Newton's
// method and is what Yamashita and Fukushima ("On the rate of convergence of the Levenberg-Marquardt method", 2001)
// prove to converge at singular solutions too; Sugihara ("Solvability-unconcerned inverse kinematics by the
// Levenberg-Marquardt method", 2011) brought it to arms. The trace makes it the same for every length, unit and number
// of links. A step that makes things worse is taken back and damped more. Steps that help but hardly do so are held
// back by the damping (unequal weights do that): it is eased then.
//
// Near the end a step that makes things worse may stand for a while: next to a singular pose the way to the target is a
// narrow bent valley. Newton's step leaves it, so that the error grows at first, and is back in a few steps at a
// fraction of it; taking that step back means to creep along the valley floor, 20 to 60 steps. So a few steps may stray
// before they are judged (the watchdog of Chamberlain, Powell, Lemarechal and Pedersen, "The watchdog technique for
// forcing convergence in algorithms for constrained optimization", 1982); what is handed back is the best seen all the
// same.
//
// Where J^T e is nothing, as in a straight limb with the target on its line, no step helps at all: the problem is asked
// for a bend, a move that leaves the goals where they are to first order.

namespace kine::detail {

/// How a search goes on after each step. Errors are sums of squares, lengths in reaches and angles in radians, so that
/// nothing here depends on the size of a figure. The numbers are the best of a search by hand over the problem sets
/// (arms from near and far, chains of 3 to 100 balls, bodies of 18 segments); none of them is critical.
struct SearchRules {
  int stalls = 12;                ///< steps in a row that hardly help, or are taken back: it goes no nearer
  double hardly_better = 0.9999;  ///< of the squared error is left after a step that hardly helps
  double slow = 0.96;             ///< of the squared error is left after a step that the damping held back
  bool takes_every_step = false;  ///< worse ones too, for methods whose authors do: only the best is kept
  int patience = 200;             ///< so many steps must bring the best squared error down ...
  double enough = 0.99;           ///< ... to this part of itself, else it goes no nearer
};

/// What the problem is told about the step it is to make.
struct NextStep {
  double damping;  ///< mu, as a part of the trace of J W J^T
  bool from_best;  ///< the present values are the best so far: note them, to come back to
  double left;     ///< the part of the squared error that the step before this one left; 0: there was none
};

/// The state of a search: how much to damp, and whether a step may stand.
class DampedSearch {
 public:
  DampedSearch(double squared_error, const SearchRules& rules)
      : rules_(rules), now_(squared_error), best_(squared_error), mark_(squared_error) {}

  /// The damping that a squared error asks for, as a part of the trace of J W J^T.
  static constexpr double damping_at(double squared_error) { return kDamping * squared_error + kLeastDamping; }

  bool going() const { return stalled_ < rules_.stalls && since_mark_ < rules_.patience; }
  NextStep next() const { return {damping_at(extra_ * now_), astray_ == 0, left_}; }

  /// True if the present values are not the best.
  bool is_astray() const { return astray_ > 0; }
  bool may_take_back() const { return is_astray() && !rules_.takes_every_step; }

  /// After a step. False if it must be taken back.
  bool judge(double squared_error) {
    left_ = squared_error / now_;
    watch(squared_error);
    if (squared_error < best_) {
      stalled_ = squared_error > rules_.hardly_better * best_ ? stalled_ + 1 : 0;
      ease_damping(squared_error > rules_.slow * best_);
      best_ = now_ = squared_error;
      astray_ = 0;
      return true;
    }
    if (!rules_.takes_every_step && !may_stray(squared_error)) {
      take_back();
      return false;
    }
    ++astray_;
    now_ = squared_error;
    return true;
  }

  /// The problem has gone back to its best values.
  void take_back() {
    if (astray_ > 0) ++came_back_;
    astray_ = 0;
    now_ = best_;
    extra_ *= kRaise;
    ++stalled_;
  }

  /// The problem has bent: what was learnt about the damping before does not count any more.
  void bent() {
    extra_ = 1;
    stalled_ = 0;
  }

 private:
  static constexpr double kDamping = 0.05;        // of the squared error, and of the trace: see above
  static constexpr double kLeastDamping = 1e-13;  // of the trace: keeps a straight limb's matrix definite
  static constexpr double kRaise = 8;             // the damping, after a step that is taken back,
  static constexpr double kEase = 0.25;           // and after one that helped
  static constexpr int kStraySteps = 6;           // in a row
  static constexpr int kStrays = 2;               // that lead nowhere, in one search
  static constexpr double kStrayFrom = 1e-4;      // the largest squared error from which to stray,
  static constexpr double kStrayTo = 1e-3;        // and up to which

  /// After a step that helped: damping that was raised comes down again, and below what the error asks for only while
  /// that is too much.
  void ease_damping(bool slow) {
    if (slow || kEase * extra_ > 1) {
      extra_ *= kEase;
    } else if (extra_ > 1) {
      extra_ = 1;
    }
  }

  /// True if a step that made things worse may stand, in the hope of better ones behind it. One that changed next to
  /// nothing gives no such hope.
  bool may_stray(double squared_error) const {
    return best_ < kStrayFrom && squared_error < kStrayTo && astray_ < kStraySteps && came_back_ < kStrays &&
           (astray_ > 0 || squared_error * rules_.hardly_better > best_);
  }

  /// Steps that are never taken back may go round in circles, others may creep: the best must come down all the same.
  void watch(double squared_error) {
    if (squared_error < rules_.enough * mark_) {  // no progress where both are nothing, or both infinite
      mark_ = squared_error;
      since_mark_ = 0;
    } else {
      ++since_mark_;
    }
  }

  SearchRules rules_;
  double now_;        // squared error of the present values
  double best_;       // of the best ones
  double mark_;       // of the best ones when patience was last rewarded
  double extra_ = 1;  // times the damping
  double left_ = 0;
  int stalled_ = 0;
  int since_mark_ = 0;
  int astray_ = 0;     // steps since the error was last the best
  int came_back_ = 0;  // how often straying led nowhere
};

/// Searches until the problem is solved, it goes no nearer, or `most` steps are taken; gives their number. The problem
/// ends at the best values seen. All that differs between the methods is in `Problem`:
///
///   static bool kStallsNextToLines  a search that stalls may be led on by a bend
///   double squared_error() const    of the present values
///   bool reached() const            they will do
///   bool step(const NextStep&)      makes a step and measures; false, with nothing moved, if J^T e is nothing
///   bool bend()                     moves on from such a place and measures; false if nothing helps
///   void take_back()                goes back to the values last noted, and measures
template <class Problem>
int descend(Problem& problem, int most, const SearchRules& rules = {}) {
  DampedSearch search(problem.squared_error(), rules);
  int steps = 0;
  while (!problem.reached() && steps < most) {
    const bool stalled = !search.going();
    if (stalled && !Problem::kStallsNextToLines) break;
    ++steps;
    if (stalled || !problem.step(search.next())) {
      if (search.may_take_back()) {
        problem.take_back();
        search.take_back();
        continue;
      }
      if (!problem.bend()) break;
      search.bent();
    }
    if (!search.judge(problem.squared_error())) problem.take_back();
  }
  if (search.is_astray() && !problem.reached()) problem.take_back();
  return steps;
}

}  // namespace kine::detail
