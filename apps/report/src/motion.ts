// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Where bodies stand at a moment, by the same rules as src/scene/motion.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Blocks, Body, Motion } from "./data";
import { type Pose, poseOf } from "./frame";
import { type GridMesh, readMesh } from "./mesh_codec";

function poseFrom(position: Vector3, turn: Quaternion): Pose {
  const m = new Matrix4().compose(position, turn, new Vector3(1, 1, 1)).elements;
  return [m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]];
}

function frameAt(row: number[]): { position: Vector3; turn: Quaternion } {
  return { position: new Vector3(row[1], row[2], row[3]), turn: new Quaternion(row[4], row[5], row[6], row[7]).normalize() };
}

/** Around a fixed axis at constant speed, and along it. */
function screw(from: ReturnType<typeof frameAt>, to: ReturnType<typeof frameAt>, share: number): Pose {
  const turn = to.turn.clone().multiply(from.turn.clone().invert());
  if (turn.w < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w);
  const axis = new Vector3(turn.x, turn.y, turn.z);
  const sine = axis.length();
  const angle = 2 * Math.atan2(sine, turn.w);
  const way = to.position.clone().sub(from.position);
  const part = from.turn.clone().slerp(to.turn, share);
  if (angle < 1e-9) return poseFrom(from.position.clone().addScaledVector(way, share), part);
  axis.divideScalar(sine);
  const along = way.dot(axis);
  const across = way.clone().addScaledVector(axis, -along);
  // The centre of the turn: half the way across, and as far aside as the angle asks for.
  const arm = across.clone().multiplyScalar(-0.5).addScaledVector(axis.clone().cross(across), -0.5 / Math.tan(angle / 2));
  const turned = arm.clone().applyAxisAngle(axis, angle * share);
  const position = from.position.clone().sub(arm).add(turned).addScaledVector(axis, along * share);
  return poseFrom(position, part);
}

/** Which interval of ascending times holds t, and how far into it. */
export function spot(times: number[], t: number): [number, number] {
  if (times.length < 2 || t <= times[0]) return [0, 0];
  let i = 0;
  while (i + 2 < times.length && times[i + 1] <= t) ++i;
  return [i, Math.min(1, Math.max(0, (t - times[i]) / (times[i + 1] - times[i])))];
}

/** The pose of a rigid body at a moment. */
export function poseAt(body: Body, t: number): Pose {
  const motion = body.motion;
  if (motion?.keyframes) {
    const [i, share] = spot(motion.keyframes.map((row) => row[0]), t);
    const from = frameAt(motion.keyframes[i]);
    if (i + 1 >= motion.keyframes.length) return poseFrom(from.position, from.turn);
    const to = frameAt(motion.keyframes[i + 1]);
    if (motion.path === "screw") return screw(from, to, share);
    return poseFrom(from.position.lerp(to.position, share), from.turn.slerp(to.turn, share));
  }
  if (!motion?.velocity) return poseOf(body);
  const start = poseOf(body);
  const spin = new Vector3(...(motion.angular_velocity ?? [0, 0, 0]));
  const turn = new Quaternion().setFromAxisAngle(spin.clone().normalize(), spin.length() * t);
  const m = new Matrix4().makeRotationFromQuaternion(turn).elements;
  const pose: Pose = [];
  for (let i = 0; i < 3; ++i) {
    for (let k = 0; k < 3; ++k) pose.push(m[i] * start[k] + m[i + 4] * start[4 + k] + m[i + 8] * start[8 + k]);
    pose.push(start[4 * i + 3] + motion.velocity[i] * t);
  }
  return pose;
}

/** A body whose vertices move: its sets of points on one grid. */
export class Deforming {
  readonly mesh: GridMesh;
  private readonly times: number[];

  private constructor(
    private readonly sets: Uint16Array[],
    faces: Uint32Array,
    low: [number, number, number],
    step: number,
    times: number[],
  ) {
    this.mesh = { points: sets[0].slice(), faces, low, step };
    this.times = times;
  }

  static async read(motion: Motion, blocks: Blocks, corners: number, duration: number): Promise<Deforming> {
    const grids: GridMesh[] = [];
    for (const place of motion.sets!) grids.push(await readMesh(blocks, place));
    const low = [0, 1, 2].map((k) => Math.min(...grids.map((g) => g.low[k]))) as [number, number, number];
    const high = [0, 1, 2].map((k) => Math.max(...grids.map((g) => g.low[k] + 65535 * g.step)));
    const step = Math.max(...[0, 1, 2].map((k) => high[k] - low[k])) / 65535 || 1;
    const sets = grids.map((g) => {
      const points = new Uint16Array(g.points.length);
      for (let i = 0; i < points.length; ++i) points[i] = Math.round((g.low[i % 3] + g.points[i] * g.step - low[i % 3]) / step);
      return points;
    });
    const [block, offset] = motion.faces!;
    const bytes = (await blocks.get(block)).slice(offset, offset + 4 * corners);
    const times = motion.times ?? sets.map((_, i) => (duration * i) / Math.max(1, sets.length - 1));
    return new Deforming(sets, new Uint32Array(bytes.buffer), low, step, times);
  }

  /** Moves the points of the mesh to where they are at a moment. */
  moveTo(t: number): void {
    const [i, share] = spot(this.times, t);
    const from = this.sets[i];
    const to = this.sets[Math.min(i + 1, this.sets.length - 1)];
    for (let k = 0; k < from.length; ++k) this.mesh.points[k] = Math.round(from[k] + (to[k] - from[k]) * share);
  }
}
