# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
# shellcheck shell=bash
#
# The Python module in ./dev, which sources this: its build, its tests, its benchmark.

# What plain builds leave out, in a line.
say_left_out() {
  echo "dev: left out: the Python module, tests, benchmarks and packages; ./dev build --all builds every optional part"
}

configure_python() { configure release -DIMPINGE_PYTHON=ON "$@"; }

run_build_all() {
  need build python bench cad
  configure_python -DIMPINGE_TESTS=OFF -DIMPINGE_BENCH=ON
  build release
  echo "dev: import impinge after: export PYTHONPATH=$PWD/build/release/python (for /usr/bin/python3)"
}

# pytest of Debian's Python, whatever other Python is first on the path.
run_pytest() {
  # shellcheck disable=SC2086
  IMPINGE_BUILD=$PWD/build/release /usr/bin/python3 -B -m pytest -q -rs -p no:cacheprovider --durations=5 ${IMPINGE_PYTEST:-} "$@"
}

step_python() {
  need build python
  configure_python -DIMPINGE_WERROR=ON
  build release impinge_python impinge_cli
  run_pytest python/tests
  step_python_asan
}

# The bindings under the address sanitizer on the library of the release build, which has its own step: arrays that are borrowed, handles,
# callbacks. The interpreter is not instrumented, so the runtime is loaded before it, with the library whose exceptions it looks at, and
# what the interpreter never frees is no leak of ours.
step_python_asan() {
  local runtime
  runtime=$(g++ -print-file-name=libasan.so)
  if [[ ! -e $runtime ]]; then
    echo "dev: the bindings are not tried under the address sanitizer here: g++ has no runtime for it"
    return 0
  fi
  build release impinge_python_asan
  LD_PRELOAD="$runtime $(g++ -print-file-name=libstdc++.so.6)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc IMPINGE_TOOL=$PWD/build/release/impinge \
    IMPINGE_BUILD=$PWD/build/release/asan /usr/bin/python3 -B -m pytest -q -p no:cacheprovider python/tests/test_mesh.py \
    python/tests/test_engine.py python/tests/test_bad_input.py
}

run_bench_python() {
  local json=$1
  shift
  need build python bench
  configure_python -DIMPINGE_TESTS=OFF -DIMPINGE_BENCH=ON
  build release impinge_python bench_python_fcl
  mkdir -p "$(dirname "$json")"
  PYTHONPATH=$PWD/build/release/python /usr/bin/python3 -B bench/python/bench.py --json "$json" --fcl build/release/bench/bench_python_fcl \
    --commit "$(git rev-parse --short HEAD 2>/dev/null || true)" "$@"
}
