// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { Color, Vector3 } from "three";
import { Bodies } from "./bodies";
import { Controls } from "./controls";
import { Blocks, type Pair, readReport, type Report } from "./data";
import { Decisions } from "./decisions";
import { Detail } from "./detail";
import { announce, byId, count, short, toast } from "./dom";
import { FlatView } from "./flat_view";
import { movedBox, poseOf } from "./frame";
import { Keys } from "./keys";
import { List } from "./list";
import { bodyColour, kSideA, kSideB, kRest } from "./looks";
import { MapView } from "./map_view";
import { Markers } from "./markers";
import { poseAt } from "./motion";
import { Printer } from "./printer";
import { kGhost, kGlass, kHidden, kSolid } from "./shaders";
import { Store, verdictWord } from "./store";
import { Timeline } from "./timeline";
import { Tools } from "./tools";
import { View } from "./view";

export type Rest = "highlight" | "ghost" | "isolate";
type Look = "solid" | "glass" | "hidden";

const kModes: Record<Look, number> = { solid: kSolid, glass: kGlass, hidden: kHidden };

/** Puts the page together. */
export class App {
  report!: Report;
  store!: Store;
  bodies!: Bodies;
  view: View | null = null;
  markers!: Markers;
  list!: List;
  detail!: Detail;
  flat: FlatView | null = null;
  tools: Tools | null = null;
  timeline: Timeline | null = null;
  map: MapView | null = null;
  rest: Rest = "ghost";
  looks: { a: Look; b: Look } = { a: "solid", b: "solid" };
  blocks = new Blocks();
  private relisting = 0;
  /** Done when what belongs to the chosen finding is drawn. */
  shown: Promise<void> = Promise.resolve();

  async begin(): Promise<void> {
    this.report = await readReport();
    document.title = `${this.report.title || "impinge"} – ${this.report.kind} report`;
    this.store = new Store(this.report, new Decisions(this.report));
    this.detail = new Detail(this.store);
    this.list = new List(this.store, (pair, again) => this.select(pair, again));
    this.detail.onLook = (side, look) => {
      this.looks[side] = look;
      this.paint();
      this.detail.show(this.looks);
    };
    this.detail.onDecision = () => this.relistSoon();
    new Controls(this);
    new Keys(this);
    this.list.update();
    await this.openStage();
    addEventListener("hashchange", () => this.followLink());
    this.followLink();
  }

  private async openStage(): Promise<void> {
    this.bodies = await Bodies.read(this.report, this.blocks);
    this.markers = new Markers(this.bodies, this.blocks);
    try {
      this.view = new View(byId<HTMLCanvasElement>("canvas"), this.bodies);
    } catch (error) {
      byId("notice").hidden = false;
      byId("notice").textContent = `This browser has no WebGL 2 (${error instanceof Error ? error.message : String(error)}): bodies are drawn as their boxes.`;
      // A canvas that was asked for WebGL draws nothing else.
      const canvas = byId("canvas");
      canvas.replaceWith(canvas.cloneNode());
      this.flat = new FlatView(this);
      return;
    }
    this.view.add(this.markers.group);
    this.tools = new Tools(this);
    this.paint();
    this.fitAll();
    this.view.arrive();
    new Printer(this);
    if (this.report.kind === "sweep") this.timeline = new Timeline(this, this.bodies.deforming);
    if (this.report.map) {
      this.map = new MapView(this);
      this.select(0, true);
      await this.map.begin();
      this.view.arrive();
    }
  }

  /** The rows after a filter, the order or a decision has changed. */
  relist(): void {
    this.store.update();
    this.list.update();
  }

  /** The same while somebody types; a long list waits for a pause. */
  private relistSoon(): void {
    clearTimeout(this.relisting);
    if (this.report.pairs.length < 5000) this.relist();
    else this.relisting = window.setTimeout(() => this.relist(), 250);
  }

  pair(): Pair | undefined {
    return this.report.pairs[this.store.selected];
  }

  private followLink(): void {
    const id = new URLSearchParams(location.hash.slice(1)).get("finding");
    if (!id) return;
    const index = this.report.pairs.findIndex((pair) => pair.id === id);
    if (index < 0) {
      const words = `No finding here has the id ${short(id, 40)}`;
      announce(words);
      toast(words, 4000);
    }
    if (index >= 0 && index !== this.store.selected) this.select(index, true);
  }

  /** What the browser shows as the address of the finding. */
  private setLink(address: string): void {
    try {
      history.replaceState(null, "", address);
    } catch {
      // A frame in a notebook has no address of its own.
    }
  }

