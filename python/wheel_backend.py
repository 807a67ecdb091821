# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Builds the wheel: CMake makes the module, this file packs it. A build backend of its own (PEP 517), since a wheel is a zip of the
files and two lists, and so needs nothing but Python.

IMPINGE_WHEEL_BUNDLE=1 puts the system's libraries inside too (`./dev package` does), so that the wheel works where they are not
installed; without it, as for `pip install .`, the system's own are used. IMPINGE_WHEEL_BUILD names a build that is there already.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
#: What every Linux has, as manylinux lists it, but for X11, which servers do not have; the rest goes inside.
SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|util|nsl|resolv|GL|EGL|z))\.so")


def project():
    """Name, version, summary and what it needs, from pyproject.toml; few lines, so they are read by themselves."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    field = lambda key: re.search(rf'^{key} = "(.*)"$', text, re.M)[1]  # noqa: E731
    needs = re.findall(r'"([^"]+)"', re.search(r"^needs = \[(.*)\]$", text, re.M)[1])
    extras = re.findall(r'^(\w+) = \["(\w+)"\]$', text, re.M)
    return field("name"), field("version"), field("description"), field("requires-python"), needs, extras


def knows_numpy_2(build):
    """Modules made with pybind11 before 2.12 read the arrays of numpy 2 wrongly."""
    folder = re.search(r"^pybind11_DIR:\w+=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.M)[1]
    text = (pathlib.Path(folder) / "pybind11ConfigVersion.cmake").read_text(encoding="utf-8")
    major, minor = re.search(r'set\(PACKAGE_VERSION "(\d+)\.(\d+)', text).groups()
    return (int(major), int(minor)) >= (2, 12)


def metadata(build):
    name, version, summary, python, needs, extras = project()
    needs = needs if knows_numpy_2(build) else [f"{n},<2" if n.startswith("numpy>") else n for n in needs]
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {summary}", "License: Apache-2.0",
             f"Requires-Python: {python}", *(f"Requires-Dist: {n}" for n in needs)]
    for extra, need in extras:
        lines += [f"Provides-Extra: {extra}", f"Requires-Dist: {need}; extra == '{extra}'"]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / "docs" / "python.md").read_text(encoding="utf-8")]
    return "\n".join(lines)


def tags():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def build_module():
    """The build folder with the module in it."""
    given = os.environ.get("IMPINGE_WHEEL_BUILD")
    folder = pathlib.Path(given) if given else ROOT / "build" / "wheel"
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    quick = [] if given else ["-DIMPINGE_QUICK=ON", "-DIMPINGE_TESTS=OFF", "-DIMPINGE_EXAMPLES=OFF", "-DCMAKE_BUILD_TYPE=Release"]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DIMPINGE_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}",
                    *quick, *launcher], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "impinge_python"], check=True)
    return folder


def needed(file):
    """The libraries that a file needs, by name and place."""
    out = subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout
    return dict(re.findall(r"^\s*(\S+) => (\S+) \(", out, re.M))


def gather(build, into):
    """The package with its own libraries, found beside it wherever it is put."""
    package, libraries = into / "impinge", into / "impinge" / "libs"
    libraries.mkdir(parents=True)
    for file in sorted((ROOT / "python" / "impinge").iterdir()):
        if file.suffix in (".py", ".pyi") or file.name == "py.typed":
            shutil.copy(file, package)
    module = next((build / "python" / "impinge").glob("_core*.so"))
    shutil.copy(module, package)
    bundle = bool(os.environ.get("IMPINGE_WHEEL_BUNDLE"))
    files = {name: path for name, path in needed(module).items() if name.startswith("libimpinge") or bundle}
    modules = {p.name: str(p) for p in (build / "modules").glob("*.so")}
    for path in list(modules.values()) if bundle else []:
        files.update(needed(path))
    for name, path in {**files, **modules}.items():
        if name.startswith("libimpinge") or not SYSTEM.match(name):
            shutil.copy(os.path.realpath(path), libraries / name)
    if bundle:
        notices([p for n, p in files.items() if not n.startswith("libimpinge") and not SYSTEM.match(n)], package / "licences")
    for file in libraries.iterdir():
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", file], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/libs", next(package.glob("_core*.so"))], check=True)
    for file in [*libraries.iterdir(), next(package.glob("_core*.so"))]:
        subprocess.run(["strip", "--strip-unneeded", file], check=True)


def notices(files, into):
    """The copyright of the packages whose libraries go inside, as Debian has it; some ask for that."""
    into.mkdir()
    for path in files:
        names = {os.path.realpath(path), path, path.removeprefix("/usr")}
        found = [subprocess.run(["dpkg", "-S", n], capture_output=True, text=True).stdout for n in names] if shutil.which("dpkg") else []
        package = next((text.split(":")[0] for text in found if text), None)
        text = pathlib.Path("/usr/share/doc") / (package or "") / "copyright"
        if package and text.exists():
            shutil.copy(text, into / f"{package}.txt")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517: makes the wheel and gives its name."""
    name, version, *_ = project()
    info = f"{name}-{version}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        staging = pathlib.Path(folder)
        build = build_module()
        gather(build, staging)
        (staging / info).mkdir()
        (staging / info / "METADATA").write_text(metadata(build), encoding="utf-8")
        (staging / info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: impinge\nRoot-Is-Purelib: false\nTag: {tags()}\n")
        shutil.copy(ROOT / "LICENSE", staging / info / "LICENSE")
        wheel = pathlib.Path(wheel_directory) / f"{name}-{version}-{tags()}.whl"
        pack(staging, info, wheel)
    return wheel.name


def pack(staging, info, wheel):
    """A zip with the list of its files and their hashes; the same bytes for the same files."""
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(p for p in staging.rglob("*") if p.is_file()):
            path, data = file.relative_to(staging).as_posix(), file.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}")
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
        out.writestr(zipfile.ZipInfo(f"{info}/RECORD", (2020, 1, 1, 0, 0, 0)), "\n".join([*record, f"{info}/RECORD,,", ""]))


def build_sdist(sdist_directory, config_settings=None):
    """The sources that git knows."""
    name, version, *_ = project()
    file = f"{name}-{version}.tar.gz"
    subprocess.run(["git", "-C", ROOT, "archive", "--format=tar.gz", f"--prefix={name}-{version}/", "-o",
                    pathlib.Path(sdist_directory).resolve() / file, "HEAD"], check=True)
    return file


def get_requires_for_build_wheel(config_settings=None):
    return []


def bundle(prefix):
    """Puts the libraries that files under a prefix need, and no system has for sure, into its lib folder."""
    libraries = pathlib.Path(prefix) / "lib"
    taken = []
    own = [p for p in [*pathlib.Path(prefix).glob("bin/*"), *libraries.rglob("*.so*")] if p.is_file() and not p.is_symlink()]
    for file in own:
        for name, path in needed(file).items():
            if not name.startswith("libimpinge") and not SYSTEM.match(name) and not (libraries / name).exists():
                shutil.copy(os.path.realpath(path), libraries / name)
                taken.append(path)
                subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", libraries / name], check=True)
    notices(taken, pathlib.Path(prefix) / "licences")
    for file in own:
        subprocess.run(["strip", "--strip-unneeded", file], check=True)
        if file.parent.name == "impinge":
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/..", file], check=True)


if __name__ == "__main__":
    if sys.argv[1] == "wheel":
        print(build_wheel(sys.argv[2]))
    else:
        bundle(sys.argv[2])
