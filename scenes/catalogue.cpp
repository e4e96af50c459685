#include "scenes/scenes.h"

namespace kine::scenes {

std::span<const Scene> all() {
  static constexpr Scene kScenes[] = {
      {"planar-arm", "Lander's two-bone arm in the plane", planar_arm, 'y'},
      {"ball-chain", "ten links and ten ball joints along X", [] { return ball_chain(10); }, 'y'},
      {"seven-hinge-arm", "a robot arm with seven hinges, limits and speeds", seven_hinge_arm, 'z'},
      {"slider-arm", "a SCARA robot on a rail: hinges, sliders and a gripper", slider_arm, 'z'},
      {"humanoid", "a person of 18 segments with limits and masses", humanoid, 'y'},
      {"spider", "a spider with six legs of three hinges", spider, 'y'},
      {"hand", "a hand whose fingers curl by one value each", hand, 'y'},
      {"mixed", "every kind of joint, scales, followers and two roots", mixed, 'y'},
  };
  return kScenes;
}

const Scene* find(std::string_view name) {
  for (const Scene& scene : all()) {
    if (scene.name == name) return &scene;
  }
  return nullptr;
}

}  // namespace kine::scenes
