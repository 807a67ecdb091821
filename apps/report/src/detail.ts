// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { announce, byId, count, h, number, short, toast } from "./dom";
import type { Bounded, Pair, Vec } from "./data";
import type { Decision, State } from "./decisions";
import { type Store, verdictWord } from "./store";

type BodyLook = "solid" | "glass" | "hidden";

/** What a verdict means, in a sentence. */
const kMeaning: Record<string, string> = {
  crossing: "Their insides overlap and neither contains the other.",
  a_in_b: "All of the first lies in the second.",
  b_in_a: "All of the second lies in the first.",
  same: "The two solids are equal.",
  touching: "They meet, their insides do not.",
  near: "No common point, but within the clearance.",
  disjoint: "No common point.",
  undecided: "An open or dirty body does not tell.",
  "too far": "Farther apart than the rule allows.",
};

const kCertainty: Record<string, string> = {
  proved: "proved: exact, about the bodies as they are",
  likely: "likely: an open body has no exact inside; its winding number tells",
  sampled: "sampled: true at the lines of a raster",
  within_bound: "within bound: error bounds leave open whether it holds exactly",
  undecided: "undecided: nothing tells",
};

function bounded(x: Bounded, unit: string): string {
  const exact = number(x.low) === number(x.value) && number(x.high) === number(x.value) && !x.sampled;
  return `${number(x.value)} ${unit}${exact ? "" : ` (${number(x.low)} to ${number(x.high)}${x.sampled ? ", by sample lines" : ""})`}`;
}

const point = (p: Vec): string => `(${p.map(number).join(", ")})`;

/** The numbers of a finding as rows for people. */
export function figures(pair: Pair, store: Store): [string, string][] {
  const unit = store.report.units;
  const rows: [string, string][] = [["verdict", `${verdictWord(pair)}, ${kCertainty[pair.certainty] ?? pair.certainty}`]];
  const add = (name: string, value: string | undefined | false): void => void (value && rows.push([name, value]));
  add("depth", pair.depth && bounded(pair.depth, unit) + (pair.depth_direction ? ` along ${point(pair.depth_direction)}` : ""));
  add("volume", pair.volume && bounded(pair.volume, `${unit}³`));
  add("lumps", pair.lumps && pair.lumps.length > 1 && `${pair.lumps.length}: ${pair.lumps.slice(0, 6).map((l) => `${number(l.volume)} ${unit}³`).join(", ")}${pair.lumps.length > 6 ? ", …" : ""}`);
  add("way out", pair.parting && `${number(pair.parting.length)} ${unit} along ${point(pair.parting.direction)}, at least ${number(pair.parting.at_least)} ${unit}`);
  add("distance", pair.distance !== undefined && !pair.swept && `${number(pair.distance)} ${unit}`);
  add("contact curves", pair.curve_length !== undefined && `${number(pair.curve_length)} ${unit}`);
  add("shared area", pair.patch_area !== undefined && `${number(pair.patch_area)} ${unit}²`);
  add("first contact", pair.swept?.first && `t ${number(pair.swept.first.t)} at ${point(pair.swept.first.point)}`);
  add("in contact", pair.swept && pair.swept.intervals.length > 0 && pair.swept.intervals.map(([a, b]) => `${number(a)} to ${number(b)}`).join(", "));
  add("worst moment", pair.swept && `t ${number(pair.swept.worst_t)}${pair.swept.worst_crossing ? `, ${count(pair.swept.worst_crossing, "crossing face pair", "crossing face pairs")}` : ""}`);
  add("least distance", pair.swept?.least && `${bounded(pair.swept.least, unit)} at t ${number(pair.swept.least.t)}`);
  add("face pairs", pair.face_pairs && pair.face_pairs[0] > 0 && `${pair.face_pairs[0].toLocaleString("en")} (${pair.face_pairs[1].toLocaleString("en")} cross, ${pair.face_pairs[2].toLocaleString("en")} touch)`);
  const apart = pair.distance !== undefined && pair.distance > 0;
  add(apart ? "nearest points" : "witness", pair.a_point && (apart && pair.b_point ? `${point(pair.a_point)} and ${point(pair.b_point)}` : point(pair.a_point)));
  add("faces", pair.a_face !== undefined && pair.b_face !== undefined && `${pair.a_face} and ${pair.b_face}`);
  add("severity", pair.severity);
  add("rule", pair.rule !== undefined && store.ruleName(pair.rule));
  add("state", pair.state && (pair.was ? `${pair.state}, was ${pair.was}` : pair.state));
  add("reason", pair.reason);
  add("note", [pair.statement, pair.overlap_statement].filter(Boolean).join("; "));
  add("id", pair.id);
  return rows;
}

/** What was decided about a finding, as rows for people. */
export function decided(pair: Pair, store: Store): [string, string][] {
  const decision = store.decisions.get(pair.id);
  if (!decision) return [];
  const rows: [string, string][] = [["decision", store.decisions.outdated(pair) ? `accepted as ${decision.verdict}, worse now` : decision.state],
    ["reason of the decision", decision.reason], ["assigned to", decision.assignee], ["comment", decision.comment]];
  return rows.filter(([, value]) => value !== "" && value !== "open");
}

