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

/**
 * Draws a sign: lines through two points, black areas through more, and a white circle.
 * @param {import("../types.js").SignDrawing} sign
 */
export function paintSign(context, pen, x, y, sign, colour, paper) {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = Math.max(1.5, pen.k * 0.09);
  for (const points of sign.lines) {
    context.beginPath();
    for (const [right, down] of points) context.lineTo(pen.x(x + right / 32), pen.y(y + down / 32));
    if (points.length > 2) context.fill();
    else context.stroke();
  }
  if (sign.circle === null) return;
  const [right, down] = sign.circle;
  context.fillStyle = paper;
  context.lineWidth = Math.max(1, pen.k * 0.06);
  context.beginPath();
  context.arc(pen.x(x + right / 32), pen.y(y + down / 32), pen.k * 0.19, 0, 2 * Math.PI);
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
