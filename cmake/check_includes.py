#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks what the design says about files: who may include whom, how many public headers, sizes, names, licence lines, README.

Run from anywhere: cmake/check_includes.py [ROOT]. Prints one line per finding; exit status 0 clean, 1 findings.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import rooms

# External headers that may appear in one place only.
ONLY_IN = [
    (re.compile(r"^(lib3mf|zip\.h|fast_float|png\.h|pugixml)"), ("src/io/", "tests/", "fuzz/")),
    (re.compile(r"^nlohmann/"), ("src/io/", "apps/", "tests/", "fuzz/")),
    (re.compile(r"^(CLI/|CLI11)"), ("apps/", "bench/")),
    (re.compile(r"^(CGAL/|gmp)"), ("tests/", "bench/")),
    (re.compile(r"^(GL/|EGL/|epoxy/)"), ("src/backend/gl/", "tests/")),
    (re.compile(r"^(TopoDS|TopExp|BRep|Geom|STEPCAF|IGESCAF|XCAF|TDF|TDocStd|gp_|Poly_)"), ("src/cad/",)),
    (re.compile(r"^(cuda|cub/|thrust/)"), ("src/backend/cuda/", "tests/")),
]
PUBLIC_FORBIDDEN = re.compile(r"^(tbb/|oneapi/|fmt/|iostream$|nlohmann/)")
BANNED_STEM = re.compile(r"(^|_)(utils?|misc|helpers?)(_|$)|(^|_)common$")
MAX_PUBLIC_HEADERS = 10  # of the core, what users need of it
BESIDE = ("impinge.h", "experiments.h", "io.h")  # all at once; for those who compare variants; of the component io


def place_of(path):
    """`src`, `include` or `apps`; None where all is allowed."""
    place = path.split("/", 1)[0]
    return place if place in ("src", "include", "apps") else None


def check_include(root, path, number, quote, name):
    """Findings about one #include line."""
    place, room = place_of(path), rooms.room_of(path)
    where = f"{path}:{number}"
    if place == "include" and PUBLIC_FORBIDDEN.match(name):
        yield f"{where}: public headers must not include <{name}>"
    for pattern, places in ONLY_IN:
        if pattern.match(name) and not path.startswith(places):
            yield f"{where}: <{name}> may only be included under {', '.join(places)}"
    if name.startswith("impinge/"):
        if quote == '"':
            yield f"{where}: write <{name}>, public headers are included in angle brackets"
        core = place == "include" or (place == "src" and room not in rooms.IO)
        io = name in ("impinge/io.h", "impinge/io_export.h") or name.startswith("impinge/io/")
        if io and core and not path.startswith(("include/impinge/io.h", "include/impinge/io/")):
            yield f"{where}: the core must not include the io component"
        return
    if quote != '"' or place is None:
        return
    own = f"{path.rsplit('/', 1)[0]}/{name}"
    if place == "apps" and (root / own).is_file():
        return
    if not (root / "src" / name).is_file():
        if (root / own).is_file():
            yield f'{where}: write "{own.removeprefix("src/")}", internal headers are named from src/'
        elif place != "apps":
            yield f'{where}: no internal header "{name}"'
        return
    target = rooms.room_of(f"src/{name}")
    if place == "include":
        yield f"{where}: public headers must not include internal ones"
    elif place == "src" and not rooms.may_include(room, target):
        yield f"{where}: {room} must not include {target}; cmake/rooms.py has the order"


def check_file(root, path):
    """Findings about one source file."""
    text = (root / path).read_text(encoding="utf-8")
    lines = text.splitlines()
    stem = path.rsplit("/", 1)[-1].split(".", 1)[0]
    if BANNED_STEM.search(stem):
        yield f"{path}: '{stem}' has no noun; name the file after the main thing in it"
    if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
        yield f"{path}: the first line must be the SPDX licence line"
    # Highway includes -inl.h files once for each SIMD target.
    if path.endswith(".h") and not path.endswith("-inl.h") and "#pragma once" not in lines[:4]:
        yield f"{path}: #pragma once must follow the licence lines"
    for number, line in enumerate(lines, 1):
        match = rooms.INCLUDE.match(line)
        if match:
            yield from check_include(root, path, number, match[1], match[2])


def check_backend_names(root, files):
    """The word of a backend stands in its row of the registry, in its folder and in its tests, and nowhere else."""
    names = {f.split("/")[2] for f in files if f.startswith("src/backend/") and f.count("/") > 2}
    spelt = re.compile("[\"']({})[\"']".format("|".join(sorted(names))))
    for path in files:
        if not path.endswith((".cpp", ".h", ".py", ".json")) or path.startswith(("bench/results/", "docs/pictures/")):
            continue
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            for name in spelt.findall(line):
                own = (f"src/backend/{name}/", f"tests/backend/{name}/", "src/backend/registry.cpp")
                if not path.startswith(own):
                    yield f"{path}:{number}: backends are named by src/backend/registry.cpp alone, ask it for '{name}'"


def check_public_headers(root, files):
    """Findings about the public face as a whole."""
    compiled = (root / "cmake" / "check_headers.cmake").read_text(encoding="utf-8")
    headers = [f for f in files if f.startswith("include/impinge/") and f.endswith(".h")]
    # Those in include/impinge/io are of the component io too.
    count = sum(f.count("/") == 2 and not f.endswith(tuple(f"/{name}" for name in BESIDE)) for f in headers)
    if count > MAX_PUBLIC_HEADERS:
        yield f"include/impinge: {count} headers beside {', '.join(BESIDE)}, at most {MAX_PUBLIC_HEADERS} are allowed"
    for header in headers:
        if header.removeprefix("include/") not in compiled:
            yield f"{header}: add it to cmake/check_headers.cmake, which compiles it alone"
        text = (root / header).read_text(encoding="utf-8")
        for enum in re.findall(r"\benum class (\w+)[^;{]*\{", text):
            if not all(re.search(rf"\b{function}\([^)]*\b{enum}\b", text) for function in ("to_string", "from_string")):
                yield f"{header}: {enum} needs to_string and from_string; src/base/enum_words.cpp has the words"


def check_readme(root):
    """The C++ in the README is an example that is compiled and run."""
    readme, example = root / "README.md", root / "examples" / "two_boxes.cpp"
    code = example.read_text(encoding="utf-8")
    code = code[code.index("#include") :]
    if f"```cpp\n{code}```" not in readme.read_text(encoding="utf-8"):
        yield "README.md: the C++ code differs from examples/two_boxes.cpp"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    files = rooms.listed_files(root)
    sources = [f for f in files if f.endswith(rooms.SOURCES)]
    findings = [*check_public_headers(root, files), *check_readme(root), *rooms.findings_of(root, files)]
    findings += check_backend_names(root, files)
    for path in sources:
        findings.extend(check_file(root, path))
    for finding in findings:
        print(finding)
    print(f"check_includes: {len(sources)} files, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
