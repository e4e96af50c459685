#include "kine/kinematics/forward.h"

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

/// One walk over joints in an order in which parents come first. Angles come in the same order, so their sines and
/// cosines are made in one go before the walk, where they can be computed several at a time.
struct ForwardPass {
  const Skeleton& skeleton;
  const double* q;
  const Shape* shape;
  Frames& frames;

  ForwardPass(const Skeleton& skeleton_in, std::span<const double> pose, const Shape* shape_in, Frames& frames_in)
      : skeleton(skeleton_in), q(pose.data()), shape(shape_in), frames(frames_in) {
    KINE_ASSERT(static_cast<int>(pose.size()) == skeleton.value_count(), "a pose has value_count() numbers");
    KINE_ASSERT(frames.joint_count() == skeleton.joint_count(), "frames made for another skeleton");
    KINE_ASSERT(!shape || shape->translation.size() == frames.joints_.size(), "a shape has a translation a joint");
    KINE_ASSERT(!shape || shape->scale.size() == frames.joints_.size(), "a shape has a scale a joint");
    frames.stretched_ = shape || skeleton.has_scale();
  }

  double value(int index) const {
    const detail::ValueSource& source = skeleton.compiled().sources[static_cast<std::size_t>(index)];
    return source.factor * q[source.value] + source.offset;
  }

  void prepare_angles(std::span<const int> angle_values) {
    const std::size_t count = angle_values.size();
    double* half = frames.half_angles_.data();
    if (skeleton.has_followers()) {
      for (std::size_t i = 0; i < count; ++i) half[i] = 0.5 * value(angle_values[i]);
    } else {
      for (std::size_t i = 0; i < count; ++i) half[i] = 0.5 * q[angle_values[i]];
    }
    sin_cos(std::span<const double>(half, count), std::span<double>(frames.half_sines_.data(), count),
            std::span<double>(frames.half_cosines_.data(), count));
  }

  Quat read_rotation(int first_value) const {
    const double* v = q + first_value;
    return normalised(Quat{v[0], v[1], v[2], v[3]});
  }

  static void write_columns(const Quat& rotation, Vec3* axes) {
    const Mat3 m = to_matrix(rotation);
    axes[0] = m.x;
    axes[1] = m.y;
    axes[2] = m.z;
  }

  /// Turns an Euler joint, outermost axis first; each axis is written as it stands before its own turn.
  Quat turn_euler(const Joint& joint, std::size_t angle, Quat rotation, Vec3* axes) {
    for (int k = 0; k < joint.euler_count; ++k) {
      const Vec3& axis = joint.euler_axes[static_cast<std::size_t>(k)];
      axes[k] = rotate(rotation, axis);
      const double s = frames.half_sines_[angle], c = frames.half_cosines_[angle];
      ++angle;
      rotation = rotation * Quat{axis.x * s, axis.y * s, axis.z * s, c};
    }
    return rotation;
  }

