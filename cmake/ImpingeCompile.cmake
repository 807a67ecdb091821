# How every target of impinge is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

function(impinge_compile_options target)
  # No contraction into FMA: world coordinates and filters must round the same on every machine.
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-sign-conversion $<$<BOOL:${IMPINGE_WERROR}>:-Werror>)
  # What g++ guesses about memory after inlining differs from version to version, and is wrong inside std::vector; the sanitizers
  # know. What it says about the ABI of versions before 10 concerns nobody.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
      -Wno-free-nonheap-object -Wno-psabi)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
      # It takes every reference that a function of a temporary returns for one into it; g++ 14 knows better.
      target_compile_options(${target} PRIVATE -Wno-dangling-reference)
    endif()
  endif()
  # std::stable_sort of libstdc++ 12 calls what it calls deprecated itself, and clang from 15 on tells us.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
    # Two actions are two statements; g++ does not look for the comma operator.
    target_compile_options(${target} PRIVATE -Wcomma)
  endif()
  if(IMPINGE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${IMPINGE_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=undefined)
    target_link_options(${target} PRIVATE -fsanitize=${IMPINGE_SANITIZE})
  endif()
endfunction()

# The thread sanitizer cannot look into an uninstrumented TBB, so its build takes stand-ins on std::thread (see fork_join.h there).
if(IMPINGE_SANITIZE MATCHES "thread")
  include_directories(BEFORE ${PROJECT_SOURCE_DIR}/tests/tsan)
endif()
