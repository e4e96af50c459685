#pragma once

#include <array>
#include <span>
#include <string_view>

#include "kine/motion/crawl/crawl_memory.h"
#include "kine/motion/crawl/leg_margin.h"

namespace kine::detail {

struct CrawlerLeg {
  JointId first{}, tip{};
  int first_value = 0, value_count = 0;
  Vec3 hip{}, neutral{};  ///< where it begins, and where its tip stands, seen from the body
  LegMargin margin{};
  std::array<double, CrawlMemory::kMaxLegValues> standing{};  ///< its values when it stands
};

/// What a Crawler knows of its skeleton.
class CrawlerModel {
 public:
  /// See Crawler::build.
  static Result<CrawlerModel> build(const Skeleton& skeleton, std::span<const double> standing,
                                    std::span<const std::string_view> tips);

  const Skeleton& skeleton() const { return *skeleton_; }
  std::span<const CrawlerLeg> legs() const { return {legs_.data(), count_}; }
  std::span<const JointId> tips() const { return {tips_.data(), count_}; }
  JointId body() const { return body_; }
  const Quat& standing_body() const { return standing_body_; }
  /// Of the body above the tips when it stands, metres.
  double height() const { return height_; }

 private:
  const Skeleton* skeleton_ = nullptr;
  JointId body_ = kWorld;
  Quat standing_body_{};
  double height_ = 0;
  std::array<CrawlerLeg, CrawlState::kMaxLegs> legs_{};
  std::array<JointId, CrawlState::kMaxLegs> tips_{};
  std::size_t count_ = 0;
};

}  // namespace kine::detail
