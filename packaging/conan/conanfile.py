"""A Conan 2 recipe inside kine's own source tree. Untested: see packaging/README.md."""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class KineConan(ConanFile):
    name = "kine"
    description = "Real-time inverse kinematics for characters and robots"
    license = "MIT"
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"fPIC": [True, False]}
    default_options = {"fPIC": True}

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root(), "kine/version.h"))
        self.version = ".".join(re.findall(r"#define KINE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))

    def export_sources(self):
        for part in ("kine/*", "bindings/*", "cmake/*", "scenes/*", "CMakeLists.txt", "LICENSE"):
            copy(self, part, self._root(), self.export_sources_folder)

    def requirements(self):
        self.requires("fast_float/[>=3.9]", visible=False)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in ("APPS", "TESTS", "BENCH", "GOLDEN"):
            toolchain.variables[f"KINE_BUILD_{part}"] = False
        toolchain.variables["KINE_WERROR"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")  # kine brings its own kineConfig.cmake
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "kine")]
