#include "kine/motion/walk/gait_curves.h"

#include "kine/motion/walk/natural_gait.h"
#include "kine/motion/walk/paper_gait.h"

namespace kine::detail {

const GaitCurves& curves_of(const Gait& gait) {
  if (gait.curves) return *gait.curves;
  return gait.style == Gait::Style::Paper ? kPaperCurves : kNaturalCurves;
}

}  // namespace kine::detail
