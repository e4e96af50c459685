// kine walk: the walk itself, steered by a path, a file or chance.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

#include "apps/cli/commands/walk.h"
#include "apps/cli/commands/walk_reach.h"
#include "apps/cli/commands/walker.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io/text/text_reader.h"
#include "kine/kinematics/forward.h"
#include "kine/motion/walk_path.h"

namespace kine::cli {

namespace {

/// Who steers: a path, rows of a file, or chance.
struct Pilot {
  WalkPath path = WalkPath::straight();
  double along = 0;
  std::vector<std::vector<double>> rows{};
  std::optional<std::uint64_t> seed{};

  /// A number from -1 to 1, the same everywhere.
  static double chance(std::uint64_t seed, std::uint64_t n) {
    std::uint64_t x = seed * 0x9E3779B97F4A7C15u + (n + 1) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
  }

  Stick stick(double time, const Gait& gait, const Course& course) {
    if (seed) {
      const auto half = static_cast<std::uint64_t>(time * 2 + 1e-9);  // it changes twice a second
      return {chance(*seed, 3 * half), chance(*seed, 3 * half + 1), 0.6 * chance(*seed, 3 * half + 2)};
    }
    if (!rows.empty()) {
      const std::vector<double>* now = &rows.front();
      for (const std::vector<double>& row : rows)
        if (row[0] <= time + 1e-9) now = &row;
      return {(*now)[1], (*now)[2], (*now)[3]};
    }
    return follow(path, gait, course, along);
  }
};

/// The number behind a colon.
std::optional<double> number_behind(const std::string& text, std::string_view name) {
  if (text.rfind(name, 0) != 0) return {};
  return parse_number(text.substr(name.size()));
}

Result<Pilot> make_pilot(const WalkSettings& settings) {
  Pilot pilot;
  if (!settings.stick.empty()) {
    if (settings.stick.rfind("random:", 0) == 0) {
      const std::optional<double> seed = number_behind(settings.stick, "random:");
      if (!seed || !(*seed >= 0 && *seed < 1e15)) stop_usage("--stick random:SEED: the seed is a whole number");
      pilot.seed = static_cast<std::uint64_t>(*seed);
      return pilot;
    }
    pilot.rows = read_rows("--stick", settings.stick, 4, settings.access);
    if (pilot.rows.empty()) stop_bad_file("--stick: " + settings.stick + ": no rows of t,forward,turn,side");
    return pilot;
  }
  const std::string& path = settings.path;
  if (path.empty() || path == "straight") return pilot;
  if (path == "figure8") {
    pilot.path = WalkPath::figure8();
  } else if (path == "square") {
    pilot.path = WalkPath::square(4);
  } else if (path.rfind("circle:", 0) == 0) {
    const std::optional<double> radius = number_behind(path, "circle:");
    if (!radius || !(*radius >= 0.5 && *radius < 1e6)) stop_usage("--path circle:R: the radius is 0.5 m or more");
    pilot.path = WalkPath::circle(*radius);
  } else {
    std::vector<WalkPath::Point> points;
    for (const std::vector<double>& row : read_rows("--path", path, 2, settings.access))
      points.push_back({row[0], row[1]});
    if (points.size() < 2) stop_bad_file("--path: " + path + ": a path has two points or more, x,z");
    pilot.path = WalkPath::through(std::move(points));
  }
  return pilot;
}

/// Notes where plants begin and end: which joints stand is planned, where is looked up in the character's own poses.
class PlantKeeper {
 public:
  PlantKeeper(WalkRecord& record, const Walker& walker, const scenes::Terrain& ground)
      : record_(record), walker_(walker), ground_(ground), frames_(walker.written->skeleton) {}

  void frame(const WalkPlan& plan, std::span<const double> pose, double time) {
    forward(walker_.written->skeleton, pose, frames_);
    for (std::size_t foot = 0; foot < 2; ++foot) {
      note(2 * foot, plan.heel_down[foot], walker_.heels[foot], time);
      note(2 * foot + 1, plan.toe_down[foot], walker_.toes[foot], time);
    }
  }

 private:
  void note(std::size_t index, bool down, JointId joint, double time) {
    int& open = open_[index];
    if (!down) {
      open = -1;
      return;
    }
    if (open < 0) {
      open = static_cast<int>(record_.plants.size());
      const Vec3 at = frames_.position(joint), walked = rotate(conjugate(walker_.file_from_walk()), at);
      const GroundHit hit = ground_.at(walked.x, walked.z);
      record_.plants.push_back(
          {walker_.written->skeleton.name(joint), time, time, at, hit.hit ? hit.point.y : walked.y});
    }
    record_.plants[static_cast<std::size_t>(open)].end = time;
  }

