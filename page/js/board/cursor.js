// The cursor of the keyboard: where an arrow key leads, and which line it passes.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns whether a key moves the cursor. */
export const isArrow = (key) => key in DIRECTIONS;

/** Returns the first place of the cursor. */
export function firstCursor(layout) {
  if (layout.onCells) return { cell: 0, line: -1 };
  return { point: layout.board.points.length > 0 ? 0 : -1, line: -1 };
}

/**
 * Moves the cursor.
 * @param {import("./layout.js").Layout} layout
 * @param {{ point?: number, cell?: number, line?: number }} cursor
 * @param {string} key An arrow key.
 */
export function moved(layout, cursor, key) {
  const [dx, dy] = DIRECTIONS[key];
  return cursor.cell !== undefined ? overCells(layout, cursor.cell, dx, dy) : overPoints(layout, cursor.point, dx, dy);
}

function overCells(layout, cell, dx, dy) {
  const [col, row] = [(cell % layout.cols) + dx, Math.floor(cell / layout.cols) + dy];
  if (col < 0 || row < 0 || col >= layout.cols || row >= layout.rows) return { cell, line: -1 };
  const next = row * layout.cols + col;
  return { cell: next, line: layout.form === "walls" ? layout.lineBetween(cell, next) : -1 };
}

function overPoints(layout, point, dx, dy) {
  const { points } = layout.board;
  if (!points[point]) return { point, line: -1 };
  const [x, y] = points[point];
  const cosine = (to) => {
    const [vx, vy] = [points[to][0] - x, points[to][1] - y];
    return (vx * dx + vy * dy) / (Math.hypot(vx, vy) || 1);
  };
  const linked = layout.at(point).map((link) => ({ ...link, cosine: cosine(link.to) }));
  const ahead = linked.filter((link) => link.cosine > 0.5).sort((a, b) => b.cosine - a.cosine)[0];
  if (ahead) return { point: ahead.to, line: ahead.line };
  let [best, least] = [point, Infinity];
  points.forEach(([px, py], index) => {
    if (index === point || cosine(index) < 0.5) return;
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return { point: best, line: -1 };
}

/** Chooses the next or the previous line at the point of the cursor. */
export function turned(layout, cursor, by) {
  const lines = layout.at(cursor.point ?? cursor.cell ?? -1).map((link) => link.line);
  if (lines.length === 0) return cursor;
  const now = lines.indexOf(cursor.line ?? -1);
  const next = now < 0 ? (by > 0 ? 0 : lines.length - 1) : (now + by + lines.length) % lines.length;
  return { ...cursor, line: lines[next] };
}

/** Moves the cursor to the other end of the chosen line. */
export function followed(layout, cursor) {
  const ends = layout.board.lines[cursor.line ?? -1];
  if (!ends || cursor.point === undefined) return cursor;
  return { ...cursor, point: ends[0] === cursor.point ? ends[1] : ends[0] };
}

/** Returns the place of the cursor, in cells. */
export function cursorPlace(layout, cursor) {
  if (cursor.at) return cursor.at;
  if (cursor.cell !== undefined && cursor.cell >= 0) return layout.cellCentre(cursor.cell);
  return layout.board.points[cursor.point ?? -1] ?? [0, 0];
}
