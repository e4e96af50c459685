#include "kine/kinematics/chain_kernel.h"

#include <algorithm>
#include <array>

#include "kine/core/assert.h"
#include "kine/kinematics/chain.h"
#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {
namespace {

/// A vector with a fourth number that is not used: loops over four are done in one instruction where there is one.
struct Four {
  std::array<double, 4> v{};
  double& operator[](std::size_t i) { return v[i]; }
  Vec3 xyz() const { return {v[0], v[1], v[2]}; }
};
Four four(const Vec3& a) { return {{a.x, a.y, a.z, 0}}; }

/// Turns the first vector towards the second by an angle of this sine and cosine, and the second with it.
void turn(Four& first, Four& second, double sine, double cosine) {
  for (std::size_t i = 0; i < 4; ++i) {
    const double a = first.v[i], b = second.v[i];
    first.v[i] = a * cosine + b * sine;
    second.v[i] = b * cosine - a * sine;
  }
}

void write(double* to, const Vec3& v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}
void add(double* to, const Vec3& v) { write(to, Vec3{to[0], to[1], to[2]} + v); }

Affine inverse_times(const detail::AlignedAxis& axis, const Transform& tip) {
  const Vec3& z = axis.line.direction;
  const Mat3 base_from_world = transposed(Mat3{axis.x, cross(z, axis.x), z});
  return {base_from_world * to_matrix(tip.rotation), base_from_world * (tip.translation - axis.line.point)};
}

}  // namespace

Fault ChainKernel::fault_of(const Skeleton& skeleton, JointId tip) {
  if (tip.index < 0 || tip.index >= skeleton.joint_count()) return "there is no such joint";
  if (skeleton.compiled().aligned_joints[static_cast<std::size_t>(tip.index)].aligned) return {};
  return "a chain kernel takes hinges, sliders and Euler joints that are free to move, without scales";
}

ChainKernel::ChainKernel(const Skeleton& skeleton, JointId tip) {
  KINE_ASSERT(!fault_of(skeleton, tip), "fault_of says what a chain kernel takes");
  const detail::CompiledSkeleton& compiled = skeleton.compiled();
  const detail::AlignedJoint& joint = compiled.aligned_joints[static_cast<std::size_t>(tip.index)];
  const Chain chain(skeleton, tip);
  freedoms_.assign(chain.freedoms().begin(), chain.freedoms().end());
  last_from_tip_ = {to_matrix(joint.at_zero.rotation), joint.at_zero.translation};
  if (joint.last_axis < 0) return;
  last_from_tip_ = inverse_times(compiled.aligned_axes[static_cast<std::size_t>(joint.last_axis)], joint.at_zero);
  detail::AxisLink behind{};  // what is constant behind the axis: of the last, nothing
  for (int axis = joint.last_axis; axis >= 0;) {
    const detail::AlignedAxis& aligned = compiled.aligned_axes[static_cast<std::size_t>(axis)];
    const detail::CompiledAxis& moved = compiled.axis(axis);
    const detail::CompiledJoint& owner = compiled.joint(moved.joint);
    const int value = owner.first_value + axis - owner.first_axis;
    const detail::ValueSource& source = compiled.sources[static_cast<std::size_t>(value)];
    const auto column = std::lower_bound(freedoms_.begin(), freedoms_.end(), moved.freedom);
    const double rest = moved.slides ? 0 : atan2(behind.rest_sin, behind.rest_cos);
    links_.push_back({.factor = source.factor,
                      .offset = source.offset + rest,
                      .a = behind.a,
                      .b = behind.b,
                      .d = behind.d,
                      .twist_cos = behind.twist_cos,
                      .twist_sin = behind.twist_sin,
                      .rest_cos = behind.rest_cos,
                      .rest_sin = behind.rest_sin,
                      .value = source.value,
                      .column = static_cast<int>(column - freedoms_.begin()),
                      .slides = moved.slides});
    behind = aligned.link;
    if (aligned.above < 0) {
      const Vec3& z = aligned.line.direction;
      world_from_base_ = {{aligned.x, cross(z, aligned.x), z}, aligned.line.point};
    }
    axis = aligned.above;
  }
  std::reverse(links_.begin(), links_.end());
  follows_ = links_.size() != freedoms_.size();
  for (const Link& link : links_) follows_ |= link.factor != 1;
}

