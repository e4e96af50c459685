// Files: a motion is read, changed, and written as glTF; a robot is read from URDF and solved.
#include <cstdio>
#include <string>

#include "kine/io.h"
#include "kine/kine.h"

using namespace kine;

namespace {

constexpr const char* kMotion = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 20 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 40 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.033333
0 90 0 0 0 0 0 0 0
0 90 5 0 0 0 10 0 0
)";

constexpr const char* kRobot = R"(<robot name="two_links">
  <link name="base"/> <link name="upper"/> <link name="lower"/> <link name="tool"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="upper"/> <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="1" velocity="2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/> <child link="lower"/> <origin xyz="0 0 0.4"/> <axis xyz="0 1 0"/>
    <limit lower="0" upper="2.5" effort="1" velocity="2"/>
  </joint>
  <joint name="flange" type="fixed">
    <parent link="lower"/> <child link="tool"/> <origin xyz="0 0 0.3"/>
  </joint>
</robot>
)";

}  // namespace

int main() {
  // [files]
  // From memory here; load_scene({"walk.bvh"}) reads from disk, and tells formats apart by their names and first bytes.
  Result<Scene> motion = read_bvh(kMotion, "walk.bvh");
  if (!motion) return std::fprintf(stderr, "%s\n", motion.error().c_str()), 1;
  for (const std::string& note : motion->notes) std::printf("note: %s\n", note.c_str());
  const Result<std::string> glb = write_glb(*motion);
  if (!glb) return std::fprintf(stderr, "%s\n", glb.error().c_str()), 1;
  // [/files]
  std::printf("%d joints, %d frames, %zu bytes of GLB\n", motion->skeleton.joint_count(),
              motion->clips[0].frame_count(), glb->size());

  // [robot]
  const Result<Scene> robot = read_urdf(kRobot, "two_links.urdf");
  if (!robot) return std::fprintf(stderr, "%s\n", robot.error().c_str()), 1;
  const Result<JointId> tool = find_joint(*robot, "tool");  // links are found by their names, too
  if (!tool) return std::fprintf(stderr, "%s\n", tool.error().c_str()), 1;
  Pose pose = robot->skeleton.rest_pose();
  Scratch scratch(robot->skeleton);
  const Goal goals[] = {reach(*tool, {0.3, 0, 0.4})};
  const Report report = solve(robot->skeleton, goals, FullBody{}, pose, scratch);
  std::printf("%s\n", sentence(robot->skeleton, report).c_str());
  // [/robot]
  return report.reached() && !glb->empty() ? 0 : 1;
}
