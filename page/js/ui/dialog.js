// Dialogs: a heading, a button that closes, and a body.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Makes a dialog. It closes with Escape, with its button, and with a click beside it.
 * @param {string} id
 * @param {string} title
 * @param {...HTMLElement} body
 * @returns {HTMLDialogElement}
 */
export function dialog(id, title, ...body) {
  const close = h(
    "button",
    {
      type: "button",
      className: "icon-button quiet",
      "aria-label": "Close",
      onclick: () => element.close(),
    },
    icon("close"),
  );
  const heading = h("h2", { id: `${id}-heading` }, title);
  const element = h(
    "dialog",
    { id, "aria-labelledby": `${id}-heading` },
    h("div", { className: "dialog-head" }, heading, close),
    h("div", { className: "dialog-body" }, ...body),
  );
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return element;
}

/** Asks a question with two answers. @returns {Promise<boolean>} */
export function confirm(question, yes) {
  return new Promise((resolve) => {
    const answer = (value) => () => {
      resolve(value);
      element.close();
    };
    const element = dialog(
      "confirm",
      question,
      h(
        "div",
        { className: "row end" },
        h("button", { type: "button", onclick: answer(false) }, "Cancel"),
        h("button", { type: "button", className: "primary", id: "confirm-yes", onclick: answer(true) }, yes),
      ),
    );
    element.addEventListener("close", () => {
      resolve(false);
      element.remove();
    });
    element.showModal();
  });
}
