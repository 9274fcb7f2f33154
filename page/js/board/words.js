// Names of the parts of a board, for screen readers and messages.

/** Names a cell. */
export function cellWords(layout, cell) {
  return `row ${Math.floor(cell / layout.cols) + 1}, column ${(cell % layout.cols) + 1}`;
}

/** Names a point: the crossing of grid lines, a cell, or a vertex. */
export function pointWords(layout, point) {
  const { board } = layout;
  if (!board.grid) return `vertex ${board.names[point] ?? point + 1}`;
  if (!board.grid.dotted) return cellWords(layout, point);
  const [x, y] = board.points[point];
  return `row ${y + 1}, column ${x + 1}`;
}

/** Names a line by its ends. */
export function lineWords(layout, line) {
  const [a, b] = layout.board.lines[line];
  const what = layout.form === "walls" ? "border between" : "line from";
  return `${what} ${pointWords(layout, a)} ${layout.form === "walls" ? "and" : "to"} ${pointWords(layout, b)}`;
}

/** Returns whether the cells of a board are shaded or not, so that their texts are numbers but no values. */
export const isShading = (board) => board.form === "values" && board.values.length === 1;

/** Names an atom, with its state. */
export function atomWords(layout, atom, state) {
  const { board } = layout;
  if (board.form === "values") {
    const count = board.values.length;
    const value = board.values[atom % count];
    const place = cellWords(layout, Math.floor(atom / count));
    if (isShading(board)) return `${place}: ${shadeWords(state)}`;
    return state === 1
      ? `${value} in ${place}`
      : state === 2
        ? `not ${value} in ${place}`
        : `${value} open in ${place}`;
  }
  const name = atom < board.lines.length ? lineWords(layout, atom) : board.atoms[atom];
  if (board.form === "walls") return `${name}: ${["undecided", "open", "wall"][state]}`;
  return state === 1 ? name : `${state === 2 ? "cross on" : "no mark on"} ${name}`;
}

/** Describes what lies under the cursor. */
export function cursorWords(layout, cursor, states) {
  const { board } = layout;
  if (cursor.words) return cursor.words;
  if (cursor.cell !== undefined) {
    const text = board.grid?.texts[cursor.cell];
    const parts = [cellWords(layout, cursor.cell)];
    if (text) parts.push(`clue ${text}`);
    const region = board.region_cells.indexOf(cursor.cell);
    if (board.offered.includes(region)) parts.push(`of region ${board.values[region]}`);
    if (isShading(board) && states) parts.push(shadeWords(states[cursor.cell]));
    else if (board.form === "values" && !text && states) parts.push(valueWords(layout, cursor.cell, states));
    if (cursor.line >= 0 && states) parts.push(`border passed: ${["undecided", "open", "wall"][states[cursor.line]]}`);
    return parts.join(", ");
  }
  if (cursor.point === undefined || cursor.point < 0) return "";
  const parts = [pointWords(layout, cursor.point)];
  const terminal = board.terminals.find(([vertex]) => vertex === cursor.point);
  if (terminal) parts.push(`clue ${terminal[1]}`);
  const shade = board.shadable ? states?.[layout.shadeIndex(cursor.point)] : 0;
  if (shade) parts.push(shadeWords(shade));
  if (board.grid && !board.grid.dotted && board.grid.texts[cursor.point])
    parts.push(`clue ${board.grid.texts[cursor.point]}`);
  if (board.grid?.dotted) parts.push(...clueBelow(layout, cursor.point));
  if (cursor.line >= 0 && states) {
    parts.push(states[cursor.line] === 1 ? "a line" : states[cursor.line] === 2 ? "a cross" : "no line");
  }
  return parts.join(", ");
}

export const shadeWords = (state) => ["open", "shaded", "not shaded"][state];

function clueBelow(layout, point) {
  const [x, y] = layout.board.points[point];
  if (x >= layout.cols || y >= layout.rows) return [];
  const text = layout.board.grid.texts[y * layout.cols + x];
  return text ? [`clue ${text} to the lower right`] : [];
}

/** Describes the value or the candidates of a cell. */
export function valueWords(layout, cell, states) {
  const { values } = layout.board;
  const own = states.subarray(cell * values.length, (cell + 1) * values.length);
  const value = own.indexOf(1);
  if (value >= 0) return values[value];
  const left = values.filter((_, index) => own[index] !== 2);
  if (left.length === values.length) return "open";
  return left.length === 0 ? "marked empty" : `candidates ${left.join(" ")}`;
}
