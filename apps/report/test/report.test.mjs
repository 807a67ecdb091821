// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The page in a browser, used as people use it. Pages are made by the tool (IMPINGE_TOOL).
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { choose, openBrowser, openPage, settle, violations } from "./browser.mjs";
import { find, look } from "./picture.mjs";
import { assembly, at, folder, run, write } from "./tool.mjs";

let browser;

before(async () => {
  run("check", "--scene", write("assembly.json", assembly()), "--clearance", "5", "--report", "check.html");
  browser = await openBrowser({ acceptDownloads: true });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A test on a page of its own, which must ask for nothing and complain about nothing. */
const onPage = (name, file, body, hash = "") => test(name, async () => {
  const { page, trouble } = await openPage(browser.context, at(file), hash);
  await body(page);
  assert.deepEqual(trouble, []);
  await page.close();
});

const names = (page) => page.$$eval(".finding .names", (rows) => rows.map((row) => row.textContent));

onPage("opens from disk and lists the findings", "check.html", async (page) => {
  assert.match(await page.textContent("#summary"), /\d+ findings in \d+ pairs of 11 objects/);
  assert.equal(await page.title(), "assembly.json – check report");
  assert.ok(find(await look(page), "drawn").share > 0.05, "the scene is drawn");
});

onPage("a click shows the lump in the middle of the picture", "check.html", async (page) => {
  for (const pair of ["frame / bolt", "frame / cable"]) {
    await choose(page, pair);
    const lump = find(await look(page), "lump");
    assert.ok(lump.share > 0.002 && lump.share < 0.5, `${pair}: ${JSON.stringify(lump)}`);
    assert.ok(Math.abs(lump.x - 0.5) < 0.1 && Math.abs(lump.y - 0.5) < 0.12, `${pair}: ${JSON.stringify(lump)}`);
  }
});

onPage("the pair has two colours, the rest are ghosts, and each can be hidden", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  const both = await look(page);
  assert.ok(find(both, "a").count > 50 && find(both, "b").count > 50);
  await page.click('[data-look="b-hidden"]');
  await settle(page);
  assert.equal(find(await look(page), "b").count, 0);
  await page.click('[data-look="b-solid"]');
  await page.click("#fit");
  await settle(page);
  const ghosts = find(await look(page), "drawn").count;
  await page.click("#rest-highlight");
  await settle(page);
  assert.ok(find(await look(page), "drawn").count > ghosts + 50, "highlight draws the rest solid");
  await page.click("#rest-isolate");
  await settle(page);
  assert.ok(find(await look(page), "drawn").count <= ghosts);
});

onPage("the section cuts, along every axis", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  await page.click("#fit");
  await settle(page);
  const whole = find(await look(page), "drawn").count;
  await page.click("#tool-section");
  const counts = [];
  for (const axis of ["x", "y", "z", "view"]) {
    await page.click(`#section-${axis}`);
    await settle(page);
    counts.push(find(await look(page), "drawn").count);
  }
  assert.ok(counts.some((count) => count < whole - 20), `${whole}: ${counts}`);
  await page.focus("#section-offset");
  await page.keyboard.press("End");
  await page.click("#section-flip");
  await page.click("#tool-section");
  await settle(page);
  assert.ok(Math.abs(find(await look(page), "drawn").count - whole) < 5);
});

onPage("measures between two points, and names what is under the pointer", "check.html", async (page) => {
  await choose(page, "frame / sensor");
  const box = await page.locator("#canvas").boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // Wherever the frame is: from the middle outwards.
  let name = null;
  for (let r = 0; r < 300 && !name; r += 20) {
    await page.mouse.move(middle.x - r, middle.y + r / 2);
    await page.waitForTimeout(60);
    if (await page.isVisible("#tip")) name = await page.textContent("#tip");
  }
  assert.match(name ?? "", /frame|sensor|cover/);
  await page.click("#tool-measure");
  await page.focus("#canvas");
  await page.keyboard.press("f");
  await settle(page);
  const spots = await page.evaluate(() => {
    const { view, bodies } = window.impingeReport;
    return [[-29, -19, 5], [29, -19, 5]].map((p) => view.project(bodies.frame.inside(p)));
  });
  await page.keyboard.press("Escape");
  await page.click("#tool-measure");
  for (const spot of spots) await page.mouse.click(box.x + spot.x, box.y + spot.y);
  const measured = parseFloat(await page.textContent("#measured"));
  assert.ok(Math.abs(measured - 58) < 1.5, `measured ${measured}`);
});

