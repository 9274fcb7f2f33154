// The values of cells, their candidates, and the clues that they move aside.

import { movableClues, wallWidth } from "./base.js";
import {
  clueColours,
  hasSmallText,
  paintNote,
  paintSymbol,
  strokeSegments,
  write,
  writeNote,
} from "./clues.js";
import { paintSigns, symbolOf } from "./symbols.js";

/**
 * What a cell shows: a value by its number or as a text, its color, and a size in cells if it differs from the usual one.
 * @typedef {{ value?: number, text?: string, colour: string, size?: number, weight?: number }} ShownValue
 */

/** Paints values, candidates, and the clues that values move aside; of regions, their borders and small numbers. */
export function paintValues(context, view, pen, colours) {
  if (pen.k < 6) return;
  const { board } = view.layout;
  const shown = shownValues(view, colours);
  const candidates = openCandidates(view, shown);
  const hasNote = paintMovedClues(context, view, pen, colours, (cell) => shown.has(cell) || candidates.has(cell));
  if (board.region_cells.length > 0) paintRegions(context, view, pen, colours);
  for (const [cell, paint] of candidates) paint(placesIn(pen, board, cell, hasNote(cell)), context, colours);
  const written = [...shown].filter(([, { value }]) => board.signs.length === 0 || value === undefined);
  for (const [cell, one] of written) writeValue(context, pen, board, cell, one, hasNote(cell), colours);
  paintShownSigns(context, pen, board, shown, colours.paper);
}

/**
 * Returns what cells show; what a hint proposes covers what the player has written.
 * @returns {Map<number, ShownValue>}
 */
function shownValues({ layout, scene }, colours) {
  const { board } = layout;
  const count = board.values.length;
  const fixed = new Set(board.fixed);
  const shown = new Map();
  // the borders show the regions, and the numbers are for keys
  const isRegion = board.region_cells.length > 0;
  const usual = (value, colour) =>
    isRegion ? { value, colour: colours.muted, size: 0.34 } : { value, colour };
  const put = (cell, one) => {
    if (!fixed.has(cell)) shown.set(cell, one);
  };
  for (const atom of scene.common?.present ?? []) put(Math.floor(atom / count), usual(atom % count, colours.good));
  const cells = scene.states ? layout.rows * layout.cols : 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const own = scene.states.subarray(cell * count, (cell + 1) * count);
    const value = own.indexOf(1);
    if (value >= 0) put(cell, usual(value, colours.accent));
    else if (own.every((state) => state === 2)) put(cell, { text: "×", colour: colours.accent, size: 0.5 });
  }
  for (const [cell, { present, absent }] of byCell(scene.ghost, count)) {
    if (present.length !== 1 || absent.length > 0) continue;
    shown.set(cell, { value: present[0], colour: colours.good, weight: 650 });
  }
  for (const [cell, { present }] of byCell({ present: scene.differ ?? [] }, count)) {
    const text = present.map((value) => board.values[value]).join("/");
    shown.set(cell, { text, colour: colours.warn, size: 0.42 });
  }
  return shown;
}

/**
 * Returns, for each cell with candidates or with several facts of a hint, a function that writes them.
 * @param {Map<number, ShownValue>} shown
 */
function openCandidates({ layout, scene }, shown) {
  const { board } = layout;
  const count = board.values.length;
  const fixed = new Set(board.fixed);
  const found = new Map();
  const cells = scene.states ? layout.rows * layout.cols : 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const own = scene.states.subarray(cell * count, (cell + 1) * count);
    if (shown.has(cell) || fixed.has(cell) || !own.includes(2)) continue;
    const left = [...own.keys()].filter((value) => own[value] !== 2);
    found.set(cell, (places, context, { muted, font }) => writeCandidates(context, places, board, left, muted, font));
  }
  for (const [cell, facts] of byCell(scene.ghost, count)) {
    if (shown.has(cell)) continue;
    const before = found.get(cell);
    found.set(cell, (places, context, colours) => {
      before?.(places, context, colours);
      paintFacts(context, places, board, facts, colours);
    });
  }
  return found;
}

/**
 * Paints the clues of cells that a player may fill: as usual, or aside if the cell shows something. Returns which cells
 * have a small text in a corner.
 */
function paintMovedClues(context, view, pen, colours, isFilled) {
  const { board, cols } = view.layout;
  const { texts, notes } = board.grid;
  const inkOf = clueColours(view, colours);
  const isMovable = movableClues(board);
  const small = new Set();
  texts.forEach((text, cell) => {
    if (notes[cell]) small.add(cell);
    if (text === null || !isMovable(cell)) return;
    const place = [cell % cols, Math.floor(cell / cols)];
    if (!isFilled(cell)) {
      paintSymbol(context, pen, place, symbolOf(board, text), colours.text, inkOf(cell));
      return;
    }
    if (hasSmallText(board, text)) small.add(cell);
    paintNote(context, pen, board, place, text, inkOf(cell));
  });
  return (cell) => small.has(cell);
}

