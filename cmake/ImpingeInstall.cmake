# Installs the libraries, the public headers, the command line tool and the package files for find_package(impinge).
include(CMakePackageConfigHelpers)

set(IMPINGE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/impinge)

install(TARGETS impinge EXPORT impinge_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT impinge_targets NAMESPACE impinge:: DESTINATION ${IMPINGE_PACKAGE_DIR} FILE impinge_targets.cmake
  COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/impinge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "io.h" EXCLUDE PATTERN "io" EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/include/impinge/export.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/impinge
  COMPONENT development)

if(IMPINGE_BACKENDS)
  set_target_properties(impinge PROPERTIES INSTALL_RPATH "$ORIGIN/impinge")
  install(TARGETS ${IMPINGE_BACKENDS} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/impinge COMPONENT modules)
endif()

if(TARGET impinge_io)
  # An export of its own, so that a consumer who asks for the core alone does not see the io target.
  set_target_properties(impinge_io PROPERTIES EXPORT_NAME io)
  install(TARGETS impinge_io EXPORT impinge_io_targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT impinge_io_targets NAMESPACE impinge:: DESTINATION ${IMPINGE_PACKAGE_DIR} FILE impinge_io_targets.cmake
    COMPONENT development)
  install(FILES ${PROJECT_SOURCE_DIR}/include/impinge/io.h ${PROJECT_BINARY_DIR}/include/impinge/io_export.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/impinge COMPONENT development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/impinge/io DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/impinge
    COMPONENT development)
endif()

if(TARGET impinge_cli)
  # The tool finds the libraries beside it, wherever the prefix is moved.
  set_target_properties(impinge_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS impinge_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  include(ImpingeManual)
endif()
if(TARGET impinge_io)
  set_target_properties(impinge_io PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/impinge")
endif()
if(TARGET impinge_cad)
  # Links Open CASCADE, which is LGPL, dynamically; nothing else does.
  install(TARGETS impinge_cad LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/impinge COMPONENT modules)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/impingeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/impingeConfig.cmake INSTALL_DESTINATION ${IMPINGE_PACKAGE_DIR})
# Before 1.0 a new minor version may change the ABI, as the SOVERSION does.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/impingeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/impingeConfig.cmake ${PROJECT_BINARY_DIR}/impingeConfigVersion.cmake
  DESTINATION ${IMPINGE_PACKAGE_DIR} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT libraries)

option(IMPINGE_PACKAGES "Packages by CPack, in Debian's folders; the Python module is installed too" OFF)
if(IMPINGE_PACKAGES)
  include(ImpingePackages)
endif()
