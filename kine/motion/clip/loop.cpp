#include "kine/motion/loop.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/math/screw.h"
#include "kine/model/pose.h"
#include "kine/motion/clip/root_joint.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/root_motion.h"

// A seam is closed in two parts. With the pose p(s) of frame s of a cycle of N frames, seen from where the cycle has got to on
// the ground, with d = p(N) - p(0) and with v = p'(N) - p'(0):
//
//   p~(s) = p(s) + d (1/2 - s/N) + v/2 u(s) + v/2 u(N - s),   u(r) = r (1 - r/b)^2 for r < b, else 0
//
// The first term brings the ends together and has the same slope at both; the others bring their speeds together.

namespace kine {
namespace {

/// The way from the first frame to each; none where nothing is free to move.
std::vector<Transform> ways_of(const Skeleton& skeleton, const Vec3& up, const Clip& clip) {
  if (const Result<RootMotion> motion = root_motion(skeleton, up, clip)) return motion->world_from_start;
  return std::vector<Transform>(static_cast<std::size_t>(clip.frame_count()));
}

/// What is compared: where joints are against the root, and how that changes.
class Postures {
 public:
  Postures(const Skeleton& skeleton, const Vec3& up, const Clip& clip)
      : joints_(static_cast<std::size_t>(skeleton.joint_count())), frames_(clip.frame_count()) {
    constexpr double kSpeedTime = 0.1;  // seconds: a speed counts as the way of so long
    const std::vector<Transform> ways = ways_of(skeleton, up, clip);
    Frames frames(skeleton);
    std::vector<Vec3> places;
    for (int i = 0; i < frames_; ++i) {
      detail::place_frame(skeleton, clip, i, frames);
      const Transform start_from_world = inverse(ways[static_cast<std::size_t>(i)]);
      for (int j = 0; j < skeleton.joint_count(); ++j) places.push_back(start_from_world * frames.position(JointId{j}));
    }
    numbers_.reserve(places.size() * 2);
    for (int i = 0; i < frames_; ++i) {
      const auto now = static_cast<std::size_t>(i) * joints_;
      const auto before = static_cast<std::size_t>(std::max(i - 1, 0)) * joints_;
      const auto after = static_cast<std::size_t>(std::min(i + 1, frames_ - 1)) * joints_;
      const std::size_t frames_between = (after - before) / joints_;
      const double seconds = static_cast<double>(frames_between) / clip.rate();
      for (std::size_t j = 0; j < joints_; ++j) {
        numbers_.push_back(places[now + j]);
        numbers_.push_back(seconds > 0 ? (places[after + j] - places[before + j]) * (kSpeedTime / seconds) : Vec3{});
      }
    }
  }

  int frames() const { return frames_; }
  /// Metres, root mean square over the joints.
  double apart(int a, int b) const {
    const Vec3* one = numbers_.data() + static_cast<std::size_t>(a) * 2 * joints_;
    const Vec3* other = numbers_.data() + static_cast<std::size_t>(b) * 2 * joints_;
    double sum = 0;
    for (std::size_t k = 0; k < 2 * joints_; ++k) {
      const Vec3 way = one[k] - other[k];
      sum += dot(way, way);
    }
    return std::sqrt(sum / static_cast<double>(joints_));
  }

 private:
  std::size_t joints_;
  int frames_;
  std::vector<Vec3> numbers_{};
};

/// Looks for the cycle, first at some frames and then at those around.
class CycleSearch {
 public:
  CycleSearch(const Postures& postures, double rate, const LoopSettings& settings)
      : postures_(postures),
        step_(std::max(1, static_cast<int>(frames_of(rate / kLookedAt)))),
        least_(std::max(2, static_cast<int>(std::ceil(frames_of(settings.shortest * rate))))),
        most_(static_cast<int>(frames_of(settings.longest * rate))) {}

  /// Nothing where the clip never comes back; `nearest` is then where it comes nearest.
  std::optional<Cycle> run(Cycle& nearest) const {
    constexpr double kNearlyBest = 1.25;  // of what the best lacks: a shorter one may lack so much more
    double best = kInfinity;
    std::vector<Cycle> found;
    for (int from = 0; from < postures_.frames(); from += step_) look_from(from, found, nearest);
    // A frame more or less is far in a quick motion: those around count before cycles are compared.
    for (Cycle& cycle : found) refine(cycle);
    for (const Cycle& cycle : found) best = std::min<double>(best, cycle.apart);
    std::optional<Cycle> chosen;
    for (const Cycle& cycle : found) {
      if (cycle.apart > kNearlyBest * best + kBlur) continue;
      if (!chosen || is_shorter(cycle, *chosen)) chosen = cycle;
    }
    return chosen;
  }

