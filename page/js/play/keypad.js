// The keypad for values: a button a value, and one that erases.

import { h } from "../ui/dom.js";

/**
 * Makes a keypad.
 * @param {[string, number][]} values The texts of the values that are offered, each with its number.
 * @param {(value: number) => void} press
 * @param {() => void} erase
 * @param {(() => void) | null} empty Marks a cell as empty, if cells may be.
 */
export function keypad(values, press, erase, empty) {
  const key = (text, action, label) => h("button", { type: "button", "aria-label": label, onclick: action }, text);
  return keyRows("Keypad", [
    ...values.map(([text, value]) => key(text, () => press(value), `Write ${text}`)),
    ...(empty ? [key("×", empty, "Mark as empty")] : []),
    key("⌫", erase, "Erase"),
  ]);
}

/** Makes a group of keys, in rows of equal length with at most seven keys. */
export function keyRows(label, keys) {
  const element = h("div", { className: "keypad", role: "group", "aria-label": label }, ...keys);
  const columns = Math.ceil(keys.length / Math.ceil(keys.length / 7));
  element.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return element;
}
