# Test machines compile everything from nothing, so what is not the product may be compiled quickly: the large headers of the tests and of
# the tool are parsed once, and test files are optimised little, since the time of a test is spent in the library. The library itself
# does without in the release build, so that a missing #include is found there.
set(core_headers <impinge/impinge.h> <fmt/format.h> <algorithm> <map> <optional> <string> <vector>)

if(TARGET impinge_cli)
  # Few files, each dominated by the same two large headers, whose global objects make precompiling them no gain.
  set_target_properties(impinge_cli PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
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
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endforeach()
  endforeach()
endfunction()

if(IMPINGE_TESTS)
  impinge_share_test_headers()
endif()

if(IMPINGE_SANITIZE)
  target_precompile_headers(impinge_objects PRIVATE ${core_headers})
  if(TARGET impinge_io_objects)
    target_precompile_headers(impinge_io_objects PRIVATE ${core_headers} <impinge/io.h>)
  endif()
endif()
