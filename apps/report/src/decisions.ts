// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What people decide about findings. Kept by the browser for this page, in a copy of the page, and in a file that
// `impinge check --decisions FILE` reads back and hands on to the next page.
import type { Pair, Report } from "./data";

export type State = "open" | "accepted" | "assigned";

export interface Decision {
  id: string;
  a: string;
  b: string;
  state: State;
  reason: string;
  assignee: string;
  comment: string;
  /** Of the pair when it was accepted: one that has become worse is a finding again. */
  verdict: string;
}

const kSchema = "impinge.decisions/1";

/** How bad verdicts are, as in apps/cli/rules/baseline.cpp; too far apart (0) is something else. */
const kRanks: Record<string, number> = { disjoint: 0, near: 1, touching: 2, undecided: 3 };

function isWorse(now: string, before: string): boolean {
  const rank = kRanks[now] ?? 4;
  const last = kRanks[before] ?? 4;
  return rank === 0 || last === 0 ? rank !== last : rank > last;
}

/** A short number for a text, to tell pages apart. */
function hash(text: string): string {
  let value = 2166136261;
  for (let i = 0; i < text.length; ++i) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  return (value >>> 0).toString(16);
}

function asDecision(value: unknown): Decision {
  const from = (value ?? {}) as Record<string, unknown>;
  const text = (key: string): string => (typeof from[key] === "string" ? (from[key] as string) : "");
  if (!text("id")) throw new Error("a decision has no id");
  const state = text("state");
  if (state !== "open" && state !== "accepted" && state !== "assigned") throw new Error(`"${state}" is no state; use open, accepted or assigned`);
  return { id: text("id"), a: text("a"), b: text("b"), state, reason: text("reason"), assignee: text("assignee"), comment: text("comment"), verdict: text("verdict") };
}

export class Decisions {
  private readonly all = new Map<string, Decision>();
  private readonly key: string;
  /** Findings that the check itself accepted because of a decision. */
  private readonly obeyed = new Set<string>();

  constructor(report: Report) {
    const told = report.decisions ?? [];
    const findings = new Set(report.pairs.filter((pair) => pair.finding).map((pair) => pair.id));
    for (const decision of told) if (decision.state === "accepted" && !findings.has(decision.id)) this.obeyed.add(decision.id);
    // A copy of the page with decisions in it goes on from there, and neither it nor the first page changes the other.
    const own = document.querySelector(".impinge-decisions")?.textContent ?? "";
    this.key = `impinge.decisions ${hash(report.title + report.pairs.map((pair) => pair.id).join(" ") + own + (told.length ? JSON.stringify(told) : ""))}`;
    for (const text of [JSON.stringify({ schema: kSchema, decisions: told }), own, this.kept()]) this.begin(text);
  }

  /** What the browser has kept; a browser may keep nothing for pages from disk. */
  private kept(): string {
    try {
      return localStorage.getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }

  /** Begins with the decisions of a text, where there is one that can be read. */
  private begin(text: string): void {
    if (!text) return;
    const before = [...this.all.values()];
    this.all.clear();
    try {
      this.readText(text);
    } catch {
      for (const decision of before) this.all.set(decision.id, decision);
    }
  }

  /** Whether a pair was accepted when it was better than now, and so is a finding again; as `check --decisions` has it. */
  outdated(pair: Pair): boolean {
    const decision = this.all.get(pair.id);
    return decision?.state === "accepted" && decision.verdict !== "" && isWorse(pair.verdict, decision.verdict);
  }

  /** What holds for a pair: what was decided here, else what the check says. */
  stateOf(pair: Pair): State {
    const state = this.outdated(pair) ? "open" : (this.all.get(pair.id)?.state ?? "open");
    return state === "open" && !pair.finding && !this.obeyed.has(pair.id) ? "accepted" : state;
  }

  get size(): number {
    return this.all.size;
  }

  get(id: string): Decision | undefined {
    return this.all.get(id);
  }

  set(decision: Decision): void {
    const blank = decision.state === "open" && !decision.reason && !decision.assignee && !decision.comment;
    if (blank) this.all.delete(decision.id);
    else this.all.set(decision.id, decision);
    this.keep();
  }

  /** Reads a file; what it says of a finding replaces what was said before. Throws an Error that says what is wrong. */
  open(text: string): number {
    const read = this.readText(text);
    this.keep();
    return read;
  }

  private readText(text: string): number {
    if (!text) return 0;
    let document: { schema?: unknown; decisions?: unknown };
    try {
      document = JSON.parse(text) as typeof document;
    } catch {
      throw new Error("this is no JSON file");
    }
    if (document?.schema !== kSchema || !Array.isArray(document.decisions)) throw new Error(`this is no file of decisions (${kSchema})`);
    const list = document.decisions.map(asDecision);
    for (const decision of list) this.all.set(decision.id, decision);
    return list.length;
  }

  private keep(): void {
    try {
      localStorage.setItem(this.key, this.text());
    } catch {
      // Nothing is lost while the page is open, and it can be saved.
    }
  }

  text(): string {
    const decisions = [...this.all.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return `${JSON.stringify({ schema: kSchema, decisions }, null, 2)}\n`;
  }
}
