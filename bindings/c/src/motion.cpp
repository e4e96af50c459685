#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/c/src/bones.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/terrain.hpp"
#include "kine/motion/ground_feet.h"

using namespace kine::c_api;
using kine::FootPart;
using kine::GroundFeetSettings;
using kine::GroundFeetState;
using kine::MotionBody;
using kine::Plant;

// A figure whose motion is corrected.
struct kine_motion {
  kine_motion(std::shared_ptr<const kine::Skeleton> skeleton, MotionBody made)
      : model(std::move(skeleton)), body(std::move(made)), scratch(body) {}

  std::shared_ptr<const kine::Skeleton> model;
  MotionBody body;
  kine::Scratch scratch;
  GroundFeetSettings settings{};
  GroundFeetState state{};
  kine::GroundFeetReport report{};
};

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

// Settings are only looked at.
template <class F>
F& each_setting(const kine_motion& motion, F& f) {
  GroundFeetSettings settings = motion.settings;
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

bool is_of(const kine_motion* motion, const kine_clip* clip) { return motion && clip && clip->model == motion->model; }

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
  if (!is_of(motion, clip)) return KINE_WRONG_SKELETON;
  const kine::SoleFit fit = motion->body.fit_soles(clip->clip);
  motion->settings.plants.floor = fit.floor;
  motion->settings.straightest = fit.straightest;
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
  GroundFeetSettings settings = motion->settings;
  SetByName visitor{setting, value, *motion->model};
  if (const kine_status status = each_setting(settings, visitor).status) return status;
  if (!is_good(settings)) return KINE_BAD_VALUE;
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
  motion->report = ground_feet(motion->body, values, kine::Ground(*terrain->ground), motion->settings, dt,
                               motion->state, values, motion->scratch);
  return motion->report.bad_input ? KINE_BAD_VALUE : KINE_OK;
}

void kine_motion_reset(kine_motion* motion) {
  if (motion) motion->state.reset();
}

double kine_motion_result(const kine_motion* motion, const char* name) {
  GetByName visitor{name ? name : ""};
  if (!motion) return visitor.value;
  visitor("pelvis", motion->report.pelvis);
  visitor("bad_input", motion->report.bad_input);
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

int kine_find_plants(const kine_motion* motion, const kine_clip* clip, int* spans, double* places, int capacity) {
  if (!is_of(motion, clip)) return -1;
  const std::vector<Plant> plants = find_plants(motion->body, clip->clip, motion->settings.plants);
  int i = 0;
  for (const Plant& plant : plants) {
    if (i++ >= capacity) break;
    if (spans) {
      *spans++ = plant.side;
      *spans++ = static_cast<int>(plant.part);
      *spans++ = plant.from;
      *spans++ = plant.to;
    }
    if (places) {
      kine::c_api::write(plant.at, places);
      places += 3;
    }
  }
  return static_cast<int>(plants.size());
}

kine_clip* kine_ground_clip(const kine_motion* motion, const kine_clip* clip, const kine_terrain* terrain,
                            const int* spans, const double* places, int count, char* message, size_t message_size) {
  write_message("", message, message_size);
  const auto refuse = [&](std::string_view sentence) {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  if (!motion || !clip || !terrain || (count > 0 && (!spans || !places))) return refuse(kine_status_text(KINE_NULL));
  if (!is_of(motion, clip)) return refuse(kine_status_text(KINE_WRONG_SKELETON));
  std::vector<Plant> plants;
  if (count < 0) plants = find_plants(motion->body, clip->clip, motion->settings.plants);
  for (int i = 0; i < count; ++i, spans += 4, places += 3) {
    if ((spans[0] != 0 && spans[0] != 1) || (spans[1] != 0 && spans[1] != 1))
      return refuse(kine_status_text(KINE_BAD_INDEX));
    plants.push_back(
        {spans[0], static_cast<FootPart>(spans[1]), spans[2], spans[3], {places[0], places[1], places[2]}});
  }
  kine::Result<kine::Clip> result =
      ground_clip(motion->body, clip->clip, plants, kine::Ground(*terrain->ground), motion->settings);
  if (!result) return refuse(result.error());
  return new kine_clip{motion->model, *std::move(result)};
}

size_t kine_motion_state_size(void) { return sealed_size<GroundFeetState>(); }

kine_status kine_motion_get_state(const kine_motion* motion, void* bytes, size_t size) {
  return motion ? write_sealed(bytes, size, motion->state) : KINE_NULL;
}

kine_status kine_motion_set_state(kine_motion* motion, const void* bytes, size_t size) {
  return motion ? read_sealed(bytes, size, motion->state) : KINE_NULL;
}
