// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import type { App } from "./app";
import { kMostObjects } from "./bodies";
import { announce, byId, count, download, h, short, toast } from "./dom";
import { type GroupKey, kVerdicts, type SortKey, verdictWord } from "./store";

type Choice = [value: string, label: string];

/** More objects than this make a list that nobody reads; the search finds them. */
const kMostObjectsListed = 2000;

/** What the page held before anything was filled in. */
const kBlank = byId("app").outerHTML;

/** Search, filters, order and files: everything above and below the list. */
export class Controls {
  constructor(private readonly app: App) {
    const { report } = app;
    byId("title").textContent = report.title || "impinge report";
    byId("title").title = short(report.title, 300);
    byId("summary").textContent = app.summary();
    byId<HTMLInputElement>("search").addEventListener("input", (event) => {
      app.store.filters.text = (event.target as HTMLInputElement).value.trim();
      this.changed();
    });
    this.chips();
    this.selects();
    this.more();
    this.foot();
    this.describeEmpty();
  }

  private changed(): void {
    this.app.relist();
    const { listed, report } = this.app.store;
    announce(`${count(listed, "pair", "pairs")} listed`);
    byId("summary").textContent = listed === report.pairs.length ? this.app.summary() : `${this.app.summary()}; ${listed.toLocaleString("en")} listed`;
    this.describeEmpty();
  }

  private describeEmpty(): void {
    byId("empty").textContent = this.app.report.pairs.length
      ? "Nothing fits the search and the filters."
      : "Nothing meets: every pair that was asked about is disjoint. The scene is on the stage.";
  }

  private chips(): void {
    const counts = new Map<string, number>();
    for (const pair of this.app.report.pairs) counts.set(verdictWord(pair), (counts.get(verdictWord(pair)) ?? 0) + 1);
    const { hiddenVerdicts } = this.app.store.filters;
    for (const verdict of [...kVerdicts, "too far"]) {
      const number = counts.get(verdict);
      if (!number) continue;
      const chip = h("button", { type: "button", class: `verdict-toggle v-${verdict === "too far" ? "disjoint" : verdict}`, "data-verdict": verdict, "aria-pressed": "true", title: `List pairs that are ${verdict}` },
        h("span", { class: "dot", "aria-hidden": "true" }), verdict, h("b", {}, number.toLocaleString("en")));
      chip.addEventListener("click", () => {
        if (!hiddenVerdicts.delete(verdict)) hiddenVerdicts.add(verdict);
        chip.setAttribute("aria-pressed", String(!hiddenVerdicts.has(verdict)));
        this.changed();
      });
      byId("chips").append(chip);
    }
  }

  private fill(id: string, choices: Choice[], value: string, set: (value: string) => void): void {
    const select = byId<HTMLSelectElement>(id);
    select.replaceChildren(...choices.map(([key, label]) => h("option", { value: key, selected: key === value }, short(label, 60))));
    select.addEventListener("change", () => {
      set(select.value);
      this.changed();
    });
    // A choice between one thing and all is none.
    const label = select.parentElement as HTMLElement;
    if (id.startsWith("filter-")) label.hidden = choices.length < 3;
  }

  private selects(): void {
    const { store, report } = this.app;
    const { filters } = store;
    const sorts: Choice[] = [["depth", "Depth"], ["volume", "Volume"], ["distance", "Distance"], ["name", "Name"]];
    if (report.kind === "sweep") sorts.unshift(["time", "Time"]);
    this.fill("sort", sorts, store.sort, (value) => (store.sort = value as SortKey));
    const groups: Choice[] = [["none", "None"], ["verdict", "Verdict"], ["severity", "Severity"], ["rule", "Rule"], ["object", "Object"], ["state", "New or known"], ["decision", "Decision"]];
    this.fill("group", groups, store.group, (value) => (store.group = value as GroupKey));
    const distinct = (values: (string | undefined)[]): string[] => [...new Set(values.filter((v): v is string => Boolean(v)))].sort((a, b) => a.localeCompare(b));
    const all = (values: string[], label: (value: string) => string = (v) => v): Choice[] => [["", "All"], ...values.map((v): Choice => [v, label(v)])];
    this.fill("filter-severity", all(distinct(report.pairs.map((p) => p.severity))), "", (v) => (filters.severity = v));
    const rules = [...new Set(report.pairs.map((p) => (p.rule === undefined ? "none" : String(p.rule))))].sort();
    this.fill("filter-rule", all(rules, (v) => (v === "none" ? "No rule" : store.ruleName(Number(v)))), "", (v) => (filters.rule = v));
    const objects = distinct(report.pairs.flatMap((p) => [store.name(p.a), store.name(p.b)])).slice(0, kMostObjectsListed);
    this.fill("filter-object", all(objects), "", (v) => (filters.object = v));
    this.fill("filter-state", all(distinct(report.pairs.map((p) => p.state))), "", (v) => (filters.state = v));
    this.fill("filter-decision", [["", "All"], ["open", "Open"], ["accepted", "Accepted"], ["assigned", "Assigned"]], "", (v) => (filters.decision = v));
  }

