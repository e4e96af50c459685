#include "kine/motion/retarget/foot_path.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/motion/retarget/frame_blend.h"

namespace kine::detail {
namespace {

constexpr double kSteady = 0.05;  // seconds to either side over which an ankle's way is smoothed; by eye

Vec3 level(const Vec3& v) { return {v.x, 0, v.z}; }

class FootLayer {
 public:
  FootLayer(std::span<const FootPlace> foot, std::span<const Plant> plants, double floor, double rate)
      : foot_(foot), floor_(floor), steady_frames_(static_cast<int>(std::floor(kSteady * rate + 0.5))) {
    path_.plants.assign(plants.begin(), plants.end());
    path_.shifts.resize(foot.size());
    for (std::vector<int>& each : plant_in_) each.assign(foot.size(), -1);
  }

  FootPath run() {
    for (std::size_t i = 0; i < path_.plants.size(); ++i) place_plant(i);
    turn_flat();
    turn_out_of_ground();
    shift();
    steady();
    clear_ground();
    return std::move(path_);
  }

 private:
  std::size_t count() const { return foot_.size(); }
  static std::size_t part(const Plant& plant) { return static_cast<std::size_t>(plant.part); }
  const Vec3& point(std::size_t part, std::size_t i) const { return part == 0 ? foot_[i].heel : foot_[i].toe; }
  bool down(std::size_t part, std::size_t i) const { return plant_in_[part][i] >= 0; }
  const Vec3& place(std::size_t part, std::size_t i) const {
    return path_.plants[static_cast<std::size_t>(plant_in_[part][i])].at;
  }

  /// Where a plant is: beside the one of the other part that it shares frames with, else where directions have it on the
  /// average.
  void place_plant(std::size_t index) {
    Plant& plant = path_.plants[index];
    const std::size_t own = part(plant), other = 1 - own;
    const auto from = static_cast<std::size_t>(plant.from), to = static_cast<std::size_t>(plant.to);
    Vec3 sum{}, along{};
    double foot_length = 0;
    int shared = 0, with = -1;
    for (std::size_t i = from; i < to; ++i) {
      sum += point(own, i);
      if (!down(other, i) || (with >= 0 && plant_in_[other][i] != with)) continue;
      with = plant_in_[other][i];
      const Vec3 way = point(own, i) - point(other, i);
      along += level(way);
      foot_length += length(way);
      ++shared;
    }
    plant.at = sum / static_cast<double>(plant.to - plant.from);
    if (shared > 0 && length(along) > 0)
      plant.at = path_.plants[static_cast<std::size_t>(with)].at + normalised(along) * (foot_length / shared);
    plant.at.y = floor_;
    for (std::size_t i = from; i < to; ++i) plant_in_[own][i] = static_cast<int>(index);
  }

  /// How the foot is turned so that heel and toe lie where they stand.
  void turn_flat() {
    turns_.assign(count(), {});
    const auto both = [&](std::size_t i) { return down(0, i) && down(1, i); };
    for (std::size_t i = 0; i < count(); ++i) {
      const Vec3 way = point(1, i) - point(0, i), flat = both(i) ? place(1, i) - place(0, i) : Vec3{};
      if (length(way) > 0 && length(flat) > 0) turns_[i] = log(shortest_arc(normalised(way), normalised(flat)));
    }
    fill_between(std::span<Vec3>(turns_), both);
  }

  /// 0: the heel counts, 1: the toe, where both stand: from the one that stood before to the one that stands after.
  std::vector<double> toe_weights() const {
    std::vector<double> weights(count(), 0.5);
    for (std::size_t i = 0; i < count();) {
      if (!down(0, i) || !down(1, i)) {
        weights[i] = down(1, i) ? 1 : 0;
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < count() && down(0, end) && down(1, end)) ++end;
      const auto stood = [&](bool known, std::size_t at) {
        return !known || down(0, at) == down(1, at) ? 0.5 : down(1, at) ? 1.0 : 0.0;
      };
      const double before = stood(i > 0, i - 1), after = stood(end < count(), end);
      for (std::size_t k = i; k < end; ++k)
        weights[k] = before + (after - before) * (static_cast<double>(k - i) + 0.5) / static_cast<double>(end - i);
      i = end;
    }
    return weights;
  }

  /// The least turn by which a foot that is turned so, and stands on one point, does not have the other one in the ground.
  Quat out_of_ground(const Quat& turn, std::size_t i, std::size_t standing) const {
    const Vec3 way = rotate(turn, point(1 - standing, i) - point(standing, i));
    if (way.y >= 0 || !(length(level(way)) > 0)) return {};
    return shortest_arc(normalised(way), normalised(level(way)));
  }

