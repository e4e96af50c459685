// A whole clip on the ground: each frame with what the clip knows of its feet.
#include <algorithm>
#include <array>
#include <vector>

#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/ground_feet.h"

namespace kine {
namespace {

/// What a clip knows of a foot in each frame.
class FootForecasts {
 public:
  FootForecasts(const std::vector<FootMoment>& track, const Clip& clip) : track_(track), rate_(clip.rate()) {
    for (std::vector<int>& plants : plant_in_) plants.assign(track.size(), -1);
  }

  void add(const Plant& plant, const Vec3& at) {
    const auto part = static_cast<std::size_t>(plant.part);
    for (int i = plant.from; i < plant.to; ++i)
      plant_in_[part][static_cast<std::size_t>(i)] = static_cast<int>(places_.size());
    places_.push_back(at);
  }

  FootForecast at(int frame) const {
    FootForecast known;
    known.heel_down = plant(0, frame) >= 0;
    known.toe_down = plant(1, frame) >= 0;
    const auto i = static_cast<std::size_t>(frame);
    known.stands = track_[i];
    const int count = static_cast<int>(track_.size());
    int lands = frame;
    while (lands < count && plant(0, lands) < 0 && plant(1, lands) < 0) ++lands;
    // A clip that ends in the air lands with its last frame.
    lands = std::min(lands, count - 1);
    known.lands_in = (lands - frame) / rate_;
    known.heel_first = plant(0, lands) >= 0 || plant(1, lands) < 0;
    known.way = std::span(track_).subspan(i, static_cast<std::size_t>(lands - frame + 1));
    const Vec3 *heel = place(0, lands), *toe = place(1, lands);
    known.stands = {heel ? *heel : known.way.back().heel, toe ? *toe : known.way.back().toe};
    known.stands_flat = heel && toe;
    return known;
  }

 private:
  int plant(std::size_t part, int frame) const { return plant_in_[part][static_cast<std::size_t>(frame)]; }

  /// Where a point stands in a frame, or comes to stand before the foot leaves; nothing where it does not.
  const Vec3* place(std::size_t part, int frame) const {
    const int count = static_cast<int>(track_.size());
    for (int i = frame; i < count && (plant(0, i) >= 0 || plant(1, i) >= 0); ++i)
      if (plant(part, i) >= 0) return &places_[static_cast<std::size_t>(plant(part, i))];
    return nullptr;
  }

  const std::vector<FootMoment>& track_;
  double rate_;
  std::array<std::vector<int>, 2> plant_in_;
  std::vector<Vec3> places_;
};

}  // namespace

Result<Clip> ground_clip(const MotionBody& body, const Clip& clip, std::span<const Plant> plants, const Ground& ground,
                         const GroundFeetSettings& settings) {
  if (const Result<bool> fine = check_plants(body, clip, plants); !fine) return Error{fine.error()};
  const detail::SoleTrack track = detail::track_soles(body, clip);
  std::array<FootForecasts, 2> feet{FootForecasts(track.feet[0], clip), FootForecasts(track.feet[1], clip)};
  for (const Plant& plant : plants)
    feet[static_cast<std::size_t>(plant.side)].add(plant, rotate(body.world_from_figure(), plant.at));
  Clip result = clip;
  Scratch scratch(body);
  GroundFeetState state;
  Shape shape(body.skeleton());
  for (int i = 0; i < clip.frame_count(); ++i) {
    const FootForecast forecast[] = {feet[0].at(i), feet[1].at(i)};
    detail::read_shape(clip, i, shape);
    ground_feet(body, clip.pose(i), ground, settings, forecast, 1 / clip.rate(), state, result.pose(i), scratch,
                &shape);
  }
  return result;
}

}  // namespace kine
