#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# What ./dev package has made, where nothing else of impinge is: tests/packaging/try_packages.sh [FOLDER]. The wheel in a fresh venv, the
# archive in a folder of its own, and the Debian packages in a bare Debian where root and debootstrap allow; it says what it left out.
set -euo pipefail
[[ ${1:-} == -* ]] && set -- "" "$@"
packages=$(realpath "${1:-$(dirname "${BASH_SOURCE[0]}")/../../build/packages}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
script='import impinge; r = impinge.check(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 2)); assert r.findings[0].verdict == "crossing"; print(impinge.__file__, r)'

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
  (cd "$folder" && env -u PYTHONPATH -u LD_LIBRARY_PATH "$folder/venv/bin/python" -c "$script")
  if ldd "$folder"/venv/lib/python3*/site-packages/impinge/_core*.so | grep -E 'not found|=> /usr/.*(tbb|fmt|hwy|zip|png)'; then
    fail "the wheel needs a library that is not inside"
  fi
}

try_archive() {
  tar -C "$folder" -xzf "$packages"/impinge-*.tar.gz
  mv "$folder"/impinge-*-linux-* "$folder/elsewhere"
  (cd "$folder" && elsewhere/bin/impinge info >/dev/null)
  if ldd "$folder/elsewhere/bin/impinge" | grep -E 'not found|=> /usr/.*(tbb|fmt|hwy|zip|png)'; then
    fail "the archive needs a library that is not inside"
  fi
  gzip -t "$folder"/elsewhere/share/man/man1/*.gz 2>/dev/null || true
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
  cp "$packages"/*.deb "$root/packages"
  unshare --mount --pid --fork --propagation private chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    bash -ec "mount -t proc proc /proc; apt-get install -y -qq --no-install-recommends /packages/*.deb >/dev/null
      cd /tmp && impinge demo --output demo | tail -2 && /usr/bin/python3 -c '${script//\'/}'"
}

try_wheel
try_archive
case " $* " in *" --no-debian "*) echo "packaging: the Debian packages are left out, as asked for" ;; *) try_debian ;; esac
echo "packaging: ok"
