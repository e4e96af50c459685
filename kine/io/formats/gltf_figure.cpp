#include "kine/io/formats/gltf_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "kine/io/formats/gltf_builder.h"
#include "kine/io/formats/gltf_clips.h"
#include "kine/math/transform.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

/// The map back; the scales of a skeleton are never zero.
Affine inverse_of(const Affine& a) {
  const Mat3 linear{solve(a.linear, kUnitX), solve(a.linear, kUnitY), solve(a.linear, kUnitZ)};
  return {linear, -(linear * a.translation)};
}

json::Value numbers(const Vec3& v) { return json::Value::array_of(std::array{v.x, v.y, v.z}); }
json::Value numbers(const Quat& q) { return json::Value::array_of(std::array{q.x, q.y, q.z, q.w}); }

class FigureWriter {
 public:
  FigureWriter(const Scene& scene, const GltfOptions& options)
      : scene_(scene), options_(options), builder_(document_) {}

  Result<gltf::Document> write() {
    document_.json = json::Value::object();
    json::Value& asset = document_.json.set("asset", json::Value::object());
    asset.set("version", "2.0");
    asset.set("generator", "kine");
    document_.json.set("scene", 0);
    find_rest();
    add_nodes();
    const bool mesh = options_.stick_mesh && add_sticks();
    add_skin();
    add_scene(mesh);
    const bool clips_fit = put_clips(scene_.skeleton, scene_.clips, document_);
    if (!clips_fit || !builder_.all_finite()) return Error{kTooLargeForGltf};
    return std::move(document_);
  }

 private:
  int count() const { return scene_.skeleton.joint_count(); }
  int parent(int joint) const { return scene_.skeleton.parent(JointId{joint}).index; }
  const Affine& world(int joint) const { return world_from_joint_[static_cast<std::size_t>(joint)]; }

  /// Where everything is at rest, as the nodes will say: with their numbers, which forward kinematics does not round.
  void find_rest() {
    world_from_joint_.resize(static_cast<std::size_t>(count()));
    for (int j = 0; j < count(); ++j) {
      const Affine local = to_affine(scene_.skeleton.description(JointId{j}).rest);
      world_from_joint_[static_cast<std::size_t>(j)] = parent(j) < 0 ? local : world(parent(j)) * local;
    }
  }

  void add_nodes() {
    json::Value& nodes = builder_.list("nodes");
    for (int j = 0; j < count(); ++j) {
      const Joint& joint = scene_.skeleton.description(JointId{j});
      json::Value node = json::Value::object();
      node.set("name", joint.name);
      if (joint.rest.translation != Vec3{}) node.set("translation", numbers(joint.rest.translation));
      if (joint.rest.rotation != Quat{}) node.set("rotation", numbers(joint.rest.rotation));
      if (joint.rest.scale != Vec3{1, 1, 1}) node.set("scale", numbers(joint.rest.scale));
      nodes.push(std::move(node));
      document_.node_of_joint.push_back(j);
      if (parent(j) < 0) {
        roots_.push_back(j);
      } else {
        json::Value& above = nodes.items()[static_cast<std::size_t>(parent(j))];
        json::Value* children = above.find("children");
        if (children == nullptr) children = &above.set("children", json::Value::array());
        children->push(j);
      }
    }
  }

  /// glTF is Y up, and a skin's joints must have a root in common: where needed the roots hang on one more node.
  void add_scene(bool mesh) {
    json::Value& nodes = builder_.list("nodes");
    std::vector<int> shown = roots_;
    if (scene_.up != Up::Y || roots_.size() > 1) {
      json::Value top = json::Value::object();
      top.set("name", scene_.name.empty() ? "figure" : scene_.name);
      const double half = std::sqrt(0.5);
      if (scene_.up == Up::Z) top.set("rotation", numbers(Quat{-half, 0, 0, half}));
      if (scene_.up == Up::X) top.set("rotation", numbers(Quat{0, 0, half, half}));
      top.set("children", json::Value::array_of(roots_));
      nodes.push(std::move(top));
      shown = {static_cast<int>(nodes.size()) - 1};
    }
    if (mesh) {
      json::Value skinned = json::Value::object();
      skinned.set("name", "sticks");
      skinned.set("mesh", 0);
      skinned.set("skin", 0);
      nodes.push(std::move(skinned));
      shown.push_back(static_cast<int>(nodes.size()) - 1);
    }
    json::Value scene = json::Value::object();
    if (!scene_.name.empty()) scene.set("name", scene_.name);
    scene.set("nodes", json::Value::array_of(shown));
    builder_.list("scenes").push(std::move(scene));
  }

