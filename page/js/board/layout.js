// The geometry of a board in units of cells: segments, neighbours, and what is nearest to a place.

export class Layout {
  /** @param {import("../types.js").Board} board */
  constructor(board) {
    this.board = board;
    this.rows = board.grid?.rows ?? 0;
    this.cols = board.grid?.cols ?? 0;
    this.form = board.form;
    /** Whether the cursor moves between cells, not between points. */
    this.onCells = board.form !== "lines";
    this.segments = segments(board);
    this.allowed = allowed(board);
    this.shadable = board.shadable && new Set(board.shadable);
    this.bounds = bounds(board);
    this.links = links(board);
  }

  /** Returns whether a player may mark a line. */
  mayMark(line) {
    return this.allowed[line] === 1;
  }

  /** Returns whether a player may shade a cell; as a note, any cell. */
  mayShade(cell) {
    return this.shadable === null || this.shadable.has(cell);
  }

  /** Returns the index of the shade of a cell among the states: in a drawing of shaded cells, its atom. */
  shadeIndex(cell) {
    return this.form === "values" ? cell : this.board.atoms.length + cell;
  }

  /** Returns the cell at a place, or -1. */
  cellAt(x, y) {
    const [row, col] = [Math.floor(y), Math.floor(x)];
    return row >= 0 && col >= 0 && row < this.rows && col < this.cols ? row * this.cols + col : -1;
  }

  /** Returns the centre of a cell. */
  cellCentre(cell) {
    return [(cell % this.cols) + 0.5, Math.floor(cell / this.cols) + 0.5];
  }

  /** Returns the middle of a line. */
  lineMiddle(line) {
    const at = 4 * line;
    const s = this.segments;
    return [(s[at] + s[at + 2]) / 2, (s[at + 1] + s[at + 3]) / 2];
  }

  /** Returns the nearest point within a distance, or -1. */
  nearestPoint(x, y, limit) {
    let [best, least] = [-1, limit * limit];
    this.board.points.forEach(([px, py], index) => {
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least) [best, least] = [index, distance];
    });
    return best;
  }

  /** Returns the nearest line within a distance, or -1; `any` includes those that may not be marked. */
  nearestLine(x, y, limit, any = false) {
    const s = this.segments;
    let [best, least] = [-1, limit * limit];
    for (let line = 0; line < this.board.lines.length; line += 1) {
      if (!any && this.allowed[line] === 0) continue;
      const at = 4 * line;
      const [dx, dy] = [s[at + 2] - s[at], s[at + 3] - s[at + 1]];
      const along = ((x - s[at]) * dx + (y - s[at + 1]) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.min(1, Math.max(0, along));
      const distance = (s[at] + t * dx - x) ** 2 + (s[at + 1] + t * dy - y) ** 2;
      if (distance < least) [best, least] = [line, distance];
    }
    return best;
  }

  /** Returns the lines at a point, each with the point at its other end. */
  at(point) {
    return this.links[point] ?? [];
  }

  /** Returns the line between two points, or -1. */
  lineBetween(a, b) {
    return this.at(a).find((link) => link.to === b)?.line ?? -1;
  }

  /**
   * Returns the line that a drag from a point to a place passes, or null.
   * @param {number} point
   */
  step(point, x, y) {
    const [px, py] = this.board.points[point];
    let [best, least] = [null, 0.4];
    for (const link of this.at(point)) {
      if (!this.mayMark(link.line)) continue;
      const [qx, qy] = this.board.points[link.to];
      const [dx, dy] = [qx - px, qy - py];
      const length = Math.hypot(dx, dy);
      const along = ((x - px) * dx + (y - py) * dy) / length;
      const aside = Math.abs((x - px) * dy - (y - py) * dx) / length;
      // the place has passed more than half of the line, and lies beside no other one
      const share = along / length;
      if (share > 0.55 && aside / Math.max(1, share) < least) [best, least] = [link, aside / Math.max(1, share)];
    }
    return best;
  }
}

/** Returns x1, y1, x2, y2 of each line as drawn: for walls, the border between its two cells. */
function segments(board) {
  const all = new Float64Array(4 * board.lines.length);
  board.lines.forEach(([a, b], line) => {
    const [[ax, ay], [bx, by]] = [board.points[a], board.points[b]];
    if (board.form === "walls") {
      const [mx, my, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, (by - ay) / 2, (bx - ax) / 2];
      all.set([mx - Math.abs(dx), my - Math.abs(dy), mx + Math.abs(dx), my + Math.abs(dy)], 4 * line);
    } else {
      all.set([ax, ay, bx, by], 4 * line);
    }
  });
  return all;
}

/** Returns 1 for each line that a player may mark. The borders of rooms are drawn like walls, so the engine lists the lines. */
function allowed(board) {
  if (!board.free) return new Uint8Array(board.lines.length).fill(1);
  const all = new Uint8Array(board.lines.length);
  for (const line of board.free) all[line] = 1;
  return all;
}

/** The most vertices whose names are shown. */
const MOST_NAMES = 200;

/** Returns whether the vertices of a general graph have their names beside them. */
export const hasNames = ({ kind, grid, points }) => !grid && kind !== "slitherlink" && points.length <= MOST_NAMES;

function bounds(board) {
  if (board.grid) return gridBounds(board);
  const places = [...board.points, ...board.notes.map(({ x, y }) => [x, y])];
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  if (places.length === 0) [x0, y0, x1, y1] = [0, 0, 1, 1];
  const margin = hasNames(board) ? 0.6 : 0.3;
  return { x: x0 - margin, y: y0 - margin, width: x1 - x0 + 2 * margin, height: y1 - y0 + 2 * margin };
}

/** Returns the bounds of a grid with the clues beside it, and with room for more on the sides that the kind reads. */
function gridBounds({ grid: { rows, cols }, notes, parts }) {
  const margin = (side, beyond) => {
    const least = parts?.frame.length && parts.sides[side] ? 0.8 : 0;
    return Math.max(least, ...notes.map((note) => beyond(note) + 0.4));
  };
  const [above, below] = [margin(0, ({ y }) => -y), margin(1, ({ y }) => y - rows)];
  const [left, right] = [margin(2, ({ x }) => -x), margin(3, ({ x }) => x - cols)];
  return { x: -left, y: -above, width: cols + left + right, height: rows + above + below };
}

function links(board) {
  const all = board.points.map(() => []);
  board.lines.forEach(([a, b], line) => {
    all[a].push({ line, to: b });
    all[b].push({ line, to: a });
  });
  return all;
}
