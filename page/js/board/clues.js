// How clues are drawn: symbols in cells, small notes that leave the cell to a value, and texts.

import { paintSigns, symbolOf } from "./symbols.js";
import { isShading } from "./words.js";

/** The fewest device pixels of a cell whose clue can be read. */
export const LEAST_CLUE = 7;

/** Returns the size of a text in a shape, in cells; an arrow is wider than a digit. */
export const sizeOf = (shape, text) => (shape === null || text.length < 2 ? 18 : /[←↑→↓]/.test(text) ? 11 : 15) / 32;

/** Returns the cells whose clues are violated: a highlight below a black cell would not be seen. */
export const brokenCells = ({ spots = [] }) =>
  spots.flatMap(({ tone, cells = [] }) => (tone === "warn" ? cells : []));

/** Returns the corners whose numbers are violated. */
export const brokenCorners = ({ spots = [] }) =>
  spots.flatMap(({ tone, vertices = [] }) => (tone === "warn" ? vertices : []));

/** Returns which cells have a shade, on which texts need more contrast than on the paper. */
function shadedCells({ scene, layout }) {
  const { board } = layout;
  if (!isShading(board) && !board.shadable) return () => false;
  const proposed = new Set(isShading(board) ? scene.ghost?.present : []);
  return (cell) => scene.states?.[layout.shadeIndex(cell)] === 1 || proposed.has(cell);
}

/** Returns the colours of each clue: finished ones are muted, and violated ones red, but not below a shade, which is red then. */
export function clueColours(view, colours) {
  const [finished, broken] = [new Set(view.scene.finished), new Set(brokenCells(view.scene))];
  const isShaded = shadedCells(view);
  // in the light colours, black circles have the colour of the text
  const blackOf = (text) => (colours.black === colours.text ? text : colours.black);
  const inkOf = (text) => ({ ...colours, text, black: blackOf(text) });
  const [muted, mutedShaded, warn] = [colours.muted, colours.mutedShaded, colours.warn].map(inkOf);
  return (cell) => {
    if (broken.has(cell)) return isShaded(cell) ? colours : warn;
    if (!finished.has(cell)) return colours;
    return isShaded(cell) ? mutedShaded : muted;
  };
}

/** Returns what the colours of the clues depend on, as a text to compare. The states of a scene change in their place. */
export function clueState(view) {
  const { finished = [], finishedNotes = [] } = view.scene;
  const broken = brokenCells(view.scene);
  const shaded = [...finished, ...broken].filter(shadedCells(view));
  return [finished, finishedNotes, broken, brokenCorners(view.scene), shaded].join(";");
}

/** The radius of circles, and the width of the outline of white circles, in cells, as in the SVG pictures. */
export const CIRCLE = 11 / 32;
const OUTLINE = 2 / 32;

/** Returns the colours inside a circle: of its area, and of its text. */
function circleColours(shape, { text, paper, black, white }) {
  if (shape === "circle") return [paper, text];
  return shape === "white-circle" ? [white, black] : [black, white];
}

/** Paints a clue: its shape, and the text in it. */
export function paintSymbol(context, pen, [col, row], { shape, text, sign }, colour, colours) {
  const [x, y] = [pen.x(col + 0.5), pen.y(row + 0.5)];
  const disc = (radius, fill) => {
    context.fillStyle = fill;
    context.beginPath();
    dot(context, x, y, pen.k * radius);
    context.fill();
  };
  let ink = colours.text;
  if (shape === "black-cell") {
    paintBlackCell(context, pen, [col, row], colours);
    ink = colours.white;
  } else if (shape === "sign") {
    paintSigns(context, pen, [[col, row, sign]], colours.text, colours.paper, colours.black);
  } else if (shape === "terminal") {
    terminal(context, x, y, pen.k * (12 / 32), colour, colours);
  } else if (shape !== null) {
    const [inside, inner] = circleColours(shape, colours);
    disc(CIRCLE, colours.text);
    disc(CIRCLE - OUTLINE, inside);
    ink = inner;
  }
  if (text === "" || pen.k < LEAST_CLUE) return;
  if (text.includes("\\")) writeSums(context, pen, [col, row], text, ink, colours.font);
  else if (text.includes(",") && text.length > 3) writeLongList(context, pen, [x, y], text, ink, colours.font);
  else write(context, x, y, text, pen.k * sizeOf(shape, text), ink, colours.font, 500);
}

