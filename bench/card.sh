#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# The tests and the benchmark of devices on a machine that has a card but no compiler.
#   bench/card.sh pack BUILD FOLDER   collects the programs of a build folder and their libraries, stripped
#   bench/card.sh run FOLDER OUT      there: runs the tests and for every backend the benchmark, writes OUT/test_{devices,picture}.log,
#                                     OUT/repeat.log and OUT/raster_BACKEND.{log,json,csv}
# The loader of a driver is the machine's own, or one that stands in FOLDER/BACKEND with a file `env` to source.
set -euo pipefail

fail() {
  echo "card: $*" >&2
  exit 1
}

pack() {
  local build=$1 folder=$2 program library
  mkdir -p "$folder/lib"
  for program in tests/backend/test_devices tests/cli/test_picture bench/bench_raster; do
    [[ -x $build/$program ]] || fail "$build/$program is not built"
    strip -o "$folder/$(basename "$program")" "$build/$program"
  done
  for library in "$build"/modules/libimpinge_*.so; do
    strip -o "$folder/lib/$(basename "$library")" "$library"
  done
  # Those of the C library are the machine's own; the loader of OpenGL comes with the card's driver.
  for program in "$build/tests/backend/test_devices" "$build/tests/cli/test_picture" "$build/bench/bench_raster" "$build"/modules/libimpinge_*.so; do
    ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
  done | sort -u | grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' | while read -r library; do
    cp -L "$library" "$folder/lib/"
  done
  du -sh "$folder"
}

# A part of the tests a hundred times in one process, with the memory it holds: the process's, and the card's.
repeat() {
  local folder=$1 out=$2 pid
  "$folder/test_devices" --gtest_filter='*Raster.Ties*:*Raster.Counters*:*Covers.Thin*:*/Device.*:*Hooks.*:*Engine.*:*Limits.*:-*AHundred*' \
    --gtest_repeat=100 --gtest_brief=1 > "$out/repeated.log" 2>&1 &
  pid=$!
  while kill -0 "$pid" 2> /dev/null; do
    printf '%s repeats, process %s, card %s\n' "$(grep -c PASSED "$out/repeated.log")" \
      "$(awk '/VmRSS/ { print $2 " kB" }' "/proc/$pid/status")" \
      "$(nvidia-smi --query-gpu=memory.used --format=csv,noheader 2> /dev/null || echo 'not known')"
    sleep 10
  done
  wait "$pid" && echo "passed: $(grep -c PASSED "$out/repeated.log") of 100"
}

run() {
  local folder out
  folder=$(cd "$1" && pwd)
  mkdir -p "$2"
  out=$(cd "$2" && pwd)
  local env
  for env in "$folder"/*/env; do
    # shellcheck disable=SC1090
    if [[ -e $env ]]; then source "$env"; fi
  done
  export LD_LIBRARY_PATH="$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  local status=0 program
  for program in test_devices test_picture; do
    "$folder/$program" 2>&1 | tee "$out/$program.log" || status=$?
  done
  repeat "$folder" "$out" 2>&1 | tee "$out/repeat.log" || status=$?
  local module backend
  for module in "$folder"/lib/libimpinge_*.so; do
    backend=$(basename "$module" .so)
    backend=${backend#libimpinge_}
    "$folder/bench_raster" --backend "$backend" --rounds "${ROUNDS:-30}" ${QUESTION:+--question "$QUESTION"} \
      --json "$out/raster_$backend.json" --csv "$out/raster_$backend.csv" --commit "${COMMIT:-}" 2>&1 |
      tee "$out/raster_$backend.log" || status=$?
  done
  return "$status"
}

case "${1:-}" in
  pack) pack "${2:?build folder}" "${3:?folder to fill}" ;;
  run) run "${2:?folder that was packed}" "${3:?folder for the logs}" ;;
  *) fail "usage: card.sh pack BUILD FOLDER | run FOLDER OUT" ;;
esac
