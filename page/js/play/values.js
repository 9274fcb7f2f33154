// Input of values and candidates. A struck-out value is an absent atom; the small digits are the values that are left.

import { isFixedCell } from "../board/symbols.js";
import { cellWords, valueWords } from "../board/words.js";
import { announce } from "../ui/announce.js";

/** Returns whether the cells of a board may stay empty. */
export const mayBeEmpty = (board) => board.may_be_empty;

/** Writes a value, or removes it if it is there already. */
export function writeValue(game, layout, cell, value) {
  if (isClue(layout, cell)) return;
  const [start, count] = [cell * layout.board.values.length, layout.board.values.length];
  const old = game.states.subarray(start, start + count).indexOf(1);
  const changes = [];
  if (old >= 0) changes.push([start + old, 0]);
  if (old !== value) changes.push([start + value, 1]);
  game.change(changes);
  tell(game, layout, cell);
}

/** Adds or removes a candidate. Without candidates all values are possible; the first one strikes out all others. */
export function toggleNote(game, layout, cell, value) {
  if (isClue(layout, cell)) return;
  const count = layout.board.values.length;
  const start = cell * count;
  const own = game.states.subarray(start, start + count);
  if (own.includes(1)) return;
  const left = [...own.keys()].filter((index) => own[index] !== 2);
  const untouched = left.length === count;
  const next = untouched ? [value] : left.includes(value) ? left.filter((index) => index !== value) : [...left, value];
  const state = (index) => (next.length === 0 || next.includes(index) ? 0 : 2);
  game.change([...own.keys()].map((index) => [start + index, state(index)]));
  tell(game, layout, cell);
}

/** Marks a cell as empty: every value is struck out. */
export function markEmpty(game, layout, cell) {
  if (isClue(layout, cell)) return;
  const count = layout.board.values.length;
  const own = game.states.subarray(cell * count, (cell + 1) * count);
  const state = own.every((one) => one === 2) ? 0 : 2;
  game.change([...own.keys()].map((index) => [cell * count + index, state]));
  tell(game, layout, cell);
}

/** Removes the value of a cell, or else its candidates. */
export function eraseCell(game, layout, cell) {
  if (isClue(layout, cell)) return;
  const count = layout.board.values.length;
  const own = game.states.subarray(cell * count, (cell + 1) * count);
  const value = own.indexOf(1);
  const indices = value >= 0 ? [value] : [...own.keys()];
  game.change(indices.map((index) => [cell * count + index, 0]));
  tell(game, layout, cell);
}

function isClue(layout, cell) {
  const isFixed = isFixedCell(layout.board, cell);
  if (isFixed) announce(`${cellWords(layout, cell)} is a clue`);
  return isFixed;
}

function tell(game, layout, cell) {
  announce(`${cellWords(layout, cell)}: ${valueWords(layout, cell, game.states)}`);
}

/** Collects typed characters to the texts of values; `12` is typed as two keys. */
export class Typing {
  constructor() {
    this.text = "";
    this.cell = -1;
    this.timer = 0;
  }

  /**
   * Takes a key, and returns the index of the value so far, or -1.
   * @param {string} key
   * @param {string[]} texts
   * @param {number} cell Where it is typed; in another cell, the text begins anew.
   */
  take(key, texts, cell) {
    if (cell !== this.cell) this.reset();
    this.cell = cell;
    const before = this.text;
    this.text += key;
    if (before && !this.isBegun(texts)) this.text = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reset(), 900);
    return texts.findIndex((one) => one.toLowerCase() === this.text.toLowerCase());
  }

  /** Returns whether the text so far is the beginning of one of the texts. */
  isBegun(texts) {
    return texts.some((text) => text.toLowerCase().startsWith(this.text.toLowerCase()));
  }

  reset() {
    this.text = "";
  }
}
