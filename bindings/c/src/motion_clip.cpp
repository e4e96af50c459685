// Whole clips of a figure: plants, on the ground, mirrored, cleaned.
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/c/src/motion.hpp"
#include "bindings/c/src/numbers.hpp"
#include "bindings/c/src/plants.hpp"
#include "bindings/c/src/terrain.hpp"
#include "kine/motion/mirror.h"

using namespace kine::c_api;
using kine::CleanReport;
using kine::Plant;

namespace {

bool is_of(const kine_motion* motion, const kine_clip* clip) { return motion && clip && clip->model == motion->model; }

}  // namespace

int kine_find_plants(const kine_motion* motion, const kine_clip* clip, int* spans, double* places, int capacity) {
  if (!is_of(motion, clip)) return -1;
  const std::vector<Plant> plants = find_plants(motion->body, clip->clip, motion->settings.feet.plants);
  for (int i = 0; i < capacity && i < static_cast<int>(plants.size()); ++i)
    write_plant(plants[static_cast<std::size_t>(i)], i, spans, places);
  return static_cast<int>(plants.size());
}

kine_clip* kine_ground_clip(const kine_motion* motion, const kine_clip* clip, const kine_terrain* terrain,
                            const int* spans, const double* places, int count, char* message, size_t message_size) {
  write_message("", message, message_size);
  const auto refuse = [&](std::string_view sentence) {
    write_message(sentence, message, message_size);
    return nullptr;
  };
  if (!motion || !clip || !terrain) return refuse(kine_status_text(KINE_NULL));
  if (!is_of(motion, clip)) return refuse(kine_status_text(KINE_WRONG_SKELETON));
  std::vector<Plant> plants;
  if (count < 0) plants = find_plants(motion->body, clip->clip, motion->settings.feet.plants);
  if (const kine_status status = read_plants(spans, places, count, plants)) return refuse(kine_status_text(status));
  kine::Result<kine::Clip> result =
      ground_clip(motion->body, clip->clip, plants, kine::Ground(*terrain->ground), motion->settings.feet);
  if (!result) return refuse(result.error());
  return new kine_clip{motion->model, *std::move(result)};
}

kine_clip* kine_mirror_clip(const kine_motion* motion, const kine_clip* clip) {
  if (!is_of(motion, clip)) return nullptr;
  return new kine_clip{motion->model, mirror_clip(motion->body, clip->clip)};
}

kine_clip* kine_clean_clip(kine_motion* motion, const kine_clip* clip, int spikes, int feet) {
  if (!is_of(motion, clip)) return nullptr;
  motion->cleaned = {};
  const kine::CleanSettings settings{.feet = feet != 0, .spikes = spikes != 0};
  return new kine_clip{motion->model, clean_clip(motion->body, clip->clip, settings, motion->cleaned)};
}

int kine_motion_spikes(const kine_motion* motion, int* where, double* jumps, int capacity) {
  if (!motion) return -1;
  const std::vector<CleanReport::Spike>& spikes = motion->cleaned.spikes;
  for (int i = 0; i < capacity && i < static_cast<int>(spikes.size()); ++i) {
    const CleanReport::Spike& spike = spikes[static_cast<std::size_t>(i)];
    const std::ptrdiff_t at = std::ptrdiff_t{2} * i;
    if (where) {
      where[at] = spike.joint.index;
      where[at + 1] = spike.frame;
    }
    if (jumps) kine::c_api::write({spike.angle, spike.distance}, jumps + at);
  }
  return static_cast<int>(spikes.size());
}

int kine_motion_skates(const kine_motion* motion, int* spans, double* places, double* slides, int capacity) {
  if (!motion) return -1;
  const std::vector<CleanReport::Skate>& skates = motion->cleaned.skates;
  for (int i = 0; i < capacity && i < static_cast<int>(skates.size()); ++i) {
    const CleanReport::Skate& skate = skates[static_cast<std::size_t>(i)];
    write_plant(skate.plant, i, spans, places);
    if (slides) kine::c_api::write({skate.before, skate.after}, slides + std::ptrdiff_t{2} * i);
  }
  return static_cast<int>(skates.size());
}
