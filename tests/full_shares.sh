#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# Full counts of tests, divided among the cores of another machine, which needs no compiler.
#   tests/full_shares.sh pack BUILD FOLDER        collects the test programs of a build folder and their libraries, stripped
#   tests/full_shares.sh run FOLDER OUT SECONDS SHARES [FILTER…]
#                                                 there: each FILTER (a pattern of GoogleTest, all tests if none is given) of the
#                                                 programs that have it, in SHARES shares with random numbers of their own, until
#                                                 SECONDS are over; OUT/shares.log says which passed, failed, or were not done
set -euo pipefail

programs=(tests_answer tests_answer_heavy tests_pipeline tests_pipeline_threads tests_exact)

pack() {
  local build=$1 folder=$2 program path
  mkdir -p "$folder/lib"
  for program in "${programs[@]}"; do
    path=$(find "$build/tests" -type f -name "$program")
    strip -o "$folder/$program" "$path"
    # Those of the C library are the machine's own.
    ldd "$path" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
  done | sort -u | grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' | while read -r library; do
    cp -Lu "$library" "$folder/lib/"
  done
  du -sh "$folder"
}

# share FOLDER OUT END PROGRAM FILTER SHARE SHARES
share() {
  local folder=$1 out=$2 end=$3 program=$4 filter=$5 number=$6 shares=$7
  local log="$out/$program.${filter//[*.:]/_}.$number.log" begun=$SECONDS left=$(($3 - $(date +%s))) status=0
  if [[ $left -le 0 ]]; then
    echo "not done   $program $filter share $number of $shares"
    return 0
  fi
  IMPINGE_FULL=1 IMPINGE_SHARDS=$shares IMPINGE_SEED=$number timeout "$left" \
    "$folder/$program" --gtest_filter="$filter" --gtest_brief=1 >"$log" 2>&1 || status=$?
  case $status in
    0) echo "passed     $program $filter share $number of $shares: $((SECONDS - begun)) s"; rm "$log" ;;
    124) echo "cut off    $program $filter share $number of $shares" ;;
    *) echo "FAILED     $program $filter share $number of $shares: status $status, $(basename "$log")" ;;
  esac
}

run() {
  local folder out end=$(($(date +%s) + $3)) shares=$4 filter program number
  folder=$(cd "$1" && pwd)
  mkdir -p "$2"
  out=$(cd "$2" && pwd)
  shift 4
  [[ $# -gt 0 ]] || set -- '*'
  export LD_LIBRARY_PATH="$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  for filter in "$@"; do
    for program in "${programs[@]}"; do
      "$folder/$program" --gtest_list_tests --gtest_filter="$filter" | grep -q '^  ' || continue
      for ((number = 1; number <= shares; ++number)); do echo "$folder $out $end $program $filter $number $shares"; done
    done
  done | xargs -P "$(nproc)" -L 1 "$0" share | tee "$out/shares.log"
  awk '{ ++n[$1] } END { for (word in n) print word, n[word] }' "$out/shares.log"
  ! grep -q ^FAILED "$out/shares.log"
}

case "${1:-}" in
  pack) pack "${2:?build folder}" "${3:?folder to fill}" ;;
  run) run "${2:?folder that was packed}" "${3:?folder for the logs}" "${4:?seconds}" "${5:?shares}" "${@:6}" ;;
  share) share "${@:2}" ;;
  *)
    echo "usage: full_shares.sh pack BUILD FOLDER | run FOLDER OUT SECONDS SHARES [FILTER…]" >&2
    exit 2
    ;;
esac
