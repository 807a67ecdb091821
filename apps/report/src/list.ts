// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { byId, h, number, short } from "./dom";
import type { Pair } from "./data";
import { depthOf, type Row, type Store, verdictWord } from "./store";

const kHeadingHeight = 34;
const kRowHeight = 58;
/** Browsers stop near 33 million pixels; longer lists are scrolled by a factor. */
const kMostPixels = 15_000_000;

/** The findings as a tree whose rows exist only where they are seen. */
export class List {
  private readonly box = byId<HTMLDivElement>("list");
  private readonly inner = h("div", { class: "list-inner", role: "presentation" });
  private tops = new Float64Array(1);
  private factor = 1;
  private focused = 0;

  constructor(
    private readonly store: Store,
    private readonly choose: (pair: number, again: boolean) => void,
  ) {
    this.box.append(this.inner);
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  /** After rows have changed. */
  update(): void {
    const { rows } = this.store;
    this.tops = new Float64Array(rows.length + 1);
    for (let i = 0; i < rows.length; ++i) this.tops[i + 1] = this.tops[i] + ("pair" in rows[i] ? kRowHeight : kHeadingHeight);
    const all = this.tops[rows.length];
    this.factor = Math.max(1, all / kMostPixels);
    this.inner.style.height = `${all / this.factor}px`;
    const chosen = this.store.rowOf(this.store.selected);
    this.focused = chosen >= 0 ? chosen : Math.min(this.focused, Math.max(0, rows.length - 1));
    byId("empty").hidden = rows.length > 0;
    this.box.hidden = rows.length === 0;
    this.draw();
  }

  /** After the selection has changed. */
  reveal(): void {
    const row = this.store.rowOf(this.store.selected);
    if (row >= 0) this.focus(row);
    else this.draw();
  }

  private focus(row: number): void {
    this.focused = Math.max(0, Math.min(this.store.rows.length - 1, row));
    const top = this.tops[this.focused];
    const bottom = this.tops[this.focused + 1];
    const seen = this.box.scrollTop * this.factor;
    const height = this.box.clientHeight;
    if (top < seen) this.box.scrollTop = top / this.factor;
    else if (bottom > seen + height) this.box.scrollTop = (bottom - height) / this.factor + (this.factor > 1 ? 1 : 0);
    this.draw();
  }

  private firstSeen(): number {
    const seen = this.box.scrollTop * this.factor;
    let low = 0;
    let high = this.store.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= seen) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  draw(): void {
    const { rows } = this.store;
    const first = Math.max(0, this.firstSeen() - 2);
    const seen = this.box.scrollTop * this.factor;
    const drawn: HTMLElement[] = [];
    const shift = this.box.scrollTop - seen;
    for (let i = first; i < rows.length && this.tops[i] < seen + this.box.clientHeight + 2 * kRowHeight; ++i) {
      const element = this.row(rows[i], i);
      element.style.transform = `translateY(${this.tops[i] + shift}px)`;
      drawn.push(element);
    }
    this.inner.replaceChildren(...drawn);
    if (document.getElementById(`row-${this.focused}`)) this.box.setAttribute("aria-activedescendant", `row-${this.focused}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  private row(row: Row, index: number): HTMLElement {
    const focused = index === this.focused ? " focused" : "";
    if (!("pair" in row))
      return h("div", { id: `row-${index}`, class: `row heading${focused}`, role: "treeitem", "aria-expanded": String(row.open), "aria-level": 1, "data-row": index },
        h("span", { class: "chevron", "aria-hidden": "true" }, row.open ? "▾" : "▸"),
        h("span", { class: "heading-text", title: short(row.heading, 300) }, short(row.heading)), h("span", { class: "badge" }, row.members.toLocaleString("en")));
    const pair = this.store.report.pairs[row.pair];
    const selected = row.pair === this.store.selected;
    const a = this.store.name(pair.a);
    const b = this.store.name(pair.b);
    return h("div", {
      id: `row-${index}`, class: `row finding${selected ? " selected" : ""}${focused}${this.store.decisionOf(pair) === "accepted" ? " settled" : ""}`,
      role: "treeitem", "aria-level": this.store.group === "none" ? 1 : 2, "aria-selected": String(selected), "aria-setsize": row.of, "aria-posinset": row.place,
      "data-row": index, title: short(`${a} / ${b}`, 300),
    },
    h("span", { class: `dot v-${pair.verdict}`, "aria-hidden": "true" }),
    h("span", { class: "names" }, h("bdi", {}, short(a)), h("span", { class: "with" }, " / "), h("bdi", {}, short(b))),
    h("span", { class: "figure" }, figureOf(pair, this.store.report.units)),
    h("span", { class: "under" }, this.underline(pair)));
  }

  private underline(pair: Pair): string {
    const parts = [verdictWord(pair)];
    if (pair.certainty !== "proved") parts.push(pair.certainty);
    if (pair.severity !== "medium") parts.push(pair.severity);
    if (pair.state) parts.push(pair.state);
    const decision = this.store.decisions.get(pair.id);
    if (decision && this.store.decisions.outdated(pair)) parts.push(`accepted as ${decision.verdict}, worse now`);
    else if (decision && decision.state !== "open") parts.push(decision.state === "assigned" && decision.assignee ? `assigned to ${short(decision.assignee, 24)}` : decision.state);
    else if (!pair.finding && this.store.decisionOf(pair) === "accepted") parts.push(pair.ignored || pair.accepted ? "accepted" : "not counted");
    return parts.join(" · ");
  }

  private click(event: Event): void {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row ?? -1);
    const row = this.store.rows[index];
    if (!row) return;
    this.focused = index;
    if ("pair" in row) this.choose(row.pair, true);
    else this.fold(row.key);
  }

  private fold(key: string): void {
    this.store.toggle(key);
    this.update();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.box.clientHeight / kRowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.store.rows.length, End: this.store.rows.length,
    };
    const row = this.store.rows[this.focused];
    if (event.ctrlKey || event.metaKey || event.altKey || !row) return;
    if (event.key in steps) {
      this.focus(this.focused + steps[event.key]);
      const now = this.store.rows[this.focused];
      if ("pair" in now) this.choose(now.pair, false);
    } else if (event.key === "Enter" || event.key === " ") {
      if ("pair" in row) this.choose(row.pair, true);
      else this.fold(row.key);
    } else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && "key" in row) {
      if (row.open === (event.key === "ArrowLeft")) this.fold(row.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The number that matters most about a pair. */
export function figureOf(pair: Pair, units: string): string {
  const depth = depthOf(pair);
  if (pair.swept?.first) return `t ${number(pair.swept.first.t)}`;
  if (pair.swept?.least) return `${number(pair.swept.least.value)} ${units}`;
  if (depth !== undefined && depth > 0) return `${number(depth)} ${units} deep`;
  if (pair.volume && pair.volume.value > 0) return `${number(pair.volume.value)} ${units}³`;
  if (pair.distance) return `${number(pair.distance)} ${units}`;
  return pair.face_pairs?.[0] ? `${pair.face_pairs[0].toLocaleString("en")} face pairs` : "";
}
