#pragma once

#include <span>

#include "kine/model/joint.h"
#include "kine/model/skeleton.h"

namespace kine::scenes::detail {

/// A skeleton of a description that is known to be right: says what is wrong and stops the program if it is not.
Skeleton must_build(std::span<const Joint> joints);

/// Limits written in degrees.
constexpr Range degree_range(double lower, double upper) { return {radians(lower), radians(upper)}; }

/// One axis of an Euler joint as anatomy names it: what it turns about and how far, degrees.
struct Turn {
  Vec3 axis;
  double lower, upper;
};

/// An Euler joint of two or three turns, the outermost first.
Joint euler_of(std::string name, std::string parent, const Vec3& offset, std::span<const Turn> turns);

}  // namespace kine::scenes::detail
