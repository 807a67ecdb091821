// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Debian's Chromium without a window, drawing in software, with nothing but what the tests open.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const program = process.env.IMPINGE_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

/** A browser; close() ends it. */
export async function openBrowser(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "impinge-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program, headless: true, viewport: { width: 1200, height: 760 }, reducedMotion: "reduce", ...options,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-features=DialMediaRouteProvider,MediaRouter", ...(options.more ?? [])],
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opens a page from disk and waits until it has drawn. `trouble` gathers console errors and requests that leave the file. */
export async function openPage(context, file, hash = "") {
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  const address = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address && !/^(blob|data):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(address + hash);
  await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 60_000 });
  return { page, trouble };
}

/** Waits until the picture stands still. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => {
    const wait = () => (window.impingeReport?.view?.flying ? setTimeout(wait, 30) : requestAnimationFrame(() => requestAnimationFrame(done)));
    void window.impingeReport?.shown.then(wait);
  }));
}

/** Clicks on the finding that has this text. */
export async function choose(page, text) {
  await page.click(`.finding:has-text("${text}")`);
  await settle(page);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, without what it cannot see: text over the picture. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => window.axe.run(document));
  return found.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
}
