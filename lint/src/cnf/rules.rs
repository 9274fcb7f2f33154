//! The rules of DIMACS CNF.
//!
//! Sources: the benchmark formats of the SAT competitions
//! (<https://satcompetition.github.io/2024/benchmarks.html>; that the first comments tell the
//! generator's command: <https://satcompetition.org/2011/format-benchmarks2011.html>); the model
//! counting competition (<https://mccompetition.org/2020/mc_format>); and what the named solvers
//! did with such a file when it was tried. The competition of 2026 repairs double and opposite
//! literals itself (<https://satcompetition.github.io/2026/benchmarks.html>); those before did not.

use crate::rule::rules;

rules! {
    NO_HEADER = Error "cnf-no-header",
        "A header `p cnf VARIABLES CLAUSES` comes before the first clause.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT, clasp stop without";
    HEADER_FORM = Error "cnf-header-form",
        "The header is `p cnf VARIABLES CLAUSES` with single spaces.",
        "SAT competition; MiniSat and Glucose stop at a second blank";
    SECOND_HEADER = Error "cnf-second-header",
        "There is one header.",
        "SAT competition; clasp loops for ever";
    VARIABLE_ABOVE = Error "cnf-variable-above-header",
        "No variable is larger than the header's number of variables.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT, clasp stop";
    UNUSED_VARIABLE = Error "cnf-unused-variable",
        "The header's number of variables is the number of variables that occur.",
        "SAT competition, since 2009";
    CLAUSE_COUNT = Error "cnf-clause-count",
        "The header's number of clauses is exact.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT stop";
    DUPLICATE_LITERAL = Error "cnf-duplicate-literal",
        "The literals of a clause are distinct.",
        "SAT competition";
    OPPOSITE_LITERALS = Error "cnf-opposite-literals",
        "A clause does not contain a literal and its opposite.",
        "SAT competition";
    CLAUSE_OVER_LINES = Error "cnf-clause-over-lines",
        "A clause ends in 0 on its own line.",
        "SAT competition; CryptoMiniSat stops, Splr answers wrongly";
    SHARED_LINE = Error "cnf-shared-line",
        "A line has one clause.",
        "SAT competition; CryptoMiniSat stops, Splr answers wrongly";
    UNFINISHED_CLAUSE = Error "cnf-unfinished-clause",
        "The last clause ends in 0 too.",
        "SAT competition; nearly all solvers stop, Z3 answers wrongly";
    BAD_WORD = Error "cnf-bad-word",
        "A clause consists of decimal numbers, without a plus sign.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT stop, Z3 skips the word";
    LITERAL_RANGE = Error "cnf-literal-range",
        "A literal fits into 32 bits: it is between -2147483647 and 2147483647.",
        "solvers keep literals in 32 bits";
    NOT_ASCII = Error "cnf-not-ascii",
        "All bytes are ASCII, in comments too.",
        "CryptoMiniSat takes byte 0xFF for the end of the file, Splr panics";
    PERCENT_TRAILER = Error "cnf-percent-trailer",
        "The file does not end in `%` and `0`, as old SATLIB files do.",
        "nearly all solvers stop, clasp loops for ever";
    LATE_COMMENT = Error "cnf-late-comment",
        "Comments come before the header.",
        "SAT competition; DepQBF and Sat4j stop";
    LATE_DIRECTIVE = Warning "cnf-late-directive",
        "Lines for model counters (`c p show`, `c t`) after the header are for counters only.",
        "model counting competition; DepQBF and Sat4j stop";
    NO_COMMENT = Warning "cnf-no-comment",
        "The first comments tell how the formula was made: the generator's command line.",
        "SAT competition";
    EMPTY_CLAUSE = Warning "cnf-empty-clause",
        "No clause is empty: it makes the formula unsatisfiable.",
        "more often a slip of the generator than meant";
    STRAY_BLANK = Warning "cnf-stray-blank",
        "Single spaces separate literals: no tabs, no blanks at the ends of a line, no blank lines.",
        "SAT competition; some readers split at single spaces";
    CARRIAGE_RETURN = Warning "cnf-carriage-return",
        "Lines end in a line feed, not in a carriage return and a line feed.",
        "SAT competition";
    NO_FINAL_NEWLINE = Warning "cnf-no-final-newline",
        "The last line ends in a line feed.",
        "POSIX text files; joined files run into each other";
}
