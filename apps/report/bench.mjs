// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a browser makes of pages: time to the first picture, and time of a picture while the scene turns.
//   node bench.mjs FOLDER FILE.json    every page of FOLDER; `./dev bench report` calls it
// Here Chromium draws in software, on the processor, so that frame times are those of the worst desktop.
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, openPage } from "./test/browser.mjs";

const kFrames = 12;
const kMostMs = 5000; // a page

/** The median time of a picture that is drawn to its last pixel, each from another side. */
const turning = (page) => page.evaluate(([frames, most]) => {
  const { view } = window.impingeReport;
  const gl = view.renderer.getContext();
  const times = [];
  const first = performance.now();
  while (times.length < frames && (times.length < 3 || performance.now() - first < most)) {
    view.nudge(0.1, 0, 1);
    const begun = performance.now();
    view.draw();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}, [kFrames, kMostMs]);

/** What draws. */
const drawnBy = (page) => page.evaluate(() => {
  const gl = window.impingeReport.view.renderer.getContext();
  return gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
});

async function measure(folder, name) {
  // A browser of its own for each, so that none finds what another has left.
  const browser = await openBrowser();
  try {
    const begun = performance.now();
    const { page, trouble } = await openPage(browser.context, join(folder, name));
    const first = performance.now() - begun;
    if (trouble.length) throw new Error(`${name}: ${trouble.join("; ")}`);
    const faces = await page.evaluate(() => window.impingeReport.report.objects.reduce((sum, body) => sum + (body.faces ?? 0), 0));
    return { page: name, faces, megabytes: statSync(join(folder, name)).size / 1e6, first_picture_ms: first, frame_ms: await turning(page), renderer: await drawnBy(page) };
  } finally {
    await browser.close();
  }
}

const [folder, file] = process.argv.slice(2);
if (!file) throw new Error("usage: node bench.mjs FOLDER FILE.json");
const rows = [];
for (const name of readdirSync(folder).filter((one) => one.endsWith(".html")).sort((a, b) => statSync(join(folder, a)).size - statSync(join(folder, b)).size)) {
  const row = await measure(folder, name);
  rows.push(row);
  console.log(`${row.page.padEnd(26)} ${row.megabytes.toFixed(1).padStart(5)} MB  first picture ${row.first_picture_ms.toFixed(0).padStart(5)} ms  a frame ${row.frame_ms.toFixed(1).padStart(6)} ms`);
}
console.log(`drawn by ${rows[0]?.renderer ?? "nobody: there are no pages"}`);
writeFileSync(file, `${JSON.stringify({ bench: "report pages", rows }, null, 2)}\n`);
