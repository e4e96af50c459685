// What a walker tells of its last frame.
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/walk.hpp"

using namespace kine::c_api;
using kine::WalkState;

namespace {

template <class F>
F& each_result(const kine_walker& walker, F& f) {
  f("bad_stick", walker.report.bad_stick);
  f("time", walker.report.time);
  f("held_back", walker.report.held_back);
  f("blocked", walker.report.blocked);
  f("no_ground", walker.report.no_ground);
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
F& each_result(const kine::LegReport& leg, F& f) {
  f("position_error", leg.position_error);
  f("angle_error", leg.angle_error);
  f("iterations", leg.iterations);
  f("full", leg.full);
  return f;
}

void write(const kine::Foothold& sole, double* out) {
  kine::c_api::write(sole.point, out);
  kine::c_api::write(sole.rotation, out + 3);
}

}  // namespace

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

int kine_walker_plant(const kine_walker* walker, int foot, int point, double* out) {
  if (!walker || !out || !is_foot(foot) || (point != 0 && point != 1) || !walker->walked) return -1;
  const kine::WalkPlan& plan = walker->report.plan;
  if (!(point == 0 ? plan.heel_down : plan.toe_down)[foot]) return 0;
  kine::c_api::write((point == 0 ? plan.heel_at : plan.toe_at)[foot], out);
  return 1;
}

int kine_walker_sole(const kine_walker* walker, int foot, double* out) {
  if (!walker || !out || !is_foot(foot) || !walker->walked) return -1;
  write(walker->state.plants[foot], out);
  return walker->state.in_air(foot) ? 0 : 1;
}

int kine_walker_landing(const kine_walker* walker, double* out) {
  if (!walker || !out || !walker->walked || walker->state.phase != WalkState::Phase::Step) return -1;
  write(walker->state.landing, out);
  return walker->state.stepping_foot;
}

int kine_walker_foot_point(const kine_walker* walker, int foot, int point, double* out) {
  if (!walker || !out || !is_foot(foot) || (point != 0 && point != 1)) return -1;
  if (walker->figure) {
    const kine::WalkingFigure::FootPoint& at = point == 0 ? walker->figure->heel(foot) : walker->figure->toe(foot);
    kine::c_api::write(at.offset, out);
    return at.joint.index;
  }
  const kine::BipedNames names;
  const kine::Result<kine::JointId> joint =
      walker->model->find((point == 0 ? names.heel : names.toe_tip)[static_cast<std::size_t>(foot)]);
  kine::c_api::write(kine::Vec3{}, out);
  return joint ? joint->index : -1;
}

kine_status kine_walker_foot_shape(const kine_walker* walker, int foot, double* out) {
  if (!walker || !out) return KINE_NULL;
  if (foot < 0 || foot > 1) return KINE_BAD_INDEX;
  const kine::FootShape& shape = walker->body().measures().legs[foot].foot;
  kine::c_api::write(shape.heel, out);
  kine::c_api::write(shape.ball, out + 3);
  kine::c_api::write(shape.tip, out + 6);
  out[9] = shape.half_width;
  return KINE_OK;
}
