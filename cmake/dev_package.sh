# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
# shellcheck shell=bash
#
# ./dev package, which ./dev sources: Debian packages, a wheel, an archive of the tool; all in build/packages.

# What stands beside the files of a package: copyright, changelog, and the trigger of a library.
make_pages() {
  local pages=build/release/pages version=$1
  rm -rf "$pages"
  mkdir -p "$pages"
  cat >"$pages/copyright" <<'TEXT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: impinge

Files: *
Copyright: 2026 the impinge authors
License: Apache-2.0
 On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0.
TEXT
  printf 'impinge (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- the impinge authors <impinge@localhost>  %s\n' \
    "$version" "$(git log -1 --format=%cD 2>/dev/null || date -R)" | gzip -9n >"$pages/changelog.gz"
  echo "activate-noawait ldconfig" >"$pages/triggers"
}

# The tool with all its libraries, wherever it is unpacked.
make_archive() {
  local version=$1 name
  name=impinge-$version-linux-$(uname -m)
  rm -rf "build/packages/$name"
  cmake --install build/release --prefix "$PWD/build/packages/$name" --component tool >/dev/null
  cmake --install build/release --prefix "$PWD/build/packages/$name" --component libraries >/dev/null
  cmake --install build/release --prefix "$PWD/build/packages/$name" --component modules >/dev/null
  /usr/bin/python3 -B python/wheel_backend.py bundle "build/packages/$name"
  cp LICENSE README.md "build/packages/$name"
  tar -C build/packages --owner=0 --group=0 --sort=name -czf "build/packages/$name.tar.gz" "$name"
  rm -rf "build/packages/${name:?}"
}

run_package() {
  local version
  need build python package
  configure_python -DIMPINGE_TESTS=OFF -DIMPINGE_EXAMPLES=OFF -DIMPINGE_BENCH=OFF -DIMPINGE_PACKAGES=OFF
  build release impinge_cli impinge_python
  version=$(build/release/impinge --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -1)
  make_pages "$version"
  rm -rf build/packages build/release/packages
  mkdir -p build/packages
  configure_python -DIMPINGE_PACKAGES=ON
  build release
  (cd build/release && cpack -G DEB >cpack.log 2>&1) || {
    tail -20 build/release/cpack.log >&2
    fail "package: cpack failed, see above"
  }
  cp build/release/packages/*.deb build/packages
  make_archive "$version"
  configure_python -DIMPINGE_PACKAGES=OFF
  IMPINGE_WHEEL_BUNDLE=1 IMPINGE_WHEEL_BUILD=$PWD/build/release /usr/bin/python3 -B python/wheel_backend.py wheel build/packages
  ls -l build/packages
  if command -v lintian >/dev/null; then lintian --no-tag-display-limit build/packages/*.deb || true; fi
}
