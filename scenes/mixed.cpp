#include "scenes/build.h"
#include "scenes/scenes.h"

namespace kine::scenes {

using detail::degree_range;

namespace {

Joint turned(Joint joint, const Vec3& rotation_vector) {
  joint.rest.rotation = exp(rotation_vector);
  return joint;
}

Joint scaled_by(Joint joint, const Vec3& scale) {
  joint.rest.scale = scale;
  return joint;
}

Joint weighing(Joint joint, double mass, const Vec3& centre) {
  joint.mass = mass;
  joint.centre_of_mass = centre;
  return joint;
}

}  // namespace

Skeleton mixed() {
  Joint waist = turned(euler("waist", "body", {0.05, 0.12, -0.02}, "ZXZ"), {0.1, -0.3, 0.2});
  waist.axes[0].limits = degree_range(-100, 100);
  waist.axes[1].limits = degree_range(10, 120);  // zero is outside: the rest pose stands at 10 degrees
  waist.axes[2].fixed = true;
  Joint socket = turned(ball("socket", "waist", {0.02, 0.25, 0.01},
                             {.twist_axis = normalised(Vec3{1, 1, 0.5}),
                              .first_axis = normalised(Vec3{1, -1, 0}),
                              .swing_first = radians(70.0),
                              .swing_second = radians(35.0),
                              .twist = degree_range(-40, 75)}),
                        {-0.4, 0.2, 0.6});
  socket.axes[1].weight = 0.5;
  const Joint bent =
      turned(hinge("bent", "socket", {0.2, 0.2, 0.1}, {1, -2, 0.5}, degree_range(-80, 130)), {0.3, 0, -0.2});
  const Joint drawer = slider("drawer", "bent", {0.1, 0, 0.05}, {0.2, 1, -0.3}, {-0.05, 0.15});
  Joint echo = hinge("echo", "drawer", {0.05, 0.1, 0}, {0, 1, 1}, degree_range(-90, 90));
  echo.axes[0].follows = Follow{.joint = "bent", .component = 0, .factor = -0.5, .offset = 0.1};
  Joint pantograph = euler("pantograph", "echo", {0.15, 0, 0}, "YX");
  pantograph.axes[1].follows = Follow{.joint = "waist", .component = 1, .factor = 0.25, .offset = -0.2};
  Joint piston = slider("piston", "waist", {-0.1, 0.1, 0.1}, {1, 0, 1});
  piston.axes[0].follows = Follow{.joint = "drawer", .component = 0, .factor = 2, .offset = 0.01};

  // The second root: a wheel without end on a stretched and mirrored frame, with a free body hanging below it.
  const Joint post = scaled_by(turned(fixed_joint("post", "", {1.5, 0, -0.5}), {0, 0.8, 0}), {1.5, 0.5, 1.25});
  const Joint wheel = hinge("wheel", "post", {0, 0.6, 0}, {0.1, 1, 0});
  const Joint mirror = scaled_by(turned(ball("mirror", "wheel", {0.3, 0.1, 0}), {0.5, 0.5, 0}), {-1, 0.8, 1.2});
  Joint drifter = free_joint("drifter", "mirror", {0.1, 0.2, 0.3});
  drifter.axes[3].limits = {-0.5, 0.5};
  Joint whisker = turned(euler("whisker", "drifter", {0, 0.1, 0.2}, "XYZ"), {0, 0, 1.2});
  whisker.axes[0].fixed = true;

  const Joint joints[] = {
      weighing(free_joint("body", "", {0.3, 0.9, 0.1}), 12, {0.01, 0.05, 0}),
      weighing(waist, 8, {0, 0.12, 0.02}),
      weighing(socket, 3, {0.1, 0.1, 0.05}),
      weighing(bent, 1.5, {0.05, 0, 0.02}),
      drawer,
      weighing(echo, 0.7, {0.08, 0, 0}),
      pantograph,
      fixed_joint("pantograph_tip", "pantograph", {0.1, 0.05, 0}),
      weighing(piston, 0.4, {0, 0, 0.03}),
      post,
      weighing(wheel, 5, {0, 0, 0}),
      mirror,
      weighing(drifter, 2, {0, 0.1, 0}),
      whisker,
      fixed_joint("whisker_tip", "whisker", {0, 0, 0.25}),
  };
  return detail::must_build(joints);
}

}  // namespace kine::scenes
