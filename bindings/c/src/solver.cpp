#include "bindings/c/src/solver.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "kine/core/internal/text.h"

namespace kine::c_api {
namespace {

// ---- the settings of each method -----------------------------------------------------------------------------------

template <class F>
void each_setting(Tolerance& t, F& f) {
  f("tolerance", t.position);
  f("angle_tolerance", t.angle);
  f("metres_tolerance", t.metres);
}

template <class F>
void each_setting(Jacobian& m, F& f) {
  each_setting(m.tolerance, f);
  f("max_iterations", m.max_iterations);
  f("inverse", Choice<Inverse>{m.inverse, 4});
  f("step", m.step);
  f("from", m.from);
  f("penultimate", m.penultimate);
  f("max_change", m.max_change);
  f("ease", m.ease);
  f("inner_limit", m.inner_limit);
  f("inverse_error", m.inverse_error);
}

// Of a limb, less its joints and its tolerance.
template <class F>
void each_limb_setting(TwoBone& m, F& f) {
  f("pole_x", m.pole.x);
  f("pole_y", m.pole.y);
  f("pole_z", m.pole.z);
  f("bend_axis_x", m.bend_axis.x);
  f("bend_axis_y", m.bend_axis.y);
  f("bend_axis_z", m.bend_axis.z);
  f("twist", m.twist);
  f("softness", m.softness);
  f("fade", m.fade);
  f("keep", Choice<OnUnreachable>{m.on_unreachable, 2});
}

template <class F>
void each_setting(TwoBone& m, F& f) {
  each_setting(m.tolerance, f);
  f("root", m.root);
  f("mid", m.mid);
  each_limb_setting(m, f);
}

template <class F>
void each_setting(Ccd& m, F& f) {
  each_setting(m.tolerance, f);
  f("max_iterations", m.max_iterations);
  f("max_turn", m.max_turn);
  f("tip_first", Choice<Ccd::Order>{m.order, 2});
  f("shakes", m.shakes);
}

template <class F>
void each_setting(Fabrik& m, F& f) {
  each_setting(m.tolerance, f);
  f("max_iterations", m.max_iterations);
  f("shakes", m.shakes);
}

template <class F>
void each_setting(Shake& m, F& f) {
  each_setting(m.tolerance, f);
  f("max_iterations", m.max_iterations);
  f("cycle", m.cycle);
  f("bone_tolerance", m.bone_tolerance);
  f("shakes", m.shakes);
}

template <class F>
void each_setting(FullBody& m, F& f) {
  each_setting(m.tolerance, f);
  f("max_iterations", m.max_iterations);
  f("from", m.from);
  f("restarts", m.restarts);
  f("seed", m.seed);
  f("try_again", m.try_again);
}

template <class F>
void each_setting(Global& m, F& f) {
  each_setting(m.tolerance, f);
  f("choice", Choice<kine::Choice>{m.choice, 5});
  f("max_starts", m.max_starts);
  f("from", m.from);
  f("turns", m.turns);
}

template <class F>
void each_setting(Hybrid& m, F& f) {
  each_setting(m.body, f);
  m.limb.tolerance = m.body.tolerance;  // one tolerance for both
  each_limb_setting(m.limb, f);
  f("stretch", m.stretch);
}

template <class F>
F& visit_settings(Method& method, F& f) {
  std::visit([&](auto& m) { each_setting(m, f); }, method);
  return f;
}

// Reading changes nothing, but the list of settings is written for what can be changed.
template <class F>
F& visit_settings(const Method& method, F& f) {
  Method copy = method;
  return visit_settings(copy, f);
}

kine_status check_request(const kine_solver* solver, const kine_goals* goals, const double* pose, int pose_size) {
  if (!solver || !goals) return KINE_NULL;
  if (solver->model != goals->model) return KINE_WRONG_SKELETON;
  return check_array(pose, pose_size, solver->model->value_count());
}

// What an explanation has to know of the method.
struct Terms {
  Tolerance tolerance{};
  JointId from = kWorld;
  std::span<const bool> movable{};
};

Terms terms_of(const Method& method) {
  return std::visit(
      [](const auto& m) {
        if constexpr (requires { m.body; }) {
          return Terms{m.body.tolerance, m.body.from, m.movable};
          // cppcheck-suppress identicalConditionAfterEarlyExit ; it does not look into `requires`
        } else if constexpr (requires { m.from; }) {
          return Terms{m.tolerance, m.from, m.movable};
        } else {
          return Terms{m.tolerance, kWorld, m.movable};
        }
      },
      method);
}

void use_mask(kine_solver& solver) {
  std::visit([&](auto& m) { m.movable = solver.mask; }, solver.method);
}

template <std::size_t... I>
Method method_at(int index, std::index_sequence<I...>) {
  Method method;
  static_cast<void>(((static_cast<int>(I) == index && (method.emplace<I>(), true)) || ...));
  return method;
}

constexpr int kMostSolutions = 100000;  // a list must not fill the memory

// Makes sure that there is so much scratch, and forgets the last solve.
void find_room(kine_solver& solver, std::size_t bytes) {
  solver.last.reached_by = nullptr;
  if (solver.scratch && solver.scratch->capacity() >= bytes) return;
  solver.scratch.reset();  // before the new one is made: both together may not fit
  solver.scratch = std::make_unique<kine::Scratch>(bytes);
}

const Blocker* blocker_of(const kine_solver* solver, int blocker) {
  const bool there = solver && blocker >= 0 && blocker < solver->last.report.blocker_count;
  return there ? &solver->last.report.blockers[static_cast<std::size_t>(blocker)] : nullptr;
}

}  // namespace

Method make_method(int index) { return method_at(index, std::make_index_sequence<std::variant_size_v<Method>>()); }

}  // namespace kine::c_api

