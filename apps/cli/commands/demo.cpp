// kine demo: a short guided tour in the terminal. Every figure in it is computed while it runs.
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/solve_report.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/pictures.h"
#include "apps/cli/files.h"
#include "kine/kine.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

struct DemoSettings {
  std::string out = "kine-demo";  ///< the folder for the pictures
  bool force = false;             ///< replace files that differ
};

constexpr const char* kExamples =
    "Needs no browser and no network.\n\n"
    "Examples:\n"
    "  kine demo                         pictures go to kine-demo/\n"
    "  kine demo --out tour --force      pictures go to tour/, and replace what is there\n";

void heading(const char* words) { std::printf("\n%s%s%s\n", style().bold, words, style().plain); }

/// What rounds to zero at this many decimals is shown without a sign.
double shown(double value, double smallest) { return std::abs(value) < smallest / 2 ? 0.0 : value; }

void show_arm() {
  heading("1  Where is the hand, and which way would it go?");
  const Skeleton arm = scenes::planar_arm();
  const JointId hand = arm.joint("hand");
  Pose pose = arm.rest_pose();
  pose[0] = radians(28.0);
  pose[1] = radians(68.0);
  Frames frames(arm);
  forward(arm, pose, frames);
  const Vec3 at = frames.position(hand);
  std::printf("   A two-bone arm, shoulder at 28°, elbow at 68°: the hand is at (%.4f, %.4f) m.\n", at.x, at.y);
  Matrix<double, 3, 2> j;
  jacobian(arm, frames, {hand}, {.rows = Rows::Linear}, j);
  std::printf("   The Jacobian says how it moves when a joint turns; trying it out by a tiny turn agrees:\n");
  std::printf("   %s             Jacobian            tried out%s\n", style().dim, style().plain);
  constexpr double kStep = 1e-6;
  constexpr const char* kNames[] = {"shoulder", "elbow"};
  for (int f = 0; f < 2; ++f) {
    Vec3 ends[2];
    for (int side = 0; side < 2; ++side) {
      Pose moved = pose;
      moved[static_cast<std::size_t>(f)] += side == 0 ? -kStep : kStep;
      forward(arm, moved, frames);
      ends[side] = frames.position(hand);
    }
    const Vec3 tried = (ends[1] - ends[0]) / (2 * kStep);
    std::printf("   %-8s  (%7.4f, %7.4f)   (%7.4f, %7.4f)   m for each radian\n", kNames[f], j(0, f), j(1, f), tried.x,
                tried.y);
  }
}

/// What kine solve does: two hands have goals, both feet stay, and the report says how it went.
void show_solve() {
  heading("2  Solve: the hands here, the feet there");
  const Skeleton body = scenes::humanoid();
  Pose pose = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, pose, frames);
  const Vec3 hips_before = frames.position(body.joint("pelvis")), head_before = frames.position(body.joint("head"));
  const JointId feet[] = {body.joint("left_foot"), body.joint("right_foot")};
  Goal balance = centre_of_mass_at(centre_of_mass(body, frames));
  balance.bounds[1] = Goal::kAnything;  // however high
  const Goal goals[] = {
      reach(body.joint("left_hand"), {0.30, 1.00, 0.40}), reach(body.joint("right_hand"), {-0.25, 0.45, 0.35}),
      place(feet[0], frames.world_from_joint(feet[0])), place(feet[1], frames.world_from_joint(feet[1])), balance};
  Scratch scratch(body);
  const Report report = solve(body, goals, FullBody{}, pose, scratch);
  std::printf(
      "   A person's left hand is asked to (0.30, 1.00, 0.40) m, the right one to (-0.25, 0.45, 0.35) m; both\n");
  std::printf("   feet stay, and the centre of mass stays above them. Five goals, one call:\n");
  std::printf("   %s%s%s.\n", style().accent, outcome_text(report).c_str(), style().plain);
  forward(body, pose, frames);
  const Vec3 hips = frames.position(body.joint("pelvis")), head = frames.position(body.joint("head"));
  std::printf("   The head went down by %.2f m and the hips back by %.2f m.\n", head_before.y - head.y,
              hips_before.z - hips.z);

  const Skeleton arm = scenes::planar_arm();
  const Goal too_near[] = {reach(arm.joint("hand"), {0.1, 0, 0})};
  Pose bent = arm.rest_pose();
  Scratch arm_scratch(arm);
  const Report missed = solve(arm, too_near, FullBody{}, bent, arm_scratch);
  std::printf("   What cannot be reached is told. The arm of step 1, asked to (0.1, 0): %s%s%s.\n", style().accent,
              sentence(arm, explain(arm, too_near, FullBody{}, bent.q, missed)).c_str(), style().plain);
}

