// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The falling body: all faces sorted by depth and filled, far ones first.
"use strict";
(() => {
  const source = document.getElementById("fall-data");
  document.documentElement.dataset.ready = "yes";
  if (!source) return;
  const { step, size, heights, body, frames } = JSON.parse(source.textContent);
  const canvas = document.getElementById("fall"), pen = canvas.getContext("2d", { willReadFrequently: true });
  const slider = document.getElementById("time"), button = document.getElementById("play"), moment = document.getElementById("moment");
  const cells = Math.round(Math.sqrt(heights.length)) - 1;

  // The camera looks down on the field; x to the right, y up, far is the depth.
  const turn = -0.6, tilt = 0.5, scale = 33;
  const seen = (x, y, z) => {
    const right = x * Math.cos(turn) - y * Math.sin(turn), away = x * Math.sin(turn) + y * Math.cos(turn);
    return [480 + scale * right, 470 - scale * (z * Math.cos(tilt) + away * Math.sin(tilt)), away * Math.cos(tilt) - z * Math.sin(tilt)];
  };
  const light = [0.35, -0.45, 0.82];
  const shade = (a, b, c) => {
    const u = [0, 1, 2].map((i) => b[i] - a[i]), v = [0, 1, 2].map((i) => c[i] - a[i]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n) || 1;
    return Math.max(0, (n[0] * light[0] + n[1] * light[1] + n[2] * light[2]) / length);
  };
  const face = (points, hue, part) => {
    const places = points.map((p) => seen(...p)), bright = shade(points[0], points[1], points[2]);
    return { places, far: places.reduce((sum, p) => sum + p[2], 0) / places.length, fill: `hsl(${hue} ${part}% ${18 + 50 * bright}%)` };
  };

  const at = (i, j) => [size * (i / cells - 0.5), size * (j / cells - 0.5), heights[j * (cells + 1) + i]];
  const ground = [];
  for (let j = 0; j < cells; ++j) for (let i = 0; i < cells; ++i) ground.push(face([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], 205, 25));

  const turned = ([x, y, z, w], p) => {
    const t = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])];
    return [p[0] + w * t[0] + y * t[2] - z * t[1], p[1] + w * t[1] + z * t[0] - x * t[2], p[2] + w * t[2] + x * t[1] - y * t[0]];
  };
  const placed = (frame) => {
    const points = [];
    for (let i = 0; i < body.vertices.length; i += 3) points.push(turned(frame.turn, body.vertices.slice(i, i + 3)).map((c, k) => c + frame.at[k]));
    const faces = [];
    for (let i = 0; i < body.faces.length; i += 3) faces.push(face(body.faces.slice(i, i + 3).map((v) => points[v]), 32, 70));
    return faces;
  };

  const draw = (number) => {
    const frame = frames[number];
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (const { places, fill } of [...ground, ...placed(frame)].sort((a, b) => b.far - a.far)) {
      pen.beginPath();
      for (const [x, y] of places) pen.lineTo(x, y);
      pen.closePath();
      pen.fillStyle = pen.strokeStyle = fill;
      pen.fill();
      pen.stroke();
    }
    for (let i = 0; i < frame.contacts.length; i += 3) {
      const [x, y] = seen(...frame.contacts.slice(i, i + 3));
      pen.beginPath();
      pen.arc(x, y, 5, 0, 2 * Math.PI);
      pen.fillStyle = "#e5202b";
      pen.fill();
      pen.strokeStyle = "#fff";
      pen.stroke();
    }
    moment.textContent = `${(number * step).toFixed(2)} s`;
    document.documentElement.dataset.frame = number;
  };

  let begin = null;
  const tick = (now) => {
    if (begin === null) return;
    const number = Math.floor((now - begin) / 1000 / step) % frames.length;
    slider.value = number;
    draw(number);
    requestAnimationFrame(tick);
  };
  const play = (on) => {
    begin = on ? performance.now() - slider.value * step * 1000 : null;
    button.textContent = on ? "Pause" : "Play";
    if (on) requestAnimationFrame(tick);
  };
  button.addEventListener("click", () => play(begin === null));
  slider.addEventListener("input", () => {
    play(false);
    draw(Number(slider.value));
  });
  const first = frames.findIndex((f) => f.contacts.length > 0);
  slider.value = Math.max(first, 0);
  draw(Number(slider.value));
})();
