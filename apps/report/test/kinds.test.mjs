// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Pages of motions and maps, hostile names, very many findings, none, and a browser without WebGL.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser, openPage, settle } from "./browser.mjs";
import { manyFindings } from "./made_page.mjs";
import { find, look } from "./picture.mjs";
import { at, folder, motion, run, write } from "./tool.mjs";

let browser;

const box = (name, size, position) => ({ name, shape: { box: size }, position });
const scene = (objects) => ({ schema: "impinge.scene/1", objects });

before(async () => {
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const onPage = (name, make, body) => test(name, async () => {
  make();
  const { page, trouble } = await openPage(browser.context, at("page.html"));
  await body(page);
  assert.deepEqual(trouble, []);
  await page.close();
});

const sweep = () => run("sweep", "--scene", write("motion.json", motion()), "--clearance", "2", "--report", "page.html");

/** Where the middle of the ram is drawn, and where it should be. */
const ramAt = (page, x) => page.evaluate((to) => {
  const { view, bodies } = window.impingeReport;
  return view.project(bodies.frame.inside([to, 0, 0]));
}, x);

onPage("the slider shows the pose of its moment", sweep, async (page) => {
  for (const t of [0.25, 0.5, 1.6]) {
    await page.evaluate((to) => window.impingeReport.timeline.go(to), t);
    await page.evaluate(() => window.impingeReport.select(-1, true));
    await page.click("#fit");
    await settle(page);
    const spot = await ramAt(page, -20 + 20 * t);
    const name = await page.evaluate(({ x, y }) => {
      const hit = window.impingeReport.view.pick(x, y);
      return hit && window.impingeReport.store.name(hit.object);
    }, spot);
    assert.equal(name, "ram", `t ${t}`);
  }
});

onPage("bars show contacts, and a click jumps to the moment", sweep, async (page) => {
  const tracks = await page.$$(".track");
  assert.equal(tracks.length, await page.evaluate(() => window.impingeReport.report.pairs.length));
  await tracks[0].focus();
  await page.keyboard.press("Enter");
  await settle(page);
  const { t, first } = await page.evaluate(() => ({ t: window.impingeReport.timeline.t, first: window.impingeReport.pair().swept.first.t }));
  assert.equal(t, first);
  assert.ok(Math.abs(first - 17 / 20) < 1e-4);
  const wide = await tracks[0].boundingBox();
  await page.mouse.click(wide.x + wide.width / 2, wide.y + wide.height / 2);
  assert.ok(Math.abs((await page.evaluate(() => window.impingeReport.timeline.t)) - 1) < 0.02);
  assert.ok(await page.isVisible("#curve path"));
});

onPage("play moves, and choosing a pair shows its worst moment", sweep, async (page) => {
  await page.click(".finding");
  await settle(page);
  assert.ok(find(await look(page), "lump").count > 20, "the lump at the worst moment");
  await page.evaluate(() => window.impingeReport.timeline.go(0));
  await settle(page);
  assert.equal(find(await look(page), "lump").count, 0, "no lump at other moments");
  await page.click("#play");
  await page.waitForFunction(() => window.impingeReport.timeline.t > 0.05);
  await page.click("#play");
  const t = await page.evaluate(() => window.impingeReport.timeline.t);
  await page.focus("#time");
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.evaluate(() => window.impingeReport.timeline.t)) > t);
});

const map = () => run("map", "--scene", write("map.json", scene([box("lower", [20, 20, 4], [0, 0, 0]), box("upper", [8, 8, 4], [2, 1, 3])])), "lower", "upper", "--direction", "0,0,1", "--resolution", "64", "--report", "page.html");

onPage("a map is drawn over a body, and tells the value under the pointer", map, async (page) => {
  await settle(page);
  const value = await page.evaluate(() => {
    const { map: view, bodies } = window.impingeReport;
    return [view.under(bodies.frame.inside([2, 1, 1])), view.under(bodies.frame.inside([-80, -8, 2])), view.under(null)];
  });
  assert.deepEqual(value, ["penetration 1 mm", "Outside the map", "Point at a body"]);
  const colour = () => page.evaluate(() => [...window.impingeReport.map.pixels.slice(0, 4 * 64 * 64)].join());
  const before = await colour();
  await page.focus("#map-depth");
  for (let i = 0; i < 20; ++i) await page.keyboard.press("ArrowRight");
  assert.notEqual(await colour(), before, "the scale changes the colours");
  const scale = await page.locator("#map-scale").boundingBox();
  const dragged = await colour();
  await page.mouse.move(scale.x + 30, scale.y + 5);
  await page.mouse.down();
  await page.mouse.move(scale.x + 90, scale.y + 5, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await colour(), dragged, "dragging the scale does too");
  for (const button of ["#map-on-0", "#map-on-2", "#map-on-1"]) {
    await page.click(button);
    await settle(page);
    assert.ok(find(await look(page), "drawn").share > 0.01, button);
  }
});

