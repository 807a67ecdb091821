// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Reads meshes as src/io/report/mesh_codec.cpp writes them.
import type { Blocks, MeshPlace } from "./data";

/** Points on a grid, three numbers each, and faces. A point lies at low + point * step. */
export interface GridMesh {
  points: Uint16Array;
  faces: Uint32Array;
  low: [number, number, number];
  step: number;
}

const kNew = 0;
const kNothing = 1;
const kNear = 2;
const kFar = 255;

const unzigzag = (value: number): number => (value & 1 ? -(value + 1) / 2 : value / 2);

/** Differences to where points were expected: low bytes and high bytes of x, then y, then z. */
class Differences {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly from: number,
    private readonly count: number,
  ) {}

  at(point: number, axis: number): number {
    const low = this.from + 2 * axis * this.count + point;
    return unzigzag(this.bytes[low] | (this.bytes[low + this.count] << 8));
  }
}

class Reader {
  private symbol: number;
  private reference: number;
  private readonly differences: Differences;
  private pointCount = 0;
  private faceCount = 0;
  private readonly last = [0, 0, 0];

  constructor(
    private readonly bytes: Uint8Array,
    place: MeshPlace,
    private readonly points: Uint16Array,
    private readonly faces: Uint32Array,
  ) {
    const [, offset, count, , symbols, references] = place;
    this.symbol = offset;
    this.reference = offset + symbols;
    this.differences = new Differences(bytes, offset + symbols + references, count);
  }

  run(): void {
    const all = this.faces.length / 3;
    for (let at = 0; at < all; ++at) {
      const seed = at === this.faceCount;
      if (seed) this.beginAnew();
      const a = this.faces[3 * at];
      const b = this.faces[3 * at + 1];
      const c = this.faces[3 * at + 2];
      if (seed) this.cross(a, b, c);
      this.cross(b, c, a);
      this.cross(c, a, b);
    }
  }

  private referred(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.reference++];
      value |= (byte & 127) << shift;
      if (byte < 128) return this.pointCount - 1 - value;
    }
  }

  private addPoint(x: number, y: number, z: number): number {
    const at = this.pointCount++;
    this.last[0] = this.points[3 * at] = x + this.differences.at(at, 0);
    this.last[1] = this.points[3 * at + 1] = y + this.differences.at(at, 1);
    this.last[2] = this.points[3 * at + 2] = z + this.differences.at(at, 2);
    return at;
  }

  private addFace(a: number, b: number, c: number): void {
    const at = 3 * this.faceCount++;
    this.faces[at] = a;
    this.faces[at + 1] = b;
    this.faces[at + 2] = c;
  }

  private beginAnew(): void {
    const corner = (): number =>
      this.bytes[this.symbol++] === kNew ? this.addPoint(this.last[0], this.last[1], this.last[2]) : this.referred();
    const a = corner();
    const b = corner();
    this.addFace(a, b, corner());
  }

  private cross(u: number, v: number, opposite: number): void {
    const symbol = this.bytes[this.symbol++];
    if (symbol === kNothing) return;
    const p = this.points;
    let w: number;
    if (symbol === kNew) {
      w = this.addPoint(
        p[3 * u] + p[3 * v] - p[3 * opposite],
        p[3 * u + 1] + p[3 * v + 1] - p[3 * opposite + 1],
        p[3 * u + 2] + p[3 * v + 2] - p[3 * opposite + 2],
      );
    } else {
      w = symbol === kFar ? this.referred() : Math.max(u, v) + unzigzag(symbol - kNear);
    }
    this.addFace(v, u, w);
  }
}

/** A mesh of the page; points alone where the place counts no faces. */
export async function readMesh(blocks: Blocks, place: MeshPlace): Promise<GridMesh> {
  const [block, offset, count, faceCount, , , x, y, z, step] = place;
  const bytes = await blocks.get(block);
  const points = new Uint16Array(3 * count);
  const faces = new Uint32Array(3 * faceCount);
  if (faceCount > 0) {
    new Reader(bytes, place, points, faces).run();
  } else {
    const differences = new Differences(bytes, offset, count);
    for (let axis = 0; axis < 3; ++axis) {
      let last = 0;
      for (let i = 0; i < count; ++i) last = points[3 * i + axis] = last + differences.at(i, axis);
    }
  }
  return { points, faces, low: [x, y, z], step };
}
