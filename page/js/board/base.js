// The layer that does not change while a puzzle is played: grid, walls, dots, clues, vertices.

import { paintSign, symbolOf } from "./symbols.js";
import { theme } from "./theme.js";
import { isShading } from "./words.js";

/** The fewest device pixels of a cell whose clue can be read. */
export const LEAST_CLUE = 7;

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
  context.lineWidth = Math.max(1.5 * pen.ratio, Math.round(pen.k * (form === "values" ? 0.045 : 0.075)));
  strokeSegments(context, pen, walls);
  context.lineCap = "butt";
  paintGridNotes(context, view, pen, colours);
  paintCellNotes(context, board, pen, colours);
  // clues in cells through which lines run lie above the lines
  if (form === "lines" && !dotted) return;
  const inkOf = clueColours(view, colours);
  const isSmall = pen.k < LEAST_CLUE;
  const stamp = (bottom - top) * (right - left) > MANY ? makeStamps(context, pen, colours) : null;
  for (let row = top; row < bottom; row += 1) {
    for (let col = left; col < right; col += 1) {
      const text = texts[row * cols + col];
      if (text === null || text === undefined) continue;
      const [symbol, inks] = [symbolOf(board, text), inkOf(row * cols + col)];
      if (symbol.shape === null && isSmall) continue;
      if (stamp && symbol.shape === null) stamp(col + 0.5, row + 0.5, text, inks.text);
      else paintSymbol(context, pen, [col, row], symbol, colours.text, inks);
    }
  }
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

/** Returns the size of a text in a shape, in cells; an arrow is wider than a digit. */
const sizeOf = (shape, text) => (shape === null || text.length < 2 ? 18 : /[←↑→↓]/.test(text) ? 11 : 15) / 32;

/** Returns the cells whose clues are violated: a highlight below a black cell would not be seen. */
export const brokenCells = ({ spots = [] }) =>
  spots.flatMap(({ tone, cells = [] }) => (tone === "warn" ? cells : []));

/** Returns the corners whose numbers are violated. */
export const brokenCorners = ({ spots = [] }) =>
  spots.flatMap(({ tone, vertices = [] }) => (tone === "warn" ? vertices : []));

