#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/model/clip.h"
#include "kine/model/shape.h"
#include "kine/motion/motion_body.h"
#include "kine/motion/plants.h"
#include "kine/motion/style.h"

namespace kine {

class RetargetMap;
namespace detail {
struct RetargetModel;
const RetargetModel& model_of(const RetargetMap& map);
}  // namespace detail

/// How legs and arms are brought to where feet and hands should be (Meredith & Maddock).
enum class RetargetMode : std::uint8_t {
  Half,    ///< three rows of a Jacobian bring the ankle to its place, and the foot is turned after that
  Full,    ///< six rows bring the whole foot to its place
  Hybrid,  ///< in closed form where the limb allows it, and six rows where limits are in the way
};

/// What both figures are taken to show at rest.
enum class RestMatch : std::uint8_t {
  Auto,  ///< arms, legs and feet are compared by where their bones point, so that a T pose meets an A pose
  Bind,  ///< the same pose: every bone keeps its turn from rest
};

/// How a motion is put on another body.
struct RetargetSettings {
  RetargetMode mode = RetargetMode::Hybrid;
  RestMatch rest = RestMatch::Auto;
  /// A pose of the source that is taken as its rest; empty: the source's own. Copied.
  std::span<const double> source_rest{};
  bool plants = true;        ///< feet that stand are locked to the ground, and no sole goes into it
  bool contacts = true;      ///< hands that touch each other or the body still do
  bool limits = true;        ///< false: limits of the target are ignored
  bool speed_limits = true;  ///< joints of the target with a speed limit keep to it
  Style style{};             ///< weights, limits and offsets of single parts; empty: none
};

/// Which joint of a target takes its turn from which joints of a source, compiled once for two figures. Refers to both
/// bodies, which must outlive it. It can be moved and not copied.
///
///   const RetargetMap map = *RetargetMap::build(source, target, {});
///   Scratch scratch(map);
///   retarget_pose(map, source_pose, target_pose, scratch);
class RetargetMap {
 public:
  /// Refused with a sentence: a rest pose that is not the source's, a style that names no part, bodies without hips.
  static Result<RetargetMap> build(const MotionBody& source, const MotionBody& target,
                                   const RetargetSettings& settings = {});

  RetargetMap(RetargetMap&&) noexcept;
  RetargetMap& operator=(RetargetMap&&) noexcept;
  ~RetargetMap();

  const MotionBody& source() const;
  const MotionBody& target() const;
  const RetargetSettings& settings() const;
  /// How large the target is against the source: by the lengths of their legs.
  double scale() const;
  /// What a Scratch for retarget_pose() must hold.
  std::size_t scratch_bytes() const;
  /// A sentence each: bones of the source that the target does not have.
  const std::vector<std::string>& notes() const;

 private:
  friend const detail::RetargetModel& detail::model_of(const RetargetMap& map);
  explicit RetargetMap(std::unique_ptr<detail::RetargetModel> model);

  std::unique_ptr<detail::RetargetModel> model_;
};

/// One frame by directions alone: each bone of the target points where the source's does, and the middle of the hips is
/// where the source's is, scaled by the legs. Limits hold. Joints without a counterpart stay at rest. `shape` are the
/// lengths of the source's bones in this frame, where its clip animates them. Allocates nothing; the same pose gives
/// the same bits.
void retarget_pose(const RetargetMap& map, std::span<const double> source, std::span<double> pose, Scratch& scratch,
                   const Shape* shape = nullptr);

/// How a clip went.
struct RetargetReport {
  /// A plant of the source, and where the target's foot stands.
  struct Stand {
    Plant plant{};     ///< with `at` in the target's world
    double drift = 0;  ///< how far the point goes from there while it stands, at the most, metres
  };
  std::vector<Stand> stands{};
  double floor = 0;    ///< height of the ground in the result, metres along the target's up axis
  double deepest = 0;  ///< of a sole in the ground, metres
  double lowered = 0;  ///< how far the pelvis was lowered for legs that are too short, at the most, metres
  double miss = 0;     ///< how far a foot is from where it should be because its leg cannot do it, at the most, metres
  double beyond_limits = 0;          ///< the most that a joint is outside its limits, radians or metres
  double over_speed = 0;             ///< the most that a joint is faster than it may be, as a share of that
  int contacts = 0;                  ///< frames in which a hand touches the other one or the body
  std::vector<std::string> notes{};  ///< a sentence each
};

/// A whole clip: directions first, then feet that stand are locked, hands brought to what they touch, speeds limited.
/// `source` of the map must be fitted to the clip (fit_soles), `fit` is what that said. `plants` are the source's:
/// find_plants(), or by hand. Refused with a sentence: a clip without frames or of another skeleton, plants that
/// contradict each other.
Result<Clip> retarget(const RetargetMap& map, const Clip& clip, const SoleFit& fit, std::span<const Plant> plants,
                      RetargetReport& report);

}  // namespace kine
