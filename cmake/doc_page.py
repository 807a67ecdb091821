#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Prints a Markdown page as Doxygen wants it. Called by Doxygen for each page (FILTER_PATTERNS in the Doxyfile).

Links between pages, and to their headings, become @ref, so that Doxygen warns of one that leads nowhere; pictures and other files
are named as they lie in the site. The first link from a parent to one of its pages makes it a child in the tree of contents.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Which page is the parent of which others in the tree at the left.
CHILDREN = {
    "README.md": r"docs/(getting_started|command_line|formats|limits|python|cad|robots|architecture|methods|vocabulary|performance)\.md|[A-Z]+\.md",
    "docs/command_line.md": r"docs/(rules|many_machines)\.md",
    "docs/architecture.md": r"docs/(decisions|proofs)\.md",
    "docs/methods.md": r"docs/(algorithms/[a-z_]+|opengl)\.md",
    "docs/performance.md": r"docs/benchmarks\.md|bench/NOTES\.md",
}
LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(`+[^`]*`+)")
HEADING = re.compile(r"^(#{1,4}) (.*?)\s*$")


def slug(heading):
    """The anchor that code hosts give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", text))


def label(page, heading=""):
    """A name that is unique among all pages."""
    name = re.sub(r"\W", "_", page.removesuffix(".md").removeprefix("docs/"))
    return f"page_{name}" + (f"__{re.sub(r'[^a-z0-9]', '_', heading)}" if heading else "")


def pages():
    """The pages of the site, as Doxygen is told them."""
    text = (ROOT / "Doxyfile").read_text(encoding="utf-8")
    names = re.search(r"^INPUT\s*=((?:.*\\\n)*.*)", text, re.M)[1].replace("\\\n", " ").split()
    found = set()
    for name in names:
        path = ROOT / name
        found |= {str(p.relative_to(ROOT)) for p in path.glob("*.md")} if path.is_dir() else {name}
    return {name for name in found if name.endswith(".md")}


def rewrite_link(match, page, known, adopted):
    mark, text, target = match.groups()
    if re.match(r"[a-z]+:", target):
        return match[0]
    path, _, anchor = target.partition("#")
    full = str(((ROOT / page).parent / path).resolve().relative_to(ROOT)) if path else page
    if mark:
        return f"![{text}]({pathlib.Path(full).name})"
    if full not in known:
        return f'<a href="{pathlib.Path(full).name}">{text}</a>'  # ./dev docs puts the file there
    if not anchor and full not in adopted and page in CHILDREN and re.fullmatch(CHILDREN[page], full):
        adopted.add(full)
        plain = text.replace("`", "")
        return f'@subpage {label(full)} "{plain}"'
    return f"[{text}](@ref {label(full, anchor)})"


def rewrite_line(line, page, known, adopted):
    """One line outside code blocks."""
    heading = HEADING.match(line)
    if heading:
        level, text = heading.groups()
        text = text.replace("`", "")  # titles are shown as they are
        name = label(page) if level == "#" else label(page, slug(text))
        return f"{level} {text} {{#{name}}}"
    # A bar in code in a table is escaped for the code host, which Doxygen would show as it is.
    if line.startswith("|"):
        line = CODE.sub(lambda m: f"<code>{m[1].strip('`').replace('<', '&lt;').replace(chr(92) + '|', '&#124;')}</code>"
                        if "\\|" in m[1] else m[1], line)
    return LINK.sub(lambda m: rewrite_link(m, page, known, adopted), line)


def main():
    path = pathlib.Path(sys.argv[1]).resolve()
    page, known, adopted, fenced, out = str(path.relative_to(ROOT)), pages(), set(), False, []
    text = path.read_text(encoding="utf-8")
    # Links may be broken over lines; Doxygen's own reading of @ref wants them on one.
    text = re.sub(r"\[([^\]\n]*)\n\s*([^\]\n]*)\]\(", r"[\1 \2](", text)
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        code = fenced or line.startswith("    ") and (not out or not out[-1].strip() or out[-1].startswith("    "))
        out.append(line if code or line.startswith("```") else rewrite_line(line, page, known, adopted))
    print("\n".join(out))


if __name__ == "__main__":
    main()
