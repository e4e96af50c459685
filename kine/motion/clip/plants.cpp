#include "kine/motion/plants.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/gait.h"
#include "kine/motion/ground_feet.h"

namespace kine {
namespace {

constexpr Vec3 FootMoment::* kPoints[] = {&FootMoment::heel, &FootMoment::toe};

struct Span {
  int from = 0, to = 0;
};

/// One point of a foot all along a clip.
struct PointTrack {
  const std::vector<FootMoment>& track;
  Vec3 FootMoment::* point;
  double rate, scale;
  PlantSettings settings;

  Vec3 at(int i) const { return track[static_cast<std::size_t>(i)].*point; }
  double speed(int i) const { return detail::sole_speed(track, point, i, rate); }

  /// Where it stands: the mean of the slower half of its frames, so that its coming and going count for nothing.
  Vec3 resting_place(const Span& span) const {
    std::vector<double> speeds;
    for (int i = span.from; i < span.to; ++i) speeds.push_back(speed(i));
    std::vector<double> sorted = speeds;
    std::ranges::sort(sorted);
    const double slow = sorted[sorted.size() / 2];
    Vec3 sum{};
    int count = 0;
    for (int i = span.from; i < span.to; ++i) {
      if (speeds[static_cast<std::size_t>(i - span.from)] > slow) continue;
      sum += at(i);
      ++count;
    }
    return sum / count;
  }

  /// What is slow and low, with hysteresis.
  std::vector<Span> slow_spans() const {
    std::vector<Span> spans;
    int from = -1;
    const int count = static_cast<int>(track.size());
    for (int i = 0; i <= count; ++i) {
      const double fast = (from < 0 ? settings.start_speed : settings.end_speed) * scale;
      const double high = (from < 0 ? settings.start_height : settings.end_height) * scale;
      const bool stands = i < count && speed(i) < fast && at(i).y - settings.floor < high;
      if (stands && from < 0) from = i;
      if (stands || from < 0) continue;
      spans.push_back({from, i});
      from = -1;
    }
    return spans;
  }

  /// Without the frames at both ends in which it comes or goes: away from where it stands, and not slow.
  Span trimmed(Span span) const {
    constexpr double kAway = 0.01;   // metres for a leg of 0.87 m
    constexpr double kMoves = 0.15;  // m/s
    const Vec3 place = resting_place(span);
    const auto moves = [&](int i) { return length(at(i) - place) > kAway * scale && speed(i) > kMoves * scale; };
    while (span.to > span.from + 1 && moves(span.from)) ++span.from;
    while (span.to > span.from + 1 && moves(span.to - 1)) --span.to;
    return span;
  }

  /// Without the frames at both ends in which it is raised while the other end of the foot stands: heel and toes come down and
  /// leave after each other.
  Span lowered(const Span& span, const std::vector<Span>& others) const {
    constexpr double kRaised = 0.01;  // metres for a leg of 0.87 m
    const double height = resting_place(span).y + kRaised * scale;
    const auto waits = [&](int i) {
      const auto covers = [i](const Span& other) { return other.from <= i && i < other.to; };
      return at(i).y > height && std::ranges::any_of(others, covers);
    };
    Span rest = span;
    while (rest.to > rest.from + 1 && waits(rest.from)) ++rest.from;
    while (rest.to > rest.from + 1 && waits(rest.to - 1)) --rest.to;
    return rest.to - rest.from >= settings.shortest * rate ? rest : span;
  }

  std::vector<Span> plants() const {
    constexpr double kGlitch = 0.08;  // seconds: what leaves for less, and comes back to where it stood, has not left
    constexpr double kSame = 0.03;    // metres for a leg of 0.87 m
    std::vector<Span> joined;
    for (const Span& span : slow_spans()) {
      if (!joined.empty() && span.from - joined.back().to < kGlitch * rate &&
          length(resting_place(span) - resting_place(joined.back())) < kSame * scale)
        joined.back().to = span.to;
      else
        joined.push_back(span);
    }
    std::vector<Span> lasting;
    for (const Span& span : joined) {
      const Span rest = trimmed(span);
      if (rest.to - rest.from >= settings.shortest * rate) lasting.push_back(rest);
    }
    return lasting;
  }
};

std::string part_name(const Plant& plant) {
  return std::string(plant.side == 0 ? "the left " : "the right ") + (plant.part == FootPart::Heel ? "heel" : "toe");
}

}  // namespace

std::vector<Plant> find_plants(const MotionBody& body, const Clip& clip, const PlantSettings& settings) {
  const detail::SoleTrack track = detail::track_soles(body, clip);
  const Quat figure_from_world = conjugate(body.world_from_figure());
  std::vector<Plant> plants;
  for (int side = 0; side < 2; ++side) {
    const auto of = [&](int part) {
      return PointTrack{track.feet[static_cast<std::size_t>(side)], kPoints[part], clip.rate(), body.leg() / Gait::kLeg,
                        settings};
    };
    const PointTrack points[] = {of(0), of(1)};
    const std::vector<Span> spans[] = {points[0].plants(), points[1].plants()};
    for (int part = 0; part < 2; ++part)
      for (const Span& span : spans[part]) {
        const Span down = points[part].lowered(span, spans[1 - part]);
        plants.push_back({side, part == 0 ? FootPart::Heel : FootPart::Toe, down.from, down.to,
                          rotate(figure_from_world, points[part].resting_place(span))});
      }
  }
  std::ranges::stable_sort(plants, {}, &Plant::from);
  return plants;
}

Vec3 mean_place(const MotionBody& body, const Clip& clip, const Plant& plant) {
  const detail::SoleTrack track = detail::track_soles(body, clip);
  const PointTrack point{track.feet[static_cast<std::size_t>(plant.side)],
                         kPoints[static_cast<std::size_t>(plant.part)],
                         clip.rate(),
                         body.leg() / Gait::kLeg,
                         {}};
  return rotate(conjugate(body.world_from_figure()), point.resting_place({plant.from, plant.to}));
}

Result<bool> check_plants(const MotionBody& body, const Clip& clip, std::span<const Plant> plants) {
  constexpr double kFootOfLeg = 0.5;  // a foot is at most half as long as its leg
  for (std::size_t i = 0; i < plants.size(); ++i) {
    const Plant& a = plants[i];
    const std::string frames = "frames " + std::to_string(a.from) + " to " + std::to_string(a.to);
    if ((a.side != 0 && a.side != 1) || !is_finite(a.at)) return Error{"plant " + std::to_string(i) + " is no plant"};
    if (a.from < 0 || a.to <= a.from || a.to > clip.frame_count())
      return Error{part_name(a) + " cannot stand in " + frames + ": the clip has frames 0 to " +
                   std::to_string(clip.frame_count())};
    for (std::size_t j = 0; j < i; ++j) {
      const Plant& b = plants[j];
      if (b.side != a.side || b.from >= a.to || a.from >= b.to) continue;
      const std::string both = std::to_string(std::max(a.from, b.from));
      if (a.part == b.part) return Error{part_name(a) + " has two plants in frame " + both};
      if (length(a.at - b.at) > kFootOfLeg * body.leg())
        return Error{part_name(a) + " and " + part_name(b) + " contradict each other in frame " + both +
                     ": they stand farther apart than a foot is long"};
    }
  }
  return true;
}

}  // namespace kine
