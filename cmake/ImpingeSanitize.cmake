# Sanitizer builds are compiled from nothing on every test machine, so they may be quick: headers are parsed once. The other builds do
# without, so that a missing #include is found there.
if(NOT IMPINGE_SANITIZE)
  return()
endif()

set(core_headers <impinge/impinge.h> <fmt/format.h> <algorithm> <map> <optional> <string> <vector>)
target_precompile_headers(impinge_objects PRIVATE ${core_headers})
if(TARGET impinge_io_objects)
  target_precompile_headers(impinge_io_objects PRIVATE ${core_headers} <impinge/io.h>)
endif()
if(TARGET impinge_cli)
  # Few files, each dominated by the same two large headers.
  set_target_properties(impinge_cli PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
endif()

# The test programs are compiled alike, so the first one makes the headers for all.
function(impinge_share_test_headers)
  set(first "")
  get_property(folders DIRECTORY ${PROJECT_SOURCE_DIR}/tests PROPERTY SUBDIRECTORIES)
  foreach(folder ${folders})
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target ${targets})
      if(NOT target MATCHES "^test_")
        continue()
      elseif(first)
        target_precompile_headers(${target} REUSE_FROM ${first})
      else()
        target_precompile_headers(${target} PRIVATE <gtest/gtest.h> ${core_headers})
        set(first ${target})
      endif()
    endforeach()
  endforeach()
endfunction()

if(IMPINGE_TESTS)
  impinge_share_test_headers()
endif()
