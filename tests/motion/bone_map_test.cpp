#include "kine/motion/bone_map.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kine/io/load.h"
#include "kine/motion/body/bone_names.h"
#include "scenes/scenes.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using Rename = std::function<std::string(const std::string&)>;

/// The same skeleton by other names, and as a whole turned.
Skeleton renamed(const Skeleton& skeleton, const Rename& rename, const Quat& turn = {}) {
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    Joint joint = skeleton.description(JointId{i});
    joint.name = rename(joint.name);
    if (joint.parent.empty()) {
      joint.rest.rotation = turn * joint.rest.rotation;
      joint.rest.translation = rotate(turn, joint.rest.translation);
    } else {
      joint.parent = rename(joint.parent);
    }
    for (AxisSettings& axis : joint.axes)
      if (axis.follows) axis.follows->joint = rename(axis.follows->joint);
    joints.push_back(joint);
  }
  Result<Skeleton> built = Skeleton::build(joints);
  EXPECT_TRUE(built.ok()) << built.error();
  return *std::move(built);
}

/// Names without any meaning, one each.
Rename nameless() {
  auto names = std::make_shared<std::map<std::string, std::string>>();
  return [names](const std::string& name) {
    return names->try_emplace(name, "j" + std::to_string(names->size())).first->second;
  };
}

std::string first_name(const Skeleton& skeleton, const BoneMap& map, std::string_view part) {
  const BoneSegment segment = bone(map, part);
  return segment.valid() ? skeleton.name(segment.first) : "";
}

/// All parts of two maps are the same joints.
void expect_same(const BoneMap& a, const BoneMap& b, const std::string& what) {
  for (const std::string_view part : bone_names()) EXPECT_EQ(bone(a, part), bone(b, part)) << what << ": " << part;
  EXPECT_EQ(a.spine, b.spine) << what;
}

TEST(BoneNames, ReadsTheFamiliesThatPeopleUse) {
  struct Case {
    const char* name;
    detail::BoneKind kind;
    detail::BodySide side;
  };
  using enum detail::BoneKind;
  const auto left = detail::BodySide::Left, right = detail::BodySide::Right, none = detail::BodySide::None;
  const Case cases[] = {{"mixamorig:LeftUpLeg", Thigh, left},
                        {"lfemur", Thigh, left},
                        {"L_Hip", Hip, left},
                        {"thigh_l", Thigh, left},
                        {"left_hip_yaw_joint", Hip, left},
                        {"Bip01 R Calf", Shank, right},
                        {"RHipYawPitch", Hip, right},
                        {"upperleg01.R", Thigh, right},
                        {"rightupleg", Thigh, right},
                        {"lowerarm_r", Forearm, right},
                        {"RightForeArm", Forearm, right},
                        {"LeftHandIndex1", Finger, left},
                        {"J_Bip_L_UpperArm", UpperArm, left},
                        {"l_arm_usy", Shoulder, left},
                        {"l_leg_kny", Shank, left},
                        {"lShldr", Shoulder, left},
                        {"Hips", Pelvis, none},
                        {"lowerback", Spine, none},
                        {"Legolas", None, none},
                        {"ltoes_end", Toes, left},
                        {"ball_l", Toes, left},
                        {"", None, none},
                        {"12_.-", None, none}};
  for (const Case& c : cases) {
    const detail::BoneLabel label = detail::read_bone_name(c.name);
    EXPECT_EQ(label.kind, c.kind) << c.name;
    EXPECT_EQ(label.side, c.side) << c.name;
  }
  EXPECT_TRUE(detail::read_bone_name("left_camera_joint").helper);
  EXPECT_FALSE(detail::read_bone_name("left_hip_joint").helper);
}

