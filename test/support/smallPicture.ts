// A small picture of a part of the window: lossless WebP with few colors, encoded by the browser.
import fs from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** More colors take more space. */
export interface Crop {
  readonly clip: Rectangle;
  readonly colors: number;
}

export async function savePicture(page: Page, { clip, colors }: Crop, file: string): Promise<void> {
  const png = await page.screenshot({ clip, animations: "disabled", caret: "hide" });
  const packer = await page.context().newPage();
  try {
    const packed: string = await packer.evaluate(`(${packedAsWebp})("${png.toString("base64")}", ${colors})`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, Buffer.from(packed, "base64"));
  } finally {
    await packer.close();
    // Browsers throttle background windows.
    await page.bringToFront();
  }
}

export async function around(parts: readonly Locator[], room = 0): Promise<Rectangle> {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const known = boxes.filter((box) => box !== null);
  if (known.length < parts.length) throw new Error("What is to be in the picture is not on screen.");
  const left = Math.max(0, Math.floor(Math.min(...known.map(({ x }) => x)) - room));
  const top = Math.max(0, Math.floor(Math.min(...known.map(({ y }) => y)) - room));
  const right = Math.ceil(Math.max(...known.map(({ x, width }) => x + width)) + room);
  const bottom = Math.ceil(Math.max(...known.map(({ y, height }) => y + height)) + room);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Runs in an empty page. Keeps colors that are frequent or unlike the others, such as a small red icon's;
 * quality 1 is lossless WebP.
 */
const packedAsWebp = `async (png, most) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = pixels;
  const colorAt = (at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1);
  const parts = (color) => [color >> 16, (color >> 8) & 255, color & 255];
  const distance = (a, b) => Math.hypot(...parts(a).map((part, index) => part - parts(b)[index]));
  const nearest = new Map();
  for (let kept = 0; kept < Math.min(most, counts.size); kept++) {
    const far = ([color, count]) => count ** 0.35 * (kept === 0 ? 1 : distance(color, nearest.get(color)));
    const [next] = [...counts].reduce((a, b) => (far(b) > far(a) ? b : a));
    for (const color of counts.keys())
      if (kept === 0 || distance(color, next) < distance(color, nearest.get(color))) nearest.set(color, next);
  }
  for (let at = 0; at < data.length; at += 4) data.set(parts(nearest.get(colorAt(at))), at);
  context.putImageData(pixels, 0, 0);
  const address = canvas.toDataURL("image/webp", 1);
  return address.slice(address.indexOf(",") + 1);
}`;
