// Hints: the card with technique, level and reason, and the facts that it applies.

import { counted, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * Makes the card of a hint.
 * @param {import("../types.js").Hint} hint
 * @param {() => void} apply
 * @param {() => void} dismiss
 */
export function hintCard(hint, apply, dismiss) {
  const hasFacts = hint.facts.present.length + hint.facts.absent.length > 0;
  return h(
    "section",
    { className: `card ${hasFacts ? "accent" : "warn"} stack`, id: "hint-card", "aria-label": "Hint" },
    h(
      "div",
      { className: "row" },
      h("h2", {}, hintHeading(hint)),
      hint.level ? h("span", { className: "tag", "data-level": hint.level }, hint.level) : null,
    ),
    h("p", {}, sentence(hint.words)),
    hint.meaning && !hint.words.includes(hint.meaning)
      ? h("p", { className: "muted" }, sentence(hint.meaning))
      : null,
    hint.because.length > 0
      ? h(
          "details",
          {},
          h("summary", {}, `It rests on ${counted(hint.because.length, "earlier step")}`),
          h("ul", { className: "small" }, ...hint.because.map((one) => h("li", {}, one))),
        )
      : null,
    hint.source ? h("p", { className: "small muted" }, `Source: ${hint.source}`) : null,
    h(
      "div",
      { className: "row" },
      hasFacts
        ? h(
            "button",
            { type: "button", className: "primary", id: "hint-apply", onclick: apply },
            icon("check"),
            "Apply",
          )
        : null,
      h("button", { type: "button", onclick: dismiss }, "Close"),
    ),
  );
}

/** Returns the changes that apply the facts of a hint. */
export function hintChanges(hint, states) {
  const changes = [];
  for (const atom of hint.facts.present) changes.push([atom, 1]);
  for (const atom of hint.facts.absent) if (states[atom] !== 1) changes.push([atom, 2]);
  return changes.filter(([atom]) => atom < states.length);
}

/** Writes the first letter as a capital, but not that of a name such as `h_3_9`. */
export function sentence(words) {
  if (/^[a-z]+_/.test(words)) return words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the name of the technique of a hint, or what replaces it. */
export function hintHeading({ technique, facts }) {
  if (technique) return sentence(technique.replaceAll("-", " "));
  return facts.present.length + facts.absent.length > 0 ? "Found by search" : "No next step";
}
