// A puzzle that is being edited: size, clues, walls and rooms. It may be invalid, unlike a board.

import { notesOf } from "./places.js";
import { roomLines } from "./rooms.js";

/**
 * @typedef {object} Model
 * @property {string} front The text of the kind, which is in front of the puzzle if Encycle has no such kind; otherwise empty.
 * @property {string} kind
 * @property {"cells" | "rooms" | "walls"} layout The arrangement of the plain text.
 * @property {string | null} variant
 * @property {number} rows
 * @property {number} cols
 * @property {[number, number] | null} box The rows and columns of a box of a Sudoku.
 * @property {string} more Further numbers of the header.
 * @property {string[]} parameters The names of these numbers.
 * @property {(string | null)[]} cells
 * @property {import("../types.js").ClueParts | null} parts The clues that are not in cells, and the rooms.
 * @property {Map<string, "wall" | "free">} walls Inner borders by the key of `wallKey`.
 */

/** Names a border by the sum of its ends: each border has its own middle. */
export const wallKey = (x1, y1, x2, y2) => `${x1 + x2},${y1 + y2}`;

/** Returns whether walls can be edited, given a model or a board. */
export const hasWalls = ({ layout }) => layout === "walls";

/** Returns whether a board can be edited by clicks; graphs are edited as text. */
export const isEditable = (board) => board.grid !== null;

/**
 * Reads a board.
 * @param {import("../types.js").Board} board
 * @returns {Model}
 */
export function modelOf(board) {
  const { rows, cols, texts, notes, walls, undecided } = board.grid;
  const isInner = ([x1, y1, x2, y2]) => (x1 === x2 ? x1 > 0 && x1 < cols : y1 > 0 && y1 < rows);
  const model = {
    front: board.puzzle.slice(0, headerAt(board)),
    kind: board.kind,
    layout: board.layout,
    variant: board.variant,
    rows,
    cols,
    box: boxOf(board),
    more: furtherNumbers(board),
    parameters: board.parameters.map(([name]) => name),
    parts: copyOfParts(board.parts),
    cells: texts.map((text, cell) => text ?? notes[cell]),
    walls: new Map(),
  };
  if (hasWalls(board)) {
    for (const wall of walls.filter(isInner)) model.walls.set(wallKey(...wall), "wall");
    for (const wall of undecided.filter(isInner)) model.walls.set(wallKey(...wall), "free");
  }
  return model;
}

/** Returns where the header of the puzzle begins: below the text of a kind that Encycle does not have. */
const headerAt = ({ kind, puzzle }) => puzzle.lastIndexOf(`\n${kind} `) + 1;

/** Returns what follows the size in the header of the text, unless it is a variant. */
function furtherNumbers(board) {
  const [header] = board.puzzle.slice(headerAt(board)).split("\n", 1);
  const words = header.startsWith(`${board.kind} `) ? header.split(" ").slice(3) : [];
  return words.filter((word) => /^\d+$/.test(word)).join(" ");
}

function copyOfParts(parts) {
  if (!parts) return null;
  const { corners, frame, rooms } = parts;
  return { ...parts, corners: [...corners], frame: [...frame], rooms: [...rooms] };
}

function boxOf(board) {
  if (board.kind !== "sudoku") return null;
  const found = /^sudoku (\d+) (\d+)/.exec(board.puzzle);
  if (found) return [Number(found[1]), Number(found[2])];
  const side = Math.round(Math.sqrt(board.grid.rows));
  return [side, side];
}

/** Copies a model. */
export function copyOf(model) {
  return { ...model, cells: [...model.cells], walls: new Map(model.walls), parts: copyOfParts(model.parts) };
}

/** Changes the size; clues and walls that fit remain. */
export function resized(model, rows, cols, box = model.box) {
  const next = { ...model, rows, cols, box, cells: Array(rows * cols).fill(null), walls: new Map() };
  next.parts = resizedParts(model, rows, cols);
  for (let row = 0; row < Math.min(rows, model.rows); row += 1) {
    for (let col = 0; col < Math.min(cols, model.cols); col += 1) {
      next.cells[row * cols + col] = model.cells[row * model.cols + col];
    }
  }
  for (const [key, wall] of model.walls) {
    const [x, y] = key.split(",").map((sum) => Number(sum) / 2);
    const isInner = x > 0 && y > 0 && x < cols && y < rows;
    if (isInner) next.walls.set(key, wall);
  }
  return next;
}

