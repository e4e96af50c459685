#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "bindings/c/src/motion.hpp"

#include "bindings/c/src/bones.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/terrain.hpp"

using namespace kine::c_api;
using kine::GroundFeetSettings;
using kine::GroundFeetState;
using kine::HandGrip;
using kine::HoldOnSettings;
using kine::LookAtSettings;
using kine::MotionBody;

namespace {

template <class F>
F& each_setting(GroundFeetSettings& settings, F& f) {
  f("weight", settings.weight);
  f("floor", settings.plants.floor);
  f("straightest", settings.straightest);
  f("settle", settings.settle);
  f("release", settings.release);
  f("clearance", settings.clearance);
  f("swing_time", settings.swing_time);
  f("start_speed", settings.plants.start_speed);
  f("end_speed", settings.plants.end_speed);
  f("start_height", settings.plants.start_height);
  f("end_height", settings.plants.end_height);
  f("shortest", settings.plants.shortest);
  return f;
}

template <class F>
F& each_setting(LookAtSettings& settings, F& f) {
  f("look_weight", settings.weight);
  f("look_head_share", settings.head.share);
  f("look_head_yaw", settings.head.yaw);
  f("look_head_pitch", settings.head.pitch);
  f("look_neck_share", settings.neck.share);
  f("look_neck_yaw", settings.neck.yaw);
  f("look_neck_pitch", settings.neck.pitch);
  f("look_chest_share", settings.chest.share);
  f("look_chest_yaw", settings.chest.yaw);
  f("look_chest_pitch", settings.chest.pitch);
  f("look_spine_share", settings.spine.share);
  f("look_spine_yaw", settings.spine.yaw);
  f("look_spine_pitch", settings.spine.pitch);
  f("look_eyes_x", settings.eyes.x);
  f("look_eyes_y", settings.eyes.y);
  f("look_eyes_z", settings.eyes.z);
  f("look_dead_zone", settings.dead_zone);
  f("look_ease", settings.ease);
  f("look_fastest", settings.fastest);
  f("look_blend", settings.blend);
  return f;
}

template <class F>
F& each_setting(HoldOnSettings& settings, F& f) {
  f("hold_weight", settings.weight);
  f("hold_blend", settings.blend);
  f("hold_straightest", settings.straightest);
  f("hold_trunk", settings.trunk);
  return f;
}

template <class F>
F& each_setting(MotionSettings& settings, F& f) {
  each_setting(settings.feet, f);
  each_setting(settings.look, f);
  return each_setting(settings.hold, f);
}

// Settings are only looked at.
template <class F>
F& each_setting(const kine_motion& motion, F& f) {
  MotionSettings settings = motion.settings;
  return each_setting(settings, f);
}

bool is_good(const GroundFeetSettings& settings) {
  constexpr double kMost = 1e6;  // metres and seconds: nothing is as large
  const double positive[] = {settings.settle, settings.release, settings.swing_time};
  const double not_negative[] = {settings.clearance,           settings.plants.start_speed, settings.plants.end_speed,
                                 settings.plants.start_height, settings.plants.end_height,  settings.plants.shortest};
  bool good = settings.weight >= 0 && settings.weight <= 1 && settings.straightest > 0 && settings.straightest <= 1 &&
              std::abs(settings.plants.floor) <= kMost;
  for (const double value : positive) good = good && value > 0 && value <= kMost;
  for (const double value : not_negative) good = good && value >= 0 && value <= kMost;
  return good;
}

bool is_good(const LookAtSettings& settings) {
  constexpr double kMost = 1e6;
  bool good = settings.weight >= 0 && settings.weight <= 1;
  for (const kine::LookShare& part : {settings.head, settings.neck, settings.chest, settings.spine})
    for (const double value : {part.share, part.yaw, part.pitch}) good = good && value >= 0 && value <= kMost;
  for (const double value : {settings.eyes.x, settings.eyes.y, settings.eyes.z})
    good = good && std::abs(value) <= kMost;
  for (const double value : {settings.dead_zone, settings.ease, settings.fastest, settings.blend})
    good = good && value >= 0 && value <= kMost;
  return good;
}

bool is_good(const HoldOnSettings& settings) {
  constexpr double kMost = 1e6;
  return settings.weight >= 0 && settings.weight <= 1 && settings.blend >= 0 && settings.blend <= kMost &&
         settings.straightest > 0 && settings.straightest <= 1 && settings.trunk >= 0 && settings.trunk <= kMost;
}

kine_status check_hand(const kine_motion* motion, int hand) {
  if (!motion) return KINE_NULL;
  return hand == 0 || hand == 1 ? KINE_OK : KINE_BAD_INDEX;
}

// Changes what a hand holds or will hold.
template <class Change>
void change_grip(kine_motion& motion, int hand, const Change& change) {
  change(motion.next[hand]);
  if (motion.grips[hand]) change(*motion.grips[hand]);
}

}  // namespace

