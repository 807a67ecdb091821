// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Where a browser has no WebGL: the boxes of the bodies and the contact in lines, drawn flat from the view of the finding.
import { Vector3 } from "three";
import type { App } from "./app";
import { byId } from "./dom";
import { movedBox, poseOf } from "./frame";
import { kSideA, kSideB } from "./looks";
import { readMesh } from "./mesh_codec";

const kEdges = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
/** More bodies than these are a tangle of lines. */
const kMostBoxes = 400;

export class FlatView {
  private readonly canvas = byId<HTMLCanvasElement>("canvas");
  private readonly context = this.canvas.getContext("2d");

  constructor(private readonly app: App) {
    new ResizeObserver(() => void this.draw()).observe(this.canvas.parentElement as Element);
  }

  async draw(): Promise<void> {
    const { context } = this;
    if (!context) return;
    const room = this.canvas.parentElement as HTMLElement;
    this.canvas.width = room.clientWidth;
    this.canvas.height = room.clientHeight;
    const pair = this.app.pair();
    const focus = pair ? this.app.focusOf(pair) : { centre: new Vector3(), radius: 1 };
    const project = this.projection(focus.centre, focus.radius, pair?.view ? new Vector3(...pair.view) : new Vector3(0.44, -0.76, 0.47));
    context.lineWidth = 1;
    context.globalAlpha = 0.35;
    for (let i = 0; i < Math.min(this.app.bodies.count, kMostBoxes); ++i) this.box(i, "#8b95a5", project);
    context.globalAlpha = 1;
    if (!pair) return;
    this.box(pair.a, kSideA, project);
    this.box(pair.b, kSideB, project);
    await this.contact(project);
  }

  private projection(centre: Vector3, radius: number, towards: Vector3): (p: Vector3) => [number, number] {
    const right = new Vector3(0, 0, 1).cross(towards).normalize();
    const up = towards.clone().normalize().cross(right);
    const { width, height } = this.canvas;
    const scale = Math.min(width, height) / (2.2 * radius);
    return (p) => {
      const away = p.clone().sub(centre);
      return [width / 2 + scale * away.dot(right), height / 2 - scale * away.dot(up)];
    };
  }

  private box(object: number, colour: string, project: (p: Vector3) => [number, number]): void {
    const { bodies, report } = this.app;
    const { low, high } = movedBox(bodies.boxes[object], poseOf(report.objects[object]));
    const corner = (i: number): [number, number] => project(bodies.frame.inside([i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]]));
    this.context!.strokeStyle = colour;
    for (const [u, v] of kEdges) this.line([corner(u), corner(v)]);
  }

  private line(points: [number, number][]): void {
    this.context!.beginPath();
    points.forEach(([x, y], i) => (i ? this.context!.lineTo(x, y) : this.context!.moveTo(x, y)));
    this.context!.stroke();
  }

  private async contact(project: (p: Vector3) => [number, number]): Promise<void> {
    const pair = this.app.pair()!;
    const { frame } = this.app.bodies;
    const context = this.context!;
    context.strokeStyle = context.fillStyle = "#d02532";
    if (pair.solid) {
      const mesh = await readMesh(this.app.blocks, pair.solid);
      const at = (i: number): [number, number] => project(frame.inside([0, 1, 2].map((k) => mesh.low[k] + mesh.points[3 * i + k] * mesh.step)));
      for (let f = 0; f < mesh.faces.length; f += 3) {
        context.beginPath();
        for (let k = 0; k < 3; ++k) context.lineTo(...at(mesh.faces[f + k]));
        context.fill();
      }
    }
    for (const p of [pair.a_point, pair.b_point]) {
      if (!p) continue;
      context.beginPath();
      context.arc(...project(frame.inside(p)), 5, 0, 7);
      context.fill();
    }
  }
}
