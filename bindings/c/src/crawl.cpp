#include "kine/motion/crawl.h"

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/c/src/crawl.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/settings.hpp"
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/terrain.hpp"

using namespace kine::c_api;
using kine::CrawlGait;
using kine::CrawlState;

namespace {

template <class F>
F& each_setting(CrawlGait& gait, F& f) {
  f("speed", gait.top_speed);
  f("back_speed", gait.top_back_speed);
  f("side_speed", gait.top_side_speed);
  f("turn_speed", gait.top_turn);
  f("acceleration", gait.acceleration);
  f("braking", gait.braking);
  f("turn_acceleration", gait.turn_acceleration);
  f("step", gait.step);
  f("least_time", gait.least_time);
  f("most_time", gait.most_time);
  f("lift", gait.lift);
  f("clearance", gait.clearance);
  f("most_rise", gait.most_rise);
  f("lean", gait.lean);
  return f;
}

// Settings are only looked at.
template <class F>
F& each_setting(const kine_crawler& crawler, F& f) {
  CrawlGait gait = crawler.gait;
  return each_setting(gait, f);
}

template <class F>
F& each_result(const kine_crawler& crawler, F& f) {
  f("blocked", crawler.report.blocked);
  f("no_ground", crawler.report.no_ground);
  f("stepping", crawler.state.phase == CrawlState::Phase::Step);
  f("x", crawler.state.course.x);
  f("z", crawler.state.course.z);
  f("heading", crawler.state.course.heading);
  f("speed", crawler.state.course.speeds.forward);
  f("position_error", crawler.report.position_error);
  f("iterations", crawler.report.iterations);
  return f;
}

// A speed cannot change at no rate, nor a step take no time or go no way.
bool must_be_above_0(std::string_view setting) {
  return setting == "step" || setting == "least_time" || setting.ends_with("acceleration") || setting == "braking";
}

bool is_good(const CrawlGait& gait) { return gait.least_time <= gait.most_time; }

bool has_leg(const kine_crawler* crawler, int leg) {
  return crawler && crawler->crawled && leg >= 0 && leg < kine_crawler_leg_count(crawler);
}

kine_status place(kine_crawler& crawler, double x, double z, double heading, std::optional<double> height) {
  if (const kine_status status = begin_at(x, z, heading, height, crawler.state)) return status;
  crawler.crawled = false;
  return KINE_OK;
}

}  // namespace

kine_crawler* kine_crawler_create(const kine_skeleton* skeleton, const double* standing, int standing_size,
                                  const int* tips, int tip_count, char* message, size_t message_size) {
  const auto refuse = [&](std::string_view sentence) {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  if (!skeleton || tip_count < 0 || (tip_count > 0 && !tips)) return refuse(kine_status_text(KINE_NULL));
  const kine::Skeleton& model = *skeleton->model;
  if (const kine_status status = check_array(standing, standing_size, model.value_count()))
    return refuse(kine_status_text(status));
  std::vector<std::string_view> names;
  for (int i = 0; i < tip_count; ++i) {
    if (!has_joint(model, tips[i])) return refuse(kine_status_text(KINE_BAD_INDEX));
    names.push_back(model.name({tips[i]}));
  }
  const auto pose = in_span(standing, standing_size);
  kine::Result<kine::Crawler> body = kine::Crawler::build(model, pose, names);
  write_message(body.error(), message, message_size);
  if (!body) return nullptr;
  return new kine_crawler(skeleton->model, *std::move(body), pose);
}

void kine_crawler_destroy(kine_crawler* crawler) { delete crawler; }

kine_status kine_crawler_set(kine_crawler* crawler, const char* setting, double value) {
  if (!crawler || !setting) return KINE_NULL;
  CrawlGait gait = crawler->gait;
  SetByName visitor{setting, value, *crawler->model};
  if (const kine_status status = each_setting(gait, visitor).status) return status;
  if (std::isinf(value) || value < 0 || (value == 0 && must_be_above_0(setting)) || !is_good(gait))
    return KINE_BAD_VALUE;
  crawler->gait = gait;
  return KINE_OK;
}

double kine_crawler_get(const kine_crawler* crawler, const char* setting) {
  GetByName visitor{setting ? setting : ""};
  return crawler ? each_setting(*crawler, visitor).value : visitor.value;
}

int kine_crawler_setting_count(const kine_crawler* crawler) {
  NameByIndex visitor;
  return crawler ? each_setting(*crawler, visitor).count : -1;
}

const char* kine_crawler_setting_name(const kine_crawler* crawler, int setting) {
  NameByIndex visitor{setting};
  return crawler && setting >= 0 ? each_setting(*crawler, visitor).name : nullptr;
}

kine_status kine_crawler_place(kine_crawler* crawler, double x, double z, double heading) {
  return crawler ? place(*crawler, x, z, heading, std::nullopt) : KINE_NULL;
}

kine_status kine_crawler_place_at(kine_crawler* crawler, double x, double y, double z, double heading) {
  return crawler ? place(*crawler, x, z, heading, y) : KINE_NULL;
}

kine_status kine_crawl(kine_crawler* crawler, const kine_terrain* terrain, double forward, double turn, double side,
                       double dt, double* pose, int pose_size) {
  if (!crawler || !terrain) return KINE_NULL;
  if (const kine_status status = check_array(pose, pose_size, crawler->model->value_count())) return status;
  crawler->before = crawler->state;
  crawler->stick = {.forward = forward, .turn = turn, .side = side};
  crawler->dt = dt;
  crawler->report = kine::crawl(crawler->body, crawler->gait, *terrain->ground, crawler->stick, dt, crawler->state,
                                out_span(pose, pose_size), crawler->scratch);
  crawler->crawled = true;
  return KINE_OK;
}

double kine_crawler_result(const kine_crawler* crawler, const char* name) {
  GetByName visitor{name ? name : ""};
  if (crawler && crawler->crawled) each_result(*crawler, visitor);
  return visitor.value;
}

kine_status kine_crawler_body(const kine_crawler* crawler, double* out) {
  if (!crawler || !out) return KINE_NULL;
  if (!crawler->crawled) return KINE_BAD_VALUE;
  kine::c_api::write(crawler->report.body, out);
  return KINE_OK;
}

int kine_crawler_leg_count(const kine_crawler* crawler) {
  return crawler ? static_cast<int>(crawler->body.tips().size()) : -1;
}

int kine_crawler_tip(const kine_crawler* crawler, int leg, double* out) {
  if (!has_leg(crawler, leg) || !out) return -1;
  const auto place = static_cast<std::size_t>(leg);
  kine::c_api::write(crawler->report.tips[place], out);
  return crawler->report.down[place] ? 1 : 0;
}

int kine_crawler_landing(const kine_crawler* crawler, int leg, double* out) {
  if (!has_leg(crawler, leg) || !out) return -1;
  if (crawler->report.down[static_cast<std::size_t>(leg)]) return 0;
  kine::c_api::write(crawler->report.landings[static_cast<std::size_t>(leg)], out);
  return 1;
}

size_t kine_crawler_state_size(void) { return sealed_size<CrawlState>(); }

kine_status kine_crawler_get_state(const kine_crawler* crawler, void* bytes, size_t size) {
  return crawler ? write_sealed(bytes, size, crawler->state) : KINE_NULL;
}

kine_status kine_crawler_set_state(kine_crawler* crawler, const void* bytes, size_t size) {
  const kine_status status = crawler ? read_sealed(bytes, size, crawler->state) : KINE_NULL;
  if (status == KINE_OK) crawler->crawled = false;
  return status;
}
