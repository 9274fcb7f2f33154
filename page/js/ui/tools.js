// The tools above the board: undo, redo, what a click does, check, hint, clear, timer; and the zoom buttons.

import { app, refresh } from "../app.js";
import { isShading } from "../board/words.js";
import { hasShades } from "../play/shades.js";
import { byId, fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** The text and the icon of the two kinds of mark. */
const INPUTS = {
  lines: [["Line", "line"], ["Cross", "cross"]],
  values: [["Value", "note"], ["Candidates", "candidates"]],
  shades: [["Shade", "note"], ["Dot", "candidates"]],
};

/** Makes the tools; `update` adapts them to the mode and the game. */
export function makeTools() {
  const button = (id, label, name, action, text = false) =>
    h(
      "button",
      {
        id,
        type: "button",
        className: text ? "" : "icon-button",
        title: label,
        "aria-label": text ? null : label,
        onclick: action,
      },
      icon(name),
      text ? h("span", { className: "label" }, label) : null,
    );
  const play = () => app.modes.play;
  const undo = button("undo", "Undo", "undo", () => app.mode.undo?.());
  const redo = button("redo", "Redo", "redo", () => app.mode.redo?.());
  const first = button("mark-main", "Line", "line", () => play().choose("main"), true);
  const second = button("mark-second", "Cross", "cross", () => play().choose("second"), true);
  const third = button("mark-shade", "Shade", "shade", () => play().choose("shade"), true);
  const segment = h("div", { className: "segment", role: "group", "aria-label": "A click makes" }, first, second);
  const check = button("check", "Check", "check", () => play().check(), true);
  const hint = button("hint", "Hint", "hint", () => play().hint(), true);
  const clear = button("clear", "Clear", "clear", () => play().clear());
  const clockFace = h("span", { id: "timer", role: "timer", "aria-label": "Time" }, "0:00");
  const timer = h(
    "button",
    {
      id: "pause",
      type: "button",
      className: "timer",
      title: "Pause: stop the clock and hide the board",
      onclick: () => {
        app.timer.toggle();
        timer.setAttribute("aria-pressed", String(app.timer.isPaused));
      },
    },
    clockFace,
  );
  fill(byId("tools"), undo, redo, segment, check, hint, clear, h("span", { className: "space" }), timer);

  fill(
    byId("zoom"),
    button("zoom-out", "Zoom out", "minus", () => app.view.zoom(1 / 1.25)),
    button("zoom-fit", "Show the whole board", "fit", () => app.view.fit()),
    button("zoom-in", "Zoom in", "plus", () => app.view.zoom(1.25)),
  );

  const label = (element, text, name) => {
    element.title = text;
    element.setAttribute("aria-label", text);
    fill(element, icon(name), h("span", { className: "label" }, text));
  };
  let form = "";
  function update() {
    const { mode, board } = app;
    const focused = document.activeElement;
    const isPlay = mode.name === "play";
    undo.disabled = !mode.canUndo;
    redo.disabled = !mode.canRedo;
    for (const one of [check, hint, clear, timer]) one.hidden = !isPlay;
    for (const one of [undo, redo]) one.hidden = !mode.undo;
    byId("tools").hidden = !isPlay && !mode.undo;
    segment.hidden = !isPlay || board.form === "walls";
    clear.disabled = app.game.isEmpty;
    // a button that is switched off passes the focus on
    if (byId("tools").contains(focused) && focused.disabled)
      ([undo, redo].find((one) => !one.disabled) ?? byId("board")).focus();
    first.setAttribute("aria-pressed", String(play().tool === "main"));
    second.setAttribute("aria-pressed", String(play().tool === "second"));
    third.setAttribute("aria-pressed", String(play().tool === "shade"));
    // the last button of the segment has round corners
    if (!hasShades(board)) third.remove();
    else if (!third.isConnected) segment.append(third);
    const shown = isShading(board) ? "shades" : board.form;
    if (form !== shown) {
      form = shown;
      const [one, other] = INPUTS[form] ?? INPUTS.lines;
      label(first, ...one);
      label(second, ...other);
    }
  }
  return { update };
}

/** Changes the zoom with a key; returns whether it did. */
export function zoomKey(key) {
  if (key === "+" || key === "=") app.view.zoom(1.25);
  else if (key === "-" || key === "_") app.view.zoom(1 / 1.25);
  else if (key === "0") app.view.fit();
  else return false;
  refresh();
  return true;
}