using namespace kine::c_api;

int kine_method_count(void) { return kMethodCount; }

const char* kine_method_name(int method) {
  return method >= 0 && method < kMethodCount ? kMethods[method].name : nullptr;
}

const char* kine_method_description(int method) {
  return method >= 0 && method < kMethodCount ? kMethods[method].description : nullptr;
}

kine_solver* kine_solver_create(const kine_skeleton* skeleton, const char* method, char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!skeleton || !method) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  if (std::string_view(method) == "distance") method = "shake";  // as it was called in 0.1
  for (int i = 0; i < kMethodCount; ++i) {
    if (kMethods[i].name == std::string_view(method))
      return new kine_solver{skeleton->model, make_method(i), kine::FreedomMask(*skeleton->model), {}, nullptr, {},
                             false,           nullptr};
  }
  std::string text = "there is no method " + kine::quoted(method) + "; there are ";
  for (const MethodEntry& entry : kMethods) {
    if (&entry != kMethods) text += ", ";
    text += entry.name;
  }
  write_message(text, message, message_size);
  return nullptr;
}

void kine_solver_destroy(kine_solver* solver) { delete solver; }

kine_status kine_solver_set(kine_solver* solver, const char* setting, double value) {
  if (!solver || !setting) return KINE_NULL;
  SetByName visitor{setting, value, *solver->model};
  return visit_settings(solver->method, visitor).status;
}

double kine_solver_get(const kine_solver* solver, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return solver ? visit_settings(solver->method, visitor).value : visitor.value;
}

int kine_solver_setting_count(const kine_solver* solver) {
  NameByIndex visitor;
  return solver ? visit_settings(solver->method, visitor).count : -1;
}

const char* kine_solver_setting_name(const kine_solver* solver, int setting) {
  NameByIndex visitor{setting};
  return solver && setting >= 0 ? visit_settings(solver->method, visitor).name : nullptr;
}

kine_status kine_solver_set_posture(kine_solver* solver, const double* pose, int pose_size) {
  if (!solver) return KINE_NULL;
  auto* jacobian = std::get_if<kine::Jacobian>(&solver->method);
  auto* global = std::get_if<kine::Global>(&solver->method);
  if (!jacobian && !global) return KINE_BAD_VALUE;
  if (pose && pose_size != solver->model->value_count()) return KINE_BAD_SIZE;
  solver->posture.clear();
  if (pose) solver->posture.assign(pose, pose + pose_size);
  (jacobian ? jacobian->posture : global->posture) = solver->posture;
  return KINE_OK;
}

