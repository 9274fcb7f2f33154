// The layers that change: shades and highlights under the clues; lines, crosses, values, numbers at corners, ends of paths
// and the cursor.

import { paintClues, paintGridNotes, paintVertices, terminalColours } from "./base.js";
import { brokenCells } from "./clues.js";
import { paintCursor, paintSpots } from "./highlights.js";
import { symbolOf } from "./symbols.js";
import { theme } from "./theme.js";
import { paintValues } from "./values.js";
import { isShading } from "./words.js";

/** Paints what lies under the clues: shades and highlights. */
export function paintUnder(context, view) {
  const colours = theme();
  const pen = view.pen();
  if (isShading(board(view))) {
    // a shade has the color of a highlight below it
    paintSpots(context, view, pen, colours);
    paintCells(view, shadeOf(context, view, pen, () => true), () => {}, colours);
    return;
  }
  paintShades(context, view, pen, colours);
  paintSpots(context, view, pen, colours);
}

/** Paints what lies above the clues. */
export function paintOver(context, view) {
  const colours = theme();
  const pen = view.pen();
  const { form } = view.layout;
  const grid = board(view).grid;
  if (isShading(board(view))) {
    // a shade below a black cell would not be seen
    const isBlack = (cell) => symbolOf(board(view), grid.texts[cell] ?? ".").shape === "black-cell";
    const dot = (cell, colour) => paintDot(context, view.layout, pen, cell, colour);
    paintCells(view, shadeOf(context, view, pen, isBlack), dot, colours);
  } else if (form === "values") paintValues(context, view, pen, colours);
  else if (form === "walls") paintWalls(context, view, pen, colours);
  else paintLines(context, view, pen, colours);
  if (!grid) paintVertices(context, view, pen, colours);
  else if (form === "lines" && !grid.dotted) paintClues(context, view, pen, colours);
  if (grid) paintGridNotes(context, view, pen, colours);
  if (view.scene.cursor) paintCursor(context, view, pen, colours);
}

const board = (view) => view.layout.board;

function paintShades(context, view, pen, colours) {
  const { states } = view.scene;
  const { rows, cols } = view.layout;
  const offset = board(view).atoms.length;
  if (!states || states.length <= offset) return;
  if (board(view).shadable) {
    const [shade, dot] = [paintShade, paintDot].map(
      (paint) => (cell, colour) => paint(context, view.layout, pen, cell, colour),
    );
    paintCellMarks(view, states.subarray(offset), shade, dot, colours);
    return;
  }
  for (let cell = 0; cell < rows * cols; cell += 1) {
    const shade = states[offset + cell];
    if (shade === 0) continue;
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    const [x1, y1] = [Math.round(pen.x(x)), Math.round(pen.y(y))];
    context.fillStyle = shade === 1 ? colours.inside : colours.outside;
    context.fillRect(x1, y1, Math.round(pen.x(x + 1)) - x1, Math.round(pen.y(y + 1)) - y1);
  }
}

function paintLines(context, view, pen, colours) {
  const { states, colours: groups, common, ghost, differ } = view.scene;
  const { segments } = view.layout;
  const count = board(view).lines.length;
  const width = Math.max(1.6 * pen.ratio, pen.k * 0.11);
  context.lineCap = "round";
  context.lineJoin = "round";
  if (common) {
    drawLines(
      context,
      pen,
      segments,
      common.present.filter((atom) => atom < count),
      width,
      colours.good,
    );
    const crossed = common.absent.filter((atom) => atom < count && view.layout.mayMark(atom));
    drawCrosses(context, pen, segments, crossed, colours.grid);
  }
  if (differ?.length)
    drawLines(
      context,
      pen,
      segments,
      differ.filter((atom) => atom < count),
      width * 0.8,
      colours.warn,
      true,
    );
  if (states) {
    const drawn = new Map();
    const crosses = [];
    for (let atom = 0; atom < count; atom += 1) {
      if (states[atom] === 1) {
        const group = groups ? groups[atom] : -1;
        if (!drawn.has(group)) drawn.set(group, []);
        drawn.get(group).push(atom);
      } else if (states[atom] === 2) {
        crosses.push(atom);
      }
    }
    for (const [group, atoms] of drawn) {
      drawLines(context, pen, segments, atoms, width, group < 0 ? colours.accent : colours.series[group % 8]);
    }
    drawCrosses(context, pen, segments, crosses, colours.cross);
  }
  if (ghost) {
    drawLines(
      context,
      pen,
      segments,
      ghost.present.filter((atom) => atom < count),
      width * 0.75,
      colours.good,
      true,
    );
    drawCrosses(
      context,
      pen,
      segments,
      ghost.absent.filter((atom) => atom < count),
      colours.good,
    );
  }
}

