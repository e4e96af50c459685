#pragma once

#include <memory>

#include "bindings/python/src/convert.h"

/// What frame-by-frame functions remember, as objects of Python's: they can be copied to rewind and reset after a teleport.
namespace kine::python {

/// Runs f(state) on a copy, so that threads do not meet in one, and keeps what came of it. None: a new state, kept nowhere.
template <class S, class F>
void with_state(const py::object& object, const char* expected, F&& f) {
  if (object.is_none()) {
    S fresh{};
    return f(fresh);
  }
  const Ref<S> kept = object_of<S>(object, "state", expected);
  S now = *kept;
  f(now);
  *kept = now;
}

template <class S>
void bind_state(py::module_& m, const char* name) {
  const std::string of = std::string(name) + ".";
  py::class_<S, std::shared_ptr<S>>(m, name, doc(name))
      .def(py::init([] { return std::make_shared<S>(); }), doc(of + "__init__"))
      .def_property_readonly(
          "started", [](const Ref<S>& state) { return state->started; }, doc(of + "started"))
      .def(
          "copy", [](const Ref<S>& state) { return std::make_shared<S>(*state); }, doc(of + "copy"))
      .def("reset", [](const Ref<S>& state) { state->reset(); }, doc(of + "reset"));
}

}  // namespace kine::python
