#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Puts source files into groups that compile as one unit each, for builds that need not show that every file stands alone.

A name in the unnamed namespace of one file keeps away every file that has the word too, whatever it means there, or that includes
a header of ours which declares it; files of vector code, which include themselves once a target, are a group each. Prints one line
a group, files separated by semicolons. Groups that KEPT has from the time before stay as they are where they still can, so that an
edit or a new file compiles one unit again and not all.
usage: unity_groups.py MOST KEPT FILE…
"""
import functools
import pathlib
import re
import sys

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.S | re.M)
# What starts in the first column there: a type, or a function or constant with its name before the bracket or value.
NAME = re.compile(r"^(?:(?:class|struct|enum class|enum|using|union) (\w+)|[^\s/#}].*?\b(\w+)(?:\[\w*\])*\s*(?:\(|\{|=|;|$))")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
ALONE = re.compile(r"foreach_target|^#define ", re.M)


def declared(text):
    """Names that begin in the first column."""
    names = set()
    for line in text.splitlines():
        found = NAME.match(line)
        if found and not line.startswith(("template", "namespace")):
            names.add(found.group(1) or found.group(2))
    return names


def unnamed_names(text):
    """Names that a file keeps to itself."""
    return set().union(*map(declared, UNNAMED.findall(text)))


@functools.cache
def header(name):
    """What an internal header declares, and the headers that it includes."""
    path = SOURCES / name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return frozenset(declared(text)), tuple(INCLUDE.findall(text))


def words_of(text):
    """Words of a file, and names that the internal headers declare which it sees."""
    words, seen, names = set(re.findall(r"\w+", text)), set(), list(INCLUDE.findall(text))
    while names:
        name = names.pop()
        if name not in seen:
            seen.add(name)
            more, includes = header(name)
            words |= more
            names.extend(includes)
    return words


class Group:
    def __init__(self):
        self.files, self.names, self.words = [], set(), set()

    def takes(self, names, words):
        return not names & self.words and not words & self.names

    def add(self, path, names, words):
        self.files.append(path)
        self.names |= names
        self.words |= words


def main():
    most, kept, files = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    texts = {path: pathlib.Path(path).read_text(encoding="utf-8") for path in files}
    known = {path: (unnamed_names(text), words_of(text)) for path, text in texts.items() if not ALONE.search(text)}
    groups, placed = [], set()
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        group = Group()
        for path in line.split(";"):
            if path in known and group.takes(*known[path]):
                group.add(path, *known[path])
                placed.add(path)
        groups.append(group)
    fixed = len(groups)
    for path in [path for path in known if path not in placed]:
        fits = (group for group in groups[fixed:] if len(group.files) < most and group.takes(*known[path]))
        group = next(fits, None)
        if group is None:
            group = Group()
            groups.append(group)
        group.add(path, *known[path])
    lines = "".join(";".join(group.files) + "\n" for group in groups if group.files)
    kept.write_text(lines, encoding="utf-8")
    print(lines, end="")
    print("".join(f"{path}\n" for path in files if path not in known), end="")


if __name__ == "__main__":
    main()