TEST(BoneMap, FindsEveryPartOfOurFigure) {
  const Skeleton skeleton = scenes::humanoid();
  const Result<BoneMap> map = find_bones(skeleton, kUnitY);
  ASSERT_TRUE(map.ok()) << map.error();
  for (const std::string_view part : bone_names()) {
    const bool absent = part == "neck" || part.ends_with("collar");
    EXPECT_EQ(first_name(skeleton, *map, part), absent ? "" : part);
    EXPECT_EQ(bone(*map, part).first, bone(*map, part).last) << part;
  }
  EXPECT_EQ(map->spine, (std::vector{skeleton.joint("abdomen"), skeleton.joint("chest")}));
  EXPECT_NEAR(map->forward.z, 1, 1e-12);
  EXPECT_NEAR(map->left.x, 1, 1e-12);
  EXPECT_TRUE(map->notes.empty());
  EXPECT_FALSE(bone(*map, "tail").valid());
}

TEST(BoneMap, FindsThemByShapeAloneWhicheverWayIsUp) {
  const Skeleton skeleton = scenes::humanoid();
  const BoneMap wanted = *find_bones(skeleton, kUnitY);
  const Quat turns[] = {{},
                        from_axis_angle(kUnitX, radians(90.0)),
                        from_axis_angle(kUnitZ, radians(-90.0)),
                        from_axis_angle(kUnitY, radians(180.0)),
                        from_axis_angle(normalised(Vec3{1, 2, 3}), 1.0)};
  for (const Quat& turn : turns) {
    const Skeleton other = renamed(skeleton, nameless(), turn);
    const Result<BoneMap> map = find_bones(other, rotate(turn, kUnitY) * 3.0);
    ASSERT_TRUE(map.ok()) << map.error();
    expect_same(*map, wanted, "nameless");
    EXPECT_NEAR(length(map->forward - rotate(turn, kUnitZ)), 0, 1e-9);
    EXPECT_EQ(map->notes.size(), 1U);  // that toes told the sides
  }
}

/// Our figure in the names of a family; what it has no word for is given none.
Skeleton in_family(const std::map<std::string, std::string>& words, const std::string& left, const std::string& right,
                   bool side_last) {
  const Rename other = nameless();
  return renamed(scenes::humanoid(), [=](const std::string& name) {
    const bool is_left = name.starts_with("left_"), is_right = name.starts_with("right_");
    const std::string bare = is_left ? name.substr(5) : is_right ? name.substr(6) : name;
    const auto word = words.find(bare);
    if (word == words.end()) return other(name);
    const std::string side = is_left ? left : is_right ? right : "";
    return side_last ? word->second + side : side + word->second;
  });
}

TEST(BoneMap, FindsThemInTheNamesOfEveryFamily) {
  const BoneMap wanted = *find_bones(scenes::humanoid(), kUnitY);
  using Words = std::map<std::string, std::string>;
  const Words mixamo{{"pelvis", "Hips"},   {"abdomen", "Spine"},   {"chest", "Spine1"}, {"head", "Head"},
                     {"upper_arm", "Arm"}, {"forearm", "ForeArm"}, {"hand", "Hand"},    {"thigh", "UpLeg"},
                     {"shank", "Leg"},     {"foot", "Foot"},       {"toes", "ToeBase"}};
  const Words asf{{"pelvis", "root"},       {"abdomen", "lowerback"}, {"chest", "thorax"}, {"head", "head"},
                  {"upper_arm", "humerus"}, {"forearm", "radius"},    {"hand", "wrist"},   {"thigh", "femur"},
                  {"shank", "tibia"},       {"foot", "foot"},         {"toes", "toes"}};
  const Words smpl{{"pelvis", "Pelvis"},      {"abdomen", "Spine1"}, {"chest", "Spine3"}, {"head", "Head"},
                   {"upper_arm", "Shoulder"}, {"forearm", "Elbow"},  {"hand", "Wrist"},   {"thigh", "Hip"},
                   {"shank", "Knee"},         {"foot", "Ankle"},     {"toes", "Foot"}};
  const Words unreal{{"pelvis", "pelvis"},      {"abdomen", "spine_01"}, {"chest", "spine_02"}, {"head", "head"},
                     {"upper_arm", "upperarm"}, {"forearm", "lowerarm"}, {"hand", "hand"},      {"thigh", "thigh"},
                     {"shank", "calf"},         {"foot", "foot"},        {"toes", "ball"}};
  const Words numbered{{"upper_arm", "arm_1"}, {"forearm", "arm_2"}, {"hand", "arm_3"}, {"thigh", "leg_1"},
                       {"shank", "leg_2"},     {"foot", "leg_3"},    {"toes", "leg_4"}};
  const std::pair<const char*, Skeleton> families[] = {
      {"mixamo", in_family(mixamo, "mixamorig:Left", "mixamorig:Right", false)},
      {"asf", in_family(asf, "l", "r", false)},
      {"smpl", in_family(smpl, "L_", "R_", false)},
      {"unreal", in_family(unreal, "_l", "_r", true)},
      {"numbered", in_family(numbered, "_joint_L", "_joint_R", true)}};
  for (const auto& [name, skeleton] : families) {
    const Result<BoneMap> map = find_bones(skeleton, kUnitY);
    ASSERT_TRUE(map.ok()) << name << ": " << map.error();
    expect_same(*map, wanted, name);
  }
}

