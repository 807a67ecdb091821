// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Looks at the pixels of the scene.

/** Width, height and pixels of the scene as it is drawn, on a grid of at most so many places a side. */
export const look = (page, most = 160) => page.evaluate((size) => {
  const canvas = document.getElementById("canvas");
  window.impingeReport?.view?.draw();
  const scale = Math.min(1, size / Math.max(canvas.width, canvas.height));
  const small = new OffscreenCanvas(Math.round(canvas.width * scale), Math.round(canvas.height * scale));
  const context = small.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return { width: small.width, height: small.height, pixels: [...context.getImageData(0, 0, small.width, small.height).data] };
}, most);

const kinds = {
  lump: (r, g, b, a) => a > 200 && r > 90 && r > 2.2 * g && r > 2.2 * b,
  a: (r, g, b, a) => a > 200 && b > 80 && b > 1.35 * r,
  b: (r, g, b, a) => a > 200 && r > 90 && g > 0.5 * r && b < 0.6 * r,
  drawn: (r, g, b, a) => a > 200,
};

/** Where pixels of a kind are: how many, and their middle as shares of the picture. */
export function find({ width, height, pixels }, kind) {
  let count = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < width * height; ++i) {
    if (!kinds[kind](...pixels.slice(4 * i, 4 * i + 4))) continue;
    ++count;
    x += (i % width) + 0.5;
    y += Math.floor(i / width) + 0.5;
  }
  return { count, share: count / (width * height), x: count ? x / count / width : NaN, y: count ? y / count / height : NaN };
}

/** The colour in the middle. */
export function middle({ width, height, pixels }) {
  const i = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
  return pixels.slice(i, i + 4);
}
