#pragma once

#include <string>
#include <string_view>

#include "bindings/python/src/convert.h"

/// What each file adds to the module kine._kine.
namespace kine::python {

void bind_skeleton(py::module_& m);
void bind_pose(py::module_& m);
void bind_kinematics(py::module_& m);
void bind_goals(py::module_& m);
void bind_methods(py::module_& m);
void bind_solve(py::module_& m);
void bind_global(py::module_& m);
void bind_velocity(py::module_& m);
void bind_clip(py::module_& m);
void bind_files(py::module_& m);
void bind_ground(py::module_& m);
void bind_walk(py::module_& m);
void bind_crawl(py::module_& m);
void bind_motion_body(py::module_& m);
void bind_feet(py::module_& m);
void bind_look_at(py::module_& m);
void bind_hold_on(py::module_& m);
void bind_clean(py::module_& m);
void bind_edit(py::module_& m);
void bind_retarget(py::module_& m);
void bind_clip_tools(py::module_& m);

/// A name of the library as Python writes it: "NotFound" is "not-found".
std::string lower_case(std::string_view text);

}  // namespace kine::python