TEST(BoneMap, NamesSayWhichSideIsLeftAndToesThatDisagreeAreNoted) {
  const Skeleton swapped = renamed(scenes::humanoid(), [](const std::string& name) {
    if (name.starts_with("left_")) return "right_" + name.substr(5);
    return name.starts_with("right_") ? "left_" + name.substr(6) : name;
  });
  const Result<BoneMap> map = find_bones(swapped, kUnitY);
  ASSERT_TRUE(map.ok()) << map.error();
  EXPECT_EQ(first_name(swapped, *map, "left_thigh"), "left_thigh");
  ASSERT_EQ(map->notes.size(), 1U);
  EXPECT_NE(map->notes[0].find("backwards"), std::string::npos);
}

/// A robot, Z up, forward +X: limbs of hinges only, no toes, a sole below each ankle.
Skeleton hinged_robot() {
  std::vector<Joint> joints{free_joint("base")};
  joints.push_back(hinge("waist_yaw_joint", "base", {0, 0, 0.1}, kUnitZ));
  joints.push_back(hinge("head_pan_joint", "waist_yaw_joint", {0, 0, 0.5}, kUnitZ));
  joints.push_back(hinge("head_tilt_joint", "head_pan_joint", {0, 0, 0.02}, kUnitY));
  for (const std::string side : {"left", "right"}) {
    const double y = side == "left" ? 1 : -1;
    joints.push_back(hinge(side + "_hip_yaw_joint", "base", {0, 0.06 * y, -0.03}, kUnitZ));
    joints.push_back(hinge(side + "_hip_roll_joint", side + "_hip_yaw_joint", {0, 0.02 * y, -0.05}, kUnitX));
    joints.push_back(hinge(side + "_hip_pitch_joint", side + "_hip_roll_joint", {0, 0, -0.02}, kUnitY));
    joints.push_back(hinge(side + "_knee_joint", side + "_hip_pitch_joint", {0, 0, -0.3}, kUnitY));
    joints.push_back(hinge(side + "_ankle_pitch_joint", side + "_knee_joint", {0, 0, -0.3}, kUnitY));
    joints.push_back(hinge(side + "_ankle_roll_joint", side + "_ankle_pitch_joint", {0, 0, -0.01}, kUnitX));
    joints.push_back(fixed_joint(side + "_sole_joint", side + "_ankle_roll_joint", {0, 0, -0.05}));
    joints.push_back(hinge(side + "_shoulder_pitch_joint", "waist_yaw_joint", {0, 0.15 * y, 0.4}, kUnitY));
    joints.push_back(hinge(side + "_shoulder_roll_joint", side + "_shoulder_pitch_joint", {0, 0.03 * y, 0}, kUnitX));
    joints.push_back(hinge(side + "_elbow_joint", side + "_shoulder_roll_joint", {0, 0, -0.22}, kUnitY));
    joints.push_back(hinge(side + "_wrist_roll_joint", side + "_elbow_joint", {0, 0, -0.2}, kUnitX));
    joints.push_back(hinge(side + "_wrist_yaw_joint", side + "_wrist_roll_joint", {0, 0, -0.01}, kUnitZ));
    joints.push_back(fixed_joint(side + "_palm_joint", side + "_wrist_yaw_joint", {0, 0, -0.08}));
  }
  Result<Skeleton> built = Skeleton::build(joints);
  EXPECT_TRUE(built.ok()) << built.error();
  return *std::move(built);
}

