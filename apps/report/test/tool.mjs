// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const tool = process.env.IMPINGE_TOOL ?? new URL("../../../build/release/impinge", import.meta.url).pathname;
export const folder = mkdtempSync(join(tmpdir(), "impinge-report-"));

/** Runs the tool in the folder of the tests; the exit status, and what it said. */
export function run(...words) {
  const { status, stdout, stderr } = spawnSync(tool, words, { cwd: folder, encoding: "utf8" });
  if (status === 2 || status === null) throw new Error(`impinge ${words.join(" ")}: ${stderr}`);
  return { status, stdout, stderr };
}

export const write = (name, data) => {
  writeFileSync(join(folder, name), typeof data === "string" ? data : JSON.stringify(data));
  return name;
};

export const at = (name) => join(folder, name);

const box = (name, size, position, more = {}) => ({ name, shape: { box: size }, position, ...more });

/** A frame, a bolt through its wall, a cover that touches it, a sensor near it, and parts that nothing is found about. */
export function assembly() {
  return {
    schema: "impinge.scene/1", units: "mm",
    objects: [
      box("frame", [60, 40, 10], [0, 0, 0]), box("bolt", [6, 6, 16], [-20, 8, 8]), box("cover", [30, 30, 4], [10, 0, 7]),
      box("sensor", [8, 8, 8], [20, -2, 14]), box("cable", [50, 3, 3], [2, 16, 5.5]), ...Array.from({ length: 6 }, (_, i) => box(`post ${i}`, [4, 4, 30], [-40 + 16 * i, 40, 0])),
    ],
  };
}

export function motion() {
  return {
    schema: "impinge.scene/1", units: "mm", duration: 2,
    objects: [box("wall", [2, 20, 20], [0, 0, 0]), box("ram", [4, 4, 4], [-20, 0, 0], { velocity: [20, 0, 0] }), box("post", [2, 2, 30], [14, 12, 0])],
  };
}
