#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# The git hook that `./dev hook` installs: what is quick of ./dev check. `git commit --no-verify` passes it by.
set -euo pipefail
cd "$(git rev-parse --show-toplevel)"
format=clang-format-14
status=0
if command -v "$format" >/dev/null; then
  # What will be committed, which need not be what lies in the folder.
  while IFS= read -r -d '' file; do
    if ! git show ":$file" | "$format" --assume-filename="$file" | cmp -s - <(git show ":$file"); then
      echo "pre-commit: $file is not formatted; run ./dev format and add it again" >&2
      status=1
    fi
  done < <(git diff --cached --name-only --diff-filter=d -z -- '*.cpp' '*.h')
else
  echo "pre-commit: there is no $format, so the layout is not checked" >&2
fi
# All worktrees share one hook, and older branches may lack a check.
for check in cmake/check_includes.py cmake/check_docs.py; do
  if [[ -e $check ]]; then python3 "$check" >&2 || status=1; fi
done
exit "$status"
