// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { BufferAttribute, BufferGeometry, DataTexture, DoubleSide, Mesh, MeshBasicMaterial, NearestFilter, Plane, RGBAFormat, SRGBColorSpace, UnsignedByteType, Vector3 } from "three";
import type { App } from "./app";
import type { MapPicture } from "./data";
import { byId, h, number } from "./dom";
import type { Hit } from "./view";

// As in src/io/picture/map_colours.cpp.
const kGapRamp = ["#2fa84f", "#2ba89a", "#3d8fc4", "#6583c6", "#98a5d8"];
const kDepthRamp = ["#ffc83d", "#f98b2b", "#e2432a", "#a8122a", "#5a0620"];
const kContact = "#ffe94a";
const kUndecided = "#a05bc0";
const kKinds = ["nothing", "the first body alone", "the second body alone", "gap", "contact", "penetration", "undecided"];
const kUnknown = -32768;
export const kOutside = "Outside the map";

type Rgb = [number, number, number];
const rgb = (code: string): Rgb => [1, 3, 5].map((i) => parseInt(code.slice(i, i + 2), 16)) as Rgb;

function along(ramp: Rgb[], share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const i = Math.min(Math.floor(place), ramp.length - 2);
  return [0, 1, 2].map((k) => Math.round(ramp[i][k] + (ramp[i + 1][k] - ramp[i][k]) * (place - i))) as Rgb;
}

export function roundUp(value: number): number {
  if (!(value > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 1.5, 2, 3, 4, 5, 6, 8]) if (step * power >= value * (1 - 1e-9)) return step * power;
  return 10 * power;
}

/** The colours of a map over the bodies, a scale to drag, and the value under the pointer. */
export class MapView {
  private readonly map: MapPicture;
  private values = new Int16Array(0);
  private kinds = new Uint8Array(0);
  private pixels = new Uint8Array(0);
  private texture!: DataTexture;
  private sheet!: Mesh;
  private readonly plane = new Plane();
  private gap = 1;
  private depth = 1;
  private readonly value = h("output", { id: "map-value" }, "Point at a body");
  private readonly scale = h("canvas", { id: "map-scale", width: 220, height: 14, "aria-hidden": "true" });

  constructor(private readonly app: App) {
    this.map = app.report.map!;
  }

  async begin(): Promise<void> {
    const { columns, rows } = this.map;
    const cells = columns * rows;
    const bytes = await this.app.blocks.get(this.map.values[0]);
    const from = this.map.values[1];
    this.values = new Int16Array(cells);
    let last = 0;
    for (let i = 0; i < cells; ++i) this.values[i] = last = (last + (bytes[from + i] | (bytes[from + cells + i] << 8))) & 65535;
    this.kinds = (await this.app.blocks.get(this.map.kinds[0])).slice(this.map.kinds[1], this.map.kinds[1] + cells);
    this.pixels = new Uint8Array(4 * cells);
    this.texture = new DataTexture(this.pixels as Uint8Array<ArrayBuffer>, columns, rows, RGBAFormat, UnsignedByteType);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.chooseScale();
    this.place();
    this.fillLegend();
    this.paint();
    this.showOn(this.map.b);
  }

  private chooseScale(): void {
    const gaps: number[] = [];
    let depth = 0;
    for (let i = 0; i < this.values.length; ++i) {
      if (this.values[i] === kUnknown) continue;
      if (this.kinds[i] === 3) gaps.push(this.values[i]);
      else if (this.kinds[i] === 5) depth = Math.max(depth, -this.values[i]);
    }
    gaps.sort((a, b) => a - b);
    this.gap = roundUp((gaps[Math.floor(((gaps.length - 1) * 19) / 20)] ?? 0) * this.map.scale) || 1;
    this.depth = roundUp(depth * this.map.scale) || this.gap;
  }

  private place(): void {
    const { bodies } = this.app;
    const { frame, uniforms } = bodies;
    const { map } = this;
    const cell = map.cell / frame.radius;
    uniforms.map.value = this.texture;
    uniforms.mapOrigin.value.copy(frame.inside(map.origin));
    uniforms.mapRight.value.set(...map.right).divideScalar(cell);
    uniforms.mapUp.value.set(...map.up).divideScalar(cell);
    uniforms.mapCells.value.set(map.columns, map.rows);
    this.sheet = this.flatSheet();
    this.app.view?.add(this.sheet);
  }

  /** The picture by itself, where the bodies meet. */
  private flatSheet(): Mesh {
    const { frame } = this.app.bodies;
    const { map } = this;
    const pair = this.app.report.pairs[0];
    const direction = new Vector3(...map.direction);
    const origin = frame.inside(map.origin);
    origin.addScaledVector(direction, frame.inside(pair.focus ?? map.origin).sub(origin).dot(direction));
    this.plane.setFromNormalAndCoplanarPoint(direction, origin);
    const width = new Vector3(...map.right).multiplyScalar((map.cell * map.columns) / frame.radius);
    const height = new Vector3(...map.up).multiplyScalar((map.cell * map.rows) / frame.radius);
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => origin.clone().addScaledVector(width, x).addScaledVector(height, y));
    const geometry = new BufferGeometry().setFromPoints(corners);
    geometry.setAttribute("uv", new BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const sheet = new Mesh(geometry, new MeshBasicMaterial({ map: this.texture, transparent: true, side: DoubleSide }));
    sheet.visible = false;
    sheet.renderOrder = 15;
    return sheet;
  }

