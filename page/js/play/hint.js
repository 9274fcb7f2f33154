// Hints: the card with place, technique, level and reason, and the facts that it applies.

import { counted, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** The parts of a hint, in the order in which the card shows them: where to look, the rule, the fact. */
export const STAGES = { place: 0, rule: 1, fact: 2 };

/** The technique whose reasons are rules, not steps. */
const BY_RULES = "contradiction";

/**
 * Makes the card of a hint.
 * @param {import("../types.js").Hint} hint
 * @param {number} stage The last part to show, of `STAGES`.
 * @param {{ more: () => void, apply: () => void, dismiss: () => void }} actions
 */
export function hintCard(hint, stage, { more, apply, dismiss }) {
  const hasFacts = hint.facts.present.length + hint.facts.absent.length > 0;
  const from = (first, ...children) => (stage >= first ? children : []);
  return h(
    "section",
    { className: `card ${hasFacts ? "accent" : "warn"} stack`, id: "hint-card", "aria-label": "Hint" },
    h(
      "div",
      { className: "row" },
      h("h2", {}, stage === STAGES.place ? "Look here" : hintHeading(hint)),
      ...from(STAGES.rule, hint.level ? h("span", { className: "tag", "data-level": hint.level }, hint.level) : null),
    ),
    hasFacts ? h("p", {}, `${sentence(hint.place)}.`) : null,
    ...from(
      STAGES.rule,
      hint.meaning && !hint.words.includes(hint.meaning)
        ? h("p", { className: "muted" }, sentence(hint.meaning))
        : null,
    ),
    ...from(
      STAGES.fact,
      h("p", {}, sentence(hint.words)),
      hint.because.length > 0
        ? h(
            "details",
            {},
            h("summary", {}, `It rests on ${counted(hint.because.length, hint.technique === BY_RULES ? "rule" : "earlier step")}`),
            h("ul", { className: "small" }, ...hint.because.map((one) => h("li", {}, sentence(one)))),
          )
        : null,
      hint.source ? h("p", { className: "small muted" }, `Source: ${hint.source}`) : null,
    ),
    h(
      "div",
      { className: "row" },
      stage < STAGES.fact
        ? h(
            "button",
            { type: "button", className: "primary", id: "hint-more", onclick: more },
            stage === STAGES.place ? "Show the rule" : "Show the step",
          )
        : null,
      ...from(
        STAGES.fact,
        hasFacts
          ? h(
              "button",
              { type: "button", className: "primary", id: "hint-apply", onclick: apply },
              icon("check"),
              "Apply",
            )
          : null,
      ),
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

/** Writes the first letter as a capital. */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns the name of the technique of a hint, or what replaces it. */
export function hintHeading({ technique, mistake, words, facts }) {
  // "a mistake: a rule is broken at a place: what it says"
  if (mistake) return sentence(words.replace(/^a mistake: /, "").split(": ")[0]);
  if (technique) return sentence(technique.replaceAll("-", " "));
  return facts.present.length + facts.absent.length > 0 ? "Found by search" : "No next step";
}
