// Types of the interface to the engine, as in src/page/request.rs, event.rs and board.rs. This module has no code.

/**
 * @typedef {object} Marks
 * @property {number[]} present Atoms that are true: lines drawn, values written, passages open.
 * @property {number[]} absent Atoms that are false: crosses, values struck out, walls.
 * @property {number[]} [shaded] Cells that the loop leaves out.
 * @property {number[]} [unshaded] Cells that the loop visits.
 */

/**
 * @typedef {object} Spot
 * @property {number[]} cells
 * @property {number[]} vertices
 * @property {number[]} atoms
 */

/**
 * @typedef {object} GridBoard
 * @property {number} rows
 * @property {number} cols
 * @property {boolean} dotted
 * @property {boolean} has_black_circles Whether white circles differ from black ones by their fill in the dark colours, too.
 * @property {(string | null)[]} texts
 * @property {[number, number, number, number][]} walls
 * @property {(string | null)[]} notes
 * @property {[number, number, number, number][]} undecided
 * @property {[number, number, number, number][]} guides
 */

/**
 * @typedef {object} ClueParts Words of the plain text; `.` is no clue.
 * @property {string[]} corners
 * @property {string[]} frame
 * @property {boolean[]} sides Whether a rule reads the numbers above, below, left and right.
 * @property {boolean} has_cells
 * @property {string[]} rooms
 */

/**
 * @typedef {object} SignDrawing A sign in a cell, in 32nds of its side.
 * @property {[number, number][][]} lines Lines between two points; more points are the outline of a black area, or of a frame if they have
 *   a point twice.
 * @property {[number, number] | null} circle The center of a small white circle.
 */

/**
 * @typedef {object} Board
 * @property {string} puzzle
 * @property {string} kind
 * @property {string} title
 * @property {string} rules
 * @property {string | null} variant
 * @property {[string, number][]} parameters The names and numbers that follow the size in the header.
 * @property {{ rows?: number, cols?: number, vertices?: number, edges?: number }} size
 * @property {"cells" | "rooms" | "walls"} layout The arrangement of the plain text.
 * @property {"lines" | "values" | "walls"} form
 * @property {string[]} atoms
 * @property {GridBoard | null} grid
 * @property {[number, number][]} points
 * @property {[number, number][]} lines
 * @property {number[] | null} free
 * @property {number[] | null} shadable The cells that a player may shade; null if no cell is shaded.
 * @property {string[]} names
 * @property {{ x: number, y: number, text: string }[]} notes
 * @property {[number, string][]} terminals
 * @property {string[]} values
 * @property {number[]} offered The values that some cell may have that has none yet.
 * @property {number[]} region_cells If the values are regions around clues, the cell of the clue of each value.
 * @property {SignDrawing[]} signs The drawings of the values that are signs; or empty.
 * @property {Record<string, SignDrawing>} clue_signs The drawings of the signs at the beginning of clues.
 * @property {number[]} fixed The cells into which a player writes nothing.
 * @property {number[]} given The atoms of the values that are clues.
 * @property {boolean} may_be_empty For values, whether a cell that a player fills may stay empty.
 * @property {string[]} conditions The conditions of the kind that the clues break, each in a sentence.
 * @property {ClueParts | null} parts The clues that are not in cells, and the rooms.
 * @property {string[]} cell_clues
 * @property {string[]} clue_words The words of the plain text for these, which can be typed.
 * @property {boolean} has_more_clues Whether any other text may be written, too.
 * @property {string[]} formats
 * @property {string[]} encodings
 * @property {string} default_encoding The encoding that suits SAT solvers that are not built in.
 * @property {string} mip_encoding The encoding that suits MIP solvers.
 * @property {string} default_solver The built-in solver that suits the puzzle.
 * @property {string[][]} cuts
 * @property {Marks | null} solution
 * @property {string | null} address
 */

/**
 * @typedef {{ encoding?: string | null, cnf?: string | null, card?: string | null }} FormulaChoice
 */