TEST(BoneMap, AHipOfThreeHingesIsOneThigh) {
  const Skeleton robot = hinged_robot();
  for (const bool named : {true, false}) {
    const Skeleton skeleton = named ? robot : renamed(robot, nameless());
    const Result<BoneMap> map = find_bones(skeleton, kUnitZ);
    ASSERT_TRUE(map.ok()) << map.error();
    const auto expect = [&](const char* part, const char* first, const char* last) {
      EXPECT_EQ(bone(*map, part), (BoneSegment{robot.joint(first), robot.joint(last)}))
          << part << (named ? "" : " by shape");
    };
    expect("head", named ? "head_pan_joint" : "head_tilt_joint", "head_tilt_joint");
    // Without names or toes the sides are a guess, said to be one: a robot with Z up mostly looks along +X.
    const std::string left = "left";
    EXPECT_EQ(map->notes.size(), named ? 0U : 1U);
    expect("left_thigh", (left + "_hip_yaw_joint").c_str(), (left + "_hip_pitch_joint").c_str());
    expect("left_shank", (left + "_knee_joint").c_str(), (left + "_knee_joint").c_str());
    expect("left_foot", (left + "_ankle_pitch_joint").c_str(), (left + "_ankle_roll_joint").c_str());
    expect("left_upper_arm", (left + "_shoulder_pitch_joint").c_str(), (left + "_shoulder_roll_joint").c_str());
    expect("left_forearm", (left + "_elbow_joint").c_str(), (left + "_elbow_joint").c_str());
    expect("left_hand", (left + "_wrist_roll_joint").c_str(), (left + "_wrist_yaw_joint").c_str());
    EXPECT_FALSE(map->legs[0].toes.valid());
    EXPECT_FALSE(map->legs[0].toe_tip.valid());
    EXPECT_FALSE(map->legs[0].heel.valid());
  }
}

/// Four legs below a level trunk; `words` are what the joints of a front leg, then of a hind leg are called.
Skeleton quadruped(const std::vector<std::string>& front, const std::vector<std::string>& hind) {
  std::vector<Joint> joints{free_joint("root", "", {0, 0.6, 0}), ball("trunk", "root", {0, 0, 0.6}),
                            ball("neck", "trunk", {0, 0.2, 0.2})};
  for (const std::string side : {"Left", "Right"}) {
    const double x = side == "Left" ? 0.1 : -0.1;
    for (const bool is_front : {true, false}) {
      const std::vector<std::string>& words = is_front ? front : hind;
      std::string parent = is_front ? "trunk" : "root";
      Vec3 offset{x, 0, 0};
      for (const std::string& word : words) {
        joints.push_back(ball(side + word, parent, offset));
        parent = side + word;
        offset = {0, -0.3, 0};
      }
    }
  }
  Result<Skeleton> built = Skeleton::build(joints);
  EXPECT_TRUE(built.ok()) << built.error();
  return *std::move(built);
}

std::string refusal(const Skeleton& skeleton, const Vec3& up = kUnitY) {
  const Result<BoneMap> map = find_bones(skeleton, up);
  EXPECT_FALSE(map.ok());
  return map.error();
}

