#include "kine/motion/walk/footing.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/edges.h"

namespace kine::detail {
namespace {

constexpr int kRows = 4, kAcross = 3, kPoints = kRows * kAcross;

/// Ground is broken rather than smooth where points lie this far off the planes through those beside them, as a share
/// of the foot's length.
constexpr double kBroken = 0.018;

/// And where two points that lie on planes beside each other are this far apart in height, in the same way.
constexpr double kStep = 0.0026;

/// How much room a foot leaves around itself, and to edges beside it, in the same way.
constexpr double kRoom = 0.025, kBeside = 0.02;

/// How far around it edges are looked for, in the same way.
constexpr double kAround = 0.15;

/// Where the two inner rows of the grid lie, in the same way, from heel and tip.
constexpr double kInnerRow = 0.24;

/// The sole as a grid of points, in the frame turned by its yaw about the spot, and the ground below each.
struct Grid {
  double x[kPoints]{}, z[kPoints]{};
  GroundHit hit[kPoints]{};
};

/// True if the ground jumps from one point to another. Small steps are seen from both: on smooth ground, round or
/// hollow, they agree on whether the other lies higher, so that comes to nearly nothing.
bool is_jump(const GroundHit& from, const GroundHit& to, double span) {
  if (from.hit != to.hit) return true;
  const double up = height_off(from, to);
  if (std::abs(up) <= kStep * span) return false;
  return std::abs(up) > kBroken * span || std::abs(up - height_off(to, from)) > 2 * kStep * span;
}

/// True if the ground below the sole jumps somewhere.
bool is_broken(const Grid& grid, double span) {
  const auto jumps = [&](int a, int b) { return is_jump(grid.hit[a], grid.hit[b], span); };
  for (int i = 0; i < kPoints; ++i) {
    if (i >= kAcross && jumps(i - kAcross, i)) return true;
    if (i % kAcross > 0 && jumps(i - 1, i)) return true;
  }
  return false;
}

/// The plane height = level + ahead * z + left * x that lies nearest to the points of some rows, by the normal
/// equations about their middle. The points stand in a grid, so x and z do not mix.
struct Plane {
  double level = 0, ahead = 0, left = 0;
  static constexpr double kNone = 1e9;
  double unevenness = kNone;  ///< how far apart the points lie, off the plane, metres; kNone: there is no plane

  double at(double x, double z) const { return level + ahead * z + left * x; }
};

Plane fit(const Grid& grid, int first_row, int last_row) {
  const int begin = first_row * kAcross, end = (last_row + 1) * kAcross;
  double z_middle = 0, sum = 0, xx = 0, zz = 0, xy = 0, zy = 0;
  for (int i = begin; i < end; ++i) {
    if (!grid.hit[i].hit) return {};
    z_middle += grid.z[i] / (end - begin);
  }
  for (int i = begin; i < end; ++i) {
    const double ahead = grid.z[i] - z_middle;
    sum += grid.hit[i].point.y;
    xx += grid.x[i] * grid.x[i];
    zz += ahead * ahead;
    xy += grid.x[i] * grid.hit[i].point.y;
    zy += ahead * grid.hit[i].point.y;
  }
  Plane plane{sum / (end - begin), zz > 0 ? zy / zz : 0, xx > 0 ? xy / xx : 0, 0};
  plane.level -= plane.ahead * z_middle;
  double highest = -kInfinity, lowest = kInfinity;
  for (int i = begin; i < end; ++i) {
    const double off = grid.hit[i].point.y - plane.at(grid.x[i], grid.z[i]);
    highest = std::max<double>(highest, off);
    lowest = std::min<double>(lowest, off);
  }
  plane.unevenness = highest - lowest;
  return plane;
}

/// True if nothing in a row comes up to the plane: the foot hangs over an edge there.
bool hangs_over(const Grid& grid, const Plane& plane, int row) {
  for (int i = row * kAcross; i < (row + 1) * kAcross; ++i)
    if (grid.hit[i].hit && grid.hit[i].point.y > plane.at(grid.x[i], grid.z[i])) return false;
  return true;
}

/// The plane under the sole, or under three quarters of it where heel or toes hang over an edge.
Plane plane_under(const Grid& grid, double most) {
  const Plane whole = fit(grid, 0, kRows - 1);
  if (whole.unevenness <= most) return whole;
  const Plane front = fit(grid, 1, kRows - 1);
  if (front.unevenness <= most && hangs_over(grid, front, 0)) return front;
  const Plane back = fit(grid, 0, kRows - 2);
  if (back.unevenness <= most && hangs_over(grid, back, kRows - 1)) return back;
  return whole;
}

/// Casts about a spot, in the frame turned by its yaw.
struct Casts {
  const Ground& ground;
  double x, z;
  SinCos turn;
  double top, drop;

