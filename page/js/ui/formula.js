// The fields that choose how constraints become a formula: encoding, CNF method, cardinality method. Each default has its name.

import { app } from "../app.js";
import { field, select, setChoices } from "./dom.js";

/** The CNF method that is used unless another one is chosen. */
const USUAL_CNF = "direct";

/**
 * Makes the fields.
 * @param {string} prefix The beginning of their ids.
 * @param {() => void} [onchange]
 */
export function formulaFields(prefix, onchange = () => {}) {
  const encoding = select([], { id: `${prefix}-encoding`, onchange });
  const methods = app.about.cnf.filter((name) => name !== USUAL_CNF);
  const cnf = select([["", USUAL_CNF], ...methods], { id: `${prefix}-cnf`, onchange });
  // no method of its own is not the same as that of the CNF method: large sums become decision diagrams
  const card = select([["", "as the CNF method"], ...app.about.card], { id: `${prefix}-card`, onchange });
  /** The puzzle whose encodings are offered. */
  let shown = "";
  return {
    fields: [field("Encoding", encoding), field("CNF method", cnf), field("Cardinality", card)],
    encoding,
    /** Offers the encodings of a board, and chooses that of the built-in solver if the board is new. Returns whether it is new. */
    adapt(board) {
      const isNew = board.puzzle !== shown;
      shown = board.puzzle;
      setChoices(encoding, board.encodings);
      if (isNew) encoding.value = board.encodings[0];
      return isNew;
    },
    /** @returns {import("../types.js").FormulaChoice} */
    choice() {
      const entries = Object.entries({ encoding: encoding.value, cnf: cnf.value, card: card.value });
      return Object.fromEntries(entries.filter(([, value]) => value !== ""));
    },
  };
}