/** Returns the parts in another size. The last row and column of the frame remain the last ones; new cells join the rooms beside them. */
function resizedParts(model, rows, cols) {
  const { parts } = model;
  if (!parts) return null;
  const reshaped = (words, more, from) => {
    if (words.length === 0) return [];
    const width = model.cols + more;
    const index = (place, end, old) => from(place, end + more, old + more);
    return Array.from({ length: (rows + more) * (cols + more) }, (_, at) => {
      const row = index(Math.floor(at / (cols + more)), rows, model.rows);
      const col = index(at % (cols + more), cols, model.cols);
      return row < 0 || col < 0 ? "." : words[row * width + col];
    });
  };
  const inOrder = (place, _end, old) => (place < old ? place : -1);
  const keepingEnd = (place, end, old) => (place === end - 1 ? old - 1 : place < old - 1 ? place : -1);
  const nearest = (place, _end, old) => Math.min(place, old - 1);
  return {
    ...parts,
    corners: reshaped(parts.corners, 1, inOrder),
    frame: reshaped(parts.frame, 2, keepingEnd),
    rooms: reshaped(parts.rooms, 0, nearest),
  };
}

/** Returns the ends of a border. */
export function wallEnds(key) {
  const [x, y] = key.split(",").map(Number);
  // an odd sum is the coordinate along the border
  return x % 2 === 1 ? [(x - 1) / 2, y / 2, (x + 1) / 2, y / 2] : [x / 2, (y - 1) / 2, x / 2, (y + 1) / 2];
}

/**
 * Returns a board that draws a model, even one that is no valid puzzle.
 * @param {Model} model
 * @param {import("../types.js").Board} last The last valid board.
 */
export function sketchOf(model, last) {
  const { rows, cols } = model;
  const frame = [];
  for (let col = 0; col < cols; col += 1) frame.push([col, 0, col + 1, 0], [col, rows, col + 1, rows]);
  for (let row = 0; row < rows; row += 1) frame.push([0, row, 0, row + 1], [cols, row, cols, row + 1]);
  const of = (wanted) => [...model.walls].filter(([, wall]) => wall === wanted).map(([key]) => wallEnds(key));
  const isSame = last.grid && last.kind === model.kind && last.grid.rows === rows && last.grid.cols === cols;
  const hasRooms = model.parts?.rooms.length > 0;
  const lines = hasRooms ? roomLines(model) : isSame ? last.grid.walls : boxLines(model);
  const inner = hasWalls(model) ? of("wall") : lines;
  const grid = {
    rows,
    cols,
    dotted: last.grid?.dotted ?? false,
    has_black_circles: last.grid?.has_black_circles ?? false,
    texts: model.cells,
    walls: last.grid?.dotted ? [] : [...frame, ...inner],
    notes: [],
    undecided: of("free"),
    guides: isSame ? last.grid.guides : [],
  };
  const parts = isSame ? {} : { points: [], lines: [], free: null };
  const notes = model.parts ? notesOf(model) : last.notes;
  return { ...last, grid, notes, ...parts };
}

function boxLines(model) {
  if (!model.box) return [];
  const [down, across] = model.box;
  const lines = [];
  for (let row = down; row < model.rows; row += down) {
    for (let col = 0; col < model.cols; col += 1) lines.push([col, row, col + 1, row]);
  }
  for (let col = across; col < model.cols; col += across) {
    for (let row = 0; row < model.rows; row += 1) lines.push([col, row, col, row + 1]);
  }
  return lines;
}

/** Returns the border nearest to a place, or null at the frame and in the middle of a cell. */
export function borderAt(model, x, y) {
  const [nearX, nearY] = [Math.round(x), Math.round(y)];
  const [dx, dy] = [Math.abs(x - nearX), Math.abs(y - nearY)];
  if (Math.min(dx, dy) > 0.24) return null;
  const [col, row] = [Math.floor(x), Math.floor(y)];
  if (col < 0 || row < 0 || col >= model.cols || row >= model.rows) return null;
  if (dx < dy) return nearX > 0 && nearX < model.cols ? wallKey(nearX, row, nearX, row + 1) : null;
  return nearY > 0 && nearY < model.rows ? wallKey(col, nearY, col + 1, nearY) : null;
}

/** Cycles a border: none, wall, and for Reachability free. */
export function nextWall(model, key) {
  const order = model.kind === "reachability" ? [undefined, "wall", "free"] : [undefined, "wall"];
  return order[(order.indexOf(model.walls.get(key)) + 1) % order.length];
}
