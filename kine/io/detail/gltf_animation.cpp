#include "kine/io/detail/gltf_animation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

#include "kine/core/text.h"
#include "kine/io/detail/gltf_accessor.h"
#include "kine/io/figure.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

/// Rates that clips are made at, the likeliest first.
constexpr std::array kRates{30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0, 72.0, 90.0, 144.0, 240.0};
/// A key lies on the grid of a rate when it is this near to a frame, in frames. Times are 32-bit floats.
constexpr double kOnGrid = 1e-3;

/// What is to know of a list of key times. Many channels share one, so it is found once.
struct KeyTimes {
  bool good = false;     ///< finite, not negative, each later than the one before
  unsigned rates = 0;    ///< bit i: all keys lie on the grid of kRates[i]
  double even_rate = 0;  ///< keys a second where they are evenly spaced and 0 is on their grid; else 0
  double last = 0;       ///< seconds
};

bool on_grid(std::span<const float> times, double rate) {
  return std::ranges::all_of(times, [&](float time) {
    const double frame = time * rate;
    return std::abs(frame - std::floor(frame + 0.5)) <= kOnGrid;
  });
}

KeyTimes examine(const GltfNumbers& numbers) {
  KeyTimes keys;
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

enum class Path : std::uint8_t { Translation, Rotation, Scale };
enum class Between : std::uint8_t { Step, Linear, Spline };

struct Channel {
  int joint;
  Path path;
  Between between;
  const GltfNumbers* times;
  const GltfNumbers* values;
};

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
std::array<double, N> key(const Channel& channel, std::size_t index, std::size_t third = 1) {
  const std::size_t place = channel.between == Between::Spline ? 3 * index + third : index;
  std::array<double, N> out;
  for (std::size_t i = 0; i < N; ++i) out[i] = channel.values->values[place * N + i];
  return out;
}

template <std::size_t N>
std::array<double, N> spline(const Channel& channel, const Span& at) {
  const double t = at.part, t2 = t * t, t3 = t2 * t;
  const auto from = key<N>(channel, at.before), leaving = key<N>(channel, at.before, 2);
  const auto to = key<N>(channel, at.after), arriving = key<N>(channel, at.after, 0);
  std::array<double, N> out;
  for (std::size_t i = 0; i < N; ++i)
    out[i] = (2 * t3 - 3 * t2 + 1) * from[i] + at.seconds * (t3 - 2 * t2 + t) * leaving[i] + (3 * t2 - 2 * t3) * to[i] +
             at.seconds * (t3 - t2) * arriving[i];
  return out;
}

Vec3 vector_at(const Channel& channel, double time, std::size_t& cursor) {
  const Span at = span_at(*channel.times, time, cursor);
  const auto vector = [](const std::array<double, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  if (at.part == 0 || channel.between == Between::Step) return vector(key<3>(channel, at.before));
  if (channel.between == Between::Spline) return vector(spline<3>(channel, at));
  return vector(key<3>(channel, at.before)) * (1 - at.part) + vector(key<3>(channel, at.after)) * at.part;
}

Quat rotation_at(const Channel& channel, double time, std::size_t& cursor) {
  const Span at = span_at(*channel.times, time, cursor);
  const auto turn = [](const std::array<double, 4>& q) { return normalised(Quat{q[0], q[1], q[2], q[3]}); };
  if (at.part == 0 || channel.between == Between::Step) return turn(key<4>(channel, at.before));
  if (channel.between == Between::Spline) return turn(spline<4>(channel, at));
  return slerp(turn(key<4>(channel, at.before)), turn(key<4>(channel, at.after)), at.part);
}

class ClipReader {
 public:
  ClipReader(const GltfNodes& nodes, const Skeleton& skeleton, const LoadOptions& options, gltf::Document& document,
             std::vector<std::string>& notes)
      : nodes_(nodes),
        skeleton_(skeleton),
        options_(options),
        document_(document),
        accessors_(document),
        notes_(notes) {
    // Frames may hold far more numbers than keys. Short files get room for a hundred joints in three hundred frames.
    room_ = std::size_t{1} << 17;
    for (const auto& buffer : document.buffers)
      if (buffer) room_ += 16 * buffer->size();
  }

  std::vector<Clip> read() {
    const json::Value& animations = document_.json["animations"];
    for (std::size_t i = 0; i < animations.size(); ++i) read_animation(animations.at(i), i);
    if (elsewhere_ > 0)
      notes_.push_back(std::to_string(elsewhere_) +
                       " channels move morph weights or nodes that are no joints; they stay in the document.");
    return std::move(clips_);
  }

 private:
  void read_animation(const json::Value& animation, std::size_t index) {
    const std::string& given = animation["name"].text();
    const std::string name = names_.take(given.empty() ? "animation_" + std::to_string(index) : given);
    std::vector<Channel> channels;
    std::set<std::pair<int, Path>> targets;
    int broken = 0;
    std::string why;
    for (const json::Value& json : animation["channels"].items()) {
      Channel channel{};
      const Use use = read_channel(animation, json, channel, why);
      if (use == Use::Elsewhere) {
        ++elsewhere_;
      } else if (use == Use::Broken) {
        ++broken;
      } else if (targets.emplace(channel.joint, channel.path).second) {
        channels.push_back(channel);
      } else {
        ++broken;
        why = "two channels move the same thing";
      }
    }
    if (broken > 0)
      notes_.push_back("Clip " + quoted(name) + ": " + std::to_string(broken) +
                       (broken == 1 ? " channel is" : " channels are") + " left out, since " + why + ".");
    if (channels.empty()) return;
    sample_clip(name, index, channels);
  }

  enum class Use : std::uint8_t { Good, Elsewhere, Broken };

  Use read_channel(const json::Value& animation, const json::Value& json, Channel& channel, std::string& why) {
    const json::Value& target = json["target"];
    const std::optional<std::size_t> node = target["node"].index();
    constexpr std::pair<std::string_view, Path> kPaths[] = {
        {"translation", Path::Translation}, {"rotation", Path::Rotation}, {"scale", Path::Scale}};
    const auto path = std::ranges::find(kPaths, target["path"].text(), &std::pair<std::string_view, Path>::first);
    if (!node || path == std::end(kPaths)) return Use::Elsewhere;
    if (*node >= nodes_.nodes.size()) {
      why = "it moves a node that is not there";
      return Use::Broken;
    }
    channel.joint = nodes_.nodes[*node].joint;
    channel.path = path->second;
    if (channel.joint < 0) return Use::Elsewhere;
    const std::optional<std::size_t> place = json["sampler"].index();
    const json::Value& samplers = animation["samplers"];
    if (!place || *place >= samplers.size()) {
      why = "it names a sampler that is not there";
      return Use::Broken;
    }
    return read_sampler(samplers.at(*place), channel, why);
  }

  Use read_sampler(const json::Value& sampler, Channel& channel, std::string& why) {
    const std::string& between = sampler["interpolation"].text();
    channel.between = between == "STEP" ? Between::Step : between == "CUBICSPLINE" ? Between::Spline : Between::Linear;
    channel.times = accessors_.read(sampler["input"]);
    if (channel.times != nullptr) channel.values = accessors_.read(sampler["output"]);
    if (channel.times == nullptr || channel.values == nullptr) {
      why = accessors_.fault();
      return Use::Broken;
    }
    if (!keys(channel.times).good) {
      why = "its key times are not numbers in rising order";
      return Use::Broken;
    }
    const std::size_t components = channel.path == Path::Rotation ? 4 : 3;
    const std::size_t a_key = channel.between == Between::Spline ? 3 : 1;
    if (channel.values->components != components || channel.values->count() != a_key * channel.times->count()) {
      why = "its values do not go with its key times";
      return Use::Broken;
    }
    if (!all_finite(channel.values)) {
      why = "its values are not all numbers";
      return Use::Broken;
    }
    return Use::Good;
  }

  const KeyTimes& keys(const GltfNumbers* times) {
    auto found = keys_.find(times);
    if (found == keys_.end()) found = keys_.emplace(times, examine(*times)).first;
    return found->second;
  }

  bool all_finite(const GltfNumbers* values) {
    auto found = finite_.find(values);
    if (found == finite_.end())
      found =
          finite_.emplace(values, std::ranges::all_of(values->values, [](float v) { return std::isfinite(v); })).first;
    return found->second;
  }

  struct Grid {
    double rate;
    int frames;
  };

  /// The rate of a clip, and how many frames; notes tell what that loses.
  Grid choose_grid(const std::string& name, const std::vector<Channel>& channels, std::size_t numbers_a_frame) {
    unsigned rates = ~0u;
    double even = -1, last = 0;
    bool curved = false;
    for (const Channel& channel : channels) {
      const KeyTimes& times = keys(channel.times);
      rates &= times.rates;
      last = std::max<double>(last, times.last);
      curved |= channel.between != Between::Linear && channel.times->count() > 1;
      if (channel.times->count() > 1) even = even == -1 || even == times.even_rate ? times.even_rate : 0;
    }
    const auto fits = [&](std::size_t i) { return (rates >> i & 1u) != 0; };
    double rate = 60;
    bool exact = true;
    std::size_t standard = 0;
    while (standard < kRates.size() && !fits(standard)) ++standard;
    if (standard < kRates.size()) {
      rate = kRates[standard];
    } else if (even > 0 && even <= 1000) {
      rate = even < 30 ? even * std::floor(30 / even + 1) : even;
    } else {
      exact = false;
    }
    if (options_.rate) {
      rate = *options_.rate;
      exact = std::ranges::all_of(channels, [&](const Channel& c) { return on_grid(c.times->values, rate); });
    }
    const double most = static_cast<double>(room_ / std::max<std::size_t>(numbers_a_frame, 1));
    double frames = std::floor(last * rate + 1 - kOnGrid) + 1;
    if (frames > most) {
      frames = std::floor(most);
      exact = false;
      if (frames < 2) return {rate, 0};
      rate = (frames - 1) / last;
    }
    say_what_is_lost(name, rate, exact, curved);
    return {rate, static_cast<int>(frames)};
  }

  void say_what_is_lost(const std::string& name, double rate, bool exact, bool curved) {
    if (exact && !curved) return;
    std::string note = "Clip " + quoted(name) + " is sampled at " + number_text(rate) + " frames a second: ";
    note += exact ? "its steps or splines are met at the frames and straight between them"
                  : "its keys lie between frames, so it is exact at the frames only";
    notes_.push_back(note + "; the document keeps the keys.");
  }

  void sample_clip(const std::string& name, std::size_t index, const std::vector<Channel>& channels) {
    const auto values = static_cast<std::size_t>(skeleton_.value_count());
    const std::size_t numbers = values + 3 * channels.size();
    const Grid grid = choose_grid(name, channels, numbers);
    if (grid.frames < 1 || !(grid.rate > 0) || !std::isfinite(grid.rate)) {
      notes_.push_back("Clip " + quoted(name) + " is left out: it would take far more memory than the file.");
      return;
    }
    room_ -= std::min(room_, numbers * static_cast<std::size_t>(grid.frames));
    Clip clip(skeleton_, name, grid.rate);
    clip.reserve(grid.frames);
    const Pose rest = skeleton_.rest_pose();
    for (int frame = 0; frame < grid.frames; ++frame) clip.append(rest.q);
    for (const Channel& channel : channels) fill(channel, clip);
    make_continuous(skeleton_, clip);
    document_.read_animations.push_back({static_cast<int>(index), hash_of(clip)});
    clips_.push_back(std::move(clip));
  }

  void fill(const Channel& channel, Clip& clip) {
    const JointId joint{channel.joint};
    const LocalTransform& rest = skeleton_.description(joint).rest;
    if (channel.path == Path::Rotation) return fill_rotation(channel, conjugate(rest.rotation), clip);
    const double unit = channel.path == Path::Scale ? 1 : document_.metres_per_unit;
    std::vector<Vec3> values(static_cast<std::size_t>(clip.frame_count()));
    std::size_t cursor = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = vector_at(channel, static_cast<double>(i) / clip.rate(), cursor) * unit;
    // Many exporters write channels that never leave the rest. They need no track.
    const Vec3& still = channel.path == Path::Scale ? rest.scale : rest.translation;
    if (std::ranges::all_of(values, [&](const Vec3& value) { return same_floats(value, still); })) return;
    if (channel.path == Path::Translation && skeleton_.kind(joint) == JointKind::Free)
      return fill_shift(joint, rest, values, clip);
    if (channel.path == Path::Scale) {
      const std::size_t place = clip.add_scales(skeleton_, joint);
      clip.scales()[place].values = std::move(values);
    } else {
      const std::size_t place = clip.add_translations(skeleton_, joint);
      clip.translations()[place].values = std::move(values);
    }
  }

  static bool same_floats(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i)
      if (static_cast<float>(a[i]) != static_cast<float>(b[i])) return false;
    return true;
  }

  void fill_rotation(const Channel& channel, const Quat& back, Clip& clip) {
    const auto first = static_cast<std::size_t>(skeleton_.first_value(JointId{channel.joint}));
    std::size_t cursor = 0;
    for (int frame = 0; frame < clip.frame_count(); ++frame) {
      const Quat turn = normalised(back * rotation_at(channel, frame / clip.rate(), cursor));
      const std::span<double> pose = clip.pose(frame).subspan(first, 4);
      pose[0] = turn.x;
      pose[1] = turn.y;
      pose[2] = turn.z;
      pose[3] = turn.w;
    }
  }

  void fill_shift(JointId joint, const LocalTransform& rest, const std::vector<Vec3>& values, Clip& clip) {
    const auto first = static_cast<std::size_t>(skeleton_.first_value(joint)) + 4;
    for (int frame = 0; frame < clip.frame_count(); ++frame) {
      const Vec3 shift = rotate(conjugate(rest.rotation), values[static_cast<std::size_t>(frame)] - rest.translation);
      const std::span<double> pose = clip.pose(frame).subspan(first, 3);
      for (int i = 0; i < 3; ++i) pose[static_cast<std::size_t>(i)] = shift[i];
    }
  }

  const GltfNodes& nodes_;
  const Skeleton& skeleton_;
  const LoadOptions& options_;
  gltf::Document& document_;
  GltfAccessors accessors_;
  std::vector<std::string>& notes_;
  UniqueNames names_;
  std::unordered_map<const GltfNumbers*, KeyTimes> keys_;
  std::unordered_map<const GltfNumbers*, bool> finite_;
  std::size_t room_ = 0;  // how many numbers frames may still take
  int elsewhere_ = 0;
  std::vector<Clip> clips_;
};

}  // namespace

std::vector<Clip> read_gltf_clips(const GltfNodes& nodes, const Skeleton& skeleton, const LoadOptions& options,
                                  gltf::Document& document, std::vector<std::string>& notes) {
  return ClipReader(nodes, skeleton, options, document, notes).read();
}

std::uint64_t hash_of(const Clip& clip) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a, a word at a time
  const auto add = [&](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3u ^ hash >> 29; };
  const auto add_vector = [&](const Vec3& v) {
    for (int i = 0; i < 3; ++i) add(std::bit_cast<std::uint64_t>(v[i]));
  };
  add(std::bit_cast<std::uint64_t>(clip.rate()));
  for (const double value : clip.poses()) add(std::bit_cast<std::uint64_t>(value));
  for (const auto& tracks : {clip.translations(), clip.scales()}) {
    add(tracks.size());
    for (const Clip::Track& track : tracks) {
      add(static_cast<std::uint64_t>(track.joint.index));
      for (const Vec3& value : track.values) add_vector(value);
    }
  }
  return hash;
}

}  // namespace kine::detail
