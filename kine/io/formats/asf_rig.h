#pragma once

#include <string>
#include <vector>

#include "kine/math/quat.h"
#include "kine/model/skeleton.h"

namespace kine {

/// What an ASF file says of the columns of its AMC files, beyond the skeleton.
struct AsfRig {
  struct Bone {
    JointId joint;
    Quat axis{};  ///< C
    /// A letter a column: x, y, z turn; X, Y, Z and l (the length) shift, which only the root does.
    std::string dofs{};
  };
  std::vector<Bone> bones{};  ///< the root first, then as the joints come
  bool degrees = true;        ///< the angles of an AMC file that does not say
};

}  // namespace kine
