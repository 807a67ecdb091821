// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { Vector3 } from "three";
import type { App, Rest } from "./app";
import type { Pair } from "./data";
import { announce, byId, h, short } from "./dom";
import { kOutside } from "./map_view";
import { Measure } from "./measure";
import { kSolid } from "./shaders";

const kRests: [Rest, string, string][] = [
  ["ghost", "Ghost", "The other bodies as ghosts"], ["highlight", "Highlight", "The other bodies solid"], ["isolate", "Isolate", "Hide the other bodies"],
];
const kAxes: [string, [number, number, number]][] = [["X", [1, 0, 0]], ["Y", [0, 1, 0]], ["Z", [0, 0, 1]]];

/** The bar over the scene: who is shown how, the section, measuring, lines, names under the pointer. */
export class Tools {
  private wireframe = false;
  private section = { on: false, axis: 1, chosen: false, flipped: false, offset: 0 };
  private readonly centre = new Vector3();
  /** Of the section, towards what is cut away. */
  private readonly normal = new Vector3(0, 1, 0);
  private reach = 1;
  private readonly measure: Measure;
  private readonly tip = h("div", { class: "tag", id: "tip" });
  private hovering = 0;

  constructor(private readonly app: App) {
    this.measure = new Measure(app);
    byId("tools").append(
      h("button", { type: "button", id: "fit", title: "Fit the scene (f)", click: () => app.fitAll() }, "Fit"),
      h("span", { class: "segments", role: "group", "aria-label": "The other bodies" }, ...kRests.map(([rest, label, title]) =>
        h("button", { type: "button", id: `rest-${rest}`, title, "aria-pressed": String(app.rest === rest), click: () => this.setRest(rest) }, label))),
      this.toggle("section", "Section", "Cut the scene open through the contact (s)", () => this.turnSection()),
      this.toggle("measure", "Measure", "The distance between two points (m)", () => this.measure.turn()),
      this.toggle("wireframe", "Wireframe", "The edges of all faces (w)", () => this.turnWireframe()));
    byId("overlay").append(this.tip);
    this.tip.hidden = true;
    this.fillSection();
    this.watchPointer();
  }