kine_motion* kine_motion_create(const kine_bones* bones, char* message, size_t message_size) {
  write_message(bones ? "" : kine_status_text(KINE_NULL), message, message_size);
  if (!bones) return nullptr;
  kine::Result<MotionBody> body = MotionBody::build(*bones->model, bones->map, bones->up);
  if (!body) {
    write_message(body.error(), message, message_size);
    return nullptr;
  }
  return new kine_motion(bones->model, *std::move(body));
}

void kine_motion_destroy(kine_motion* motion) { delete motion; }

kine_status kine_motion_fit_soles(kine_motion* motion, const kine_clip* clip) {
  if (!motion || !clip) return KINE_NULL;
  if (clip->model != motion->model) return KINE_WRONG_SKELETON;
  const kine::SoleFit fit = motion->body.fit_soles(clip->clip);
  motion->settings.feet.plants.floor = fit.floor;
  motion->settings.feet.straightest = fit.straightest;
  return KINE_OK;
}

int kine_motion_foot_point(const kine_motion* motion, int foot, int point, double* out) {
  if (!motion || !out || (foot != 0 && foot != 1) || (point != 0 && point != 1)) return -1;
  const kine::PointOnJoint at = point == 0 ? motion->body.heel(foot) : motion->body.toe(foot);
  kine::c_api::write(at.offset, out);
  return at.joint.index;
}

kine_status kine_motion_world_from_figure(const kine_motion* motion, double* out) {
  if (!motion || !out) return KINE_NULL;
  kine::c_api::write(motion->body.world_from_figure(), out);
  return KINE_OK;
}

kine_status kine_motion_set(kine_motion* motion, const char* setting, double value) {
  if (!motion || !setting) return KINE_NULL;
  MotionSettings settings = motion->settings;
  SetByName visitor{setting, value, *motion->model};
  if (const kine_status status = each_setting(settings, visitor).status) return status;
  if (!is_good(settings.feet) || !is_good(settings.look) || !is_good(settings.hold)) return KINE_BAD_VALUE;
  motion->settings = settings;
  return KINE_OK;
}

double kine_motion_get(const kine_motion* motion, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return motion ? each_setting(*motion, visitor).value : visitor.value;
}

int kine_motion_setting_count(const kine_motion* motion) {
  NameByIndex visitor;
  return motion ? each_setting(*motion, visitor).count : -1;
}

const char* kine_motion_setting_name(const kine_motion* motion, int setting) {
  NameByIndex visitor{setting};
  return motion && setting >= 0 ? each_setting(*motion, visitor).name : nullptr;
}

kine_status kine_ground_feet(kine_motion* motion, const kine_terrain* terrain, double dt, double* pose, int pose_size) {
  if (!motion || !terrain) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, motion->model->value_count())) return status;
  const std::span<double> values(pose, static_cast<std::size_t>(pose_size));
  motion->report = ground_feet(motion->body, values, kine::Ground(*terrain->ground), motion->settings.feet, dt,
                               motion->state, values, motion->scratch);
  motion->bad_input = motion->report.bad_input;
  return motion->bad_input ? KINE_BAD_VALUE : KINE_OK;
}

kine_status kine_look_at(kine_motion* motion, double x, double y, double z, double dt, double* pose, int pose_size) {
  if (!motion) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, motion->model->value_count())) return status;
  const std::span<double> values = out_span(pose, pose_size);
  motion->look =
      look_at(motion->body, values, {x, y, z}, motion->settings.look, dt, motion->gaze, values, motion->scratch);
  motion->bad_input = motion->look.bad_input;
  return motion->bad_input ? KINE_BAD_VALUE : KINE_OK;
}

