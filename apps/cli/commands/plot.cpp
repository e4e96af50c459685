// kine plot: a clip as a strip of stick figures, with the angles of its joints and the heights of its feet; a model
// without clips at rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/walk.h"
#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/ground_strip.h"
#include "apps/cli/draw/model_picture.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/core/internal/units_text.h"
#include "kine/io/formats/figure.h"
#include "kine/math/trig.h"

namespace kine::cli {

namespace {

struct PlotSettings {
  std::vector<std::string> files{};
  FileSettings in{};
  std::string out{};                         ///< .svg
  std::string clip{};                        ///< a clip's name or number; empty: the first
  WalkGroundSettings ground{.terrain = ""};  ///< what the figures stand on; no terrain: a line
  std::vector<std::string> joints{};         ///< whose angles are drawn; empty: hips, knees and elbows
  int figures = 12;                          ///< of the strip
  bool force = false;
};

constexpr const char* kExamples =
    "A model without motions, such as a robot, is drawn at rest with its joints, their axes and limits.\n\n"
    "Examples:\n"
    "  kine plot walk.bvh --out walk.svg\n"
    "  kine plot 09.asf 09_06.amc --out run.svg --figures 20\n"
    "  kine plot fox.glb --clip Run --joint tail --out fox.svg\n"
    "  kine plot panda.urdf --out panda.svg               the robot, its joints and axes\n"
    "  kine walk --terrain stairs --out stairs.bvh && kine plot stairs.bvh --terrain stairs --out stairs.svg\n";

constexpr double kLeft = 80, kWidth = 900;  // of the strip and of the charts, pixels
constexpr int kMostMoments = 600;           // a curve of more points looks no different

/// A clip at moments evenly apart.
struct Motion {
  std::vector<double> times;
  std::vector<std::vector<double>> poses;
  std::vector<std::vector<Vec3>> joints;  ///< in the world
  std::vector<std::size_t> body;          ///< the joints of the figure itself: frames above its pelvis stay behind
  Vec3 up{};
  Vec3 right{};  ///< what is drawn to the right: where the figure goes, or looks
};

Vec3 level(const Vec3& v, const Vec3& up) { return v - up * dot(v, up); }

const Vec3& at(const std::vector<Vec3>& joints, JointId id) { return joints[static_cast<std::size_t>(id.index)]; }

/// The middle of the figure.
Vec3 middle(const Motion& motion, const std::vector<Vec3>& joints) {
  Vec3 sum{};
  for (const std::size_t joint : motion.body) sum += joints[joint];
  return sum / static_cast<double>(motion.body.size());
}

Motion look_at(const kine::Scene& scene, const Clip& clip, const std::optional<BoneMap>& map) {
  Motion motion;
  motion.up = to_vector(scene.up);
  for (int i = 0; i < scene.skeleton.joint_count(); ++i)
    if (!map || i == map->pelvis.index || !scene.skeleton.is_above(JointId{i}, map->pelvis))
      motion.body.push_back(static_cast<std::size_t>(i));
  const int count = std::min(clip.frame_count(), kMostMoments);
  for (int i = 0; i < count; ++i) {
    const double time = count > 1 ? clip.duration() * i / (count - 1) : 0;
    std::vector<double> pose(static_cast<std::size_t>(clip.value_count()));
    Shape shape(scene.skeleton);
    sample(scene.skeleton, clip, time, pose, shape);
    motion.times.push_back(time);
    motion.joints.push_back(joint_positions(scene.skeleton, pose, shape));
    motion.poses.push_back(std::move(pose));
  }
  const Vec3 gone = level(middle(motion, motion.joints.back()) - middle(motion, motion.joints.front()), motion.up);
  Vec3 facing{};
  if (map) {
    for (const std::vector<Vec3>& joints : motion.joints)
      facing += cross(at(joints, map->legs[0].thigh.first) - at(joints, map->legs[1].thigh.first), motion.up);
  }
  const bool goes = length(gone) > 0.25 * figure_height(scene.skeleton, scene.up);
  motion.right = normalised(goes ? gone : level(facing, motion.up), any_perpendicular(motion.up));
  return motion;
}

/// Bones in their colours; what is above a body's pelvis is none.
std::vector<std::string_view> body_colours(const Skeleton& skeleton, const std::optional<BoneMap>& map) {
  std::vector<std::string_view> colours = bone_colours(skeleton);
  for (int i = 0; map && i < skeleton.joint_count(); ++i) {
    const JointId parent = skeleton.parent(JointId{i});
    if (parent.valid() && parent != map->pelvis && skeleton.is_above(parent, map->pelvis))
      colours[static_cast<std::size_t>(i)] = {};
  }
  return colours;
}

/// The clip as figures on a ground, in the world of kine walk: Y up, the figure looks along +Z at rest.
GroundStrip ground_strip(const kine::Scene& scene, const Motion& motion, const std::optional<BoneMap>& map,
                         const scenes::Terrain& ground, int figures) {
  const Vec3 ahead = map ? map->forward : motion.right;
  const Vec3 left = cross(motion.up, ahead);
  const auto walked = [&](const Vec3& p) { return Vec3{dot(p, left), dot(p, motion.up), dot(p, ahead)}; };
  GroundStrip strip{scene.skeleton, ground};
  strip.bone_colours = body_colours(scene.skeleton, map);
  strip.figures = figures;
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    StandingFigure figure{motion.times[i], walked(middle(motion, motion.joints[i])), {}};
    if (map) figure.root = walked(at(motion.joints[i], map->pelvis));
    for (const Vec3& joint : motion.joints[i]) figure.joints.push_back(walked(joint));
    // Frames above the body stay behind: they are drawn nowhere and must not count.
    for (std::size_t j = 0; j < figure.joints.size(); ++j)
      if (std::ranges::find(motion.body, j) == motion.body.end()) figure.joints[j] = figure.root;
    strip.course.push_back(std::move(figure));
  }
  if (map)
    strip.foot_side =
        0.5 * length(at(motion.joints[0], map->legs[0].thigh.first) - at(motion.joints[0], map->legs[1].thigh.first));
  return strip;
}

void draw_strip(const kine::Scene& scene, const Motion& motion, const std::optional<BoneMap>& map, int wanted,
                double top, double height, Svg& svg) {
  const int moments = static_cast<int>(motion.times.size());
  const int count = std::min(wanted, moments);
  double low = kInfinity, high = -kInfinity, half = 1e-6;
  for (const std::vector<Vec3>& joints : motion.joints) {
    const double centre = dot(middle(motion, joints), motion.right);
    for (const std::size_t j : motion.body) {
      const Vec3& joint = joints[j];
      low = std::min<double>(low, dot(joint, motion.up));
      high = std::max<double>(high, dot(joint, motion.up));
      half = std::max<double>(half, std::abs(dot(joint, motion.right) - centre));
    }
  }
  const double slot = kWidth / count;
  const double scale = std::min<double>(height / std::max<double>(high - low, 1e-6), slot / half);
  const std::vector<std::string_view> colours = body_colours(scene.skeleton, map);
  const double ground = top + height;
  svg.line({kLeft, ground}, {kLeft + kWidth, ground}, {.stroke = colour::kGrid});
  for (int i = 0; i < count; ++i) {
    const int moment =
        count > 1 ? static_cast<int>(std::lround(static_cast<double>(i) * (moments - 1) / (count - 1))) : 0;
    const std::vector<Vec3>& joints = motion.joints[static_cast<std::size_t>(moment)];
    const double x = kLeft + slot * (i + 0.5);
    const Vec3 centre = level(middle(motion, joints), motion.up) + motion.up * low;
    const Camera camera(cross(motion.up, motion.right), motion.up, centre, {x, ground}, scale);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (colours[j].empty()) continue;
      const JointId parent = scene.skeleton.parent(JointId{static_cast<int>(j)});
      svg.line(camera(at(joints, parent)), camera(joints[j]), {.stroke = colours[j], .width = 2});
    }
    char time[32];
    std::snprintf(time, sizeof time, "%.2f s", motion.times[static_cast<std::size_t>(moment)]);
    svg.text({x, ground + 18}, time, {.size = 11, .colour = colour::kMuted, .anchor = Anchor::Middle});
  }
}

