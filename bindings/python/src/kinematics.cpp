#include <algorithm>

#include "bindings/python/src/module.h"
#include "bindings/python/src/parallel.h"
#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"

namespace kine::python {

namespace {

constexpr Count kNumbersOfATransform = 7;  // x y z w of the turn, then x y z of the place, as kine::Transform has them
static_assert(sizeof(Transform) == kNumbersOfATransform * sizeof(double));

/// Where every joint is, of one pose or of many.
struct FramesOf {
  SkeletonRef skeleton;
  py::array_t<double> numbers;  // (joints, 7) or (N, joints, 7)
};

// Some of the last axis' numbers, as a view.
py::array part_of(const FramesOf& frames, Count first, Count count) {
  return py::array(frames.numbers[py::make_tuple(py::ellipsis(), py::slice(first, first + count, 1))]);
}

py::array part_of_joint(const FramesOf& frames, const py::object& joint, Count first, Count count) {
  const int index = id_of(*frames.skeleton, joint, "joint").index;
  return py::array(frames.numbers[py::make_tuple(py::ellipsis(), index, py::slice(first, first + count, 1))]);
}

// One pose (n,) or many (N, n).
struct Poses {
  Numbers numbers;
  bool single;

  Count count() const { return single ? 1 : numbers.shape[0]; }
  std::span<const double> row(Count i) const { return numbers.row(i); }
  /// The shape of what comes of them: for one pose without the first length.
  Shape shape(Shape each) const {
    if (!single) each.insert(each.begin(), count());
    return each;
  }
};

Poses poses_of(const Skeleton& skeleton, const py::object& poses) {
  const Count n = skeleton.value_count();
  Numbers numbers = numbers_of(poses, "poses", {{n}, {kAny, n}});
  const bool single = numbers.shape.size() == 1;
  return {std::move(numbers), single};
}

std::shared_ptr<FramesOf> forward_of(const SkeletonRef& skeleton, const py::object& poses, int threads) {
  const Poses all = poses_of(*skeleton, poses);
  const Count joints = skeleton->joint_count();
  auto out = new_array(all.shape({joints, kNumbersOfATransform}));
  auto* to = reinterpret_cast<Transform*>(out.mutable_data());
  for_each_piece(all.count(), thread_count(threads), [&]() -> Work {
    return [&, frames = std::make_shared<Frames>(*skeleton)](long first, long last) {
      for (long i = first; i < last; ++i) {
        forward(*skeleton, all.row(i), *frames);
        std::copy(frames->joints().begin(), frames->joints().end(), to + i * joints);
      }
    };
  });
  return std::make_shared<FramesOf>(FramesOf{skeleton, std::move(out)});
}

Rows rows_named(const std::string& text) {
  constexpr Rows kRows[] = {Rows::Linear, Rows::Angular, Rows::Full};
  return kRows[choice_of(text, "rows", {"linear", "angular", "full"})];
}

py::array jacobian_of(const SkeletonRef& skeleton, const py::object& poses, const py::object& joint,
                      const py::object& offset, const std::string& rows, const py::object& relative_to, bool with_fixed,
                      int threads) {
  const PointOnJoint point{id_of(*skeleton, joint, "joint"), vec3_of(offset, "offset")};
  const JacobianOptions options{.rows = rows_named(rows),
                                .relative_to = id_of(*skeleton, joint_ref(relative_to, "relative_to")),
                                .with_fixed = with_fixed};
  const Poses all = poses_of(*skeleton, poses);
  const int height = row_count(options.rows), width = skeleton->freedom_count();
  auto out = new_array(all.shape({width, height}));  // column after column
  double* to = out.mutable_data();
  for_each_piece(all.count(), thread_count(threads), [&]() -> Work {
    return [&, frames = std::make_shared<Frames>(*skeleton)](long first, long last) {
      for (long i = first; i < last; ++i) {
        forward(*skeleton, all.row(i), *frames);
        jacobian(*skeleton, *frames, point, options, MatrixView<double>(to + i * width * height, height, width));
      }
    };
  });
  return py::array(out.attr("swapaxes")(-1, -2));
}

py::array centre_of_mass_of(const SkeletonRef& skeleton, const py::object& poses, int threads) {
  const Poses all = poses_of(*skeleton, poses);
  auto out = new_array(all.shape({3}));
  double* to = out.mutable_data();
  for_each_piece(all.count(), thread_count(threads), [&]() -> Work {
    return [&, frames = std::make_shared<Frames>(*skeleton)](long first, long last) {
      for (long i = first; i < last; ++i) {
        forward(*skeleton, all.row(i), *frames);
        const Vec3 centre = centre_of_mass(*skeleton, *frames);
        for (int k = 0; k < 3; ++k) to[3 * i + k] = centre[k];
      }
    };
  });
  return out;
}

}  // namespace

void bind_kinematics(py::module_& m) {
  py::class_<FramesOf, std::shared_ptr<FramesOf>>(m, "Frames", doc("Frames"))
      .def_property_readonly(
          "skeleton", [](const Ref<FramesOf>& f) { return f->skeleton; }, doc("Frames.skeleton"))
      .def_property_readonly(
          "positions", [](const Ref<FramesOf>& f) { return part_of(*f, 4, 3); }, doc("Frames.positions"))
      .def_property_readonly(
          "rotations", [](const Ref<FramesOf>& f) { return part_of(*f, 0, 4); }, doc("Frames.rotations"))
      .def(
          "position", [](const Ref<FramesOf>& f, const py::object& joint) { return part_of_joint(*f, joint, 4, 3); },
          py::arg("joint"), doc("Frames.position"))
      .def(
          "rotation", [](const Ref<FramesOf>& f, const py::object& joint) { return part_of_joint(*f, joint, 0, 4); },
          py::arg("joint"), doc("Frames.rotation"))
      .def(
          "place",
          [](const Ref<FramesOf>& f, const py::object& joint) {
            const py::list order(py::make_tuple(4, 5, 6, 0, 1, 2, 3));
            const int index = id_of(*f->skeleton, joint, "joint").index;
            return py::array(f->numbers[py::make_tuple(py::ellipsis(), index, order)]);
          },
          py::arg("joint"), doc("Frames.place"))
      .def("__repr__", [](const Ref<FramesOf>& f) {
        const std::string joints = std::to_string(f->skeleton->joint_count()) + " joints";
        if (f->numbers.ndim() == 2) return "<kine.Frames of " + joints + ">";
        return "<kine.Frames of " + joints + " in " + std::to_string(f->numbers.shape(0)) + " poses>";
      });
  m.def("forward", &forward_of, py::arg("skeleton"), py::arg("poses"), py::arg("threads") = 1, doc("forward"));
  m.def("jacobian", &jacobian_of, py::arg("skeleton"), py::arg("poses"), py::arg("joint"), py::kw_only(),
        py::arg("offset") = py::make_tuple(0, 0, 0), py::arg("rows") = "full", py::arg("relative_to") = py::none(),
        py::arg("with_fixed") = false, py::arg("threads") = 1, doc("jacobian"));
  m.def("centre_of_mass", &centre_of_mass_of, py::arg("skeleton"), py::arg("poses"), py::arg("threads") = 1,
        doc("centre_of_mass"));
}

}  // namespace kine::python
