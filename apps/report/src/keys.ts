// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import type { App } from "./app";
import { byId, h } from "./dom";

const kKeys: [string, string][] = [
  ["↑ ↓", "in the list: fly to the previous or next finding"], ["j k", "the same from anywhere"], ["Enter", "fly to the finding again; fold a group"],
  ["/", "search"], ["f", "fit the scene"], ["g h i", "ghost, highlight or isolate"], ["s", "section through the contact"], ["m", "measure"], ["Enter", "on the scene: what is in the middle; takes that point while measuring"],
  ["w", "wireframe"], ["space", "play the motion"], ["Ctrl P", "print with pictures"], ["← → ↑ ↓", "on the scene: turn; with shift: move"], ["+ −", "on the scene: zoom"], ["Esc", "leave a tool, then the finding"], ["?", "this list"],
];

/** The page from the keyboard alone. */
export class Keys {
  constructor(private readonly app: App) {
    const dialog = byId<HTMLDialogElement>("help");
    dialog.append(h("h2", {}, "Keys"), h("dl", {}, ...kKeys.flatMap(([key, what]) => [h("dt", {}, ...key.split(" ").flatMap((k) => [h("kbd", {}, k), " "])), h("dd", {}, what)])),
      h("button", { type: "button", click: () => dialog.close() }, "Close"));
    addEventListener("keydown", (event) => this.anywhere(event));
    byId("canvas").addEventListener("keydown", (event) => this.onScene(event));
  }

  private anywhere(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.matches("input:not([type=range]), textarea, select") || byId<HTMLDialogElement>("help").open) return;
    const click = (id: string): void => document.getElementById(id)?.click();
    const actions: Record<string, () => void> = {
      "/": () => byId("search").focus(), f: () => this.app.fitAll(), g: () => click("rest-ghost"), h: () => click("rest-highlight"), i: () => click("rest-isolate"),
      s: () => click("tool-section"), m: () => click("tool-measure"), w: () => click("tool-wireframe"), j: () => this.step(1), k: () => this.step(-1),
      "?": () => byId<HTMLDialogElement>("help").showModal(), Escape: () => this.leave(),
    };
    if (event.key === " " && !target.matches("button, [role=tree], summary")) actions[" "] = () => click("play");
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private leave(): void {
    if (this.app.tools?.leave()) return;
    this.app.select(-1, false);
  }

  private step(by: number): void {
    const { store } = this.app;
    let row = store.rowOf(store.selected);
    if (row < 0 && by < 0) row = store.rows.length;
    for (row += by; row >= 0 && row < store.rows.length; row += by) {
      const found = store.rows[row];
      if ("pair" in found) return this.app.select(found.pair, true);
    }
  }

  private onScene(event: KeyboardEvent): void {
    const view = this.app.view;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = 0.12;
    const pan = 0.05;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? view.nudge(0, 0, 1, -pan) : view.nudge(-turn, 0, 1)),
      ArrowRight: () => (event.shiftKey ? view.nudge(0, 0, 1, pan) : view.nudge(turn, 0, 1)),
      ArrowUp: () => (event.shiftKey ? view.nudge(0, 0, 1, 0, pan) : view.nudge(0, turn, 1)),
      ArrowDown: () => (event.shiftKey ? view.nudge(0, 0, 1, 0, -pan) : view.nudge(0, -turn, 1)),
      "+": () => view.nudge(0, 0, 0.85), "=": () => view.nudge(0, 0, 0.85), "-": () => view.nudge(0, 0, 1 / 0.85),
      Enter: () => this.app.tools?.takeMiddle(),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}