/// An axis around the data with round ticks, at most ten.
Axis axis_around(std::string title, double low, double high) {
  if (!(high > low)) high = low + 1;
  double step = 1e-4;
  for (int i = 0; (high - low) / step > 8 && i < 40; ++i) step *= i % 3 == 1 ? 2.5 : 2;
  const double from = std::floor(low / step) * step, to = std::ceil(high / step) * step;
  return {std::move(title), from, to, false, steps(from, to, step)};
}

Axis seconds(const Motion& motion) {
  const double end = std::max<double>(motion.times.back(), 1e-3);
  Axis axis = axis_around("seconds", 0, end);
  axis.to = end;
  std::erase_if(axis.ticks, [&](const Tick& tick) { return tick.value > end; });
  return axis;
}

void draw_chart(const Motion& motion, const std::string& title, std::span<const Series> all, double top, double height,
                Svg& svg) {
  double low = kInfinity, high = -kInfinity;
  for (const Series& series : all) {
    for (const Point2& point : series.points) {
      low = std::min<double>(low, point.y);
      high = std::max<double>(high, point.y);
    }
  }
  Chart chart(svg, {kLeft, top}, kWidth, height, seconds(motion), axis_around(title, low, high));
  for (const Series& series : all) chart.draw(series);
  draw_legend(svg, {kLeft + kWidth + 24, top + 12}, all);
}

