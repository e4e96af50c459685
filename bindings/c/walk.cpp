#include "kine/motion/walk.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "bindings/c/bones.hpp"
#include "bindings/c/numbers.hpp"
#include "bindings/c/settings.hpp"
#include "bindings/c/terrain.hpp"
#include "kine/motion/gait_fit.h"
#include "kine/motion/reach_out.h"
#include "kine/motion/shared_hip.h"
#include "kine/motion/walking_figure.h"

using namespace kine::c_api;
using kine::Gait;
using kine::WalkMode;
using kine::WalkState;

struct kine_walker {
  std::shared_ptr<const kine::Skeleton> model;
  std::optional<kine::Biped> own;             // the skeleton itself walks,
  std::optional<kine::WalkingFigure> figure;  // or one that was made for it
  kine::Scratch scratch;
  Gait wanted{};
  Gait gait{};    // what was wanted, suited to the figure
  Gait served{};  // what was wanted then
  bool suited = true;
  bool can_walk = true;  // it was suited once
  WalkMode mode = WalkMode::Full;
  WalkState state{};
  kine::ReachState reach{};
  std::vector<kine::ObjectInReach> objects{};
  bool walked = false;
  // The last frame: what went in, and what came out.
  WalkState before{};
  kine::ReachState reach_before{};
  kine::Stick stick{};
  double dt = 0;
  std::vector<double> pose;  // of what walks
  kine::WalkReport report{};
  kine::ReachReport reached{};
  std::vector<std::string> notes{};
  std::string fit_note{};

  const kine::Biped& body() const { return figure ? figure->body() : *own; }
};

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

template <class F>
F& each_result(const kine_walker& walker, F& f) {
  f("bad_stick", walker.report.bad_stick);
  f("held_back", walker.report.held_back);
  f("blocked", walker.report.blocked);
  f("stepping", walker.state.phase == WalkState::Phase::Step);
  f("x", walker.state.course.x);
  f("z", walker.state.course.z);
  f("heading", walker.state.course.heading);
  f("speed", walker.state.course.speeds.forward);
  f("looks_at", walker.reached.looks_at);
  f("margin", walker.reached.margin);
  return f;
}

template <class F>
F& each_result(const kine::ReachReport::Hand& hand, F& f) {
  f("object", hand.object);
  f("holds", hand.holds);
  f("weight", hand.weight);
  f("miss", hand.miss);
  return f;
}

