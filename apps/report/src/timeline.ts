// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import type { App } from "./app";
import type { Pair } from "./data";
import { byId, h, number, short } from "./dom";
import { poseOf } from "./frame";
import { Deforming, poseAt } from "./motion";

/** Of more pairs than this only the chosen one has a bar; the list has them all. */
const kMostBars = 200;
/** A motion takes this long to play, in ms. */
const kPlaying = 6000;

/** The slider over a motion, the contact intervals of the pairs, and the distance of the chosen one. */
export class Timeline {
  t = 0;
  private readonly duration: number;
  private readonly slider = h("input", { type: "range", id: "time", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time" });
  private readonly clock = h("output", { id: "clock", for: "time" });
  private readonly play = h("button", { type: "button", id: "play", "aria-pressed": "false", title: "Play the motion (space)" }, "Play");
  private readonly bars = h("div", { id: "bars" });
  /** The pairs that have one. */
  private readonly listed = new Set<number>();
  private extra: HTMLElement | null = null;
  private readonly curve = h("div", { id: "curve" });
  private playing = 0;
  private last = 0;

  constructor(
    private readonly app: App,
    private readonly deforming: Map<number, Deforming>,
  ) {
    this.duration = app.report.duration ?? 1;
    this.slider.max = String(this.duration);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.slider.addEventListener("keydown", (event) => this.key(event));
    this.play.addEventListener("click", () => this.turn());
    const box = byId("timeline");
    box.hidden = false;
    box.append(h("div", { class: "time-row" }, h("span", {}, this.play, this.clock), this.slider), this.curve, this.bars);
    this.fillBars();
    this.go(0);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.go(this.t + (steps[event.key] * this.duration) / 100);
  }

  private turn(): void {
    this.play.setAttribute("aria-pressed", String(!this.playing));
    this.play.textContent = this.playing ? "Play" : "Pause";
    if (this.playing) {
      cancelAnimationFrame(this.playing);
      this.playing = 0;
      return;
    }
    if (this.t >= this.duration) this.go(0);
    this.last = performance.now();
    this.playing = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.go(this.t + ((now - this.last) / kPlaying) * this.duration);
    this.last = now;
    if (this.t >= this.duration) return this.turn();
    this.playing = requestAnimationFrame((next) => this.tick(next));
  }

  /** Puts every body where it is at a moment. */
  go(t: number): void {
    this.t = Math.min(this.duration, Math.max(0, t));
    this.slider.value = String(this.t);
    this.clock.textContent = `t ${number(Number(this.t.toPrecision(5)))}`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    const share = `${(100 * this.t) / this.duration}%`;
    byId("timeline").style.setProperty("--now", share);
    this.app.report.objects.forEach((body, i) => {
      if (!body.motion) return;
      const deforming = this.deforming.get(i);
      if (!deforming) return this.app.bodies.move(i, poseAt(body, this.t));
      deforming.moveTo(this.t);
      this.app.bodies.deform(i, deforming.mesh, poseOf(body));
    });
    this.app.atMoment(this.t);
    this.app.view?.ask();
  }

  private fillBars(): void {
    const all = this.app.report.pairs.map((pair, index) => ({ pair, index }));
    all.sort((x, y) => (x.pair.swept?.first?.t ?? Infinity) - (y.pair.swept?.first?.t ?? Infinity) || x.index - y.index);
    for (const { pair, index } of all.slice(0, kMostBars)) {
      this.listed.add(index);
      this.bars.append(this.bar(pair, index));
    }
    if (all.length > kMostBars) this.bars.append(h("p", { class: "more-bars" }, `The first ${kMostBars} of ${all.length.toLocaleString("en")} pairs.`));
  }

  private at(event: MouseEvent): number {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * this.duration;
  }

  private bar(pair: Pair, index: number): HTMLElement {
    const swept = pair.swept!;
    const name = `${short(this.app.store.name(pair.a), 30)} / ${short(this.app.store.name(pair.b), 30)}`;
    const first = swept.first?.t ?? swept.least?.t ?? 0;
    const track = h("button", { type: "button", class: "track", "data-pair": index, "aria-label": `${name}: ${swept.first ? `first contact at t ${number(swept.first.t)}` : `nearest at t ${number(first)}`}; go there`,
      click: (event: MouseEvent) => { this.app.select(index, true); this.go(event.detail === 0 ? first : this.at(event)); } });
    for (const [begin, end] of swept.intervals) {
      const piece = h("span", { class: "interval" });
      piece.style.left = `${(100 * begin) / this.duration}%`;
      piece.style.width = `${(100 * (end - begin)) / this.duration}%`;
      track.append(piece);
    }
    const tick = h("span", { class: swept.first ? "tick" : "tick near" });
    tick.style.left = `${(100 * first) / this.duration}%`;
    track.append(tick);
    return h("div", { class: "bar" }, h("span", { class: "bar-name", title: name, "aria-hidden": "true" }, h("bdi", {}, name)), track);
  }

  /** The distance of the chosen pair over time. */
  show(pair: Pair | undefined): void {
    const points = pair?.swept?.curve;
    this.curve.replaceChildren();
    this.extra?.remove();
    const index = this.app.store.selected;
    this.extra = pair && !this.listed.has(index) ? this.bar(pair, index) : null;
    if (this.extra) this.bars.prepend(this.extra);
    for (const track of this.bars.querySelectorAll<HTMLElement>(".track"))
      track.classList.toggle("chosen", pair !== undefined && this.app.report.pairs[Number(track.dataset.pair)] === pair);
    if (!pair || !points || points.length < 2) return;
    const most = Math.max(...points.map(([, d]) => d)) || 1;
    const name = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(name, "svg");
    svg.setAttribute("viewBox", "0 0 1000 60");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Distance over time, ${number(most)} ${this.app.report.units} at most`);
    const path = document.createElementNS(name, "path");
    path.setAttribute("d", points.map(([t, d], i) => `${i ? "L" : "M"}${(1000 * t) / this.duration} ${57 - (54 * d) / most}`).join(""));
    svg.append(path);
    svg.addEventListener("click", (event) => this.go(this.at(event)));
    this.curve.append(h("span", { class: "bar-name" }, `distance, to ${number(most)} ${this.app.report.units}`), svg);
  }
}
