# impinge_judge: the judges on CGAL and GMP, compiled once for all tests. Include before using; safe to include often.
include_guard(GLOBAL)
if(IMPINGE_JUDGE)
  add_library(impinge_judge STATIC ${CMAKE_CURRENT_LIST_DIR}/judge.cpp ${CMAKE_CURRENT_LIST_DIR}/judge_convex.cpp
    ${CMAKE_CURRENT_LIST_DIR}/judge_distance.cpp ${CMAKE_CURRENT_LIST_DIR}/judge_overlap.cpp)
  # CGAL's interval arithmetic sets rounding modes, which the compiler must respect; its headers are not ours to warn about.
  target_compile_options(impinge_judge PRIVATE -frounding-math -Wall -Wextra)
  target_include_directories(impinge_judge PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_BINARY_DIR}/include)
  target_compile_definitions(impinge_judge PRIVATE IMPINGE_STATIC_DEFINE)
  target_link_libraries(impinge_judge PUBLIC Eigen3::Eigen PRIVATE CGAL::CGAL gmpxx gmp)
endif()
