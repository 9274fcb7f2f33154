// The keypad for values: a button a value, and one that erases.

import { h } from "../ui/dom.js";

/**
 * Makes a keypad.
 * @param {string[]} texts
 * @param {(index: number) => void} press
 * @param {() => void} erase
 * @param {(() => void) | null} empty Marks a cell as empty, if cells may be.
 */
export function keypad(texts, press, erase, empty) {
  const key = (text, action, label) => h("button", { type: "button", "aria-label": label, onclick: action }, text);
  return h(
    "div",
    { className: "keypad", role: "group", "aria-label": "Keypad" },
    ...texts.map((text, index) => key(text, () => press(index), `Write ${text}`)),
    empty ? key("×", empty, "Mark as empty") : null,
    key("⌫", erase, "Erase"),
  );
}
