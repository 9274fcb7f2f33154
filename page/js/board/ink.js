// The layers that change: shades and highlights under the clues; lines, crosses, values, ends of paths and
// the cursor.

import { brokenCells, paintClues, paintVertices, terminalColours, write } from "./base.js";
import { paintCursor, paintSpots } from "./highlights.js";
import { isFixedCell, paintSign } from "./symbols.js";
import { theme } from "./theme.js";
import { isShading } from "./words.js";

/** Paints what lies under the clues: shades and highlights. */
export function paintUnder(context, view) {
  const colours = theme();
  const pen = view.pen();
  paintShades(context, view, pen, colours);
  paintSpots(context, view, pen, colours);
}

/** Paints what lies above the clues. */
export function paintOver(context, view) {
  const colours = theme();
  const pen = view.pen();
  const { form } = view.layout;
  const grid = board(view).grid;
  if (isShading(board(view))) paintCells(context, view, pen, colours);
  else if (form === "values") paintValues(context, view, pen, colours);
  else if (form === "walls") paintWalls(context, view, pen, colours);
  else paintLines(context, view, pen, colours);
  if (!grid) paintVertices(context, view, pen, colours);
  else if (form === "lines" && !grid.dotted) paintClues(context, view, pen, colours);
  if (view.scene.cursor) paintCursor(context, view, pen, colours);
}

const board = (view) => view.layout.board;

function paintShades(context, view, pen, colours) {
  const { states } = view.scene;
  const { rows, cols } = view.layout;
  const offset = board(view).atoms.length;
  if (!states || states.length <= offset) return;
  if (board(view).shadable) {
    if (!isShading(board(view))) paintCellMarks(context, view, pen, states.subarray(offset), colours);
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

/** Shades a cell. */
function paintShade(context, { cols }, pen, cell, colour) {
  const [x, y] = [cell % cols, Math.floor(cell / cols)];
  const [x1, y1] = [Math.round(pen.x(x)), Math.round(pen.y(y))];
  context.save();
  context.globalAlpha = 0.55;
  context.fillStyle = colour;
  context.fillRect(x1, y1, Math.round(pen.x(x + 1)) - x1, Math.round(pen.y(y + 1)) - y1);
  context.restore();
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
function paintCellMarks(context, { layout, scene }, pen, states, { accent, warn }) {
  const broken = new Set(brokenCells(scene));
  for (let cell = 0; cell < layout.rows * layout.cols; cell += 1) {
    if (states[cell] === 0) continue;
    const paint = states[cell] === 1 ? paintShade : paintDot;
    paint(context, layout, pen, cell, broken.has(cell) ? warn : accent);
  }
}

/** Paints shaded cells, and dots in cells that are not shaded. */
function paintCells(context, view, pen, colours) {
  const { layout, scene } = view;
  const both = (marks, colour) => {
    for (const cell of marks?.present ?? []) paintShade(context, layout, pen, cell, colour);
    for (const cell of marks?.absent ?? []) paintDot(context, layout, pen, cell, colour);
  };
  both(scene.common, colours.good);
  if (scene.states) paintCellMarks(context, view, pen, scene.states, colours);
  both(scene.ghost, colours.good);
  for (const cell of scene.differ ?? []) paintShade(context, layout, pen, cell, colours.warn);
}

function paintValues(context, view, pen, colours) {
  const { states, common, ghost, differ } = view.scene;
  const { rows, cols } = view.layout;
  const { values, signs, grid } = board(view);
  const count = values.length;
  if (pen.k < 6) return;
  const put = (cell, value, colour, weight = 500) => {
    if (signs.length > 0) {
      paintSign(context, pen, cell % cols, Math.floor(cell / cols), signs[value], colour, colours.paper);
      return;
    }
    write(
      context,
      pen.x((cell % cols) + 0.5),
      pen.y(Math.floor(cell / cols) + 0.5),
      values[value],
      pen.k * 0.58,
      colour,
      colours.font,
      weight,
    );
  };
  if (common) {
    for (const atom of common.present) {
      const cell = Math.floor(atom / count);
      if (!isFixedCell(board(view), cell)) put(cell, atom % count, colours.good);
    }
  }
  for (let cell = 0; states && cell < rows * cols; cell += 1) {
    if (isFixedCell(board(view), cell)) continue;
    const own = states.subarray(cell * count, (cell + 1) * count);
    const value = own.indexOf(1);
    if (value >= 0) {
      put(cell, value, colours.accent);
      continue;
    }
    const struck = own.reduce((sum, state) => sum + (state === 2 ? 1 : 0), 0);
    if (struck === count) {
      write(
        context,
        pen.x((cell % cols) + 0.5),
        pen.y(Math.floor(cell / cols) + 0.5),
        "×",
        pen.k * 0.5,
        colours.accent,
        colours.font,
      );
    } else if (struck > 0) {
      paintNotes(context, pen, cell % cols, Math.floor(cell / cols), own, values, colours);
    }
  }
  for (const [cell, facts] of byCell(ghost, count)) {
    if (facts.present.length === 1 && facts.absent.length === 0) put(cell, facts.present[0], colours.good, 650);
    else paintFacts(context, pen, cell % cols, Math.floor(cell / cols), facts, values, colours);
  }
  if (differ) {
    const cells = [...new Set(differ.map((atom) => Math.floor(atom / count)))];
    const texts = (cell) =>
      differ.filter((atom) => Math.floor(atom / count) === cell).map((atom) => values[atom % count]);
    for (const cell of cells) {
      write(
        context,
        pen.x((cell % cols) + 0.5),
        pen.y(Math.floor(cell / cols) + 0.5),
        texts(cell).join("/"),
        pen.k * 0.42,
        colours.warn,
        colours.font,
      );
    }
  }
}

/** Writes the candidates that are left in a cell. */
function paintNotes(context, pen, x, y, own, values, colours) {
  values.forEach((text, value) => {
    if (own[value] === 2) return;
    const [px, py, size] = notePlace(pen, x, y, value, values.length);
    write(context, px, py, text, size, colours.muted, colours.font);
  });
}

/** Returns the middle of a candidate in its cell, and its size. */
function notePlace(pen, x, y, value, count) {
  const side = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / side);
  const px = pen.x(x + (((value % side) + 0.5) / side) * 0.86 + 0.07);
  const py = pen.y(y + ((Math.floor(value / side) + 0.5) / down) * 0.86 + 0.07);
  return [px, py, (pen.k * 0.74) / side];
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
function paintFacts(context, pen, x, y, { present, absent }, values, colours) {
  for (const value of present) {
    const [px, py, size] = notePlace(pen, x, y, value, values.length);
    write(context, px, py, values[value], size, colours.good, colours.font, 700);
  }
  context.strokeStyle = colours.warn;
  context.lineWidth = Math.max(1, pen.k * 0.025);
  context.beginPath();
  for (const value of absent) {
    const [px, py, size] = notePlace(pen, x, y, value, values.length);
    write(context, px, py, values[value], size, colours.warn, colours.font);
    context.moveTo(px - size * 0.4, py + size * 0.4);
    context.lineTo(px + size * 0.4, py - size * 0.4);
  }
  context.stroke();
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
