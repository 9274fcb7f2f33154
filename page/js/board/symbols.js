// How the text of a clue is drawn: its shape, and the text in it.

/** The characters that stand for a shape, as in `Label::shape_and_text` of the engine. */
const SHAPES = { "■": "black-cell", "○": "white-circle", "●": "black-circle" };

/**
 * @typedef {object} ClueSymbol
 * @property {"black-cell" | "white-circle" | "black-circle" | "terminal" | null} shape
 * @property {string} text The text in the shape; it may be empty.
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
 * Returns how the text of a clue is drawn.
 * @param {string} kind
 * @param {string} text
 * @returns {ClueSymbol}
 */
export function symbolOf(kind, text) {
  const shape = SHAPES[text[0]];
  if (shape) return { shape, text: text.slice(1) };
  // a sum for the cells below, and one for the cells on the right
  if (text.includes("\\")) return { shape: "black-cell", text };
  return { shape: kind === "numberlink" ? "terminal" : null, text };
}
