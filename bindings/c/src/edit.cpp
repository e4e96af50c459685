#include "kine/motion/edit.h"

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/solver.hpp"
#include "kine/motion/loop.h"
#include "kine/motion/root_motion.h"

using namespace kine::c_api;
using kine::Clip;
using kine::JointId;
using kine::Result;

struct kine_editor {
  std::shared_ptr<const kine::Skeleton> model;
  Clip clip;
  kine::FreedomMask mask;  // that the method points to
  kine::EditSettings settings{};
  kine::PullReport last{};
};

namespace {

/// A clip that was made, or a sentence.
kine_clip* hand_over(const std::shared_ptr<const kine::Skeleton>& model, Result<Clip> made, char* message,
                     size_t message_size) {
  write_message(made.error(), message, message_size);
  return made ? new kine_clip{model, *std::move(made)} : nullptr;
}

kine_clip* refuse(kine_status status, char* message, size_t message_size) {
  write_message(kine_status_text(status), message, message_size);
  return nullptr;
}

bool is_direction(const double* up) {
  return up && kine::is_finite(vec3(up)) && length(vec3(up)) > 0 && std::isfinite(length(vec3(up)));
}

/// Whole numbers that are joints.
kine_status read_joints(const kine::Skeleton& skeleton, const int* joints, int count, std::vector<JointId>& out) {
  if (count < 0) return KINE_BAD_SIZE;
  if (!joints && count > 0) return KINE_NULL;
  std::vector<JointId> read;
  for (int i = 0; i < count; ++i) {
    if (!has_joint(skeleton, joints[i])) return KINE_BAD_INDEX;
    read.push_back(JointId{joints[i]});
  }
  out = std::move(read);
  return KINE_OK;
}

/// Takes over a solver's method: any but Global.
void take_method(const Method& method, kine::EditMethod& out) {
  std::visit(
      [&](const auto& m) {
        using Kind = std::decay_t<decltype(m)>;
        if constexpr (!std::is_same_v<Kind, kine::Global>) out.emplace<Kind>(m);
      },
      method);
}

kine_clip* move_along(const kine_clip* clip, const double* way, int count, bool back, char* message,
                      size_t message_size) {
  if (!clip || !way) return refuse(KINE_NULL, message, message_size);
  if (count != clip->clip.frame_count()) return refuse(KINE_BAD_SIZE, message, message_size);
  kine::RootMotion motion{clip->clip.rate(), {}, {}};
  for (int i = 0; i < count; ++i, way += 7) {
    const kine::Transform each = transform_of(way);
    constexpr double kUnit = 1e-3;  // what a unit quaternion may be off
    if (!kine::is_finite(each) || !(std::abs(kine::length(each.rotation) - 1) < kUnit))
      return refuse(KINE_BAD_VALUE, message, message_size);
    motion.world_from_start.push_back({kine::normalised(each.rotation), each.translation});
  }
  return hand_over(clip->model,
                   back ? put_back(*clip->model, clip->clip, motion) : put_in_place(*clip->model, clip->clip, motion),
                   message, message_size);
}

}  // namespace

kine_clip* kine_clip_cut(const kine_clip* clip, int from, int to, char* message, size_t message_size) {
  if (!clip) return refuse(KINE_NULL, message, message_size);
  return hand_over(clip->model, cut(*clip->model, clip->clip, from, to), message, message_size);
}

kine_clip* kine_clip_joined(const kine_clip* first, const kine_clip* second, char* message, size_t message_size) {
  if (!first || !second) return refuse(KINE_NULL, message, message_size);
  if (first->model != second->model) return refuse(KINE_WRONG_SKELETON, message, message_size);
  return hand_over(first->model, joined(*first->model, first->clip, second->clip), message, message_size);
}

kine_status kine_clip_find_cycle(const kine_clip* clip, const double* up, double shortest, double longest, double* out,
                                 char* message, size_t message_size) {
  write_message("", message, message_size);
  if (!clip || !up || !out) return KINE_NULL;
  if (!is_direction(up) || !std::isfinite(shortest) || !std::isfinite(longest)) return KINE_BAD_VALUE;
  const Result<kine::Cycle> cycle =
      find_cycle(*clip->model, vec3(up), clip->clip, {.shortest = shortest, .longest = longest});
  if (!cycle) {
    write_message(cycle.error(), message, message_size);
    return KINE_BAD_VALUE;
  }
  write({static_cast<double>(cycle->from), static_cast<double>(cycle->to), cycle->apart}, out);
  return KINE_OK;
}

kine_clip* kine_clip_loop(const kine_clip* clip, const double* up, int from, int to, double blend, int in_place,
                          char* message, size_t message_size) {
  if (!clip || !up) return refuse(KINE_NULL, message, message_size);
  if (!is_direction(up) || !std::isfinite(blend)) return refuse(KINE_BAD_VALUE, message, message_size);
  return hand_over(
      clip->model,
      loop_clip(*clip->model, vec3(up), clip->clip, {from, to, 0}, {.blend = blend, .in_place = in_place != 0}),
      message, message_size);
}

