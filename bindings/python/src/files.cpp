#include <pybind11/stl.h>

#include <cmath>
#include <limits>

#include "bindings/python/src/clip.h"
#include "bindings/python/src/module.h"
#include "kine/io/asf_amc.h"
#include "kine/io/bake_scale.h"
#include "kine/io/bvh.h"
#include "kine/io/gltf.h"
#include "kine/io/load.h"
#include "kine/model/pose.h"

namespace kine::python {

namespace {

/// A scene as Python holds it; skeleton and clips are shared with what Python takes out of it.
struct NamedScene {
  SkeletonRef skeleton;
  std::vector<ClipRef> clips;
  Scene scene;  // without its clips
};
using SceneRef = Ref<NamedScene>;

std::optional<double> positive(const py::object& value, const char* name) {
  if (value.is_none()) return std::nullopt;
  const double number = number_of(value, name);
  if (!(number > 0) || !std::isfinite(number)) refuse(std::string(name) + ": a positive number was expected");
  return number;
}

std::optional<Up> up_of(const py::object& value) {
  if (value.is_none()) return std::nullopt;
  return static_cast<Up>(choice_of(py::str(value), "up", {"x", "y", "z"}));
}

SkeletonRef named_skeleton(const Scene& scene) {
  auto named = std::make_shared<NamedSkeleton>(NamedSkeleton{scene.skeleton});
  for (const Scene::Alias& alias : scene.aliases)
    if (!scene.skeleton.find(alias.name)) named->aliases.emplace(alias.name, alias.joint);
  return named;
}

std::shared_ptr<NamedScene> load_paths(const std::vector<std::string>& paths, const py::object& metres_per_unit,
                                       const py::object& up, const py::object& rate, bool three_dofs, bool free_root,
                                       const std::vector<std::string>& allowed_folders, bool without_scale) {
  LoadOptions options{.metres_per_unit = positive(metres_per_unit, "metres_per_unit"),
                      .up = up_of(up),
                      .rate = positive(rate, "rate"),
                      .three_dofs = three_dofs,
                      .free_root = free_root};
  options.files.allowed_folders = allowed_folders;
  const auto read = [&]() -> Result<Scene> {
    const py::gil_scoped_release unlocked;
    Result<Scene> scene = load_scene(paths, options);
    return scene && without_scale ? bake_scale(*scene) : std::move(scene);
  };
  Scene scene = value_of(read());
  const auto skeleton = named_skeleton(scene);
  std::vector<ClipRef> clips;
  for (Clip& clip : scene.clips) clips.emplace_back(std::make_shared<NamedClip>(NamedClip{skeleton, std::move(clip)}));
  scene.clips.clear();
  return std::make_shared<NamedScene>(NamedScene{skeleton, std::move(clips), std::move(scene)});
}

/// What is written: a scene's parts, or a skeleton or clip alone.
struct Writing {
  Scene scene;
  double metres_per_unit;  // 0: what is usual
  BvhOptions bvh{};
  bool stick_mesh = true;

