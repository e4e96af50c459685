#include "kine/motion/walk/least_raise.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

/// The integral of the product of the second derivatives of two raises, by how far apart they stand.
double bend_product(int apart) {
  constexpr double kProducts[] = {8000.0 / 3, -1500, 0, 500.0 / 3};
  return apart < 4 ? kProducts[apart] : 0;
}

/// The inverse of the products of the raises from `first` on.
void invert_products(int first, double inverse[kRaises][kRaises]) {
  double a[kRaises][kRaises];
  for (int i = 0; i < kRaises; ++i)
    for (int j = 0; j < kRaises; ++j) {
      a[i][j] = i < first || j < first ? (i == j ? 1 : 0) : bend_product(std::abs(i - j));
      inverse[i][j] = i == j ? 1 : 0;
    }
  for (int k = 0; k < kRaises; ++k) {
    const double pivot = 1 / a[k][k];
    for (int j = 0; j < kRaises; ++j) a[k][j] *= pivot, inverse[k][j] *= pivot;
    for (int i = 0; i < kRaises; ++i) {
      const double by = a[i][k];
      if (i == k || by == 0) continue;
      for (int j = 0; j < kRaises; ++j) a[i][j] -= by * a[k][j], inverse[i][j] -= by * inverse[k][j];
    }
  }
}

}  // namespace

void note_bend(const Gait& gait, const Swing& swing, double share, double* bend) {
  constexpr int kPieces = 20;
  Swing plain = swing;
  for (double& raise : plain.raise) raise = 0;
  double height[kPieces + 1];
  for (int i = 0; i <= kPieces; ++i) height[i] = swing_height(gait, plain, static_cast<double>(i) / kPieces);
  for (int k = 0; k < kRaises; ++k) {
    bend[k] = 0;
    for (int j = 0; j < kRaises; ++j) bend[k] += bend_product(std::abs(k - j)) * swing.raise[j];
    // A raise bends by (1, -2, 1) at its knots, 0.1 apart, and linearly between.
    for (int i = 1; i < kPieces && share > 0; ++i) {
      const double off = std::abs(0.5 * i - (k + 2));
      if (off >= 2) continue;
      const double curvature = 100 * (off < 1 ? 3 * off - 2 : 2 - off);
      bend[k] += share * curvature * kPieces * (height[i - 1] - 2 * height[i] + height[i + 1]);
    }
  }
}

void least_raise(const RaiseTask& task, const double* bend, double* more) {
  constexpr double kAny = 0.1;  // raises that count less than this in all cannot do anything there
  constexpr int kRounds = 40;
  double inverse[kRaises][kRaises];
  invert_products(task.first_raise, inverse);
  for (int k = 0; k < kRaises; ++k) {
    more[k] = 0;
    for (int j = task.first_raise; j < kRaises && k >= task.first_raise; ++j) more[k] -= inverse[k][j] * bend[j];
  }
  struct Condition {
    double share[kRaises];   ///< of each raise at this moment,
    double answer[kRaises];  ///< and how the raises give way to it
    double stiff, least, push;
  };
  Condition conditions[kSwingSamples];
  int count = 0;
  for (int i = task.first_sample; i < kSwingSamples; ++i) {
    Condition& c = conditions[count];
    double all = 0;
    for (int k = 0; k < kRaises; ++k) {
      c.share[k] = k < task.first_raise ? 0 : kRaiseShares.at[i][k];
      all += c.share[k];
    }
    if (all < kAny) continue;
    // Near the ends of the swing nothing can be raised much.
    c.least = task.missing[i] > 0 ? task.missing[i] * std::min<double>(1, 2 * all) : task.missing[i];
    c.stiff = c.push = 0;
    for (int k = 0; k < kRaises; ++k) {
      c.answer[k] = 0;
      for (int j = 0; j < kRaises; ++j) c.answer[k] += inverse[k][j] * c.share[j];
      c.stiff += c.share[k] * c.answer[k];
    }
    ++count;
  }
  for (int round = 0; round < kRounds; ++round) {
    double worst = 0;
    for (int i = 0; i < count; ++i) {
      Condition& c = conditions[i];
      double left = c.least;
      for (int k = task.first_raise; k < kRaises; ++k) left -= c.share[k] * more[k];
      worst = std::max<double>(worst, left);
      const double push = std::max<double>(0, c.push + left / c.stiff);
      const double by = push - c.push;
      if (by == 0) continue;
      c.push = push;
      for (int k = task.first_raise; k < kRaises; ++k) more[k] += by * c.answer[k];
    }
    if (worst < task.enough) break;
  }
}

}  // namespace kine::detail
