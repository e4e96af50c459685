#include <string>
#include <vector>

#include "scenes/build.h"
#include "scenes/scenes.h"

namespace kine::scenes {

using detail::degree_range;

namespace {

struct SpiderLeg {
  const char* name;
  double side;   ///< +1 left, -1 right
  double ahead;  ///< of the hip, metres
  double sweep;  ///< where the leg points: degrees ahead of straight out
};
constexpr SpiderLeg kLegs[] = {{"left_front", 1, 0.18, 38},  {"left_middle", 1, 0, 0},
                               {"left_hind", 1, -0.18, -38}, {"right_front", -1, 0.18, 38},
                               {"right_middle", -1, 0, 0},   {"right_hind", -1, -0.18, -38}};

}  // namespace

Skeleton spider() {
  std::vector<Joint> joints;
  joints.push_back(free_joint("body", "", {0, 0.2, 0}));
  joints.push_back(fixed_joint("head", "body", {0, 0.03, 0.26}));
  joints.push_back(fixed_joint("abdomen", "body", {0, 0.05, -0.3}));
  for (const SpiderLeg& leg : kLegs) {
    const std::string name = leg.name;
    Joint coxa = hinge(name + "_coxa", "body", {leg.side * 0.10, 0, leg.ahead}, kUnitY, degree_range(-55, 55));
    // Its X points out along the leg.
    const double out = leg.side > 0 ? -leg.sweep : 180 + leg.sweep;
    coxa.rest.rotation = from_axis_angle(kUnitY, radians(out));
    joints.push_back(coxa);
    joints.push_back(hinge(name + "_femur", name + "_coxa", {0.06, 0, 0}, kUnitZ, degree_range(-70, 100)));
    joints.push_back(hinge(name + "_tibia", name + "_femur", {0.22, 0, 0}, kUnitZ, degree_range(-165, -8)));
    joints.push_back(fixed_joint(name + "_tip", name + "_tibia", {0.34, 0, 0}));
  }
  return detail::must_build(joints);
}

Pose spider_pose(const Skeleton& spider) {
  Pose pose = spider.rest_pose();
  for (const SpiderLeg& leg : kLegs) {
    const std::string name = leg.name;
    pose[static_cast<std::size_t>(spider.first_value(spider.joint(name + "_femur")))] = radians(35.0);
    pose[static_cast<std::size_t>(spider.first_value(spider.joint(name + "_tibia")))] = radians(-110.0);
  }
  return pose;
}

std::span<const std::string_view> spider_tips() {
  static constexpr std::string_view kTips[] = {"left_front_tip",  "left_middle_tip",  "left_hind_tip",
                                               "right_front_tip", "right_middle_tip", "right_hind_tip"};
  return kTips;
}

}  // namespace kine::scenes
