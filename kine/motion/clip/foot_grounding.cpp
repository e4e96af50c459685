#include "kine/motion/clip/foot_grounding.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kine/math/quat.h"
#include "kine/math/trig.h"
#include "kine/motion/clip/foot_course.h"
#include "kine/motion/clip/sole_plane.h"
#include "kine/motion/gait.h"

namespace kine::detail {
namespace {

constexpr int kHeel = 0, kToe = 1;
constexpr double kCastReach = 0.6;  // of the leg: so far above and below a sole the ground is looked for
constexpr double kFootOfLeg =
    0.4;  // of the leg: heel and toes that are told to stand farther apart are not of one step
constexpr double kAgainAfter = 0.15;  // seconds: how far ahead a swing that lasts longer than foreseen is planned
constexpr double kDeepest = 0.003;    // metres that a sole may be in the ground where it is animated so
constexpr double kBrakeTime = 0.1;    // seconds before it lands in which a foot comes to rest; by eye
constexpr double kMostYaw = 0.35;     // radians that a foot is turned on its way to where it stands; by eye
constexpr double kSoftTouch =
    0.006;  // metres above the ground where a swinging sole begins to be pushed out of it; by eye
constexpr double kRemainingWay = 0.53;  // of speed times time left, half-way through a swing of least jerk

const Vec3& point_of(const FootMoment& moment, int part) { return part == kHeel ? moment.heel : moment.toe; }
Vec3& point_of(FootMoment& moment, int part) { return part == kHeel ? moment.heel : moment.toe; }

Vec3 rotation_vector(const Vec3& normal) { return log(shortest_arc(kUnitY, normal)); }

class FootGrounding {
 public:
  FootGrounding(const GroundingFrame& frame, const AnimatedFoot& foot, const FootForecast* forecast, FootMemory& memory)
      : frame_(frame), foot_(foot), forecast_(forecast), memory_(memory) {
    expected_ = {memory.last.shift + memory.rate.shift * frame.dt, memory.last.turn + memory.rate.turn * frame.dt};
    if (frame.first) expected_ = {};
    for (int part = 0; part < 2 && !frame.first && frame.dt > 0; ++part)
      speed_[part] = (point_of(foot.sole, part) - point_of(memory.before, part)) / frame.dt;
  }

  double run() {
    const double offset_before = memory_.offset;
    const bool lost = !find_body();
    bool down[2];
    find_contacts(down);
    if (lost) down[kHeel] = down[kToe] = false;
    memory_.swing_time += frame_.dt;
    memory_.airborne += frame_.dt;
    memory_.slip_time += frame_.dt;
    // A foot that stands is where it is locked, however its animation trembles.
    if (stands() && !lost && !frame_.first) expected_ = correction();
    for (int part = 0; part < 2; ++part) stood_[part] = memory_.down[part] && !lost;
    bool jumped = change_contacts(down);
    const bool swings = !memory_.down[kHeel] && !memory_.down[kToe];
    if (swings && !jumped && wants_new_plan()) {
      plan_again();
      jumped = true;
    }
    const double offset = swings ? memory_.swing.at(swing_share()) : planted_offset();
    const double jump = jumped && !frame_.first ? offset - offset_before : 0;
    memory_.offset = offset;
    if (jumped) start_slips(swings ? frame_.settings.release : slip_length_);
    write(swings);
    return jump;
  }

 private:
  // ---- what it stands on ------------------------------------------------------------------------------------------
  /// Finds the body again that the foot stands on. False where it is gone.
  bool find_body() {
    if (memory_.body == 0) return true;
    const Vec3 at = foot_.ankle + expected_.shift;
    const double reach = kCastReach * frame_.leg;
    const GroundHit hit = frame_.ground({at.x, at.y + reach, at.z}, 3 * reach);
    if (hit.hit && hit.body == memory_.body && hit.world_from_body) {
      body_ = *hit.world_from_body;
      return true;
    }
    memory_.body = 0;
    return false;
  }

  Vec3 lock(int part) const { return body_ * point_of(memory_.lock, part); }
  Vec3 normal() const { return rotate(body_.rotation, memory_.normal); }

