// kine plot: a clip as a strip of stick figures, with the angles of its joints and the heights of its feet.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands/commands.h"
#include "apps/cli/commands/file_commands.h"
#include "apps/cli/commands/info_map.h"
#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/files.h"
#include "apps/cli/models.h"
#include "kine/core/internal/text.h"
#include "kine/io/figure.h"
#include "kine/math/trig.h"
#include "kine/motion/body/bone_names.h"

namespace kine::cli {

namespace {

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
  motion.up = scene.up == Up::X ? kUnitX : scene.up == Up::Y ? kUnitY : kUnitZ;
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

/// The colour of each bone: blue on the left, orange on the right. Empty: not drawn, as what is above a body's pelvis
/// is no bone.
std::vector<std::string_view> bone_colours(const Skeleton& skeleton, const std::optional<BoneMap>& map) {
  std::vector<std::string_view> colours;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const detail::BoneLabel label = detail::read_bone_name(skeleton.name(JointId{i}));
    const JointId parent = skeleton.parent(JointId{i});
    const bool above_body = map && parent.valid() && parent != map->pelvis && skeleton.is_above(parent, map->pelvis);
    const bool drawn = parent.valid() && !label.helper && !above_body;
    const std::string_view own = label.side == detail::BodySide::Left    ? colour::kLeft
                                 : label.side == detail::BodySide::Right ? colour::kRight
                                                                         : colour::kBone;
    colours.push_back(drawn ? own : std::string_view{});
  }
  return colours;
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
  const std::vector<std::string_view> colours = bone_colours(scene.skeleton, map);
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

/// The whole card. A single pose has no curves.
std::string draw(const kine::Scene& scene, const Clip& clip, const Motion& motion, const std::optional<BoneMap>& map,
                 std::span<const JointId> chosen, int figures) {
  const bool moves = motion.times.size() > 1;
  std::vector<Series> angles;
  if (moves) angles = chosen.empty() && map ? body_angles(motion, *map) : joint_angles(scene.skeleton, motion, chosen);
  Svg svg(1180, !moves ? 360 : angles.empty() ? 600 : 840, scene.name + ": " + clip.name);
  char about[96];
  std::snprintf(about, sizeof about, "%d frames, %.4g a second, %.4g s. ", clip.frame_count(), clip.rate(),
                clip.duration());
  const std::string lines[] = {std::string(moves ? about : "A single pose. ") + "Left is blue, right is orange."};
  draw_heading(svg, clip.name.empty() ? scene.name : clip.name, lines);
  draw_strip(scene, motion, map, figures, 90, 220, svg);
  if (!moves) return svg.str();
  double top = 390;
  if (!angles.empty()) {
    draw_chart(motion, "degrees", angles, top, 180, svg);
    top += 250;
  }
  draw_chart(motion, "height, metres", heights(motion, map), top, 140, svg);
  return svg.str();
}

}  // namespace

int plot(const ClipPlotSettings& settings) {
  const Result<kine::Scene> scene = load_model(settings.files, load_options(settings.in));
  if (!scene) return fail(scene.error());
  const Result<Clip> clip = choose_clip(*scene, settings.clip);
  if (!clip) return fail(clip.error());
  if (clip->frame_count() == 0)
    return fail(settings.files[0] + ": the clip " + kine::quoted(clip->name) + " has no frames");
  std::vector<JointId> chosen;
  for (const std::string& name : settings.joints) {
    const Result<JointId> joint = find_joint(*scene, name);
    if (!joint) return fail("--joint: " + joint.error());
    chosen.push_back(*joint);
  }
  const Result<BoneMap> found = find_bones(*scene, {});
  const std::optional<BoneMap> map = found ? std::optional(*found) : std::nullopt;
  const Motion motion = look_at(*scene, *clip, map);
  if (chosen.empty() && !map) {
    for (int i = 0; i < scene->skeleton.joint_count() && chosen.size() < 6; ++i)
      if (scene->skeleton.kind(JointId{i}) == JointKind::Hinge) chosen.push_back(JointId{i});
  }
  const std::string picture = draw(*scene, *clip, motion, map, chosen, settings.figures);
  const Result<Written> written = write_file(settings.out, picture, settings.force);
  if (!written) return fail(written.error());
  std::printf("%s: %s\n", settings.out.c_str(), *written == Written::Same ? "has it already" : "written");
  return 0;
}

}  // namespace kine::cli
