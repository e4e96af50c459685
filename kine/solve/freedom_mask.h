#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "kine/model/skeleton.h"

namespace kine {

/// Which freedoms a solve may move: locks for one solve, without another skeleton. Every method takes it as its setting
/// `movable`.
///
///   FreedomMask mask(arm);                                    // all may move
///   mask.lock(arm.joint("elbow"));
///   solve(arm, goals, Jacobian{.movable = mask}, pose, scratch);
///
/// Freedoms that the skeleton fixes stay fixed whatever the mask says. What follows a locked value stays too, since it
/// has no freedom of its own; locking a joint whose value follows another locks the one that it follows.
class FreedomMask {
 public:
  explicit FreedomMask(const Skeleton& skeleton)
      : skeleton_(&skeleton),
        count_(static_cast<std::size_t>(skeleton.freedom_count())),
        flags_(new bool[static_cast<std::size_t>(skeleton.freedom_count())]) {
    set_all(true);
  }

  /// All freedoms of a joint.
  void lock(JointId joint) { set(joint, false); }
  void unlock(JointId joint) { set(joint, true); }
  /// One freedom, by its index in the skeleton (Skeleton::freedom_of).
  void lock_freedom(int freedom) { set(freedom, false); }
  void unlock_freedom(int freedom) { set(freedom, true); }
  /// Everything, before `unlock` of what may move or `lock` of what may not.
  void lock_all() { set_all(false); }
  void unlock_all() { set_all(true); }

  bool may_move(int freedom) const { return flags_[static_cast<std::size_t>(freedom)]; }

  /// What the methods take. The mask must outlive the solve, so a temporary one does not convert.
  operator std::span<const bool>() const& { return {flags_.get(), count_}; }
  operator std::span<const bool>() const&& = delete;

 private:
  void set_all(bool moves) { std::fill_n(flags_.get(), count_, moves); }
  void set(int freedom, bool moves) {
    KINE_ASSERT(freedom >= 0 && static_cast<std::size_t>(freedom) < count_, "a freedom of this skeleton");
    flags_[static_cast<std::size_t>(freedom)] = moves;
  }
  void set(JointId joint, bool moves) {
    for (int k = 0; k < skeleton_->axis_count(joint); ++k) set(skeleton_->freedom_of(joint, k), moves);
  }

  const Skeleton* skeleton_;
  std::size_t count_;
  std::unique_ptr<bool[]> flags_;
};

}  // namespace kine