  private more(): void {
    const more = byId("more");
    more.addEventListener("click", () => {
      const filters = byId("filters");
      filters.hidden = !filters.hidden;
      more.setAttribute("aria-expanded", String(!filters.hidden));
    });
    byId("clear").addEventListener("click", () => {
      Object.assign(this.app.store.filters, { text: "", severity: "", rule: "", object: "", state: "", decision: "" });
      this.app.store.filters.hiddenVerdicts.clear();
      byId<HTMLInputElement>("search").value = "";
      for (const select of document.querySelectorAll<HTMLSelectElement>("#filters select")) select.value = "";
      for (const chip of document.querySelectorAll("#chips button")) chip.setAttribute("aria-pressed", "true");
      this.changed();
    });
  }

  private foot(): void {
    const { report } = this.app;
    const file = h("input", { type: "file", accept: ".json,application/json", class: "away", id: "decisions-file", tabindex: -1, "aria-label": "File of decisions" });
    file.addEventListener("change", () => void this.openDecisions(file));
    const notes: string[] = [];
    if (report.left_out) {
      const { max_faces, boxes, coarse } = report.left_out;
      notes.push(`More than ${max_faces.toLocaleString("en")} faces: ${[boxes && `${count(boxes, "body is", "bodies are")} shown as boxes`, coarse && `${count(coarse, "body is", "bodies are")} shown coarser`].filter(Boolean).join(", ")}. Verdicts and numbers are those of all faces (--report-faces).`);
    }
    if (report.objects.length > kMostObjects) notes.push(`Only the first ${kMostObjects.toLocaleString("en")} of ${count(report.objects.length, "object is", "objects are")} drawn.`);
    byId("foot").append(
      h("button", { type: "button", id: "save-decisions", click: () => this.saveDecisions() }, "Save decisions"),
      h("button", { type: "button", id: "open-decisions", click: () => file.click() }, "Open decisions"), file,
      h("button", { type: "button", id: "save-page", title: "A copy of this page with the decisions in it", click: () => this.savePage() }, "Save page"),
      h("button", { type: "button", id: "help-button", click: () => byId<HTMLDialogElement>("help").showModal() }, "Keys"),
      h("button", { type: "button", id: "theme", title: "Light or dark", click: () => this.turnTheme() }, "Theme"),
      ...notes.map((note) => h("p", { class: "note" }, note)));
  }

  private saveDecisions(): void {
    download("decisions.json", this.app.store.decisions.text(), "application/json");
    announce(`${count(this.app.store.decisions.size, "decision", "decisions")} saved`);
  }

  /** The page as it was when it was opened, with the decisions in it. */
  private savePage(): void {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    copy.removeAttribute("data-ready");
    copy.querySelector("body")!.removeAttribute("class");
    copy.querySelector("#app")!.outerHTML = kBlank;
    for (const id of ["print", "help", "toast", "announcer"]) copy.querySelector(`#${id}`)!.replaceChildren();
    copy.querySelector("#toast")!.removeAttribute("class");
    // No text may end the element that it stands in.
    copy.querySelector(".impinge-decisions")!.textContent = this.app.store.decisions.text().replaceAll("<", "\\u003c");
    download("report.html", `<!DOCTYPE html>\n${copy.outerHTML}`, "text/html");
    announce("Page saved");
  }

  private async openDecisions(file: HTMLInputElement): Promise<void> {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const read = this.app.store.decisions.open(await chosen.text());
      announce(`${count(read, "decision", "decisions")} read`);
    } catch (error) {
      const trouble = `${chosen.name}: ${error instanceof Error ? error.message : String(error)}`;
      announce(trouble);
      toast(trouble, 4000);
    }
    file.value = "";
    this.app.relist();
    this.app.detail.show(this.app.looks);
  }

  private turnTheme(): void {
    document.documentElement.dataset.theme = this.app.dark() ? "light" : "dark";
    this.app.paint();
    const pair = this.app.pair();
    if (pair) this.app.select(this.app.store.selected, true);
  }
}