const hostile = ["</script><img src=x onerror=alert(1)>", "\"'&<!--<script>", "\u202eabc \u05d0\u05d1\u05d2", "x".repeat(10000)];

onPage("names are text", () => run("check", "--scene", write("names.json", scene(hostile.map((name, i) => box(name, [10, 10, 10], [7 * i, 0, 0])))), "--report", "page.html"), async (page) => {
  assert.equal(await page.$$eval("img, #app script", (all) => all.length), 0);
  for (let i = 0; i < 3; ++i) {
    await page.click(`.finding >> nth=${i}`);
    await settle(page);
    assert.ok(await page.isVisible("#detail"));
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

onPage("no findings", () => run("check", "--scene", write("clean.json", scene([box("one", [1, 1, 1], [0, 0, 0]), box("two", [1, 1, 1], [5, 0, 0])])), "--report", "page.html"), async (page) => {
  assert.match(await page.textContent("#empty"), /Nothing meets/);
  assert.match(await page.textContent("#summary"), /^No findings/);
  assert.ok(find(await look(page), "drawn").count > 50);
});

onPage("shapes beyond meshes are shown as boxes of glass", () => run("check", "--scene", write("shapes.json", scene([box("box", [10, 10, 10], [0, 0, 0]), { name: "ball", shape: { implicit: { sphere: { radius: 5 } } }, position: [8, 0, 0] }])), "--report", "page.html"), async (page) => {
  assert.ok((await page.$$(".finding")).length > 0);
  await page.click(".finding");
  await settle(page);
  assert.match(await page.textContent("#detail"), /a shape without faces/);
});

onPage("a hundred thousand findings scroll", () => writeFileSync(at("page.html"), manyFindings(100_000)), async (page) => {
  assert.match(await page.textContent("#summary"), /100,000 findings/);
  await page.focus("#list");
  await page.keyboard.press("End");
  await settle(page);
  assert.equal(await page.$$eval(".finding.selected", (rows) => rows.length), 1);
  assert.ok(await page.$$eval(".row", (rows) => rows.length) < 60);
  await page.fill("#search", "part 399");
  assert.ok((await page.$$(".finding")).length > 0);
});

test("without WebGL the boxes are drawn flat, and everything is said", async () => {
  run("check", "--scene", write("flat.json", scene([box("one", [10, 10, 10], [0, 0, 0]), box("two", [10, 10, 10], [7, 0, 0])])), "--report", "page.html");
  const other = await openBrowser({ more: ["--disable-3d-apis"] });
  const { page } = await openPage(other.context, at("page.html"));
  assert.match(await page.textContent("#notice"), /no WebGL 2/);
  await page.click(".finding");
  assert.match(await page.textContent("#detail"), /300 mm/);
  await page.waitForTimeout(200);
  assert.ok(find(await look(page), "lump").count > 20);
  await other.close();
});

test("a page in a frame of a notebook chooses its findings", async () => {
  run("check", "--scene", write("frame.json", scene([box("a", [2, 2, 2], [0, 0, 0]), box("b", [2, 2, 2], [1, 0, 0])])), "--report", "page.html");
  const page = readFileSync(at("page.html"), "utf8").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  writeFileSync(at("notebook.html"), `<!DOCTYPE html><iframe style="width: 900px; height: 700px" srcdoc="${page}"></iframe>`);
  const notebook = await browser.context.newPage();
  const trouble = [];
  notebook.on("pageerror", (error) => trouble.push(String(error)));
  await notebook.goto(pathToFileURL(at("notebook.html")).href);
  const frame = notebook.frames()[1];
  await frame.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 60_000 });
  for (const index of [-1, 0]) await frame.evaluate((to) => window.impingeReport.select(to, true), index);
  assert.deepEqual(trouble, []);
  await notebook.close();
});
