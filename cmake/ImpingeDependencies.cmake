# Everything that this build needs, found in one place: what is missing is gathered and said in one sentence, with the packages that
# bring it on Debian and Ubuntu. The caller fails, at the top level, so that no trace of CMake's own files follows the sentence.
set(IMPINGE_MISSING "")
set(IMPINGE_MISSING_PACKAGES "")

# impinge_need(FOUND NAME PACKAGE…): notes what is missing.
macro(impinge_need found name)
  if(NOT ${found})
    list(APPEND IMPINGE_MISSING "${name}")
    list(APPEND IMPINGE_MISSING_PACKAGES ${ARGN})
  endif()
endmacro()

find_package(Eigen3 3.4 QUIET NO_MODULE)
impinge_need(Eigen3_FOUND "Eigen 3.4" libeigen3-dev)
find_package(TBB QUIET)
impinge_need(TBB_FOUND "oneTBB" libtbb-dev)
find_package(fmt QUIET)
impinge_need(fmt_FOUND "fmt" libfmt-dev)
find_package(hwy QUIET)
impinge_need(hwy_FOUND "Highway" libhwy-dev)
find_package(Threads QUIET)
impinge_need(Threads_FOUND "POSIX threads" libc6-dev)

if(IMPINGE_IO)
  find_package(FastFloat QUIET)
  impinge_need(FastFloat_FOUND "fast_float" libfast-float-dev)
  find_package(nlohmann_json 3.11 QUIET)
  impinge_need(nlohmann_json_FOUND "nlohmann_json 3.11" nlohmann-json3-dev)
  find_package(PNG QUIET)
  impinge_need(PNG_FOUND "libpng" libpng-dev)
  find_package(ZLIB QUIET)
  impinge_need(ZLIB_FOUND "zlib" zlib1g-dev)
  # Debian's CMake package of libzip asks for command line tools that live in other packages, so the library is found by itself.
  find_path(IMPINGE_LIBZIP_INCLUDE zip.h)
  find_library(IMPINGE_LIBZIP zip)
  if(IMPINGE_LIBZIP_INCLUDE AND IMPINGE_LIBZIP)
    set(IMPINGE_LIBZIP_FOUND TRUE)
  endif()
  impinge_need(IMPINGE_LIBZIP_FOUND "libzip" libzip-dev)
endif()

if((IMPINGE_CLI AND IMPINGE_IO) OR IMPINGE_BENCH)
  find_package(CLI11 QUIET)
  impinge_need(CLI11_FOUND "CLI11" libcli11-dev)
endif()

if(IMPINGE_TESTS)
  find_package(GTest QUIET)
  impinge_need(GTest_FOUND "GoogleTest" libgtest-dev)
endif()

# CGAL's own files include what CMake 3.30 no longer likes, and talk about it.
if((IMPINGE_TESTS AND IMPINGE_JUDGE) OR IMPINGE_BENCH)
  set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)
  if(POLICY CMP0167)
    set(CMAKE_POLICY_DEFAULT_CMP0167 OLD)
  endif()
  find_package(CGAL QUIET)
endif()
if(IMPINGE_TESTS AND IMPINGE_JUDGE)
  impinge_need(CGAL_FOUND "CGAL (or -DIMPINGE_JUDGE=OFF)" libcgal-dev libgmp-dev libmpfr-dev)
endif()

# A backend says itself what it needs.
file(GLOB backend_needs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/backend/*/dependencies.cmake)
foreach(file ${backend_needs})
  include(${file})
endforeach()

# The module is for the Python that Debian's packages are for, whatever else is first on the path; -DPython3_EXECUTABLE says otherwise.
if(IMPINGE_PYTHON)
  if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that the module is for")
  endif()
  find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
  impinge_need(Python3_Development.Module_FOUND "Python's headers" python3-dev)
  set(PYBIND11_FINDPYTHON OFF)
  set(PYBIND11_NOPYTHON ON)
  find_package(pybind11 2.10 QUIET)
  impinge_need(pybind11_FOUND "pybind11 2.10" pybind11-dev)
endif()

# Python groups files for quick builds and runs the tests of the tool; both do without it, and say so.
if(IMPINGE_QUICK OR IMPINGE_TESTS)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(NOT Python3_FOUND)
    message(STATUS "impinge: without python3 each file is compiled by itself and the tool is not tested (Debian: python3)")
  endif()
endif()

list(JOIN IMPINGE_MISSING ", " IMPINGE_MISSING)
list(JOIN IMPINGE_MISSING_PACKAGES " " IMPINGE_MISSING_PACKAGES)
