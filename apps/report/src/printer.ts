// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import type { App } from "./app";
import { byId, h, short } from "./dom";
import { decided, figures } from "./detail";

/** More findings than this make no document; the filters choose which. */
const kMostPrinted = 100;

/** The page as a document: what the list shows, one picture a finding. */
export class Printer {
  private printed = false;

  constructor(private readonly app: App) {
    byId("foot").append(h("button", { type: "button", id: "print-button", click: () => void this.print() }, "Print"));
    // The browser's own key would print before the pictures are made.
    addEventListener("keydown", (event) => {
      if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void this.print();
    });
    // A print that was begun from the browser's menu has the picture that can be made at once.
    addEventListener("beforeprint", () => void (this.printed || this.fill(false)));
    addEventListener("afterprint", () => (this.printed = false));
  }

  private async print(): Promise<void> {
    await this.fill(true);
    this.printed = true;
    window.print();
  }

  /** Makes the document; with `wait` the meshes of all findings are read first. */
  async fill(wait: boolean): Promise<void> {
    const { app } = this;
    const listed = app.store.rows.flatMap((row) => ("pair" in row ? [row.pair] : [])).slice(0, kMostPrinted);
    const before = app.store.selected;
    const target = byId("print");
    target.replaceChildren(h("h1", {}, short(app.report.title || "impinge report", 200)), h("p", {}, app.summary()),
      app.store.listed > listed.length ? h("p", {}, `The first ${listed.length} of ${app.store.listed} that are listed.`) : "");
    for (const index of listed) {
      const pair = app.report.pairs[index];
      const picture = wait ? await this.picture(index) : index === before ? this.now() : "";
      target.append(h("section", {}, h("h2", {}, `${short(app.store.name(pair.a), 120)} / ${short(app.store.name(pair.b), 120)}`),
        picture ? h("img", { src: picture, alt: "The contact" }) : "",
        h("table", {}, h("tbody", {}, ...[...figures(pair, app.store), ...decided(pair, app.store)].map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))))));
    }
    if (wait) app.select(before, true);
  }

  private now(): string {
    this.app.view?.draw();
    return this.app.view?.canvas.toDataURL("image/png") ?? "";
  }

  private async picture(index: number): Promise<string> {
    this.app.select(index, true);
    await this.app.shown;
    this.app.view?.arrive();
    return this.now();
  }
}
