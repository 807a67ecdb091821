// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import {
  FloatType, NearestFilter, Object3D, PerspectiveCamera, type Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer, WebGLRenderTarget,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Bodies } from "./bodies";
import { calm } from "./dom";

const kFlight = 480; // ms
const kFov = 32;

export interface Hit {
  object: number;
  point: Vector3;
}

/** Camera, renderer and what lies under the pointer. Draws when something has changed, and not otherwise. */
export class View {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(kFov, 1, 0.001, 100);
  readonly controls: OrbitControls;
  readonly renderer: WebGLRenderer;
  /** Called after each picture, for what lies over it. */
  readonly drawn: (() => void)[] = [];
  private readonly picking: Scene[];
  private readonly target: WebGLRenderTarget;
  private asked = 0;
  private flight: { from: Vector3; to: Vector3; centreFrom: Vector3; centreTo: Vector3; begun: number } | null = null;

  /** Throws where the browser has no WebGL 2. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly bodies: Bodies,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setClearColor(0, 0);
    this.renderer.localClippingEnabled = true;
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(1.5, -2.6, 1.6);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 1e-5;
    this.controls.maxDistance = 30;
    this.controls.addEventListener("change", () => this.ask());
    this.controls.addEventListener("start", () => (this.flight = null));
    this.scene.add(bodies.solids, bodies.ghosts, bodies.edges);
    this.picking = bodies.pickMeshes().map((mesh) => new Scene().add(mesh));
    this.target = new WebGLRenderTarget(1, 1, { type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter });
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as Element);
    this.resize();
  }

  add(...things: Object3D[]): void {
    this.scene.add(...things);
  }

  private resize(): void {
    const room = this.canvas.parentElement as HTMLElement;
    const width = Math.max(1, room.clientWidth);
    const height = Math.max(1, room.clientHeight);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** Asks for a picture. */
  ask(): void {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.step(now));
  }

  private step(now: number): void {
    this.asked = 0;
    if (this.flight) this.glide(now);
    this.draw();
  }

  draw(): void {
    this.tightenDepth();
    this.renderer.render(this.scene, this.camera);
    for (const done of this.drawn) done();
  }

  /** Near and far planes as close as the scene allows, so that depths stay apart near a contact. */
  private tightenDepth(): void {
    const away = this.camera.position.length();
    const near = this.camera.position.distanceTo(this.controls.target);
    this.camera.far = away + 2.5;
    this.camera.near = Math.max(1e-7, Math.min(Math.max(away - 1.3, 0), near * 0.9), near * 0.02);
    this.camera.updateProjectionMatrix();
    this.bodies.uniforms.reach.value = near;
  }

  /** How far the camera stands from a ball that is to fill the picture. */
  private distanceFor(radius: number): number {
    const half = ((kFov / 2) * Math.PI) / 180;
    const narrow = Math.min(1, this.camera.aspect);
    return radius / Math.sin(Math.atan(Math.tan(half) * narrow));
  }

  /** Flies to a ball, seen from a direction; at once where the user wants no motion. */
  fly(centre: Vector3, radius: number, direction: Vector3): void {
    const to = centre.clone().addScaledVector(direction, this.distanceFor(Math.max(radius, 1e-5)));
    this.flight = { from: this.camera.position.clone(), to, centreFrom: this.controls.target.clone(), centreTo: centre.clone(), begun: performance.now() };
    if (calm()) this.flight.begun -= kFlight;
    this.ask();
  }

  get flying(): boolean {
    return this.flight !== null;
  }

  /** Ends a flight at its goal. */
  arrive(): void {
    if (this.flight) this.glide(this.flight.begun + kFlight);
    this.draw();
  }

  private glide(now: number): void {
    const flight = this.flight!;
    const share = Math.min(1, Math.max(0, (now - flight.begun) / kFlight));
    const ease = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
    // Distances shrink by a factor, so that a long way in is as even as a short one; around the goal one turns.
    const centre = flight.centreFrom.clone().lerp(flight.centreTo, share < 1 ? 1 - (1 - ease) ** 2 : 1);
    const armFrom = flight.from.clone().sub(flight.centreFrom);
    const armTo = flight.to.clone().sub(flight.centreTo);
    const length = Math.exp((1 - ease) * Math.log(armFrom.length()) + ease * Math.log(armTo.length()));
    const arm = armFrom.normalize().lerp(armTo.normalize(), ease);
    if (arm.length() < 1e-3) arm.copy(armTo);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(arm.normalize(), length);
    this.controls.update();
    if (share >= 1) this.flight = null;
    else this.ask();
  }

  /** Turns, moves or nears the camera, for the keyboard. */
  nudge(turn: number, lift: number, zoom: number, panX = 0, panY = 0): void {
    const arm = this.camera.position.clone().sub(this.controls.target);
    const length = arm.length() * zoom;
    const azimuth = Math.atan2(arm.y, arm.x) + turn;
    const height = Math.min(1.55, Math.max(-1.55, Math.asin(arm.z / arm.length()) + lift));
    if (panX || panY) {
      const side = new Vector3().setFromMatrixColumn(this.camera.matrix, 0).multiplyScalar(panX * length);
      const up = new Vector3().setFromMatrixColumn(this.camera.matrix, 1).multiplyScalar(panY * length);
      this.controls.target.add(side).add(up);
    }
    this.flight = null;
    this.camera.position.copy(this.controls.target).add(
      new Vector3(Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), Math.sin(height)).multiplyScalar(length),
    );
    this.controls.update();
    this.ask();
  }

  /** What is seen at a place of the canvas, in its pixels: solid bodies, and where there are none, ghosts and glass. */
  pick(x: number, y: number): Hit | null {
    return this.pickFrom(this.picking[0], x, y) ?? this.pickFrom(this.picking[1], x, y);
  }

  private pickFrom(scene: Scene, x: number, y: number): Hit | null {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.camera.setViewOffset(width, height, x, y, 1, 1);
    this.renderer.setRenderTarget(this.target);
    this.renderer.clear();
    this.renderer.render(scene, this.camera);
    this.renderer.setRenderTarget(null);
    this.camera.clearViewOffset();
    const pixel = new Float32Array(4);
    this.renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, pixel);
    if (!(pixel[3] >= 1)) return null;
    return { object: Math.round(pixel[3]) - 1, point: new Vector3(pixel[0], pixel[1], pixel[2]) };
  }

  /** Where the line of sight through a place of the canvas meets a plane. */
  onPlane(x: number, y: number, plane: Plane): Vector3 | null {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const rays = new Raycaster();
    rays.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    return rays.ray.intersectPlane(plane, new Vector3());
  }

  /** Where a point of the scene is on the canvas, in its pixels; nothing behind the camera. */
  project(point: Vector3): { x: number; y: number } | null {
    const p = point.clone().project(this.camera);
    if (p.z > 1 || p.z < -1) return null;
    return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.canvas.clientHeight };
  }
}
