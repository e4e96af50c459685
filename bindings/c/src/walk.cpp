#include "kine/motion/walk.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "bindings/c/src/bones.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/terrain.hpp"
#include "bindings/c/src/walk.hpp"
#include "kine/motion/gait_fit.h"

using namespace kine::c_api;
using kine::Gait;
using kine::WalkMode;
using kine::WalkState;

namespace {

template <class F>
F& each_setting(Gait& gait, WalkMode& mode, F& f) {
  f("gait", Choice<Gait::Style>{gait.style, 2});
  f("mode", Choice<WalkMode>{mode, 3});
  f("speed", gait.top_speed);
  f("back_speed", gait.top_back_speed);
  f("side_speed", gait.top_side_speed);
  f("turn_speed", gait.top_turn);
  f("step_width", gait.step_width);
  f("toe_out", gait.toe_out);
  f("arm_swing", gait.arm_swing);
  f("head_lead", gait.head_lead);
  return f;
}

// Settings are only looked at.
template <class F>
F& each_setting(const kine_walker& walker, F& f) {
  Gait gait = walker.wanted;
  WalkMode mode = walker.mode;
  return each_setting(gait, mode, f);
}

// Suits the gait to the figure where that is due. Empty, or the sentence of the refusal; what it could do stays.
std::string suit(kine_walker& walker) {
  if (walker.suited) return {};
  walker.suited = true;
  kine::Result<kine::GaitFit> fit = kine::fit_gait(walker.body(), walker.wanted);
  if (!fit) {
    walker.wanted = walker.served;
    return fit.error();
  }
  walker.served = walker.wanted;
  walker.gait = fit->gait;
  walker.fit_note = std::move(fit->note);
  walker.can_walk = true;
  return {};
}

kine_status place(kine_walker& walker, double x, double z, double heading, std::optional<double> height) {
  if (const kine_status status = begin_at(x, z, heading, height, walker.state)) return status;
  walker.reach = kine::ReachState{};
  walker.walked = false;
  return KINE_OK;
}

}  // namespace

kine_walker* kine_walker_create(const kine_skeleton* skeleton, const double* standing, int standing_size, char* message,
                                size_t message_size) {
  write_message("", message, message_size);
  const kine_status status =
      skeleton ? check_array(standing, standing_size, skeleton->model->value_count()) : KINE_NULL;
  if (status != KINE_OK) {
    write_message(kine_status_text(status), message, message_size);
    return nullptr;
  }
  kine::Result<kine::Biped> body = kine::Biped::build(*skeleton->model, in_span(standing, standing_size));
  if (!body) {
    write_message(body.error(), message, message_size);
    return nullptr;
  }
  return new kine_walker(skeleton->model, *std::move(body));
}

kine_walker* kine_walker_create_figure(const kine_bones* bones, char* message, size_t message_size) {
  write_message(bones ? "" : kine_status_text(KINE_NULL), message, message_size);
  if (!bones) return nullptr;
  kine::Result<kine::WalkingFigure> figure = kine::WalkingFigure::build(*bones->model, bones->map, bones->up);
  if (!figure) {
    write_message(figure.error(), message, message_size);
    return nullptr;
  }
  return new kine_walker(bones->model, *std::move(figure));
}

void kine_walker_destroy(kine_walker* walker) { delete walker; }

kine_status kine_walker_standing(const kine_walker* walker, double* pose, int pose_size) {
  if (!walker) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, walker->model->value_count())) return status;
  for (const double value : walker->figure ? walker->figure->standing() : walker->own->standing()) *pose++ = value;
  return KINE_OK;
}

kine_status kine_walker_figure_from_walk(const kine_walker* walker, double* out) {
  if (!walker || !out) return KINE_NULL;
  kine::c_api::write(walker->figure ? walker->figure->figure_from_walk() : kine::Quat{}, out);
  return KINE_OK;
}

int kine_walker_note_count(const kine_walker* walker) {
  return walker ? static_cast<int>(walker->notes.size()) + (walker->fit_note.empty() ? 0 : 1) : -1;
}

const char* kine_walker_note(const kine_walker* walker, int note) {
  if (note < 0 || note >= kine_walker_note_count(walker)) return nullptr;
  const auto index = static_cast<std::size_t>(note);
  return (index < walker->notes.size() ? walker->notes[index] : walker->fit_note).c_str();
}

