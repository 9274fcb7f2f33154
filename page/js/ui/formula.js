// The fields that choose how constraints become a formula: encoding, CNF method, cardinality method.

import { app } from "../app.js";
import { field, select, setChoices } from "./dom.js";

const DEFAULT = ["", "default"];

/**
 * Makes the fields.
 * @param {string} prefix The beginning of their ids.
 * @param {() => void} [onchange]
 */
export function formulaFields(prefix, onchange = () => {}) {
  const encoding = select([DEFAULT], { id: `${prefix}-encoding`, onchange });
  const cnf = select([DEFAULT, ...app.about.cnf], { id: `${prefix}-cnf`, onchange });
  const card = select([DEFAULT, ...app.about.card], { id: `${prefix}-card`, onchange });
  return {
    fields: [field("Encoding", encoding), field("CNF method", cnf), field("Cardinality", card)],
    encoding,
    /** Offers the encodings of a board. */
    adapt(board) {
      // a run has the default of its solver
      const isRun = prefix.startsWith("run-");
      const first = isRun ? DEFAULT : ["", `default (${board.default_encoding})`];
      setChoices(encoding, [first, ...board.encodings]);
    },
    /** @returns {import("../types.js").FormulaChoice} */
    choice() {
      const entries = Object.entries({ encoding: encoding.value, cnf: cnf.value, card: card.value });
      return Object.fromEntries(entries.filter(([, value]) => value !== ""));
    },
  };
}