int kine_clip_root_motion(const kine_clip* clip, const double* up, int turn, double smooth, double* out, int capacity) {
  if (!clip || !is_direction(up) || !std::isfinite(smooth)) return -1;
  const Result<kine::RootMotion> motion =
      root_motion(*clip->model, vec3(up), clip->clip, {.turn = turn != 0, .smooth = smooth});
  if (!motion) return -1;
  int i = 0;
  for (const kine::Transform& each : motion->world_from_start) {
    if (!out || i++ >= capacity) break;
    kine::c_api::write(each, out);
    out += 7;
  }
  return static_cast<int>(motion->world_from_start.size());
}

kine_clip* kine_clip_put_in_place(const kine_clip* clip, const double* way, int count, char* message,
                                  size_t message_size) {
  return move_along(clip, way, count, false, message, message_size);
}

kine_clip* kine_clip_put_back(const kine_clip* clip, const double* way, int count, char* message, size_t message_size) {
  return move_along(clip, way, count, true, message, message_size);
}

kine_editor* kine_editor_create(const kine_clip* clip, const kine_solver* solver, char* message, size_t message_size) {
  const auto refused = [&](kine_status status) -> kine_editor* {
    write_message(kine_status_text(status), message, message_size);
    return nullptr;
  };
  write_message("", message, message_size);
  if (!clip || !solver) return refused(KINE_NULL);
  if (clip->model != solver->model) return refused(KINE_WRONG_SKELETON);
  if (std::holds_alternative<kine::Global>(solver->method)) return refused(KINE_BAD_VALUE);
  auto* editor = new kine_editor{clip->model, clip->clip, kine::FreedomMask(*clip->model)};
  take_method(solver->method, editor->settings.method);
  for (int i = 0; i < clip->model->freedom_count(); ++i)
    if (!solver->mask.may_move(i)) editor->mask.lock_freedom(i);
  std::visit(
      [&](auto& m) {
        m.movable = editor->mask;
        // The frame's own pose is the posture.
        if constexpr (requires { m.posture; }) m.posture = {};
      },
      editor->settings.method);
  return editor;
}

void kine_editor_destroy(kine_editor* editor) { delete editor; }

kine_status kine_editor_set_kept(kine_editor* editor, const int* joints, int count) {
  return editor ? read_joints(*editor->model, joints, count, editor->settings.keep) : KINE_NULL;
}

kine_status kine_editor_set_trunk(kine_editor* editor, const int* joints, int count) {
  return editor ? read_joints(*editor->model, joints, count, editor->settings.trunk) : KINE_NULL;
}

kine_status kine_editor_set_from(kine_editor* editor, int joint) {
  if (!editor) return KINE_NULL;
  if (joint != -1 && !has_joint(*editor->model, joint)) return KINE_BAD_INDEX;
  editor->settings.from = JointId{joint};
  return KINE_OK;
}

kine_status kine_editor_pull(kine_editor* editor, int frame, const int* joints, const double* places, int count,
                             double* pose, int pose_size) {
  if (!editor || (count > 0 && !places)) return KINE_NULL;
  if (frame < 0 || frame >= editor->clip.frame_count()) return KINE_BAD_INDEX;
  if (const kine_status status = check_array(pose, pose_size, editor->model->value_count())) return status;
  std::vector<JointId> pulled;
  if (const kine_status status = read_joints(*editor->model, joints, count, pulled)) return status;
  std::vector<kine::EditPin> pins;
  for (int i = 0; i < count; ++i)
    pins.push_back({pulled[static_cast<std::size_t>(i)], frame, vec3(places + std::ptrdiff_t{3} * i)});
  editor->last = pull_joints(*editor->model, editor->clip, frame, pins, editor->settings, out_span(pose, pose_size));
  return KINE_OK;
}

double kine_editor_result(const kine_editor* editor, const char* name) {
  GetByName visitor{name ? name : ""};
  if (!editor) return visitor.value;
  visitor("outcome", static_cast<int>(editor->last.report.status));
  visitor("iterations", editor->last.report.iterations);
  visitor("missed", editor->last.missed);
  visitor("slipped", editor->last.slipped);
  visitor("kept", editor->last.kept);
  return visitor.value;
}

kine_status kine_editor_sentence(const kine_editor* editor, char* message, size_t message_size) {
  if (!editor) return KINE_NULL;
  write_message(sentence(*editor->model, editor->last.report), message, message_size);
  return KINE_OK;
}

kine_clip* kine_editor_apply(const kine_editor* editor, const int* pins, const double* places, int count, double blend,
                             int all_reached, char* message, size_t message_size) {
  if (!editor || (count > 0 && (!pins || !places))) return refuse(KINE_NULL, message, message_size);
  if (!std::isfinite(blend)) return refuse(KINE_BAD_VALUE, message, message_size);
  std::vector<kine::EditPin> wanted;
  for (int i = 0; i < count; ++i, pins += 2, places += 3) {
    if (!has_joint(*editor->model, pins[0])) return refuse(KINE_BAD_INDEX, message, message_size);
    wanted.push_back({JointId{pins[0]}, pins[1], vec3(places)});
  }
  kine::EditSettings settings = editor->settings;
  settings.blend = blend;
  settings.all_reached = all_reached != 0;
  return hand_over(editor->model, edit_clip(*editor->model, editor->clip, wanted, settings), message, message_size);
}
