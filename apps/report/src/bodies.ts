// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import {
  BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, FloatType, GLSL3, LineSegments, Mesh, NearestFilter, NoBlending,
  Plane, RGBAFormat, ShaderMaterial, Vector2, Vector3, Vector4,
} from "three";
import { creases, triangleEdges } from "./edges";
import type { Blocks, Report } from "./data";
import { type Box, Frame, gridBox, movedBox, type Pose, poseOf } from "./frame";
import { type GridMesh, readMesh } from "./mesh_codec";
import { Deforming, poseAt } from "./motion";
import { bodyVertex, edgeFragment, ghostFragment, kGhost, kGlass, kHidden, kRow, kSolid, pickFragment, solidFragment } from "./shaders";

/** The number of objects that sixteen bits tell apart; more are left out of the picture. */
export const kMostObjects = 65535;

/** Beyond everything: the scene has radius 1. */
const kFar = 1e6;

const texels = (count: number): Float32Array => new Float32Array(Math.max(1, Math.ceil(count / kRow)) * kRow * 16);

/** All bodies of the scene in one buffer, and how each is shown. */
export class Bodies {
  readonly solids: Mesh;
  readonly ghosts: Mesh;
  readonly edges: LineSegments;
  readonly uniforms;
  readonly count: number;
  readonly firstPoint: Uint32Array;
  readonly firstFace: Uint32Array;
  private readonly data: Float32Array;
  private readonly texture: DataTexture;
  private readonly edgeCache = new Map<string, Uint32Array>();
  /** The section, for what three.js cuts by itself; far away where there is none. */
  readonly plane = new Plane(new Vector3(0, 0, 1), kFar);

  static async read(report: Report, blocks: Blocks): Promise<Bodies> {
    const meshes: GridMesh[] = [];
    for (const place of report.meshes) meshes.push(await readMesh(blocks, place));
    const deforming = new Map<number, Deforming>();
    for (const [i, body] of report.objects.entries())
      if (body.motion?.sets && i < kMostObjects)
        deforming.set(i, await Deforming.read(body.motion, blocks, 3 * (body.faces ?? 0), report.duration ?? 1));
    return new Bodies(report, meshes, deforming);
  }

  readonly boxes: Box[];
  readonly frame: Frame;

