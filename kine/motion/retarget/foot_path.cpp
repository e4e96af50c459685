#include "kine/motion/retarget/foot_path.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/motion/retarget/frame_blend.h"

namespace kine::detail {
namespace {

Vec3 level(const Vec3& v) { return {v.x, 0, v.z}; }

class FootLayer {
 public:
  FootLayer(std::span<const FootPlace> foot, std::span<const Plant> plants, double floor) : foot_(foot), floor_(floor) {
    path_.plants.assign(plants.begin(), plants.end());
    path_.shifts.resize(foot.size());
    for (std::vector<int>& each : plant_in_) each.assign(foot.size(), -1);
  }

  FootPath run() {
    for (std::size_t i = 0; i < path_.plants.size(); ++i) place_plant(i);
    turn_flat();
    shift();
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

  /// Turns a foot that stands on one point so that the other one is not in the ground.
  Quat raised(const Quat& turn, std::size_t i, std::size_t standing) const {
    const Vec3 way = rotate(turn, point(1 - standing, i) - point(standing, i));
    if (way.y >= 0 || !(length(level(way)) > 0)) return turn;
    return shortest_arc(normalised(way), normalised(level(way))) * turn;
  }

  void shift() {
    const std::vector<double> toe = toe_weights();
    std::vector<Vec3> moved(count());
    const auto stands = [&](std::size_t i) { return down(0, i) || down(1, i); };
    for (std::size_t i = 0; i < count(); ++i) {
      FootShift& own = path_.shifts[i];
      own.turn = exp(turns_[i]);
      own.stands = stands(i);
      own.by_toe = toe[i] > 0.5;
      own.both = down(0, i) && down(1, i);
      if (!own.stands) continue;
      if (down(0, i) != down(1, i)) own.turn = raised(own.turn, i, down(1, i) ? 1 : 0);
      const auto goal = [&](std::size_t k) { return place(k, i) - rotate(own.turn, point(k, i) - foot_[i].ankle); };
      Vec3 ankle{};
      if (down(0, i)) ankle += goal(0) * (1 - toe[i]);
      if (down(1, i)) ankle += goal(1) * toe[i];
      moved[i] = ankle - foot_[i].ankle;
    }
    fill_between(std::span<Vec3>(moved), stands);
    std::vector<double> lacking(count(), 0.0);  // metres that a swinging foot would be in the ground
    for (std::size_t i = 0; i < count(); ++i) {
      FootShift& own = path_.shifts[i];
      own.ankle = foot_[i].ankle + moved[i];
      if (own.stands) continue;
      for (const std::size_t k : {0, 1})
        lacking[i] =
            std::max<double>(lacking[i], floor_ - own.ankle.y - rotate(own.turn, point(k, i) - foot_[i].ankle).y);
    }
    for (std::size_t i = 0; i < count(); ++i)
      if (!path_.shifts[i].stands) path_.shifts[i].ankle.y += lacking[i];
  }

  std::span<const FootPlace> foot_;
  double floor_;
  FootPath path_{};
  std::array<std::vector<int>, 2> plant_in_;  ///< heel, toe: which plant stands in a frame
  std::vector<Vec3> turns_;
};

}  // namespace

FootPath lay_foot(std::span<const FootPlace> foot, std::span<const Plant> plants, double floor) {
  return FootLayer(foot, plants, floor).run();
}

}  // namespace kine::detail