  WalkRecord& record_;
  const Walker& walker_;
  const scenes::Terrain& ground_;
  Frames frames_;
  std::array<int, 4> open_{-1, -1, -1, -1};
};

/// The gait in metres and seconds of this very figure, for whoever steers it.
Gait steered(Gait gait, const Biped& body) {
  const double pace = std::sqrt(body.measures().scale());
  gait.top_speed *= pace;
  gait.top_turn /= pace;
  return gait;
}

}  // namespace

std::vector<std::vector<double>> read_rows(const std::string& option, const std::string& path, std::size_t columns,
                                           const FileAccess& access) {
  const std::string text = read_file(path, access, option);
  std::vector<std::vector<double>> rows;
  std::size_t at = 0;
  int line = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string row = text.substr(at, end - at);
    at = end + 1;
    ++line;
    if (!row.empty() && row.back() == '\r') row.pop_back();
    if (row.empty()) continue;
    std::vector<double> numbers;
    std::size_t from = 0;
    bool good = true;
    while (from <= row.size()) {
      const std::size_t comma = std::min(row.find(',', from), row.size());
      const std::optional<double> number = parse_number(row.substr(from, comma - from));
      good = good && number && std::isfinite(*number);
      numbers.push_back(number.value_or(0));
      from = comma + 1;
    }
    if (!good && line == 1) continue;
    if (!good || numbers.size() < columns)
      stop_bad_file(option + ": " + path + ":" + std::to_string(line) + ": expected " + std::to_string(columns) +
                    " numbers");
    rows.push_back(std::move(numbers));
  }
  return rows;
}

Gait gait_of(const WalkSettings& settings) {
  Gait gait = settings.gait == "paper" ? Gait::paper() : Gait::natural();
  if (settings.speed > 0) gait.top_speed = settings.speed;
  return gait;
}

WalkGround open_ground(const WalkSettings& settings) {
  WalkGround ground = open_ground(settings.ground, settings.access);
  for (const std::string& note : ground.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  return ground;
}

Result<Steering> make_steering(const WalkSettings& settings) {
  Result<Pilot> pilot = make_pilot(settings);
  if (!pilot) return Error{pilot.error()};
  return Steering([pilot = *std::move(pilot)](double time, const Gait& gait, const Course& course) mutable {
    return pilot.stick(time, gait, course);
  });
}

Result<WalkRecord> record_walk(const WalkSettings& settings, const Walker& walker, const WalkGround& ground) {
  const Result<Steering> steer = make_steering(settings);
  if (!steer) return Error{steer.error()};
  const std::vector<WalkObject> objects = load_objects(settings.reach, settings.access);
  const Biped& body = walker.body();
  const Gait& gait = walker.gait;
  const Gait steering = steered(gait, body);
  const WalkMode mode = settings.mode == "half"   ? WalkMode::Half
                        : settings.mode == "full" ? WalkMode::Full
                                                  : WalkMode::Hybrid;
  WalkRecord record;
  PlantKeeper plants(record, walker, *ground.terrain);
  HoldKeeper holds(record, objects, walker.file_from_walk());
  std::vector<ObjectInReach> in_reach(objects.size());
  ReachState reach;
  WalkState state;
  state.course = ground.start;
  state.start_height = ground.start_height;
  Scratch scratch(walker.figure ? walker.figure->scratch_bytes() : body.scratch_bytes());
  std::vector<double> own(body.standing().begin(), body.standing().end());
  std::vector<double> pose = own;
  if (walker.figure) pose.assign(walker.figure->standing().begin(), walker.figure->standing().end());
  const int count = static_cast<int>(std::lround(settings.seconds * settings.rate));
  for (int k = 0; k <= count; ++k) {
    if (k % 100 == 0) progress("walking " + std::to_string(count > 0 ? 100LL * k / count : 0) + " %");
    const Stick stick =
        k > 0 ? (*steer)((k - 1) / settings.rate, steering, from_start(ground.start, state.course)) : Stick{};
    const double time = k / settings.rate, dt = k > 0 ? 1 / settings.rate : 0;
    const WalkReport report = walk(body, gait, *ground.terrain, stick, dt, mode, state, own, scratch);
    if (report.no_ground) return Error{ground.no_ground()};
    if (!in_reach.empty()) {
      for (std::size_t i = 0; i < in_reach.size(); ++i) in_reach[i].point = objects[i].at(time);
      holds.frame(reach_out(body, report.plan, in_reach, dt, reach, own, scratch), in_reach, time);
    }
    if (walker.figure)
      walker.figure->write(own, pose, scratch);
    else
      pose = own;
    record.walk_poses.push_back(own);
    record.poses.push_back(pose);
    record.plans.push_back(report.plan);
    plants.frame(report.plan, pose, time);
    for (const LegReport& leg : report.legs) {
      record.worst_position = std::max<double>(record.worst_position, leg.position_error);
      record.worst_angle = std::max<double>(record.worst_angle, leg.angle_error);
    }
    record.blocked = report.blocked;
    record.held_back = record.held_back || report.held_back;
  }
  progress("");
  record.end = {state.course.x, record.plans.back().hips.translation.y, state.course.z};
  return record;
}

}  // namespace kine::cli
