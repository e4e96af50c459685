// The least speeds that serve a growing task inside bounds.
//
// Of all y with A y = b(s) and lower <= y <= upper the shortest is y = clamp(A^T m) for some multipliers m: each joint
// moves as the task pulls it, or stands at its bound while it is pulled further. As b(s) = b0 + s d grows, m changes
// along straight pieces. A piece ends where a joint comes to its bound (it stays there and the others take over), where
// one at its bound is pulled less again (it is let go), or where the joints left cannot serve d any more. Then, if a
// change of the multipliers alone lets some joint go, it goes on; if not, that change proves that no speeds serve more
// (Farkas), and s is the largest there is. This is the critical line of Markowitz (1956) applied to the saturation in
// the null space of Flacco, De Luca & Khatib (2012).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/dense/svd.h"

namespace kine::detail {

/// A bound on three joints together: weights . y[columns] <= bound, with bound >= 0. What a cone leaves to a ball.
struct Cut {
  std::array<int, 3> columns{-1, -1, -1};  ///< -1: that one is not among the unknowns
  std::array<double, 3> weights{};         ///< of unit length
  double bound = 0;
};

class BoundedPath {
 public:
  /// `rows` (k by n) are at right angles and of unit length; lower <= 0 <= upper. Starts at y = 0. A direction counts as lost
  /// when the joints left would have to go 1/`threshold` times as fast for it as all joints together.
  BoundedPath(ConstMatrixView<double> rows, std::span<const double> lower, std::span<const double> upper,
              std::span<const Cut> cuts, double threshold, Scratch& scratch)
      : rows_(rows), lower_(lower), upper_(upper), cuts_(cuts), threshold_(threshold > kRank ? threshold : kRank) {
    const auto n = static_cast<std::size_t>(rows.cols());
    const auto k = static_cast<std::size_t>(rows.rows()) + cuts.size();
    const std::size_t least = k < n ? k : n;
    y_ = scratch.take<double>(n);
    pull_ = scratch.take<double>(n);
    pull_change_ = scratch.take<double>(n);
    side_ = scratch.take<int>(n);
    free_ = scratch.take<int>(n);
    force_ = scratch.take<double>(cuts.size());
    force_change_ = scratch.take<double>(cuts.size());
    active_ = scratch.take<bool>(cuts.size());
    wanted_ = scratch.take<double>(k);
    multipliers_ = scratch.take<double>(k);
    along_ = scratch.take<double>(least);
    sigma_ = scratch.take<double>(least);
    matrix_ = scratch.take<double>(k * n);
    u_ = scratch.take<double>(k * least);
    v_ = scratch.take<double>(n * least);
    work_ = scratch.take<double>(k * n);
    restart();
  }

  static std::size_t bytes(std::size_t k, std::size_t n) {
    const std::size_t least = k < n ? k : n;
    return (3 * n + 4 * k + 2 * least + 2 * k * n + (k + n) * least) * sizeof(double) + 2 * n * sizeof(int) + k +
           20 * alignof(std::max_align_t);
  }

  void restart() {
    for (double& y : y_) y = 0;
    for (double& pull : pull_) pull = 0;
    for (int& side : side_) side = 0;
    for (double& force : force_) force = 0;
    for (bool& active : active_) active = false;
  }

  std::span<const double> speeds() const { return y_; }
  /// Where a joint stands: -1 at its lower bound, 1 at its upper, 0 between.
  int side(int joint) const { return side_[at(joint)]; }
  bool is_active(std::size_t cut) const { return active_[cut]; }

  /// Goes on from where it is until the task has grown by `direction` (k numbers), or as far as the bounds let it.
  /// Returns how much of it, 0 to 1.
  double advance(std::span<const double> direction) {
    double done = 0;
    const int bounds = rows_.cols() + static_cast<int>(cuts_.size()), most = 8 * bounds + 16;
    int idle = 0;  // events in a row without a step between: more than there are bounds go round in circles
    for (int event = 0; event < most && idle <= bounds; ++event) {
      const bool grows = find_change(direction);
      const Event next = next_event(grows, grows ? 1 - done : -1);
      if (!grows && next.what == Event::None) return done;
      idle = next.after > 0 ? 0 : idle + 1;
      move(grows, next.after);
      if (next.what == Event::None) return 1;
      if (grows) done += next.after;
      happen(next);
    }
    return done;
  }

