#include "kine/io/formats/gltf_nodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "kine/core/internal/text.h"
#include "kine/io/formats/unique_names.h"

namespace kine::detail {
namespace {

/// A zero scale hides a node in glTF; a joint cannot be flattened, so it is made this small.
constexpr double kTinyScale = 1e-9;

bool read_numbers(const json::Value& value, std::span<double> out) {
  if (!value.is_array() || value.size() != out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::optional<double> number = value.at(i).number();
    if (!number) return false;
    out[i] = *number;
  }
  return true;
}

class NodeReader {
 public:
  NodeReader(const gltf::Document& document, std::string_view name, std::vector<std::string>& notes)
      : json_(document.json), name_(name), notes_(notes) {}

  Result<GltfNodes> read() {
    read_locals();
    if (ok()) connect();
    if (ok()) mark_skins();
    if (ok()) mark_turned();
    if (ok()) make_joints();
    if (!ok()) return std::move(error_);
    say_counts();
    return std::move(out_);
  }

 private:
  bool ok() const { return error_.sentence.empty(); }
  void fail(const json::Value& where, std::string_view sentence) {
    if (!ok()) return;
    error_.sentence.append(name_).append(":").append(std::to_string(where.line())).append(": ").append(sentence);
  }
  GltfNode& node(int index) { return out_.nodes[static_cast<std::size_t>(index)]; }

  std::string called(std::size_t index) const {
    const std::string& name = json_["nodes"].at(index)["name"].text();
    return "node " + std::to_string(index) + (name.empty() ? "" : " " + quoted(name));
  }

  /// The index of a node that is there; -1 and a failure otherwise.
  int node_index(const json::Value& value, const std::string& who) {
    const std::optional<std::size_t> index = value.index();
    if (index && *index < out_.nodes.size()) return static_cast<int>(*index);
    fail(value, who + " names a node that is not there");
    return -1;
  }

  void read_locals() {
    const json::Value& nodes = json_["nodes"];
    if (nodes.size() > static_cast<std::size_t>(kMaxFileJoints))
      return fail(nodes, "more than " + std::to_string(kMaxFileJoints) + " nodes are too many");
    out_.nodes.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size() && ok(); ++i) read_local(nodes.at(i), i);
  }

  void read_local(const json::Value& json, std::size_t index) {
    LocalTransform& local = out_.nodes[index].local;
    const auto part = [&](std::string_view key, std::span<double> numbers) {
      const json::Value& value = json[key];
      if (value.kind() == json::Kind::Null) return false;
      if (read_numbers(value, numbers)) return true;
      fail(value, called(index) + ": its " + std::string(key) + " should be " + std::to_string(numbers.size()) +
                      " finite numbers");
      return false;
    };
    std::array<double, 16> matrix{};
    std::array<double, 4> turn{};
    std::array<double, 3> three{};
    if (part("matrix", matrix)) return split(matrix, index);
    if (part("translation", three)) local.translation = {three[0], three[1], three[2]};
    if (part("rotation", turn)) {
      local.rotation = {turn[0], turn[1], turn[2], turn[3]};
      const double size = length(local.rotation);
      if (!(std::abs(size - 1) < 1e-2)) note_first(odd_turns_, index);
      local.rotation = size > 1e-150 && size < 1e150 ? normalised(local.rotation) : Quat{};
    }
    if (part("scale", three)) local.scale = {three[0], three[1], three[2]};
    check_scale(local.scale, index);
  }

  void check_scale(Vec3& scale, std::size_t index) {
    if (scale.x * scale.y * scale.z < 0) note_first(mirrored_, index);
    for (int i = 0; i < 3; ++i) {
      if (std::abs(scale[i]) >= kTinyScale) continue;
      note_first(flat_, index);
      scale[i] = scale[i] < 0 ? -kTinyScale : kTinyScale;
    }
  }

