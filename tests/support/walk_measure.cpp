#include "tests/motion/walk_measure.h"

#include <algorithm>
#include <cstdint>

namespace kine::testing {
namespace {

const char* name_of(int foot) { return foot == 0 ? "left" : "right"; }
const char* name_of(int foot, bool toe) {
  if (foot == 0) return toe ? "left toe" : "left heel";
  return toe ? "right toe" : "right heel";
}

/// The sole of our figure, from heel to tip, metres from the ankle.
constexpr double kHeel = -0.06, kTip = 0.205, kHalfWidth = 0.04;

/// How much of a sole has ground within a centimetre below it.
double share_on_ground(const Foothold& sole, const scenes::Terrain& ground) {
  int on = 0, all = 0;
  for (int i = 0; i <= 52; ++i)
    for (const double x : {-kHalfWidth, 0.0, kHalfWidth}) {
      const Vec3 at = sole.point + rotate(sole.rotation, {x, 0, kHeel + (kTip - kHeel) * i / 52});
      const GroundHit hit = ground.at(at.x, at.z);
      ++all;
      if (hit.hit && std::abs(hit.point.y - at.y) < 0.03) ++on;
    }
  return static_cast<double>(on) / all;
}

}  // namespace

WalkFigures WalkMeter::run() {
  const int count = static_cast<int>(setup_.seconds * setup_.rate + 0.5);
  const std::size_t freedoms = static_cast<std::size_t>(skeleton_.freedom_count());
  speeds_.resize(freedoms);
  now_.resize(freedoms);
  for (int k = 0; k <= count; ++k) {
    time_ = k / setup_.rate;
    const Stick stick = setup_.stick((k - 1) / setup_.rate, state_);
    report_ =
        walk(body_, setup_.gait, *terrain_, stick, k ? 1 / setup_.rate : 0, setup_.mode, state_, pose_.q, scratch_);
    forward(skeleton_, pose_.q, frames_);
    measure_frame();
    if (setup_.watch) setup_.watch(time_, report_, pose_, frames_);
  }
  for (int point = 0; point < 4; ++point) close_plant(point);
  for (double& share : figures_.planted_share) share /= count + 1;
  figures_.both_share /= std::max<double>(1, count - 5 * setup_.rate);
  figures_.end = figures_.hips.back();
  figures_.stands = state_.phase == WalkState::Phase::Stand;
  return figures_;
}

void WalkMeter::measure_frame() {
  WalkFigures& f = figures_;
  for (const double v : pose_.q) f.finite &= std::isfinite(v);
  f.violation.note(limit_violation(skeleton_, pose_.q), time_, "limits");
  f.hips.push_back(0.5 * (frames_.position(legs_[0].thigh) + frames_.position(legs_[1].thigh)));
  const std::size_t n = f.hips.size();
  if (n >= 2) f.way += length(f.hips[n - 1] - f.hips[n - 2]);
  if (n >= 3) {
    const Vec3 bend = f.hips[n - 1] - 2 * f.hips[n - 2] + f.hips[n - 3];
    f.pelvis_acceleration.note(length(bend) * setup_.rate * setup_.rate, time_, "pelvis");
  }
  measure_joints();
  for (int foot = 0; foot < 2; ++foot) measure_leg(foot);
  const auto down = [&](int foot) { return report_.plan.heel_down[foot] || report_.plan.toe_down[foot]; };
  if (!down(0) && !down(1)) ++f.airborne;
  if (down(0) && down(1) && time_ > 5) f.both_share += 1;
  if (report_.blocked) ++f.blocked;
}

void WalkMeter::measure_joints() {
  const std::size_t freedoms = speeds_.size();
  if (!before_.empty()) {
    difference(skeleton_, before_, pose_.q, now_);
    for (std::size_t i = 6; i < freedoms; ++i) {  // after the pelvis
      const char* name = skeleton_.name(skeleton_.freedom(static_cast<int>(i)).joint).c_str();
      figures_.joint_speed.note(std::abs(now_[i]) * setup_.rate, time_, name);
      if (frames_seen_ > 1)
        figures_.joint_acceleration.note(std::abs(now_[i] - speeds_[i]) * setup_.rate * setup_.rate, time_, name);
    }
    speeds_ = now_;
  }
  before_ = pose_.q;
  ++frames_seen_;
}

void WalkMeter::measure_leg(int foot) {
  WalkFigures& f = figures_;
  const Leg& joints = legs_[static_cast<std::size_t>(foot)];
  const LegReport& leg = report_.legs[foot];
  const char* side = name_of(foot);
  f.position_error.note(leg.position_error, time_, side);
  f.angle_error.note(leg.angle_error, time_, side);
  f.iterations += leg.iterations;
  ++f.solves;
  const JointId shank = joints.shank;
  f.least_knee = std::min<double>(f.least_knee, degrees(pose_[static_cast<std::size_t>(skeleton_.first_value(shank))]));
  const Vec3 left = rotate(frames_.rotation(skeleton_.parent(joints.thigh)), kUnitX);
  const double square = std::clamp<double>(dot(rotate(frames_.rotation(shank), kUnitX), left), -1, 1);
  f.knee_axis.note(degrees(std::acos(square)), time_, side);
  const Transform sole = frames_.world_from_joint(joints.foot);
  const Transform toes = frames_.world_from_joint(joints.toes);
  for (const double x : {-kHalfWidth, 0.0, kHalfWidth}) {
    for (const double z : {kHeel, 0.035, 0.13}) note_depth(sole * Vec3{x, -0.07, z}, side);
    note_depth(toes * Vec3{x, -0.02, 0.075}, side);
  }
  const bool heel = report_.plan.heel_down[foot], toe = report_.plan.toe_down[foot];
  if (heel || toe) f.planted_share[foot] += 1;
  measure_point(foot, false, heel, frames_.position(joints.heel));
  measure_point(foot, true, toe, frames_.position(joints.tip));
  measure_footfall(foot, heel || toe);
  if (setup_.terrain == "stairs" && !heel && !toe) measure_edges(foot, sole, toes);
}

void WalkMeter::note_depth(const Vec3& point, const char* side) {
  const GroundHit hit = terrain_->at(point.x, point.z);
  if (hit.hit) figures_.depth.note(hit.point.y - point.y, time_, side);
}

void WalkMeter::measure_footfall(int foot, bool down) {
  const auto i = static_cast<std::size_t>(foot);
  if (down && !down_[i]) {
    const bool lands =
        state_.phase == WalkState::Phase::Step && state_.stepping_foot == foot && state_.step_phase > 0.5;
    const Foothold sole = lands ? state_.landing : state_.plants[foot];
    figures_.footfalls.push_back({foot, time_, sole, share_on_ground(sole, *terrain_)});
    figures_.least_on_ground = std::min<double>(figures_.least_on_ground, figures_.footfalls.back().on_ground);
    const Vec3 left = rotate(from_axis_angle(kUnitY, state_.course.heading), kUnitX);
    const double apart = dot(sole.point - state_.plants[1 - foot].point, left) * (foot == 0 ? 1 : -1);
    figures_.crossing.note(-apart, time_, name_of(foot));
  }
  down_[i] = down;
}

/// A swinging sole against the edges of the stairs that it goes over. Edges that it stands over when it is down count
/// only where it is well away from there.
void WalkMeter::measure_edges(int foot, const Transform& sole, const Transform& toes) {
  if (!(state_.phase == WalkState::Phase::Step && state_.stepping_foot == foot)) return;
  const Vec3 points[] = {sole * Vec3{0, -0.07, kHeel}, sole * Vec3{0, -0.07, 0.13}, toes * Vec3{0, -0.02, 0.075}};
  for (int i = 0; i < 2; ++i) {
    const Vec3 &a = points[i], &b = points[i + 1];
    const double from = std::min(a.z, b.z), to = std::max(a.z, b.z);
    // An edge is where the ground jumps; it is looked for in steps of 5 mm and then found by halving.
    for (double z = from; z < to; z += 0.005) {
      const double next = std::min(z + 0.005, to);
      double low = z, high = next;
      const double jump = terrain_->at(a.x, high).point.y - terrain_->at(a.x, low).point.y;
      if (std::abs(jump) < 0.1) continue;
      for (int k = 0; k < 20; ++k) {
        const double middle = 0.5 * (low + high);
        const bool upper = std::abs(terrain_->at(a.x, middle).point.y - terrain_->at(a.x, low).point.y) > 0.05;
        (upper ? high : low) = middle;
      }
      const double share = b.z == a.z ? 0 : (low - a.z) / (b.z - a.z);
      const double height = a.y + share * (b.y - a.y);
      const double edge = std::max(terrain_->at(a.x, low).point.y, terrain_->at(a.x, high).point.y);
      bool own = false;
      for (const Foothold* plant : {&state_.plants[foot], &state_.landing}) {
        const Vec3 at = a + share * (b - a), off = sole.translation - plant->point;
        const Vec3 on_sole = rotate(conjugate(plant->rotation), Vec3{at.x, plant->point.y, low} - plant->point);
        const bool covers = std::abs(on_sole.x) < 0.06 && on_sole.z > kHeel - 0.02 && on_sole.z < kTip + 0.02;
        own = own || (covers && off.x * off.x + off.z * off.z < 0.15 * 0.15);
      }
      if (!own) figures_.least_edge = std::min<double>(figures_.least_edge, height - edge);
    }
  }
}

void WalkMeter::measure_point(int foot, bool toe, bool planted, const Vec3& at) {
  const int index = 2 * foot + (toe ? 1 : 0);
  const auto i = static_cast<std::size_t>(index);
  if (planted && !open_[i]) {
    open_[i] = true;
    plants_[i] = {foot, toe, time_, time_, at};
  }
  if (planted) {
    plants_[i].end = time_;
    figures_.drift.note(length(at - plants_[i].position), time_, name_of(foot, toe));
  } else {
    close_plant(index);
  }
  // Slow and near the ground, but not planted.
  if (frames_seen_ > 1) {
    const GroundHit hit = terrain_->at(at.x, at.z);
    const bool slow = length(at - points_[i]) * setup_.rate < 0.05;
    const bool near = hit.hit && at.y - hit.point.y < 0.003;
    loose_for_[i] = slow && near && !planted ? loose_for_[i] + 1 / setup_.rate : 0;
    figures_.loose.note(loose_for_[i], time_, name_of(foot, toe));
  }
  points_[i] = at;
}

void WalkMeter::close_plant(int index) {
  const auto i = static_cast<std::size_t>(index);
  if (open_[i]) figures_.plants.push_back(plants_[i]);
  open_[i] = false;
}

StickOf random_stick(unsigned seed) {
  return [seed](double time, const WalkState&) {
    const auto half = static_cast<std::uint64_t>(time > 0 ? time * 2 + 1e-6 : 0);
    const auto chance = [&](std::uint64_t k) {
      std::uint64_t x = seed * 0x9E3779B97F4A7C15u + (3 * half + k + 1) * 0xBF58476D1CE4E5B9u;
      x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
      x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
      return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
    };
    return Stick{chance(0), chance(1), 0.6 * chance(2)};
  };
}

std::string summary(const WalkFigures& f) {
  char text[900];
  std::snprintf(
      text, sizeof text,
      "drift %.2g mm (%s) | depth %.2g mm (%s) | speed %.1f (%s) | acc %.0f (%s) | pelvis %.1f (%s) | limits "
      "%.2g | knee %.1f axis %.0f (%s) | ik %.2g mm %.2g deg (%s) | loose %.3f s (%s) | airborne %d | planted %.2f | "
      "z %.2f",
      1e3 * f.drift.value, f.drift.when().c_str(), 1e3 * f.depth.value, f.depth.when().c_str(), f.joint_speed.value,
      f.joint_speed.when().c_str(), f.joint_acceleration.value, f.joint_acceleration.when().c_str(),
      f.pelvis_acceleration.value, f.pelvis_acceleration.when().c_str(), f.violation.value, f.least_knee,
      f.knee_axis.value, f.knee_axis.when().c_str(), 1e3 * f.position_error.value, degrees(f.angle_error.value),
      f.position_error.when().c_str(), f.loose.value, f.loose.when().c_str(), f.airborne, f.planted_share[0], f.end.z);
  return text;
}

}  // namespace kine::testing
