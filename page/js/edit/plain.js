// Writes a puzzle as plain text, in the layout of docs/reference/formats.md.

import { hasWalls, wallKey } from "./model.js";
import { hasCells } from "./places.js";

/**
 * Writes a model.
 * @param {import("./model.js").Model} model
 * @returns {string}
 */
export function plainText(model) {
  const body = hasWalls(model) ? walled(model) : model.parts ? inParts(model) : cells(model);
  return `${model.front}${header(model)}\n${body}`;
}

function header({ kind, rows, cols, box, more, variant }) {
  if (kind === "sudoku") return `sudoku ${box[0]} ${box[1]}`;
  if (kind === "neighbor-number") return `neighbor-number ${rows}`;
  const size = `${kind} ${rows} ${cols}${more ? ` ${more}` : ""}`;
  return variant && (kind === "hamilton" || kind === "numberlink") ? `${size} ${variant}` : size;
}

function cells({ kind, rows, cols, cells: texts, box }) {
  const side = box ? box[0] * box[1] : 0;
  const isSpaced = kind === "numberlink" || side > 35 || texts.some((text) => text !== null && text.length > 1);
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    const line = texts.slice(row * cols, (row + 1) * cols).map((text) => text ?? ".");
    lines.push(line.join(isSpaced ? " " : ""));
  }
  return `${lines.join("\n")}\n`;
}

/** Writes corners, then cells with their frame, then the names of rooms. */
function inParts(model) {
  const { cols, parts } = model;
  const width = cols + 2;
  const framed = parts.frame.map((word, index) => {
    const [row, col] = [Math.floor(index / width) - 1, (index % width) - 1];
    const isCell = row >= 0 && col >= 0 && row < model.rows && col < cols;
    return isCell ? (model.cells[row * cols + col] ?? ".") : word;
  });
  const inner = framed.length > 0 ? inRows(framed, width) : hasCells(model) ? cells(model) : "";
  return inRows(parts.corners, cols + 1) + inner + inRows(parts.rooms, cols);
}

/** Writes words in rows, with spaces if a word is longer than a letter. */
function inRows(words, width) {
  const space = words.some((word) => word.length > 1) ? " " : "";
  let text = "";
  for (let at = 0; at < words.length; at += width) text += `${words.slice(at, at + width).join(space)}\n`;
  return text;
}

const SIGNS = { hamilton: { wall: ["|", "-"] }, reachability: { wall: ["|", "-"], free: ["?", "?"] } };

/** Writes cells with the walls between them: `|` beside a cell, `-` below it. */
function walled({ kind, rows, cols, cells: texts, walls }) {
  const sign = (key, direction) => SIGNS[kind][walls.get(key)]?.[direction] ?? " ";
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    let line = "";
    for (let col = 0; col < cols; col += 1) {
      line += texts[row * cols + col] ?? ".";
      if (col + 1 < cols) line += sign(wallKey(col + 1, row, col + 1, row + 1), 0);
    }
    lines.push(line);
    if (row + 1 === rows) break;
    const below = Array.from({ length: cols }, (_, col) => sign(wallKey(col, row + 1, col + 1, row + 1), 1)).join(" ");
    if (below.trim() !== "") lines.push(below.trimEnd());
  }
  return `${lines.join("\n")}\n`;
}