void show_words() {
  heading("3  Values, axes and freedoms");
  const Skeleton chain = scenes::ball_chain(1);
  std::printf("   A ball joint has %d values (a quaternion) but turns about %d axes: poses move by `integrate`,\n",
              chain.value_count(), chain.axis_count());
  std::printf("   never by adding numbers, and there is no gimbal lock.\n");
  const Skeleton hand = scenes::hand();
  std::printf("   A value can follow another. This hand has %d axes and only %d freedoms: one curl bends a finger.\n",
              hand.axis_count(), hand.freedom_count());
  Pose pose = hand.rest_pose();
  const JointId index = hand.joint("index_base");
  for (const double curl : {0.0, 40.0, 80.0}) {
    pose[static_cast<std::size_t>(hand.first_value(index))] = radians(curl);
    std::printf("   index finger, curl %2.0f°: joints at %2.0f°, %2.0f° and %2.0f°\n", curl, curl,
                degrees(joint_value(hand, pose, hand.joint("index_middle"))),
                degrees(joint_value(hand, pose, hand.joint("index_end"))));
  }
}

void show_screw() {
  heading("4  Every displacement is a screw (Chasles)");
  const Transform displacement{exp(Vec3{0.6, 1.1, -0.4}), {0.20, 0.05, -0.10}};
  const Screw screw = screw_of(displacement);
  const Vec3 u = screw.axis.direction;
  const Vec3 p = cross(u, screw.axis.moment);  // the point of the axis nearest to the origin
  std::printf("   Turn and shift a body. The same is done by turning it %.1f° about one line, which goes through\n",
              degrees(screw.angle));
  std::printf("   (%.3f, %.3f, %.3f) along (%.3f, %.3f, %.3f), and sliding it %.1f mm along that line:\n", p.x, p.y,
              p.z, u.x, u.y, u.z, 1e3 * screw.distance);
  const Vec3 here{0.3, -0.2, 0.5};
  const double off = length(to_transform(screw) * here - displacement * here);
  std::printf("   either way a point of it ends at the same place%s.\n", off < 1e-15 ? "" : " (but here it did not)");
}

void show_humanoid() {
  heading("5  A person");
  const Skeleton body = scenes::humanoid();
  Frames frames(body);
  int segments = 0;
  for (int i = 0; i < body.joint_count(); ++i) segments += body.description(JointId{i}).mass > 0 ? 1 : 0;
  forward(body, scenes::standing_pose(body), frames);
  std::printf("   %.2f m, %.0f kg, %d segments, %d freedoms, limits as in people.\n",
              frames.position(body.joint("head_top")).y, body.mass(), segments, body.freedom_count());
  struct Case {
    const char* words;
    Pose pose;
  };
  const Case cases[] = {{"standing", scenes::standing_pose(body)},
                        {"mid-stride", scenes::stride_pose(body)},
                        {"reaching", scenes::reach_pose(body)}};
  for (const Case& c : cases) {
    forward(body, c.pose, frames);
    const Vec3 centre = centre_of_mass(body, frames);
    const Vec3 hand = frames.position(body.joint("left_hand_tip"));
    std::printf("   %-10s  centre of mass %.3f m up, %5.3f m ahead; left fingertips at (%.2f, %.2f, %.2f)\n", c.words,
                centre.y, shown(centre.z, 1e-3), hand.x, hand.y, hand.z);
  }
  Pose wrong = scenes::standing_pose(body);
  wrong[static_cast<std::size_t>(body.first_value(body.joint("left_shank")))] = radians(-30.0);
  std::printf("   A knee bent the wrong way by 30° is noticed: %.0f° outside its limits.\n",
              degrees(limit_violation(body, wrong)));
}

void show_hash() {
  heading("6  The same bits everywhere");
  std::uint64_t all = scenes::kHashStart;
  constexpr int kPoses = 1000;
  for (const scenes::Scene& scene : scenes::all()) {
    const std::uint64_t h = scenes::hash_of_poses(scene.build(), kPoses, 2004);
    all = (all ^ h) * 0x100000001b3;
  }
  std::printf("   %d random poses of each of the %zu scenes, every bit of every joint: %s%016" PRIx64 "%s\n", kPoses,
              scenes::all().size(), style().accent, all, style().plain);
  std::printf("   Every compiler, optimisation level and processor gives this number, and WebAssembly too.\n");
}

int demo(const DemoSettings& settings) {
  const std::string folder = open_folder(settings.out);
  std::printf("%skine%s: a tour in six steps\n", style().bold, style().plain);
  show_arm();
  show_solve();
  show_words();
  show_screw();
  show_humanoid();
  show_hash();
  heading(("Pictures in " + folder).c_str());
  for (const Picture& picture : pictures()) {
    write_file(folder + picture.file, picture.svg, settings.force);
    std::printf("   %s%-20s%s %s\n", style().accent, picture.file.c_str(), style().plain, picture.caption.c_str());
  }
  return 0;
}

}  // namespace

void add_demo(CLI::App& app, Run& chosen) {
  DemoSettings* settings = nullptr;
  CLI::App* command =
      add_command(app, "demo", "A short guided tour in the terminal, with pictures", settings, chosen, demo);
  command->add_option("--out", settings->out, "Folder for the pictures")->capture_default_str();
  add_force(*command, settings->force, "pictures");
  command->footer(kExamples);
}

}  // namespace kine::cli