kine_status kine_motion_set_grip(kine_motion* motion, int hand, const double* grip) {
  if (const kine_status status = check_hand(motion, hand)) return status;
  if (!grip) {
    motion->grips[hand].reset();
    return KINE_OK;
  }
  const kine::Transform at = transform_of(grip);
  const double turned = kine::length(at.rotation);
  if (!kine::is_finite(at) || !std::isfinite(turned)) return KINE_BAD_VALUE;
  HandGrip& held = motion->next[hand];
  held.hand = hand;
  held.turns_hand = turned > 0;
  held.grip = {held.turns_hand ? kine::normalised(at.rotation) : kine::Quat{}, at.translation};
  motion->grips[hand] = held;
  return KINE_OK;
}

kine_status kine_motion_set_palm(kine_motion* motion, int hand, const double* palm) {
  if (const kine_status status = check_hand(motion, hand)) return status;
  if (!palm) return KINE_NULL;
  if (!kine::is_finite(vec3(palm))) return KINE_BAD_VALUE;
  change_grip(*motion, hand, [&](HandGrip& grip) { grip.palm = vec3(palm); });
  return KINE_OK;
}

kine_status kine_motion_set_pole(kine_motion* motion, int hand, const double* pole) {
  if (const kine_status status = check_hand(motion, hand)) return status;
  if (pole && !kine::is_finite(vec3(pole))) return KINE_BAD_VALUE;
  change_grip(*motion, hand, [&](HandGrip& grip) {
    grip.pole.reset();
    if (pole) grip.pole = vec3(pole);
  });
  return KINE_OK;
}

kine_status kine_hold_on(kine_motion* motion, double dt, double* pose, int pose_size) {
  if (!motion) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, motion->model->value_count())) return status;
  HandGrip grips[2];
  std::size_t count = 0;
  for (const std::optional<HandGrip>& grip : motion->grips)
    if (grip) grips[count++] = *grip;
  const std::span<double> values = out_span(pose, pose_size);
  motion->hold = hold_on(motion->body, values, std::span(grips, count), motion->settings.hold, dt, motion->hands,
                         values, motion->scratch);
  motion->bad_input = motion->hold.bad_input;
  return motion->bad_input ? KINE_BAD_VALUE : KINE_OK;
}

void kine_motion_reset(kine_motion* motion) {
  if (!motion) return;
  motion->state.reset();
  motion->gaze.reset();
  motion->hands.reset();
}

double kine_motion_result(const kine_motion* motion, const char* name) {
  GetByName visitor{name ? name : ""};
  if (!motion) return visitor.value;
  visitor("pelvis", motion->report.pelvis);
  visitor("bad_input", motion->bad_input);
  visitor("look_off", motion->look.off);
  visitor("look_out_of_reach", motion->look.out_of_reach);
  visitor("hold_trunk", motion->hold.trunk);
  visitor("deepest_before", motion->cleaned.deepest_before);
  visitor("deepest_after", motion->cleaned.deepest_after);
  return visitor.value;
}

double kine_motion_hand_result(const kine_motion* motion, int hand, const char* name) {
  GetByName visitor{name ? name : ""};
  if (check_hand(motion, hand) != KINE_OK) return visitor.value;
  visitor("miss", motion->hold.miss[hand]);
  return visitor.value;
}

double kine_motion_foot_result(const kine_motion* motion, int foot, const char* name) {
  GetByName visitor{name ? name : ""};
  if (!motion || (foot != 0 && foot != 1)) return visitor.value;
  visitor("heel_down", motion->report.heel_down[foot]);
  visitor("toe_down", motion->report.toe_down[foot]);
  visitor("miss", motion->report.miss[foot]);
  return visitor.value;
}

size_t kine_motion_state_size(void) { return sealed_size<GroundFeetState, kine::LookAtState, kine::HoldOnState>(); }

kine_status kine_motion_get_state(const kine_motion* motion, void* bytes, size_t size) {
  return motion ? write_sealed(bytes, size, motion->state, motion->gaze, motion->hands) : KINE_NULL;
}

kine_status kine_motion_set_state(kine_motion* motion, const void* bytes, size_t size) {
  return motion ? read_sealed(bytes, size, motion->state, motion->gaze, motion->hands) : KINE_NULL;
}