  GroundHit at(double left, double ahead) const {
    return ground({x + left * turn.cos + ahead * turn.sin, top, z - left * turn.sin + ahead * turn.cos}, drop);
  }
};

/// True if something stands close to the sole that is higher than the ground goes on from its rim.
bool is_beside_edge(const FootShape& shape, const Casts& casts, const Grid& grid, double span) {
  const auto is_higher = [&](double left, double ahead, int row, int lane) {
    const GroundHit hit = casts.at(left, ahead);
    const auto i = static_cast<std::size_t>(row * kAcross + lane);
    return hit.hit && is_jump(grid.hit[i], hit, span) && (!grid.hit[i].hit || height_off(grid.hit[i], hit) > 0);
  };
  const double around = kAround * span, side = shape.half_width + around;
  const double rows[] = {shape.heel.z, 0.5 * (shape.heel.z + shape.tip.z), shape.tip.z};
  constexpr int grid_row[] = {0, 1, kRows - 1};
  for (int i = 0; i < 3; ++i)
    if (is_higher(-side, rows[i], grid_row[i], 0) || is_higher(side, rows[i], grid_row[i], kAcross - 1)) return true;
  return is_higher(0, shape.heel.z - around, 0, 1) || is_higher(0, shape.tip.z + around, kRows - 1, 1);
}

/// How far the ground sticks out through a sole; `beside`: looks closely, and also at what lies that close to it.
double sticking_out(const FootShape& shape, const Casts& casts, const Foothold& sole, double beside) {
  double most = 0;
  const auto look_at = [&](double left, double ahead) {
    const Vec3 on_sole = sole.point + rotate(sole.rotation, {left, 0, ahead});
    const GroundHit hit = casts.ground({on_sole.x, casts.top, on_sole.z}, casts.drop);
    if (hit.hit) most = std::max<double>(most, hit.point.y - on_sole.y);
  };
  const double rows[kRows] = {shape.heel.z, 0.5 * (shape.heel.z + shape.ball.z), shape.ball.z, shape.tip.z};
  for (const double ahead : rows)
    for (const double left : {-shape.half_width, 0.0, shape.half_width}) look_at(left, ahead);
  if (beside == 0) return most;
  // A corner of a block may stick out between those.
  constexpr int kPieces = 18;
  const double first = shape.heel.z - beside, last = shape.tip.z + beside;
  for (int i = 0; i <= kPieces; ++i) {
    const double ahead = first + (last - first) * i / kPieces;
    for (const double left : {shape.half_width, shape.half_width + beside}) look_at(left, ahead), look_at(-left, ahead);
    look_at(0, ahead);
  }
  return most;
}

}  // namespace

Footing footing_at(const FootShape& shape, const Ground& ground, const FootingLimits& limits, double x, double z,
                   double yaw, double height, double above, double below) {
  const Casts casts{ground, x, z, sin_cos(yaw), height + above, above + below};
  // A little more than the sole: as it rolls it needs room at both ends.
  const double span = shape.tip.z - shape.heel.z, room = kRoom * span;
  const double rows[kRows] = {shape.heel.z - room, shape.heel.z + kInnerRow * span, shape.tip.z - kInnerRow * span,
                              shape.tip.z + room};
  Grid grid;
  for (int i = 0; i < kPoints; ++i) {
    const double ahead = rows[i / kAcross], left = (i % kAcross - 1) * (shape.half_width + 0.5 * room);
    const GroundHit hit = casts.at(left, ahead);
    grid.x[i] = left;
    grid.z[i] = ahead;
    grid.hit[i] = hit;
  }
  Plane plane = plane_under(grid, limits.unevenness);
  if (plane.unevenness >= Plane::kNone) return {};
  // An ankle that does not bend to the side puts the foot down on its edge.
  const double steepest = sin(shape.max_side_tilt) / cos(shape.max_side_tilt);
  const bool on_edge = std::abs(plane.left) > steepest;
  plane.left = std::clamp<double>(plane.left, -steepest, steepest);
  Footing footing;
  const Vec3 normal = normalised(Vec3{-plane.left, 1, -plane.ahead});  // in the frame turned by yaw
  footing.sole.point = {x, plane.level, z};
  footing.sole.rotation = from_axis_angle(kUnitY, yaw) * shortest_arc(kUnitY, normal);
  footing.good = plane.unevenness <= limits.unevenness && normal.y >= cos(limits.slope);
  if (!footing.good) return footing;
  // On broken ground an edge may lie just beside a point, and below a foot on its edge the ground goes on rising.
  const bool broken = on_edge || is_broken(grid, span) || is_beside_edge(shape, casts, grid, span);
  // The tilted sole reaches less far than the level one, so what sticks through is looked for where it really lies.
  const double sticks_out = sticking_out(shape, casts, footing.sole, broken ? kBeside * span : 0);
  footing.sole.point.y += sticks_out;
  footing.good = sticks_out <= limits.unevenness;
  return footing;
}

}  // namespace kine::detail
