// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, GLSL3, Group, Mesh, Points, ShaderMaterial, ShapeUtils, Vector2, Vector3,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Blocks, Lines, Pair } from "./data";
import type { Bodies } from "./bodies";
import type { Frame } from "./frame";
import { type GridMesh, readMesh } from "./mesh_codec";
import { dotFragment, dotVertex, lumpFragment, lumpVertex } from "./shaders";

export const kLump = new Color("#e0303c");
const kPatch = new Color("#f08a1d");
const kNearest = new Color("#8b3fd9");

/** What a pair has in common, drawn over the bodies so that nothing hides it, and cut by the section as they are. */
export class Markers {
  readonly group = new Group();
  private readonly lines: LineMaterial[] = [];
  private shown = 0;

  private readonly frame: Frame;

  constructor(
    private readonly bodies: Bodies,
    private readonly blocks: Blocks,
  ) {
    this.frame = bodies.frame;
    this.group.renderOrder = 20;
  }

  clear(): void {
    ++this.shown;
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const drawn = child as Mesh;
      drawn.geometry?.dispose();
    }
    this.lines.length = 0;
  }

  /** Draws a pair's lump, curves, patches and nearest points; `ink` is the colour of its curves. */
  async show(pair: Pair, ink: Color): Promise<void> {
    this.clear();
    const mine = this.shown;
    const read = async (lines?: Lines): Promise<GridMesh | null> => (lines ? readMesh(this.blocks, lines.points) : null);
    const [solid, curves, patches] = await Promise.all([
      pair.solid ? readMesh(this.blocks, pair.solid) : null, read(pair.curves), read(pair.patches),
    ]);
    if (mine !== this.shown) return;
    if (solid) this.addLump(solid);
    if (patches && !solid) this.addPatches(patches, pair.patches!.counts);
    if (curves) this.addLines(this.segments(curves, pair.curves!.counts), ink, 2.5);
    if (patches) this.addLines(this.segments(patches, pair.patches!.counts), kPatch, 2.5);
    this.addNearest(pair);
  }

  private inside(mesh: GridMesh): Float32Array {
    const points = new Float32Array(mesh.points.length);
    for (let i = 0; i < points.length; i += 3) {
      const p = this.frame.inside([0, 1, 2].map((k) => mesh.low[k] + mesh.points[i + k] * mesh.step));
      points.set([p.x, p.y, p.z], i);
    }
    return points;
  }

  private surface(points: Float32Array, faces: Uint32Array, paint: Color, alpha: number): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setIndex(new BufferAttribute(faces, 1));
    const mesh = new Mesh(geometry, new ShaderMaterial({
      vertexShader: lumpVertex, fragmentShader: lumpFragment, glslVersion: GLSL3, side: DoubleSide, transparent: true,
      uniforms: { paint: { value: paint }, alpha: { value: alpha }, section: this.bodies.uniforms.section, sectioned: this.bodies.uniforms.sectioned },
    }));
    mesh.frustumCulled = false;
    mesh.renderOrder = 20;
    // From here on nothing hides what is drawn but what is drawn after.
    mesh.onBeforeRender = (renderer) => {
      renderer.state.buffers.depth.setMask(true);
      renderer.clearDepth();
    };
    return mesh;
  }

  private addLump(mesh: GridMesh): void {
    const lump = this.surface(this.inside(mesh), mesh.faces, kLump, 1);
    lump.name = "lump";
    this.group.add(lump);
  }

  /** Regions that both surfaces share, cut into triangles in their planes. */
  private addPatches(mesh: GridMesh, counts: number[]): void {
    const points = this.inside(mesh);
    const faces: number[] = [];
    let first = 0;
    for (const count of counts) {
      const size = Math.abs(count);
      const corners = Array.from({ length: size }, (_, i) => new Vector3().fromArray(points, 3 * (first + i)));
      for (const face of triangulate(corners)) faces.push(...face.map((corner) => corner + first));
      first += size;
    }
    if (faces.length) this.group.add(this.surface(points, new Uint32Array(faces), kPatch, 0.55));
  }

  private segments(mesh: GridMesh, counts: number[]): Float32Array {
    const points = this.inside(mesh);
    const list: number[] = [];
    let first = 0;
    for (const count of counts) {
      const size = Math.abs(count);
      for (let i = 0; i + 1 < size + (count < 0 ? 1 : 0); ++i)
        for (const p of [first + i, first + ((i + 1) % size)]) list.push(points[3 * p], points[3 * p + 1], points[3 * p + 2]);
      first += size;
    }
    return new Float32Array(list);
  }

  private addLines(positions: Float32Array, colour: Color, width: number): void {
    if (positions.length === 0) return;
    const material = new LineMaterial({ color: colour.getHex(), linewidth: width, depthTest: false, transparent: true, clippingPlanes: [this.bodies.plane] });
    const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(positions), material);
    lines.frustumCulled = false;
    lines.renderOrder = 21;
    this.lines.push(material);
    this.group.add(lines);
  }

  private addNearest(pair: Pair): void {
    if (!pair.a_point || !pair.b_point) return;
    const ends = [this.frame.inside(pair.a_point), this.frame.inside(pair.b_point)];
    const apart = pair.distance !== undefined && pair.distance > 0;
    if (apart) this.addLines(new Float32Array(ends.flatMap((p) => p.toArray())), kNearest, 3);
    if (!apart && (pair.solid || pair.curves)) return;
    this.addDots(apart ? ends : [ends[0]], apart ? kNearest : kPatch);
  }

  addDots(points: Vector3[], paint: Color, size = 13): Points {
    const dots = new Points(new BufferGeometry().setFromPoints(points), new ShaderMaterial({
      vertexShader: dotVertex, fragmentShader: dotFragment, glslVersion: GLSL3, depthTest: false, transparent: true,
      uniforms: { paint: { value: paint }, size: { value: size * Math.min(devicePixelRatio, 2) } },
    }));
    dots.frustumCulled = false;
    dots.renderOrder = 22;
    this.group.add(dots);
    return dots;
  }
}

/** Triangles of a polygon in some plane. */
export function triangulate(corners: Vector3[]): number[][] {
  const normal = new Vector3();
  for (let i = 0; i < corners.length; ++i) normal.add(corners[i].clone().cross(corners[(i + 1) % corners.length]));
  if (normal.length() === 0) return [];
  normal.normalize();
  const right = new Vector3(Math.abs(normal.x) < 0.7 ? 1 : 0, Math.abs(normal.x) < 0.7 ? 0 : 1, 0).cross(normal).normalize();
  const up = normal.clone().cross(right);
  return ShapeUtils.triangulateShape(corners.map((c) => new Vector2(c.dot(right), c.dot(up))), []);
}