  /** Chooses a finding and flies to it. */
  select(index: number, again: boolean): void {
    const changed = index !== this.store.selected;
    if (!changed && !again) return;
    this.store.selected = index;
    if (changed) this.looks = { a: "solid", b: "solid" };
    const pair = this.pair();
    this.setLink(pair ? `#finding=${encodeURIComponent(pair.id)}` : location.pathname + location.search);
    this.list.reveal();
    this.detail.show(this.looks);
    this.paint();
    if (!pair) {
      this.timeline?.show(undefined);
      return void this.markers?.clear();
    }
    announce(`${short(this.store.name(pair.a))} and ${short(this.store.name(pair.b))}: ${verdictWord(pair)}`);
    this.timeline?.show(pair);
    if (pair.swept) this.timeline?.go(pair.solid || pair.curves ? pair.swept.worst_t : (pair.swept.first?.t ?? pair.swept.least?.t ?? 0));
    if (!this.view) return void this.flat?.draw();
    this.shown = this.markers.show(pair, this.ink()).then(() => this.view?.ask());
    this.tools?.follow(pair);
    this.flyTo(pair);
  }

  /** What a pair has in common is drawn at the moment that it was computed for. */
  atMoment(t: number): void {
    const swept = this.pair()?.swept;
    const reach = 1e-6 * (this.report.duration ?? 1);
    this.markers.group.visible = !swept || Math.abs(t - swept.worst_t) <= reach || !this.pair()?.solid;
  }

  private poseNow(object: number): number[] {
    const body = this.report.objects[object];
    return this.timeline && body.motion ? poseAt(body, this.timeline.t) : poseOf(body);
  }

  private ink(): Color {
    return new Color(this.dark() ? "#fff1f2" : "#3a0309");
  }

  dark(): boolean {
    return getComputedStyle(document.documentElement).colorScheme === "dark";
  }

  /** Half the diagonal of an object, in the frame of the page. */
  private sizeOf(object: number): number {
    const box = movedBox(this.bodies.boxes[object], this.poseNow(object));
    return this.bodies.frame.inside(box.high).distanceTo(this.bodies.frame.inside(box.low)) / 2;
  }

  /** The middle of what a pair has in common, and how far to look around it. */
  focusOf(pair: Pair): { centre: Vector3; radius: number } {
    const least = Math.min(this.sizeOf(pair.a), this.sizeOf(pair.b));
    if (!pair.focus) {
      const boxes = [pair.a, pair.b].map((o) => movedBox(this.bodies.boxes[o], this.poseNow(o)));
      const ends = boxes.flatMap((box) => [this.bodies.frame.inside(box.low), this.bodies.frame.inside(box.high)]);
      const centre = ends.reduce((sum, p) => sum.add(p), new Vector3()).multiplyScalar(0.25);
      return { centre, radius: Math.max(...ends.map((p) => p.distanceTo(centre))) };
    }
    const reach = pair.focus[3] / this.bodies.frame.radius;
    const apart = (pair.distance ?? 0) > 0;
    // Of a point where two bodies touch one wants to see the place, of one that lies within both the smaller body.
    const alone = pair.verdict === "touching" ? 0.3 * least : 1.2 * least;
    const radius = apart ? Math.max(3 * reach, 0.2 * least) : reach > 0 ? 2.3 * reach : alone;
    return { centre: this.bodies.frame.inside(pair.focus), radius: Math.max(radius, 2e-5) };
  }

  flyTo(pair: Pair): void {
    const { centre, radius } = this.focusOf(pair);
    this.view?.fly(centre, radius, pair.view ? new Vector3(...pair.view) : new Vector3(0.44, -0.76, 0.47));
  }

  /** Looks at the chosen pair from a direction. */
  flyAlong(direction: Vector3): void {
    const pair = this.pair();
    if (!pair) return;
    const { centre, radius } = this.focusOf(pair);
    // Not quite straight, so that up stays up.
    this.view?.fly(centre, 0.62 * radius, direction.clone().add(new Vector3(0.03, -0.25, 0.12)).normalize());
  }

  fitAll(): void {
    this.view?.fly(new Vector3(), 1, new Vector3(0.44, -0.76, 0.47).normalize());
  }

  /** Gives every body the look that the choice asks for. */
  paint(): void {
    if (!this.bodies) return;
    const pair = this.pair();
    const rest = new Color(kRest[this.dark() ? 1 : 0]);
    for (let i = 0; i < this.bodies.count; ++i) {
      if (!pair) this.bodies.show(i, this.report.objects[i].shape ? kGlass : kSolid, bodyColour(i));
      else this.bodies.show(i, this.rest === "isolate" ? kHidden : this.rest === "ghost" ? kGhost : kSolid, rest);
    }
    if (pair) {
      const shape = (o: number, look: Look): number => (look === "solid" && this.report.objects[o].shape ? kGlass : kModes[look]);
      this.bodies.show(pair.b, shape(pair.b, this.looks.b), new Color(kSideB));
      this.bodies.show(pair.a, shape(pair.a, this.looks.a), new Color(kSideA));
    }
    this.tools?.drawEdges();
    this.view?.ask();
  }

  summary(): string {
    const { pairs, objects, asked } = this.report;
    const findings = pairs.filter((pair) => pair.finding).length;
    const words = findings ? count(findings, "finding", "findings") : "No findings";
    return `${words} in ${asked === undefined ? count(objects.length, "object", "objects") : `${count(asked, "pair", "pairs")} of ${count(objects.length, "object", "objects")}`}`;
  }
}
