// What does motion of your own cost: corrections of a frame on a walk of our person, and frames a second on another body?
//
//   bench_motion                                   corrections, and a walk of our person on itself
//   bench_motion FROM TO                           files of a clip (a skeleton and its motion with a comma between) on a figure
//   bench_motion count NAME                        runs one alone over 600 frames, for a tool that counts instructions: see tools/bench
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/motion/bone_map.h"
#include "kine/motion/ground_feet.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/hold_on.h"
#include "kine/motion/look_at.h"
#include "kine/motion/retarget.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace {

using namespace kine;

constexpr double kRate = 60;
constexpr int kFrames = 600, kPasses = 15;

/// The best of some passes, in microseconds of the processor: what else the machine does counts less so.
double best_micros(const std::function<void()>& call) {
  double best = 1e30;
  for (int pass = 0; pass < kPasses; ++pass) {
    const std::clock_t start = std::clock();
    call();
    best = std::min(best, 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

/// Our person, and how it walks on the flat.
struct Walked {
  explicit Walked(const Skeleton& skeleton) : clip(skeleton, "walk", kRate) {
    const BoneMap bones = *find_bones(skeleton, kUnitY);
    body = std::make_unique<MotionBody>(*MotionBody::build(skeleton, bones, kUnitY));
    const WalkingFigure who = *WalkingFigure::build(skeleton, bones, kUnitY);
    Scratch scratch(who);
    WalkState state;
    const FlatGround flat;
    std::vector<double> walked(who.body().standing().begin(), who.body().standing().end());
    std::vector<double> pose(who.standing().begin(), who.standing().end());
    for (int i = 0; i < kFrames; ++i) {
      walk(who.body(), Gait{}, Ground(flat), {.forward = 1}, 1 / kRate, state, walked, scratch);
      who.write(walked, pose, scratch);
      clip.append(pose);
    }
    fit = body->fit_soles(clip);
  }

  std::unique_ptr<MotionBody> body;
  Clip clip;
  SoleFit fit{};
};

/// One correction, over all frames of the walk.
struct Correction {
  std::string name;
  std::function<void()> run;
};

std::vector<Correction> corrections(const Walked& walked, Scratch& scratch, Pose& pose) {
  std::vector<Correction> all;
  GroundFeetSettings settings{.straightest = walked.fit.straightest};
  settings.plants.floor = walked.fit.floor;
  for (const char* terrain : {"flat", "hills:1", "ramp", "stairs"}) {
    const std::shared_ptr<scenes::Terrain> ground = std::move(*scenes::make_terrain(terrain));
    all.push_back({std::string("ground_feet ") + terrain, [&walked, &scratch, &pose, settings, ground] {
                     GroundFeetState state;
                     for (int i = 0; i < kFrames; ++i)
                       ground_feet(*walked.body, walked.clip.pose(i), *ground, settings, 1 / kRate, state, pose.q,
                                   scratch);
                   }});
  }
  all.push_back({"look_at", [&] {
                   LookAtState gaze;
                   for (int i = 0; i < kFrames; ++i) {
                     const Vec3 ball{2 - 4.0 * i / kFrames, 1.4, 12};
                     look_at(*walked.body, walked.clip.pose(i), ball, {}, 1 / kRate, gaze, pose.q, scratch);
                   }
                 }});
  for (const int hands : {1, 2})
    all.push_back({hands == 1 ? "hold_on one hand" : "hold_on two hands", [&walked, &scratch, &pose, hands] {
                     HoldOnState state;
                     Frames frames(walked.body->skeleton());
                     for (int i = 0; i < kFrames; ++i) {
                       const Pose now{{walked.clip.pose(i).begin(), walked.clip.pose(i).end()}};
                       forward(walked.body->skeleton(), now, frames);
                       const Vec3 chest = frames.position(walked.body->bones().chest);
                       const HandGrip grips[] = {
                           {.hand = 0, .grip = {{}, chest + Vec3{0.15, 0, 0.35}}, .turns_hand = false},
                           {.hand = 1, .grip = {{}, chest + Vec3{-0.15, 0, 0.35}}, .turns_hand = false}};
                       hold_on(*walked.body, now.q, std::span(grips).first(static_cast<std::size_t>(hands)), {},
                               1 / kRate, state, pose.q, scratch);
                     }
                   }});
  return all;
}

void retarget_rows(const MotionBody& from, const MotionBody& to, const Clip& clip, const SoleFit& fit) {
  const std::vector<Plant> plants = find_plants(from, clip, {.floor = fit.floor});
  const auto row = [&](const char* name, double micros) {
    std::printf("%-28s %9.0f frames/s\n", name, 1e6 * clip.frame_count() / micros);
  };
  const Result<RetargetMap> map = RetargetMap::build(from, to);
  if (!map) return std::fprintf(stderr, "%s\n", map.error().c_str()), void();
  Scratch scratch(*map);
  Pose pose = to.skeleton().rest_pose();
  row("retarget_pose", best_micros([&] {
        for (int i = 0; i < clip.frame_count(); ++i) retarget_pose(*map, clip.pose(i), pose.q, scratch);
      }));
  constexpr std::pair<const char*, RetargetMode> kModes[] = {{"retarget half", RetargetMode::Half},
                                                             {"retarget full", RetargetMode::Full},
                                                             {"retarget hybrid", RetargetMode::Hybrid}};
  for (const auto& [name, mode] : kModes) {
    const Result<RetargetMap> own = RetargetMap::build(from, to, {.mode = mode});
    RetargetReport report;
    row(name, best_micros([&] { retarget(*own, clip, fit, plants, report).ok(); }));
  }
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// A file's figure. Ends the program where there is none.
struct Figure {
  explicit Figure(const std::string& files) : scene(load_scene(split(files), {.free_root = true})) {
    if (!scene) std::exit((std::fprintf(stderr, "%s\n", scene.error().c_str()), 1));
    const Vec3 up = to_vector(scene->up);
    const Result<BoneMap> bones = find_bones(scene->skeleton, up);
    if (!bones) std::exit((std::fprintf(stderr, "%s\n", bones.error().c_str()), 1));
    body = std::make_unique<MotionBody>(*MotionBody::build(scene->skeleton, *bones, up));
  }
  Result<Scene> scene;
  std::unique_ptr<MotionBody> body;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names;  // others are Google Benchmark's, for which tools/bench gives them
  for (int i = 1; i < argc; ++i)
    if (!std::string(argv[i]).starts_with("--")) names.emplace_back(argv[i]);
  if (names.size() == 2 && names[0] != "count") {
    Figure from(names[0]), to(names[1]);
    const Clip& clip = from.scene->clips.at(0);
    const SoleFit fit = from.body->fit_soles(clip);
    std::printf("%d joints, %d frames\n", from.scene->skeleton.joint_count(), clip.frame_count());
    retarget_rows(*from.body, *to.body, clip, fit);
    return 0;
  }
  const Skeleton skeleton = scenes::humanoid();
  const Walked walked(skeleton);
  Scratch scratch(*walked.body);
  Pose pose = skeleton.rest_pose();
  const std::vector<Correction> all = corrections(walked, scratch, pose);
  if (names.size() == 2) {
    for (const Correction& each : all)
      if (each.name == names[1]) each.run();
    return 0;
  }
  for (const Correction& each : all)
    std::printf("%-28s %9.2f us\n", each.name.c_str(), best_micros(each.run) / kFrames);
  retarget_rows(*walked.body, *walked.body, walked.clip, walked.fit);
  return 0;
}