function drawLines(context, pen, segments, atoms, width, colour, dashed = false) {
  if (atoms.length === 0) return;
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = width;
  if (dashed) {
    context.lineCap = "butt";
    context.setLineDash([pen.k * 0.14, pen.k * 0.1]);
  }
  context.beginPath();
  for (const atom of atoms) {
    const at = 4 * atom;
    if (!pen.seen(segments[at], segments[at + 1]) && !pen.seen(segments[at + 2], segments[at + 3])) continue;
    context.moveTo(pen.x(segments[at]), pen.y(segments[at + 1]));
    context.lineTo(pen.x(segments[at + 2]), pen.y(segments[at + 3]));
  }
  context.stroke();
  context.restore();
}

function drawCrosses(context, pen, segments, atoms, colour) {
  if (atoms.length === 0) return;
  const arm = Math.min(7 * pen.ratio, pen.k * 0.105);
  if (arm < 1.6) {
    drawDots(context, pen, segments, atoms, colour);
    return;
  }
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, Math.min(2.2 * pen.ratio, pen.k * 0.045));
  context.lineCap = "round";
  context.beginPath();
  for (const atom of atoms) {
    const at = 4 * atom;
    const [mx, my] = [(segments[at] + segments[at + 2]) / 2, (segments[at + 1] + segments[at + 3]) / 2];
    if (!pen.seen(mx, my)) continue;
    const [x, y] = [pen.x(mx), pen.y(my)];
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x - arm, y + arm);
    context.lineTo(x + arm, y - arm);
  }
  context.stroke();
}

/** Draws crosses of boards that are shown very small: a dot each, which is much faster. */
function drawDots(context, pen, segments, atoms, colour) {
  const size = Math.max(1, Math.round(pen.k * 0.16));
  context.fillStyle = colour;
  for (const atom of atoms) {
    const at = 4 * atom;
    const [x, y] = [(segments[at] + segments[at + 2]) / 2, (segments[at + 1] + segments[at + 3]) / 2];
    if (pen.seen(x, y)) context.fillRect(Math.round(pen.x(x) - size / 2), Math.round(pen.y(y) - size / 2), size, size);
  }
}

function paintWalls(context, view, pen, colours) {
  const { states, common, differ, ghost } = view.scene;
  const { segments, layout } = { segments: view.layout.segments, layout: view.layout };
  const count = board(view).lines.length;
  const width = Math.max(2 * pen.ratio, pen.k * 0.1);
  const wall = (atoms, colour, dashed) => drawLines(context, pen, segments, atoms, width, colour, dashed);
  const only = (atoms) => atoms.filter((atom) => atom < count && layout.mayMark(atom));
  context.lineCap = "round";
  if (common) {
    wall(only(common.absent), colours.good, false);
    drawOpen(context, pen, segments, only(common.present), colours.good, colours.paper, width);
  }
  if (differ?.length) wall(only(differ), colours.warn, true);
  if (states) {
    const chosen = [[], []];
    for (let atom = 0; atom < count; atom += 1) {
      if (states[atom] !== 0 && layout.mayMark(atom)) chosen[states[atom] - 1].push(atom);
    }
    wall(chosen[1], colours.accent, false);
    drawOpen(context, pen, segments, chosen[0], colours.accent, colours.paper, width);
  }
  if (ghost) {
    wall(only(ghost.absent), colours.good, true);
    drawOpen(context, pen, segments, only(ghost.present), colours.good, colours.paper, width);
  }
}

