// The module kine._kine: the library's own words for Python. What users import is kine/__init__.py.
#include "bindings/python/src/module.h"

#include <exception>
#include <utility>

#include "kine/version.h"

PYBIND11_MODULE(_kine, m) {
  using namespace kine::python;
  // Signatures come from the stub file, with the documentation.
  py::options options;
  options.disable_function_signatures();
  // What cannot be converted where we ask for it ourselves: objects of another class, or whose __init__ never ran.
  py::register_local_exception_translator([](std::exception_ptr failure) {
    try {
      std::rethrow_exception(std::move(failure));
    } catch (const py::cast_error&) {
      PyErr_SetString(PyExc_TypeError, "an object of another class was expected, or its __init__ never ran");
    }
  });
  m.attr("__version__") = kine::kVersion;
  // Classes and functions are known by the name they are imported from.
  const py::object own_name = m.attr("__name__");
  m.attr("__name__") = "kine";
  bind_skeleton(m);
  bind_pose(m);
  bind_kinematics(m);
  bind_goals(m);
  bind_methods(m);
  bind_solve(m);
  bind_global(m);
  bind_velocity(m);
  bind_clip(m);
  bind_files(m);
  bind_ground(m);
  bind_walk(m);
  bind_crawl(m);
  bind_motion_body(m);
  bind_feet(m);
  bind_look_at(m);
  bind_hold_on(m);
  bind_clean(m);
  bind_edit(m);
  bind_retarget(m);
  bind_clip_tools(m);
  m.attr("__name__") = own_name;
}