 private:
  static constexpr double kRank = 1e-5;         // joints that would have to race a hundred thousand times faster
  static constexpr double kConsistent = 1e-11;  // of the task: less is rounding
  static constexpr double kNegligible = 1e-13;  // of the largest change: no event comes of it

  struct Event {
    enum What { None, Stop, Release, CutOn, CutOff };
    What what = None;
    int which = -1;
    int side = 0;
    double after = 0;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  double cut_dot(const Cut& cut, std::span<const double> y, bool free_only) const {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (cut.columns[k] < 0) continue;
      const std::size_t j = at(cut.columns[k]);
      if (!free_only || side_[j] == 0) sum += cut.weights[k] * y[j];
    }
    return sum;
  }

  /// Fills pull_change_ (of free joints that is the change of their speed) and force_change_. True: the task grows with
  /// them. False: it cannot; they then are a change of the multipliers alone.
  bool find_change(std::span<const double> direction) {
    const int k = rows_.rows();
    int active = 0;
    for (const bool on : active_) active += on;
    int count = 0;
    for (int j = 0; j < rows_.cols(); ++j)
      if (side_[at(j)] == 0) free_[at(count++)] = j;
    const int all = k + active;
    for (int i = 0; i < all; ++i) wanted_[at(i)] = i < k ? direction[at(i)] : 0.0;
    const std::span<double> wanted = wanted_.first(at(all)), multipliers = multipliers_.first(at(all));
    if (active == 0 && count == rows_.cols()) {  // rows at right angles: the task is its own answer
      for (int i = 0; i < k; ++i) multipliers[at(i)] = direction[at(i)];
      spread(multipliers);
      return true;
    }
    const int least = all < count ? all : count;
    const MatrixView<double> matrix(matrix_.data(), all, count), u(u_.data(), all, least), v(v_.data(), count, least);
    gather(count, matrix);
    const std::span<double> sigma = sigma_.first(at(least));
    int rank = 0;
    if (least > 0 && svd<double>(matrix, sigma, u, v, work_).ok)
      while (rank < least && sigma[at(rank)] > threshold_) ++rank;
    const std::span<double> along = along_.first(at(rank));
    transpose_multiply<double>(u.block(0, 0, all, rank), wanted, along);
    multiply<double>(u.block(0, 0, all, rank), along, multipliers);
    for (int i = 0; i < all; ++i) multipliers[at(i)] = wanted[at(i)] - multipliers[at(i)];
    const double lacking = norm(multipliers);
    if (lacking > kConsistent * norm(wanted)) {
      for (double& m : multipliers) m /= lacking;
      spread(multipliers);
      return false;
    }
    for (double& a : along) a /= sigma[at(static_cast<int>(&a - along.data()))];
    const std::span<double> speeds = work_.first(at(count));  // from V, not through the squares of the multipliers
    multiply<double>(v.block(0, 0, count, rank), along, speeds);
    for (int i = 0; i < rank; ++i) along[at(i)] /= sigma[at(i)];
    multiply<double>(u.block(0, 0, all, rank), along, multipliers);
    spread(multipliers);
    for (int f = 0; f < count; ++f) pull_change_[at(free_[at(f)])] = speeds[at(f)];
    return true;
  }

  /// The columns of free joints: the task's rows, then those of active cuts.
  void gather(int count, MatrixView<double> matrix) const {
    const int k = rows_.rows();
    for (int f = 0; f < count; ++f) {
      const int j = free_[at(f)];
      for (int i = 0; i < k; ++i) matrix(i, f) = rows_(i, j);
      int row = k;
      for (std::size_t c = 0; c < cuts_.size(); ++c)
        if (active_[c]) matrix(row++, f) = weight_of(cuts_[c], j);
    }
  }

  static double weight_of(const Cut& cut, int joint) {
    for (std::size_t i = 0; i < 3; ++i)
      if (cut.columns[i] == joint) return cut.weights[i];
    return 0;
  }

