#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_kernel.h"

/// Six hinges in a row whose axes lie so to each other that all poses come in closed form. Seen from its tip a chain is a chain
/// again, so that each family is written for one end only.
namespace kine::detail {

/// A hinge, and what is constant behind it, as in ArmLink.
struct SixJoint {
  double a = 0, b = 0, d = 0;
  double twist_cos = 1, twist_sin = 0;
  double rest_cos = 1, rest_sin = 0;
  double sign = 1;  ///< -1: seen from the tip it turns the other way
  Range limits{};
  int variable = 0;
  double middle_cos = 1, middle_sin = 0;  ///< of the value in the middle of the limits
  double half_cos = -2;                   ///< of half their width; -2: they hold every angle
};

using SixChain = std::array<SixJoint, 6>;

/// How the axes lie. Counted from the end at which the family is written.
enum class Family : std::uint8_t {
  None,
  Wrist,     ///< the last three axes meet (Pieper): the first three place that point, the others turn
  Parallel,  ///< the second, third and fourth axis are parallel, as in most arms of cobots
};

/// How far axes may be from meeting (in the unit of the chain), or from parallel, to count as such.
struct Nearness {
  double length, radians;
};

/// What closed form there is for an arm.
struct Structure {
  Family family = Family::None;
  Nearness near{};
  bool reversed = false;  ///< written for the chain seen from its tip
  bool exact = false;  ///< within 1e-6 of the unit and 1e-6 rad; else near enough that the poses are good to start from
  bool quartic = false;  ///< needs roots of a quartic; else square roots are enough
  int lock = -1;         ///< the link that is searched apart: the first or last of seven; -1: there are six
  int first = 0;         ///< the first link of the six
  double per_metre = 1;  ///< of the chain's unit of length, a power of two: it makes the arm's reach 1 to 2 units
};

/// Looks at an arm of six hinges, or of seven joints of which the first or the last may slide (a rail). Every end, and of
/// seven joints every lock that leaves the constant parts as they are, is tried; the cheapest exact family is kept, else the cheapest near one.
Structure structure_of(const Arm& arm);

/// The six hinges of a structure, seen from the end at which its family is written. Lengths are in units of the structure.
SixChain six_chain_of(const Arm& arm, const Structure& structure);

/// Where the frame behind the last of the six must be, seen from the frame before the first, for a target of the arm; with
/// the locked link, if there is one, at this angle. Lengths are in units of the structure.
ArmFrame six_target(const Arm& arm, const Structure& structure, const ArmTarget& target, double locked);

}  // namespace kine::detail