/// Goes from link to link with the frame in front of it.
struct ChainKernel::Walk {
  Four x, y, z, at;

  /// Calls `see(link, axis, point)` for every link and gives the frame of the tip.
  template <class See>
  static Affine run(const ChainKernel& kernel, const double* pose, const See& see) {
    const Affine& base = kernel.world_from_base_;
    Walk walk{four(base.linear.x), four(base.linear.y), four(base.linear.z), four(base.translation)};
    std::array<double, kAtOnce> angles, sines, cosines;
    for (std::size_t first = 0; first < kernel.links_.size(); first += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, kernel.links_.size() - first);
      const Link* links = kernel.links_.data() + first;
      for (std::size_t i = 0; i < count; ++i) angles[i] = links[i].factor * pose[links[i].value] + links[i].offset;
      sin_cos(std::span<const double>(angles).first(count), std::span<double>(sines).first(count),
              std::span<double>(cosines).first(count));
      for (std::size_t i = 0; i < count; ++i) {
        see(links[i], walk.z.xyz(), walk.at.xyz());
        if (links[i].slides) {
          walk.pass(links[i], links[i].rest_sin, links[i].rest_cos, angles[i]);
        } else {
          walk.pass(links[i], sines[i], cosines[i], 0);
        }
      }
    }
    const Affine world_from_last{{walk.x.xyz(), walk.y.xyz(), walk.z.xyz()}, walk.at.xyz()};
    return world_from_last * kernel.last_from_tip_;
  }

  void pass(const Link& link, double sine, double cosine, double slide) {
    turn(x, y, sine, cosine);
    const double d = link.d + slide;
    for (std::size_t i = 0; i < 4; ++i) at.v[i] += x.v[i] * link.a + y.v[i] * link.b + z.v[i] * d;
    turn(y, z, link.twist_sin, link.twist_cos);
  }
};

Affine ChainKernel::forward(std::span<const double> pose) const {
  return Walk::run(*this, pose.data(), [](const Link&, const Vec3&, const Vec3&) {});
}

Affine ChainKernel::forward_and_jacobian(std::span<const double> pose, const Vec3& offset,
                                         MatrixView<double> out) const {
  KINE_ASSERT(out.rows() == 6 && out.cols() == static_cast<int>(freedoms_.size()) && out.stride() == 6,
              "six rows, a column a freedom, one after the other");
  return follows_ ? with_followers(pose, offset, out) : without_followers(pose, offset, out);
}

/// Every link has a column of its own, which keeps its axis and its point until the tip is known.
Affine ChainKernel::without_followers(std::span<const double> pose, const Vec3& offset, MatrixView<double> out) const {
  const Affine tip = Walk::run(*this, pose.data(), [&](const Link& link, const Vec3& z, const Vec3& o) {
    double* column = &out(0, link.column);
    write(column, z);
    write(column + 3, o);
  });
  const Vec3 p = tip * offset;
  for (const Link& link : links_) {
    double* column = &out(0, link.column);
    const Vec3 z{column[0], column[1], column[2]}, o{column[3], column[4], column[5]};
    if (link.slides) write(column, {});
    write(column + 3, link.slides ? z : cross(z, p - o));
  }
  return tip;
}

/// The velocity of a point p that an axis z through o moves is z x p + o x z, so columns add up before p is known.
Affine ChainKernel::with_followers(std::span<const double> pose, const Vec3& offset, MatrixView<double> out) const {
  std::fill_n(out.data(), 6 * freedoms_.size(), 0.0);
  const Affine tip = Walk::run(*this, pose.data(), [&](const Link& link, const Vec3& z, const Vec3& o) {
    double* column = &out(0, link.column);
    const Vec3 turned = link.slides ? Vec3{} : z * link.factor;
    add(column, turned);
    add(column + 3, link.slides ? z * link.factor : cross(o, turned));
  });
  const Vec3 p = tip * offset;
  for (int c = 0; c < out.cols(); ++c) {
    double* column = &out(0, c);
    add(column + 3, cross({column[0], column[1], column[2]}, p));
  }
  return tip;
}

}  // namespace kine
