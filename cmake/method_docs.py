#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Documents, schemas and the words of Python name the methods that the tool has: the table in src/pipeline/check/methods.cpp.

cmake/method_docs.py TOOL says where they differ (exit status 1); with --write it mends them.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "algorithms"


def run(tool, *arguments):
    """What the tool prints; it is a list where an emulator runs it."""
    return subprocess.run([*tool, *arguments], check=True, capture_output=True, text=True).stdout


def method_words(tool):
    """The words of `check --method`, `auto` first."""
    return re.search(r"--method ([a-z_|]+)", run(tool, "check", "--help"))[1].split("|")


def schema_line(words, text):
    """The words in check.schema.json: the items of stats.method, and solid_pair, which takes pairs that no localiser does."""
    listed = ", ".join(json.dumps(word) for word in [*words[1:], "solid_pair"])
    return re.subn(r'("method": \{[^\n]*"enum": \[)[^\]]*', lambda m: m[1] + listed, text)


def option_row(words, text):
    """The row of --method in command_line.md."""
    listed = "\\|".join(words)
    return re.subn(r"\| `--method [^`]*` \|", lambda _: f"| `--method {listed}` |", text)


def python_words(words, text):
    """The members of Method in the Python package."""
    members = ['    automatic = "auto"\n', *(f"    {word} = enum.auto()\n" for word in words[1:])]
    return re.subn(r'(class Method\(Word\):\n    """[^"]*"""\n\n)(?:    \w+ = [^\n]*\n)+', lambda m: m[1] + "".join(members), text)


def table(methods, text):
    """All methods, with their pages, between two marks of methods.md; the last column is written by hand and stays."""
    remarks = dict(re.findall(r"^\| (?:\[)?`([a-z_]+)`.*\| ([^|\n]*) \|$", text, flags=re.M))
    rows = ["| method | stage | guarantee | source | remark |", "|---|---|---|---|---|"]
    for m in methods:
        page = f"{m['name']}.md"
        name = f"[`{m['name']}`](algorithms/{page})" if (PAGES / page).is_file() else f"`{m['name']}`"
        rows.append(f"| {name} | {m['stage']} | {m['guarantee']} | {m['source']} | {remarks.get(m['name'], '')} |")
    return re.subn(r"(<!-- methods -->\n).*?(<!-- end of methods -->)", lambda m: m[1] + "\n".join(rows) + "\n" + m[2], text,
                   flags=re.S)


def findings(tool, write):
    words, methods = method_words(tool), json.loads(run(tool, "info", "--json"))["methods"]
    known = {m["name"] for m in methods}
    for word in words[1:]:
        if word not in known:
            yield f"--method {word} is not in `impinge info`"
        if not (PAGES / f"{word}.md").is_file():
            yield f"docs/algorithms/{word}.md is missing"
    for name, mend in (("docs/check.schema.json", lambda t: schema_line(words, t)),
                       ("docs/command_line.md", lambda t: option_row(words, t)),
                       ("docs/methods.md", lambda t: table(methods, t)),
                       ("python/impinge/words.py", lambda t: python_words(words, t))):
        text = (ROOT / name).read_text(encoding="utf-8")
        mended, places = mend(text)
        if places != 1:
            yield f"{name} has {places} places for the methods instead of one"
        elif mended != text and write:
            (ROOT / name).write_text(mended, encoding="utf-8")
        elif mended != text:
            yield f"{name} names other methods than the tool has; mend it with cmake/method_docs.py TOOL --write"


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    found = list(findings([sys.argv[1]], "--write" in sys.argv))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