  /// What the multipliers pull at every joint, and what they press on the cuts.
  void spread(std::span<const double> multipliers) {
    const int k = rows_.rows();
    for (int j = 0; j < rows_.cols(); ++j) {
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += rows_(i, j) * multipliers[at(i)];
      int row = k;
      for (std::size_t c = 0; c < cuts_.size(); ++c)
        if (active_[c]) sum += weight_of(cuts_[c], j) * multipliers[at(row++)];
      pull_change_[at(j)] = sum;
    }
    int row = k;
    for (std::size_t c = 0; c < cuts_.size(); ++c) force_change_[c] = active_[c] ? -multipliers[at(row++)] : 0;
  }

  static void consider(Event::What what, int which, int side, double room, double change, double negligible,
                       Event& next) {
    if (!(change > negligible)) return;
    const double after = room > 0 ? room / change : 0;
    if (after < next.after) next = {what, which, side, after};
  }

  /// What comes first when the changes are followed: at most for `most` (endlessly when negative).
  Event next_event(bool grows, double most) const {
    Event next;
    next.after = most < 0 ? std::numeric_limits<double>::infinity() : most;
    double largest = 0;
    for (const double change : pull_change_) largest = std::abs(change) > largest ? std::abs(change) : largest;
    for (const double change : force_change_) largest = std::abs(change) > largest ? std::abs(change) : largest;
    const double negligible = kNegligible * largest;
    for (int j = 0; j < rows_.cols(); ++j) {
      const std::size_t i = at(j);
      const double change = pull_change_[i];
      if (side_[i] == 0) {
        if (!grows) continue;
        consider(Event::Stop, j, 1, upper_[i] - y_[i], change, negligible, next);
        consider(Event::Stop, j, -1, y_[i] - lower_[i], -change, negligible, next);
      } else if (side_[i] > 0) {
        consider(Event::Release, j, 0, pull_[i] - upper_[i], -change, negligible, next);
      } else {
        consider(Event::Release, j, 0, lower_[i] - pull_[i], change, negligible, next);
      }
    }
    for (std::size_t c = 0; c < cuts_.size(); ++c) {
      const int which = static_cast<int>(c);
      if (active_[c]) {
        consider(Event::CutOff, which, 0, force_[c], -force_change_[c], negligible, next);
      } else if (grows) {
        consider(Event::CutOn, which, 0, cuts_[c].bound - cut_dot(cuts_[c], y_, false),
                 cut_dot(cuts_[c], pull_change_, true), negligible, next);
      }
    }
    return next;
  }

  void move(bool grows, double by) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      if (side_[i] != 0) {
        pull_[i] += by * pull_change_[i];
      } else if (grows) {
        y_[i] += by * pull_change_[i];
        pull_[i] = y_[i];
      }
    }
    for (std::size_t c = 0; c < cuts_.size(); ++c)
      if (active_[c]) force_[c] += by * force_change_[c];
  }

  void happen(const Event& event) {
    const std::size_t i = at(event.which);
    switch (event.what) {
      case Event::Stop:
        side_[i] = event.side;
        y_[i] = pull_[i] = event.side > 0 ? upper_[i] : lower_[i];
        break;
      case Event::Release:
        side_[i] = 0;
        pull_[i] = y_[i];
        break;
      case Event::CutOn:
        active_[i] = true;
        force_[i] = 0;
        break;
      case Event::CutOff:
        active_[i] = false;
        force_[i] = 0;
        break;
      case Event::None:
        break;
    }
  }

  ConstMatrixView<double> rows_;
  std::span<const double> lower_, upper_;
  std::span<const Cut> cuts_;
  double threshold_;
  std::span<double> y_;                     // the speeds
  std::span<double> pull_, pull_change_;    // A^T m: what the speeds would be without bounds, and its change
  std::span<int> side_, free_;              // at which bound; the list of those at none
  std::span<double> force_, force_change_;  // the multipliers of active cuts, not negative
  std::span<bool> active_;
  std::span<double> wanted_, multipliers_, along_, sigma_, matrix_, u_, v_, work_;
};

}  // namespace kine::detail
