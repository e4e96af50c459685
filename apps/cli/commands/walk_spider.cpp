// kine walk spider: six legs on alternating tripods.
#include <cmath>
#include <cstdio>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/outcome.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/crawl.h"
#include "scenes/scenes.h"

namespace kine::cli {
namespace {

/// Notes where tips come down and leave.
class TipKeeper {
 public:
  TipKeeper(const Crawler& body, const scenes::Terrain& ground, WalkRecord& record)
      : body_(body), ground_(ground), record_(record), frames_(body.skeleton()) {}

  void frame(const CrawlReport& report, const std::vector<double>& pose, double time) {
    forward(body_.skeleton(), pose, frames_);
    for (std::size_t i = 0; i < body_.tips().size(); ++i) {
      if (!report.down[i]) {
        open_[i] = -1;
        continue;
      }
      if (open_[i] < 0) {
        open_[i] = static_cast<int>(record_.plants.size());
        const JointId tip = body_.tips()[i];
        const Vec3 at = frames_.position(tip);
        const GroundHit hit = ground_.at(at.x, at.z);
        record_.plants.push_back({body_.skeleton().name(tip), time, time, at, hit.hit ? hit.point.y : at.y});
      }
      record_.plants[static_cast<std::size_t>(open_[i])].end = time;
    }
  }

 private:
  const Crawler& body_;
  const scenes::Terrain& ground_;
  WalkRecord& record_;
  Frames frames_;
  std::array<int, CrawlState::kMaxLegs> open_{-1, -1, -1, -1, -1, -1};
};

}  // namespace

int spider_command(const WalkSettings& settings) {
  if (settings.table) stop_usage("--table is about figures on two legs");
  if (!settings.reach.empty()) stop_usage("--reach: a spider has no hands");
  if (!settings.plot.empty()) stop_usage("--plot draws two legs; kine plot draws what --out has written");
  const kine::Scene scene{.name = "spider", .skeleton = scenes::spider(), .notes = {}};
  Pose pose = scenes::spider_pose(scene.skeleton);
  const Result<Crawler> body = Crawler::build(scene.skeleton, pose.q, scenes::spider_tips());
  if (!body) return fail(body.error());
  const WalkGround ground = open_ground(settings);
  const Result<Steering> steer = make_steering(settings);
  if (!steer) return fail(steer.error());
  CrawlGait gait;
  if (settings.speed > 0) gait.top_speed = settings.speed;
  Gait known;  // what a path needs to know of it
  known.top_speed = gait.top_speed;
  known.top_turn = gait.top_turn;
  known.braking = gait.acceleration;
  WalkRecord record;
  TipKeeper tips(*body, *ground.terrain, record);
  Scratch scratch(*body);
  CrawlState state;
  state.course = ground.start;
  state.start_height = ground.start_height;
  const int count = static_cast<int>(std::lround(settings.seconds * settings.rate));
  for (int k = 0; k <= count; ++k) {
    const Stick stick =
        k > 0 ? (*steer)((k - 1) / settings.rate, known, from_start(ground.start, state.course)) : Stick{};
    const CrawlReport report =
        crawl(*body, gait, *ground.terrain, stick, k > 0 ? 1 / settings.rate : 0, state, pose.q, scratch);
    if (report.no_ground) return fail(ground.no_ground());
    record.poses.push_back(pose.q);
    tips.frame(report, pose.q, k / settings.rate);
    record.worst_position = std::max(record.worst_position, report.position_error);
    record.blocked = report.blocked;
  }
  const bool glb = settings.out.ends_with(".glb");
  const WrittenWorld world{.metres_per_unit = glb ? 1 : 0.01};
  std::vector<OutputFile> files;
  if (!settings.out.empty()) {
    Result<std::string> bytes = motion_bytes(settings, scene, world, record);
    if (!bytes) return fail(bytes.error());
    files.push_back({settings.out, *std::move(bytes)});
  }
  if (!settings.events.empty()) files.push_back({settings.events, events_json(record, settings.rate, world)});
  write_and_say(files, settings.force);
  std::printf("%.1f s, came to x %.2f z %.2f m; %zu plants; legs within %.4f mm\n", settings.seconds, state.course.x,
              state.course.z, record.plants.size(), 1e3 * record.worst_position);
  if (record.blocked) std::printf("stopped: there is no foothold ahead\n");
  return 0;
}

}  // namespace kine::cli
