// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bundles the page to dist/report.html: markup, style and script in one file, and a content security policy that allows
// exactly these and nothing from outside. The page that the README shows gets the same, around its own data.
// `node build.mjs --check` only says whether both are what the sources give.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const mostBytes = 900_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

async function bundle() {
  const common = { bundle: true, minify: true, write: false, legalComments: "none", target: ["chrome110", "firefox113", "safari16.4"] };
  const script = await esbuild.build({ ...common, entryPoints: [here("src/main.ts")], format: "iife", charset: "ascii" });
  const style = await esbuild.build({ ...common, entryPoints: [here("src/style.css")] });
  return { script: script.outputFiles[0].text.trim(), style: style.outputFiles[0].text.trim() };
}

const hash = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

function assemble({ script, style }) {
  const policy = [
    "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, "img-src data: blob:",
    "base-uri 'none'", "form-action 'none'",
  ].join("; ");
  const place = (page, mark, text) => page.split(mark).join(text);
  let page = readFileSync(here("src/page.html"), "utf8");
  page = place(page, "<!--policy-->", `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  page = place(page, "<!--style-->", `<style>${style}</style>`);
  return place(page, "<!--script-->", `<script>${script}</script>`);
}

const page = assemble(await bundle());
const bytes = Buffer.byteLength(page);
if (page.includes(')~"')) throw new Error("the page holds the end of the literal that it is embedded as");
if (bytes > mostBytes) throw new Error(`the page has ${bytes} bytes, more than ${mostBytes}`);

/** A page that was made before, with today's bundle around its data. */
function renewed(file) {
  const data = readFileSync(file, "utf8").match(/<script type="text\/plain" class="impinge-(document|block)">[^<]*<\/script>\n/g);
  if (!data) throw new Error(`${file} holds no data`);
  return page.replace("<!--impinge:data-->", () => data.join(""));
}

const target = here("dist/report.html");
const shown = here("../../docs/pictures/report.html");
if (process.argv.includes("--check")) {
  const stale = [[target, page], [shown, renewed(shown)]].filter(([file, text]) => readFileSync(file, "utf8") !== text);
  for (const [file] of stale) console.error(`${file} is not what the sources give: run 'npm ci && npm run build' in apps/report`);
  if (stale.length) process.exit(1);
  console.log(`dist/report.html is what the sources give (${bytes} bytes)`);
} else {
  mkdirSync(here("dist"), { recursive: true });
  writeFileSync(target, page);
  writeFileSync(shown, renewed(shown));
  console.log(`dist/report.html: ${bytes} bytes`);
}