  /// What turns feet on one point out of the ground fades out over the swings before and after.
  void turn_out_of_ground() {
    std::vector<Vec3> extra(count());
    const auto stands = [&](std::size_t i) { return down(0, i) || down(1, i); };
    for (std::size_t i = 0; i < count(); ++i)
      if (down(0, i) != down(1, i)) extra[i] = log(out_of_ground(exp(turns_[i]), i, down(1, i) ? 1 : 0));
    fill_between(std::span<Vec3>(extra), stands);
    for (std::size_t i = 0; i < count(); ++i) path_.shifts[i].turn = exp(extra[i]) * exp(turns_[i]);
  }

  Vec3 from_ankle(std::size_t part, std::size_t i) const {
    return rotate(path_.shifts[i].turn, point(part, i) - foot_[i].ankle);
  }

  void shift() {
    const std::vector<double> toe = toe_weights();
    std::vector<Vec3> moved(count());
    const auto stands = [&](std::size_t i) { return down(0, i) || down(1, i); };
    for (std::size_t i = 0; i < count(); ++i) {
      FootShift& own = path_.shifts[i];
      own.stands = stands(i);
      own.by_toe = toe[i] > 0.5;
      own.both = down(0, i) && down(1, i);
      if (!own.stands) continue;
      Vec3 ankle{};
      if (down(0, i)) ankle += (place(0, i) - from_ankle(0, i)) * (1 - toe[i]);
      if (down(1, i)) ankle += (place(1, i) - from_ankle(1, i)) * toe[i];
      moved[i] = ankle - foot_[i].ankle;
    }
    fill_between(std::span<Vec3>(moved), stands);
    for (std::size_t i = 0; i < count(); ++i) path_.shifts[i].ankle = foot_[i].ankle + moved[i];
  }

  /// How many frames a foot is from one in which it lies flat, `steady_frames_` at the most.
  std::vector<int> frames_to_flat() const {
    std::vector<int> frames(count(), steady_frames_);
    const auto look = [&](std::size_t i, std::size_t before) { frames[i] = std::min(frames[i], frames[before] + 1); };
    for (std::size_t i = 0; i < count(); ++i) {
      if (path_.shifts[i].both) frames[i] = 0;
      if (i > 0) look(i, i - 1);
    }
    for (std::size_t i = count() - 1; i-- > 0;) look(i, i + 1);
    return frames;
  }

  /// The ankle goes steadily where the foot is not flat: what a foot that stands on one point lacks then, it turns about
  /// that point.
  void steady() {
    std::vector<Vec3> ankles;
    for (const FootShift& own : path_.shifts) ankles.push_back(own.ankle);
    const std::vector<int> frames = frames_to_flat();
    for (std::size_t i = 0; i < count(); ++i) {
      FootShift& own = path_.shifts[i];
      own.ankle = mean_about(std::span<const Vec3>(ankles), i, frames[i]);
      if (down(0, i) == down(1, i)) continue;
      const std::size_t standing = down(1, i) ? 1 : 0;
      const Vec3 was = -from_ankle(standing, i), wanted = own.ankle - place(standing, i);
      if (length(was) > 0 && length(wanted) > 0)
        own.turn = shortest_arc(normalised(was), normalised(wanted)) * own.turn;
      own.turn = out_of_ground(own.turn, i, standing) * own.turn;
      own.ankle = place(standing, i) - from_ankle(standing, i);
    }
  }

  /// A foot in the air is raised so far, and so long before, that none of its points goes into the ground.
  void clear_ground() {
    std::vector<double> lacking(count(), 0.0);
    for (std::size_t i = 0; i < count(); ++i)
      for (const std::size_t k : {0, 1})
        if (!path_.shifts[i].stands)
          lacking[i] = std::max<double>(lacking[i], floor_ - path_.shifts[i].ankle.y - from_ankle(k, i).y);
    const std::vector<double> raised = smooth_above(lacking, steady_frames_);
    int swung = steady_frames_;  // frames since it stood
    const auto ease = [&](std::size_t i) {
      swung = path_.shifts[i].stands ? 0 : swung + 1;
      const double t = std::min<double>(1, static_cast<double>(swung) / (steady_frames_ + 1));
      return t * t * (3 - 2 * t);
    };
    std::vector<double> shares(count());
    for (std::size_t i = 0; i < count(); ++i) shares[i] = ease(i);
    swung = steady_frames_;
    for (std::size_t i = count(); i-- > 0;) shares[i] = std::min<double>(shares[i], ease(i));
    for (std::size_t i = 0; i < count(); ++i)
      if (!path_.shifts[i].stands) path_.shifts[i].ankle.y += std::max<double>(lacking[i], shares[i] * raised[i]);
  }

  std::span<const FootPlace> foot_;
  double floor_;
  int steady_frames_;
  FootPath path_{};
  std::array<std::vector<int>, 2> plant_in_;  ///< heel, toe: which plant stands in a frame
  std::vector<Vec3> turns_;
};

}  // namespace

FootPath lay_foot(std::span<const FootPlace> foot, std::span<const Plant> plants, double floor, double rate) {
  return FootLayer(foot, plants, floor, rate).run();
}

}  // namespace kine::detail
