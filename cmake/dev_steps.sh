# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
# shellcheck shell=bash
#
# The steps of ./dev test; ./dev sources this.

step_check() { run_static_checks; }
# Needs the compile commands and what is generated.
step_names() { run_names; }

configure_release() { configure release -DIMPINGE_WERROR=ON -DIMPINGE_TESTS=ON -DIMPINGE_JUDGE=ON -DIMPINGE_BENCH=ON; }
configure_asan() { configure asan -DIMPINGE_WERROR=ON -DIMPINGE_FUZZ=ON -DCMAKE_CXX_COMPILER="$(find_clang)"; }
# Nothing in the readers of files runs in threads.
configure_tsan() {
  configure tsan -DIMPINGE_WERROR=ON -DIMPINGE_IO=OFF -DIMPINGE_CLI=OFF -DCMAKE_CXX_COMPILER="$(find_clang)"
}
configure_core() { configure core -DIMPINGE_WERROR=ON; }

step_set_up() {
  local preset
  for preset in release asan tsan core; do
    "configure_$preset"
    echo "$preset is configured"
  done
}

step_release() {
  configure_release
  build release
}

step_release_tests() { run_tests release; }

step_asan() {
  local targets
  configure_asan
  # The demo paints a score of pictures and the tool's octrees have millions of voxels: minutes here, and nothing that test_picture,
  # test_octree and test_octree_motion do not show.
  local -a tests=(-LE heavy -E '^cli_(demo|octree)$')
  mapfile -t targets < <(test_targets asan "${tests[@]}")
  build asan impinge_cli "${targets[@]}"
  LSAN_OPTIONS=suppressions=$PWD/tests/leaks_of_drivers.txt:print_suppressions=0 UBSAN_OPTIONS=print_stacktrace=1 \
    ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:check_initialization_order=1 \
    run_tests asan "${tests[@]}"
}

step_tsan() {
  local targets
  configure_tsan
  mapfile -t targets < <(test_targets tsan -L threads)
  build tsan "${targets[@]}"
  TSAN_OPTIONS=halt_on_error=1 run_tests tsan -L threads
}

# The fuzz targets are built on the objects of step_asan, which have the fuzzer's instrumentation too.
step_fuzz() {
  local targets
  mapfile -t targets < <(known_targets asan | grep '^fuzz_' || true)
  [[ ${#targets[@]} -gt 0 ]] || fail "there are no fuzz targets"
  build asan "${targets[@]}"
  printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -n 1 ./dev _fuzz
}

# New inputs go into the build folder; the kept corpus is only read.
fuzz_one() {
  local target=$1 name=${1#fuzz_} log
  local new=build/asan/fuzz/new/$name
  mkdir -p "$new"
  log=$("build/asan/fuzz/$target" -max_total_time="$fuzz_seconds" -malloc_limit_mb=300 -rss_limit_mb=2048 -verbosity=0 \
    -artifact_prefix="$new/" "$new" "fuzz/corpus/$name" 2>&1) || {
    echo "$log" >&2
    fail "fuzz target $name failed; the input is in $new"
  }
  echo "fuzz $name: $fuzz_seconds s, nothing found"
}

step_docs() { run_docs; }

step_core() {
  configure_core
  build core
  run_tests core
}

step_consumer() {
  local prefix=$PWD/build/consumer/prefix with_io
  rm -rf build/consumer
  cmake --install build/release --prefix "$prefix" >/dev/null
  for with_io in ON OFF; do
    cmake -S tests/consumer -B "build/consumer/io_$with_io" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
      -DCMAKE_BUILD_TYPE=Release -DCONSUMER_IO="$with_io" >/dev/null
    cmake --build "build/consumer/io_$with_io" -j "$(jobs)"
    ctest --test-dir "build/consumer/io_$with_io" --output-on-failure --no-tests=error
  done
  "$prefix/bin/impinge" info >/dev/null
  cmake -S tests/consumer/inside -B build/consumer/inside -G Ninja >/dev/null
}

# The browser, and the packages of the page at their locked versions; says why where they cannot be had.
page_tools() {
  local tool
  (need report) || true
  for tool in node npm chromium; do
    command -v "$tool" >/dev/null || {
      echo "the page is not tried: $tool is not here; ./dev install-deps report"
      return 1
    }
  done
  [[ -d apps/report/node_modules && apps/report/node_modules/.package-lock.json -nt apps/report/package-lock.json ]] ||
    (cd apps/report && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
    echo "the page is not tried: its packages cannot be had from npm here"
    tail -3 apps/report/npm.log
    return 1
  }
}

# The page of reports: types, the bundle against what is committed, and the page in a browser.
step_report() {
  page_tools || return 0
  (
    cd apps/report
    npm run --silent types
    node build.mjs --check
    IMPINGE_TOOL=${IMPINGE_TOOL:-$PWD/../../build/release/impinge} node --test --test-reporter=spec test/*.test.mjs
  )
}

# bench_pages FOLDER FILE.json: what a browser makes of the pages that bench_report has left.
bench_pages() {
  page_tools || return 0
  node apps/report/bench.mjs "$1" "$2"
  rm -r "$1"
}

# In a system made for it, since this adds an architecture: `./dev arm64` calls it there.
arm64_inside() {
  local package libraries=()
  dpkg --add-architecture arm64
  need arm64
  for package in "${packages_build[@]}" libgtest-dev; do
    if [[ $package == *-dev ]]; then libraries+=("$package:arm64"); fi
  done
  DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 "${libraries[@]}" >/dev/null
  configure arm64 -DIMPINGE_WERROR=ON
  build arm64
  # Emulation costs a factor of ten to twenty; what is left out draws pictures or waits, which shows nothing about a processor.
  run_tests arm64 -LE heavy -E '^(cli_(demo|octree|interrupt)|io_loading_speed)$'
}

step_arm64() { cmake/bare_system.sh --arm64 --if-possible; }

test_steps=(check release names release_tests report asan tsan fuzz docs core consumer python)

# run_steps STEP…: each in a shell of its own, so that `set -e` holds inside it.
run_steps() {
  local step start seconds summary=() status
  for step in "$@"; do
    echo "=== $step"
    start=$SECONDS
    status=0
    ./dev _step "$step" || status=$?
    seconds=$((SECONDS - start))
    summary+=("$(printf '%-16s %5d s  %s' "$step" "$seconds" "$([[ $status == 0 ]] && echo ok || echo FAILED)")")
    if [[ $status != 0 ]]; then break; fi
  done
  echo "=== summary"
  printf '%s\n' "${summary[@]}"
  printf '%-16s %5d s\n' "all" "$SECONDS"
  [[ $status == 0 ]] || fail "test: step '$step' failed"
}

run_test() {
  local steps=("${test_steps[@]}")
  case "${1:-}" in
    "") ;;
    --set-up) steps=(check set_up) ;;
    --full)
      mkdir -p docs
      # The log is committed, so it names no folder of this machine.
      IMPINGE_FULL=1 ./dev test 2>&1 | sed -u "s|$PWD|.|g" | tee docs/test-full.log
      return
      ;;
    *) fail "test: unknown option '$1'" ;;
  esac
  echo "=== packages"
  need build format test fuzz docs python cad
  if [[ -n ${IMPINGE_FULL:-} ]]; then steps+=(arm64); fi
  run_steps "${steps[@]}"
}
