// The layer that does not change while a puzzle is played: grid, walls, dots, clues, vertices.

import {
  brokenCorners,
  CIRCLE,
  clueColours,
  dot,
  LEAST_CLUE,
  paintNote,
  paintSymbol,
  sizeOf,
  strokeSegments,
  terminal,
  write,
} from "./clues.js";
import { hasNames } from "./layout.js";
import { symbolOf } from "./symbols.js";
import { theme } from "./theme.js";
import { isShading } from "./words.js";

/** The fewest device pixels of a cell whose grid lines are drawn. */
const LEAST_GRID = 2.5;

/** Paints the layer. */
export function paintBase(context, view) {
  const colours = theme();
  const pen = view.pen();
  const { board } = view.layout;
  if (board.grid) paintGrid(context, view, pen, colours);
  else paintGraph(context, view, pen, colours);
}

function paintGrid(context, view, pen, colours) {
  const { board, form } = view.layout;
  const { rows, cols, dotted, texts, walls, undecided, guides } = board.grid;
  const thin = Math.max(1, Math.round(pen.ratio));
  const sharp = (value) => Math.round(value) + (thin % 2) / 2;
  const [top, bottom] = [Math.max(0, pen.top), Math.min(rows, pen.bottom)];
  const [left, right] = [Math.max(0, pen.left), Math.min(cols, pen.right)];
  context.strokeStyle = colours.grid;
  context.lineWidth = thin;
  // thousands of tiny dots are a gray plane, and slow
  const hasDots = dotted && pen.k >= 5;
  context.globalAlpha = hasDots ? 0.55 : pen.k < 5 ? 0.3 : 1;
  context.beginPath();
  if (pen.k >= LEAST_GRID) {
    for (let row = top; row <= bottom; row += 1) {
      context.moveTo(pen.x(left), sharp(pen.y(row)));
      context.lineTo(pen.x(right), sharp(pen.y(row)));
    }
    for (let col = left; col <= right; col += 1) {
      context.moveTo(sharp(pen.x(col)), pen.y(top));
      context.lineTo(sharp(pen.x(col)), pen.y(bottom));
    }
  }
  context.stroke();
  context.globalAlpha = 1;
  if (hasDots) {
    const radius = Math.min(3.2 * pen.ratio, Math.max(0.8, pen.k * 0.055));
    context.fillStyle = colours.dot;
    context.beginPath();
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) {
        // a square of two pixels looks like a disc, and is faster
        if (radius < 1.5) context.fillRect(pen.x(col) - radius, pen.y(row) - radius, 2 * radius, 2 * radius);
        else dot(context, pen.x(col), pen.y(row), radius);
      }
    }
    context.fill();
  }
  if (undecided.length > 0) {
    // the borders show through as dashes until they are decided
    context.save();
    context.lineWidth = Math.max(1.5 * pen.ratio, pen.k * 0.045);
    context.setLineDash([pen.k * 0.12, pen.k * 0.1]);
    context.strokeStyle = colours.rule;
    strokeSegments(context, pen, undecided);
    context.restore();
  }
  context.strokeStyle = colours.text;
  context.lineWidth = Math.max(pen.ratio, pen.k * 0.03);
  strokeSegments(context, pen, guides);
  context.lineCap = "square";
  context.lineWidth = wallWidth(view.layout, pen);
  strokeSegments(context, pen, walls);
  context.lineCap = "butt";
  paintCellNotes(context, board, pen, colours);
  // clues in cells through which lines run lie above the lines
  if (form === "lines" && !dotted) return;
  const inkOf = clueColours(view, colours);
  const isSmall = pen.k < LEAST_CLUE;
  const stamp = (bottom - top) * (right - left) > MANY ? makeStamps(context, pen, colours) : null;
  const isMovable = movableClues(board);
  for (let row = top; row < bottom; row += 1) {
    for (let col = left; col < right; col += 1) {
      const text = texts[row * cols + col];
      if (text === null || text === undefined || isMovable(row * cols + col)) continue;
      const [symbol, inks] = [symbolOf(board, text), inkOf(row * cols + col)];
      if (symbol.shape === null && isSmall) continue;
      if (stamp && symbol.shape === null) stamp(col + 0.5, row + 0.5, text, inks.text);
      else paintSymbol(context, pen, [col, row], symbol, colours.text, inks);
    }
  }
}

