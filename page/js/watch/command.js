// The same run as a command.

/**
 * Returns the command that runs as a run of the page does, on the puzzle in the file `puzzle.txt`.
 * @param {import("../types.js").RunChoice} choice
 * @param {boolean} unique
 * @param {number} limit The time limit in seconds.
 */
export function commandOf({ solver, formula = {}, cuts, seed, presolve }, unique, limit) {
  const options = [
    ["--solver", solver],
    ["--encoding", formula.encoding],
    ["--cnf", formula.cnf],
    ["--card", formula.card],
    ["--cuts", cuts],
    ["--seed", seed],
    ["--presolve", presolve ? "on" : null],
    ["--timeout", limit],
  ];
  const words = options.filter(([, value]) => value !== null && value !== undefined);
  return ["encycle solve puzzle.txt", ...words.map((pair) => pair.join(" ")), ...(unique ? ["--unique"] : [])].join(" ");
}
