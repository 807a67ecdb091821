// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The page of `./dev bench papers`, as the quick run of the tests left it: offline, complete, and no wider than the window.
// IMPINGE_SHOTS names a folder for screenshots.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, openPage } from "./browser.mjs";

const folder = process.env.IMPINGE_PAPERS ?? new URL("../../../build/release/bench/papers", import.meta.url).pathname;
const file = join(folder, "papers.html");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser, figures;

before(async () => {
  assert.ok(existsSync(file), `${file} is not there; the test bench_papers writes it`);
  figures = JSON.parse(readFileSync(join(folder, "papers.json"), "utf8")).papers.flatMap((paper) => paper.figures);
  browser = await openBrowser({ colorScheme: "light" });
  await browser.context.setOffline(true);
});
after(async () => browser?.close());

const onPage = (name, body) => test(name, async () => {
  const { page, trouble } = await openPage(browser.context, file);
  await body(page);
  assert.deepEqual(trouble, []);
  await page.close();
});

onPage("every plot is drawn", async (page) => {
  const plots = await page.$$eval("svg.plot", (all) => all.map((svg) => {
    const marks = [...svg.querySelectorAll(".curve, .area")].map((mark) => mark.getBBox());
    const { width, height } = svg.getBoundingClientRect();
    return { label: svg.getAttribute("aria-label"), marks: marks.length, spread: Math.max(...marks.map((box) => box.width)), inside: marks.every((box) => box.x >= 50 && box.y >= 5 && box.x + box.width <= 460 && box.y + box.height <= 290), width, height };
  }));
  assert.equal(plots.length, figures.reduce((sum, figure) => sum + figure.plots.length, 0));
  for (const plot of plots) {
    assert.ok(plot.marks > 0 && plot.spread > 50 && plot.inside && plot.width > 200 && plot.height > 100, JSON.stringify(plot));
  }
  const written = await page.evaluate(() => document.querySelector("main").innerText + [...document.querySelectorAll("svg.plot")].map((svg) => svg.outerHTML).join());
  assert.doesNotMatch(written, /NaN|undefined|Infinity/);
});

onPage("what is written in a plot lies in it, and nothing upon something else", async (page) => {
  const wrong = await page.$$eval("svg.plot", (all) => all.flatMap((svg) => {
    const frame = svg.getBoundingClientRect(), words = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    const out = words.filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
    const upon = words.filter(({ box }, i) => words.slice(i + 1).some(({ box: other }) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2));
    return [...out, ...upon].map(({ text }) => `${svg.getAttribute("aria-label")}: ${text}`);
  }));
  assert.deepEqual(wrong, []);
});

onPage("every table has its numbers", async (page) => {
  const counts = await page.$$eval("section", (all) => all.map((section) => [section.id, [...section.querySelectorAll(".rows tbody tr")].filter((row) => /\d/.test(row.children[2].textContent) && row.children.length === 7).length]));
  assert.deepEqual(counts, figures.map((figure) => [figure.id, figure.rows.filter((row) => row.listed).length]));
});

onPage("every picture is there", async (page) => {
  const sizes = await page.$$eval(".picture img, .picture svg", (all) => all.map((drawn) => (drawn.naturalWidth ?? drawn.getBoundingClientRect().width)));
  assert.equal(sizes.length, figures.reduce((sum, figure) => sum + figure.pictures.length, 0));
  assert.ok(sizes.every((size) => size >= 64), sizes.join());
});

const coloured = (page) => page.evaluate(() => {
  const canvas = document.getElementById("fall"), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const count = { drawn: 0, red: 0, body: 0 };
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b, a] = data.subarray(i, i + 4);
    if (a < 200) continue;
    ++count.drawn;
    count.red += r > 200 && g < 60 && b < 70;
    count.body += r > b + 40 && g > 60;
  }
  return count;
});

onPage("the teapot falls, and its contacts are marked", async (page) => {
  const { frames } = figures.find((figure) => figure.animation).animation;
  const show = (number) => page.$eval("#time", (slider, to) => {
    slider.value = to;
    slider.dispatchEvent(new Event("input"));
  }, number);
  const hit = frames.findIndex((frame) => frame.contacts.length > 0);
  assert.ok(hit > 0);
  await show(0);
  const before = await coloured(page);
  assert.ok(before.drawn > 50_000 && before.body > 500 && before.red === 0, JSON.stringify(before));
  await show(hit);
  const contact = await coloured(page);
  assert.ok(contact.red > 20, JSON.stringify(contact));
  await page.click("#play");
  await page.waitForFunction((from) => Number(document.documentElement.dataset.frame) !== from, hit);
  assert.equal(await page.textContent("#play"), "Pause");
  await page.click("#play");
});

for (const scheme of ["light", "dark"]) {
  for (const width of [390, 1400]) {
    onPage(`nothing overflows at ${width} pixels, axe finds nothing, ${scheme}`, async (page) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 1100 });
      const wide = await page.evaluate(() => [...document.querySelectorAll("body, body *")].filter((element) => {
        if (element.closest("svg") && element.tagName !== "svg") return false;
        return element.getBoundingClientRect().right > innerWidth + 0.5 || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1);
      }).map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`));
      assert.deepEqual(wide, []);
      const [back, text] = await page.$eval("body", (body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]);
      const bright = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      assert.equal(bright(back) > bright(text), scheme === "light");
      if (process.env.IMPINGE_SHOTS) await page.screenshot({ path: join(process.env.IMPINGE_SHOTS, `papers_${scheme}_${width}.png`) });
      // axe takes seconds; what it finds hangs on the colours, hardly on the width.
      if ((width === 390) !== (scheme === "dark")) return;
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document));
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]), []);
    });
  }
}