  // ---- which points stand -----------------------------------------------------------------------------------------
  void find_contacts(bool down[2]) const {
    if (forecast_) {
      down[kHeel] = forecast_->heel_down;
      down[kToe] = forecast_->toe_down;
      return;
    }
    const PlantSettings& plants = frame_.settings.plants;
    const double scale = frame_.leg / Gait::kLeg;
    for (int part = 0; part < 2; ++part) {
      const bool was = memory_.down[part];
      const double fast = (was ? plants.end_speed : plants.start_speed) * scale;
      const double high = (was ? plants.end_height : plants.start_height) * scale;
      down[part] = dot(speed_[part], speed_[part]) < fast * fast && point_of(foot_.sole, part).y - plants.floor < high;
    }
  }

  /// Locks what has come down and frees what has left. True if anything did.
  bool change_contacts(const bool down[2]) {
    const bool stood = memory_.down[kHeel] || memory_.down[kToe];
    const bool stands = down[kHeel] || down[kToe];
    if (down[kHeel] == memory_.down[kHeel] && down[kToe] == memory_.down[kToe] && !(frame_.first && !stands))
      return false;
    slip_length_ = frame_.settings.settle;
    if (stands && !stood) {
      land(down[kHeel] ? kHeel : kToe);
      if (!frame_.first) memory_.usual_swing = memory_.airborne;
    }
    for (int part = 0; part < 2; ++part)
      if (down[part] && !memory_.down[part] && (stood || down[kHeel] == down[kToe])) lock_second(part, down);
    if (stood && stands && (!down[kHeel] || !down[kToe])) slip_length_ = frame_.settings.release;
    memory_.down[kHeel] = down[kHeel];
    memory_.down[kToe] = down[kToe];
    if (!stands) {
      // It swings by the point that lands first, so that this one comes down where it should.
      memory_.by_toe = forecast_ && !forecast_->heel_first;
      lift();
    } else if (!down[memory_.by_toe ? kToe : kHeel]) {
      memory_.by_toe = down[kToe];
    }
    return true;
  }

  /// A point of the foot as the correction of the frame before would go on to have it.
  Vec3 expected_point(int part) const {
    return foot_.ankle + expected_.shift + rotate(exp(expected_.turn), point_of(foot_.sole, part) - foot_.ankle);
  }
  Vec3 expected_speed(int part) const {
    if (frame_.first) return {};
    return speed_[part] + memory_.rate.shift + cross(memory_.rate.turn, point_of(foot_.sole, part) - foot_.ankle);
  }

  /// Where a point will come to rest.
  Vec3 resting_place(int part) const {
    if (forecast_) return point_of(forecast_->stands, part);
    // Where a slip of this rate ends that slows down all along: see Slip.
    return expected_point(part) + expected_speed(part) * (frame_.settings.settle / 3);
  }
  double resting_height(int part) const {
    const double highest = frame_.settings.plants.end_height * frame_.leg / Gait::kLeg;
    const double y = forecast_ ? point_of(forecast_->stands, part).y
                               : point_of(foot_.sole, part).y + speed_[part].y * (frame_.settings.settle / 3);
    return std::clamp<double>(y - frame_.settings.plants.floor, 0, highest);
  }

  /// Where heel and toe will stand when the foot is flat, of which one comes to rest now.
  FootMoment footprint(int part) const {
    FootMoment print;
    point_of(print, part) = resting_place(part);
    const Vec3 from = point_of(print, part), way = foot_.sole.toe - foot_.sole.heel;
    const double sign = part == kHeel ? 1 : -1;
    Vec3 other = forecast_ ? point_of(forecast_->stands, 1 - part) : from;
    const double apart = length(other - from);
    if (!forecast_ || apart > kFootOfLeg * frame_.leg || !(apart > 0)) {
      const Vec3 level{way.x, 0, way.z};
      other = from + normalised(level) * (sign * length(way));
    }
    point_of(print, 1 - part) = other;
    return print;
  }

  void land(int part) {
    const FootMoment print = footprint(part);
    const double reach = kCastReach * frame_.leg;
    if (frame_.first) find_start(print.toe);
    // What is forecast is as animated; else it is where the corrected foot goes.
    const Vec3 up{0, forecast_ ? memory_.offset : 0, 0};
    std::optional<SolePlane> plane = lay_sole(frame_.ground, print.heel + up, print.toe + up, reach);
    if (!plane) plane = SolePlane{Vec3{print.heel.x, frame_.settings.plants.floor, print.heel.z}};
    memory_.body = plane->world_from_body ? plane->body : 0;
    body_ = memory_.body != 0 ? *plane->world_from_body : Transform{};
    memory_.normal = rotate(conjugate(body_.rotation), plane->normal);
    memory_.by_toe = part == kToe;
    set_lock(part, print, *plane);
  }

