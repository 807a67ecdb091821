#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks what the design says about files: who may include whom, how many public headers, sizes, names, licence lines, README.

Run from anywhere: cmake/check_includes.py [ROOT]. Prints one line per finding; exit status 0 clean, 1 findings.
"""
import pathlib
import re
import subprocess
import sys

# A folder includes itself and the folders before it.
ORDER = ["base", "shape", "scene", "broad", "cull", "exact", "localise", "answer", "backend", "pipeline"]
# io stands beside the pipeline: it makes shapes and scenes, and paints answers.
IO_MAY = {"io", "base", "shape", "scene", "answer"}
# External headers that may appear in one place only.
ONLY_IN = [
    (re.compile(r"^(lib3mf|zip\.h|fast_float|png\.h)"), ("src/io/", "tests/", "fuzz/")),
    (re.compile(r"^nlohmann/"), ("src/io/", "apps/", "tests/", "fuzz/")),
    (re.compile(r"^(CLI/|CLI11)"), ("apps/", "bench/")),
    (re.compile(r"^(CGAL/|gmp)"), ("tests/", "bench/")),
    (re.compile(r"^(GL/|EGL/|epoxy/)"), ("src/backend/gl/", "tests/")),
    (re.compile(r"^(cuda|cub/|thrust/)"), ("src/backend/cuda/", "tests/")),
]
PUBLIC_FORBIDDEN = re.compile(r"^(tbb/|oneapi/|fmt/|iostream$|nlohmann/)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
BANNED_STEM = re.compile(r"(^|_)(utils?|misc|helpers?)(_|$)|(^|_)common$")
MAX_PUBLIC_HEADERS = 10
MAX_LINES = 500
SOURCES = (".cpp", ".h", ".cu", ".cuh", ".glsl")


def folder_of(path):
    """The stage folder of a file under src/, `pipeline` for files directly in src/, `apps`, or None where all is allowed."""
    parts = path.split("/")
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 else "pipeline"
    return {"include": "include", "apps": "apps"}.get(parts[0])


def may_include(folder, target):
    """True if a file of `folder` may include an internal header of the folder `target`."""
    if folder is None or folder == "apps":
        return True
    if folder == "include":
        return False
    if folder == "io":
        return target in IO_MAY
    if folder not in ORDER:
        return False
    return target in ORDER[: ORDER.index(folder) + 1]


def check_include(root, path, number, quote, name):
    """Findings about one #include line."""
    folder = folder_of(path)
    where = f"{path}:{number}"
    if folder == "include" and PUBLIC_FORBIDDEN.match(name):
        yield f"{where}: public headers must not include <{name}>"
    for pattern, places in ONLY_IN:
        if pattern.match(name) and not path.startswith(places):
            yield f"{where}: <{name}> may only be included under {', '.join(places)}"
    if name.startswith("impinge/"):
        if quote == '"':
            yield f"{where}: write <{name}>, public headers are included in angle brackets"
        if name in ("impinge/io.h", "impinge/io_export.h") and folder not in (None, "io", "apps") and path != "include/impinge/io.h":
            yield f"{where}: the core must not include the io component"
        return
    if quote != '"' or folder is None:
        return
    own = f"{path.rsplit('/', 1)[0]}/{name}"
    if folder == "apps" and (root / own).is_file():
        return
    internal = root / "src" / name
    if not internal.is_file():
        if (root / own).is_file():
            yield f'{where}: write "{own.removeprefix("src/")}", internal headers are named from src/'
        elif folder != "apps":
            yield f'{where}: no internal header "{name}"'
        return
    target = folder_of(f"src/{name}")
    if not may_include(folder, target):
        yield f"{where}: {folder} must not include {target} (order: {', '.join(ORDER)}, apps; io: {', '.join(sorted(IO_MAY))})"


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
    if len(lines) > MAX_LINES and not any(line.startswith("// Long because") for line in lines[:25]):
        yield f"{path}: {len(lines)} lines; split it, or say '// Long because …' at the top"
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            yield from check_include(root, path, number, match[1], match[2])


def check_public_headers(root, files):
    """Findings about the public face as a whole."""
    compiled = (root / "cmake" / "check_headers.cmake").read_text(encoding="utf-8")
    headers = [f for f in files if f.startswith("include/impinge/") and f.endswith(".h")]
    if len(headers) > MAX_PUBLIC_HEADERS:
        yield f"include/impinge: {len(headers)} headers, at most {MAX_PUBLIC_HEADERS} are allowed"
    for header in headers:
        if header.removeprefix("include/") not in compiled:
            yield f"{header}: add it to cmake/check_headers.cmake, which compiles it alone"


def check_readme(root):
    """The C++ in the README is an example that is compiled and run."""
    readme, example = root / "README.md", root / "examples" / "two_boxes.cpp"
    code = example.read_text(encoding="utf-8")
    code = code[code.index("#include") :]
    if f"```cpp\n{code}```" not in readme.read_text(encoding="utf-8"):
        yield "README.md: the C++ code differs from examples/two_boxes.cpp"


def listed_files(root):
    """Files that git knows or would add, so that build folders stay out."""
    command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(name for name in set(names) if (root / name).is_file())


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    files = listed_files(root)
    sources = [f for f in files if f.endswith(SOURCES)]
    findings = [*check_public_headers(root, files), *check_readme(root)]
    for path in sources:
        findings.extend(check_file(root, path))
    for finding in findings:
        print(finding)
    print(f"check_includes: {len(sources)} files, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