/** Returns the width of walls. Where thin borders guide the eye, walls must differ from them. */
export function wallWidth({ form, board }, pen) {
  const hasGuides = board.grid.guides.length > 0;
  const share = form === "values" && !hasGuides ? 0.045 : 0.075;
  return Math.max((hasGuides ? 2 : 1.5) * pen.ratio, Math.round(pen.k * share));
}

/** Returns which clues a value may move aside; they are painted with the values. */
export function movableClues(board) {
  if (board.form !== "values" || isShading(board)) return () => false;
  const fixed = new Set(board.fixed);
  return (cell) => !fixed.has(cell);
}

/** The number of visible cells from which equal clues are drawn once and copied. */
const MANY = 3000;

/** Returns a function that draws texts at places: each text is written once, because writing is slow. */
function makeStamps(context, pen, colours) {
  const stamps = new Map();
  const side = Math.ceil(pen.k * 1.4);
  return (x, y, text, ink) => {
    const key = `${ink} ${text}`;
    let stamp = stamps.get(key);
    if (!stamp) {
      stamp = new OffscreenCanvas(side, side);
      write(stamp.getContext("2d"), side / 2, side / 2, text, pen.k * sizeOf(null, text), ink, colours.font, 500);
      stamps.set(key, stamp);
    }
    context.drawImage(stamp, Math.round(pen.x(x) - side / 2), Math.round(pen.y(y) - side / 2));
  };
}

/** Paints the clues of a grid through whose cells the lines run. */
export function paintClues(context, view, pen, colours) {
  const { board } = view.layout;
  const { cols, texts } = board.grid;
  const { states } = view.scene;
  const groups = terminalColours(board, colours);
  const inkOf = clueColours(view, colours);
  const isPassed = (cell) => view.layout.at(cell).some(({ line }) => states?.[line] > 0);
  texts.forEach((text, cell) => {
    const [col, row] = [cell % cols, Math.floor(cell / cols)];
    if (text === null || !pen.seen(col + 0.5, row + 0.5)) return;
    const symbol = symbolOf(board, text);
    // the line must not hide the text
    if (symbol.shape === null && isPassed(cell)) {
      context.fillStyle = colours.paper;
      context.beginPath();
      dot(context, pen.x(col + 0.5), pen.y(row + 0.5), pen.k * CIRCLE);
      context.fill();
    }
    paintSymbol(context, pen, [col, row], symbol, groups.get(text) ?? colours.text, inkOf(cell));
  });
}

function paintGraph(context, view, pen, colours) {
  const { segments } = view.layout;
  context.strokeStyle = colours.grid;
  context.lineWidth = Math.max(pen.ratio, pen.k * 0.03);
  context.lineCap = "round";
  context.beginPath();
  for (let at = 0; at < segments.length; at += 4) {
    context.moveTo(pen.x(segments[at]), pen.y(segments[at + 1]));
    context.lineTo(pen.x(segments[at + 2]), pen.y(segments[at + 3]));
  }
  context.stroke();
  const finished = new Set(view.scene.finishedNotes);
  view.layout.board.notes.forEach(({ x, y, text }, note) => {
    const ink = finished.has(note) ? colours.muted : colours.text;
    write(context, pen.x(x), pen.y(y), text, pen.k * 0.55, ink, colours.font, 500);
  });
}

/** Paints the small texts in the upper left corners of cells. */
function paintCellNotes(context, board, pen, colours) {
  const { cols, notes } = board.grid;
  notes.forEach((text, cell) => {
    const place = [cell % cols, Math.floor(cell / cols)];
    if (text !== null) paintNote(context, pen, board, place, text, colours);
  });
}

