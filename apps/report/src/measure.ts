// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { BufferAttribute, BufferGeometry, Color, GLSL3, Line, LineBasicMaterial, Points, ShaderMaterial, Vector3 } from "three";
import type { App } from "./app";
import { announce, byId, h, number } from "./dom";
import { dotFragment, dotVertex } from "./shaders";

const kColour = new Color("#0b8f7a");

/** The distance between two points that the user takes from the bodies. */
export class Measure {
  on = false;
  private readonly points: Vector3[] = [];
  private readonly label = h("div", { class: "tag", id: "measured" });
  private readonly geometry = new BufferGeometry();
  private readonly line = new Line(this.geometry, new LineBasicMaterial({ color: kColour, depthTest: false, transparent: true }));
  private readonly dots: Points;

  constructor(private readonly app: App) {
    this.dots = new Points(this.geometry, new ShaderMaterial({
      vertexShader: dotVertex, fragmentShader: dotFragment, glslVersion: GLSL3, depthTest: false, transparent: true,
      uniforms: { paint: { value: kColour }, size: { value: 12 * Math.min(devicePixelRatio, 2) } },
    }));
    for (const drawn of [this.line, this.dots]) {
      drawn.frustumCulled = false;
      drawn.renderOrder = 30;
      drawn.visible = false;
    }
    app.view?.add(this.line, this.dots);
    app.view?.drawn.push(() => this.place());
    this.label.hidden = true;
    byId("overlay").append(this.label);
  }

  turn(): boolean {
    this.on = !this.on;
    byId("canvas").classList.toggle("measuring", this.on);
    this.points.length = 0;
    this.update();
    if (this.on) announce("Choose two points on the bodies");
    return this.on;
  }

  take(x: number, y: number): void {
    if (!this.on) return;
    const hit = this.app.view?.pick(x, y);
    if (!hit) return announce("There is no body here");
    if (this.points.length === 2) this.points.length = 0;
    this.points.push(hit.point);
    this.update();
    if (this.points.length === 2) announce(`Distance ${this.text()}`);
    else announce("First point taken");
  }

  private text(): string {
    const { frame } = this.app.bodies;
    const [a, b] = this.points.map((p) => frame.world(p));
    return `${number(Number(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]).toPrecision(4)))} ${this.app.report.units}`;
  }

  private update(): void {
    const points = this.points.length ? this.points : [new Vector3()];
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(points.flatMap((p) => p.toArray())), 3));
    this.dots.visible = this.points.length > 0;
    this.line.visible = this.points.length === 2;
    this.label.hidden = this.points.length < 2;
    if (this.points.length === 2) this.label.textContent = this.text();
    this.app.view?.ask();
  }

  private place(): void {
    if (this.points.length < 2) return;
    const at = this.app.view?.project(this.points[0].clone().lerp(this.points[1], 0.5));
    this.label.hidden = !at;
    if (at) this.label.style.transform = `translate(${at.x + 10}px, ${at.y - 14}px)`;
  }
}
