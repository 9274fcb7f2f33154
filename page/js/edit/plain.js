// Writes a puzzle as plain text, in the layout of docs/reference/formats.md.

import { hasWalls, wallKey } from "./model.js";

/**
 * Writes a model.
 * @param {import("./model.js").Model} model
 * @returns {string}
 */
export function plainText(model) {
  return `${header(model)}\n${hasWalls(model) ? walled(model) : cells(model)}`;
}

function header({ kind, rows, cols, box, variant }) {
  if (kind === "sudoku") return `sudoku ${box[0]} ${box[1]}`;
  if (kind === "neighbor-number") return `neighbor-number ${rows}`;
  const size = `${kind} ${rows} ${cols}`;
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