  Result<Clip> one_clip(const std::string& format) const {
    if (scene.clips.size() > 1)
      return Error{"clips: a file of the format " + format + " has room for one, here are " +
                   std::to_string(scene.clips.size())};
    if (!scene.clips.empty()) return scene.clips.front();
    Clip still(scene.skeleton, scene.name, 30);
    still.append(scene.skeleton.rest_pose());
    return still;
  }
  AsfOptions asf() const {
    AsfOptions options{.rig = scene.asf};
    if (metres_per_unit > 0)
      options.metres_per_unit = metres_per_unit;
    else if (scene.asf)
      options.metres_per_unit = scene.metres_per_unit;
    return options;
  }
  Result<std::string> bytes(const std::string& format) const {
    if (format == "glb") return write_glb(scene, {.stick_mesh = stick_mesh});
    if (format == "gltf") return write_gltf(scene, {.stick_mesh = stick_mesh});
    if (format == "asf") return write_asf(scene.skeleton, asf());
    const Result<Clip> clip = one_clip(format);
    if (!clip) return Error{clip.error()};
    if (format == "amc") return write_amc(scene.skeleton, *clip, asf());
    BvhOptions options = bvh;
    if (metres_per_unit > 0) options.metres_per_unit = metres_per_unit;
    return write_bvh(scene.skeleton, *clip, options);
  }
};

// The skeleton and the clips of what save was handed.
Writing writing_of(const py::object& thing, const py::object& clips) {
  std::vector<ClipRef> list;
  const auto start = [&]() -> Writing {
    if (py::isinstance<NamedScene>(thing)) {
      const auto scene = py::cast<SceneRef>(thing);
      list = scene->clips;
      return {scene->scene, 0};
    }
    SkeletonRef skeleton;
    if (py::isinstance<NamedClip>(thing)) {
      list.push_back(py::cast<ClipRef>(thing));
      skeleton = list.front()->skeleton;
    } else if (py::isinstance<NamedSkeleton>(thing)) {
      skeleton = py::cast<SkeletonRef>(thing);
    } else {
      refuse(std::string("thing: a Scene, a Clip or a Skeleton was expected, this is a ") +
             Py_TYPE(thing.ptr())->tp_name);
    }
    return {Scene{.name = "", .skeleton = *skeleton, .notes = {}}, 0};
  };
  Writing writing = start();
  if (!clips.is_none()) {
    list.clear();
    if (py::isinstance<NamedClip>(clips))
      list.push_back(py::cast<ClipRef>(clips));
    else
      for (const py::handle clip : clips) list.push_back(object_of<NamedClip>(clip, "clips", "a Clip"));
  }
  for (const ClipRef& clip : list) {
    if (clip->clip.value_count() != writing.scene.skeleton.value_count())
      refuse("clips: '" + clip->clip.name + "' is of another skeleton");
    writing.scene.clips.push_back(clip->clip);
  }
  return writing;
}

py::bytes encode(const std::string& format, const py::object& thing, const py::object& clips,
                 const py::object& metres_per_unit, const std::string& order, int decimals, const py::object& up,
                 bool stick_mesh) {
  choice_of(format, "path", {"bvh", "asf", "amc", "glb", "gltf"});
  Writing writing = writing_of(thing, clips);
  writing.metres_per_unit = positive(metres_per_unit, "metres_per_unit").value_or(0);
  if (decimals < 6 || decimals > 12) refuse("decimals: from 6 to 12 was expected");
  writing.bvh.order = order;
  writing.bvh.decimals = decimals;
  writing.stick_mesh = stick_mesh;
  if (const std::optional<Up> given = up_of(up)) writing.scene.up = *given;
  const auto write = [&] {
    const py::gil_scoped_release unlocked;
    return writing.bytes(format);
  };
  return py::bytes(value_of(write()));
}

py::dict aliases_of(const NamedScene& named) {
  py::dict aliases;
  for (const Scene::Alias& alias : named.scene.aliases)
    aliases[py::str(alias.name)] = named.skeleton->name(alias.joint);
  return aliases;
}

}  // namespace

void bind_files(py::module_& m) {
  py::class_<NamedScene, std::shared_ptr<NamedScene>>(m, "Scene", doc("Scene"))
      .def_property_readonly(
          "name", [](const SceneRef& s) { return s->scene.name; }, doc("Scene.name"))
      .def_property_readonly(
          "skeleton", [](const SceneRef& s) { return s->skeleton; }, doc("Scene.skeleton"))
      .def_property_readonly(
          "clips", [](const SceneRef& s) { return s->clips; }, doc("Scene.clips"))
      .def_property_readonly(
          "metres_per_unit", [](const SceneRef& s) { return s->scene.metres_per_unit; }, doc("Scene.metres_per_unit"))
      .def_property_readonly(
          "up", [](const SceneRef& s) { return std::string(1, to_char(s->scene.up)); }, doc("Scene.up"))
      .def_property_readonly(
          "height", [](const SceneRef& s) { return figure_height(*s->skeleton, s->scene.up); }, doc("Scene.height"))
      .def_property_readonly(
          "notes", [](const SceneRef& s) { return s->scene.notes; }, doc("Scene.notes"))
      .def_property_readonly(
          "aliases", [](const SceneRef& s) { return aliases_of(*s); }, doc("Scene.aliases"))
      .def(
          "find",
          [](const SceneRef& s, const std::string& name) {
            return s->skeleton->name(value_of(find_joint(s->scene, name)));
          },
          py::arg("name"), doc("Scene.find"))
      .def("__repr__", [](const SceneRef& s) {
        return "<kine.Scene '" + s->scene.name + "': " + std::to_string(s->skeleton->joint_count()) + " joints, " +
               std::to_string(s->clips.size()) + " clips>";
      });
  m.def("_load", &load_paths, py::arg("paths"), py::arg("metres_per_unit"), py::arg("up"), py::arg("rate"),
        py::arg("three_dofs"), py::arg("free_root"), py::arg("allowed_folders"), py::arg("bake_scale"), doc("_load"));
  m.def("_encode", &encode, py::arg("format"), py::arg("thing"), py::arg("clips"), py::arg("metres_per_unit"),
        py::arg("order"), py::arg("decimals"), py::arg("up"), py::arg("stick_mesh"), doc("_encode"));
}

}  // namespace kine::python
