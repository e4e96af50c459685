# A port for an overlay inside kine's own source tree. Untested: see packaging/README.md.
set(SOURCE_PATH "${CURRENT_PORT_DIR}/../..")
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DKINE_INSTALL=ON -DKINE_WERROR=OFF -DKINE_BUILD_APPS=OFF -DKINE_BUILD_TESTS=OFF -DKINE_BUILD_BENCH=OFF
          -DKINE_BUILD_GOLDEN=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/kine)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