TEST(BoneMap, RefusesWhatIsNoHumanoidAndSaysWhy) {
  EXPECT_EQ(refusal(quadruped({"a", "b", "c"}, {"d", "e", "f"})),
            "no humanoid: it stands on 4 limbs, and a humanoid has two legs");
  EXPECT_EQ(refusal(quadruped({"FrontThigh", "FrontShank", "FrontFoot"}, {"HindThigh", "HindShank", "HindFoot"})),
            "no humanoid: it has 2 legs on its left and 2 on its right, and a humanoid has one on each side");
  EXPECT_EQ(refusal(quadruped({"Arm", "ForeArm", "Hand"}, {"UpLeg", "Leg", "Foot"})),
            "no humanoid: its trunk lies level and it stands on four limbs");
  std::vector<Joint> chair{fixed_joint("seat", "", {0, 0.45, 0}), fixed_joint("back", "seat", {0, 0.4, -0.2})};
  for (const int i : {0, 1, 2, 3})
    chair.push_back(fixed_joint("leg" + std::to_string(i), "seat", {i % 2 * 0.4 - 0.2, -0.45, i / 2 * 0.4 - 0.2}));
  EXPECT_EQ(refusal(*Skeleton::build(chair)), "no humanoid: it stands on 4 limbs, and a humanoid has two legs");
  EXPECT_NE(refusal(scenes::seven_hinge_arm(), kUnitZ).find("legs are missing"), std::string::npos);
  EXPECT_NE(refusal(scenes::ball_chain(5)).find("no humanoid: "), std::string::npos);
}

TEST(BoneMap, RefusesLegsAloneAndLegsWithoutKnees) {
  const auto without = [](const std::string& part) {
    const Skeleton whole = scenes::humanoid();
    std::vector<Joint> joints;
    for (int i = 0; i < whole.joint_count(); ++i) {
      Joint joint = whole.description(JointId{i});
      bool gone = false;
      for (JointId id{i}; id.valid(); id = whole.parent(id))
        gone = gone || whole.name(id).find(part) != std::string::npos;
      if (!gone) joints.push_back(joint);
    }
    return *Skeleton::build(joints);
  };
  EXPECT_EQ(refusal(without("upper_arm")),
            "no humanoid: arms are missing: no names tell of them, and no pair of limbs reaches out above the legs");
  EXPECT_NE(refusal(without("shank")).find("no humanoid: "), std::string::npos);
  const Result<BoneMap> headless = find_bones(without("head"), kUnitY);
  ASSERT_TRUE(headless.ok()) << headless.error();
  EXPECT_FALSE(headless->head.valid());
  EXPECT_EQ(headless->notes, (std::vector<std::string>{"there is no head"}));
}

TEST(BoneMap, TakesWhatTheUserKnowsBetter) {
  const Skeleton skeleton = scenes::humanoid();
  const BoneOverride own[] = {{"head", "head_top"}, {"left_toes", ""}, {"right_thigh", "right_thigh"}};
  const Result<BoneMap> map = find_bones(skeleton, kUnitY, own);
  ASSERT_TRUE(map.ok()) << map.error();
  EXPECT_EQ(first_name(skeleton, *map, "head"), "head_top");
  EXPECT_FALSE(map->legs[0].toes.valid());
  EXPECT_TRUE(map->legs[1].toes.valid());
  EXPECT_EQ(first_name(skeleton, *map, "right_thigh"), "right_thigh");

  // A figure that also stands on its tail, and has no names: shape alone cannot choose its legs.
  const Skeleton nameless_one = renamed(skeleton, nameless());
  std::vector<Joint> joints;
  for (int i = 0; i < nameless_one.joint_count(); ++i) joints.push_back(nameless_one.description(JointId{i}));
  joints.push_back(ball("t1", joints[0].name, {0, 0, -0.2}));
  joints.push_back(ball("t2", "t1", {0, -0.5, -0.1}));
  joints.push_back(fixed_joint("t3", "t2", {0, -0.44, 0}));
  const Skeleton tailed = *Skeleton::build(joints);
  EXPECT_EQ(refusal(tailed), "no humanoid: it stands on 3 limbs, and a humanoid has two legs");
  const BoneOverride legs[] = {{"left_thigh", tailed.name(skeleton.joint("left_thigh"))},
                               {"right_thigh", tailed.name(skeleton.joint("right_thigh"))}};
  const Result<BoneMap> chosen = find_bones(tailed, kUnitY, legs);
  ASSERT_TRUE(chosen.ok()) << chosen.error();
  expect_same(*chosen, *find_bones(skeleton, kUnitY), "tailed");

  const BoneOverride no_part[] = {{"tail", "head"}};
  EXPECT_NE(find_bones(skeleton, kUnitY, no_part).error().find("no bone is called \"tail\""), std::string::npos);
  const BoneOverride no_joint[] = {{"head", "haed"}};
  EXPECT_NE(find_bones(skeleton, kUnitY, no_joint).error().find("head: "), std::string::npos);
}

