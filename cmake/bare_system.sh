#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# What a stranger sees: a bare Debian or Ubuntu in a folder, HEAD cloned into it, the README's two commands. Called by `./dev bare`
# and `./dev arm64`; see `./dev help`. Mounts live in a namespace of their own, so the folder can be removed whatever happens.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "bare: $*" >&2
  exit 1
}

# why_not: the reason why no bare system can be made here, or nothing.
why_not() {
  if [[ $(id -u) != 0 ]]; then
    echo "needs root, to change into the folder of another system"
  elif ! command -v debootstrap >/dev/null; then
    echo "debootstrap is missing; ./dev install-deps bare"
  elif ! unshare --mount --pid --fork true 2>/dev/null; then
    echo "this machine lets nobody make namespaces (unshare --mount --pid)"
  fi
}

# inside ROOT COMMAND…: runs a command in the system in that folder, with nothing of this one's environment.
inside() {
  unshare --mount --pid --fork --propagation private bash -c '
    root=$1; shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 TERM=dumb PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' _ "$@"
}

# make_system SUITE ROOT: git and nothing else.
make_system() {
  local script=/usr/share/debootstrap/scripts/$1 components=main
  [[ -e $script ]] || fail "debootstrap knows no suite '$1'"
  # Ubuntu keeps most libraries in its second component.
  if [[ $(readlink -f "$script") == */gutsy ]]; then components=main,universe; fi
  debootstrap --variant=minbase --components="$components" --include=git,ca-certificates "$1" "$2" \
    ${IMPINGE_MIRROR:+"$IMPINGE_MIRROR"} >"$2.log" 2>&1 || {
    tail -20 "$2.log" >&2
    fail "debootstrap $1 failed, see above"
  }
  git clone -q --depth 1 "file://$PWD" "$2/impinge"
}

# timed ROOT NAME COMMAND…: in the clone, with a line that says how long it took.
timed() {
  local root=$1 name=$2 start=$SECONDS status=0
  shift 2
  echo "=== $name"
  inside "$root" bash -c 'cd /impinge && exec "$@"' _ "$@" || status=$?
  printf '=== %s: %s after %d s\n' "$name" "$([[ $status == 0 ]] && echo ok || echo FAILED)" $((SECONDS - start))
  return "$status"
}

run_suite() {
  local suite=$1 root=$folder/$1 start=$SECONDS
  make_system "$suite" "$root"
  echo "=== $suite: bare system of $(inside "$root" dpkg-query -f '.\n' -W | wc -l) packages after $((SECONDS - start)) s"
  if [[ -n $arm64 ]]; then
    timed "$root" "$suite, arm64" ./dev _arm64
  else
    timed "$root" "$suite, ./dev demo" ./dev demo
    if [[ -n $full ]]; then
      timed "$root" "$suite, ./dev test" ./dev test
    else
      timed "$root" "$suite, the set-up of ./dev test" ./dev test --set-up
    fi
  fi
  rm -rf "$root"
}

suites=() full='' arm64='' only_if_possible=''
while [[ $# -gt 0 ]]; do
  case "$1" in
    --full) full=1 ;;
    --arm64) arm64=1 ;;
    --if-possible) only_if_possible=1 ;;
    -*) fail "unknown option '$1'; ./dev help" ;;
    *) suites+=("$1") ;;
  esac
  shift
done
if [[ ${#suites[@]} == 0 ]]; then
  suites=(bookworm)
  if [[ -n $full ]]; then suites+=(trixie); fi
fi
reason=$(why_not)
if [[ -n $reason && -n $only_if_possible ]]; then
  echo "bare: not tried: $reason"
  exit 0
fi
[[ -z $reason ]] || fail "$reason"
git diff --quiet HEAD || echo "bare: changes that are not committed are not in it"
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/impinge-bare.XXXXXX")
trap 'rm -rf "$folder"' EXIT
for suite in "${suites[@]}"; do run_suite "$suite"; done
