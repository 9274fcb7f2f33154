// How the text of a clue is drawn: its shape, and the text in it.

/** The characters that stand for a shape, as in `Label::shape_and_text` of the engine. */
const SHAPES = { "■": "black-cell", "○": "white-circle", "●": "black-circle" };

/**
 * @typedef {object} ClueSymbol
 * @property {"black-cell" | "circle" | "white-circle" | "black-circle" | "terminal" | "sign" | null} shape A circle without a
 *   color is that of a kind without black circles, and has the color of the paper.
 * @property {string} text The text in the shape; it may be empty.
 * @property {import("../types.js").SignDrawing} [sign] The drawing of a sign.
 */

/**
 * Returns whether the clue of a cell is its value, or says that it has none.
 * @param {{ fixed: number[] }} board
 * @param {number} cell
 */
export function isFixedCell(board, cell) {
  return board.fixed.includes(cell);
}

/** Returns whether points are the outline of a frame: it goes around the outside, and back around the inside. */
const isFrame = (points) => new Set(points.map(String)).size < points.length;

/**
 * Draws signs of a color: lines through two points, areas through more, and white circles. All lines are one path, so that
 * where two of them overlap there is no seam.
 * @param {[number, number, import("../types.js").SignDrawing][]} placed Signs, each with its column and row.
 * @param {string} colour
 * @param {string} paper
 * @param {string | null} black The colour of the areas of clues, which have a rim of the other colour.
 */
export function paintSigns(context, pen, placed, colour, paper, black = null) {
  const at = ([x, y], [right, down]) => [pen.x(x + right / 32), pen.y(y + down / 32)];
  const trace = (isWanted) => {
    context.beginPath();
    for (const [x, y, sign] of placed) {
      for (const points of sign.lines.filter(isWanted)) {
        context.moveTo(...at([x, y], points[0]));
        for (const point of points.slice(1)) context.lineTo(...at([x, y], point));
        if (points.length > 2) context.closePath();
      }
    }
  };
  const isRimmed = (points) => black !== null && points.length > 2 && !isFrame(points);
  context.strokeStyle = colour;
  context.lineCap = "round";
  context.lineWidth = Math.max(1, (pen.k * 1.5) / 32);
  context.fillStyle = black ?? colour;
  trace(isRimmed);
  context.fill();
  context.stroke();
  context.fillStyle = colour;
  trace((points) => points.length > 2 && !isRimmed(points));
  context.fill();
  context.lineWidth = Math.max(1.5, pen.k * 0.09);
  trace((points) => points.length === 2);
  context.stroke();
  for (const [x, y, { circle }] of placed) {
    if (circle !== null) paintCircle(context, at([x, y], circle), pen.k, paper);
  }
}

function paintCircle(context, [x, y], k, paper) {
  context.fillStyle = paper;
  context.lineWidth = Math.max(1, k * 0.06);
  context.beginPath();
  context.arc(x, y, k * 0.19, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/**
 * Returns how the text of a clue is drawn.
 * @param {import("../types.js").Board} board
 * @param {string} text
 * @returns {ClueSymbol}
 */
export function symbolOf({ kind, clue_signs: signs, grid }, text) {
  const sign = signs[text[0]];
  if (sign) return { shape: "sign", text: text.slice(1), sign };
  const shape = SHAPES[text[0]];
  if (shape === "white-circle" && !grid.has_black_circles) return { shape: "circle", text: text.slice(1) };
  if (shape) return { shape, text: text.slice(1) };
  // a sum for the cells below, and one for the cells on the right
  if (text.includes("\\")) return { shape: "black-cell", text };
  return { shape: kind === "numberlink" ? "terminal" : null, text };
}