/** Draws open borders as doorways: the border disappears, and two posts remain. */
function drawOpen(context, pen, segments, atoms, colour, paper, width) {
  drawLines(context, pen, segments, atoms, width, paper);
  context.strokeStyle = colour;
  context.lineWidth = width * 0.6;
  context.lineCap = "butt";
  context.beginPath();
  for (const atom of atoms) {
    const at = 4 * atom;
    const [x1, y1, x2, y2] = segments.subarray(at, at + 4);
    for (const [from, to] of [
      [0.02, 0.2],
      [0.8, 0.98],
    ]) {
      context.moveTo(pen.x(x1 + (x2 - x1) * from), pen.y(y1 + (y2 - y1) * from));
      context.lineTo(pen.x(x1 + (x2 - x1) * to), pen.y(y1 + (y2 - y1) * to));
    }
  }
  context.stroke();
  context.lineCap = "round";
}

/** Shades a cell; texts have contrast on the shade. */
function paintShade(context, { cols }, pen, cell, colour) {
  const [x, y] = [cell % cols, Math.floor(cell / cols)];
  const [x1, y1] = [Math.round(pen.x(x)), Math.round(pen.y(y))];
  context.save();
  context.globalAlpha = Number(theme().shade);
  context.fillStyle = colour;
  context.fillRect(x1, y1, Math.round(pen.x(x + 1)) - x1, Math.round(pen.y(y + 1)) - y1);
  context.restore();
}

/** Returns a function that shades those of some cells that are chosen. */
function shadeOf(context, view, pen, isChosen) {
  return (cell, colour) => {
    if (isChosen(cell)) paintShade(context, view.layout, pen, cell, colour);
  };
}

/** Paints a dot beside the clue of a cell. */
function paintDot(context, { cols }, pen, cell, colour) {
  context.fillStyle = colour;
  context.beginPath();
  const [x, y] = [(cell % cols) + 0.82, Math.floor(cell / cols) + 0.18];
  context.arc(pen.x(x), pen.y(y), Math.max(1.2, pen.k * 0.07), 0, 2 * Math.PI);
  context.fill();
}

/** Paints what a player has marked: 1 for a shade, 2 for a dot. A highlight below a shade would not be seen. */
function paintCellMarks({ layout, scene }, states, shade, dot, { accent, warn }) {
  const broken = new Set(brokenCells(scene));
  for (let cell = 0; cell < layout.rows * layout.cols; cell += 1) {
    if (states[cell] === 0) continue;
    const paint = states[cell] === 1 ? shade : dot;
    paint(cell, broken.has(cell) ? warn : accent);
  }
}

/** Paints shaded cells, and dots in cells that are not shaded. */
function paintCells(view, shade, dot, colours) {
  const { scene } = view;
  const both = (marks, colour) => {
    for (const cell of marks?.present ?? []) shade(cell, colour);
    for (const cell of marks?.absent ?? []) dot(cell, colour);
  };
  both(scene.common, colours.good);
  if (scene.states) paintCellMarks(view, scene.states, shade, dot, colours);
  both(scene.ghost, colours.good);
  for (const cell of scene.differ ?? []) shade(cell, colours.warn);
}

/**
 * Returns for each line the colour of the pair to which it is joined, or -1.
 * @param {import("./layout.js").Layout} layout
 * @param {Uint8Array} states
 */
export function pairColours(layout, states) {
  const { board: puzzle } = layout;
  if (puzzle.kind !== "numberlink") return null;
  const order = [...terminalColours(puzzle, { series: Array(8).fill(""), text: "" }).keys()];
  const found = new Int16Array(puzzle.lines.length).fill(-1);
  const seen = new Uint8Array(puzzle.points.length);
  const ends = puzzle.grid
    ? puzzle.grid.texts.flatMap((text, cell) => (text === null ? [] : [[cell, text]]))
    : puzzle.terminals;
  for (const [start, text] of ends) {
    const queue = [start];
    while (queue.length > 0) {
      const point = queue.pop();
      if (seen[point]) continue;
      seen[point] = 1;
      for (const { line, to } of layout.at(point)) {
        if (states[line] !== 1) continue;
        if (found[line] < 0) found[line] = order.indexOf(text);
        queue.push(to);
      }
    }
  }
  return found;
}