export const figuresText = (pair: Pair, store: Store): string =>
  [`${store.name(pair.a)} / ${store.name(pair.b)}`, ...[...figures(pair, store), ...decided(pair, store)].map(([name, value]) => `${name}: ${value}`)].join("\n");

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk may not reach the clipboard; the old way still works there.
    const area = h("textarea", { class: "away" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(`${what} copied`);
  toast(`${what} copied`);
}

/** Two sheets. */
function icon(): SVGElement {
  const name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(name, "path");
  path.setAttribute("d", "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z");
  svg.append(path);
  return svg;
}

/** The panel about the chosen finding. */
export class Detail {
  private readonly box = byId("detail");
  onLook: (side: "a" | "b", look: BodyLook) => void = () => undefined;
  onDecision: () => void = () => undefined;

  constructor(private readonly store: Store) {}

  show(looks: { a: BodyLook; b: BodyLook }): void {
    const pair = this.store.report.pairs[this.store.selected];
    this.box.hidden = !pair;
    document.body.classList.toggle("chosen", Boolean(pair));
    if (!pair) return;
    const rows = figures(pair, this.store);
    this.box.replaceChildren(
      h("div", { class: "detail-head" },
        h("span", { class: `chip v-${pair.verdict}` }, verdictWord(pair)),
        h("p", { class: "meaning" }, kMeaning[verdictWord(pair)] ?? "")),
      this.side("a", pair.a, looks.a),
      pair.a === pair.b ? "" : this.side("b", pair.b, looks.b),
      h("dl", { class: "figures" }, ...rows.flatMap(([name, value]) => [
        h("dt", {}, name), h("dd", {}, h("span", {}, value), h("button", { class: "copy", type: "button", "aria-label": `Copy ${name}`, title: "Copy", click: () => void copy(value, name) }, icon())),
      ])),
      h("div", { class: "buttons" },
        h("button", { type: "button", id: "copy-numbers", click: () => void copy(figuresText(pair, this.store), "numbers") }, "Copy numbers"),
        h("button", { type: "button", id: "copy-link", click: () => void copy(location.href, "link") }, "Copy link")),
      this.decision(pair));
  }

  private side(side: "a" | "b", object: number, look: BodyLook): HTMLElement {
    const body = this.store.report.objects[object];
    const about = [
      body.solid ? `${body.solid.replace("_", "-")}, drawn as ${body.shape ? "a slab" : "triangles"}`
        : body.shape ? "a shape without faces, shown as its box" : count(body.faces ?? 0, "face", "faces"),
      body.closed ? "closed" : "open",
      body.shown === "box" ? "shown as its box" : body.shown === "coarse" ? "shown coarser" : "",
    ].filter(Boolean).join(", ");
    const button = (word: BodyLook, label: string): HTMLElement =>
      h("button", { type: "button", "data-look": `${side}-${word}`, "aria-pressed": String(look === word), title: `${short(body.name, 40)}: ${label}`, click: () => this.onLook(side, word) }, label);
    return h("div", { class: "side" },
      h("span", { class: `swatch swatch-${side}`, "aria-hidden": "true" }),
      h("span", { class: "side-name", title: short(body.name, 300) }, h("bdi", {}, short(body.name, 200)), h("small", {}, about)),
      h("span", { class: "segments small", role: "group", "aria-label": `How ${short(body.name, 40)} is shown` }, button("solid", "Solid"), button("glass", "Glass"), button("hidden", "Hide")));
  }

  private decision(pair: Pair): HTMLElement {
    const known = this.store.decisions.get(pair.id);
    const decision: Decision = known ?? {
      id: pair.id, a: this.store.name(pair.a), b: this.store.name(pair.b), state: "open", reason: "", assignee: "", comment: "", verdict: "",
    };
    const put = (change: Partial<Decision>): void => {
      Object.assign(decision, change);
      this.store.decisions.set({ ...decision });
      this.onDecision();
    };
    const reason = field("Reason", "decision-reason", decision.reason, (value) => put({ reason: value }));
    const assignee = field("Assigned to", "decision-assignee", decision.assignee, (value) => put({ assignee: value }));
    const outdated = h("p", { class: "outdated" });
    const mark = (): void => {
      outdated.hidden = !this.store.decisions.outdated(pair);
      outdated.textContent = `Accepted as ${decision.verdict}; it is worse now, and so a finding again.`;
      for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.state === decision.state));
      reason.hidden = decision.state !== "accepted";
      assignee.hidden = decision.state !== "assigned";
    };
    const buttons = (["open", "accepted", "assigned"] as State[]).map((state) =>
      h("button", { type: "button", "data-state": state, click: () => { put({ state, verdict: state === "accepted" ? pair.verdict : "" }); mark(); } }, state[0].toUpperCase() + state.slice(1)));
    const comment = h("textarea", { id: "decision-comment", rows: 2, input: (event: Event) => put({ comment: (event.target as HTMLTextAreaElement).value }) });
    comment.value = decision.comment;
    mark();
    return h("fieldset", { class: "decision" }, h("legend", {}, "Decision"),
      h("div", { class: "segments", role: "group", "aria-label": "Decision" }, ...buttons), outdated, reason, assignee,
      h("label", { class: "field", for: "decision-comment" }, "Comment"), comment);
  }
}

function field(label: string, id: string, value: string, changed: (value: string) => void): HTMLElement {
  const input = h("input", { id, type: "text", autocomplete: "off", input: (event: Event) => changed((event.target as HTMLInputElement).value) });
  input.value = value;
  return h("div", { class: "field-row" }, h("label", { class: "field", for: id }, label), input);
}