/** Writes a value in the middle of its cell, or a little to the lower right of a small text. */
function writeValue(context, pen, board, cell, { value, text, colour, size = 0.58, weight = 500 }, hasNote, { font }) {
  const { cols } = board.grid;
  const [right, down] = hasNote ? [2 / 32, 4 / 32] : [0, 0];
  const [x, y] = [pen.x((cell % cols) + 0.5 + right), pen.y(Math.floor(cell / cols) + 0.5 + down)];
  write(context, x, y, text ?? board.values[value], pen.k * size, colour, font, weight);
}

/** Paints the values that are signs, color by color. */
function paintShownSigns(context, pen, { signs, grid }, shown, paper) {
  if (signs.length === 0) return;
  const groups = new Map();
  for (const [cell, { value, colour }] of shown) {
    if (value === undefined) continue;
    if (!groups.has(colour)) groups.set(colour, []);
    groups.get(colour).push([cell % grid.cols, Math.floor(cell / grid.cols), signs[value]]);
  }
  for (const [colour, placed] of groups) paintSigns(context, pen, placed, colour, paper);
}

/** Paints the borders between cells of different regions, and beside each clue the number of its region. */
function paintRegions(context, view, pen, colours) {
  const { layout, scene } = view;
  context.strokeStyle = colours.accent;
  context.lineCap = "round";
  context.lineWidth = wallWidth(layout, pen) * 1.2;
  if (scene.states || scene.common) strokeSegments(context, pen, regionBorders(layout, scene));
  const { region_cells: cells, values, offered } = layout.board;
  for (const value of offered) {
    const cell = cells[value];
    const place = [cell % layout.cols, Math.floor(cell / layout.cols)];
    writeNote(context, pen, place, values[value], colours.muted, colours.font, 7);
  }
}

/**
 * Returns the borders between cells whose regions are known and differ.
 * @param {import("./layout.js").Layout} layout
 * @param {import("./view.js").Scene} scene
 * @returns {[number, number, number, number][]}
 */
export function regionBorders(layout, scene) {
  const { rows, cols, board } = layout;
  const count = board.values.length;
  // -1 is unknown, and -2 no region
  const regions = new Int32Array(rows * cols).fill(-1);
  for (const cell of board.fixed) regions[cell] = -2;
  for (const atom of [...(scene.common?.present ?? []), ...board.given]) regions[Math.floor(atom / count)] = atom % count;
  scene.states?.subarray(0, rows * cols * count).forEach((state, atom) => {
    if (state === 1) regions[Math.floor(atom / count)] = atom % count;
  });
  const differ = (a, b) => regions[a] !== -1 && regions[b] !== -1 && regions[a] !== regions[b];
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const cell = row * cols + col;
      if (col + 1 < cols && differ(cell, cell + 1)) found.push([col + 1, row, col + 1, row + 1]);
      if (row + 1 < rows && differ(cell, cell + cols)) found.push([col, row + 1, col + 1, row + 1]);
    }
  }
  return found;
}

/** Returns a function from a value to the middle of the candidate in its cell, and its size. A small text is above them. */
function placesIn(pen, board, cell, hasNote) {
  const { offered, grid } = board;
  const side = Math.ceil(Math.sqrt(offered.length));
  const down = Math.ceil(offered.length / side);
  const [x, y] = [cell % grid.cols, Math.floor(cell / grid.cols)];
  const top = hasNote ? 0.34 : 0.07;
  const height = 0.93 - top;
  return (value) => {
    const place = offered.indexOf(value);
    return [
      pen.x(x + (((place % side) + 0.5) / side) * 0.86 + 0.07),
      pen.y(y + ((Math.floor(place / side) + 0.5) / down) * height + top),
      (pen.k * 0.86 * Math.min(0.86, height * (side / down))) / side,
    ];
  };
}

/** Writes the candidates that are left in a cell. */
function writeCandidates(context, places, { values, offered }, left, ink, font) {
  for (const value of left) {
    if (!offered.includes(value)) continue;
    const [x, y, size] = places(value);
    write(context, x, y, values[value], size, ink, font);
  }
}

/** Returns the values that facts name, by cell. */
function byCell(facts, count) {
  const found = new Map();
  for (const name of ["present", "absent"]) {
    for (const atom of facts?.[name] ?? []) {
      const cell = Math.floor(atom / count);
      if (!found.has(cell)) found.set(cell, { present: [], absent: [] });
      found.get(cell)[name].push(atom % count);
    }
  }
  return found;
}

/** Writes several facts about a cell at the places of its candidates: those that are false are struck out. */
function paintFacts(context, places, { values, offered }, { present, absent }, colours) {
  const isOffered = (value) => offered.includes(value);
  for (const value of present.filter(isOffered)) {
    const [x, y, size] = places(value);
    write(context, x, y, values[value], size, colours.good, colours.font, 700);
  }
  context.strokeStyle = colours.warn;
  context.lineCap = "butt";
  context.beginPath();
  for (const value of absent.filter(isOffered)) {
    const [x, y, size] = places(value);
    context.lineWidth = Math.max(1, size * 0.09);
    write(context, x, y, values[value], size, colours.warn, colours.font);
    context.moveTo(x - size * 0.4, y + size * 0.4);
    context.lineTo(x + size * 0.4, y - size * 0.4);
  }
  context.stroke();
}
