# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
# shellcheck shell=bash
#
# The checks of ./dev, which sources this: layout, includes, documents, names, and the git hook.

cpp_files() { git ls-files -co --exclude-standard -- '*.cpp' '*.h'; }

run_format() {
  need format
  local files
  if ! command -v "$format_tool" >/dev/null; then
    echo "dev: the layout is not checked here: $format_tool decides it, and this system has none"
    [[ ${1:-} == --check ]] || fail "format: needs $format_tool"
    return 0
  fi
  mapfile -t files < <(cpp_files)
  case "${1:-}" in
    "") "$format_tool" -i "${files[@]}" ;;
    --check) "$format_tool" --dry-run -Werror "${files[@]}" || fail "some files are not formatted; run ./dev format" ;;
    *) fail "format: unknown option '$1'" ;;
  esac
}

# The clang-tidy that the packages bring, else the one that is there, else nothing.
find_tidy() { command -v "clang-tidy-$(tidy_version)" || command -v clang-tidy || true; }

# The sources that differ from the main branch (else from the commit before); files that only moved are left out.
changed_sources() {
  local base
  base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse -q --verify HEAD~1 || true)
  if [[ -n $base && $base == "$(git rev-parse HEAD)" ]]; then base=$(git rev-parse -q --verify HEAD~1 || true); fi
  {
    if [[ -n $base ]]; then git diff --name-only --find-renames=100% --diff-filter=AM "$base"; fi
    git ls-files -o --exclude-standard
  } | { grep -E '^(src|apps|scenes)/.*\.cpp$' || true; } | sort -u
}

# The naming rules in the sources that changed. A file that does not parse, say because what it includes is not generated yet,
# is left to the compiler, and counted.
run_names() {
  local files clang_tidy said status=0 skipped
  clang_tidy=$(find_tidy)
  if [[ -z $clang_tidy ]]; then
    echo "dev: names are not checked here: there is no clang-tidy"
    return
  fi
  if [[ ! -e build/release/compile_commands.json ]]; then
    echo "dev: names are not checked yet: ./dev build writes the compile commands that clang-tidy needs"
    return
  fi
  mapfile -t files < <(changed_sources)
  if [[ ${#files[@]} == 0 ]]; then
    echo "dev: names: no source has changed"
    return
  fi
  cmake build/release >/dev/null
  # shellcheck disable=SC2016
  said=$(printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c '
    said=$("$0" --quiet -p build/release --extra-arg=-Wno-unknown-warning-option --checks="-*,readability-identifier-naming" "$1" 2>/dev/null) && exit 0
    if [[ $said == *clang-diagnostic-error* || $said != *readability-identifier-naming* ]]; then
      echo "dev: names: skipped, does not parse: $1"
      exit 0
    fi
    printf "%s\n" "$said"
    exit 1' "$clang_tidy") || status=$?
  if [[ -n $said ]]; then printf '%s\n' "$said"; fi
  [[ $status == 0 ]] || fail "some names do not follow the rules of CONTRIBUTING.md, see above"
  skipped=$(grep -c '^dev: names: skipped' <<<"$said" || true)
  echo "dev: names: $((${#files[@]} - skipped)) files checked, $skipped skipped"
}

# What needs no build.
run_static_checks() {
  run_format --check
  python3 cmake/check_includes.py
  python3 cmake/check_docs.py
}

run_check() {
  run_static_checks
  run_names
}

# The hook of this checkout, of a worktree too; what git would overwrite is kept.
run_hook() {
  local hook
  hook=$(git rev-parse --git-path hooks)/pre-commit
  if [[ -e $hook ]] && ! cmp -s "$hook" cmake/pre_commit.sh; then
    mv "$hook" "$hook.before"
    echo "dev: the hook that was there is now $hook.before"
  fi
  mkdir -p "$(dirname "$hook")"
  install -m 755 cmake/pre_commit.sh "$hook"
  echo "$hook"
}

run_tidy() {
  local files clang_tidy
  clang_tidy=$(find_tidy)
  [[ -n $clang_tidy ]] || fail "tidy: there is no clang-tidy; ./dev install-deps format"
  configure release
  if [[ $# -gt 0 ]]; then files=("$@"); else mapfile -t files < <(git ls-files 'src/*.cpp' 'apps/*.cpp'); fi
  "$clang_tidy" --quiet -p build/release "${files[@]}"
}