double angle_between(const Vec3& a, const Vec3& b) { return atan2(length(cross(a, b)), dot(a, b)); }

/// Hips, knees and elbows of a humanoid, degrees: how far the thigh is before the trunk, how far the others are bent.
std::vector<Series> body_angles(const Motion& motion, const BoneMap& map) {
  std::vector<Series> all;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const BoneMap::LegBones& leg = map.legs[side];
    const BoneMap::ArmBones& arm = map.arms[side];
    const std::string name = side == 0 ? "left" : "right";
    const std::string_view own = side == 0 ? colour::kLeft : colour::kRight;
    Series hip{name + " hip", {own, Mark::None}, {}}, knee{name + " knee", {own, Mark::None, "6 3"}, {}},
        elbow{name + " elbow", {own, Mark::None, "2 3"}, {}};
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
      const std::vector<Vec3>& joints = motion.joints[i];
      const auto across = [&](JointId a, JointId b) { return (at(joints, a) + at(joints, b)) * 0.5; };
      const Vec3 trunk = normalised(across(map.arms[0].upper_arm.first, map.arms[1].upper_arm.first) -
                                    across(map.legs[0].thigh.first, map.legs[1].thigh.first));
      const Vec3 left = at(joints, map.legs[0].thigh.first) - at(joints, map.legs[1].thigh.first);
      const Vec3 thigh = at(joints, leg.shank.first) - at(joints, leg.thigh.first);
      const double forward = dot(thigh, normalised(cross(left, trunk)));
      hip.points.push_back({motion.times[i], degrees(atan2(forward, -dot(thigh, trunk)))});
      if (leg.foot.valid()) {
        const Vec3 shank = at(joints, leg.foot.first) - at(joints, leg.shank.first);
        knee.points.push_back({motion.times[i], degrees(angle_between(thigh, shank))});
      }
      if (arm.hand.valid()) {
        const Vec3 forearm = at(joints, arm.hand.first) - at(joints, arm.forearm.first);
        const Vec3 upper = at(joints, arm.forearm.first) - at(joints, arm.upper_arm.first);
        elbow.points.push_back({motion.times[i], degrees(angle_between(upper, forearm))});
      }
    }
    for (Series* series : {&hip, &knee, &elbow})
      if (!series->points.empty()) all.push_back(std::move(*series));
  }
  return all;
}

