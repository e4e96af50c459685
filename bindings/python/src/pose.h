#pragma once

#include "bindings/python/src/convert.h"

namespace kine::python {

/// A pose as Python holds it: a NumPy array and the skeleton that its numbers are of.
struct NamedPose {
  SkeletonRef skeleton;
  py::array_t<double> q;
};

/// The array of a Pose; anything else as it is.
py::object pose_array(py::handle object);

}  // namespace kine::python