  /// Splits a matrix into shift, turn and scale.
  void split(const std::array<double, 16>& m, std::size_t index) {
    LocalTransform& local = out_.nodes[index].local;
    local.translation = {m[12], m[13], m[14]};
    const Vec3 x{m[0], m[1], m[2]}, y{m[4], m[5], m[6]}, z{m[8], m[9], m[10]};
    local.scale = {length(x), length(y), length(z)};
    if (!(local.scale.x < 1e100 && local.scale.y < 1e100 && local.scale.z < 1e100))
      return fail(json_["nodes"].at(index), called(index) + ": its matrix is too large");
    // Squared up one column after the other, so that a matrix without shear stays as it is.
    const Vec3 right = normalised(x, kUnitX);
    Vec3 up = normalised(y, any_perpendicular(right));
    const double shear = std::abs(dot(right, up));
    up = normalised(up - right * dot(right, up), any_perpendicular(right));
    const Vec3 ahead = cross(right, up);
    const Vec3 depth = normalised(z, ahead);
    const double skew = std::max<double>(std::abs(dot(right, depth)), std::abs(dot(up, depth)));
    if (std::max<double>(shear, skew) > 1e-4) note_first(sheared_, index);
    local.rotation = to_quat(Mat3{right, up, ahead});
    if (dot(ahead, depth) < 0) local.scale.z = -local.scale.z;
    check_scale(local.scale, index);
  }

  void connect() {
    const json::Value& nodes = json_["nodes"];
    for (std::size_t i = 0; i < nodes.size() && ok(); ++i) {
      for (const json::Value& child : nodes.at(i)["children"].items()) {
        const int below = node_index(child, called(i));
        if (below < 0) return;
        GltfNode& other = node(below);
        if (other.parent >= 0)
          return fail(child, called(static_cast<std::size_t>(below)) + " has two parents: " +
                                 called(static_cast<std::size_t>(other.parent)) + " and " + called(i));
        other.parent = static_cast<int>(i);
        out_.nodes[i].children.push_back(below);
      }
    }
    // Everything must be met from the roots, or it goes round in a circle.
    std::vector<int> open;
    for (std::size_t i = 0; i < out_.nodes.size(); ++i)
      if (out_.nodes[i].parent < 0) open.push_back(static_cast<int>(i));
    std::vector<char> met(out_.nodes.size(), 0);
    while (!open.empty()) {
      const int next = open.back();
      open.pop_back();
      met[static_cast<std::size_t>(next)] = 1;
      open.insert(open.end(), node(next).children.begin(), node(next).children.end());
    }
    const auto lost = std::ranges::find(met, 0);
    if (lost == met.end()) return;
    const auto index = static_cast<std::size_t>(lost - met.begin());
    fail(nodes.at(index), called(index) + " is its own ancestor: the nodes go round in a circle");
  }

  void mark_skins() {
    const json::Value& skins = json_["skins"];
    for (std::size_t i = 0; i < skins.size() && ok(); ++i) {
      for (const json::Value& joint : skins.at(i)["joints"].items()) {
        const int index = node_index(joint, "skin " + std::to_string(i));
        if (index < 0) return;
        node(index).skin_joint = has_skin_ = true;
      }
    }
    const json::Value& nodes = json_["nodes"];
    for (std::size_t i = 0; i < nodes.size(); ++i)
      out_.nodes[i].skinned_mesh =
          nodes.at(i)["skin"].kind() != json::Kind::Null && nodes.at(i)["mesh"].kind() != json::Kind::Null;
  }

  void mark_turned() {
    for (const json::Value& animation : json_["animations"].items())
      for (const json::Value& channel : animation["channels"].items()) {
        const json::Value& target = channel["target"];
        const std::optional<std::size_t> index = target["node"].index();
        if (index && *index < out_.nodes.size() && target["path"].text() == "rotation")
          out_.nodes[*index].turned = true;
      }
  }

  /// Which nodes become joints: with skins, those above and below the skins' joints.
  std::vector<char> chosen() {
    std::vector<char> keep(out_.nodes.size(), 0);
    if (!has_skin_) {
      choose_scene(keep);
      return keep;
    }
    std::vector<char> above(out_.nodes.size(), 0);
    for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
      if (!out_.nodes[i].skin_joint) continue;
      for (int up = static_cast<int>(i); up >= 0 && above[static_cast<std::size_t>(up)] == 0; up = node(up).parent)
        above[static_cast<std::size_t>(up)] = 1;
    }
    for (const int index : order()) {
      const auto place = static_cast<std::size_t>(index);
      const int parent = node(index).parent;
      const bool hangs = parent >= 0 && keep[static_cast<std::size_t>(parent)] == 2;
      if (node(index).skin_joint || (hangs && !(node(index).skinned_mesh && above[place] == 0))) {
        keep[place] = 2;  // a joint or below one
      } else {
        keep[place] = above[place];
      }
    }
    return keep;
  }

