# impinge_judge: the judges on CGAL and GMP, compiled once for all tests. Include before using; safe to include often.
include_guard(GLOBAL)
if(IMPINGE_JUDGE)
  add_library(impinge_judge STATIC ${CMAKE_CURRENT_LIST_DIR}/judge.cpp ${CMAKE_CURRENT_LIST_DIR}/judges/judge_convex.cpp
    ${CMAKE_CURRENT_LIST_DIR}/judges/judge_distance.cpp ${CMAKE_CURRENT_LIST_DIR}/judges/judge_overlap.cpp
    ${CMAKE_CURRENT_LIST_DIR}/judges/judge_points.cpp)
  # CGAL's interval arithmetic sets rounding modes, which the compiler must respect; its headers are not ours to warn about.
  target_compile_options(impinge_judge PRIVATE -frounding-math -Wall -Wextra)
  target_include_directories(impinge_judge PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_BINARY_DIR}/include)
  target_compile_definitions(impinge_judge PRIVATE IMPINGE_STATIC_DEFINE)
  target_link_libraries(impinge_judge PUBLIC Eigen3::Eigen PRIVATE CGAL::CGAL gmpxx gmp)

  # impinge_judge_depth: FCL's penetration depths; the tests that need it are left out where FCL is absent.
  find_package(fcl QUIET)
  if(fcl_FOUND)
    add_library(impinge_judge_depth STATIC ${CMAKE_CURRENT_LIST_DIR}/judges/judge_depth.cpp)
    target_include_directories(impinge_judge_depth PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include
      ${PROJECT_BINARY_DIR}/include)
    target_compile_definitions(impinge_judge_depth PRIVATE IMPINGE_STATIC_DEFINE)
    target_link_libraries(impinge_judge_depth PUBLIC Eigen3::Eigen PRIVATE fcl)
  else()
    message(STATUS "FCL is absent (Debian: libfcl-dev): partings are not compared with it")
  endif()
endif()