kine_status kine_solver_set_locked(kine_solver* solver, int joint, int locked) {
  if (!solver) return KINE_NULL;
  if (!has_joint(*solver->model, joint)) return KINE_BAD_INDEX;
  locked != 0 ? solver->mask.lock(kine::JointId{joint}) : solver->mask.unlock(kine::JointId{joint});
  use_mask(*solver);
  return KINE_OK;
}

kine_status kine_solver_set_freedom_locked(kine_solver* solver, int freedom, int locked) {
  if (!solver) return KINE_NULL;
  if (freedom < 0 || freedom >= solver->model->freedom_count()) return KINE_BAD_INDEX;
  locked != 0 ? solver->mask.lock_freedom(freedom) : solver->mask.unlock_freedom(freedom);
  use_mask(*solver);
  return KINE_OK;
}

kine_status kine_solver_set_all_locked(kine_solver* solver, int locked) {
  if (!solver) return KINE_NULL;
  locked != 0 ? solver->mask.lock_all() : solver->mask.unlock_all();
  use_mask(*solver);
  return KINE_OK;
}

int kine_solver_may_move(const kine_solver* solver, int freedom) {
  if (!solver || freedom < 0 || freedom >= solver->model->freedom_count()) return -1;
  return solver->mask.may_move(freedom) ? 1 : 0;
}

kine_status kine_solve(kine_solver* solver, const kine_goals* goals, double* pose, int pose_size) {
  if (const kine_status status = check_request(solver, goals, pose, pose_size)) return status;
  const kine::Skeleton& skeleton = *solver->model;
  find_room(*solver,
            std::visit([&](const auto& m) { return kine::scratch_bytes(skeleton, goals->goals, m); }, solver->method));
  const std::span<double> q = out_span(pose, pose_size);
  solver->last.report = std::visit(
      [&](const auto& m) { return kine::solve(skeleton, goals->goals, m, q, *solver->scratch); }, solver->method);
  solver->solved = true;
  return KINE_OK;
}

kine_status kine_solve_all(kine_solver* solver, const kine_goals* goals, const double* pose, int pose_size, int most) {
  if (const kine_status status = check_request(solver, goals, pose, pose_size)) return status;
  const auto* global = std::get_if<kine::Global>(&solver->method);
  if (!global || most < 1 || most > kMostSolutions) return KINE_BAD_VALUE;
  find_room(*solver, kine::solutions_scratch_bytes(*solver->model, goals->goals, *global));
  if (!solver->all || solver->all->capacity() != most)
    solver->all = std::make_unique<kine::ArmSolutions>(*solver->model, most);
  solver->last.report =
      kine::solutions(*solver->model, goals->goals, *global, in_span(pose, pose_size), *solver->all, *solver->scratch);
  solver->solved = true;
  return KINE_OK;
}

int kine_solver_solution_count(const kine_solver* solver) {
  return solver ? (solver->all ? solver->all->count() : 0) : -1;
}

int kine_solver_solutions_complete(const kine_solver* solver) {
  return solver ? (solver->all && solver->all->complete() ? 1 : 0) : -1;
}

kine_status kine_solver_solution(const kine_solver* solver, int solution, double* pose, int pose_size, double* out) {
  if (!solver || !out) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, solver->model->value_count())) return status;
  if (!solver->all || solution < 0 || solution >= solver->all->count()) return KINE_BAD_INDEX;
  const std::span<const double> found = solver->all->pose(solution);
  std::copy(found.begin(), found.end(), pose);
  const kine::ArmSolution& one = (*solver->all)[solution];
  write({static_cast<double>(one.branch), one.interval.lower, one.interval.upper, one.distance}, out);
  return KINE_OK;
}

