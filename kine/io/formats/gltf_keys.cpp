#include "kine/io/formats/gltf_keys.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

/// The keys before and after a time, and how far it is between them, 0 to 1.
struct Span {
  std::size_t before, after;
  double part, seconds;
};

/// Finds them. Times go up from call to call, so the search begins where the last one ended: `cursor` is the number of
/// keys that are not later. A key that is a frame's time but for the rounding of 32 bits is that very frame.
Span span_at(const GltfNumbers& times, double time, std::size_t& cursor) {
  const auto& list = times.values;
  const double rounding = time * 0x1p-23;
  const auto is_later = [&](std::size_t i) { return list[i] > time + rounding; };
  std::size_t later = std::min(cursor, list.size());
  for (int steps = 0; steps < 3 && later < list.size() && !is_later(later); ++steps) ++later;
  const bool found = (later == list.size() || is_later(later)) && (later == 0 || !is_later(later - 1));
  if (!found)
    later = static_cast<std::size_t>(
        std::ranges::upper_bound(list, time + rounding, {}, [](float t) { return static_cast<double>(t); }) -
        list.begin());
  cursor = later;
  if (later == 0) return {0, 0, 0, 0};
  const double from = list[later - 1];
  if (later == list.size() || time - from <= rounding) return {later - 1, later - 1, 0, 0};
  const double to = list[later];
  return {later - 1, later, (time - from) / (to - from), to - from};
}

/// Components of a key; of splines the middle one of in-tangent, value and out-tangent.
template <std::size_t N>
std::array<double, N> key(const GltfChannel& channel, std::size_t index, std::size_t third = 1) {
  const std::size_t place = channel.between == GltfBetween::Spline ? 3 * index + third : index;
  std::array<double, N> out;
  for (std::size_t i = 0; i < N; ++i) out[i] = channel.values->values[place * N + i];
  return out;
}

template <std::size_t N>
std::array<double, N> spline(const GltfChannel& channel, const Span& at) {
  const double t = at.part, t2 = t * t, t3 = t2 * t;
  const auto from = key<N>(channel, at.before), leaving = key<N>(channel, at.before, 2);
  const auto to = key<N>(channel, at.after), arriving = key<N>(channel, at.after, 0);
  std::array<double, N> out;
  for (std::size_t i = 0; i < N; ++i)
    out[i] = (2 * t3 - 3 * t2 + 1) * from[i] + at.seconds * (t3 - 2 * t2 + t) * leaving[i] + (3 * t2 - 2 * t3) * to[i] +
             at.seconds * (t3 - t2) * arriving[i];
  return out;
}

}  // namespace

bool on_grid(std::span<const float> times, double rate) {
  return std::ranges::all_of(times, [&](float time) {
    const double frame = time * rate;
    return std::abs(frame - std::floor(frame + 0.5)) <= kOnGrid;
  });
}

GltfKeyTimes examine(const GltfNumbers& numbers) {
  GltfKeyTimes keys;
  const std::span<const float> times = numbers.values;
  if (numbers.components != 1 || times.empty()) return keys;
  float before = -1;
  for (const float time : times) {
    if (!(time >= 0 && time > before && std::isfinite(time))) return keys;
    before = time;
  }
  keys.good = true;
  keys.last = times.back();
  for (std::size_t i = 0; i < kRates.size(); ++i)
    if (on_grid(times, kRates[i])) keys.rates |= 1u << i;
  if (times.size() > 1) {
    const double even = static_cast<double>(times.size() - 1) / (static_cast<double>(times.back()) - times.front());
    if (std::isfinite(even) && on_grid(times, even)) keys.even_rate = even;
  }
  return keys;
}

Vec3 vector_at(const GltfChannel& channel, double time, std::size_t& cursor) {
  const Span at = span_at(*channel.times, time, cursor);
  const auto vector = [](const std::array<double, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  if (at.part == 0 || channel.between == GltfBetween::Step) return vector(key<3>(channel, at.before));
  if (channel.between == GltfBetween::Spline) return vector(spline<3>(channel, at));
  return vector(key<3>(channel, at.before)) * (1 - at.part) + vector(key<3>(channel, at.after)) * at.part;
}

Quat rotation_at(const GltfChannel& channel, double time, std::size_t& cursor) {
  const Span at = span_at(*channel.times, time, cursor);
  const auto turn = [](const std::array<double, 4>& q) { return normalised(Quat{q[0], q[1], q[2], q[3]}); };
  if (at.part == 0 || channel.between == GltfBetween::Step) return turn(key<4>(channel, at.before));
  if (channel.between == GltfBetween::Spline) return turn(spline<4>(channel, at));
  return slerp(turn(key<4>(channel, at.before)), turn(key<4>(channel, at.after)), at.part);
}

}  // namespace kine::detail