/** Paints the numbers beside the grid, and those at corners, each on a disc that hides shades, lines and slopes. */
export function paintGridNotes(context, view, pen, colours) {
  if (pen.k < LEAST_CLUE) return;
  const { layout, scene } = view;
  const [finished, broken] = [new Set(scene.finishedNotes), new Set(brokenCorners(scene))];
  layout.board.notes.forEach(({ x, y, text }, note) => {
    if (!pen.seen(x, y)) return;
    const isCorner = Number.isInteger(x) && Number.isInteger(y);
    const isBroken = isCorner && broken.has(y * (layout.cols + 1) + x);
    const ink = isBroken ? colours.warn : finished.has(note) ? colours.muted : colours.text;
    if (isCorner) paintDisc(context, pen, [x, y], colours);
    write(context, pen.x(x), pen.y(y), text, pen.k * 0.4, ink, colours.font, 500);
  });
}

function paintDisc(context, pen, [x, y], { paper, rule }) {
  context.fillStyle = paper;
  context.strokeStyle = rule;
  context.lineWidth = Math.max(1, pen.k / 32);
  context.beginPath();
  dot(context, pen.x(x), pen.y(y), (pen.k * 9) / 32);
  context.fill();
  context.stroke();
}

/** Paints the vertices of a general graph; they lie above the lines. */
export function paintVertices(context, view, pen, colours) {
  const { board } = view.layout;
  const clues = new Map(board.terminals);
  const groups = terminalColours(board, colours);
  board.points.forEach(([x, y], index) => {
    const [px, py] = [pen.x(x), pen.y(y)];
    if (clues.has(index)) {
      const text = clues.get(index);
      terminal(context, px, py, pen.k * 0.25, groups.get(text) ?? colours.text, colours);
      write(context, px, py, text, pen.k * 0.32, colours.text, colours.font, 650);
    } else {
      context.fillStyle = colours.dot;
      context.beginPath();
      dot(context, px, py, Math.min(3.6 * pen.ratio, Math.max(1, pen.k * 0.065)));
      context.fill();
    }
    if (hasNames(board)) paintName(context, pen, view.layout, index, clues.has(index) ? 0.44 : 0.27, colours);
  });
}

/** Writes the name of a vertex beside it, in the widest gap between its lines, as in the SVG pictures. */
function paintName(context, pen, layout, vertex, distance, { paper, muted, font }) {
  const { points, names } = layout.board;
  const [x, y] = points[vertex];
  const name = names[vertex] ?? String(vertex + 1);
  const directions = layout.at(vertex).map(({ to }) => Math.atan2(points[to][1] - y, points[to][0] - x));
  const angle = freeDirection(directions);
  const aside = Math.cos(angle);
  // a long name starts or ends at its vertex
  context.textAlign = aside > 0.5 ? "left" : aside < -0.5 ? "right" : "center";
  const shift = context.textAlign === "center" ? 0 : -0.1 * Math.sign(aside);
  const size = pen.k * 0.23;
  context.font = `500 ${Math.max(1, size)}px ${font}`;
  context.textBaseline = "alphabetic";
  const at = [pen.x(x + distance * aside + shift), pen.y(y + distance * Math.sin(angle)) + size * 0.36];
  context.strokeStyle = paper;
  context.lineWidth = pen.k * 0.06;
  context.lineJoin = "round";
  context.strokeText(name, ...at);
  context.fillStyle = muted;
  context.fillText(name, ...at);
}

/** Returns the middle of the widest gap between directions, in radians. */
function freeDirection(directions) {
  if (directions.length === 0) return -Math.PI / 2;
  const sorted = [...directions].sort((a, b) => a - b);
  sorted.push(sorted[0] + 2 * Math.PI);
  let [gap, from] = [0, sorted[0]];
  for (let index = 1; index < sorted.length; index += 1) {
    const width = sorted[index] - sorted[index - 1];
    // for equal gaps, rounding errors must not decide
    if (width > gap + 1e-6) [gap, from] = [width, sorted[index - 1]];
  }
  return from + gap / 2;
}

/** Returns the colour of each text of a terminal: a colour a pair for Numberlink, one for all for other kinds. */
export function terminalColours(board, colours) {
  const texts = board.grid ? board.grid.texts.filter((text) => text !== null) : board.terminals.map(([, text]) => text);
  const different = [...new Set(texts)];
  const colour = (index) => (board.kind === "numberlink" ? colours.series[index % 8] : colours.text);
  return new Map(different.map((text, index) => [text, colour(index)]));
}