  private constructor(
    private readonly report: Report,
    private readonly meshes: GridMesh[],
    readonly deforming: Map<number, Deforming>,
  ) {
    this.count = Math.min(report.objects.length, kMostObjects);
    const local = meshes.map(gridBox);
    this.boxes = report.objects.map((body, i) => (deforming.has(i) ? gridBox(this.meshOf(i)) : local[body.mesh]));
    this.frame = new Frame(this.wayOfAll());
    this.firstPoint = new Uint32Array(this.count + 1);
    this.firstFace = new Uint32Array(this.count + 1);
    for (let i = 0; i < this.count; ++i) {
      this.firstPoint[i + 1] = this.firstPoint[i] + this.meshOf(i).points.length / 3;
      this.firstFace[i + 1] = this.firstFace[i] + this.meshOf(i).faces.length / 3;
    }
    this.data = texels(this.count);
    this.texture = new DataTexture(this.data as Float32Array<ArrayBuffer>, kRow * 4, this.data.length / (kRow * 16), RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.uniforms = {
      objects: { value: this.texture },
      section: { value: new Vector4() },
      sectioned: { value: 0 },
      map: { value: null as DataTexture | null },
      mapped: { value: 0 },
      mapBody: { value: -1 },
      mapOrigin: { value: new Vector3() },
      mapRight: { value: new Vector3() },
      mapUp: { value: new Vector3() },
      mapCells: { value: new Vector2() },
      reach: { value: 1 },
      ink: { value: new Vector4(0, 0, 0, 1) },
    };
    const geometry = this.fill();
    this.solids = new Mesh(geometry, this.material(solidFragment, kSolid, kSolid, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.ghosts = new Mesh(geometry, this.material(ghostFragment, kGhost, kGlass, { transparent: true, depthWrite: false }));
    this.ghosts.renderOrder = 1;
    const lines = new BufferGeometry();
    lines.setAttribute("place", geometry.getAttribute("place"));
    lines.setIndex(new BufferAttribute(new Uint32Array(0), 1));
    this.edges = new LineSegments(lines, this.material(edgeFragment, kSolid, kSolid, { transparent: true }));
    for (const drawn of [this.solids, this.ghosts, this.edges]) drawn.frustumCulled = false;
    for (let i = 0; i < this.count; ++i) this.move(i, poseOf(report.objects[i]));
  }

  meshOf(object: number): GridMesh {
    return this.deforming.get(object)?.mesh ?? this.meshes[this.report.objects[object].mesh];
  }

  /** The boxes of all objects, at some moments where they move. */
  private wayOfAll(): Box[] {
    const moments = 24;
    const duration = this.report.duration ?? 0;
    return this.report.objects.flatMap((body, i) =>
      !body.motion || !duration
        ? [movedBox(this.boxes[i], poseOf(body))]
        : Array.from({ length: moments + 1 }, (_, k) => movedBox(this.boxes[i], poseAt(body, (k * duration) / moments))));
  }

  private material(fragmentShader: string, least: number, most: number, more: object): ShaderMaterial {
    return new ShaderMaterial({
      vertexShader: bodyVertex, fragmentShader, glslVersion: GLSL3, side: DoubleSide,
      uniforms: { ...this.uniforms, least: { value: least }, most: { value: most } }, ...more,
    });
  }

  private fill(): BufferGeometry {
    const place = new Uint16Array(4 * this.firstPoint[this.count]);
    const index = new Uint32Array(3 * this.firstFace[this.count]);
    for (let i = 0; i < this.count; ++i) {
      const { points, faces } = this.meshOf(i);
      let at = 4 * this.firstPoint[i];
      for (let k = 0; k < points.length; k += 3, at += 4) {
        place[at] = points[k];
        place[at + 1] = points[k + 1];
        place[at + 2] = points[k + 2];
        place[at + 3] = i;
      }
      const first = this.firstPoint[i];
      for (let k = 0, to = 3 * this.firstFace[i]; k < faces.length; ++k, ++to) index[to] = faces[k] + first;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("place", new BufferAttribute(place, 4));
    geometry.setIndex(new BufferAttribute(index, 1));
    return geometry;
  }

  /** Puts an object somewhere. */
  move(object: number, pose: Pose): void {
    if (object >= this.count) return;
    this.frame.rows(this.meshOf(object), pose, this.data, object * 16);
    this.texture.needsUpdate = true;
  }

  /** New points on the grid of an object, as it deforms. */
  deform(object: number, mesh: GridMesh, pose: Pose): void {
    const attribute = this.solids.geometry.getAttribute("place") as BufferAttribute;
    const place = attribute.array as Uint16Array;
    for (let k = 0, at = 4 * this.firstPoint[object]; k < mesh.points.length; k += 3, at += 4) {
      place[at] = mesh.points[k];
      place[at + 1] = mesh.points[k + 1];
      place[at + 2] = mesh.points[k + 2];
    }
    attribute.needsUpdate = true;
    this.frame.rows(mesh, pose, this.data, object * 16);
    this.texture.needsUpdate = true;
  }

  show(object: number, mode: number, colour: Color): void {
    if (object >= this.count) return;
    const at = object * 16 + 12;
    this.data[at] = colour.r;
    this.data[at + 1] = colour.g;
    this.data[at + 2] = colour.b;
    this.data[at + 3] = mode;
    this.texture.needsUpdate = true;
  }

  /** Cuts everything away beyond a plane, or nothing. */
  cut(on: boolean, normal: Vector3, place: number): void {
    this.uniforms.sectioned.value = on ? 1 : 0;
    this.uniforms.section.value.set(normal.x, normal.y, normal.z, place);
    this.plane.normal.copy(normal).negate();
    this.plane.constant = on ? place : kFar;
  }

  mode(object: number): number {
    return object < this.count ? this.data[object * 16 + 15] : kHidden;
  }

  /** Lines on some objects: all edges of their faces, or those where the surface bends. */
  drawEdges(objects: number[], all: boolean): void {
    const lists = objects.filter((o) => o < this.count).map((o) => this.edgesOf(o, all));
    const index = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
    let at = 0;
    for (const list of lists) {
      index.set(list, at);
      at += list.length;
    }
    this.edges.geometry.setIndex(new BufferAttribute(index, 1));
    this.edges.visible = index.length > 0;
  }

  private edgesOf(object: number, all: boolean): Uint32Array {
    const key = `${object} ${all}`;
    let list = this.edgeCache.get(key);
    if (!list) {
      const mesh = this.meshOf(object);
      list = all ? triangleEdges(mesh.faces) : creases(mesh);
      const first = this.firstPoint[object];
      list = list.map((point) => point + first);
      this.edgeCache.set(key, list);
    }
    return list;
  }

  /** Copies of the bodies that tell what lies where: the solid ones, and those that one looks through. */
  pickMeshes(): Mesh[] {
    return [[kSolid, kSolid], [kGhost, kGlass]].map(([least, most]) => {
      const mesh = new Mesh(this.solids.geometry, this.material(pickFragment, least, most, { blending: NoBlending }));
      mesh.frustumCulled = false;
      return mesh;
    });
  }
}
