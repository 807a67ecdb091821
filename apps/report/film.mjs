// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Pictures of a page one after another: all around the scene, to its first finding, and around that.
//   node film.mjs PAGE.html FOLDER    docs/pictures/film.py makes a moving picture of them
import { join } from "node:path";
import { openBrowser, openPage, settle } from "./test/browser.mjs";

const kAround = 14, kNearer = 8, kThere = 26;

/** Where the camera stands and looks. */
const standing = (page) => page.evaluate(() => {
  const { camera, controls } = window.impingeReport.view;
  return [camera.position.toArray(), controls.target.toArray()];
});

const stand = (page, at, target) => page.evaluate(([at, target]) => {
  const { view } = window.impingeReport;
  view.camera.position.fromArray(at);
  view.controls.target.fromArray(target);
  view.controls.update();
  view.draw();
}, [at, target]);

const turn = (page, angle) => page.evaluate((angle) => {
  const { view } = window.impingeReport;
  view.nudge(angle, 0, 1);
  view.draw();
}, angle);

const [file, folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node film.mjs PAGE.html FOLDER");
const browser = await openBrowser({ viewport: { width: 1280, height: 720 } });
const { page } = await openPage(browser.context, file);
let shots = 0;
const shoot = () => page.screenshot({ path: join(folder, `frame_${String(shots++).padStart(3, "0")}.png`) });

for (let i = 0; i < kAround; ++i) {
  await shoot();
  await turn(page, 0.05);
}
const from = await standing(page);
await page.locator(".row.finding").first().click();
await settle(page);
const to = await standing(page);
for (let i = 1; i <= kNearer; ++i) {
  const share = 1 - (1 - i / kNearer) ** 3;
  await stand(page, ...from.map((begin, k) => begin.map((x, j) => x + share * (to[k][j] - x))));
  await shoot();
}
for (let i = 0; i < kThere; ++i) {
  await turn(page, 0.06);
  await shoot();
}
await browser.close();
