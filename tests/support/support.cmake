# impinge_test_support: bodies with known answers and questions to the engine. Safe to include often.
include_guard(GLOBAL)
add_library(impinge_test_support STATIC ${CMAKE_CURRENT_LIST_DIR}/ask.cpp ${CMAKE_CURRENT_LIST_DIR}/clipped_volume.cpp
  ${CMAKE_CURRENT_LIST_DIR}/data_folder.cpp
  ${CMAKE_CURRENT_LIST_DIR}/dirty_body.cpp ${CMAKE_CURRENT_LIST_DIR}/integer_winding.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lattice_body.cpp ${CMAKE_CURRENT_LIST_DIR}/lattice_recipe.cpp ${CMAKE_CURRENT_LIST_DIR}/lattice_soup.cpp
  ${CMAKE_CURRENT_LIST_DIR}/polycube.cpp ${CMAKE_CURRENT_LIST_DIR}/simplex_body.cpp ${CMAKE_CURRENT_LIST_DIR}/soup.cpp)
impinge_compile_options(impinge_test_support)
target_compile_definitions(impinge_test_support PRIVATE IMPINGE_STATIC_DEFINE)
# In one small file, so that builds of other folders find all others in the cache of the compiler.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/data_folder.cpp PROPERTIES
  COMPILE_DEFINITIONS IMPINGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# Only the headers: the objects themselves come with each test program.
target_include_directories(impinge_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include
  ${PROJECT_BINARY_DIR}/include)
target_link_libraries(impinge_test_support PUBLIC Eigen3::Eigen GTest::gtest)