/// The angles of single joints as the clip has them; of balls and free joints the whole turn.
std::vector<Series> joint_angles(const Skeleton& skeleton, const Motion& motion, std::span<const JointId> joints) {
  constexpr std::string_view kColours[] = {colour::kLeft,   colour::kRight, colour::kTeal,
                                           colour::kYellow, colour::kPink,  colour::kBone};
  std::vector<Series> all;
  for (const JointId id : joints) {
    const bool turns = skeleton.kind(id) == JointKind::Ball || skeleton.kind(id) == JointKind::Free;
    const int count = turns ? 1 : skeleton.value_count(id);
    for (int k = 0; k < count; ++k) {
      Series series{skeleton.name(id) + (count > 1 ? " " + std::to_string(k + 1) : ""),
                    {kColours[all.size() % std::size(kColours)], Mark::None},
                    {}};
      const auto first = static_cast<std::size_t>(skeleton.first_value(id) + k);
      for (std::size_t i = 0; i < motion.times.size(); ++i) {
        const std::vector<double>& q = motion.poses[i];
        const double angle =
            turns ? 2 * atan2(length(Vec3{q[first], q[first + 1], q[first + 2]}), std::abs(q[first + 3])) : q[first];
        series.points.push_back({motion.times[i], degrees(angle)});
      }
      all.push_back(std::move(series));
    }
  }
  return all;
}

/// How high the lowest joint of each foot is above the lowest of all; without a map the lowest joint there is.
std::vector<Series> heights(const Motion& motion, const std::optional<BoneMap>& map) {
  double ground = kInfinity;
  for (const std::vector<Vec3>& joints : motion.joints)
    for (const Vec3& joint : joints) ground = std::min<double>(ground, dot(joint, motion.up));
  std::vector<Series> all;
  if (!map) {
    all.push_back({"lowest joint", {colour::kBone, Mark::None}, {}});
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
      double low = kInfinity;
      for (const Vec3& joint : motion.joints[i]) low = std::min<double>(low, dot(joint, motion.up));
      all[0].points.push_back({motion.times[i], low - ground});
    }
    return all;
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const BoneMap::LegBones& leg = map->legs[side];
    const auto add = [&](const char* name, JointId joint, std::string_view dash) {
      if (!joint.valid()) return;
      Series series{std::string(side == 0 ? "left " : "right ") + name,
                    {side == 0 ? colour::kLeft : colour::kRight, Mark::None, dash},
                    {}};
      for (std::size_t i = 0; i < motion.times.size(); ++i)
        series.points.push_back({motion.times[i], dot(at(motion.joints[i], joint), motion.up) - ground});
      all.push_back(std::move(series));
    };
    add("ankle", leg.foot.first, "");
    add("toes", leg.toes.valid() ? leg.toes : leg.toe_tip, "6 3");
    add("heel", leg.heel, "2 3");
  }
  return all;
}

constexpr double kStripTop = 90;

/// The strip of figures at the top of the card: how high it is, and how it is drawn.
struct StripOnCard {
  double height = 0;  ///< pixels, with what stands below it
  std::function<void(Svg&)> draw;
};

/// The whole card.
std::string draw(const kine::Scene& scene, const Clip& clip, const Motion& motion, const std::optional<BoneMap>& map,
                 std::span<const JointId> chosen, const StripOnCard& strip) {
  const std::vector<Series> angles =
      chosen.empty() && map ? body_angles(motion, *map) : joint_angles(scene.skeleton, motion, chosen);
  double top = kStripTop + strip.height + 60;
  Svg svg(1180, top + (angles.empty() ? 210 : 450), scene.name + ": " + clip.name);
  const std::string lines[] = {std::to_string(clip.frame_count()) +
                               (clip.frame_count() == 1 ? " frame, " : " frames, ") + number_text(clip.rate()) +
                               " a second, " + significant_text(clip.duration(), 4) +
                               " s. Left is blue, right is orange."};
  draw_heading(svg, clip.name.empty() ? scene.name : clip.name, lines);
  strip.draw(svg);
  if (!angles.empty()) {
    draw_chart(motion, "degrees", angles, top, 180, svg);
    top += 250;
  }
  draw_chart(motion, "height, metres", heights(motion, map), top, 140, svg);
  return svg.str();
}

