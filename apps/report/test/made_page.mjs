// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Pages made here, without the tool: for numbers of findings that no scene of a test has.
import { deflateSync } from "node:zlib";
import { readFileSync } from "node:fs";

const template = () => readFileSync(new URL("../dist/report.html", import.meta.url), "utf8");
const zigzag = (d) => (d < 0 ? -2 * d - 1 : 2 * d) & 65535;

/** A mesh as src/io/report/mesh_codec.cpp could write it, every face by itself. */
export function encode(points, faces, step, low) {
  const symbols = [];
  const references = [];
  const order = [];
  const numbers = new Map();
  for (const face of faces) {
    for (const corner of face) {
      if (!numbers.has(corner)) {
        numbers.set(corner, order.length);
        order.push(points[corner]);
        symbols.push(0);
      } else {
        symbols.push(255);
        let value = order.length - 1 - numbers.get(corner);
        for (; value >= 128; value >>= 7) references.push((value & 127) | 128);
        references.push(value);
      }
    }
    symbols.push(1, 1, 1);
  }
  const planes = [];
  for (let k = 0; k < 3; ++k) {
    const steps = order.map((p, i) => zigzag((((p[k] - (i ? order[i - 1][k] : 0)) + 32768) & 65535) - 32768));
    planes.push(...steps.map((s) => s & 255), ...steps.map((s) => s >> 8));
  }
  return { bytes: Buffer.from([...symbols, ...references, ...planes]), head: [order.length, faces.length, symbols.length, references.length, ...low, step] };
}

export const boxPoints = (n) => Array.from({ length: 8 }, (_, i) => [i & 1 ? n : 0, i & 2 ? n : 0, i & 4 ? n : 0]);
export const boxFaces = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]];

const pack = (bytes) => deflateSync(bytes).toString("base64");

/** A page with these data: `document` without meshes, and blocks of bytes. */
export function page(document, blocks) {
  const text = (kind, bytes) => `<script type="text/plain" class="impinge-${kind}">${pack(bytes)}</script>\n`;
  return template().replace("<!--impinge:data-->", () => text("document", Buffer.from(JSON.stringify(document))) + blocks.map((b) => text("block", b)).join(""));
}

/** Boxes in a grid, and a finding for each of so many pairs of them; on request a body without faces beside them. */
export function manyFindings(count, names = (i) => `part ${i}`, withNothing = false) {
  const mesh = encode(boxPoints(65535), boxFaces, 10 / 65535, [0, 0, 0]);
  const side = 20;
  const objects = Array.from({ length: side * side }, (_, i) => ({
    name: names(i), faces: 12, closed: true, mesh: 0, pose: [1, 0, 0, (i % side) * 9, 0, 1, 0, Math.floor(i / side) * 9, 0, 0, 1, 0],
  }));
  const meshes = [[0, 0, ...mesh.head]];
  if (withNothing) {
    meshes.push([0, mesh.bytes.length, 0, 0, 0, 0, 0, 0, 0, 1]);
    objects.push({ name: "nothing", faces: 0, closed: false, mesh: 1 });
  }
  const verdicts = ["crossing", "touching", "near", "a_in_b", "undecided"];
  const pairs = Array.from({ length: count }, (_, i) => {
    const a = i % (side * side - 1);
    const x = (a % side) * 9 + 9;
    const y = Math.floor(a / side) * 9;
    return {
      id: (i + 1).toString(16).padStart(16, "0"), a, b: a + 1, verdict: verdicts[i % 5], certainty: "proved", severity: ["low", "medium", "high", "critical"][i % 4],
      finding: true, face_pairs: [12, 8, 4], depth: { value: (i * 7919) % 1000 / 1000, low: 0, high: 1 }, a_point: [x, y, 5], b_point: [x, y, 5], focus: [x + 0.5, y + 5, 5, 7], view: [0.44, -0.76, 0.47],
    };
  });
  return page({
    schema: "impinge.report/1", kind: "check", title: "many findings", units: "mm", objects, meshes, pairs, asked: 79800, rules: [],
    stats: { method: ["slice_map"], threads: 1, total_ms: 1 },
  }, [mesh.bytes]);
}