/**
 * @typedef {object} RunChoice
 * @property {string | null} [solver]
 * @property {FormulaChoice} [formula]
 * @property {string | null} [cuts]
 * @property {number | null} [seed]
 * @property {boolean} [presolve]
 */

/**
 * @typedef {{ cell: number } | { vertex: number } | { atom: number }} Part
 */

/**
 * @typedef {{ do: "about" }
 *   | { do: "solvers", probe?: boolean }
 *   | { do: "open", text: string, kind?: string | null, unfinished?: boolean }
 *   | { do: "example", name: string }
 *   | { do: "empty", kind: string, rows: number, cols: number, variant?: string | null }
 *   | { do: "generate", kind: string, rows: number, cols: number, difficulty?: string | null,
 *       symmetry?: string | null, variant?: string | null, seed: number }
 *   | { do: "export", puzzle: string, target: string, formula?: FormulaChoice, marks?: Marks }
 *   | { do: "check", puzzle: string, marks: Marks, mistakes?: boolean, rules?: boolean }
 *   | { do: "hint", puzzle: string, marks: Marks }
 *   | { do: "analyse" | "thin" | "repair" | "grade" | "count", puzzle: string }
 *   | { do: "loop-clues", puzzle: string, marks: Marks, seed?: number }
 *   | { do: "solve", puzzle: string, runs: RunChoice[], unique?: boolean, timeout?: number | null }
 *   | { do: "sizes", puzzle: string, encodings?: string[], cnf?: string[] }
 *   | { do: "clauses", puzzle: string, formula?: FormulaChoice, part: Part }
 *   | { do: "explain", puzzle: string, formula?: FormulaChoice, row?: boolean, number: number }
 *   | { do: "lint", text: string }
 *   | { do: "decode", puzzle: string, map: string, output: string }} Request
 */

/**
 * @typedef {object} About
 * @property {string} version
 * @property {boolean} external
 * @property {{ name: string, rules: string, text_form: string, sample: string, variants: string[],
 *   layout: "cells" | "rooms" | "walls", generates: boolean,
 *   has_clues: boolean, has_loop_clues: boolean }[]} kinds
 * @property {string[]} cnf
 * @property {string[]} card
 * @property {string[]} symmetries
 * @property {string[]} difficulties
 * @property {{ name: string, kind: string, size: string }[]} examples
 * @property {number} max_side
 */

/**
 * @typedef {object} Checked
 * @property {boolean} solved
 * @property {boolean} mistake
 * @property {string | null} rule
 * @property {string} words
 * @property {Spot | null} spot
 * @property {Spot[]} further Where further rules are broken.
 * @property {number[]} finished The cells whose clues hold.
 * @property {number[]} finished_notes The notes of the board that hold.
 */

/**
 * @typedef {object} Hint
 * @property {string} place Where to look first; empty if there is no step.
 * @property {boolean} mistake Whether the marks contain a mistake.
 * @property {string | null} technique
 * @property {string | null} level
 * @property {string} meaning
 * @property {string} source
 * @property {string} words
 * @property {string[]} because
 * @property {Marks} facts
 * @property {Spot | null} spot
 */

/**
 * @typedef {object} RoundView
 * @property {number} run
 * @property {number} round
 * @property {number} variables
 * @property {number} clauses
 * @property {number} solver_seconds
 * @property {number} seconds
 * @property {boolean} has_model
 * @property {number[] | null} model
 * @property {number[][]} walks
 * @property {{ kind: string, reason: string, length: number, atoms: number[] }[]} cuts
 * @property {number} cut_count
 */

/**
 * @typedef {object} SolverView
 * @property {string} name
 * @property {"sat" | "mip" | "pb"} kind
 * @property {boolean} built_in
 * @property {boolean} installed Whether it can be used: it is built in or installed.
 * @property {string | null} version
 * @property {{ works: boolean, facts: [string, string][] } | null} probe
 */

/**
 * @typedef {{ event: string } & Record<string, any>} Event
 */

export {};