  private toggle(name: string, label: string, title: string, turn: () => boolean): HTMLElement {
    const button = h("button", { type: "button", id: `tool-${name}`, title, "aria-pressed": "false" }, label);
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(turn())));
    return button;
  }

  private setRest(rest: Rest): void {
    this.app.rest = rest;
    for (const [word] of kRests) byId(`rest-${word}`).setAttribute("aria-pressed", String(word === rest));
    this.app.paint();
  }

  private turnWireframe(): boolean {
    this.wireframe = !this.wireframe;
    this.drawEdges();
    this.app.view?.ask();
    return this.wireframe;
  }

  /** Lines on the chosen pair, or on all bodies where none is chosen and they are few. */
  drawEdges(): void {
    const { bodies } = this.app;
    const pair = this.app.pair();
    const solid = pair ? [pair.a, pair.b] : Array.from({ length: Math.min(bodies.count, 64) }, (_, i) => i);
    const drawn = [...new Set(solid)].filter((o) => bodies.mode(o) === kSolid);
    // Edges of inner sides would be seen through the hatching of a section.
    bodies.drawEdges(this.section.on && !this.wireframe ? [] : drawn, this.wireframe);
    const dark = this.app.dark();
    bodies.uniforms.ink.value.set(dark ? 0.01 : 0.02, dark ? 0.012 : 0.03, dark ? 0.02 : 0.06, this.wireframe ? 0.75 : 0.6);
  }

  /** The section goes through the contact of the chosen pair. */
  follow(pair: Pair): void {
    const { centre, radius } = this.app.focusOf(pair);
    this.centre.copy(centre);
    this.reach = radius;
    this.section.offset = 0;
    byId<HTMLInputElement>("section-offset").value = "0";
    this.aim(pair.view ? new Vector3(...pair.view) : this.towards());
  }

  private towards(): Vector3 {
    const { view } = this.app;
    return view ? view.camera.position.clone().sub(view.controls.target).normalize() : new Vector3(0, -1, 0);
  }

  /** Cuts away the side from which one looks; until an axis is chosen along the one that shows most of what is cut. */
  private aim(towards: Vector3): void {
    if (!this.section.chosen) {
      const along = kAxes.map(([, axis]) => Math.abs(towards.dot(new Vector3(...axis))));
      this.markAxis(along.indexOf(Math.max(...along)));
    }
    this.normal.copy(this.section.axis < 3 ? new Vector3(...kAxes[this.section.axis][1]) : towards);
    if (this.normal.dot(towards) < 0) this.normal.negate();
    if (this.section.flipped) this.normal.negate();
    this.applySection();
  }

  private turnSection(): boolean {
    this.section.on = !this.section.on;
    byId("panel-section").hidden = !this.section.on;
    this.drawEdges();
    if (this.section.on && !this.app.view?.flying) this.aim(this.towards());
    else this.applySection();
    return this.section.on;
  }

  private fillSection(): void {
    const axes = kAxes.map(([name], axis) =>
      h("button", { type: "button", id: `section-${name.toLowerCase()}`, "aria-pressed": String(axis === this.section.axis), click: () => this.setAxis(axis) }, name));
    const offset = h("input", { type: "range", id: "section-offset", min: -1, max: 1, step: 0.005, value: 0, "aria-label": "Place of the section" });
    offset.addEventListener("input", () => {
      this.section.offset = Number(offset.value);
      this.applySection();
    });
    byId("panel-section").append(
      h("div", { class: "segments", role: "group", "aria-label": "Axis of the section" }, ...axes,
        h("button", { type: "button", id: "section-view", title: "Cut across the view", "aria-pressed": "false", click: () => this.setAxis(3) }, "View")),
      h("button", { type: "button", id: "section-flip", click: () => { this.section.flipped = !this.section.flipped; this.aim(this.towards()); } }, "Other side"),
      h("label", { for: "section-offset" }, "Place"), offset);
  }

  private setAxis(axis: number): void {
    this.section.chosen = true;
    this.markAxis(axis);
    this.aim(this.towards());
  }

  private markAxis(axis: number): void {
    this.section.axis = axis;
    ["section-x", "section-y", "section-z", "section-view"].forEach((id, i) => byId(id).setAttribute("aria-pressed", String(i === axis)));
  }

  private applySection(): void {
    const { view, bodies } = this.app;
    if (!view) return;
    const place = this.normal.dot(this.centre) + this.section.offset * Math.min(1, 3 * this.reach);
    bodies.cut(this.section.on, this.normal, place);
    view.ask();
  }

  private watchPointer(): void {
    const canvas = byId<HTMLCanvasElement>("canvas");
    canvas.addEventListener("pointermove", (event) => {
      cancelAnimationFrame(this.hovering);
      if (event.buttons) return void (this.tip.hidden = true);
      this.hovering = requestAnimationFrame(() => this.hover(event.offsetX, event.offsetY));
    });
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    let down = { x: 0, y: 0 };
    canvas.addEventListener("pointerdown", (event) => (down = { x: event.offsetX, y: event.offsetY }));
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < 5) this.measure.take(event.offsetX, event.offsetY);
    });
  }

  /** The name of what is at a place of the canvas, and the value of the map there; empty where there is nothing. */
  private textAt(x: number, y: number): string {
    const hit = this.app.view?.pick(x, y) ?? null;
    const mapped = this.app.map?.at(x, y, hit);
    if (mapped?.alone) return mapped.value === kOutside ? "" : mapped.value;
    if (!hit) return "";
    const name = short(this.app.store.name(hit.object), 60);
    return mapped ? `${name}: ${mapped.value}` : name;
  }

  private hover(x: number, y: number): void {
    const text = this.textAt(x, y);
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    this.tip.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
    // On the left of the pointer where the right has no room.
    const room = this.tip.parentElement!.clientWidth - this.tip.offsetWidth;
    if (x + 14 > room) this.tip.style.transform = `translate(${Math.max(0, x - 14 - this.tip.offsetWidth)}px, ${y + 14}px)`;
  }

  /** For the keyboard: takes the point in the middle of the picture, or says what is there. */
  takeMiddle(): void {
    const canvas = byId("canvas");
    const [x, y] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    if (this.measure.on) return this.measure.take(x, y);
    this.hover(x, y);
    announce(this.tip.hidden ? "There is no body here" : (this.tip.textContent ?? ""));
  }

  /** Ends a tool; false where none is at work. */
  leave(): boolean {
    if (this.measure.on) {
      byId("tool-measure").click();
      return true;
    }
    if (!this.section.on) return false;
    byId("tool-section").click();
    return true;
  }
}
