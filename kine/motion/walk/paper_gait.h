#pragma once

#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/hermite.h"

/// The curves of Gait::paper(): the walk of Meredith & Maddock, from "IK-generated humanoid walking" on. A step here
/// lasts from one heel's strike to the other's: first their stage (b), in which the toes in front come down, then stage
/// (a), in which the foot behind makes its stride.
namespace kine::detail {

extern const GaitCurves kPaperCurves;

/// Eq. 1.15 by the part u of the stride (x = 3 pi u), over its top: 0, 1 after a third, 0.
double stride_height(double u);

/// The pitch of a foot at a part of the step, and its rate a step. Stage (b): the toes in front come down at a constant
/// rate. Stage (a): the sole stays, then its heel rises at a constant rate, on through the next stage (b).
Key paper_pitch(const Gait& gait, const Step& step, int foot, double part);

/// The sole of the stepping foot by the part of its swing, which is linear in time: on the arc of eqs. 1.16 to 1.18
/// about the centre that the hips go round, its height eq. 1.15 on the line from the lifted heel to the ground where it
/// lands. Over an edge that curve would cut, so it goes up first, or down last.
SwingPlace paper_place(const Gait& gait, const Swing& swing, double s);

/// The stepping foot turned about its heel; as the curves have it,
FootPose paper_foot(const LegMeasures& leg, const Gait& gait, const Step& step, double part, double loose);
/// and with what the leg below this hip can do. Toes that would come through the line between the footholds are put
/// onto it, the heel staying where it is.
FootPose paper_foot_below(const LegMeasures& leg, const Gait& gait, const Step& step, double part,
                          const MeantFoot& meant, const Vec3& hip);

/// The longest stride from a sole towards a point: half the leg, and how far the foot trails behind the hips.
double longest_stride(const BipedMeasures& build, const Foothold& from, const Course& hips, double x, double z);

/// The point, or as far towards it as the stride may be.
struct StridePoint {
  double x, z;
};
StridePoint cap_stride(const Foothold& from, double longest, double x, double z);

/// The part of a step that stage (b) takes: the hips move as far as the toes are off the ground, at the speed they
/// have.
double roll_share(const FootShape& shape, double pitch, const CourseSpeeds& speeds, double duration);

}  // namespace kine::detail
