// The dialog with the keys, the gestures and the settings.

import { app } from "../app.js";
import { chooseColours, chosenColours } from "../board/theme.js";
import { dialog } from "./dialog.js";
import { byId, field, h, select } from "./dom.js";

const KEYS = [
  ["Arrow keys", "move the cursor to the next point or cell"],
  ["Shift and arrow", "draw a line, or remove it; change the border of a cell"],
  ["Space, Enter", "toggle the line that the cursor has passed"],
  ["X", "cross out that line; mark a cell as empty"],
  ["[ and ], F", "choose another line at the point; follow it"],
  ["I", "shade the cell; note whether the cell to the lower right is inside or outside"],
  ["1 to 9, A to Z", "write a value or a clue"],
  ["N", "change between values and candidates, or between lines and crosses"],
  ["Backspace", "remove a value or a clue"],
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
  ["Click inside a cell", "shades it, or notes that it is inside or outside of the loop"],
  ["Wheel, two fingers", "zoom"],
  ["Middle button, space and drag", "move the board"],
];

/** Makes the dialog, and connects its button. */
export function helpDialog() {
  const list = (rows, wrap) =>
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        ...rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, wrap(key)), h("td", {}, what))),
      ),
    );
  const element = dialog(
    "help-dialog",
    "Help and settings",
    h("p", {}, "Play, edit, solve and inspect grid puzzles. Puzzles and games stay on this machine."),
    h("h3", {}, "Keys on the board"),
    list(KEYS, (key) => h("span", {}, key)),
    h("h3", {}, "Mouse and touch"),
    list(POINTER, (key) => key),
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
  byId("help").addEventListener("click", () => element.showModal());
}