/** Writes a sum for the cells below and one for the cells on the right, with a diagonal line between them. */
function writeSums(context, pen, [col, row], text, ink, font) {
  const [below, right] = text.split("\\");
  context.strokeStyle = ink;
  context.lineWidth = Math.max(1, pen.k / 32);
  strokeSegments(context, pen, [[col, row, col + 1, row + 1]]);
  const put = (x, y, sum) => write(context, pen.x(col + x / 32), pen.y(row + y / 32), sum, (pen.k * 10) / 32, ink, font);
  put(9, 25, below);
  put(23, 8, right);
}

/** Writes a list on two lines, as in the SVG pictures. */
function writeLongList(context, pen, [x, y], text, ink, font) {
  const words = text.split(",");
  const half = Math.ceil(words.length / 2);
  for (const [part, down] of [
    [words.slice(0, half), -7],
    [words.slice(half), 8],
  ]) {
    writeExactly(context, x, y + (pen.k * down) / 32, part.join(","), (pen.k * 12) / 32, ink, font);
  }
}

/** Paints a black cell: black in both schemes, with a rim that shows on a dark background. */
function paintBlackCell(context, pen, [col, row], { text, black }) {
  // a thin line remains between two black cells
  const thin = pen.k < 12 ? 0 : Math.max(1, Math.round(pen.ratio));
  const [left, top] = [Math.round(pen.x(col)), Math.round(pen.y(row))];
  const [right, bottom] = [Math.round(pen.x(col + 1)) - thin, Math.round(pen.y(row + 1)) - thin];
  context.fillStyle = text;
  context.fillRect(left, top, right - left, bottom - top);
  if (black === text) return;
  const rim = Math.max(1, Math.round(pen.k / 32));
  context.fillStyle = black;
  context.fillRect(left + rim, top + rim, right - left - 2 * rim, bottom - top - 2 * rim);
}

/**
 * Returns what a clue shows that leaves its cell to a value: its shape or sign, and its text, as in the SVG pictures.
 * @param {import("../types.js").Board} board
 * @param {string} clue
 */
function noteOf(board, clue) {
  const symbol = symbolOf(board, clue);
  return symbol.shape === "sign" && symbol.text !== "" ? { shape: null, text: clue } : symbol;
}

/** Returns whether such a clue has a small text, beside which a value has less room. */
export const hasSmallText = (board, clue) => noteOf(board, clue).text !== "";

/** Paints a clue that leaves its cell to a value: its text is small, in the upper left corner. */
export function paintNote(context, pen, board, [col, row], clue, colours) {
  const note = noteOf(board, clue);
  if (note.shape !== null) paintSymbol(context, pen, [col, row], { ...note, text: "" }, colours.text, colours);
  writeNote(context, pen, [col, row], note.text, colours.text, colours.font);
}

/** Writes a small text in the upper left corner of a cell. A long text must not cross the border. */
export function writeNote(context, pen, [col, row], text, ink, font, most = 9) {
  if (text === "" || pen.k < LEAST_CLUE) return;
  const size = Math.min(most, Math.max(5, Math.floor(38 / text.length)));
  context.font = `500 ${Math.max(1, (pen.k * size) / 32)}px ${font}`;
  context.fillStyle = ink;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.fillText(text, pen.x(col + 3 / 32), pen.y(row + (most + 1) / 32));
}

/** Paints the ring around a terminal, in the color of its pair. */
export function terminal(context, x, y, radius, colour, colours) {
  context.fillStyle = colours.paper;
  context.strokeStyle = colour;
  context.lineWidth = radius * 0.2;
  context.beginPath();
  dot(context, x, y, radius);
  context.fill();
  context.stroke();
}

export function dot(context, x, y, radius) {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

export function strokeSegments(context, pen, all) {
  context.beginPath();
  for (const [x1, y1, x2, y2] of all) {
    if (!pen.seen(x1, y1)) continue;
    context.moveTo(Math.round(pen.x(x1)), Math.round(pen.y(y1)));
    context.lineTo(Math.round(pen.x(x2)), Math.round(pen.y(y2)));
  }
  context.stroke();
}

/** Writes a text around a place; long texts are smaller. */
export function write(context, x, y, text, size, colour, font, weight = 500) {
  const fitted = text.length > 2 ? (size * 2.2) / text.length : text.length > 1 ? size * 0.86 : size;
  writeExactly(context, x, y, text, fitted, colour, font, weight);
}

/** Writes a text of a size around a place. */
function writeExactly(context, x, y, text, size, colour, font, weight = 500) {
  context.font = `${weight} ${Math.max(1, size)}px ${font}`;
  context.fillStyle = colour;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  // digits and capitals have about this height
  context.fillText(text, x, y + size * 0.36);
}