Vec3 up_of(const Scene& scene) { return to_vector(scene.up); }

/// Part of a path, and the joints that begin thigh, shank, foot, upper arm, forearm and hand on the left, and the head;
/// empty: refused. Written down by looking at the files.
struct RealFile {
  const char* path;
  std::vector<std::string> joints;
};

std::vector<RealFile> real_files() {
  const std::vector<std::string> asf{"lfemur", "ltibia", "lfoot", "lhumerus", "lradius", "lwrist", "head"};
  const std::vector<std::string> mocap{"LeftUpLeg",   "LeftLeg",  "LeftFoot", "LeftArm",
                                       "LeftForeArm", "LeftHand", "Head"};
  const std::vector<std::string> older{"UpLeg_L", "LoLeg_L", "Foot_L", "UpArm_L", "LoArm_L", "Hand_L", "Head"};
  return {
      {"asf_amc/", asf},
      {"bvh/cmu_cgspeed/", mocap},
      {"bvh/fair1/", mocap},
      {"bvh/npybvh/", mocap},
      {"bvh/imusim/16_15", asf},
      {"bvh/cmu1/", {"LeftHip", "LeftKnee", "LeftAnkle", "LeftShoulder", "LeftElbow", "LeftWrist", "Head"}},
      {"bvh/games105/", {"lHip", "lKnee", "lAnkle", "lShoulder", "lElbow", "lWrist", "torso_head"}},
      {"bvh/makehuman/", {"upperleg01.L", "lowerleg01.L", "foot.L", "upperarm01.L", "lowerarm01.L", "wrist.L", "head"}},
      {"bvh/makehuman/walk1", older},
      {"bvh/makehuman/zombieWalk1", older},
      {"gltf/CesiumMan",
       {"leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3", "Skeleton_arm_joint_L__4_", "Skeleton_arm_joint_L__3_",
        "Skeleton_arm_joint_L__2_", "Skeleton_neck_joint_2"}},
      {"gltf/RiggedFigure",
       {"leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3", "arm_joint_L_1", "arm_joint_L_2", "arm_joint_L_3",
        "neck_joint_2"}},
      {"gltf/RobotExpressive", {"UpperLeg.L", "LowerLeg.L", "Foot.L", "UpperArm.L", "LowerArm.L", "Palm3.L", "Head"}},
      {"urdf/g1",
       {"left_hip_pitch_joint", "left_knee_joint", "left_ankle_pitch_joint", "left_shoulder_pitch_joint",
        "left_elbow_joint", "left_wrist_roll_joint", "head_joint"}},
      {"urdf/talos",
       {"leg_left_1_joint", "leg_left_4_joint", "leg_left_5_joint", "arm_left_1_joint", "arm_left_4_joint",
        "arm_left_5_joint", "head_1_joint"}},
      {"urdf/nao",
       {"LHipYawPitch", "LKneePitch", "LAnklePitch", "LShoulderPitch", "LElbowYaw", "LWristYaw", "HeadYaw"}},
      {"urdf/atlas_v1", {"l_leg_uhz", "l_leg_kny", "l_leg_uay", "l_arm_usy", "l_arm_ely", "l_arm_uwy", "neck_ay"}},
      {"urdf/atlas_v4", {"l_leg_hpz", "l_leg_kny", "l_leg_aky", "l_arm_shz", "l_arm_ely", "l_arm_uwy", "neck_ay"}}};
}

