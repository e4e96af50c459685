#pragma once

#include <cmath>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "bindings/python/src/clip.h"
#include "kine/motion/steering.h"

/// What walkers and crawlers share: each has a skeleton, a state, a pose, a mutex, forget() and step(stick, dt).
namespace kine::python {

/// Runs f without Python's lock and with the figure's: one frame at a time.
template <class Figure, class F>
auto locked(const Ref<Figure>& figure, F&& f) {
  const py::gil_scoped_release unlocked;
  const std::lock_guard lock(figure->mutex);
  return f(*figure);
}

/// Many frames at once, as a clip. Frames where there is no ground show the pose as it was.
template <class Figure>
std::shared_ptr<NamedClip> run(const Ref<Figure>& figure, const py::object& sticks, double dt, const char* name) {
  const Numbers given = numbers_of(sticks, "sticks", {{kAny, 3}});
  if (!(dt > 0 && dt <= 1)) refuse("dt: seconds above 0 and up to 1 were expected");
  Numbers poses{{given.shape[0], figure->skeleton->value_count()}, {}};
  locked(figure, [&](Figure& f) {
    for (Count i = 0; i < given.shape[0]; ++i) {
      const std::span<const double> stick = given.row(i);
      f.step({.forward = stick[0], .turn = stick[1], .side = stick[2]}, dt);
      poses.values.insert(poses.values.end(), f.pose.begin(), f.pose.end());
    }
  });
  return make_clip(figure->skeleton, poses, 1 / dt, name);
}

/// Begins anew at a place of the map; with a height, on the ground about there.
template <class Figure>
void start_at(const Ref<Figure>& figure, double x, double z, double heading, const py::object& y) {
  const std::optional<double> height = y.is_none() ? std::nullopt : std::optional<double>(number_of(y, "y"));
  if (!std::isfinite(x) || !std::isfinite(z) || !std::isfinite(heading) || !std::isfinite(height.value_or(0)))
    refuse("start: finite numbers were expected");
  locked(figure, [&](Figure& f) {
    f.forget();
    f.state.course.x = x;
    f.state.course.z = z;
    f.state.course.heading = heading;
    f.state.start_height = height;
  });
}

}  // namespace kine::python
