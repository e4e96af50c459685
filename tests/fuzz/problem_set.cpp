// Any bytes are either a problem set that can be used or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "kine/io/formats/problem_set.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void use(const kine::ProblemSet& set) {
  if (set.kind == kine::ProblemKind::TwoBone) {
    require(set.two_bones.size() == set.count);
    for (const kine::TwoBoneProblem& problem : set.two_bones) require(kine::two_bone_skeleton(problem).ok());
    return;
  }
  const kine::Skeleton& skeleton = set.skeleton.front();
  require(set.targets.size() == set.count * set.tips.size() && !set.tips.empty());
  kine::Frames frames(skeleton);
  for (std::size_t i = 0; i < set.count; ++i) {
    require(kine::is_usable(skeleton, set.start_of(i)));
    if (set.kind == kine::ProblemKind::Arm) require(kine::is_usable(skeleton, set.warm_start_of(i)));
    for (const kine::Transform& target : set.targets_of(i)) require(is_finite(target));
    kine::forward(skeleton, set.start_of(i), frames);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const kine::Result<kine::ProblemSet> set = kine::parse_problem_set(text, "set");
  if (set) {
    use(*set);
  } else {
    require(set.error().starts_with("set:") && set.error().find('\n') == std::string_view::npos);
  }
  return 0;
}
