#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# What ./dev package has made, where nothing else of impinge is: tests/packaging/try_packages.sh [FOLDER]. The wheel in a fresh venv, the
# archive in a folder of its own, and wheel and Debian packages in a bare Debian 12 where root and debootstrap allow; it says what it left out.
set -euo pipefail
[[ ${1:-} == -* ]] && set -- "" "$@"
packages=$(realpath "${1:-$(dirname "${BASH_SOURCE[0]}")/../../build/packages}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
script=$here/try_module.py
# A shaft in a bore, with play: what the module for CAD files has to read.
PYTHONPATH=$here/../cli /usr/bin/python3 -B -c 'from step_solids import shaft_in_bore; print(shaft_in_bore(0.005))' >"$folder/fit.step"

fail() {
  echo "packaging: $*" >&2
  exit 1
}

try_wheel() {
  local wheel
  wheel=$(echo "$packages"/*.whl)
  [[ -e $wheel ]] || fail "there is no wheel in $packages; ./dev package makes it"
  # numpy is the system's: nothing is downloaded.
  /usr/bin/python3 -m venv --system-site-packages "$folder/venv"
  "$folder/venv/bin/pip" install -q --no-index --no-deps "$wheel"
  (cd "$folder" && env -u PYTHONPATH -u LD_LIBRARY_PATH "$folder/venv/bin/python" "$script" "$folder/fit.step")
  if ldd "$folder"/venv/lib/python3*/site-packages/impinge/_core*.so | grep -E 'not found|=> /usr/.*(tbb|fmt|hwy|zip|png)'; then
    fail "the wheel needs a library that is not inside"
  fi
}

try_archive() {
  tar -C "$folder" -xzf "$packages"/impinge-*.tar.gz
  mv "$folder"/impinge-*-linux-* "$folder/elsewhere"
  (cd "$folder" && elsewhere/bin/impinge info >/dev/null)
  [[ ! -e $folder/elsewhere/lib/impinge/libimpinge_cad.so ]] || "$folder/elsewhere/bin/impinge" check "$folder/fit.step" --quiet
  if ldd "$folder/elsewhere/bin/impinge" | grep -E 'not found|=> /usr/.*(tbb|fmt|hwy|zip|png)'; then
    fail "the archive needs a library that is not inside"
  fi
  gzip -t "$folder"/elsewhere/share/man/man1/*.gz 2>/dev/null || true
}

# in_bare ROOT COMMANDS: with nothing of this system's environment.
in_bare() {
  unshare --mount --pid --fork --propagation private chroot "$1" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -ec "mount -t proc proc /proc; cd /tmp; $2"
}

try_debian() {
  if [[ $(id -u) != 0 ]] || ! command -v debootstrap >/dev/null || ! unshare --mount --pid --fork true 2>/dev/null; then
    echo "packaging: the Debian packages are not tried in a bare system: needs root, debootstrap and namespaces"
    return
  fi
  local root=$folder/bare
  debootstrap --variant=minbase bookworm "$root" ${IMPINGE_MIRROR:+"$IMPINGE_MIRROR"} >"$folder/bare.log" 2>&1 ||
    fail "debootstrap failed: $(tail -3 "$folder/bare.log")"
  mkdir "$root/packages"
  cp "$packages"/*.deb "$packages"/*.whl "$script" "$folder/fit.step" "$root/packages"
  in_bare "$root" 'apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 python3-numpy python3-venv >/dev/null
    if command -v cc g++; then echo "there is a compiler"; exit 1; fi
    python3 -m venv --system-site-packages venv
    venv/bin/pip install -q --no-index --no-deps /packages/*.whl
    venv/bin/python /packages/try_module.py /packages/fit.step'
  echo "packaging: the wheel runs in a bare Debian 12"
  in_bare "$root" 'apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 /packages/*.deb >/dev/null
    impinge demo --output demo | tail -2
    impinge check /packages/fit.step --clearance 0.01 --quiet || [ $? = 1 ]
    /usr/bin/python3 /packages/try_module.py /packages/fit.step'
  echo "packaging: the Debian packages run in a bare Debian 12"
}

try_wheel
try_archive
case " $* " in *" --no-debian "*) echo "packaging: the Debian packages are left out, as asked for" ;; *) try_debian ;; esac
echo "packaging: ok"
