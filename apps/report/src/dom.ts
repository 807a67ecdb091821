// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** An element with attributes, listeners (functions) and children; texts are texts, whatever they hold. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value as EventListener);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return element as T;
}

/** True where the user asked for less motion. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Says something to those who do not see the page. */
export function announce(text: string): void {
  byId("announcer").textContent = text;
}

let fading = 0;

/** The same for those who do, for a moment. */
export function toast(text: string, ms = 1400): void {
  const box = byId("toast");
  box.textContent = text;
  box.classList.add("on");
  clearTimeout(fading);
  fading = window.setTimeout(() => box.classList.remove("on"), ms);
}

/** A name of any length, as a line has room for it; the whole of it is in the title. */
export const short = (text: string, most = 80): string => (text.length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

/** A number for people: six digits, and powers of ten where they are needed. */
export function number(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-4) return x.toExponential(5).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(x.toPrecision(6)));
}

export const count = (n: number, one: string, many: string): string => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Downloads a text as a file. */
export function download(name: string, text: BlobPart, type: string): void {
  const link = h("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