  paint(): void {
    const gapRamp = kGapRamp.map(rgb);
    const depthRamp = kDepthRamp.map(rgb);
    const contact = rgb(kContact);
    const undecided = rgb(kUndecided);
    for (let i = 0; i < this.kinds.length; ++i) {
      const kind = this.kinds[i];
      const length = this.values[i] * this.map.scale;
      const colour = kind === 3 ? along(gapRamp, this.values[i] === kUnknown ? 1 : length / this.gap)
        : kind === 4 ? contact : kind === 5 ? along(depthRamp, -length / this.depth) : undecided;
      this.pixels.set(colour, 4 * i);
      this.pixels[4 * i + 3] = kind >= 3 ? 255 : 0;
    }
    this.texture.needsUpdate = true;
    this.drawScale();
    this.app.view?.ask();
  }

  /** On one of the bodies, the other a ghost, or by itself. */
  showOn(body: number): void {
    const flat = body < 0;
    this.app.bodies.uniforms.mapped.value = flat ? 0 : 1;
    this.app.bodies.uniforms.mapBody.value = body;
    this.sheet.visible = flat;
    this.app.looks = { a: flat || body === this.map.b ? "glass" : "solid", b: flat || body === this.map.a ? "glass" : "solid" };
    this.app.paint();
    this.app.detail.show(this.app.looks);
    [this.map.a, this.map.b, -1].forEach((which, i) => byId(`map-on-${i}`).setAttribute("aria-pressed", String(which === body)));
    const direction = new Vector3(...this.map.direction);
    // The face of a body that looks at the other one.
    if (!flat) this.app.flyAlong(body === this.map.b ? direction.negate() : direction);
  }

  private fillLegend(): void {
    const { a, b } = this.map;
    const range = (id: string, label: string, from: number, set: (value: number) => void): HTMLElement => {
      const shown = h("output", { for: id }, `${number(from)} ${this.app.report.units}`);
      const input = h("input", { type: "range", id, min: -2, max: 1, step: 0.02, value: 0, "aria-label": label });
      input.addEventListener("input", () => {
        const value = from * 10 ** Number(input.value);
        shown.textContent = `${number(Number(value.toPrecision(3)))} ${this.app.report.units}`;
        set(value);
        this.paint();
      });
      return h("div", { class: "scale-row" }, h("label", { for: id }, label), input, shown);
    };
    const on = (i: number, which: number, label: string): HTMLElement =>
      h("button", { type: "button", id: `map-on-${i}`, "aria-pressed": "false", click: () => this.showOn(which) }, label);
    const legend = byId("legend");
    legend.hidden = false;
    legend.append(
      h("div", { class: "segments", role: "group", "aria-label": "Where the map is drawn" }, on(0, a, "On first"), on(1, b, "On second"), on(2, -1, "Flat")),
      this.scale,
      h("div", { class: "scale-ends" }, h("span", {}, "deep"), h("span", {}, "contact"), h("span", {}, "wide gap")),
      range("map-depth", "Deepest colour", this.depth, (value) => (this.depth = value)),
      range("map-gap", "Widest colour", this.gap, (value) => (this.gap = value)), this.value);
    this.watchScale();
  }

  /** The scale itself can be dragged: left half the depth, right half the gap. */
  private watchScale(): void {
    let from: { x: number; value: number; id: string } | null = null;
    this.scale.addEventListener("pointerdown", (event) => {
      const id = event.offsetX < this.scale.clientWidth / 2 ? "map-depth" : "map-gap";
      from = { x: event.clientX, value: Number(byId<HTMLInputElement>(id).value), id };
      this.scale.setPointerCapture(event.pointerId);
    });
    this.scale.addEventListener("pointermove", (event) => {
      if (!from) return;
      const input = byId<HTMLInputElement>(from.id);
      const way = (event.clientX - from.x) / 110;
      input.value = String(from.value + (from.id === "map-gap" ? way : -way));
      input.dispatchEvent(new Event("input"));
    });
    this.scale.addEventListener("pointerup", () => (from = null));
  }

  private drawScale(): void {
    const context = this.scale.getContext("2d")!;
    const { width, height } = this.scale;
    for (let x = 0; x < width; ++x) {
      const share = (2 * x) / width - 1;
      const colour = Math.abs(share) < 0.03 ? rgb(kContact) : share < 0 ? along(kDepthRamp.map(rgb), -share) : along(kGapRamp.map(rgb), share);
      context.fillStyle = `rgb(${colour.join(" ")})`;
      context.fillRect(x, 0, 1, height);
    }
  }

  /** What stands under the pointer: the value at the body there or, where the picture is drawn by itself, in the picture. */
  at(x: number, y: number, hit: Hit | null): { value: string; alone: boolean } {
    const alone = this.sheet?.visible === true;
    const value = this.under(alone ? (this.app.view?.onPlane(x, y, this.plane) ?? null) : (hit?.point ?? null));
    return { value, alone };
  }

  /** Says what the line through a point of the scene meets. */
  under(point: Vector3 | null): string {
    if (!point) return (this.value.textContent = "Point at a body");
    const p = this.app.bodies.frame.world(point);
    const { map } = this;
    const away = [0, 1, 2].map((k) => p[k] - map.origin[k]);
    const dot = (v: number[]): number => away[0] * v[0] + away[1] * v[1] + away[2] * v[2];
    const column = Math.floor(dot(map.right) / map.cell);
    const row = Math.floor(dot(map.up) / map.cell);
    if (column < 0 || row < 0 || column >= map.columns || row >= map.rows) return (this.value.textContent = kOutside);
    const i = row * map.columns + column;
    const kind = kKinds[this.kinds[i]];
    const length = this.values[i] === kUnknown || this.kinds[i] < 3 ? "" : ` ${number(Number(Math.abs(this.values[i] * map.scale).toPrecision(4)))} ${this.app.report.units}`;
    return (this.value.textContent = `${kind}${length}`);
  }
}