  void lock_second(int part, const bool down[2]) {
    const int other = 1 - part;
    if (!memory_.down[other] && !(down[other] && memory_.by_toe == (other == kToe))) return;
    const SolePlane plane{lock(other) - kUnitY * memory_.lock_height[other], normal()};
    // As far along the ground as the foot is long: where it slides in the animation, the places of both ends do not fit.
    const Vec3 first = lock(other), own = resting_place(part);
    Vec3 way = own - first;
    way.y = plane.height(own) - plane.height(first);
    FootMoment print;
    point_of(print, part) = first + normalised(way) * length(foot_.sole.toe - foot_.sole.heel);
    set_lock(part, print, plane);
  }

  void set_lock(int part, const FootMoment& print, const SolePlane& plane) {
    memory_.lock_height[part] = resting_height(part);
    Vec3 at = point_of(print, part);
    at.y = plane.height(at) + memory_.lock_height[part];
    point_of(memory_.lock, part) = inverse(body_) * at;
  }

  /// How much higher the ground below the toes is than the animation's.
  double planted_offset() const {
    const int part = memory_.by_toe ? kToe : kHeel;
    const Vec3 at = lock(part);
    double height = at.y - memory_.lock_height[part];
    if (part == kHeel) height += rise_to_toe(normal());
    return height - frame_.settings.plants.floor;
  }

  /// How much higher the toes are than the heel where the foot is flat on a slope.
  double rise_to_toe(const Vec3& up) const {
    const Vec3 way = foot_.sole.toe - foot_.sole.heel;
    const double level = length(Vec3{way.x, 0, way.z});
    // Across the slope's plane the foot is as long as it is, seen from above shorter.
    const double slope = level > 0 ? -(up.x * way.x + up.z * way.z) / (up.y * level) : 0;
    return length(way) * slope / std::sqrt(1 + slope * slope);
  }

  // ---- the swing --------------------------------------------------------------------------------------------------
  double swing_share() const { return memory_.swing_length > 0 ? memory_.swing_time / memory_.swing_length : 1; }

  /// A swing without a forecast is looked at again half-way, when its speed tells, and when it is over and has not landed.
  bool wants_new_plan() const {
    if (forecast_) return false;
    return (swing_share() >= 0.5 && !memory_.replanned) || swing_share() >= 1;
  }

  /// Before the first plan: how high the ground is over the animation's own, near the foot if there is any, else the
  /// highest of all.
  void find_start(const Vec3& toe) {
    constexpr double kSky = 1e4;  // metres
    const double floor = frame_.settings.plants.floor;
    GroundHit hit = frame_.ground({toe.x, floor + frame_.leg, toe.z}, 2 * frame_.leg);
    if (!hit.hit) hit = frame_.ground({toe.x, floor + kSky, toe.z}, 2 * kSky);
    if (hit.hit && std::isfinite(hit.point.y)) memory_.offset = hit.point.y - floor;
  }

  void lift() {
    if (frame_.first) find_start(foot_.sole.toe);
    memory_.normal = normal();
    memory_.body = 0;
    body_ = {};
    memory_.replanned = false;
    memory_.airborne = 0;
    const double time = memory_.usual_swing > 0 ? memory_.usual_swing : frame_.settings.swing_time;
    if (forecast_ && !forecast_->way.empty()) return plan_swing(follow_way(forecast_->way, forecast_->lands_in));
    const Vec3 way = step_way(foot_.sole.toe, foot_.hips, foot_.hips_speed, time, frame_.leg);
    plan_swing(straight_way(foot_.sole, way, time, frame_.settings.plants.floor, frame_.leg));
  }

  void plan_again() {
    const bool half = !memory_.replanned && swing_share() < 1;
    const double time = half ? memory_.swing_length - memory_.swing_time : kAgainAfter;
    const Vec3 way = speed_[kToe] * (half ? time * kRemainingWay : time);
    memory_.replanned = true;
    memory_.normal = rotate(exp(expected_.turn), kUnitY);
    plan_swing(straight_way(foot_.sole, way, time, frame_.settings.plants.floor, frame_.leg));
  }

