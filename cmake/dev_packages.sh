# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
# shellcheck shell=bash
#
# The packages of ./dev, which sources this: what each purpose needs, which version this system has, and how it is installed.

# What each purpose needs, beyond git and bash. One list a purpose, so that building does not pull in the test tools.
packages_build=(g++ cmake ninja-build ccache python3 libeigen3-dev libtbb-dev libhwy-dev libfmt-dev libfast-float-dev
  libzip-dev libpugixml-dev nlohmann-json3-dev libpng-dev zlib1g-dev libcli11-dev libegl-dev libepoxy-dev)
packages_test=(libgtest-dev lib3mf-dev libcgal-dev libgmp-dev libmpfr-dev python3-jsonschema
  libegl1 libegl-mesa0 libgl1-mesa-dri libopengl0)
packages_docs=(doxygen python3)
# The page of reports: built again and looked at in a browser.
packages_report=(nodejs npm chromium)
# The module needs the first three; its tests and the pictures of notebooks the others.
packages_python=(pybind11-dev python3-dev python3-numpy python3-pytest mypy python3-matplotlib python3-pandas python3-networkx
  python3-scipy python3-distributed)
# Other libraries that its tests meet, where the system has them.
packages_python_others=(python3-meshio python3-tqdm)
# The peers are optional: the benchmark says which of them are absent.
packages_bench=(libcgal-dev libembree-dev libfcl-dev libbullet-dev python3)
# Optional: the module for STEP and IGES; left out where it is absent.
packages_cad=(libocct-data-exchange-dev libocct-ocaf-dev libocct-modeling-algorithms-dev)
packages_package=(patchelf dpkg-dev file lintian)
packages_bare=(debootstrap)
packages_arm64=(g++-aarch64-linux-gnu qemu-user cmake ninja-build ccache python3 python3-jsonschema)
# Versions that differ between systems are looked up: see packages_of.
clang_parts=(clang-@ libclang-rt-@-dev lld-@)
# Versions lay out code differently, so one decides; systems without it leave the layout unchecked, and say so.
format_tool=clang-format-14
tidy_parts=(clang-tidy-@)

installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }
available() { apt-cache show "$1" >/dev/null 2>&1; }

# newest TEST NAME…: the highest version for which TEST holds for all names, where @ stands for it; nothing where there is none.
newest() {
  local test=$1 first=$2 version name all
  shift
  for version in $(apt-cache pkgnames "${first%@*}" 2>/dev/null | sed -n "s/^${first/@/\\([0-9]*\\)}\$/\\1/p" | sort -rn); do
    all=1
    for name in "$@"; do "$test" "${name/@/$version}" || all=; done
    if [[ -n $all ]]; then
      echo "$version"
      return
    fi
  done
}

# The versions of clang for the sanitizers and of clang-tidy: the newest that is installed whole, else the newest there is.
clang_version() { version_of "${clang_parts[@]}"; }
tidy_version() { version_of "${tidy_parts[@]}"; }

version_of() {
  local version
  version=$(newest installed "$@")
  echo "${version:-$(newest available "$@")}"
}

# packages_of PURPOSE: its packages, with the versions of this system.
packages_of() {
  local version name
  case "$1" in
    fuzz)
      version=$(clang_version)
      if [[ -n $version ]]; then echo "${clang_parts[@]//@/$version}"; else echo clang libclang-rt-dev lld; fi
      ;;
    format)
      echo python3
      if installed "$format_tool" || available "$format_tool"; then echo "$format_tool"; fi
      version=$(tidy_version)
      if [[ -n $version ]]; then echo "${tidy_parts[@]//@/$version}"; fi
      ;;
    report) # Ubuntu has no such browser; a node from elsewhere brings its own npm, and refuses Debian's beside it
      for name in "${packages_report[@]}"; do
        if installed "$name" || { ! command -v "${name/nodejs/node}" >/dev/null && available "$name"; }; then echo "$name"; fi
      done
      ;;
    python)
      echo "${packages_python[@]}"
      for name in "${packages_python_others[@]}"; do
        if installed "$name" || available "$name"; then echo "$name"; fi
      done
      ;;
    *)
      local -n list="packages_$1"
      echo "${list[@]}"
      ;;
  esac
}

missing_of() {
  local package purpose
  for purpose in "$@"; do
    for package in $(packages_of "$purpose"); do installed "$package" || echo "$package"; done
  done | sort -u | xargs
}

# need PURPOSE…: installs the packages of these purposes that are not there yet, or says how to.
need() {
  local missing as_root=()
  command -v dpkg-query >/dev/null || return 0 # another system: the build says what is missing
  missing=$(missing_of "$@")
  [[ -n $missing ]] || return 0
  if [[ $(id -u) != 0 ]]; then as_root=(sudo -n); fi
  if [[ -n ${IMPINGE_NO_INSTALL:-} ]] || { [[ ${#as_root[@]} -gt 0 ]] && ! sudo -n true 2>/dev/null; }; then
    fail "these packages are missing: $missing
dev: install them as root, then run this again:
  $([[ $(id -u) == 0 ]] || ! command -v sudo >/dev/null || echo "sudo ")apt-get install --no-install-recommends $missing"
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  missing=$(missing_of "$@") # names with versions are known now
  echo "dev: installing $missing"
  # shellcheck disable=SC2086
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o DPkg::Options::=--force-unsafe-io $missing >/dev/null
}