/** Returns the colours of each clue: finished ones are muted, and violated ones red, but not below a shade, which is red then. */
function clueColours({ scene, layout }, colours) {
  const [finished, broken] = [new Set(scene.finished), new Set(brokenCells(scene))];
  // in the light colours, black circles have the colour of the text
  const blackOf = (text) => (colours.black === colours.text ? text : colours.black);
  const [muted, warn] = [colours.muted, colours.warn].map((text) => ({ ...colours, text, black: blackOf(text) }));
  const isShaded = (cell) => isShading(layout.board) && scene.states?.[cell] === 1;
  return (cell) => (broken.has(cell) && !isShaded(cell) ? warn : finished.has(cell) ? muted : colours);
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

/** The radius of circles, and the width of the outline of white circles, in cells, as in the SVG pictures. */
const [CIRCLE, OUTLINE] = [11 / 32, 2 / 32];

/** Returns the colours inside a circle: of its area, and of its text. */
function circleColours(shape, { text, paper, black, white }) {
  if (shape === "circle") return [paper, text];
  return shape === "white-circle" ? [white, black] : [black, white];
}

/** Paints a clue: its shape, and the text in it. */
function paintSymbol(context, pen, [col, row], { shape, text, sign }, colour, colours) {
  const [x, y] = [pen.x(col + 0.5), pen.y(row + 0.5)];
  const disc = (radius, fill) => {
    context.fillStyle = fill;
    context.beginPath();
    dot(context, x, y, pen.k * radius);
    context.fill();
  };
  let ink = colours.text;
  if (shape === "black-cell") {
    context.fillStyle = colours.text;
    // a thin line remains between two black cells
    const thin = pen.k < 12 ? 0 : Math.max(1, Math.round(pen.ratio));
    const [left, top] = [Math.round(pen.x(col)), Math.round(pen.y(row))];
    context.fillRect(left, top, Math.round(pen.x(col + 1)) - left - thin, Math.round(pen.y(row + 1)) - top - thin);
    ink = colours.paper;
  } else if (shape === "sign") {
    paintSign(context, pen, col, row, sign, colours.text, colours.paper);
  } else if (shape === "terminal") {
    terminal(context, x, y, pen.k * (12 / 32), colour, colours);
  } else if (shape !== null) {
    const [inside, inner] = circleColours(shape, colours);
    disc(CIRCLE, colours.text);
    disc(CIRCLE - OUTLINE, inside);
    ink = inner;
  }
  if (text === "" || pen.k < LEAST_CLUE) return;
  if (text.includes("\\")) {
    const [below, right] = text.split("\\");
    context.strokeStyle = ink;
    context.lineWidth = Math.max(1, pen.k / 32);
    strokeSegments(context, pen, [[col, row, col + 1, row + 1]]);
    write(context, x - (pen.k * 7) / 32, y + (pen.k * 9) / 32, below, (pen.k * 10) / 32, ink, colours.font, 500);
    write(context, x + (pen.k * 7) / 32, y - (pen.k * 8) / 32, right, (pen.k * 10) / 32, ink, colours.font, 500);
    return;
  }
  write(context, x, y, text, pen.k * sizeOf(shape, text), ink, colours.font, 500);
}

function paintGraph(context, view, pen, colours) {
  const { board, segments } = view.layout;
  context.strokeStyle = colours.grid;
  context.lineWidth = Math.max(pen.ratio, pen.k * 0.03);
  context.lineCap = "round";
  context.beginPath();
  for (let at = 0; at < segments.length; at += 4) {
    context.moveTo(pen.x(segments[at]), pen.y(segments[at + 1]));
    context.lineTo(pen.x(segments[at + 2]), pen.y(segments[at + 3]));
  }
  context.stroke();
  paintNotes(context, view, pen, colours, 0.55);
}

/** Paints the texts outside the cells: numbers at corners and at the border. */
function paintNotes(context, view, pen, colours, size) {
  const { layout, scene } = view;
  const [finished, broken] = [new Set(scene.finishedNotes), new Set(brokenCorners(scene))];
  const isCorner = (x, y) => layout.rows > 0 && Number.isInteger(x) && Number.isInteger(y);
  layout.board.notes.forEach(({ x, y, text }, note) => {
    const isBroken = isCorner(x, y) && broken.has(y * (layout.cols + 1) + x);
    const ink = isBroken ? colours.warn : finished.has(note) ? colours.muted : colours.text;
    write(context, pen.x(x), pen.y(y), text, pen.k * size, ink, colours.font, 500);
  });
}

/** Paints the small texts in the upper left corners of cells. */
function paintCellNotes(context, { grid }, pen, colours) {
  if (pen.k < LEAST_CLUE) return;
  grid.notes.forEach((text, cell) => {
    if (text === null) return;
    const [x, y] = [cell % grid.cols, Math.floor(cell / grid.cols)];
    write(context, pen.x(x + 0.22), pen.y(y + 0.2), text, pen.k * 0.28, colours.text, colours.font, 500);
  });
}

/** Paints the numbers at the corners of cells, each on a disc that hides the lines, and those at the border. */
function paintGridNotes(context, view, pen, colours) {
  for (const { x, y } of view.layout.board.notes) {
    context.fillStyle = colours.paper;
    context.beginPath();
    dot(context, pen.x(x), pen.y(y), pen.k * 0.26);
    context.fill();
  }
  paintNotes(context, view, pen, colours, 0.4);
}

/** Paints the vertices of a general graph; they lie above the lines. */
export function paintVertices(context, view, pen, colours) {
  const { board } = view.layout;
  const named = board.kind !== "slitherlink" && board.points.length <= 200;
  const clues = new Map(board.terminals);
  const groups = terminalColours(board, colours);
  board.points.forEach(([x, y], index) => {
    const [px, py] = [pen.x(x), pen.y(y)];
    if (clues.has(index)) {
      const text = clues.get(index);
      terminal(context, px, py, pen.k * 0.25, groups.get(text) ?? colours.text, colours);
      write(context, px, py, text, pen.k * 0.32, colours.text, colours.font, 650);
    } else if (named) {
      context.fillStyle = colours.paper;
      context.strokeStyle = colours.rule;
      context.lineWidth = Math.max(pen.ratio, pen.k * 0.025);
      context.beginPath();
      context.arc(px, py, pen.k * 0.2, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
      write(context, px, py, board.names[index] ?? String(index + 1), pen.k * 0.2, colours.muted, colours.font, 500);
    } else {
      context.fillStyle = colours.dot;
      context.beginPath();
      dot(context, px, py, Math.min(3.6 * pen.ratio, Math.max(1, pen.k * 0.065)));
      context.fill();
    }
  });
}

/** Returns the colour of each text of a terminal: a colour a pair for Numberlink, one for all for other kinds. */
export function terminalColours(board, colours) {
  const texts = board.grid ? board.grid.texts.filter((text) => text !== null) : board.terminals.map(([, text]) => text);
  const different = [...new Set(texts)];
  const colour = (index) => (board.kind === "numberlink" ? colours.series[index % 8] : colours.text);
  return new Map(different.map((text, index) => [text, colour(index)]));
}

/** Paints the ring around a terminal, in the color of its pair. */
function terminal(context, x, y, radius, colour, colours) {
  context.fillStyle = colours.paper;
  context.strokeStyle = colour;
  context.lineWidth = radius * 0.2;
  context.beginPath();
  dot(context, x, y, radius);
  context.fill();
  context.stroke();
}

function dot(context, x, y, radius) {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function strokeSegments(context, pen, all) {
  context.beginPath();
  for (const [x1, y1, x2, y2] of all) {
    if (!pen.seen(x1, y1)) continue;
    context.moveTo(Math.round(pen.x(x1)), Math.round(pen.y(y1)));
    context.lineTo(Math.round(pen.x(x2)), Math.round(pen.y(y2)));
  }
  context.stroke();
}

/** Writes a text around a place; long texts are smaller. */
export function write(context, x, y, text, size, colour, font, weight = 500) {
  const fitted = text.length > 2 ? (size * 2.2) / text.length : text.length > 1 ? size * 0.86 : size;
  context.font = `${weight} ${Math.max(1, fitted)}px ${font}`;
  context.fillStyle = colour;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  // digits and capitals have about this height
  context.fillText(text, x, y + fitted * 0.36);
}
