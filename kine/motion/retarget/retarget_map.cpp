#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/motion/retarget/compile_map.h"

namespace kine {

const detail::RetargetModel& detail::model_of(const RetargetMap& map) { return *map.model_; }

Result<RetargetMap> RetargetMap::build(const MotionBody& source, const MotionBody& target,
                                       const RetargetSettings& settings) {
  Result<detail::RetargetModel> model = detail::compile_map(source, target, settings);
  if (!model) return Error{model.error()};
  return RetargetMap(std::make_unique<detail::RetargetModel>(*std::move(model)));
}

RetargetMap::RetargetMap(std::unique_ptr<detail::RetargetModel> model) : model_(std::move(model)) {}
RetargetMap::RetargetMap(RetargetMap&&) noexcept = default;
RetargetMap& RetargetMap::operator=(RetargetMap&&) noexcept = default;
RetargetMap::~RetargetMap() = default;

const MotionBody& RetargetMap::source() const { return *model_->source_body; }
const MotionBody& RetargetMap::target() const { return *model_->target_body; }
const RetargetSettings& RetargetMap::settings() const { return model_->settings; }
double RetargetMap::scale() const { return model_->scale; }
const std::vector<std::string>& RetargetMap::notes() const { return model_->notes; }

std::size_t RetargetMap::scratch_bytes() const {
  constexpr std::size_t kAlignment = 512;
  const Skeleton& target = *model_->target->skeleton;
  return Frames::bytes(*model_->source->skeleton) + 3 * Frames::bytes(target) + model_->target_body->scratch_bytes() +
         3 * sizeof(double) * static_cast<std::size_t>(target.value_count()) +
         sizeof(Quat) * (2 * model_->turns.size() + static_cast<std::size_t>(target.joint_count())) + kAlignment;
}

}  // namespace kine
