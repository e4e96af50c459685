#include "kine/io/formats/gltf_clips.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kine/io/formats/gltf_animation.h"
#include "kine/io/formats/gltf_builder.h"
#include "kine/model/local_transforms.h"

namespace kine::detail {
namespace {

/// The numbers of one property of one node, frame after frame.
struct Curve {
  std::vector<float> values;
  std::size_t components;

  bool constant() const {
    for (std::size_t i = components; i < values.size(); ++i)
      if (values[i] != values[i % components]) return false;
    return true;
  }
  bool is(std::span<const float> numbers) const {
    return constant() && std::equal(numbers.begin(), numbers.end(), values.begin());
  }
};

std::array<float, 3> floats(const Vec3& v, double unit) {
  return {gltf_float(v.x / unit), gltf_float(v.y / unit), gltf_float(v.z / unit)};
}
std::array<float, 4> floats(const Quat& q) {
  return {gltf_float(q.x), gltf_float(q.y), gltf_float(q.z), gltf_float(q.w)};
}

/// Makes animations of clips, frame by frame.
class ClipWriter {
 public:
  ClipWriter(const Skeleton& skeleton, gltf::Document& document)
      : skeleton_(skeleton), document_(document), builder_(document) {}

  /// Whether all numbers can be had in 32 bits, and times of frames that grow.
  bool fits() const { return builder_.all_finite() && apart_; }

  /// Adds samplers and channels for all that a clip moves away from the rest.
  void write(const Clip& clip, json::Value& animation) {
    for (const std::string_view name : {"samplers", "channels"})
      if (!animation[name].is_array()) animation.set(name, json::Value::array());
    samplers_ = animation.find("samplers");
    channels_ = animation.find("channels");
    keys_ = first_key_ = std::nullopt;
    sample_curves(clip);
    const double unit = document_.metres_per_unit;
    for (std::size_t j = 0; j < shifts_.size(); ++j) {
      if (document_.node_of_joint[j] < 0) continue;
      const LocalTransform& rest = skeleton_.description(JointId{static_cast<int>(j)}).rest;
      const auto node = static_cast<std::size_t>(document_.node_of_joint[j]);
      if (!shifts_[j].is(floats(rest.translation, unit))) add_curve(clip, shifts_[j], node, "translation");
      if (!turns_[j].is(floats(rest.rotation))) add_curve(clip, turns_[j], node, "rotation");
      if (!scales_[j].is(floats(rest.scale, 1))) add_curve(clip, scales_[j], node, "scale");
    }
    // A clip in which nothing moves still lasts its time.
    if (keys_ || document_.node_of_joint.front() < 0) return;
    add_curve(clip, turns_.front(), static_cast<std::size_t>(document_.node_of_joint.front()), "rotation", true);
  }

 private:
  template <std::size_t N>
  static void append(const std::array<float, N>& numbers, std::vector<float>& to) {
    to.insert(to.end(), numbers.begin(), numbers.end());
  }

  /// What every joint's local transform is, frame after frame.
  void sample_curves(const Clip& clip) {
    const auto joints = static_cast<std::size_t>(skeleton_.joint_count());
    shifts_.assign(joints, {{}, 3});
    turns_.assign(joints, {{}, 4});
    scales_.assign(joints, {{}, 3});
    std::vector<Quat> before(joints);
    std::vector<LocalTransform> locals(joints);
    Shape shape(skeleton_);
    for (int frame = 0; frame < clip.frame_count(); ++frame) {
      const auto place = static_cast<std::size_t>(frame);
      for (const Clip::Track& track : clip.translations())
        shape.translation[static_cast<std::size_t>(track.joint.index)] = track.values[place];
      for (const Clip::Track& track : clip.scales())
        shape.scale[static_cast<std::size_t>(track.joint.index)] = track.values[place];
      to_local_transforms(skeleton_, clip.pose(frame), shape, locals);
      for (std::size_t j = 0; j < joints; ++j) {
        Quat turn = locals[j].rotation;
        if (frame > 0 && dot(turn, before[j]) < 0) turn = -turn;
        before[j] = turn;
        append(floats(turn), turns_[j].values);
        append(floats(locals[j].translation, document_.metres_per_unit), shifts_[j].values);
        append(floats(locals[j].scale, 1), scales_[j].values);
      }
    }
  }

  void add_curve(const Clip& clip, const Curve& curve, std::size_t node, std::string_view path, bool whole = false) {
    const bool still = curve.constant() && !whole;
    const std::span<const float> values = std::span(curve.values).first(still ? curve.components : curve.values.size());
    json::Value sampler = json::Value::object();
    sampler.set("input", times(clip, still));
    sampler.set("interpolation", "LINEAR");
    sampler.set("output", builder_.add_floats(values, curve.components == 4 ? "VEC4" : "VEC3"));
    samplers_->push(std::move(sampler));
    json::Value channel = json::Value::object();
    channel.set("sampler", samplers_->size() - 1);
    json::Value& target = channel.set("target", json::Value::object());
    target.set("node", node);
    target.set("path", path);
    channels_->push(std::move(channel));
  }