kine_status kine_walker_set(kine_walker* walker, const char* setting, double value) {
  if (!walker || !setting) return KINE_NULL;
  // None of them may be below 0 or absurd: a gait of steps a thousand kilometres wide is rehearsed for minutes.
  constexpr double kMostOfAnySetting = 100;  // metres, seconds, radians and their rates; people have 2 at most
  if (value > kMostOfAnySetting || value < 0)
    return std::isnan(kine_walker_get(walker, setting)) ? KINE_BAD_INDEX : KINE_BAD_VALUE;
  SetByName visitor{setting, value, *walker->model};
  const kine_status status = each_setting(walker->wanted, walker->mode, visitor).status;
  const std::string_view name = setting;
  if (status != KINE_OK || name == "mode") return status;
  Gait& wanted = walker->wanted;
  if (name == "gait") wanted = wanted.style == Gait::Style::Paper ? Gait::paper() : Gait::natural();
  if (!walker->figure) {
    walker->gait = wanted;
  } else if (name == "arm_swing" || name == "head_lead") {  // the legs do not mind
    each_setting(walker->gait, walker->mode, visitor);
  } else {
    walker->suited = false;
  }
  return KINE_OK;
}

kine_status kine_walker_suit(kine_walker* walker, char* message, size_t message_size) {
  const std::string sentence = walker ? suit(*walker) : kine_status_text(KINE_NULL);
  write_message(sentence, message, message_size);
  if (!walker) return KINE_NULL;
  return sentence.empty() ? KINE_OK : KINE_BAD_VALUE;
}

double kine_walker_get(const kine_walker* walker, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return walker ? each_setting(*walker, visitor).value : visitor.value;
}

int kine_walker_setting_count(const kine_walker* walker) {
  NameByIndex visitor;
  return walker ? each_setting(*walker, visitor).count : -1;
}

const char* kine_walker_setting_name(const kine_walker* walker, int setting) {
  NameByIndex visitor{setting};
  return walker && setting >= 0 ? each_setting(*walker, visitor).name : nullptr;
}

kine_status kine_walker_place(kine_walker* walker, double x, double z, double heading) {
  return walker ? place(*walker, x, z, heading, std::nullopt) : KINE_NULL;
}

kine_status kine_walker_place_at(kine_walker* walker, double x, double y, double z, double heading) {
  return walker ? place(*walker, x, z, heading, y) : KINE_NULL;
}

kine_status kine_walk(kine_walker* walker, const kine_terrain* terrain, double forward, double turn, double side,
                      double dt, double* pose, int pose_size) {
  if (!walker || !terrain) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, walker->model->value_count())) return status;
  suit(*walker);
  if (!walker->can_walk) return KINE_BAD_VALUE;
  walker->before = walker->state;
  walker->reach_before = walker->reach;
  walker->stick = {.forward = forward, .turn = turn, .side = side};
  walker->dt = dt;
  const auto out = out_span(pose, pose_size);
  const std::span<double> body_pose = walker->figure ? std::span<double>(walker->pose) : out;
  walker->report = kine::walk(walker->body(), walker->gait, *terrain->ground, walker->stick, dt, walker->mode,
                              walker->state, body_pose, walker->scratch);
  walker->walked = true;
  walker->reached = kine::ReachReport{};
  if (walker->report.no_ground) return KINE_OK;
  if (reaches(*walker, walker->reach))
    walker->reached = kine::reach_out(walker->body(), walker->report.plan, walker->objects, dt, walker->reach,
                                      body_pose, walker->scratch);
  if (walker->figure) {
    walker->figure->write(walker->pose, out, walker->scratch);
  } else {
    walker->pose.assign(out.begin(), out.end());
  }
  return KINE_OK;
}

kine_status kine_walker_set_objects(kine_walker* walker, const double* points, int size, const int* wishes) {
  if (!walker || (!points && size != 0)) return KINE_NULL;
  if (size < 0 || size % 3 != 0) return KINE_BAD_SIZE;
  const auto count = static_cast<std::size_t>(size / 3);
  walker->objects.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int wish = wishes ? wishes[i] : KINE_OBJECT_LOOK | KINE_OBJECT_REACH;
    walker->objects[i] = {.point = {points[3 * i], points[3 * i + 1], points[3 * i + 2]},
                          .look = (wish & KINE_OBJECT_LOOK) != 0,
                          .reach = (wish & KINE_OBJECT_REACH) != 0};
  }
  return KINE_OK;
}
