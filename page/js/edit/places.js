// The places of clues: cells, corners of cells, and the frame around the grid.

/**
 * A place of a clue. A place of the frame has the row or column -1, or that after the last one.
 * @typedef {{ part: "cell" | "corner" | "frame", row: number, col: number }} CluePlace
 */

/** Returns whether a model has clues in cells. */
export const hasCells = ({ parts }) => parts === null || parts.has_cells;

const isBetween = (value, end) => value >= 0 && value < end;

/**
 * Returns the place of a clue at a place of the board, or null.
 * @param {import("./model.js").Model} model
 * @returns {CluePlace | null}
 */
export function placeAt(model, x, y) {
  const { rows, cols, parts } = model;
  if (parts?.corners.length) {
    const [col, row] = [Math.round(x), Math.round(y)];
    const limit = hasCells(model) ? 0.3 : 0.71;
    const isNear = Math.hypot(x - col, y - row) < limit;
    if (isNear && isBetween(row, rows + 1) && isBetween(col, cols + 1)) return { part: "corner", row, col };
  }
  return latticePlace(model, Math.floor(y), Math.floor(x));
}

/** Returns the place in a row and column of cells and frame, or null. On a side that no rule reads, there is none. */
function latticePlace(model, row, col) {
  const { rows, cols, parts } = model;
  if (isBetween(row, rows) && isBetween(col, cols)) return hasCells(model) ? { part: "cell", row, col } : null;
  if (!parts?.frame.length) return null;
  // lists reach farther than a cell
  const clamped = (value, end) => Math.min(Math.max(value, -1), end);
  const place = { part: /** @type {const} */ ("frame"), row: clamped(row, rows), col: clamped(col, cols) };
  const isBeside = isBetween(place.row, rows) || isBetween(place.col, cols);
  return isBeside && parts.sides[sideOf(model, place)] ? place : null;
}

/** Returns the side of the grid where a place of the frame is: above, below, left or right. */
function sideOf({ rows }, { row, col }) {
  if (row < 0) return 0;
  if (row === rows) return 1;
  return col < 0 ? 2 : 3;
}

/** Returns the first place. */
export const firstPlace = (model) =>
  model.parts?.corners.length && !hasCells(model)
    ? { part: "corner", row: 0, col: 0 }
    : { part: "cell", row: 0, col: 0 };

/**
 * Returns the next place in a direction; at the end the same one.
 * @param {import("./model.js").Model} model
 * @param {CluePlace} place
 * @param {string} key An arrow key.
 */
export function nextPlace(model, place, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const [row, col] = [place.row + dy, place.col + dx];
  if (place.part !== "corner") return latticePlace(model, row, col) ?? place;
  const isCorner = isBetween(row, model.rows + 1) && isBetween(col, model.cols + 1);
  return isCorner ? { part: "corner", row, col } : place;
}

/**
 * Returns the cursor at a place, as the board draws it.
 * @param {import("./model.js").Model} model
 * @param {CluePlace} place
 */
export function cursorAt(model, place) {
  const { part, row, col } = place;
  if (part === "cell") return { cell: row * model.cols + col, line: -1 };
  const beside = (value, end) => (value < 0 ? -0.4 : value === end ? end + 0.4 : value + 0.5);
  const at = part === "corner" ? [col, row] : [beside(col, model.cols), beside(row, model.rows)];
  return { at, place, words: placeWords(model, place), line: -1 };
}

/** Names a place. */
function placeWords({ rows, cols }, { part, row, col }) {
  if (part === "corner") return `corner in line ${row + 1}, place ${col + 1}`;
  if (row < 0) return `above column ${col + 1}`;
  if (row === rows) return `below column ${col + 1}`;
  return `${col < 0 ? "left" : "right"} of row ${row + 1}${col < 0 || col === cols ? "" : `, column ${col + 1}`}`;
}

/**
 * Writes a clue into a copy of a model.
 * @param {import("./model.js").Model} model A copy.
 * @param {CluePlace} place
 * @param {string | null} text
 */
export function writeClue(model, { part, row, col }, text) {
  if (part === "cell") model.cells[row * model.cols + col] = text;
  else if (part === "corner") model.parts.corners[row * (model.cols + 1) + col] = text ?? ".";
  else model.parts.frame[(row + 1) * (model.cols + 2) + col + 1] = text ?? ".";
}

/** Returns the notes that draw the clues of corners and frame, as the engine places them. */
export function notesOf({ rows, cols, parts }) {
  const notes = [];
  parts.corners.forEach((text, index) => {
    if (text !== ".") notes.push({ x: index % (cols + 1), y: Math.floor(index / (cols + 1)), text });
  });
  parts.frame.forEach((word, index) => {
    const [row, col] = [Math.floor(index / (cols + 2)) - 1, (index % (cols + 2)) - 1];
    if (word === "." || (isBetween(row, rows) && isBetween(col, cols))) return;
    const texts = word.split(",");
    texts.forEach((text, number) => {
      const isBefore = row < 0 || col < 0;
      const far = 0.4 + 0.5 * (isBefore ? texts.length - 1 - number : number);
      const along = (value, end) => (value < 0 ? -far : value === end ? end + far : value + 0.5);
      notes.push({ x: along(col, cols), y: along(row, rows), text });
    });
  });
  return notes;
}
