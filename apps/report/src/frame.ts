// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The page draws in a frame of its own: the scene around the origin with radius 1, so that floats suffice wherever and
// however large it is.
import { Vector3 } from "three";
import type { Body, Vec } from "./data";
import type { GridMesh } from "./mesh_codec";

/** Rows of a 3 x 4 matrix. */
export type Pose = number[];

export const kStill: Pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function placed(pose: Pose, x: number, y: number, z: number): Vec {
  return [
    pose[0] * x + pose[1] * y + pose[2] * z + pose[3],
    pose[4] * x + pose[5] * y + pose[6] * z + pose[7],
    pose[8] * x + pose[9] * y + pose[10] * z + pose[11],
  ];
}

export interface Box {
  low: Vec;
  high: Vec;
}

/** The box of a mesh on its grid. */
export function gridBox(mesh: GridMesh): Box {
  if (mesh.points.length === 0) return { low: [...mesh.low], high: [...mesh.low] };
  const low: Vec = [65535, 65535, 65535];
  const high: Vec = [0, 0, 0];
  for (let i = 0; i < mesh.points.length; ++i) {
    const axis = i % 3;
    if (mesh.points[i] < low[axis]) low[axis] = mesh.points[i];
    if (mesh.points[i] > high[axis]) high[axis] = mesh.points[i];
  }
  const at = (p: Vec): Vec => [0, 1, 2].map((k) => mesh.low[k] + p[k] * mesh.step) as Vec;
  return { low: at(low), high: at(high) };
}

/** The box around a box that was moved. */
export function movedBox(box: Box, pose: Pose): Box {
  const low: Vec = [Infinity, Infinity, Infinity];
  const high: Vec = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 8; ++i) {
    const p = placed(pose, i & 1 ? box.high[0] : box.low[0], i & 2 ? box.high[1] : box.low[1], i & 4 ? box.high[2] : box.low[2]);
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
  }
  return { low, high };
}

export class Frame {
  readonly centre: Vec;
  readonly radius: number;

  constructor(boxes: Box[]) {
    const low: Vec = [Infinity, Infinity, Infinity];
    const high: Vec = [-Infinity, -Infinity, -Infinity];
    for (const box of boxes)
      for (let k = 0; k < 3; ++k) {
        low[k] = Math.min(low[k], box.low[k]);
        high[k] = Math.max(high[k], box.high[k]);
      }
    const sound = boxes.length > 0 && low.every(Number.isFinite) && high.every(Number.isFinite);
    this.centre = sound ? ([0, 1, 2].map((k) => 0.5 * low[k] + 0.5 * high[k]) as Vec) : [0, 0, 0];
    const size = sound ? Math.hypot(...[0, 1, 2].map((k) => 0.5 * high[k] - 0.5 * low[k])) : 1;
    this.radius = size > 0 ? size : 1;
  }

  /** From the world to the page. */
  inside(p: ArrayLike<number>): Vector3 {
    return new Vector3((p[0] - this.centre[0]) / this.radius, (p[1] - this.centre[1]) / this.radius, (p[2] - this.centre[2]) / this.radius);
  }

  /** And back. */
  world(p: Vector3): Vec {
    return [p.x * this.radius + this.centre[0], p.y * this.radius + this.centre[1], p.z * this.radius + this.centre[2]];
  }

  /** Rows that take a point of a grid under a pose into the page. */
  rows(mesh: GridMesh, pose: Pose, rows: Float32Array, at: number): void {
    for (let i = 0; i < 3; ++i) {
      const r = pose.slice(4 * i, 4 * i + 4);
      const offset = r[0] * mesh.low[0] + r[1] * mesh.low[1] + r[2] * mesh.low[2] + r[3];
      for (let k = 0; k < 3; ++k) rows[at + 4 * i + k] = (r[k] * mesh.step) / this.radius;
      rows[at + 4 * i + 3] = (offset - this.centre[i]) / this.radius;
    }
  }
}

export const poseOf = (body: Body): Pose => body.pose ?? kStill;
