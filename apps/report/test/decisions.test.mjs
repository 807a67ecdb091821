// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Decisions: kept by the browser, in a file, in a copy of the page, and from one check to the next.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { choose, openBrowser, openPage, settle } from "./browser.mjs";
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

/** Presses a button that saves a file. */
async function save(page, button, name) {
  const download = page.waitForEvent("download");
  await page.click(button);
  await (await download).saveAs(at(name));
}

const saved = (name) => JSON.parse(readFileSync(at(name), "utf8")).decisions;

test("decisions survive save and reload", async () => {
  const { page, trouble } = await openPage(browser.context, at("check.html"));
  await choose(page, "frame / bolt");
  await page.click('[data-state="accepted"]');
  await page.fill("#decision-reason", "a press fit <b>");
  await page.fill("#decision-comment", "seen \u05d0");
  await save(page, "#save-decisions", "decisions.json");
  assert.equal(JSON.parse(readFileSync(at("decisions.json"), "utf8")).schema, "impinge.decisions/1");
  assert.deepEqual(saved("decisions.json").map(({ a, b, state, reason, comment, verdict }) => [a, b, state, reason, comment, verdict]), [["frame", "bolt", "accepted", "a press fit <b>", "seen \u05d0", "crossing"]]);
  await page.evaluate(() => localStorage.clear());
  await page.close();
  const again = await openPage(browser.context, at("check.html"));
  await again.page.setInputFiles("#decisions-file", at("decisions.json"));
  await again.page.waitForSelector(".finding.settled");
  await choose(again.page, "frame / bolt");
  assert.equal(await again.page.inputValue("#decision-reason"), "a press fit <b>");
  await again.page.setInputFiles("#decisions-file", at("assembly.json"));
  await again.page.waitForFunction(() => /no file of decisions/.test(document.getElementById("toast").textContent));
  await again.page.evaluate(() => localStorage.clear());
  assert.deepEqual([...trouble, ...again.trouble], []);
  await again.page.close();
});

test("a saved page holds its decisions", async () => {
  const { page, trouble } = await openPage(browser.context, at("check.html"));
  await choose(page, "frame / cable");
  await page.click('[data-state="assigned"]');
  await page.fill("#decision-assignee", "</script>Ada");
  await save(page, "#save-page", "saved.html");
  await page.evaluate(() => localStorage.clear());
  await page.close();
  const again = await openPage(browser.context, at("saved.html"));
  await choose(again.page, "frame / cable");
  assert.equal(await again.page.inputValue("#decision-assignee"), "</script>Ada");
  assert.ok(find(await look(again.page), "lump").count > 10);
  assert.deepEqual([...trouble, ...again.trouble], []);
  await again.page.close();
});

test("decisions change the exit status of the next check", async () => {
  const pair = ["one", "two"].map((name, i) => ({ name, shape: { box: [10, 10, 10] }, position: [7 * i, 0, 0] }));
  const words = ["check", "--scene", write("pair.json", { schema: "impinge.scene/1", objects: pair })];
  assert.equal(run(...words, "--report", "pair.html").status, 1);
  const { page } = await openPage(browser.context, at("pair.html"));
  await choose(page, "one / two");
  await page.click('[data-state="accepted"]');
  await page.fill("#decision-reason", "press fit");
  await save(page, "#save-decisions", "pair-decisions.json");
  await page.close();
  assert.equal(run(...words, "--decisions", "pair-decisions.json").status, 0);
});

test("what is decided in a copy of the page stays there", async () => {
  const { page } = await openPage(browser.context, at("check.html"));
  await choose(page, "frame / bolt");
  await page.click('[data-state="accepted"]');
  await save(page, "#save-page", "copy.html");
  await page.close();
  const copy = await openPage(browser.context, at("copy.html"));
  await choose(copy.page, "frame / cable");
  await copy.page.fill("#decision-comment", "seen in the copy");
  await choose(copy.page, "frame / bolt");
  await copy.page.click('[data-state="open"]');
  await copy.page.close();
  const again = await openPage(browser.context, at("copy.html"));
  await choose(again.page, "frame / cable");
  assert.equal(await again.page.inputValue("#decision-comment"), "seen in the copy");
  assert.equal((await again.page.$$(".finding.settled")).length, 0, "taken back in the copy");
  await again.page.close();
  const first = await openPage(browser.context, at("check.html"));
  assert.equal((await first.page.$$(".finding.settled")).length, 1, "but not in the page that it was made from");
  await first.page.evaluate(() => localStorage.clear());
  assert.deepEqual([...copy.trouble, ...again.trouble, ...first.trouble], []);
  await first.page.close();
});

test("decisions go on from check to check", async () => {
  const words = ["check", "--scene", "assembly.json", "--clearance", "5"];
  run(...words, "--report", "week1.html");
  const week1 = await openPage(browser.context, at("week1.html"));
  const { page } = week1;
  await choose(page, "frame / bolt");
  await page.click('[data-state="accepted"]');
  await page.fill("#decision-reason", "press fit");
  await choose(page, "frame / cable");
  await page.click('[data-state="assigned"]');
  await page.fill("#decision-assignee", "Ada");
  await choose(page, "frame / sensor");
  await page.click('[data-state="accepted"]');
  await save(page, "#save-decisions", "week1.json");
  await page.evaluate(() => localStorage.clear());
  await page.close();

  // The sensor has moved into the frame since.
  const scene = assembly();
  scene.objects[3].position = [20, -2, 8];
  write("week2-scene.json", scene);
  run("check", "--scene", "week2-scene.json", "--clearance", "5", "--decisions", "week1.json", "--report", "week2.html");
  const week2 = await openPage(browser.context, at("week2.html"));
  const rows = await week2.page.$$eval(".finding", (all) => all.map((row) => [row.querySelector(".names").textContent, row.querySelector(".under").textContent, row.classList.contains("settled")]));
  const about = (names) => rows.find(([name]) => name === names);
  assert.deepEqual(about("frame / bolt").slice(1), ["crossing · accepted", true]);
  assert.deepEqual(about("frame / cable").slice(1), ["crossing · assigned to Ada", false]);
  assert.deepEqual(about("frame / sensor").slice(1), ["crossing · accepted as near, worse now", false]);
  await choose(week2.page, "frame / sensor");
  assert.match(await week2.page.textContent(".outdated"), /Accepted as near; it is worse now/);
  await week2.page.click('[data-state="accepted"]');
  assert.ok(!(await week2.page.isVisible(".outdated")));
  await choose(week2.page, "frame / bolt");
  assert.equal(await week2.page.inputValue("#decision-reason"), "press fit");
  await week2.page.click('[data-state="open"]');
  assert.equal(await week2.page.$eval(".finding.selected", (row) => row.classList.contains("settled")), false, "taken back");
  await save(week2.page, "#save-decisions", "week2.json");
  const found = Object.fromEntries(saved("week2.json").map((d) => [`${d.a} / ${d.b}`, [d.state, d.assignee, d.verdict]]));
  assert.deepEqual(found["frame / cable"], ["assigned", "Ada", ""]);
  assert.deepEqual(found["frame / sensor"], ["accepted", "", "crossing"]);
  assert.notEqual(found["frame / bolt"]?.[0], "accepted");
  await week2.page.evaluate(() => localStorage.clear());
  assert.deepEqual([...week1.trouble, ...week2.trouble], []);
  await week2.page.close();
});
