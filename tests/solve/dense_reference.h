#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <vector>

/// Least squares with equations and inequalities, solved the slow and certain way on Eigen, and proved afterwards:
/// what the solvers of priorities are compared with.
namespace kine::test {

/// Least |a x - b|^2 with e x = f and g x <= h. The columns of `a` must be independent.
struct DenseProblem {
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  Eigen::MatrixXd e;
  Eigen::VectorXd f;
  Eigen::MatrixXd g;
  Eigen::VectorXd h;
};

struct DenseAnswer {
  Eigen::VectorXd x;
  double kkt = std::numeric_limits<double>::infinity();  ///< the worst breach of the conditions of an optimum
};

/// Rows that depend on each other do so to rounding only; what is less apart than this counts as the same.
constexpr double kSameRow = 1e-10;

/// The shortest x with c x = d, and an orthonormal basis of the directions that leave c x as it is.
struct Solutions {
  Eigen::VectorXd shortest;
  Eigen::MatrixXd free;
};

inline Solutions all_solutions(const Eigen::MatrixXd& c, const Eigen::VectorXd& d) {
  const Eigen::Index n = c.cols();
  if (c.rows() == 0) return {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Identity(n, n)};
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(c, Eigen::ComputeThinU | Eigen::ComputeFullV);
  Eigen::Index rank = 0;
  while (rank < svd.singularValues().size() && svd.singularValues()[rank] > kSameRow * svd.singularValues()[0]) ++rank;
  const Eigen::VectorXd along = svd.matrixU().leftCols(rank).transpose() * d;
  return {svd.matrixV().leftCols(rank) * along.cwiseQuotient(svd.singularValues().head(rank)),
          svd.matrixV().rightCols(n - rank)};
}

/// Least |m y - d|^2 with y >= 0 (Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23).
inline Eigen::VectorXd non_negative_least_squares(const Eigen::MatrixXd& m, const Eigen::VectorXd& d) {
  const Eigen::Index n = m.cols();
  Eigen::VectorXd y = Eigen::VectorXd::Zero(n);
  std::vector<bool> in(static_cast<std::size_t>(n), false);
  const auto fit = [&] {
    std::vector<Eigen::Index> columns;
    for (Eigen::Index i = 0; i < n; ++i)
      if (in[static_cast<std::size_t>(i)]) columns.push_back(i);
    Eigen::VectorXd all = Eigen::VectorXd::Zero(n);
    if (!columns.empty()) all(columns) = m(Eigen::all, columns).colPivHouseholderQr().solve(d);
    return all;
  };
  for (int round = 0; round < 10 * static_cast<int>(n) + 10; ++round) {
    const Eigen::VectorXd slope = m.transpose() * (d - m * y);
    Eigen::Index best = -1;
    double most = 1e-13 * m.norm();
    for (Eigen::Index i = 0; i < n; ++i) {
      if (in[static_cast<std::size_t>(i)] || slope[i] <= most) continue;
      most = slope[i];
      best = i;
    }
    if (best < 0) break;
    in[static_cast<std::size_t>(best)] = true;
    for (Eigen::VectorXd wanted = fit();; wanted = fit()) {
      double part = 1;
      for (Eigen::Index i = 0; i < n; ++i)
        if (in[static_cast<std::size_t>(i)] && wanted[i] <= 0) part = std::min(part, y[i] / (y[i] - wanted[i]));
      const bool whole = part >= 1;
      y += (wanted - y) * (whole ? 1 : part);
      if (whole) break;
      for (Eigen::Index i = 0; i < n; ++i)
        if (in[static_cast<std::size_t>(i)] && wanted[i] <= 0 && y[i] <= 1e-14 * (1 + y.maxCoeff())) {
          in[static_cast<std::size_t>(i)] = false;
          y[i] = 0;
        }
    }
  }
  return y;
}

/// The optimum, from a start that breaks nothing, by the textbook's active set method (Nocedal and Wright, "Numerical
/// Optimization", 16.5): go to the optimum with the touched inequalities as equations, or as far as the next one lets
/// it; there let go of an inequality with a multiplier of the wrong sign. Always of the first such one, and ties go to
/// the first (Bland's rule), so that it does not go round in circles at corners where too many meet.
inline DenseAnswer solve_dense_reference(const DenseProblem& p, Eigen::VectorXd x) {
  const Eigen::Index equations = p.e.rows();
  std::vector<Eigen::Index> active;
  DenseAnswer answer;
  for (int round = 0; round < 2000; ++round) {
    const auto count = static_cast<Eigen::Index>(active.size());
    Eigen::MatrixXd c(equations + count, p.a.cols());
    c << p.e, p.g(active, Eigen::all);
    const Eigen::MatrixXd free = all_solutions(c, Eigen::VectorXd::Zero(c.rows())).free;
    Eigen::VectorXd way = Eigen::VectorXd::Zero(x.size());
    if (free.cols() > 0) way = free * (p.a * free).colPivHouseholderQr().solve(p.b - p.a * x);
    double part = 1;
    Eigen::Index stop = -1;
    if (way.norm() > 1e-11 * (1 + x.norm())) {
      for (Eigen::Index i = 0; i < p.g.rows(); ++i) {
        const double speed = p.g.row(i) * way, room = p.h[i] - p.g.row(i) * x;
        if (speed <= 1e-11 * way.norm() || std::find(active.begin(), active.end(), i) != active.end()) continue;
        if (room < part * speed) part = std::max(0.0, room / speed), stop = i;
      }
      x += part * way;
      if (stop >= 0) {
        active.push_back(stop);
        continue;
      }
    }
    // c^T m = slope: with m >= 0 for the inequalities this proves the optimum.
    const Eigen::VectorXd slope = p.a.transpose() * (p.b - p.a * x);
    Eigen::VectorXd m = Eigen::VectorXd::Zero(c.rows());
    if (c.rows() > 0) m = all_solutions(c.transpose(), slope).shortest;
    Eigen::Index wrong = -1;
    for (Eigen::Index i = 0; i < count; ++i)
      if (m[equations + i] < -1e-11 * (1 + m.norm()) &&
          (wrong < 0 || active[static_cast<std::size_t>(i)] < active[static_cast<std::size_t>(wrong)]))
        wrong = i;
    if (wrong >= 0) {
      active.erase(active.begin() + wrong);
      continue;
    }
    answer.x = x;
    answer.kkt = (slope - c.transpose() * m).norm() / (1 + slope.norm());
    if (equations > 0) answer.kkt = std::max(answer.kkt, (p.e * x - p.f).cwiseAbs().maxCoeff());
    if (p.g.rows() > 0) answer.kkt = std::max(answer.kkt, (p.g * x - p.h).maxCoeff());
    return answer;
  }
  answer.x = x;
  return answer;
}

}  // namespace kine::test
