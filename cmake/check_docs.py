#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks the documents: lines of at most 120 characters (tables and code apart), a blank line around headings, a short README,
links that lead somewhere, and front matter of issue templates that the code host can read.

Run from anywhere: cmake/check_docs.py [ROOT]. Prints one line per finding; exit status 0 clean, 1 findings.
"""
import pathlib
import re
import sys

import rooms
from doc_page import HEADING, LINK, slug

MAX_WIDTH = 120
MAX_README = 130
TEMPLATES = ".github/ISSUE_TEMPLATE/"
TEMPLATE_KEYS = ["name", "about", "labels"]


def prose(text):
    """Numbered lines outside code and tables."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ")):
            yield number, line


def anchors(path):
    """The headings of a page, as links name them."""
    return {slug(match[2]) for _, line in prose(path.read_text(encoding="utf-8")) if (match := HEADING.match(line))}


def check_link(root, page, target):
    """What is wrong with a link, or None."""
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    full = ((root / page).parent / path).resolve() if path else root / page
    if not full.exists():
        return f"there is no {target}"
    if anchor and full.suffix == ".md" and anchor not in anchors(full):
        return f"{target}: no such heading"
    return None


def check_page(root, page):
    text = (root / page).read_text(encoding="utf-8")
    for number, line in prose(text):
        if len(line) > MAX_WIDTH:
            yield f"{page}:{number}: {len(line)} characters, at most {MAX_WIDTH} are allowed"
    lines = text.splitlines()
    for number, line in prose(text):
        if HEADING.match(line) and any(near.strip() for near in lines[max(number - 2, 0) : number + 1] if near != line):
            yield f"{page}:{number}: a blank line belongs before and after a heading"
    for number, line in enumerate(lines, 1):
        for match in LINK.finditer(line):
            if not line.startswith("    ") and (trouble := check_link(root, page, match[3])):
                yield f"{page}:{number}: {trouble}"
    if page == "README.md" and len(lines) > MAX_README:
        yield f"README.md: {len(lines)} lines, at most {MAX_README} are allowed"


def check_front_matter(root, page):
    """An issue template begins with its keys, one a line: a host drops a template whose header is not valid YAML."""
    lines = (root / page).read_text(encoding="utf-8").splitlines()
    end = lines.index("---", 1) if lines[:1] == ["---"] and "---" in lines[1:] else 1
    header = lines[1:end]
    keys = [line.partition(":")[0] for line in header]
    if keys != TEMPLATE_KEYS:
        yield f"{page}:1: the front matter has {', '.join(keys) or 'no keys'} instead of {', '.join(TEMPLATE_KEYS)}, one a line"
    for number, line in enumerate(header, 2):
        if not re.fullmatch(r"[a-z]+: [^\s:#\[{*&!|>'\"%@`-][^#]*", line) or ": " in line.partition(": ")[2]:
            yield f"{page}:{number}: `{line}` is not a key and a plain text"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    pages = [name for name in rooms.listed_files(root) if name.endswith(".md")]
    findings = [finding for page in pages for finding in check_page(root, page)]
    findings += [f for page in pages if page.startswith(TEMPLATES) for f in check_front_matter(root, page)]
    for finding in findings:
        print(finding)
    print(f"check_docs: {len(pages)} pages, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