template <class F>
F& each_result(const kine::walking::LegReport& leg, F& f) {
  f("position_error", leg.position_error);
  f("angle_error", leg.angle_error);
  f("iterations", leg.iterations);
  f("full", leg.full);
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

// A figure that was never shown an object walks as if there were no such thing.
bool reaches(const kine_walker& walker, const kine::ReachState& state) {
  return !walker.objects.empty() || state.started;
}

bool is_foot(int foot) { return foot == 0 || foot == 1; }

void write(const kine::walking::Sole& sole, double* out) {
  kine::c_api::write(sole.point, out);
  kine::c_api::write(sole.rotation, out + 3);
}

// A state is that of the walk and that of the hands.
constexpr size_t kStateBytes = sizeof(WalkState) + sizeof(kine::ReachState);

// Bytes of a state are followed by this, so that others are told apart.
std::uint64_t seal_of(const unsigned char* bytes, size_t size) {
  std::uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
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
  kine::Scratch scratch(*body);
  std::vector<double> pose(body->standing().begin(), body->standing().end());
  return new kine_walker{.model = skeleton->model,
                         .own = *std::move(body),
                         .figure = {},
                         .scratch = std::move(scratch),
                         .pose = std::move(pose)};
}

kine_walker* kine_walker_create_figure(const kine_bones* bones, char* message, size_t message_size) {
  write_message(bones ? "" : kine_status_text(KINE_NULL), message, message_size);
  if (!bones) return nullptr;
  kine::Result<kine::WalkingFigure> figure = kine::WalkingFigure::build(*bones->model, bones->map, bones->up);
  if (!figure) {
    write_message(figure.error(), message, message_size);
    return nullptr;
  }
  kine::Scratch scratch(*figure);
  std::vector<std::string> notes = figure->notes();
  std::vector<double> pose(figure->body().standing().begin(), figure->body().standing().end());
  return new kine_walker{.model = bones->model,
                         .own = {},
                         .figure = *std::move(figure),
                         .scratch = std::move(scratch),
                         .suited = false,
                         .can_walk = false,
                         .pose = std::move(pose),
                         .notes = std::move(notes)};
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
  // None of them may be endless or below 0.
  if (std::isinf(value) || value < 0)
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
  if (!walker) return KINE_NULL;
  if (!(std::isfinite(x) && std::isfinite(z) && std::isfinite(heading))) return KINE_BAD_VALUE;
  walker->state = WalkState{};
  walker->reach = kine::ReachState{};
  walker->state.course.x = x;
  walker->state.course.z = z;
  walker->state.course.heading = heading;
  walker->walked = false;
  return KINE_OK;
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
  walker->report = kine::walk(walker->body(), walker->gait, *terrain->ground, walker->stick, dt, walker->state,
                              body_pose, walker->scratch, walker->mode);
  walker->reached = kine::ReachReport{};
  if (reaches(*walker, walker->reach))
    walker->reached = kine::reach_out(walker->body(), walker->report.plan, walker->objects, dt, walker->reach,
                                      body_pose, walker->scratch);
  if (walker->figure) {
    walker->figure->write(walker->pose, out, walker->scratch);
  } else {
    walker->pose.assign(out.begin(), out.end());
  }
  walker->walked = true;
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

double kine_walker_result(const kine_walker* walker, const char* name) {
  GetByName visitor{name ? name : ""};
  if (walker && walker->walked) each_result(*walker, visitor);
  return visitor.value;
}

double kine_walker_leg_result(const kine_walker* walker, int leg, const char* name) {
  GetByName visitor{name ? name : ""};
  if (walker && walker->walked && is_foot(leg)) each_result(walker->report.legs[leg], visitor);
  return visitor.value;
}

double kine_walker_hand_result(const kine_walker* walker, int hand, const char* name) {
  GetByName visitor{name ? name : ""};
  if (walker && walker->walked && is_foot(hand)) each_result(walker->reached.hands[hand], visitor);
  return visitor.value;
}

kine_status kine_walker_hips(const kine_walker* walker, double* out) {
  if (!walker || !out) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  kine::c_api::write(walker->report.plan.hips, out);
  return KINE_OK;
}

int kine_walker_plant(const kine_walker* walker, int foot, int part, double* out) {
  if (!walker || !out || !is_foot(foot) || (part != 0 && part != 1) || !walker->walked) return -1;
  const kine::walking::WalkPlan& plan = walker->report.plan;
  if (!(part == 0 ? plan.heel_down : plan.toe_down)[foot]) return 0;
  kine::c_api::write((part == 0 ? plan.heel_at : plan.toe_at)[foot], out);
  return 1;
}

int kine_walker_sole(const kine_walker* walker, int foot, double* out) {
  if (!walker || !out || !is_foot(foot) || !walker->walked) return -1;
  write(walker->state.feet[foot].plant, out);
  return kine::walking::is_in_air(walker->state, foot) ? 0 : 1;
}

int kine_walker_landing(const kine_walker* walker, double* out) {
  if (!walker || !out || !walker->walked || walker->state.phase != WalkState::Phase::Step) return -1;
  write(walker->state.swing.to, out);
  return walker->state.swinging;
}

int kine_walker_foot_point(const kine_walker* walker, int foot, int part, double* out) {
  if (!walker || !out || !is_foot(foot) || (part != 0 && part != 1)) return -1;
  if (walker->figure) {
    const kine::WalkingFigure::FootPoint& point = part == 0 ? walker->figure->heel(foot) : walker->figure->toe(foot);
    kine::c_api::write(point.offset, out);
    return point.joint.index;
  }
  const kine::BipedNames names;
  const kine::Result<kine::JointId> joint =
      walker->model->find((part == 0 ? names.heel : names.toe_tip)[static_cast<std::size_t>(foot)]);
  kine::c_api::write(kine::Vec3{}, out);
  return joint ? joint->index : -1;
}

kine_status kine_walker_foot_shape(const kine_walker* walker, double* out) {
  if (!walker || !out) return KINE_NULL;
  const kine::walking::FootShape& foot = walker->body().lengths().foot;
  kine::c_api::write(foot.heel, out);
  kine::c_api::write(foot.ball, out + 3);
  kine::c_api::write(foot.tip, out + 6);
  out[9] = foot.half_width;
  return KINE_OK;
}

size_t kine_walker_state_size(void) { return kStateBytes + sizeof(std::uint64_t); }

kine_status kine_walker_get_state(const kine_walker* walker, void* bytes, size_t size) {
  if (!walker || !bytes) return KINE_NULL;
  if (size != kine_walker_state_size()) return KINE_BAD_SIZE;
  auto* out = static_cast<unsigned char*>(bytes);
  std::memcpy(out, &walker->state, sizeof(WalkState));
  std::memcpy(out + sizeof(WalkState), &walker->reach, sizeof(kine::ReachState));
  const std::uint64_t seal = seal_of(out, kStateBytes);
  std::memcpy(out + kStateBytes, &seal, sizeof seal);
  return KINE_OK;
}

kine_status kine_walker_set_state(kine_walker* walker, const void* bytes, size_t size) {
  if (!walker || !bytes) return KINE_NULL;
  if (size != kine_walker_state_size()) return KINE_BAD_SIZE;
  const auto* in = static_cast<const unsigned char*>(bytes);
  std::uint64_t seal = 0;
  std::memcpy(&seal, in + kStateBytes, sizeof seal);
  if (seal != seal_of(in, kStateBytes)) return KINE_BAD_VALUE;
  std::memcpy(&walker->state, in, sizeof(WalkState));
  std::memcpy(&walker->reach, in + sizeof(WalkState), sizeof(kine::ReachState));
  walker->walked = false;
  return KINE_OK;
}

kine_status kine_walk_again(kine_walker* walker, const kine_terrain* terrain, int repeats) {
  if (!walker || !terrain) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  for (int i = 0; i < repeats; ++i) {
    WalkState state = walker->before;
    kine::ReachState reach = walker->reach_before;
    const kine::WalkReport report = kine::walk(walker->body(), walker->gait, *terrain->ground, walker->stick,
                                               walker->dt, state, walker->pose, walker->scratch, walker->mode);
    if (reaches(*walker, reach))
      kine::reach_out(walker->body(), report.plan, walker->objects, walker->dt, reach, walker->pose, walker->scratch);
  }
  return KINE_OK;
}

kine_status kine_walk_solve_again(kine_walker* walker, int repeats) {
  if (!walker) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  const kine::Biped& body = walker->body();
  const kine::walking::WalkPlan& plan = walker->report.plan;
  const bool together = body.shared_hip().valid();
  for (int i = 0; i < repeats; ++i) {
    for (int side = 0; side < 2; ++side) {
      const kine::Biped::Leg& leg = body.leg(side);
      for (int k = 0; k < leg.value_count; ++k)
        walker->pose[static_cast<std::size_t>(leg.first_value + k)] = walker->before.legs[side][k];
      if (!together)
        kine::walking::solve_leg(body, side, plan.feet[side], walker->report.legs[side].full, walker->pose,
                                 walker->scratch);
    }
    if (together)
      kine::walking::solve_together(body, {plan.feet[0], plan.feet[1]}, plan.hips.translation, walker->pose,
                                    walker->scratch);
  }
  return KINE_OK;
}