  /// The accessor of the frames' times, or of the first one only; each is written once a clip.
  std::size_t times(const Clip& clip, bool first_only) {
    std::optional<std::size_t>& kept = first_only ? first_key_ : keys_;
    if (!kept) {
      std::vector<float> seconds(first_only ? 1 : static_cast<std::size_t>(clip.frame_count()));
      for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] = gltf_float(static_cast<double>(i) / clip.rate());
      apart_ &= std::ranges::adjacent_find(seconds, std::greater_equal<>()) == seconds.end();
      kept = builder_.add_floats(seconds, "SCALAR", true);
    }
    return *kept;
  }

  const Skeleton& skeleton_;
  gltf::Document& document_;
  GltfBuilder builder_;
  json::Value *samplers_ = nullptr, *channels_ = nullptr;
  std::optional<std::size_t> keys_, first_key_;
  bool apart_ = true;                           // no two frames have one time
  std::vector<Curve> shifts_, turns_, scales_;  // one per joint
};

/// Takes the channels out that a clip of this skeleton shows; morph weights and other nodes stay.
void clear_shown_channels(const gltf::Document& document, json::Value& animation) {
  json::Value* channels = animation.find("channels");
  if (channels == nullptr) return;
  std::erase_if(channels->items(), [&](const json::Value& channel) {
    const json::Value& target = channel["target"];
    const std::string& path = target["path"].text();
    const bool moves = path == "translation" || path == "rotation" || path == "scale";
    const std::optional<std::size_t> node = target["node"].index();
    return moves && node &&
           std::ranges::find(document.node_of_joint, static_cast<int>(*node)) != document.node_of_joint.end();
  });
}

/// A changed animation keeps only the samplers that its channels use.
void drop_unused_samplers(json::Value& animation) {
  json::Value *channels = animation.find("channels"), *samplers = animation.find("samplers");
  if (channels == nullptr || samplers == nullptr) return;
  json::Value kept = json::Value::array();
  std::unordered_map<std::size_t, std::size_t> place_of;
  for (json::Value& channel : channels->items()) {
    const std::optional<std::size_t> old = channel["sampler"].index();
    if (!old || *old >= samplers->size()) continue;
    const auto [place, is_new] = place_of.emplace(*old, kept.size());
    if (is_new) kept.push(samplers->at(*old));
    channel.set("sampler", place->second);
  }
  *samplers = std::move(kept);
}

}  // namespace

bool put_clips(const Skeleton& skeleton, std::span<const Clip> clips, gltf::Document& document) {
  // Which animations stay: those that never became a clip, and those whose clip is still as it was read.
  enum class Fate : unsigned char { Keep, Drop };
  json::Value old = document.json["animations"];
  std::vector<Fate> fate(old.size(), Fate::Keep);
  for (const auto& read : document.read_animations) fate[static_cast<std::size_t>(read.animation)] = Fate::Drop;
  std::vector<const Clip*> fresh;
  for (const Clip& clip : clips) {
    const std::uint64_t hash = hash_of(clip);
    const auto same = std::ranges::find_if(document.read_animations, [&](const auto& read) {
      return read.clip_hash == hash && fate[static_cast<std::size_t>(read.animation)] == Fate::Drop;
    });
    if (same == document.read_animations.end()) {
      if (clip.frame_count() > 0) fresh.push_back(&clip);
    } else {
      fate[static_cast<std::size_t>(same->animation)] = Fate::Keep;
    }
  }
  ClipWriter writer(skeleton, document);
  json::Value animations = json::Value::array();
  const auto finish = [&](const Clip& clip, json::Value animation) {
    animation.set("name", clip.name);
    writer.write(clip, animation);
    drop_unused_samplers(animation);
    if (animation["channels"].size() > 0) animations.push(std::move(animation));
  };
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (fate[i] == Fate::Keep) {
      animations.push(std::move(old.items()[i]));
      continue;
    }
    const auto changed =
        std::ranges::find_if(fresh, [&](const Clip* clip) { return clip->name == old.at(i)["name"].text(); });
    if (changed == fresh.end()) continue;
    clear_shown_channels(document, old.items()[i]);
    finish(**changed, std::move(old.items()[i]));
    fresh.erase(changed);
  }
  for (const Clip* clip : fresh) finish(*clip, json::Value::object());
  if (animations.size() > 0) {
    document.json.set("animations", std::move(animations));
  } else {
    document.json.erase("animations");
  }
  return writer.fits();
}

}  // namespace kine::detail
