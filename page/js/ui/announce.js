// Messages: the status line under the board, and the region that screen readers read aloud.

import { Cancelled } from "../engine/errors.js";
import { byId } from "./dom.js";

let flip = false;

/** Passes a sentence to screen readers. */
export function announce(words) {
  flip = !flip;
  // a change of the text makes a screen reader repeat equal words
  byId("live").textContent = flip ? words : `${words}\u00a0`;
}

/**
 * Shows a message under the board.
 * @param {string} words
 * @param {"" | "solved" | "mistake" | "error" | "fine"} [verdict]
 */
export function say(words, verdict = "") {
  const status = byId("status");
  status.textContent = words;
  status.dataset.verdict = verdict;
}

/** Shows an error of a job; a cancelled job shows none. */
export function sayError(error) {
  if (!(error instanceof Cancelled)) say(plain(error), "error");
}

/** Writes an error in one paragraph, after its place in a text. */
export function plain(error) {
  const place = error.line ? `line ${error.line}, column ${error.column ?? 1}: ` : "";
  const sentences = (place + error.message).split("\nhelp: ");
  return sentences.map((words) => words.charAt(0).toUpperCase() + words.slice(1)).join(". ");
}