  void plan_swing(const SwingForecast& swing) {
    const SwingPlan plan = plan_way(frame_.ground, swing, memory_.offset, frame_.settings, frame_.leg);
    memory_.swing = plan.curve;
    memory_.next_normal = plan.normal;
    memory_.swing_time = 0;
    memory_.swing_length = swing.time;
  }

  // ---- the correction ---------------------------------------------------------------------------------------------
  /// Of the ground below a foot that swings: from that which it left to that where it lands, as a rotation vector.
  Vec3 swing_slope() const {
    const Vec3 from = rotation_vector(normal()), to = rotation_vector(memory_.next_normal);
    return from + (to - from) * eased(swing_share());
  }

  Vec3 wanted_turn() const {
    const Vec3 slope = rotation_vector(normal());
    if (memory_.down[kHeel] && memory_.down[kToe]) {
      const Quat base = shortest_arc(kUnitY, normal());
      const Vec3 has = rotate(base, foot_.sole.toe - foot_.sole.heel), wants = lock(kToe) - lock(kHeel);
      if (!(length(wants) > 0 && length(has) > 0)) return slope;
      return log(shortest_arc(normalised(has), normalised(wants)) * base);
    }
    if (memory_.down[kHeel] || memory_.down[kToe]) return with_yaw(slope, landing_yaw());
    return with_yaw(swing_slope(), landing_yaw() * eased(swing_share()));
  }

  /// How far the foot has to be turned about the vertical to lie as it will stand: its animation may turn it on the spot.
  double landing_yaw() const {
    if (!forecast_ || !forecast_->stands_flat) return 0;
    const Vec3 has = foot_.sole.toe - foot_.sole.heel, wants = forecast_->stands.toe - forecast_->stands.heel;
    const double along = has.x * wants.x + has.z * wants.z, across = has.z * wants.x - has.x * wants.z;
    if (!(along > 0)) return 0;  // it points anywhere else: a foot that kneels, or lies
    return std::clamp<double>(atan2(across, along), -kMostYaw, kMostYaw);
  }

  static Vec3 with_yaw(const Vec3& turn, double yaw) {
    return yaw == 0 ? turn : log(exp(turn) * from_axis_angle(kUnitY, yaw));
  }

  Vec3 wanted_point(int part) const {
    if (memory_.down[part]) return lock(part) + between_locks(part);
    const double height =
        part == kToe ? memory_.offset : memory_.offset - rise_to_toe(rotate(exp(swing_slope()), kUnitY));
    return point_of(foot_.sole, part) + kUnitY * height + approach();
  }

  /// While it swings, how far it is moved towards where it will stand: the animation may come down beside that, and may not
  /// have come to rest.
  Vec3 approach() const {
    if (!forecast_ || forecast_->way.empty()) return {};
    const int part = forecast_->heel_first ? kHeel : kToe;
    const std::span<const FootMoment> way = forecast_->way;
    const Vec3 beside = point_of(forecast_->stands, part) - point_of(way.back(), part);
    Vec3 shift = beside * eased(swing_share());
    const double left = forecast_->lands_in;
    if (way.size() > 1 && left < kBrakeTime) {
      // From speed v to 0 within the time T, and nowhere at its end: -v T s^2 (s - 1), s = 1 - left / T.
      const double rate = static_cast<double>(way.size() - 1) / left, s = 1 - left / kBrakeTime;
      const Vec3 speed = (point_of(way.back(), part) - point_of(way[way.size() - 2], part)) * rate;
      // What is faster at its end has not landed: the clip ends there.
      const double fastest = 2 * frame_.settings.plants.end_speed * frame_.leg / Gait::kLeg;
      if (length(speed) < fastest) shift += speed * (kBrakeTime * s * s * (1 - s));
    }
    return shift;
  }

  static double eased(double share) {
    const double s = std::clamp<double>(share, 0, 1);
    return s * s * s * (10 - 15 * s + 6 * s * s);
  }

  /// While both ends stand, half of what the foot is too short for its two places, or too long: its toes bend.
  Vec3 between_locks(int part) const {
    if (!memory_.down[kHeel] || !memory_.down[kToe]) return {};
    const Vec3 way = lock(1 - part) - lock(part);
    const double apart = length(way);
    if (!(apart > 0)) return {};
    return way * (0.5 * (apart - length(foot_.sole.toe - foot_.sole.heel)) / apart);
  }

