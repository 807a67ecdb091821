// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Which findings are listed, and in which order.
import type { Pair, Report } from "./data";
import type { Decisions } from "./decisions";

export type SortKey = "depth" | "volume" | "distance" | "name" | "time";
export type GroupKey = "none" | "verdict" | "severity" | "rule" | "object" | "state" | "decision";

export interface Filters {
  text: string;
  /** Words that are not listed. */
  hiddenVerdicts: Set<string>;
  severity: string;
  rule: string;
  object: string;
  state: string;
  decision: string;
}

/** A row of the list: a heading with its members, or a finding. */
export type Row = { heading: string; key: string; members: number; open: boolean } | { pair: number; place: number; of: number };

/** The worst first. */
export const kVerdicts = ["crossing", "same", "a_in_b", "b_in_a", "undecided", "touching", "near", "disjoint"];
const kSeverities = ["critical", "high", "medium", "low"];

export const verdictWord = (pair: Pair): string => (pair.beyond && pair.verdict === "disjoint" ? "too far" : pair.verdict);

export const depthOf = (pair: Pair): number | undefined => pair.depth?.value ?? pair.parting?.length;

export class Store {
  readonly filters: Filters = {
    text: "", hiddenVerdicts: new Set(), severity: "", rule: "", object: "", state: "", decision: "",
  };
  sort: SortKey = "depth";
  group: GroupKey = "verdict";
  selected = -1;
  rows: Row[] = [];
  listed = 0;
  private readonly closed = new Set<string>();
  private readonly texts: string[];

  constructor(
    readonly report: Report,
    readonly decisions: Decisions,
  ) {
    this.texts = report.pairs.map((pair) =>
      [this.name(pair.a), this.name(pair.b), verdictWord(pair), pair.id, pair.reason ?? "", pair.statement ?? "", pair.rule === undefined ? "" : this.ruleName(pair.rule)].join("\n").toLowerCase(),
    );
    if (report.kind === "sweep") this.sort = "time";
    if (report.pairs.length < 6) this.group = "none";
    this.update();
  }

  name(object: number): string {
    return this.report.objects[object].name;
  }

  ruleName(rule: number): string {
    const found = this.report.rules?.[rule];
    if (!found) return `rule ${rule}`;
    const origin = found.origin || `rule ${rule}`;
    return `${origin} (${found.a.join(", ")} and ${found.b.length ? found.b.join(", ") : "itself"})`;
  }

  decisionOf(pair: Pair): string {
    return this.decisions.stateOf(pair);
  }

  toggle(key: string): void {
    if (!this.closed.delete(key)) this.closed.add(key);
    this.update();
  }

  /** What is searched: names, rules and reasons, and what people have written. */
  private textOf(index: number): string {
    const decision = this.decisions.get(this.report.pairs[index].id);
    return decision ? `${this.texts[index]}\n${[decision.reason, decision.assignee, decision.comment].join("\n").toLowerCase()}` : this.texts[index];
  }

  private passes(index: number, words: string[]): boolean {
    const pair = this.report.pairs[index];
    const f = this.filters;
    if (f.hiddenVerdicts.has(verdictWord(pair))) return false;
    if (f.severity && pair.severity !== f.severity) return false;
    if (f.rule && String(pair.rule ?? "none") !== f.rule) return false;
    if (f.object && this.name(pair.a) !== f.object && this.name(pair.b) !== f.object) return false;
    if (f.state && (pair.state ?? "") !== f.state) return false;
    if (f.decision && this.decisionOf(pair) !== f.decision) return false;
    const text = words.length ? this.textOf(index) : "";
    return words.every((word) => text.includes(word));
  }

  private compare(a: Pair, b: Pair): number {
    const down = (x?: number, y?: number): number => (y ?? -Infinity) - (x ?? -Infinity) || 0;
    const up = (x?: number, y?: number): number => (x ?? Infinity) - (y ?? Infinity) || 0;
    const byName = (): number => this.name(a.a).localeCompare(this.name(b.a)) || this.name(a.b).localeCompare(this.name(b.b));
    switch (this.sort) {
      case "depth": return down(depthOf(a), depthOf(b)) || down(a.volume?.value, b.volume?.value) || byName();
      case "volume": return down(a.volume?.value, b.volume?.value) || byName();
      case "distance": return up(a.distance ?? a.swept?.least?.value, b.distance ?? b.swept?.least?.value) || byName();
      case "time": return up(a.swept?.first?.t ?? a.swept?.least?.t, b.swept?.first?.t ?? b.swept?.least?.t) || byName();
      default: return byName();
    }
  }

  /** The headings that a finding stands under. */
  private keys(pair: Pair): string[] {
    switch (this.group) {
      case "verdict": return [verdictWord(pair)];
      case "severity": return [pair.severity];
      case "rule": return [pair.rule === undefined ? "no rule" : this.ruleName(pair.rule)];
      case "object": return [this.name(pair.a)];
      case "state": return [pair.state ?? "no baseline"];
      case "decision": return [this.decisionOf(pair)];
      default: return [""];
    }
  }

  private order(a: string, b: string, sizes: Map<string, number[]>): number {
    const place = (list: string[], word: string): number => (list.indexOf(word) + list.length) % list.length;
    if (this.group === "verdict") return place(kVerdicts, a) - place(kVerdicts, b);
    if (this.group === "severity") return place(kSeverities, a) - place(kSeverities, b);
    return sizes.get(b)!.length - sizes.get(a)!.length || a.localeCompare(b);
  }

  update(): void {
    const { pairs } = this.report;
    const passing: number[] = [];
    const words = this.filters.text.toLowerCase().split(/\s+/).filter(Boolean);
    for (let i = 0; i < pairs.length; ++i) if (this.passes(i, words)) passing.push(i);
    passing.sort((a, b) => this.compare(pairs[a], pairs[b]) || a - b);
    this.listed = passing.length;
    const groups = new Map<string, number[]>();
    for (const index of passing)
      for (const key of this.keys(pairs[index])) {
        const members = groups.get(key);
        if (members) members.push(index);
        else groups.set(key, [index]);
      }
    this.rows = [];
    for (const key of [...groups.keys()].sort((a, b) => this.order(a, b, groups))) {
      const members = groups.get(key)!;
      const open = !this.closed.has(key);
      if (this.group !== "none") this.rows.push({ heading: key, key, members: members.length, open });
      if (open) members.forEach((pair, i) => this.rows.push({ pair, place: i + 1, of: members.length }));
    }
  }

  /** The row of a finding, -1 where it is not listed. */
  rowOf(pair: number): number {
    return this.rows.findIndex((row) => "pair" in row && row.pair === pair);
  }
}