  /// The rotation of a joint of several axes; writes its axes. `angle` is the place of its first angle.
  Quat turn_many(int index, std::size_t angle, const Quat& above) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(index);
    Vec3* axes = frames.axes_.data() + joint.first_axis;
    const Quat rest = above * joint.rest_rotation;
    if (joint.kind == JointKind::Euler) return turn_euler(skeleton.description({index}), angle, rest, axes);
    const Quat rotation = rest * read_rotation(joint.first_value);
    write_columns(rotation, axes);
    if (joint.kind == JointKind::Free) write_columns(rest, axes + 3);
    return rotation;
  }

  /// The joints index_of(0), index_of(1), … Along a limb each joint's parent is the one before, which is kept at hand:
  /// reading it back from memory would be the longest wait of the loop.
  template <bool kStretched, class IndexOf>
  void place(std::size_t count, IndexOf index_of) {
    Quat rotation{};  // of the joint before
    Vec3 position{};
    std::size_t angle = 0;
    const double *sines = frames.half_sines_.data(), *cosines = frames.half_cosines_.data();
    int last = -1;  // its index: at the start the world, where roots hang
    for (std::size_t k = 0; k < count; ++k) {
      const int index = index_of(k);
      const auto i = static_cast<std::size_t>(index);
      const detail::CompiledJoint& joint = skeleton.compiled().joints[i];
      if (joint.parent != last) {
        const Transform parent =
            joint.parent < 0 ? Transform{} : frames.joints_[static_cast<std::size_t>(joint.parent)];
        rotation = parent.rotation;
        position = parent.translation;
      }
      last = index;
      const Quat above = rotation;
      const Mat3 turn_above = to_matrix(above);  // a hinge needs it twice: for its place and for its axis
      Vec3 shift = kStretched && shape ? shape->translation[i] : joint.rest_translation;
      if (joint.kind == JointKind::Hinge) {
        // rest * (axis sin, cos) = rest cos + (rest * axis) sin: half the products of a full one.
        rotation = above * (joint.rest_rotation * cosines[angle] + joint.rest_times_axis * sines[angle]);
        ++angle;
        frames.axes_[static_cast<std::size_t>(joint.first_axis)] = turn_above * joint.slide;
      } else if (joint.kind == JointKind::Fixed) {
        if (!joint.unturned) rotation = above * joint.rest_rotation;
      } else if (joint.kind == JointKind::Slider) {
        rotation = above * joint.rest_rotation;
        frames.axes_[static_cast<std::size_t>(joint.first_axis)] = turn_above * joint.slide;
        shift += joint.slide * value(joint.first_value);
      } else {
        rotation = turn_many(index, angle, above);
        if (joint.kind == JointKind::Euler) angle += joint.axis_count;
        const double* v = q + joint.first_value;
        if (joint.kind == JointKind::Free) shift += rotate(joint.rest_rotation, Vec3{v[4], v[5], v[6]});
      }
      if constexpr (kStretched) {
        position += stretch(i, joint, to_matrix(conjugate(above) * rotation), shift);
      } else {
        position += turn_above * shift;
      }
      frames.joints_[i] = {rotation, position};
    }
  }

  /// Scale and shear of a joint; gives its place from its parent in the world.
  Vec3 stretch(std::size_t i, const detail::CompiledJoint& joint, const Mat3& turn, const Vec3& shift) {
    const Mat3 above = joint.parent < 0 ? Mat3{} : frames.linear_[static_cast<std::size_t>(joint.parent)];
    frames.linear_[i] = scaled_columns(above * turn, shape ? shape->scale[i] : joint.rest_scale);
    return above * shift;
  }

  template <class IndexOf>
  void place(std::size_t count, IndexOf index_of) {
    if (frames.stretched_) {
      place<true>(count, index_of);
    } else {
      place<false>(count, index_of);
    }
  }

  void place_all() {
    place(skeleton.compiled().joints.size(), [](std::size_t k) { return static_cast<int>(k); });
  }
  void place_these(std::span<const int> joints) {
    place(joints.size(), [joints](std::size_t k) { return joints[k]; });
  }
};

void forward(const Skeleton& skeleton, std::span<const double> pose, Frames& frames) {
  ForwardPass pass(skeleton, pose, nullptr, frames);
  pass.prepare_angles(skeleton.compiled().angle_values);
  pass.place_all();
}

void forward(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape, Frames& frames) {
  ForwardPass pass(skeleton, pose, &shape, frames);
  pass.prepare_angles(skeleton.compiled().angle_values);
  pass.place_all();
}

void forward(const Skeleton& skeleton, const Chain& chain, std::span<const double> pose, Frames& frames) {
  ForwardPass pass(skeleton, pose, nullptr, frames);
  pass.prepare_angles(chain.angle_values());
  pass.place_these(chain.joints());
}

}  // namespace kine