  void start_slips(double length) {
    const int part = memory_.by_toe ? kToe : kHeel;
    const Vec3 settling = memory_.shift_slip.rate_at(memory_.slip_time, memory_.slip_length);
    memory_.slip_time = 0;
    memory_.slip_length = length;
    memory_.shift_slip = memory_.turn_slip = {};
    if (frame_.first) return;
    memory_.turn_slip = {expected_.turn - wanted_turn(), memory_.rate.turn};
    Vec3 rate = memory_.rate.shift + cross(memory_.rate.turn, point_of(foot_.sole, part) - foot_.ankle);
    if (memory_.down[part]) rate = stood_[part] ? settling : expected_speed(part);
    memory_.shift_slip = {expected_point(part) - wanted_point(part), rate};
  }

  bool stands() const { return memory_.down[kHeel] || memory_.down[kToe]; }

  /// As the memory has it now.
  FootCorrection correction() const {
    const int part = memory_.by_toe ? kToe : kHeel;
    Vec3 turn = wanted_turn() + memory_.turn_slip.at(memory_.slip_time, memory_.slip_length);
    if (memory_.down[kHeel] != memory_.down[kToe]) turn = out_of_ground(turn, part);
    const Vec3 at = wanted_point(part) + memory_.shift_slip.at(memory_.slip_time, memory_.slip_length);
    return {at + rotate(exp(turn), foot_.ankle - point_of(foot_.sole, part)) - foot_.ankle, turn};
  }

  void write(bool swings) {
    FootCorrection now = correction();
    if (swings) now.shift.y += lowest_in_ground(now);
    memory_.rate = {};
    if (!frame_.first && frame_.dt > 0)
      memory_.rate = {(now.shift - memory_.last.shift) / frame_.dt, (now.turn - memory_.last.turn) / frame_.dt};
    memory_.last = now;
    memory_.before = foot_.sole;
  }

  /// Turned about the point that stands until the other one is out of its ground.
  Vec3 out_of_ground(const Vec3& turn, int part) const {
    const Vec3 way = rotate(exp(turn), point_of(foot_.sole, 1 - part) - point_of(foot_.sole, part)), up = normal();
    const double deep = -kDeepest - memory_.lock_height[part] - dot(way, up), far = length(way);
    if (!(deep > 0) || !(far > 0)) return turn;
    const Vec3 raised = way + up * deep;
    return log(shortest_arc(way / far, normalised(raised)) * exp(turn));
  }

  /// How far a swinging sole has to be raised out of the ground, metres: what was foreseen is not always what comes.
  double lowest_in_ground(const FootCorrection& correction) const {
    double deepest = -kSoftTouch;
    const Vec3 middle = (foot_.sole.heel + foot_.sole.toe) * 0.5;
    for (const Vec3* point : {&foot_.sole.heel, &middle, &foot_.sole.toe}) {
      const Vec3 at = foot_.ankle + correction.shift + rotate(exp(correction.turn), *point - foot_.ankle);
      const double reach = kCastReach * frame_.leg;
      const GroundHit hit = frame_.ground({at.x, at.y + reach, at.z}, 2 * reach);
      // What is animated a little in its own ground may be as deep in this one.
      const double own = std::clamp<double>(point->y - frame_.settings.plants.floor, -kDeepest, 0);
      if (hit.hit) deepest = std::max<double>(deepest, hit.point.y + own - at.y);
    }
    // It sets in softly, from a little above the ground on: (d + w)^2 / 4 w between -w and w.
    if (deepest >= kSoftTouch) return deepest;
    return (deepest + kSoftTouch) * (deepest + kSoftTouch) / (4 * kSoftTouch);
  }

  const GroundingFrame& frame_;
  const AnimatedFoot& foot_;
  const FootForecast* forecast_;
  FootMemory& memory_;
  FootCorrection expected_{};
  Vec3 speed_[2]{};
  bool stood_[2]{};  ///< in the frame before
  Transform body_{};
  double slip_length_ = 0;
};

}  // namespace

double ground_foot(const GroundingFrame& frame, const AnimatedFoot& foot, const FootForecast* forecast,
                   FootMemory& memory) {
  return FootGrounding(frame, foot, forecast, memory).run();
}

}  // namespace kine::detail
