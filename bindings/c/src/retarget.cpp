#include "kine/motion/retarget.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/src/bones.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/plants.hpp"
#include "bindings/c/src/settings.hpp"
#include "kine/model/pose.h"

using namespace kine::c_api;
using kine::MotionBody;
using kine::Plant;
using kine::Result;
using kine::RetargetMap;
using kine::RetargetSettings;
using kine::Style;

// Two figures, and what is compiled of them. It stays where it was made: the map refers to the bodies.
struct kine_retargeter {
  std::shared_ptr<const kine::Skeleton> source_model, target_model;
  MotionBody source, target;
  RetargetSettings settings{};
  std::vector<double> source_rest{};
  std::optional<RetargetMap> map{};
  std::optional<kine::Scratch> scratch{};
  kine::RetargetReport report{};

  /// Takes these, or keeps what there is and says why.
  std::string compile(RetargetSettings wanted, std::vector<double> rest) {
    wanted.source_rest = rest;
    Result<RetargetMap> made = RetargetMap::build(source, target, wanted);
    if (!made) return made.error();
    map.emplace(*std::move(made));
    scratch.emplace(*map);
    settings = std::move(wanted);
    source_rest = std::move(rest);
    settings.source_rest = source_rest;
    return {};
  }
  std::string compile(const RetargetSettings& wanted) { return compile(wanted, source_rest); }
};

namespace {

template <class F>
F& each_setting(RetargetSettings& settings, F& f) {
  f("mode", Choice{settings.mode, 3});
  f("rest", Choice{settings.rest, 2});
  f("plants", settings.plants);
  f("contacts", settings.contacts);
  f("limits", settings.limits);
  f("speed_limits", settings.speed_limits);
  return f;
}

// Settings are only looked at.
template <class F>
F& each_setting(const kine_retargeter& retargeter, F& f) {
  RetargetSettings settings = retargeter.settings;
  return each_setting(settings, f);
}

Result<MotionBody> body_of(const kine_bones& bones) { return MotionBody::build(*bones.model, bones.map, bones.up); }

bool is_usable(const kine::Clip& clip, const kine::Skeleton& skeleton) {
  for (int i = 0; i < clip.frame_count(); ++i)
    if (!kine::is_usable(skeleton, clip.pose(i))) return false;
  return true;
}

}  // namespace

