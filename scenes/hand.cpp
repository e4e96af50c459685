#include <string>
#include <vector>

#include "scenes/build.h"
#include "scenes/scenes.h"

namespace kine::scenes {

using detail::degree_range;
using detail::euler_of;
using detail::Turn;

namespace {

// Palm down and fingers along +X: turning about -Z carries a finger down, towards the palm.
constexpr Vec3 kCurl = -kUnitZ;

struct Finger {
  const char* name;
  Vec3 base;            ///< the knuckle, in the palm's frame
  double bones[3];      ///< lengths, metres
  double curl_degrees;  ///< how far the first joint curls
};

/// A hinge whose angle is a share of the curl of `leader`.
Joint follower(std::string name, std::string parent, double offset, const std::string& leader, int component,
               double share) {
  Joint joint = hinge(std::move(name), std::move(parent), {offset, 0, 0}, kCurl, degree_range(-10, 110));
  joint.axes[0].follows = Follow{.joint = leader, .component = component, .factor = share, .offset = 0};
  return joint;
}

void add_finger(const Finger& finger, std::vector<Joint>& joints) {
  const std::string name = finger.name;
  const Turn turns[] = {{kCurl, -10, finger.curl_degrees}, {kUnitY, -15, 15}};
  joints.push_back(euler_of(name + "_base", "palm", finger.base, turns));
  // Two tendons pull all three joints: the middle one bends a little more than the first, the last one less.
  joints.push_back(follower(name + "_middle", name + "_base", finger.bones[0], name + "_base", 0, 1.1));
  joints.push_back(follower(name + "_end", name + "_middle", finger.bones[1], name + "_base", 0, 0.7));
  joints.push_back(fixed_joint(name + "_tip", name + "_end", {finger.bones[2], 0, 0}));
}

}  // namespace

Skeleton hand() {
  std::vector<Joint> joints;
  joints.push_back(fixed_joint("palm", "", {}));
  // At rest the thumb lies beside the palm, 40 degrees off the fingers; it goes under the palm about the palm's own -X.
  const Quat palm_from_thumb = from_axis_angle(kUnitY, radians(40.0));
  const Turn thumb_turns[] = {{rotate(conjugate(palm_from_thumb), -kUnitX), -10, 60}, {kUnitY, -20, 45}};
  Joint thumb_base = euler_of("thumb_base", "palm", {0.02, -0.01, -0.03}, thumb_turns);
  thumb_base.rest.rotation = palm_from_thumb;
  joints.push_back(thumb_base);
  // A thumb at rest faces the fingers rather than the palm: it curls about an axis perpendicular to its nail.
  const Joint thumb_middle = hinge("thumb_middle", "thumb_base", {0.045, 0, 0}, -kUnitY, degree_range(-5, 55));
  joints.push_back(thumb_middle);
  Joint thumb_end = follower("thumb_end", "thumb_middle", 0.032, "thumb_middle", 0, 1.3);
  thumb_end.axis = -kUnitY;
  joints.push_back(thumb_end);
  joints.push_back(fixed_joint("thumb_tip", "thumb_end", {0.027, 0, 0}));
  const Finger fingers[] = {
      {"index", {0.095, 0, -0.026}, {0.040, 0.024, 0.022}, 90},
      {"middle", {0.098, 0.002, -0.004}, {0.045, 0.028, 0.023}, 90},
      {"ring", {0.093, 0, 0.017}, {0.041, 0.026, 0.023}, 90},
      {"little", {0.084, -0.004, 0.036}, {0.032, 0.019, 0.021}, 95},
  };
  for (const Finger& finger : fingers) add_finger(finger, joints);
  return detail::must_build(joints);
}

}  // namespace kine::scenes