  void add_skin() {
    std::vector<float> matrices;
    matrices.reserve(static_cast<std::size_t>(count()) * 16);
    for (const Affine& joint : world_from_joint_) {
      const Affine back = inverse_of(joint);
      const std::array columns{back.linear.x, back.linear.y, back.linear.z, back.translation};
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (int r = 0; r < 3; ++r) matrices.push_back(gltf_float(columns[c][r]));
        matrices.push_back(c == 3 ? 1.0f : 0.0f);
      }
    }
    json::Value skin = json::Value::object();
    skin.set("joints", json::Value::array_of(document_.node_of_joint));
    skin.set("inverseBindMatrices", builder_.add_floats(matrices, "MAT4"));
    builder_.list("skins").push(std::move(skin));
  }

  /// One slim octahedron a bone, from a joint to each of its children, moved by the joint. False where no bone is long
  /// enough to be seen.
  bool add_sticks() {
    for (int j = 0; j < count(); ++j)
      if (parent(j) >= 0 && j <= 0xffff) add_stick(parent(j), world(parent(j)).translation, world(j).translation);
    if (indices_.empty()) return false;
    json::Value primitive = json::Value::object();
    json::Value& attributes = primitive.set("attributes", json::Value::object());
    attributes.set("POSITION", builder_.add_floats(positions_, "VEC3", true, GltfUse::Vertices));
    attributes.set("NORMAL", builder_.add_floats(normals_, "VEC3", false, GltfUse::Vertices));
    attributes.set("JOINTS_0", builder_.add_shorts(joints_, "VEC4", GltfUse::Vertices));
    attributes.set("WEIGHTS_0", builder_.add_floats(weights_, "VEC4", false, GltfUse::Vertices));
    primitive.set("indices", builder_.add_ints(indices_, GltfUse::Indices));
    json::Value mesh = json::Value::object();
    mesh.set("name", "sticks");
    mesh.set("primitives", json::Value::array()).push(std::move(primitive));
    builder_.list("meshes").push(std::move(mesh));
    return true;
  }

  void add_stick(int joint, const Vec3& from, const Vec3& to) {
    const double size = length(to - from);
    if (!(size > 1e-6 * scene_.skeleton.size())) return;
    const Vec3 along = (to - from) / size, side = any_perpendicular(along), other = cross(along, side);
    const double half = 0.06 * size;
    const Vec3 waist = from + along * (0.2 * size);
    const std::array<Vec3, 4> ring{waist + side * half, waist + other * half, waist - side * half,
                                   waist - other * half};
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec3 &a = ring[i], &b = ring[(i + 1) % ring.size()];
      add_triangle(joint, from, b, a);
      add_triangle(joint, to, a, b);
    }
  }

  /// Counter-clockwise seen from outside, with a flat normal.
  void add_triangle(int joint, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = normalised(cross(b - a, c - a), kUnitY);
    for (const Vec3& corner : {a, b, c}) {
      for (int i = 0; i < 3; ++i) {
        positions_.push_back(gltf_float(corner[i]));
        normals_.push_back(gltf_float(normal[i]));
      }
      joints_.insert(joints_.end(), {static_cast<std::uint16_t>(joint), 0, 0, 0});
      weights_.insert(weights_.end(), {1.0f, 0.0f, 0.0f, 0.0f});
      indices_.push_back(static_cast<std::uint32_t>(indices_.size()));
    }
  }

  const Scene& scene_;
  const GltfOptions& options_;
  gltf::Document document_;
  GltfBuilder builder_;
  std::vector<Affine> world_from_joint_;
  std::vector<int> roots_;
  std::vector<float> positions_, normals_, weights_;
  std::vector<std::uint16_t> joints_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace

Result<gltf::Document> make_document(const Scene& scene, const GltfOptions& options) {
  return FigureWriter(scene, options).write();
}

}  // namespace kine::detail
