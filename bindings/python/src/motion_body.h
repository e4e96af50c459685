#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/clip.h"
#include "kine/core/scratch.h"
#include "kine/motion/bone_map.h"
#include "kine/motion/motion_body.h"
#include "kine/motion/plants.h"

namespace kine::python {

/// The axis of that name, up in the world of a figure.
Vec3 up_vector(const std::string& up);

/// Which joint is what, with what the caller knows better: names of bones and of their joints. Needs no lock of Python's.
BoneMap bones_of(const Skeleton& skeleton, const Vec3& up, const std::map<std::string, std::string>& known);

/// A figure whose animation is corrected. One call at a time: who calls waits for the mutex, without Python's lock.
struct NamedMotionBody {
  SkeletonRef skeleton;
  MotionBody body;
  Scratch scratch;
  SoleFit fit{};  ///< as fit_soles measured last
  std::mutex mutex{};

  NamedMotionBody(SkeletonRef s, MotionBody b) : skeleton(std::move(s)), body(std::move(b)), scratch(body) {}
};
using BodyRef = Ref<NamedMotionBody>;

/// A copy of a clip for this body: frames may be written to meanwhile. Refused: clips of other skeletons, without frames, and
/// with numbers that are none.
Clip clip_for(const BodyRef& body, const ClipRef& clip);

/// Plants as (side, part, first frame, frame after the last) and (x, y, z) of each.
py::tuple arrays_of(const std::vector<Plant>& plants);

/// Plants that the caller knows, as arrays_of writes them; a place that is no number is where the clip has the point on the average.
struct KnownPlants {
  Numbers spans, places;
};
/// Nothing where `spans` is None.
std::optional<KnownPlants> known_plants(const py::object& spans, const py::object& places);
std::vector<Plant> read_plants(const NamedMotionBody& body, const Clip& clip, const KnownPlants& known);

/// Poses that follow each other, one or many, as an argument that is (n,) or (N, n); results have the same leading shape.
class PoseRows {
 public:
  PoseRows(const py::object& object, const char* name, const Skeleton& skeleton);

  int count() const { return count_; }
  std::span<double> pose(int i) {
    return std::span(given_.values).subspan(static_cast<std::size_t>(i) * width_, width_);
  }
  py::array_t<double> poses() const;
  /// Numbers of each frame as an array: (…) for one a frame, else (…, wide).
  py::array_t<double> array(std::span<const double> values, int wide = 1) const;
  py::array_t<bool> flags(std::span<const char> values, int wide = 1) const;

 private:
  Shape shape(Count wide) const;

  Numbers given_;
  std::size_t width_;
  int count_;
};

/// What belongs to each frame: a row for all of them, or one for each.
class FrameRows {
 public:
  FrameRows(const py::object& object, const char* name, std::initializer_list<Shape> shapes)
      : name_(name), given_(numbers_of(object, name, shapes)) {}

  /// A ValueError unless there is one row, or one for each frame.
  void check_count(int frames) const;
  std::span<const double> row(int frame) const { return given_.row(given_.shape.size() == 1 ? 0 : frame); }
  std::size_t width() const { return static_cast<std::size_t>(given_.shape.back()); }

 private:
  std::string name_;
  Numbers given_;
};

}  // namespace kine::python