kine_status kine_solver_structure(const kine_solver* solver, int joint, char* message, size_t message_size) {
  if (!solver) return KINE_NULL;
  if (!has_joint(*solver->model, joint)) return KINE_BAD_INDEX;
  const auto* global = std::get_if<kine::Global>(&solver->method);
  if (!global) return KINE_BAD_VALUE;
  write_message(kine::sentence(*solver->model, kine::arm_structure(*solver->model, {joint}, *global)), message,
                message_size);
  return KINE_OK;
}

int kine_solver_searched_joint(const kine_solver* solver, int joint) {
  const auto* global = solver ? std::get_if<kine::Global>(&solver->method) : nullptr;
  if (!global || !has_joint(*solver->model, joint)) return -1;
  return kine::arm_structure(*solver->model, {joint}, *global).locked.index;
}

kine_status kine_solver_branch_name(const kine_solver* solver, int joint, int branch, char* message,
                                    size_t message_size) {
  if (!solver) return KINE_NULL;
  if (!has_joint(*solver->model, joint)) return KINE_BAD_INDEX;
  const auto* global = std::get_if<kine::Global>(&solver->method);
  if (!global) return KINE_BAD_VALUE;
  write_message(kine::branch_name(kine::arm_structure(*solver->model, {joint}, *global), branch), message,
                message_size);
  return KINE_OK;
}

int kine_solver_outcome(const kine_solver* solver) {
  return solver && solver->solved ? static_cast<int>(solver->last.report.status) : -1;
}

double kine_solver_position_error(const kine_solver* solver) {
  return solver ? solver->last.report.position_error : std::numeric_limits<double>::quiet_NaN();
}

double kine_solver_angle_error(const kine_solver* solver) {
  return solver ? solver->last.report.angle_error : std::numeric_limits<double>::quiet_NaN();
}

int kine_solver_worst_goal(const kine_solver* solver) { return solver ? solver->last.report.worst_goal : -1; }

int kine_solver_iterations(const kine_solver* solver) { return solver ? solver->last.report.iterations : -1; }

kine_status kine_solver_sentence(const kine_solver* solver, char* message, size_t message_size) {
  if (!solver) return KINE_NULL;
  write_message(solver->solved ? kine::sentence(*solver->model, solver->last) : "", message, message_size);
  return KINE_OK;
}

int kine_solver_blocker_count(const kine_solver* solver) { return solver ? solver->last.report.blocker_count : -1; }

int kine_solver_blocker_joint(const kine_solver* solver, int blocker) {
  const kine::Blocker* found = blocker_of(solver, blocker);
  return found ? found->joint.index : -2;
}

int kine_solver_blocker_axis(const kine_solver* solver, int blocker) {
  const kine::Blocker* found = blocker_of(solver, blocker);
  return found ? found->component : -2;
}

int kine_solver_blocker_ball_part(const kine_solver* solver, int blocker) {
  const kine::Blocker* found = blocker_of(solver, blocker);
  return found ? static_cast<int>(found->ball) : -1;
}

int kine_solver_blocker_goal(const kine_solver* solver, int blocker) {
  const kine::Blocker* found = blocker_of(solver, blocker);
  return found && found->joint == kine::kWorld ? found->goal : -1;
}

kine_status kine_solver_blocker_numbers(const kine_solver* solver, int blocker, double* out) {
  if (!solver || !out) return KINE_NULL;
  const kine::Blocker* found = blocker_of(solver, blocker);
  if (!found) return KINE_BAD_INDEX;
  write({found->at, found->gain, found->relax}, out);
  return KINE_OK;
}

kine_status kine_explain(kine_solver* solver, const kine_goals* goals, const double* pose, int pose_size) {
  if (const kine_status status = check_request(solver, goals, pose, pose_size)) return status;
  if (!solver->solved) return KINE_BAD_VALUE;
  const Terms terms = terms_of(solver->method);
  solver->last = kine::explain(*solver->model, goals->goals, terms.tolerance, terms.from, terms.movable,
                               in_span(pose, pose_size), solver->last.report);
  return KINE_OK;
}