 private:
  /// Of any number of frames one that a clip may have.
  static double frames_of(double frames) {
    constexpr double kMost = 1e8;
    return frames > 0 ? std::min<double>(frames, kMost) : 0;
  }

  static constexpr double kLookedAt = 30;     // frames a second that are looked at first
  static constexpr double kComesBack = 0.35;  // of how far it has gone away: so near it must come back
  static constexpr double kBlur = 0.002;      // metres
  static constexpr double kSameLength =
      0.15;  // cycles whose lengths differ by less are of one kind: the best one counts

  static bool is_shorter(const Cycle& a, const Cycle& b) {
    const double mine = a.to - a.from, other = b.to - b.from;
    if (mine < (1 - kSameLength) * other) return true;
    return mine < other / (1 - kSameLength) && a.apart < b.apart;
  }

  void look_from(int from, std::vector<Cycle>& found, Cycle& nearest) const {
    double away = 0;
    Cycle best{from, from, kInfinity};
    double best_away = 0;
    for (int to = from + step_; to < postures_.frames() && to - from <= most_; to += step_) {
      const double apart = postures_.apart(from, to);
      away = std::max<double>(away, apart);
      if (to - from < least_) continue;
      if (nearest.to == 0 || apart < nearest.apart) nearest = {from, to, apart};
      if (apart < kComesBack * away && apart < best.apart) {
        best = {from, to, apart};
        best_away = away;
      } else if (best_away > 0 && apart > best.apart / kComesBack) {
        // It has left again: what comes later is another cycle.
        found.push_back(best);
        best = {from, from, kInfinity};
        best_away = 0;
      }
    }
    if (best_away > 0) found.push_back(best);
  }

  void refine(Cycle& cycle) const {
    for (bool better = true; better;) {
      better = false;
      for (const auto& [a, b] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
        const int from = cycle.from + a, to = cycle.to + b;
        if (from < 0 || to >= postures_.frames() || to - from < least_ || to - from > most_) continue;
        const double apart = postures_.apart(from, to);
        if (!(apart < cycle.apart)) continue;
        cycle = {from, to, apart};
        better = true;
      }
    }
  }

  const Postures& postures_;
  int step_, least_, most_;
};

/// The tracks of translations and scales, which lie in frames of their own.
void close_tracks(std::span<Clip::Track> tracks) {
  for (Clip::Track& track : tracks) {
    const auto last = static_cast<double>(track.values.size() - 1);
    const Vec3 apart = track.values.back() - track.values.front();
    for (std::size_t i = 0; i < track.values.size(); ++i)
      track.values[i] += apart * (0.5 - static_cast<double>(i) / last);
    track.values.back() = track.values.front();
  }
}

class SeamCloser {
 public:
  SeamCloser(const Skeleton& skeleton, const Vec3& up, const Clip& clip, const Cycle& cycle,
             const LoopSettings& settings)
      : skeleton_(skeleton),
        root_(detail::find_root(skeleton)),
        whole_(clip),
        cycle_(cycle),
        settings_(settings),
        count_(cycle.to - cycle.from) {
    const std::vector<Transform> ways = ways_of(skeleton, up, clip);
    const auto way = [&](int frame) { return ways[static_cast<std::size_t>(frame)]; };
    travel_ = way(cycle.to) * inverse(way(cycle.from));
  }