StripOnCard strip_on_card(const PlotSettings& settings, const kine::Scene& scene, const Motion& motion,
                          const std::optional<BoneMap>& map, const scenes::Terrain* ground) {
  if (ground == nullptr) {
    constexpr double kHeight = 220;
    return {kHeight + 20,
            [&, map](Svg& svg) { draw_strip(scene, motion, map, settings.figures, kStripTop, kHeight, svg); }};
  }
  const GroundStrip strip = ground_strip(scene, motion, map, *ground, settings.figures);
  static constexpr Point2 kCorner{30, kStripTop};
  constexpr double kGroundWidth = 1120;
  return {draw_ground_strip(strip, kCorner, kGroundWidth, nullptr),
          [strip](Svg& svg) { draw_ground_strip(strip, kCorner, kGroundWidth, &svg); }};
}

std::string picture_of(const PlotSettings& settings) {
  const kine::Scene scene = open_model(settings.files, settings.in);
  std::vector<JointId> chosen;
  for (const std::string& name : settings.joints) chosen.push_back(joint_named(scene, name, "--joint"));
  if (scene.clips.empty()) {
    if (!settings.ground.terrain.empty()) stop_usage("--terrain: " + settings.files[0] + " has no motion to put on it");
    return model_picture(scene);
  }
  std::unique_ptr<scenes::Terrain> ground;
  if (!settings.ground.terrain.empty()) ground = open_ground(settings.ground, settings.in.access).terrain;
  const Clip clip = choose_clip(scene, settings.clip);
  if (clip.frame_count() == 0)
    stop_bad_file(settings.files[0] + ": the clip " + kine::quoted(clip.name) + " has no frames");
  const Result<BoneMap> found = find_bones(scene, {});
  const std::optional<BoneMap> map = found ? std::optional(*found) : std::nullopt;
  progress("looking at " + clip.name);
  const Motion motion = look_at(scene, clip, map);
  progress("");
  if (chosen.empty() && !map) {
    for (int i = 0; i < scene.skeleton.joint_count() && chosen.size() < 6; ++i)
      if (scene.skeleton.kind(JointId{i}) == JointKind::Hinge) chosen.push_back(JointId{i});
  }
  return draw(scene, clip, motion, map, chosen, strip_on_card(settings, scene, motion, map, ground.get()));
}

int plot(const PlotSettings& settings) {
  check_picture("--out", settings.out);
  const Written written = write_file(settings.out, picture_of(settings), settings.force);
  std::printf("%s: %s\n", settings.out.c_str(), written == Written::Same ? "has it already" : "written");
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, Run& chosen) {
  PlotSettings* settings = nullptr;
  CLI::App* command =
      add_command(app, "plot", "A motion as SVG: stick figures, angles, heights of the feet; or a model at rest",
                  settings, chosen, plot);
  command->add_option("FILE", settings->files, "What is read: files, or the name of a scene")->required();
  command->add_option("--out", settings->out, "The picture, .svg")->required();
  add_file_options(*command, settings->in);
  add_retime(*command, settings->in, true);
  command->add_option("--clip", settings->clip, "The clip, by its name or number (from 1); else the first");
  add_ground_options(*command, settings->ground);
  command->add_option("--joint", settings->joints, "Joints whose angles are drawn; else hips, knees and elbows")
      ->delimiter(',');
  command->add_option("--figures", settings->figures, "How many figures the strip has")
      ->capture_default_str()
      ->check(CLI::Range(1, 60));
  add_force(*command, settings->force, "pictures");
  command->footer(kExamples);
}

}  // namespace kine::cli
