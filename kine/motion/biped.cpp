#include "kine/motion/biped.h"

#include <utility>

#include "kine/motion/body/biped_model.h"

namespace kine {

Biped::Biped(std::unique_ptr<const detail::BipedModel> model) : model_(std::move(model)) {}
Biped::Biped(Biped&&) noexcept = default;
Biped& Biped::operator=(Biped&&) noexcept = default;
Biped::~Biped() = default;

Result<Biped> Biped::build(const Skeleton& skeleton, std::span<const double> standing, const BipedNames& names) {
  return detail::BipedModel::build(skeleton, standing, names, nullptr);
}

const Skeleton& Biped::skeleton() const { return model_->skeleton(); }
const BipedMeasures& Biped::measures() const { return model_->measures(); }
std::span<const double> Biped::standing() const { return model_->standing(); }
JointId Biped::pelvis() const { return model_->pelvis().joint; }
std::size_t Biped::scratch_bytes() const { return model_->scratch_bytes(); }

BipedLegJoints Biped::leg(int side) const {
  const detail::BipedLeg& leg = model_->leg(side);
  return {leg.thigh, leg.shank, leg.foot, leg.toes};
}

const detail::BipedModel& detail::model_of(const Biped& body) { return *body.model_; }

}  // namespace kine
