// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Four pictures of a page for the documents: a finding from wide and from narrow windows, light, and dark with a section.
//   node shots.mjs PAGE.html NAMES FOLDER    NAMES as in the list, "bearing ring / shaft ball"
import { join } from "node:path";
import { choose, openBrowser, openPage, settle } from "./test/browser.mjs";

const [file, names, folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node shots.mjs PAGE.html NAMES FOLDER");
for (const scheme of ["light", "dark"])
  for (const width of [1400, 390]) {
    const browser = await openBrowser({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme });
    const { page } = await openPage(browser.context, file);
    await choose(page, names);
    if (scheme === "dark") await page.click("#tool-section");
    await settle(page);
    await page.screenshot({ path: join(folder, `report_${scheme}_${width}.png`) });
    await browser.close();
  }