  /// Without skins: the nodes of the scene that is shown, or all where there is no scene.
  void choose_scene(std::vector<char>& keep) {
    const json::Value& scenes = json_["scenes"];
    const json::Value& roots = scenes.at(json_["scene"].index().value_or(0))["nodes"];
    if (roots.size() == 0) {
      std::ranges::fill(keep, static_cast<char>(1));
      return;
    }
    std::vector<int> open;
    for (const json::Value& root : roots.items()) {
      const int index = node_index(root, "the scene");
      if (index < 0) return;
      if (node(index).parent >= 0)
        return fail(root, "the scene names " + called(static_cast<std::size_t>(index)) + ", which is no root");
      open.push_back(index);
    }
    while (!open.empty()) {
      const int next = open.back();
      open.pop_back();
      if (keep[static_cast<std::size_t>(next)] != 0) continue;
      keep[static_cast<std::size_t>(next)] = 1;
      open.insert(open.end(), node(next).children.begin(), node(next).children.end());
    }
  }

  /// All nodes, depth first in the file's order.
  std::vector<int> order() {
    std::vector<int> sorted, open;
    for (std::size_t i = out_.nodes.size(); i-- > 0;)
      if (out_.nodes[i].parent < 0) open.push_back(static_cast<int>(i));
    while (!open.empty()) {
      const int next = open.back();
      open.pop_back();
      sorted.push_back(next);
      open.insert(open.end(), node(next).children.rbegin(), node(next).children.rend());
    }
    return sorted;
  }

  void make_joints() {
    const std::vector<char> keep = chosen();
    if (!ok()) return;
    UniqueNames names;
    std::vector<char> under(out_.nodes.size(), 0);  // below a skin's joint, or one itself
    for (const int index : order()) {
      const auto place = static_cast<std::size_t>(index);
      GltfNode& at = node(index);
      if (keep[place] == 0) continue;
      const bool parent_under = at.parent >= 0 && under[static_cast<std::size_t>(at.parent)] != 0;
      under[place] = at.skin_joint || parent_under;
      Joint joint;
      const std::string& name = json_["nodes"].at(place)["name"].text();
      joint.name = names.take(name.empty() ? "node_" + std::to_string(index) : name);
      if (at.parent >= 0) joint.parent = out_.joints[static_cast<std::size_t>(node(at.parent).joint)].name;
      joint.rest = at.local;
      if (has_skin_ ? at.skin_joint && !parent_under : at.parent < 0) {
        joint.kind = JointKind::Free;
      } else if (!has_skin_ || at.skin_joint || at.turned) {
        joint.kind = JointKind::Ball;
      }
      at.joint = static_cast<int>(out_.joints.size());
      out_.joints.push_back(std::move(joint));
      out_.node_of_joint.push_back(index);
    }
    if (out_.joints.empty()) {
      notes_.emplace_back("The file has no nodes: its skeleton is one fixed joint.");
      out_.joints.push_back(fixed_joint("root", {}, {}));
      out_.node_of_joint.push_back(-1);
    }
    if (std::string note = names.note(); !note.empty()) notes_.push_back(std::move(note));
  }

  /// How often something odd was met, and where first.
  struct Count {
    int count = 0;
    std::size_t first = 0;
  };
  static void note_first(Count& count, std::size_t index) {
    if (count.count++ == 0) count.first = index;
  }
  void say(const Count& count, std::string_view what) {
    if (count.count == 0) return;
    std::string note = count.count == 1 ? "One node" : std::to_string(count.count) + " nodes";
    note.append(" (").append(count.count == 1 ? "" : "first ").append(called(count.first)).append(") ").append(what);
    notes_.push_back(std::move(note));
  }
  void say_counts() {
    say(mirrored_, "with a mirroring scale: what hangs below is mirrored, as in the file.");
    say(sheared_, "with a matrix that shears: the nearest turn and scale stand in its place, so poses differ there.");
    say(flat_, "with a scale of zero, taken as 1e-9.");
    say(odd_turns_, "with a rotation that does not have unit length; normalised.");
  }

  const json::Value& json_;
  std::string_view name_;
  std::vector<std::string>& notes_;
  GltfNodes out_;
  Error error_;
  bool has_skin_ = false;
  Count mirrored_, sheared_, flat_, odd_turns_;
};

}  // namespace

Result<GltfNodes> read_gltf_nodes(const gltf::Document& document, std::string_view name,
                                  std::vector<std::string>& notes) {
  return NodeReader(document, name, notes).read();
}

}  // namespace kine::detail
