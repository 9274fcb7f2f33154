// The rooms of a puzzle that is being edited.

const NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** The name of cells in no room. */
const OUTSIDE = "@";

/**
 * Puts cells into one room: a new one, or that of the first cell. Rooms that fall apart become several.
 * @param {import("./model.js").Model} model A copy.
 * @param {number[]} cells
 * @param {boolean} extend
 */
export function drawRoom(model, cells, extend) {
  const { rooms } = model.parts;
  // no name of a text is empty
  const name = extend ? rooms[cells[0]] : "";
  for (const cell of cells) rooms[cell] = name;
  model.parts.rooms = renamed(rooms, model.rows, model.cols);
}

/** Names connected rooms by letters, in the order of their first cells. */
function renamed(rooms, rows, cols) {
  const named = rooms.map((name) => (name === OUTSIDE ? OUTSIDE : null));
  let count = 0;
  for (let first = 0; first < rooms.length; first += 1) {
    if (named[first] !== null) continue;
    const name = NAMES[count] ?? `r${count}`;
    count += 1;
    const open = [first];
    named[first] = name;
    while (open.length > 0) {
      const cell = open.pop();
      for (const next of neighbours(cell, rows, cols)) {
        if (named[next] !== null || rooms[next] !== rooms[first]) continue;
        named[next] = name;
        open.push(next);
      }
    }
  }
  return named;
}

function neighbours(cell, rows, cols) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const found = [];
  if (row > 0) found.push(cell - cols);
  if (row + 1 < rows) found.push(cell + cols);
  if (col > 0) found.push(cell - 1);
  if (col + 1 < cols) found.push(cell + 1);
  return found;
}

/** Returns the borders between rooms. */
export function roomLines({ rows, cols, parts: { rooms } }) {
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const room = rooms[row * cols + col];
      if (col + 1 < cols && room !== rooms[row * cols + col + 1]) lines.push([col + 1, row, col + 1, row + 1]);
      if (row + 1 < rows && room !== rooms[(row + 1) * cols + col]) lines.push([col, row + 1, col + 1, row + 1]);
    }
  }
  return lines;
}
