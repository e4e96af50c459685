#include "kine/io/formats/gltf_animation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/formats/gltf_accessor.h"
#include "kine/io/formats/gltf_keys.h"
#include "kine/io/formats/unique_names.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

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
    std::vector<GltfChannel> channels;
    std::set<std::pair<int, GltfPath>> targets;
    int broken = 0;
    std::string why;
    for (const json::Value& json : animation["channels"].items()) {
      GltfChannel channel{};
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

  Use read_channel(const json::Value& animation, const json::Value& json, GltfChannel& channel, std::string& why) {
    const json::Value& target = json["target"];
    const std::optional<std::size_t> node = target["node"].index();
    constexpr std::pair<std::string_view, GltfPath> kPaths[] = {
        {"translation", GltfPath::Translation}, {"rotation", GltfPath::Rotation}, {"scale", GltfPath::Scale}};
    const auto path = std::ranges::find(kPaths, target["path"].text(), &std::pair<std::string_view, GltfPath>::first);
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

  Use read_sampler(const json::Value& sampler, GltfChannel& channel, std::string& why) {
    const std::string& between = sampler["interpolation"].text();
    channel.between = between == "STEP"          ? GltfBetween::Step
                      : between == "CUBICSPLINE" ? GltfBetween::Spline
                                                 : GltfBetween::Linear;
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
    const std::size_t components = channel.path == GltfPath::Rotation ? 4 : 3;
    const std::size_t a_key = channel.between == GltfBetween::Spline ? 3 : 1;
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

  const GltfKeyTimes& keys(const GltfNumbers* times) {
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
  Grid choose_grid(const std::string& name, const std::vector<GltfChannel>& channels, std::size_t numbers_a_frame) {
    unsigned rates = ~0u;
    double even = -1, last = 0;
    bool curved = false;
    for (const GltfChannel& channel : channels) {
      const GltfKeyTimes& times = keys(channel.times);
      rates &= times.rates;
      last = std::max<double>(last, times.last);
      curved |= channel.between != GltfBetween::Linear && channel.times->count() > 1;
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
      exact = std::ranges::all_of(channels, [&](const GltfChannel& c) { return on_grid(c.times->values, rate); });
    }
    const std::size_t fitting = room_ / std::max<std::size_t>(numbers_a_frame, 1);
    const auto most = static_cast<double>(fitting);
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

  void sample_clip(const std::string& name, std::size_t index, const std::vector<GltfChannel>& channels) {
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
    for (const GltfChannel& channel : channels) fill(channel, clip);
    make_continuous(skeleton_, clip);
    document_.read_animations.push_back({static_cast<int>(index), hash_of(clip)});
    clips_.push_back(std::move(clip));
  }

  void fill(const GltfChannel& channel, Clip& clip) {
    const JointId joint{channel.joint};
    const LocalTransform& rest = skeleton_.description(joint).rest;
    if (channel.path == GltfPath::Rotation) return fill_rotation(channel, conjugate(rest.rotation), clip);
    const double unit = channel.path == GltfPath::Scale ? 1 : document_.metres_per_unit;
    std::vector<Vec3> values(static_cast<std::size_t>(clip.frame_count()));
    std::size_t cursor = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = vector_at(channel, static_cast<double>(i) / clip.rate(), cursor) * unit;
    // Many exporters write channels that never leave the rest. They need no track.
    const Vec3& still = channel.path == GltfPath::Scale ? rest.scale : rest.translation;
    if (std::ranges::all_of(values, [&](const Vec3& value) { return same_floats(value, still); })) return;
    if (channel.path == GltfPath::Translation && skeleton_.kind(joint) == JointKind::Free)
      return fill_shift(joint, rest, values, clip);
    if (channel.path == GltfPath::Scale) {
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

  void fill_rotation(const GltfChannel& channel, const Quat& back, Clip& clip) {
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
  std::unordered_map<const GltfNumbers*, GltfKeyTimes> keys_;
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
