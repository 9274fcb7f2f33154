// The keys of the board, and the keys of the whole page.

import { app, refresh } from "../app.js";
import { cursorPlace, followed, isArrow, moved, turned } from "../board/cursor.js";
import { cursorWords } from "../board/words.js";
import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { zoomKey } from "./tools.js";

/** Shows the cursor at a place and reads it aloud. */
export function showCursor(cursor, quiet = false) {
  app.cursor = cursor;
  app.isCursorShown = true;
  app.view.reveal(...cursorPlace(app.view.layout, cursor));
  if (!quiet) announce(cursorWords(app.view.layout, cursor, app.mode.name === "play" ? app.game.states : null));
  refresh();
}

/** Attaches the listeners. */
export function boardKeys(host, gestures) {
  let isSpaceDown = false;
  host.addEventListener("keydown", (event) => {
    if (!app.board || !app.mode || event.target !== host) return;
    if (event.key === " " && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      if (!isSpaceDown) gestures.holdSpace(true);
      isSpaceDown = true;
      return;
    }
    if (pressed(event)) event.preventDefault();
  });
  host.addEventListener("keyup", (event) => {
    if (event.key !== " " || !isSpaceDown) return;
    isSpaceDown = false;
    // a space bar that moved the board toggles nothing
    if (!gestures.holdSpace(false)) app.mode.key?.(event);
  });
  host.addEventListener("blur", () => {
    if (isSpaceDown) gestures.holdSpace(false);
    isSpaceDown = false;
    if (!app.board) return;
    app.isCursorShown = app.board.form === "values" && app.isCursorShown;
    refresh();
  });
  host.addEventListener("focus", () => {
    if (!app.board || !host.matches(":focus-visible")) return;
    app.isCursorShown = true;
    refresh();
  });
  document.addEventListener("keydown", pageKey);
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { layout } = app.view;
  if (app.isCursorShown && app.mode.key?.(event)) return true;
  if (isArrow(event.key)) {
    showCursor(app.isCursorShown ? moved(layout, app.cursor, event.key) : app.cursor);
    return true;
  }
  if (event.key === "[" || event.key === "]") {
    showCursor(turned(layout, app.cursor, event.key === "]" ? 1 : -1));
    return true;
  }
  if (event.key === "f") {
    showCursor(followed(layout, app.cursor));
    return true;
  }
  return app.mode.key?.(event) || zoomKey(event.key);
}

function pageKey(event) {
  if (event.defaultPrevented || !app.mode || document.querySelector("dialog[open]")) return;
  const inField = event.target.closest?.("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !inField) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) app.mode.undo?.();
    else if (key === "y" || (key === "z" && event.shiftKey)) app.mode.redo?.();
    else return;
    event.preventDefault();
  } else if (!inField && !event.altKey && event.key === "?") {
    event.preventDefault();
    byId("help").click();
  } else if (!inField && event.target.id !== "board") {
    boardKey(event);
  }
}

/** What Space and Enter do elsewhere than on the board: they press the button, or open the details, that have the focus. */
const PRESSES = [" ", "Enter", "Tab", "Escape"];

/** Keys that change nothing at the cursor. */
const ANYWHERE = /^([zychnf0,.+=_[\]-]|Arrow.*)$/;

/** Passes a key on to the board, such as after a click on a button, which keeps the focus. */
function boardKey(event) {
  if (!app.board || event.altKey || PRESSES.includes(event.key)) return;
  if (!app.isCursorShown && !ANYWHERE.test(event.key)) return;
  // elsewhere, arrows scroll or choose a tab
  if (isArrow(event.key) && event.target.closest?.("#tools, .actions") === null) return;
  if (event.key === "z") app.mode.undo?.();
  else if (event.key === "y") app.mode.redo?.();
  else if (!pressed(event)) return;
  event.preventDefault();
  if (isArrow(event.key)) app.view.host.focus({ preventScroll: true });
}
