#include "kine/motion/walk/sinking.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

/// The first two points follow from value and slope at the start and from the third one; the others are free.
constexpr int kPoints = Sinking::kPoints, kFree = kPoints - 2;

/// How much more than bend it counts that a curve which rests ends level.
constexpr double kRests = 1e4;

/// Needs give way by this much for each unit that they are pressed on, so that two that contradict each other do not
/// press without end; and what is left of them then, metres.
constexpr double kGives = 1e-3, kNear = 1e-5;

/// Which piece of the spline, and where in it: 0 to 1.
struct Place {
  int piece;
  double t;
};
Place place_of(double from, double spacing, double part) {
  const double u = std::clamp<double>((part - from) / spacing, 0, kPoints - 3);
  const int piece = u > 0 ? std::min<int>(static_cast<int>(u), kPoints - 4) : 0;  // what is no number counts as 0
  return {piece, u - piece};
}

/// How much each of the four points of a piece counts at t.
std::array<double, 4> shares(double t) {
  const double u = 1 - t;
  return {u * u * u / 6, (4 - 3 * t * t * (2 - t)) / 6, (4 - 3 * u * u * (2 - u)) / 6, t * t * t / 6};
}

/// A sum over the free points and a number.
struct Row {
  std::array<double, kFree> of{};
  double constant = 0;
};

/// The points as rows: what the start leaves of them.
struct Points {
  double first, second;  ///< numbers in the first and the second point

  Points(const SinkTask& task, double spacing)
      : first(-2 * spacing * task.slope), second(3 * task.value / 2 + 0.5 * spacing * task.slope) {}

  void add(int point, double factor, Row& row) const {
    if (point >= 2) {
      row.of[static_cast<std::size_t>(point - 2)] += factor;
      return;
    }
    row.of[0] += point == 0 ? factor : -0.5 * factor;
    row.constant += factor * (point == 0 ? first : second);
  }
};

/// The least of a sum of squares of rows, by Cholesky's way; then moved until rows come up to what they need.
struct Squares {
  double h[kFree][kFree]{};
  std::array<double, kFree> right{};

  void add(const Row& row, double weight) {
    for (std::size_t i = 0; i < kFree; ++i) {
      if (row.of[i] == 0) continue;
      for (std::size_t j = 0; j <= i; ++j) h[i][j] += weight * row.of[i] * row.of[j];
      right[i] -= weight * row.of[i] * row.constant;
    }
  }
  void factor() {
    for (std::size_t i = 0; i < kFree; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        for (std::size_t k = 0; k < j; ++k) h[i][j] -= h[i][k] * h[j][k];
        h[i][j] /= h[j][j];
      }
      for (std::size_t k = 0; k < i; ++k) h[i][i] -= h[i][k] * h[i][k];
      h[i][i] = std::sqrt(h[i][i]);
    }
  }
  std::array<double, kFree> solve(std::array<double, kFree> x) const {
    for (std::size_t i = 0; i < kFree; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= h[i][k] * x[k];
      x[i] /= h[i][i];
    }
    for (std::size_t i = kFree; i-- > 0;) {
      for (std::size_t k = i + 1; k < kFree; ++k) x[i] -= h[k][i] * x[k];
      x[i] /= h[i][i];
    }
    return x;
  }
};

double product(const std::array<double, kFree>& a, const std::array<double, kFree>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kFree; ++i) sum += a[i] * b[i];
  return sum;
}

/// One need as a row, what it moves when it is pressed on, and how hard it is.
struct Press {
  Row row;
  std::array<double, kFree> moved{};
  double give = 0, pressed = 0;
};

}  // namespace

double Sinking::at(double part) const {
  const Place place = place_of(from, spacing, part);
  const std::array<double, 4> share = shares(place.t);
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += share[static_cast<std::size_t>(i)] * points[place.piece + i];
  return sum;
}

double Sinking::slope(double part) const {
  if (part > from + (kPoints - 3) * spacing) return 0;
  const Place place = place_of(from, spacing, part);
  const double t = place.t, u = 1 - t;
  const double* p = points + place.piece;
  return (u * u * (p[1] - p[0]) + (1 + 2 * t * u) * (p[2] - p[1]) + t * t * (p[3] - p[2])) / (2 * spacing);
}

double Sinking::most_bend() const {
  double most = 0;
  for (int i = 0; i + 2 < kPoints; ++i)
    most = std::max<double>(most, std::abs(points[i] - 2 * points[i + 1] + points[i + 2]));
  return most / (spacing * spacing);
}

Sinking Sinking::constant(double value) {
  Sinking sinking;
  for (double& point : sinking.points) point = value;
  return sinking;
}

Sinking smooth_sinking(const SinkTask& task, std::span<const SinkNeed> needs) {
  constexpr int kMostNeeds = 16, kRounds = 24;
  Sinking sinking;
  sinking.from = task.from;
  sinking.spacing = task.spacing();
  const double spacing = sinking.spacing;
  const Points points(task, spacing);
  Squares squares;
  const double back = spacing / task.time, weight = back * back * back * back;
  for (int i = 0; i + 2 < kPoints; ++i) {
    Row bend;
    points.add(i, 1, bend), points.add(i + 1, -2, bend), points.add(i + 2, 1, bend);
    bend.constant -= task.height_bends[static_cast<std::size_t>(i)];
    squares.add(bend, task.rests && i + 3 == kPoints ? kRests : 1);
    Row value;
    points.add(i + 2, 1, value);
    squares.add(value, weight);
  }
  if (task.rests) {
    Row end;
    points.add(kPoints - 1, 1, end), points.add(kPoints - 3, -1, end);
    squares.add(end, kRests);
  }
  squares.factor();
  std::array<double, kFree> x = squares.solve(squares.right);
  // Hildreth's way: press on one need after the other until none gives.
  Press presses[kMostNeeds];
  const std::size_t count = std::min<std::size_t>(needs.size(), kMostNeeds);
  for (std::size_t k = 0; k < count; ++k) {
    Press& press = presses[k];
    const Place place = place_of(task.from, spacing, needs[k].at);
    const std::array<double, 4> share = shares(place.t);
    for (int i = 0; i < 4; ++i) points.add(place.piece + i, share[static_cast<std::size_t>(i)], press.row);
    const double in = needs[k].at - task.from;
    const double soonest = task.value + in * (task.slope + 0.5 * task.most_bend * in);
    press.row.constant -= std::min<double>(needs[k].least, soonest);
    press.moved = squares.solve(press.row.of);
    press.give = product(press.row.of, press.moved) + kGives;
  }
  for (int round = 0; round < kRounds; ++round) {
    double most = 0;
    for (std::size_t k = 0; k < count; ++k) {
      Press& press = presses[k];
      const double missing = -product(press.row.of, x) - press.row.constant - kGives * press.pressed;
      const double more = std::max<double>(-press.pressed, missing / press.give);
      if (more == 0) continue;
      press.pressed += more;
      for (std::size_t i = 0; i < kFree; ++i) x[i] += more * press.moved[i];
      most = std::max<double>(most, std::abs(more) * press.give);
    }
    if (most < kNear) break;
  }
  for (std::size_t i = 0; i < kFree; ++i) sinking.points[i + 2] = x[i];
  sinking.points[0] = x[0] + points.first;
  sinking.points[1] = -0.5 * x[0] + points.second;
  return sinking;
}

}  // namespace kine::detail
