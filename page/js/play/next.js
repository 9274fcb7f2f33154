// What follows a solved puzzle: another puzzle of the same kind and size, or the next example.

import { Cancelled } from "../engine/errors.js";
import { latest } from "../engine/index.js";
import { sayError } from "../ui/announce.js";
import { h } from "../ui/dom.js";

const jobs = latest();

/**
 * Makes a card with the puzzles that may follow.
 * @param {import("../types.js").Board} board The solved puzzle.
 * @param {import("../types.js").About} about
 * @param {(board: import("../types.js").Board) => void} open
 */
export function nextCard(board, about, open) {
  const button = (id, label, request) => {
    const element = h("button", { type: "button", id, className: "primary", onclick: () => run() }, label);
    const run = async () => {
      element.disabled = true;
      try {
        open(await jobs.ask(request, "board"));
      } catch (error) {
        if (!(error instanceof Cancelled)) sayError(error);
      } finally {
        element.disabled = false;
      }
    };
    return element;
  };
  const example = following(board.kind, about.examples);
  const kind = about.kinds.find(({ name }) => name === board.kind);
  return h(
    "section",
    { className: "card accent stack", id: "next-card", "aria-label": "Next puzzle" },
    h("h2", {}, "Next puzzle"),
    h(
      "div",
      { className: "row" },
      kind?.generates && board.grid ? button("next-made", `Another ${board.title}`, making(board, about)) : null,
      button("next-example", nameOf(example), { do: "example", name: example.name }),
    ),
  );
}

/** Names an example and its kind, once if it has the name of the kind. */
const nameOf = ({ name, kind }) => (name === kind ? name : `${name} (${kind})`);

/** Returns the example after those of a kind. */
function following(kind, examples) {
  const last = examples.findLastIndex((example) => example.kind === kind);
  return examples[(last + 1) % examples.length];
}

/** Returns the request for a puzzle like this one. */
function making({ kind, variant, grid }, { difficulties }) {
  const { rows, cols } = grid;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
  return { do: "generate", kind, rows, cols, difficulty: difficulties[0], variant, seed };
}
