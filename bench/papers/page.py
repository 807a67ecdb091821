#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Makes one self-contained page of the rows of bench_papers: tables, plots, pictures, the animation. Nothing is loaded.

usage: page.py ROWS.json PAGE.html [FOLDER OF PICTURES]
"""
import base64
import html
import json
import pathlib
import struct
import sys
import zlib

import plots

HERE = pathlib.Path(__file__).parent


def number(value, unit):
    """A value with four figures at most, grouped, and its unit."""
    if value is None:
        return "–"
    if unit == "ms" and 0 < abs(value) < 0.01:
        value, unit = 1e3 * value, "µs"
    if float(value).is_integer() or abs(value) >= 1e4:
        words = f"{value:,.0f}"
    else:
        words = f"{value:.3g}"
    return f"{words} {unit}" if unit else words


def cell(label, words, kind="td"):
    return f'<{kind} data-label="{html.escape(label)}">{html.escape(words)}</{kind}>'


HEADS = ["curve", "at", "ours", "on", "published", "published for", "published / ours"]


# Axes that count things; others name what the number is.
COUNTED = ("polygons", "pixels", "points", "threads", "edges", "faces of a sphere")


def place_of(row, x_name):
    """Where on its curve a row is, in words."""
    if row["what"]:
        return row["what"]
    place = number(row["x"], "")
    if x_name not in COUNTED:
        return f"{x_name} {place}".strip()
    return f"{place} {x_name.removesuffix('s') if place == '1' else x_name}"


def table_row(row, x_name):
    place = place_of(row, x_name)
    threads = f'{row["backend"]}, {row["threads"]} thread{"" if row["threads"] == 1 else "s"}'
    published, ours = row["published"], row["ours"]
    factor = "–"
    if published is not None and ours:
        factor = f"{published / ours:,.3g}".replace("e+0", "e") if published / ours < 1000 else f"{published / ours:,.0f}"
    words = [row["series"], place, number(ours, row["unit"]), threads,
             number(published, row["unit"]) if published is not None else "not as a number",
             row["machine"] if published is not None else "–", factor]
    return "<tr>" + "".join(cell(h, w) for h, w in zip(HEADS, words)) + "</tr>"


def table(figure):
    x_name = figure["plots"][0]["x"] if figure["plots"] else ""
    order = {name: i for i, name in enumerate(dict.fromkeys(r["series"] for r in figure["rows"]))}
    listed = sorted((r for r in figure["rows"] if r["listed"]), key=lambda r: order[r["series"]])
    rows = "".join(table_row(r, x_name) for r in listed)
    heads = "".join(f"<th>{h}</th>" for h in HEADS)
    return f'<table class="rows"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>' if rows else ""


def bounds(claim):
    least, most = claim["least"], claim["most"]
    if least is None:
        return f"at most {most:g}"
    if most is None:
        return f"at least {least:g}"
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def claims(figure):
    items = "".join(
        f'<li class="{"holds" if c["holds"] else "broken"}">{html.escape(c["what"])}: <b>{c["value"]:.4g}</b> '
        f'(asserted: {bounds(c)}{", a time" if c["timed"] else ""})</li>'
        for c in figure["claims"]
    )
    return f'<ul class="claims">{items}</ul>' if items else ""


def png_of_ppm(data):
    """A PNG of a binary PPM."""
    _, size, _, pixels = data.split(b"\n", 3)
    width, height = map(int, size.split())
    rows = b"".join(b"\0" + pixels[3 * width * y : 3 * width * (y + 1)] for y in range(height))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def picture(item, folder):
    if item["svg"]:
        drawing = item["svg"]
    else:
        data = (folder / item["file"]).read_bytes()
        data = base64.b64encode(png_of_ppm(data) if item["file"].endswith(".ppm") else data).decode()
        drawing = f'<img alt="{html.escape(item["caption"])}" src="data:image/png;base64,{data}">'
    return f'<figure class="picture">{drawing}<figcaption>{html.escape(item["caption"])}</figcaption></figure>'


def player(figure):
    """The falling body: a canvas, a button and a slider; page.js draws."""
    if figure["animation"] is None:
        return ""
    data = json.dumps(figure["animation"], separators=(",", ":")).replace("</", "<\\/")
    last = len(figure["animation"]["frames"]) - 1
    return (
        f'<figure class="player"><canvas id="fall" width="960" height="640" role="img" aria-label="{html.escape(figure["title"])}"></canvas>'
        f'<div class="controls"><button id="play" type="button">Play</button>'
        f'<input id="time" type="range" min="0" max="{last}" value="0" aria-label="Picture"><output id="moment"></output></div>'
        f'<figcaption>{html.escape(figure["title"])}; contacts in red</figcaption></figure>'
        f'<script type="application/json" id="fall-data">{data}</script>'
    )


def section(figure, folder):
    words = [figure["setting"], figure["stand_in"] and f'Stand-in: {figure["stand_in"]}', figure["shape"] and f'Shape: {figure["shape"]}']
    texts = "".join(f"<p>{html.escape(w)}</p>" for w in words if w)
    drawn = [d for d in (plots.draw(figure, p) for p in figure["plots"]) if d]
    shown = drawn + [picture(p, folder) for p in figure["pictures"]]
    shown = f'<div class="shown">{"".join(shown)}</div>' if shown else ""
    return (
        f'<section id="{figure["id"]}"><h3>{html.escape(figure["name"])}: {html.escape(figure["title"])}</h3>'
        f"{texts}{player(figure)}{shown}{claims(figure)}{table(figure)}</section>"
    )


def heading(paper):
    return html.escape(f'{paper["authors"]} {paper["year"]}'.strip())


def paper_text(paper, folder):
    figures = "".join(section(f, folder) for f in paper["figures"])
    return (
        f'<article id="{paper["id"]}"><h2>{heading(paper)}</h2>'
        f'<p><i>{html.escape(paper["title"])}</i>, {html.escape(paper["where"])}. '
        f'The method here: <code>docs/algorithms/{html.escape(paper["page"])}</code></p>{figures}</article>'
    )


def summary(document):
    rows = ""
    for paper in document["papers"]:
        all_claims = [c for f in paper["figures"] for c in f["claims"]]
        figures = ", ".join(f'<a href="#{f["id"]}">{html.escape(f["name"])}</a>' for f in paper["figures"])
        rows += (
            f'<tr><td data-label="paper"><a href="#{paper["id"]}">{heading(paper)}</a></td>'
            f'<td data-label="figures"><span>{figures}</span></td><td data-label="numbers">{sum(len(f["rows"]) for f in paper["figures"]):,}</td>'
            f'<td data-label="claims that hold">{sum(c["holds"] for c in all_claims)} of {len(all_claims)}</td></tr>'
        )
    heads = "".join(f"<th>{h}</th>" for h in ("paper", "figures", "numbers", "claims that hold"))
    return f'<table class="summary"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def page(document, folder):
    run = "A short run with smaller bodies" if document["quick"] else "A full run"
    where = f'{document["cpu"]}, {document["cores"]} cores' + (f', commit {document["commit"]}' if document["commit"] else "")
    papers = "".join(paper_text(p, folder) for p in document["papers"])
    style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<title>The five papers, run again</title><style>{style}</style></head><body><main>
<h1>The five papers, run again</h1>
<p>The experiments of the papers that impinge is built on, on the machine at hand: each published number beside ours. {run};
{html.escape(where)}. Times are those of one thread, the fastest of some rounds, unless a row says otherwise. Where a paper prints
a curve without numbers, there is none beside ours. What a paper claims about the shape of a curve is asserted by the run itself.</p>
{summary(document)}{papers}</main><script>{script}</script></body></html>
"""


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip().splitlines()[-1])
    document = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    folder = pathlib.Path(sys.argv[3] if len(sys.argv) == 4 else ".")
    pathlib.Path(sys.argv[2]).write_text(page(document, folder), encoding="utf-8")


if __name__ == "__main__":
    main()