onPage("the section cuts the lump and its curves too", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  const whole = find(await look(page), "lump").count;
  await page.click("#tool-section");
  const counts = [];
  for (const axis of ["x", "y", "z"]) {
    await page.click(`#section-${axis}`);
    await settle(page);
    counts.push(find(await look(page), "lump").count);
  }
  assert.ok(Math.min(...counts) < 0.8 * whole && Math.max(...counts) > 10, `${whole}: ${counts}`);
  const planes = await page.evaluate(() => window.impingeReport.markers.group.children.flatMap((c) => c.material.clippingPlanes ?? []).map((p) => p.constant));
  assert.ok(planes.length > 0 && planes.every((constant) => Math.abs(constant) < 10), String(planes));
  await page.click("#tool-section");
  await settle(page);
  assert.ok(Math.abs(find(await look(page), "lump").count - whole) <= 2);
});

onPage("the section faces who looks, also at the next finding, and stays on its side", "check.html", async (page) => {
  const cut = () => page.evaluate(() => window.impingeReport.bodies.uniforms.section.value.toArray().slice(0, 3));
  const towards = () => page.evaluate(() => {
    const { camera, controls } = window.impingeReport.view;
    return camera.position.clone().sub(controls.target).normalize().toArray();
  });
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  await page.click("#tool-section");
  for (const pair of ["frame / bolt", "frame / cover", "frame / cable", "frame / sensor"]) {
    await choose(page, pair);
    const [normal, eye] = [await cut(), await towards()];
    assert.ok(dot(normal, eye) > 0.57, `${pair}: ${normal} seen from ${eye}`);
  }
  const before = await cut();
  await page.evaluate(() => window.impingeReport.view.nudge(Math.PI, 0, 1));
  await page.focus("#section-offset");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await cut(), before, "moving the section does not turn it over");
  await page.click("#section-y");
  assert.ok(dot(await cut(), await towards()) > 0);
});

onPage("ghosts have names too, and Enter tells what is in the middle", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  await page.click("#fit");
  await settle(page);
  const spot = await page.evaluate(() => {
    const { view, bodies } = window.impingeReport;
    return view.project(bodies.frame.inside([-40, 40, 5]));
  });
  const box = await page.locator("#canvas").boundingBox();
  await page.mouse.move(box.x + spot.x, box.y + spot.y);
  await page.waitForFunction(() => document.getElementById("tip").textContent === "post 0");
  await page.mouse.move(box.x + 3, box.y + box.height - 3);
  await page.waitForFunction(() => document.getElementById("tip").hidden);
  await page.keyboard.press("Enter");
  await page.focus("#canvas");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#announcer"), /frame|bolt|cover|sensor|cable|no body/);
});

onPage("wireframe draws lines", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  const before = await page.evaluate(() => window.impingeReport.bodies.edges.geometry.index.count);
  await page.keyboard.press("w");
  await settle(page);
  const after = await page.evaluate(() => window.impingeReport.bodies.edges.geometry.index.count);
  assert.ok(after !== before && after > 0);
});

onPage("search, filters, order and groups", "check.html", async (page) => {
  const all = await names(page);
  await page.fill("#search", "bolt");
  assert.deepEqual(await names(page), ["frame / bolt", "bolt / cable"]);
  await page.fill("#search", "nothing like it");
  assert.ok(await page.isVisible("#empty"));
  await page.fill("#search", "");
  await page.click('#chips [data-verdict="touching"]');
  assert.ok((await names(page)).length < all.length);
  await page.click("#more");
  await page.selectOption("#filter-object", "bolt");
  assert.deepEqual(await names(page), ["frame / bolt", "bolt / cable"]);
  await page.click("#clear");
  assert.equal((await names(page)).length, all.length);
  for (const sort of ["depth", "volume", "distance", "name"]) await page.selectOption("#sort", sort);
  for (const group of ["severity", "rule", "object", "state", "decision", "verdict", "none"]) {
    await page.selectOption("#group", group);
    assert.equal((await names(page)).length, all.length, group);
  }
  await page.selectOption("#sort", "name");
  const sorted = await names(page);
  assert.deepEqual(sorted, [...sorted].sort((a, b) => a.localeCompare(b)));
});

onPage("the keyboard alone suffices", "check.html", async (page) => {
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.focus("#list");
  await page.selectOption("#group", "verdict");
  await page.focus("#list");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getAttribute(".heading", "aria-expanded"), "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await settle(page);
  assert.ok(find(await look(page), "lump").count > 20);
  const first = await page.textContent(".finding.selected .names");
  await page.keyboard.press("j");
  assert.notEqual(await page.textContent(".finding.selected .names"), first);
  await page.focus("#canvas");
  const before = await page.evaluate(() => window.impingeReport.view.camera.position.toArray());
  for (const key of ["ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight", "-"]) await page.keyboard.press(key);
  assert.notDeepEqual(await page.evaluate(() => window.impingeReport.view.camera.position.toArray()), before);
  for (const key of ["s", "m", "w", "g", "h", "i", "f"]) await page.keyboard.press(key);
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#help"));
  await page.keyboard.press("Escape");
  for (let i = 0; i < 3; ++i) await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#detail")));
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
});

