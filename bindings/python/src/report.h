#pragma once

#include "bindings/python/src/convert.h"
#include "kine/solve/report.h"

namespace kine::python {

/// A report as Python holds it: with the skeleton, whose joints its sentence names.
struct NamedReport {
  SkeletonRef skeleton;
  Report report;
};

/// A member of the enumeration kine.Status.
py::object to_python(Status status);

}  // namespace kine::python
