// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import type { GridMesh } from "./mesh_codec";

/** More faces than this are drawn without lines where they bend: finding them would be felt. */
const kMostFaces = 120_000;
const kBend = Math.cos((28 * Math.PI) / 180);

/** Both ends of every edge of every face, each edge once. */
export function triangleEdges(faces: Uint32Array): Uint32Array {
  // A number for each edge, whichever way a face runs through it: borders have one face, turned faces run the same way.
  let most = 1;
  for (let i = 0; i < faces.length; ++i) if (faces[i] >= most) most = faces[i] + 1;
  const keys = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; ++k) {
      const u = faces[f + k];
      const v = faces[f + ((k + 1) % 3)];
      keys[f + k] = u < v ? u * most + v : v * most + u;
    }
  keys.sort();
  const list = new Uint32Array(2 * keys.length);
  let size = 0;
  for (let i = 0; i < keys.length; ++i) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    list[size++] = Math.floor(keys[i] / most);
    list[size++] = keys[i] % most;
  }
  return list.slice(0, size);
}

function normals(mesh: GridMesh): Float32Array {
  const { points: p, faces } = mesh;
  const normals = new Float32Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(x, y, z) || 1;
    normals[f] = x / length;
    normals[f + 1] = y / length;
    normals[f + 2] = z / length;
  }
  return normals;
}

/** Edges where the surface bends sharply, ends, or has more than two sides. */
export function creases(mesh: GridMesh): Uint32Array {
  const { faces } = mesh;
  if (faces.length > 3 * kMostFaces) return new Uint32Array(0);
  const n = normals(mesh);
  const points = mesh.points.length / 3;
  const first = new Map<number, number>();
  const smooth = new Set<number>();
  const keyOf = (u: number, v: number): number => (u < v ? u * points + v : v * points + u);
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; ++k) {
      const key = keyOf(faces[f + k], faces[f + ((k + 1) % 3)]);
      const other = first.get(key);
      if (other === undefined) first.set(key, f);
      else if (Math.abs(n[f] * n[other] + n[f + 1] * n[other + 1] + n[f + 2] * n[other + 2]) > kBend) smooth.add(key);
    }
  const list: number[] = [];
  for (const key of first.keys()) if (!smooth.has(key)) list.push(Math.floor(key / points), key % points);
  return new Uint32Array(list);
}
