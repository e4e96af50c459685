#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/model/joint.h"

namespace kine {

/// The two ways of writing a Denavit-Hartenberg table. Both describe a link by four numbers, but in another order:
///
///   Classic   T_i = Rz(theta_i) Tz(d_i) Tx(a_i) Rx(alpha_i)              the joint's axis is z of frame i - 1
///   Modified  T_i = Rx(alpha_i) Tx(a_i) Rz(theta_i) Tz(d_i)              the joint's axis is z of frame i
///
/// Modified is Craig's (Introduction to Robotics): the a and alpha of row i are those that he numbers i - 1.
enum class DhConvention : std::uint8_t { Classic, Modified };

/// One row of a Denavit-Hartenberg table.
struct DhRow {
  std::string name{};                 ///< of the joint; empty: "joint1", "joint2", ... by its row
  double a = 0;                       ///< metres along x
  double alpha = 0;                   ///< radians about x
  double d = 0;                       ///< metres along z; for a Slider it is added to the joint's value
  double theta = 0;                   ///< radians about z; for a Hinge it is added to the joint's value
  JointKind kind = JointKind::Hinge;  ///< Hinge, Slider, or Fixed for a row that never moves (a flange)
  AxisSettings settings{};  ///< limits, speed, weight; limits are those of the joint's value, without the offset
};

/// Where the chain begins and ends.
struct DhEnds {
  std::string tip = "tip";       ///< the name of the Fixed joint that is added at the end
  std::string parent{};          ///< the joint that the chain hangs on; empty: the chain is a root
  Transform parent_from_base{};  ///< where frame 0 of the table stands
};

/// A chain of joints from a table, ready for Skeleton::build; other joints may be added before and after.
/// All hinges turn about, and all sliders slide along, z of their own frame. With every value at q_i the frame of the
/// tip is base T_1(q_1) ... T_n(q_n), in either convention. The joints before it stand
///   Modified: in the table's own frames: the frame of joint i is T_1 ... T_i (that of the tip is the last one's),
///   Classic:  in frame i - 1 turned (or slid) by the joint's value, since that is where the axis is; what is fixed in
///             row i is the rest of joint i + 1, and that of the last row the rest of the tip.
/// Refused with a sentence: a table without rows, numbers that are not finite, kinds other than those three.
Result<std::vector<Joint>> from_dh(std::span<const DhRow> rows, DhConvention convention, const DhEnds& ends = {});

}  // namespace kine