kine_retargeter* kine_retargeter_create(const kine_bones* source, const kine_bones* target, char* message,
                                        size_t message_size) {
  const auto refuse = [&](const std::string& sentence) -> kine_retargeter* {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  write_message("", message, message_size);
  if (!source || !target) return refuse(kine_status_text(KINE_NULL));
  Result<MotionBody> from = body_of(*source);
  if (!from) return refuse("the source: " + from.error());
  Result<MotionBody> to = body_of(*target);
  if (!to) return refuse("the target: " + to.error());
  std::unique_ptr<kine_retargeter> made(
      new kine_retargeter{source->model, target->model, *std::move(from), *std::move(to)});
  if (const std::string fault = made->compile({}); !fault.empty()) return refuse(fault);
  return made.release();
}

void kine_retargeter_destroy(kine_retargeter* retargeter) { delete retargeter; }

kine_status kine_retargeter_set(kine_retargeter* retargeter, const char* setting, double value) {
  if (!retargeter || !setting) return KINE_NULL;
  RetargetSettings settings = retargeter->settings;
  SetByName visitor{setting, value, *retargeter->target_model};
  if (const kine_status status = each_setting(settings, visitor).status) return status;
  return retargeter->compile(settings).empty() ? KINE_OK : KINE_BAD_VALUE;
}

double kine_retargeter_get(const kine_retargeter* retargeter, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return retargeter ? each_setting(*retargeter, visitor).value : visitor.value;
}

int kine_retargeter_setting_count(const kine_retargeter* retargeter) {
  NameByIndex visitor;
  return retargeter ? each_setting(*retargeter, visitor).count : -1;
}

const char* kine_retargeter_setting_name(const kine_retargeter* retargeter, int setting) {
  NameByIndex visitor{setting};
  return retargeter && setting >= 0 ? each_setting(*retargeter, visitor).name : nullptr;
}

kine_status kine_retargeter_set_source_rest(kine_retargeter* retargeter, const double* pose, int pose_size) {
  if (!retargeter) return KINE_NULL;
  const kine::Skeleton& skeleton = *retargeter->source_model;
  if (const kine_status status = check_array(pose, pose_size, pose ? skeleton.value_count() : 0)) return status;
  std::vector<double> rest(pose, pose + pose_size);
  if (pose && !kine::is_usable(skeleton, rest)) return KINE_BAD_VALUE;
  return retargeter->compile(retargeter->settings, std::move(rest)).empty() ? KINE_OK : KINE_BAD_VALUE;
}

int kine_style_count(void) { return static_cast<int>(kine::style_names().size()); }

// The names are literals, which end in a zero.
const char* kine_style_name(int style) {
  return style >= 0 && style < kine_style_count() ? kine::style_names()[static_cast<std::size_t>(style)].data()
                                                  : nullptr;
}

kine_status kine_retargeter_set_style(kine_retargeter* retargeter, const char* style) {
  if (!retargeter || !style) return KINE_NULL;
  Result<Style> found = *style ? kine::find_style(style) : Result<Style>(Style{});
  if (!found) return KINE_BAD_INDEX;
  RetargetSettings settings = retargeter->settings;
  settings.style = *std::move(found);
  return retargeter->compile(settings).empty() ? KINE_OK : KINE_BAD_VALUE;
}

kine_status kine_retargeter_add_style_part(kine_retargeter* retargeter, const char* part, double weight,
                                           const double* limits, const double* offset, char* message,
                                           size_t message_size) {
  write_message("", message, message_size);
  if (!retargeter || !part) return KINE_NULL;
  kine::StylePart added{.part = part, .weight = weight};
  if (limits) added.limits = kine::Range{limits[0], limits[1]};
  if (offset) added.offset = vec3(offset);
  RetargetSettings settings = retargeter->settings;
  settings.style.parts.push_back(std::move(added));
  const std::string fault = retargeter->compile(settings);
  write_message(fault, message, message_size);
  return fault.empty() ? KINE_OK : KINE_BAD_VALUE;
}

kine_status kine_retarget_pose(kine_retargeter* retargeter, const double* source, int source_size,
                               const kine_shape* shape, double* pose, int pose_size) {
  if (!retargeter) return KINE_NULL;
  const kine::Skeleton& from = *retargeter->source_model;
  if (const kine_status status = check_array(source, source_size, from.value_count())) return status;
  if (const kine_status status = check_array(pose, pose_size, retargeter->target_model->value_count())) return status;
  if (shape && shape->model != retargeter->source_model) return KINE_WRONG_SKELETON;
  if (!kine::is_usable(from, in_span(source, source_size))) return KINE_BAD_VALUE;
  retarget_pose(*retargeter->map, in_span(source, source_size), out_span(pose, pose_size), *retargeter->scratch,
                shape ? &shape->shape : nullptr);
  return KINE_OK;
}

kine_clip* kine_retarget_clip(kine_retargeter* retargeter, const kine_clip* clip, const int* spans,
                              const double* places, int count, char* message, size_t message_size) {
  const auto refuse = [&](const std::string& sentence) -> kine_clip* {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  write_message("", message, message_size);
  if (!retargeter || !clip) return refuse(kine_status_text(KINE_NULL));
  if (clip->model != retargeter->source_model) return refuse(kine_status_text(KINE_WRONG_SKELETON));
  if (!is_usable(clip->clip, *clip->model)) return refuse(kine_status_text(KINE_BAD_VALUE));
  std::vector<Plant> plants;
  if (const kine_status status = read_plants(spans, places, count, plants)) return refuse(kine_status_text(status));
  const kine::SoleFit fit = retargeter->source.fit_soles(clip->clip);
  if (count < 0) plants = find_plants(retargeter->source, clip->clip, {.floor = fit.floor});
  Result<kine::Clip> result = retarget(*retargeter->map, clip->clip, fit, plants, retargeter->report);
  if (!result) return refuse(result.error());
  return new kine_clip{retargeter->target_model, *std::move(result)};
}

double kine_retargeter_result(const kine_retargeter* retargeter, const char* name) {
  GetByName visitor{name ? name : ""};
  if (!retargeter) return visitor.value;
  const kine::RetargetReport& report = retargeter->report;
  visitor("scale", retargeter->map->scale());
  visitor("floor", report.floor);
  visitor("deepest", report.deepest);
  visitor("lowered", report.lowered);
  visitor("miss", report.miss);
  visitor("beyond_limits", report.beyond_limits);
  visitor("over_speed", report.over_speed);
  visitor("contacts", report.contacts);
  return visitor.value;
}

int kine_retargeter_stands(const kine_retargeter* retargeter, int* spans, double* places, double* drifts,
                           int capacity) {
  if (!retargeter) return -1;
  const std::vector<kine::RetargetReport::Stand>& stands = retargeter->report.stands;
  for (int i = 0; i < capacity && i < static_cast<int>(stands.size()); ++i) {
    const kine::RetargetReport::Stand& stand = stands[static_cast<std::size_t>(i)];
    write_plant(stand.plant, i, spans, places);
    if (drifts) drifts[i] = stand.drift;
  }
  return static_cast<int>(stands.size());
}

int kine_retargeter_note_count(const kine_retargeter* retargeter) {
  return retargeter ? static_cast<int>(retargeter->map->notes().size()) : -1;
}

const char* kine_retargeter_note(const kine_retargeter* retargeter, int note) {
  return note >= 0 && note < kine_retargeter_note_count(retargeter)
             ? retargeter->map->notes()[static_cast<std::size_t>(note)].c_str()
             : nullptr;
}
