#include "kine/batch/two_bones.h"

#include "kine/batch/internal/lane_kernels.h"
#include "kine/batch/internal/run_parts.h"
#include "kine/core/assert.h"

namespace kine {

void detail::solve_one(const TwoBones& limbs, const geometry::TwoBoneOptions<double>& options,
                       const TwoBoneAnswers& answers, std::size_t i) {
  const auto vec = [i](const Vec3Arrays<const double>& from) { return from.x.empty() ? Vec3{} : from.at(i); };
  const auto quat = [i](const QuatArrays<const double>& from) { return from.x.empty() ? Quat{} : from.at(i); };
  const geometry::TwoBoneLimb<double> limb{limbs.upper[i], limbs.lower[i], limbs.upper_frame, limbs.lower_frame,
                                           limbs.frames_are_plain};
  geometry::TwoBoneOptions<double> own = options;
  own.pole = vec(limbs.pole);
  const geometry::TwoBonePose<double> present{vec(limbs.root), quat(limbs.root_rotation), quat(limbs.mid_rotation)};
  const auto solution = geometry::solve_two_bone(limb, present, vec(limbs.target), own);
  answers.root_rotation.set(i, solution.root_rotation);
  answers.mid_rotation.set(i, solution.mid_rotation);
  if (!answers.reached.empty()) answers.reached[i] = solution.reached;
}

void solve_two_bones(const TwoBones& limbs, const geometry::TwoBoneOptions<double>& options,
                     const TwoBoneAnswers& answers, const BatchRun& run) {
  const detail::LaneKernels& kernels = detail::lane_kernels(run.most_lanes);
  const std::size_t size = limbs.target.size();
  const auto fits = [size](const auto& arrays) { return arrays.size() == size; };
  const auto fits_or_none = [size](const auto& arrays) { return arrays.size() == size || arrays.size() == 0; };
  KINE_ASSERT(fits(limbs.upper) && fits(limbs.lower) && fits(answers.root_rotation) && fits(answers.mid_rotation) &&
                  fits_or_none(limbs.root) && fits_or_none(limbs.root_rotation) && fits_or_none(limbs.mid_rotation) &&
                  fits_or_none(limbs.pole) && fits_or_none(answers.reached),
              "arrays of one size");
  (void)fits;
  (void)fits_or_none;
  detail::run_parts(run, size, [&](detail::Part part) { kernels.two_bones(limbs, options, answers, part); });
}

}  // namespace kine
