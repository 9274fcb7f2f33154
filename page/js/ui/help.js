// The dialog with the keys, the gestures and the settings.

import { app } from "../app.js";
import { chooseColours, chosenColours } from "../board/theme.js";
import { isShading } from "../board/words.js";
import { hasShades } from "../play/shades.js";
import { mayBeEmpty } from "../play/values.js";
import { dialog } from "./dialog.js";
import { byId, field, fill, h, select } from "./dom.js";

const hasLines = ({ form }) => form === "lines";
const hasWalls = ({ form }) => form === "walls";
const hasValues = (board) => board.form === "values" && !isShading(board);

/** The keys, what they do, and the boards on which they do it. */
const KEYS = [
  ["Arrow keys", "move the cursor to the next point or cell"],
  ["Shift and arrow", "draw a line, or remove it", hasLines],
  ["Shift and arrow", "change the border of a cell: wall, open, undecided", hasWalls],
  ["Space, Enter", "toggle the line that the cursor has passed", hasLines],
  ["Space, Enter", "change the border that the cursor has passed", hasWalls],
  ["Space, Enter", "shade the cell, then mark it as not shaded", isShading],
  ["X", "cross out the line that the cursor has passed", hasLines],
  ["X", "make a wall of the border that the cursor has passed", hasWalls],
  ["X", "mark the cell as not shaded", isShading],
  ["X", "mark the cell as empty", mayBeEmpty],
  ["[ and ], F", "choose another line at the point; follow it", hasLines],
  ["I", "shade the cell", (board) => hasLines(board) && board.shadable !== null],
  [
    "I",
    "note whether the cell to the lower right is inside or outside",
    (board) => hasLines(board) && board.shadable === null && board.grid?.dotted === true,
  ],
  ["1 to 9, A to Z", "write a value", hasValues],
  ["1 to 9, A to Z", "in Edit: write a clue"],
  ["N", "change between values and candidates", hasValues],
  ["N", "change between shades and dots", isShading],
  ["N", "change between lines and crosses", (board) => hasLines(board) && !hasShades(board)],
  ["N", "change between lines, crosses and shades", hasShades],
  ["Backspace", "remove a value", hasValues],
  ["Backspace", "in Edit: remove a clue"],
  ["Z, Y", "undo, redo"],
  ["C, H", "check the marks, show a hint"],
  [", and .", "in Watch: the previous and the next round"],
  ["Enter", "in Inspect: list the clauses about the point, the line or the cell"],
  ["+, -, 0", "zoom in, zoom out, show the whole board"],
];

const POINTER = [
  ["Click", "toggles the nearest line or border, or chooses a cell"],
  ["Right click, long press", "makes the second mark: a cross, a dot"],
  ["Drag", "draws from point to point; back along the line removes it again; shades cells; selects cells for values"],
  ["Drag with the right button", "shades cells beside a loop, if the solution shades some; or else makes crosses"],
  ["Click inside a cell", "shades it, or notes that it is inside or outside of the loop"],
  ["Wheel, two fingers", "zoom"],
  ["Middle button, space and drag", "move the board"],
];

/** Makes the dialog, and connects its button. */
export function helpDialog() {
  const list = (rows, wrap) =>
    rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, wrap(key)), h("td", {}, what)));
  const keys = h("tbody", { id: "help-keys" });
  const element = dialog(
    "help-dialog",
    "Help and settings",
    h("p", {}, "Play, edit, solve and inspect grid puzzles. Puzzles and games stay on this machine."),
    h("h3", {}, "Keys on the board"),
    h("table", {}, keys),
    h("h3", {}, "Mouse and touch"),
    h("table", {}, h("tbody", {}, ...list(POINTER, (key) => key))),
    h("h3", {}, "Settings"),
    field(
      "Colors",
      select(
        [
          ["system", "as the system"],
          ["light", "light"],
          ["dark", "dark"],
        ],
        { id: "colours", value: chosenColours(), onchange: ({ target }) => chooseColours(target.value) },
      ),
    ),
    h("p", { className: "muted small" }, `Encycle ${app.about.version}`),
  );
  byId("help").addEventListener("click", () => {
    const here = KEYS.filter(([, , isOn]) => !isOn || (app.board && isOn(app.board)));
    fill(keys, list(here, (key) => h("span", {}, key)));
    element.showModal();
  });
}
