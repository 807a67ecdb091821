// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The data of the page as src/io/report writes them, and how they are read.
import type { Decision } from "./decisions";

export type Vec = [number, number, number];
/** [block, offset, points, faces, symbols, references, x, y, z, step] */
export type MeshPlace = number[];

export interface Bounded {
  value: number;
  low: number;
  high: number;
  sampled?: boolean;
}

export interface Lines {
  points: MeshPlace;
  counts: number[];
}

export interface Motion {
  keyframes?: number[][];
  path?: "straight" | "screw";
  velocity?: Vec;
  angular_velocity?: Vec;
  sets?: MeshPlace[];
  faces?: [number, number];
  times?: number[];
  unseen?: boolean;
}

export interface Body {
  name: string;
  faces: number | null;
  closed: boolean;
  mesh: number;
  shown?: "coarse" | "box";
  origin?: string;
  /** More than what is drawn of it. */
  shape?: boolean;
  /** A simple solid, drawn as triangles: which. */
  solid?: string;
  layer?: string;
  groups?: string[];
  pose?: number[];
  motion?: Motion;
}

export interface Lump {
  volume: number;
  area: number;
  centroid: Vec;
}

export interface Swept {
  first?: { t: number; point: Vec };
  intervals: [number, number][];
  worst_t: number;
  worst_crossing: number;
  least?: { value: number; low: number; high: number; t: number };
  curve?: [number, number][];
}

export interface Pair {
  id: string;
  a: number;
  b: number;
  verdict: string;
  certainty: string;
  severity: string;
  finding: boolean;
  rule?: number;
  state?: "new" | "known";
  was?: string;
  ignored?: boolean;
  accepted?: boolean;
  beyond?: boolean;
  reason?: string;
  statement?: string;
  overlap_statement?: string;
  face_pairs?: [number, number, number];
  distance?: number;
  volume?: Bounded;
  depth?: Bounded;
  depth_direction?: Vec;
  winding?: number;
  sampled?: boolean;
  a_point?: Vec;
  b_point?: Vec;
  a_face?: number;
  b_face?: number;
  lumps?: Lump[];
  solid?: MeshPlace;
  curves?: Lines;
  patches?: Lines;
  curve_length?: number;
  patch_area?: number;
  parting?: { direction: Vec; length: number; at_least: number; reason: string };
  focus?: [number, number, number, number];
  view?: Vec;
  swept?: Swept;
}

export interface MapPicture {
  a: number;
  b: number;
  columns: number;
  rows: number;
  cell: number;
  origin: Vec;
  right: Vec;
  up: Vec;
  direction: Vec;
  values: [number, number];
  kinds: [number, number];
  scale: number;
  range: number;
  projected_area: Bounded;
  max_depth: Bounded;
  min_gap?: number;
  deepest_point?: Vec;
  statement?: string;
}

export interface Report {
  schema: "impinge.report/1";
  kind: "check" | "sweep" | "map";
  title: string;
  units: string;
  objects: Body[];
  meshes: MeshPlace[];
  pairs: Pair[];
  rules?: { origin: string; a: string[]; b: string[]; reason: string }[];
  asked?: number;
  duration?: number;
  clearance?: number;
  /** Those that the check was given. */
  decisions?: Decision[];
  map?: MapPicture;
  left_out?: { max_faces: number; boxes: number; coarse: number };
  stats: { method: string[]; threads: number; total_ms: number };
}

function bytesOf(base64: string): Uint8Array {
  const direct = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (direct) return direct.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Bytes that C++ packed: base64 over deflate. */
async function unpack(base64: string): Promise<Uint8Array> {
  const packed = bytesOf(base64);
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The blocks of bytes in the page, each read once. */
export class Blocks {
  private readonly texts: HTMLElement[];
  private readonly read: Promise<Uint8Array>[] = [];

  constructor() {
    this.texts = [...document.querySelectorAll<HTMLElement>("script.impinge-block")];
  }

  get(block: number): Promise<Uint8Array> {
    return (this.read[block] ??= unpack(this.texts[block]?.textContent ?? ""));
  }
}

export async function readReport(): Promise<Report> {
  const text = document.querySelector("script.impinge-document")?.textContent;
  if (!text) throw new Error("This page holds no data. It is made by impinge check --report FILE.html.");
  const report = JSON.parse(new TextDecoder().decode(await unpack(text))) as Report;
  if (report.schema !== "impinge.report/1") throw new Error(`The data are of another kind: ${String(report.schema)}`);
  return report;
}
