// Pictures: an SVG text as an image element, and as PNG; and the puzzle in a picture, which Open reads.

import { pngWithPuzzle } from "./png.js";

/** Returns an SVG text with the text of its puzzle. */
export function withPuzzle(svg, puzzle) {
  const text = puzzle.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return svg.replace("<title>", () => `<metadata>${text}</metadata>\n<title>`);
}

/** Returns the text of the puzzle in an SVG text, or null. */
export function puzzleIn(text) {
  if (!/^\s*<svg\b/.test(text)) return null;
  // a style sheet is not read, since the page allows no styles in a text
  const [metadata] = text.match(/<metadata\b[^]*?<\/metadata>/) ?? [];
  if (metadata === undefined) return null;
  const { documentElement } = new DOMParser().parseFromString(metadata, "application/xml");
  return documentElement.localName === "metadata" ? documentElement.textContent : null;
}

/**
 * Makes an image of an SVG text.
 * @param {string} svg
 * @param {string} words What it shows.
 */
export function pictureOf(svg, words) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = document.createElement("img");
  image.alt = words;
  image.className = "picture";
  image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
  image.src = url;
  return image;
}

/**
 * Draws an SVG text as PNG, with about this number of pixels along the longer side, and with the text of its puzzle.
 * @param {string} svg
 * @param {number} pixels
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, pixels = 2000) {
  // without its style sheet, a picture has its light colours
  const image = pictureOf(svg.replace(/<style>[^]*?<\/style>/g, ""), "");
  await image.decode();
  const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 300];
  const factor = Math.max(1, pixels / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * factor);
  canvas.height = Math.round(height * factor);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the browser cannot make a picture of this size");
  const puzzle = puzzleIn(svg);
  return puzzle === null ? blob : pngWithPuzzle(blob, puzzle);
}

/** Saves a text or a picture as a file. */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
