// Where tips go: footholds, and the way there.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kine/math/trig.h"
#include "kine/motion/crawl/crawl_plan.h"

namespace kine::detail {
namespace {

using Phase = CrawlMemory::Phase;

constexpr double kFootMargin = 0.3;            // radians of margin that a leg shall have at a new foothold,
constexpr double kCostOfMargin = 0.5;          // and what each that is missing counts, metres of its way
constexpr double kOffWall = 0.05;              // metres that a tip had better keep off from what rises beside it,
constexpr double kCostOfWall = 0.07;           // and what it counts if it does not
constexpr double kBetweenSamples = 0.005;      // metres of a tip's way, at the ground below it
constexpr double kWide = 0.012;                // metres beside its way that a tip clears
constexpr double kBulges[] = {0, 0.06, 0.12};  // metres that a tip may bow out from the hip, the least that does it

}  // namespace

void BestPlaces::add(double cost, const Vec3& at) {
  Place place{cost, at};
  for (std::size_t i = 0; i < count; ++i)
    if (place.cost < places[i].cost) std::swap(place, places[i]);
  if (count < kMost) places[count++] = place;
}

/// The best places for a tip near one: where there is ground, not too high or low (`level` is of the ground below the
/// body), and where the leg has a margin to come and go. With `as_now` only those about as high as the tip is now.
BestPlaces CrawlPlanner::places_near(int leg, const Vec3& near, double level, const StepView& view, bool as_now) const {
  BestPlaces best;
  const LegMargin& margin = body.legs()[static_cast<std::size_t>(leg)].margin;
  for (int ring = 0; ring <= kRings; ++ring) {
    if (best.worst() <= kRing * ring || (ring == 1 && best.count == 1 && best.places[0].cost == 0)) break;
    for (int turn = 0; turn < (ring == 0 ? 1 : 12); ++turn) {
      const SinCos way = sin_cos(view.heading + turn * kPi / 6);
      const double x = near.x + kRing * ring * way.sin, z = near.z + kRing * ring * way.cos;
      const GroundHit hit = ground({x, level + 2 * gait.most_rise, z}, 4 * gait.most_rise);
      if (!hit.hit || std::abs(hit.point.y - level) > gait.most_rise) continue;
      if (as_now && std::abs(hit.point.y - state.from[leg].y) > gait.lift) continue;
      // It comes down from above, and leaves upwards, as high as where it goes next.
      const double next = height_at(hit.point + view.stride);
      const Vec3 above = hit.point + gait.lift * kUnitY,
                 higher = above + std::max<double>(0, next - hit.point.y) * kUnitY;
      const double least = std::min<double>(margin.at(view.landing * above), margin.at(view.leaving * higher));
      double cost = kRing * ring + kCostOfMargin * std::max<double>(0, kFootMargin - least);
      if (cost < kRing * kRings && is_at_wall(hit.point)) cost += kCostOfWall;
      best.add(cost, hit.point);
    }
  }
  return best;
}

/// Sends a tip to the best place near one that it can swing to and stand on. False if there is none: it stays.
bool CrawlPlanner::find_foothold(int leg, const Vec3& near, double level, const StepView& view) {
  for (const bool as_now : {false, true}) {  // what is as high as it stands is the easiest to get to
    const BestPlaces best = places_near(leg, near, level, view, as_now);
    for (std::size_t i = 0; i < best.count; ++i) {
      state.to[leg] = best.places[i].at;
      if (state.phase == Phase::New) state.from[leg] = state.to[leg];
      if (find_arch(leg, view)) return true;
    }
  }
  state.to[leg] = state.from[leg];
  state.arch[leg] = {};
  return false;
}

/// Of the ground, if it is not too high or low; else that of the place.
double CrawlPlanner::height_at(const Vec3& place) const {
  const GroundHit hit = ground({place.x, place.y + 2 * gait.most_rise, place.z}, 4 * gait.most_rise);
  return hit.hit && std::abs(hit.point.y - place.y) < gait.most_rise ? hit.point.y : place.y;
}

/// True if the ground rises steeply beside a place: a tip there can only leave straight up.
bool CrawlPlanner::is_at_wall(const Vec3& place) const {
  for (const Vec3& off : {Vec3{kOffWall, 0, 0}, Vec3{-kOffWall, 0, 0}, Vec3{0, 0, kOffWall}, Vec3{0, 0, -kOffWall}})
    if (height_at(place + off) > place.y + kOffWall) return true;
  return false;
}

/// How a tip gets over what is below its way and beside it, so that its leg can follow: straight up, or also away from
/// the hip, where a leg that lifts its tip would have to fold more than it can. False if it does not get there.
bool CrawlPlanner::find_arch(int leg, const StepView& view) {
  Vec3& arch = state.arch[leg];
  arch = {};
  const Vec3 &from = state.from[leg], &to = state.to[leg];
  if (from == to) return leg_fits(body, state, view.way, leg);
  const CrawlerLeg& own = body.legs()[static_cast<std::size_t>(leg)];
  const Vec3 out =
      rotate(from_axis_angle(kUnitY, view.heading), Vec3{own.neutral.x - own.hip.x, 0, own.neutral.z - own.hip.z});
  const auto bit = static_cast<std::uint8_t>(1 << leg);
  for (const double bulge : kBulges) {
    for (const bool quick : {false, true}) {
      state.quick = static_cast<std::uint8_t>(quick ? state.quick | bit : state.quick & ~bit);
      arch = (bulge / std::max<double>(length(out), kNoWay)) * out;
      arch.y = lift_of(leg);
      if (arch.y <= gait.most_rise && leg_fits(body, state, view.way, leg)) return true;
    }
  }
  return false;
}

/// How high the arch of a tip must be.
double CrawlPlanner::lift_of(int leg) const {
  const Vec3 &from = state.from[leg], &to = state.to[leg];
  const double far = std::max<double>(far_on_map(from, to), kNoWay);
  const Vec3 aside{(to.z - from.z) / far, 0, (from.x - to.x) / far};
  const int samples =
      static_cast<int>(std::clamp<double>((far + 4 * far_on_map({}, state.arch[leg])) / kBetweenSamples, 24, 160));
  double high = gait.lift;
  for (int i = 1; i < samples; ++i) {
    const double s = static_cast<double>(i) / samples, share = arched(s);
    Vec3 at = tip_at(state, leg, s);
    at.y -= share * state.arch[leg].y;
    const double wide = std::min<double>(kWide, 0.5 * std::min<double>(far_on_map(from, at), far_on_map(at, to)));
    for (const double off : {0.0, wide, -wide}) {
      const Vec3 place = at + off * aside;
      const GroundHit hit = ground({place.x, at.y + 2 * gait.most_rise, place.z}, 4 * gait.most_rise);
      if (hit.hit) high = std::max<double>(high, (hit.point.y - at.y) / share + gait.clearance);
    }
  }
  return high;
}

/// How the body will move if the ground goes on as it is below it.
CrawlPlanner::StepView CrawlPlanner::view_of(const Course& landing) {
  const Vec3& n = state.normal_before;
  const auto level_at = [&](const Course& then) {
    return state.base_before - (n.x * (then.x - state.course.x) + n.z * (then.z - state.course.z)) / n.y;
  };
  state.normal = n;
  state.base = level_at(landing);
  state.climb = state.climb_before;
  StepView view{landing.heading, body_way(body, state), {}, {}, {}};
  view.landing = view.way.body_from_world.back();
  const Course leaving = foreseen(state, 2 * state.duration);
  view.stride = {leaving.x - state.course.x, 0, leaving.z - state.course.z};
  state.base = level_at(leaving);
  view.leaving = inverse(body_at(body, state, leaving, 1));
  state.base = level_at(landing);
  return view;
}

}  // namespace kine::detail