test("a link opens its finding", async () => {
  const first = await openPage(browser.context, at("check.html"));
  await choose(first.page, "frame / cable");
  const hash = await first.page.evaluate(() => location.hash);
  await first.page.close();
  const { page, trouble } = await openPage(browser.context, at("check.html"), hash);
  await settle(page);
  assert.equal(await page.textContent(".finding.selected .names"), "frame / cable");
  assert.ok(find(await look(page), "lump").count > 20);
  assert.deepEqual(trouble, []);
  await page.close();
});

for (const scheme of ["light", "dark"])
  for (const width of [390, 1400])
    onPage(`axe finds nothing, ${scheme}, ${width} wide`, "check.html", async (page) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await choose(page, "frame / bolt");
      await page.click("#more");
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
      assert.ok(find(await look(page), "lump").count > 20);
    });

onPage("prints a document with a picture for each finding", "check.html", async (page) => {
  await page.evaluate(() => (window.print = () => undefined));
  const count = (await names(page)).length;
  await page.click("#print-button");
  await page.waitForFunction((n) => document.querySelectorAll("#print img").length === n, count, { timeout: 30_000 });
  const pictures = await page.$$eval("#print img", (all) => all.map((img) => img.src.length));
  assert.ok(pictures.every((length) => length > 5000));
});

onPage("the key of the browser prints with pictures, and decisions are printed", "check.html", async (page) => {
  await page.evaluate(() => (window.print = () => (window.printed = (window.printed ?? 0) + 1)));
  const count = (await names(page)).length;
  await choose(page, "frame / bolt");
  await page.fill("#decision-comment", "to be drilled <i>");
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => window.printed, null, { timeout: 30_000 });
  assert.equal((await page.$$("#print img")).length, count);
  assert.equal(await page.evaluate(() => window.printed), 1);
  assert.match(await page.textContent("#print"), /commentto be drilled <i>/);
  await page.fill("#decision-comment", "");
  await page.fill("#search", "drilled");
  assert.ok(await page.isVisible("#empty"));
  await page.fill("#search", "");
  await choose(page, "frame / bolt");
  await page.fill("#decision-comment", "to be drilled <i>");
  await page.fill("#search", "DRILLED");
  assert.deepEqual(await names(page), ["frame / bolt"]);
  await page.evaluate(() => localStorage.clear());
});

onPage("every control can be used, in any order, without complaint", "check.html", async (page) => {
  await page.evaluate(() => (window.print = () => undefined));
  await choose(page, "frame / bolt");
  await page.click("#more");
  await page.click("#tool-section");
  const ids = async (what) => page.$$eval(what, (all) => all.filter((e) => e.offsetParent).map((e, i) => e.id || `${e.className}:${e.dataset.look ?? e.dataset.state ?? e.dataset.verdict ?? i}`));
  const before = await ids("button, select, input, textarea");
  assert.ok(before.length > 45, String(before));
  for (const back of [false, true]) {
    const buttons = await page.$$("button:visible");
    for (const button of back ? buttons.reverse() : buttons) {
      if (!(await button.isVisible())) continue;
      const id = await button.getAttribute("id");
      if (["print-button", "save-page", "save-decisions", "open-decisions"].includes(id)) continue;
      await button.click({ timeout: 5000 });
      if (await page.isVisible("#help")) await page.keyboard.press("Escape");
    }
    for (const select of await page.$$("select:visible"))
      for (const value of await select.$$eval("option", (all) => all.map((o) => o.value))) await select.selectOption(value);
    for (const range of await page.$$("input[type=range]:visible"))
      for (const key of ["Home", "End", "ArrowLeft"]) await range.press(key);
    await page.evaluate(() => document.getElementById("clear").click());
    await choose(page, "frame / bolt");
  }
  await settle(page);
  await page.evaluate(() => localStorage.clear());
});

test("a link to nothing says so", async () => {
  const { page, trouble } = await openPage(browser.context, at("check.html"), "#finding=ffff%3Cb%3E");
  assert.match(await page.textContent("#toast"), /No finding here has the id ffff<b>/);
  assert.deepEqual(trouble, []);
  await page.close();
});

onPage("numbers and links can be copied", "check.html", async (page) => {
  await choose(page, "frame / bolt");
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  await page.click("#copy-numbers");
  await page.waitForFunction(() => document.getElementById("toast").textContent === "numbers copied");
  await page.click("#copy-link");
  await page.click('.copy >> nth=0');
});