TEST(BoneMap, MapsTheRealHumanoidsAndRefusesTheRest) {
  const std::vector<RealFile> known = real_files();
  int mapped = 0, refused = 0;
  for (const char* folder : {"asf_amc", "bvh", "gltf", "urdf"}) {
    for (const std::string& path : testing::shared_files(folder, {".asf", ".bvh", ".gltf", ".glb", ".urdf"})) {
      const std::vector<std::string> paths{path};
      const Result<Scene> scene = load_scene(std::span<const std::string>(paths));
      ASSERT_TRUE(scene.ok()) << scene.error();
      const RealFile* file = nullptr;
      for (const RealFile& entry : known)
        if (path.find(std::string("/") + entry.path) != std::string::npos) file = &entry;
      const Result<BoneMap> map = find_bones(scene->skeleton, up_of(*scene));
      if (file == nullptr) {
        EXPECT_FALSE(map.ok()) << path;
        EXPECT_TRUE(map.error().starts_with("no humanoid: ")) << path;
        ++refused;
        continue;
      }
      ASSERT_TRUE(map.ok()) << path << ": " << map.error();
      ++mapped;
      const char* parts[] = {"left_thigh", "left_shank", "left_foot", "left_upper_arm", "left_forearm", "left_hand"};
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(first_name(scene->skeleton, *map, parts[i]), file->joints[i]) << path << ": " << parts[i];
      EXPECT_EQ(first_name(scene->skeleton, *map, "head"), file->joints[6]) << path;
      for (const char* part : parts)
        EXPECT_TRUE(bone(*map, std::string("right") + (part + 4)).valid()) << path << ": right" << part + 4;
    }
  }
  if (mapped + refused > 0) std::printf("%d real figures mapped, %d files refused\n", mapped, refused);
}

TEST(BoneMap, ShapeAloneFindsTheLimbsOfRealHumanoidsToo) {
  const char* parts[] = {"left_thigh",  "left_shank",  "left_foot",  "left_forearm",
                         "right_thigh", "right_shank", "right_foot", "right_forearm"};
  int figures = 0;
  for (const char* folder : {"asf_amc", "bvh", "gltf", "urdf"}) {
    for (const std::string& path : testing::shared_files(folder, {".asf", ".bvh", ".gltf", ".glb", ".urdf"})) {
      const std::vector<std::string> paths{path};
      const Result<Scene> scene = load_scene(std::span<const std::string>(paths));
      ASSERT_TRUE(scene.ok()) << scene.error();
      const Result<BoneMap> by_name = find_bones(scene->skeleton, up_of(*scene));
      // An animator's rig whose feet hang on targets: only names can tell them.
      if (!by_name || path.find("RobotExpressive") != std::string::npos) continue;
      const Result<BoneMap> by_shape = find_bones(renamed(scene->skeleton, nameless()), up_of(*scene));
      ASSERT_TRUE(by_shape.ok()) << path << ": " << by_shape.error();
      for (const char* part : parts)
        EXPECT_EQ(first_name(scene->skeleton, *by_shape, part), first_name(scene->skeleton, *by_name, part)) << path;
      ++figures;
    }
  }
  if (figures > 0) std::printf("%d real figures found by shape alone\n", figures);
}

}  // namespace
}  // namespace kine