  void close(Clip& loop) {
    const auto size = static_cast<std::size_t>(skeleton_.freedom_count());
    const std::vector<double> start = speed_at(cycle_.from, false), end = speed_at(cycle_.to, true);
    std::vector<double> apart(size), faster(size), correction(size);
    const std::vector<double> first = seen(cycle_.from, false), last = seen(cycle_.to, true);
    difference(skeleton_, first, last, apart);
    for (std::size_t k = 0; k < size; ++k) faster[k] = end[k] - start[k];
    for (int s = 0; s <= count_; ++s) {
      const double ends = 0.5 - static_cast<double>(s) / count_, speeds = 0.5 * (ramp(s) + ramp(count_ - s));
      for (std::size_t k = 0; k < size; ++k) correction[k] = ends * apart[k] + speeds * faster[k];
      const bool late = 2 * s > count_;
      std::vector<double> pose = seen(cycle_.from + s, late);
      integrate(skeleton_, correction, 1, pose);
      if (s == count_) std::ranges::copy(loop.pose(0), pose.begin());
      if (late) move(travel_, pose);
      if (settings_.in_place && s < count_) move(inverse(travelled(s)), pose);
      if (settings_.in_place && s == count_) std::ranges::copy(loop.pose(0), pose.begin());
      std::ranges::copy(pose, loop.pose(s).begin());
    }
    close_tracks(loop.translations());
    close_tracks(loop.scales());
  }

 private:
  /// u(r) in frames.
  double ramp(int r) const {
    const double blend = std::min<double>(settings_.blend * whole_.rate(), 0.5 * count_);
    if (!(r < blend)) return 0;  // also where it is no number
    const double left = 1 - r / blend;
    return r * left * left;
  }

  Transform travelled(int s) const { return sclerp(Transform{}, travel_, static_cast<double>(s) / count_); }

  void move(const Transform& new_from_old, std::vector<double>& pose) const {
    if (!root_) return;
    Frames frames(skeleton_);
    forward(skeleton_, pose, frames);
    detail::move_root(skeleton_, *root_, new_from_old, frames.world_from_joint(root_->joint), pose);
  }

  /// A frame of the clip; `late`: from where the cycle has got to.
  std::vector<double> seen(int frame, bool late) const {
    const std::span<const double> pose = whole_.pose(frame);
    std::vector<double> own(pose.begin(), pose.end());
    if (late) move(inverse(travel_), own);
    return own;
  }

  /// By freedom and frame, from the frames to either side as far as the clip has them.
  std::vector<double> speed_at(int frame, bool late) const {
    const int before = std::max(frame - 1, 0), after = std::min(frame + 1, whole_.frame_count() - 1);
    std::vector<double> speed(static_cast<std::size_t>(skeleton_.freedom_count()));
    difference(skeleton_, seen(before, late), seen(after, late), speed);
    for (double& each : speed) each /= after - before;
    return speed;
  }

  const Skeleton& skeleton_;
  std::optional<detail::RootJoint> root_;
  const Clip& whole_;
  Cycle cycle_;
  LoopSettings settings_;
  int count_;
  Transform travel_{};  ///< of one cycle
};

std::string in_seconds(double seconds) {
  constexpr double kMost = 1e6;
  const auto hundredths = static_cast<int>(std::floor(100 * std::min<double>(seconds > 0 ? seconds : 0, kMost) + 0.5));
  const std::string digits = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (digits.size() < 2 ? "0" : "") + digits + " s";
}

}  // namespace

Result<Cycle> find_cycle(const Skeleton& skeleton, const Vec3& up, const Clip& clip, const LoopSettings& settings) {
  Cycle nearest;
  const Postures postures(skeleton, up, clip);
  if (const std::optional<Cycle> cycle = CycleSearch(postures, clip.rate(), settings).run(nearest)) return *cycle;
  const std::string span = in_seconds(settings.shortest) + " to " + in_seconds(settings.longest);
  if (nearest.to == 0) return Error{"there is no cycle of " + span + ": the clip lasts " + in_seconds(clip.duration())};
  return Error{"there is no cycle of " + span +
               ": nowhere does the motion leave a pose and come back to it (nearest are frames " +
               std::to_string(nearest.from) + " and " + std::to_string(nearest.to) + ")"};
}

Result<Clip> loop_clip(const Skeleton& skeleton, const Vec3& up, const Clip& clip, const Cycle& cycle,
                       const LoopSettings& settings) {
  if (cycle.from < 0 || cycle.to - cycle.from < 2 || cycle.to >= clip.frame_count())
    return Error{"frames " + std::to_string(cycle.from) + " to " + std::to_string(cycle.to) +
                 " are no cycle: it has two frames at least, and the clip's last frame is " +
                 std::to_string(clip.frame_count() - 1)};
  Result<Clip> loop = cut(skeleton, clip, cycle.from, cycle.to + 1);
  if (loop) SeamCloser(skeleton, up, clip, cycle, settings).close(*loop);
  return loop;
}

}  // namespace kine
