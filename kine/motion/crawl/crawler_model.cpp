#include "kine/motion/crawl/crawler_model.h"

#include <string>

#include "kine/kinematics/forward.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {

Result<CrawlerModel> CrawlerModel::build(const Skeleton& skeleton, std::span<const double> standing,
                                         std::span<const std::string_view> tips) {
  if (static_cast<int>(standing.size()) != skeleton.value_count())
    return Error{"the standing pose is not one of this skeleton"};
  if (!has_limbs(skeleton)) return Error{"a crawling figure must have no scales and no followers"};
  if (tips.size() < 3 || tips.size() > static_cast<std::size_t>(CrawlState::kMaxLegs))
    return Error{"a crawling figure has three to six legs, not " + std::to_string(tips.size())};
  CrawlerModel out;
  out.skeleton_ = &skeleton;
  Frames frames(skeleton);
  forward(skeleton, standing, frames);
  for (const std::string_view name : tips) {
    const Result<JointId> tip = skeleton.find(name);
    if (!tip) return Error{tip.error()};
    CrawlerLeg leg;
    leg.tip = leg.first = *tip;
    JointId root = *tip;
    while (skeleton.parent(root).valid()) {
      leg.first = root;
      root = skeleton.parent(root);
    }
    if (skeleton.kind(root) != JointKind::Free)
      return Error{"the body " + skeleton.name(root) + " is not free to move"};
    if (out.body_.valid() && out.body_ != root) return Error{"the legs hang on different bodies"};
    out.body_ = root;
    leg.first_value = skeleton.first_value(leg.first);
    leg.value_count = skeleton.first_value(leg.tip) + skeleton.value_count(leg.tip) - leg.first_value;
    if (leg.value_count < 3 || leg.value_count > CrawlMemory::kMaxLegValues)
      return Error{"the leg to " + std::string(name) + " has " + std::to_string(leg.value_count) +
                   " values, not 3 or 4"};
    const Vec3 middle = frames.position(root);
    leg.hip = frames.position(leg.first) - middle;
    leg.neutral = frames.position(leg.tip) - middle;
    leg.margin = LegMargin::of(skeleton, standing, frames, leg.first, leg.tip);
    for (int k = 0; k < leg.value_count; ++k)
      leg.standing[static_cast<std::size_t>(k)] = standing[static_cast<std::size_t>(leg.first_value + k)];
    out.height_ -= leg.neutral.y / static_cast<double>(tips.size());
    out.tips_[out.count_] = leg.tip;
    out.legs_[out.count_++] = leg;
  }
  out.standing_body_ = frames.rotation(out.body_);
  return out;
}

}  // namespace kine::detail
