#include "kine/motion/retarget/chain_share.h"

#include <algorithm>

namespace kine::detail {

std::vector<BoneSegment> turning_segments(const Skeleton& skeleton, std::span<const JointId> joints) {
  constexpr int kMostHinges = 3;
  std::vector<BoneSegment> segments;
  int hinges = 0;
  for (const JointId id : joints) {
    const JointKind kind = skeleton.kind(id);
    if (kind == JointKind::Fixed || kind == JointKind::Slider) continue;
    const bool goes_on = kind == JointKind::Hinge && hinges > 0 && hinges < kMostHinges;
    if (goes_on)
      segments.back().last = id;
    else
      segments.push_back({id, id});
    hinges = kind == JointKind::Hinge ? (goes_on ? hinges + 1 : 1) : 0;
  }
  return segments;
}

std::vector<double> places_along(std::span<const Vec3> at) {
  std::vector<double> places;
  double way = 0;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double bone = length(at[i + 1] - at[i]);
    places.push_back(way + 0.5 * bone);
    way += bone;
  }
  const double last = places.empty() ? 0 : places.back();
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = last > 0 ? places[i] / last : static_cast<double>(i + 1) / static_cast<double>(places.size());
  return places;
}

std::vector<ChainShare> share_chain(std::span<const double> source, std::span<const double> target) {
  std::vector<ChainShare> shares;
  for (std::size_t i = 0; i < target.size(); ++i) {
    ChainShare share{static_cast<int>(i) - 1, 1};
    if (source.empty()) {
      share = {-1, 0};
    } else if (source.size() != target.size()) {
      const double at = i + 1 == target.size() ? 1 : target[i];
      const auto above = std::ranges::lower_bound(source, at);
      const auto next =
          std::min<std::ptrdiff_t>(above - source.begin(), static_cast<std::ptrdiff_t>(source.size()) - 1);
      const double low = next > 0 ? source[static_cast<std::size_t>(next - 1)] : 0;
      const double high = source[static_cast<std::size_t>(next)];
      share = {static_cast<int>(next) - 1, high > low ? std::clamp<double>((at - low) / (high - low), 0, 1) : 1};
    }
    shares.push_back(share);
  }
  return shares;
}

}  // namespace kine::detail
