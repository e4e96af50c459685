# cmake --install (or only what programmers need: --component kine_development): headers, libraries, find_package(kine) and pkg-config.
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME kine_development)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/kine")
set(installed kine)
# Public headers and no others.
file(STRINGS "${PROJECT_SOURCE_DIR}/kine/public_headers.txt" public_headers REGEX "^kine/")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS kine/public_headers.txt)
foreach(header ${public_headers})
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
endforeach()
if(TARGET kine_io)
  list(APPEND installed kine_io)
  set(KINE_PC_IO " -lkine_io") # what the static C library's files need
endif()
if(TARGET kine_c)
  list(APPEND installed kine_c kine_c_shared)
  install(
    DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/c/include/kine_c"
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING
    PATTERN "*.h")
endif()
install(TARGETS ${installed} EXPORT kineTargets)
install(
  EXPORT kineTargets
  NAMESPACE kine::
  DESTINATION ${config_dir})

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/kineConfig.cmake.in" kineConfig.cmake
                              INSTALL_DESTINATION ${config_dir})
# Before 1.0 a minor version may break the API.
write_basic_package_version_file(kineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/kineConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/kineConfigVersion.cmake"
        DESTINATION ${config_dir})

# The .pc files find their prefix from where they lie, so that an installed tree can be moved.
set(KINE_PC_STATIC_C "${CMAKE_STATIC_LIBRARY_PREFIX}kine_c${CMAKE_STATIC_LIBRARY_SUFFIX}")
set(pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH KINE_PC_PREFIX "/prefix/${pc_dir}" "/prefix")
foreach(library ${installed})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${library}.pc.in" ${library}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${library}.pc" DESTINATION ${pc_dir})
endforeach()
