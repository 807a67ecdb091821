// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Pages of motions and maps, hostile names, very many findings, none, and a browser without WebGL.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser, openPage, settle, violations } from "./browser.mjs";
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

onPage("the flat picture of a map has a value under the pointer", map, async (page) => {
  await page.click("#map-on-2");
  await settle(page);
  const box = await page.locator("#canvas").boundingBox();
  const spots = await page.evaluate(() => {
    const { view, map: shown } = window.impingeReport;
    const corners = shown.sheet.geometry.getAttribute("position");
    const inside = (x, y) => {
      const corner = (i) => [corners.getX(i), corners.getY(i), corners.getZ(i)];
      const [low, right, , up] = [0, 1, 2, 3].map(corner);
      const p = view.controls.target.clone().fromArray(low.map((c, k) => c + x * (right[k] - c) + y * (up[k] - c)));
      return { spot: view.project(p), value: shown.under(p) };
    };
    return [inside(0.5, 0.5), inside(0.05, 0.05), inside(0.6, 0.45)];
  });
  assert.equal(spots[0].value, "penetration 1 mm");
  for (const { spot, value } of spots) {
    await page.mouse.move(box.x + spot.x, box.y + spot.y);
    await page.waitForFunction((wanted) => document.getElementById("tip").textContent === wanted, value, { timeout: 5000 });
  }
});

/** So many rams against one wall, each a little later. */
const manyRams = (count) => scene([box("wall", [2, 20, 20 * count], [0, 0, 0]),
  ...Array.from({ length: count }, (_, i) => box(`ram ${i}`, [4, 4, 4], [-20 - 0.01 * i, 0, 20 * (i - count / 2) + 10]))].map((object) => (
  object.name === "wall" ? object : { ...object, velocity: [40, 0, 0] })));

onPage("of more pairs than there are bars the chosen one has a bar too", () => run("sweep", "--scene", write("rams.json", { ...manyRams(210), duration: 1, rules: [{ a: "wall", b: "ram *" }] }), "--report", "page.html"), async (page) => {
  assert.equal((await page.$$(".track")).length, 200);
  assert.match(await page.textContent(".more-bars"), /first 200 of 210/);
  await page.focus("#list");
  await page.keyboard.press("End");
  await settle(page);
  assert.equal((await page.$$(".track")).length, 201);
  assert.match(await page.getAttribute(".track.chosen", "aria-label"), /ram 209/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  assert.equal((await page.$$(".track")).length, 200);
});

const sheet = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3\nf 3 4 1\n";

onPage("a wireframe has every edge of open and turned faces once", () => {
  write("open.obj", sheet);
  write("turned.obj", sheet.replace("f 3 4 1", "f 1 4 3"));
  run("check", "open.obj", "turned.obj", "--report", "page.html");
}, async (page) => {
  await page.click(".finding");
  await settle(page);
  await page.keyboard.press("w");
  assert.equal(await page.evaluate(() => window.impingeReport.bodies.edges.geometry.index.count), 2 * 2 * 5);
});

onPage("a body without faces does not move the camera away", () => writeFileSync(at("page.html"), manyFindings(8, undefined, true)), async (page) => {
  assert.ok((await page.evaluate(() => window.impingeReport.bodies.frame.radius)) < 200);
  assert.ok(find(await look(page), "drawn").share > 0.02);
  assert.equal(await page.evaluate(() => window.impingeReport.store.name(400)), "nothing");
});

for (const [kind, make] of [["a motion", sweep], ["a map", map]])
  onPage(`axe finds nothing on the page of ${kind}, light and dark, wide and narrow`, make, async (page) => {
    await page.click(".finding");
    for (const colorScheme of ["light", "dark"])
      for (const width of [390, 1400]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await settle(page);
        assert.deepEqual(await violations(page), [], `${colorScheme} ${width}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
        assert.ok(find(await look(page), "drawn").share > 0.01);
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

onPage("simple solids are drawn as they are, and half-spaces fill no sky", () => run("check", "--scene", write("solids.json", scene([box("box", [20, 20, 20], [0, 0, 0]),
  { name: "ground", shape: { half_space: [0, 0, 1, -5] } }, { name: "ball", shape: { solid: { sphere: 6 } }, position: [12, 0, 5] }])), "--report", "page.html"), async (page) => {
  assert.ok((await page.evaluate(() => window.impingeReport.bodies.frame.radius)) < 60);
  await page.click('.finding:has-text("ball")');
  await settle(page);
  assert.match(await page.textContent("#detail"), /sphere, drawn as triangles/);
  const seen = await look(page);
  assert.ok(find(seen, "a").share > 0.02 && find(seen, "b").share > 0.02, "both bodies are solid");
  assert.ok(find(seen, "drawn").share < 0.9, "and seen whole");
  await page.click('.finding:has-text("ground")');
  await settle(page);
  assert.match(await page.textContent("#detail"), /half-space, drawn as a slab/);
  assert.ok(find(await look(page), "a").share > 0.02);
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
