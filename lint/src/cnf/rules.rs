//! The rules of DIMACS CNF.
//!
//! A violation of a rule is an error if at least one of the programs below stops at it, or reads another formula than
//! the others; otherwise it is a warning. `scripts/lint-differential` measures this.
//!
//! Sources:
//! - the observed behavior of CaDiCaL 1.5.3 and 2.1, clasp 3.3.5, CryptoMiniSat 5.11.4, Glucose 4.2.1, Kissat 4.0.4,
//!   Lingeling 1.0.0, MiniSat 2.2.1 and PicoSAT 965 on files that violate the rule
//! - the benchmark format of the SAT competitions
//!   (<https://satcompetition.github.io/2024/benchmarks.html>; for the generator's command in the first
//!   comments: <https://satcompetition.org/2011/format-benchmarks2011.html>). The competition of 2026
//!   repairs duplicate and opposite literals itself
//!   (<https://satcompetition.github.io/2026/benchmarks.html>); earlier competitions did not.
//! - the format of the model counting competition (<https://mccompetition.org/2020/mc_format>)

use crate::rule::{LintRule, rules};

/// The rules about the layout of clauses, and about the end of files of SATLIB. A file that violates them has a clear meaning, so
/// the sink of a check receives its literals.
pub static LAYOUT: &[&LintRule] =
    &[&CLAUSE_OVER_LINES, &SHARED_LINE, &TAB, &COMMENT_INDENT, &PERCENT_TRAILER];

rules! {
    OTHER_FORMAT = Error "cnf-other-format",
        "The file is DIMACS CNF: not WCNF, iCNF, QDIMACS, UTF-16 or an archive.",
        "solvers stop, or read another formula";
    NO_HEADER = Error "cnf-no-header",
        "A header `p cnf VARIABLES CLAUSES` precedes the first clause.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT and clasp stop";
    HEADER_FORM = Error "cnf-header-form",
        "The header is `p cnf VARIABLES CLAUSES`, without tabs, and with one space after `p`.",
        "SAT competition; MiniSat and Glucose stop at a second blank, Kissat and Lingeling at a tab, Kissat at a blank before `p`";
    SECOND_HEADER = Error "cnf-second-header",
        "There is one header.",
        "SAT competition; clasp does not terminate";
    VARIABLE_ABOVE = Error "cnf-variable-above-header",
        "No variable exceeds the header's number of variables.",
        "SAT competition; CaDiCaL, Kissat, PicoSAT and clasp stop";
    UNUSED_VARIABLE = Warning "cnf-unused-variable",
        "The header's number of variables is the number of variables that occur.",
        "SAT competition, since 2009";
    CLAUSE_COUNT = Error "cnf-clause-count",
        "The header's number of clauses is exact.",
        "SAT competition; CaDiCaL, Kissat and PicoSAT stop";
    DUPLICATE_LITERAL = Warning "cnf-duplicate-literal",
        "The literals of a clause are distinct.",
        "SAT competition";
    OPPOSITE_LITERALS = Warning "cnf-opposite-literals",
        "No clause contains a literal and its negation.",
        "SAT competition";
    CLAUSE_OVER_LINES = Error "cnf-clause-over-lines",
        "A clause starts and ends on the same line.",
        "SAT competition; CryptoMiniSat stops, Splr returns a wrong result";
    SHARED_LINE = Error "cnf-shared-line",
        "A line contains one clause.",
        "SAT competition; CryptoMiniSat stops, Splr returns a wrong result";
    UNFINISHED_CLAUSE = Error "cnf-unfinished-clause",
        "The last clause ends in 0.",
        "SAT competition; nearly all solvers stop, Z3 returns a wrong result";
    BAD_WORD = Error "cnf-bad-word",
        "A clause consists of decimal numbers without a plus sign.",
        "SAT competition; CaDiCaL, Kissat and PicoSAT stop, Z3 skips the word";
    LITERAL_RANGE = Error "cnf-literal-range",
        "A literal fits into 32 bits: it is between -2147483647 and 2147483647.",
        "solvers store literals in 32 bits";
    NOT_UTF8 = Error "cnf-bad-bytes",
        "Comments are ASCII, or at least UTF-8.",
        "CryptoMiniSat reads byte 0xFF as the end of the file, Splr panics";
    BYTE_MARK = Error "cnf-byte-order-mark",
        "The file does not begin with a byte order mark.",
        "all solvers stop";
    NOT_ASCII = Warning "cnf-not-ascii",
        "All bytes are ASCII, also in comments.",
        "SAT competition";
    COMMENT_INDENT = Error "cnf-comment-indent",
        "A comment before the header begins at the start of its line.",
        "Kissat stops";
    TAB = Error "cnf-tab",
        "No tab separates the literals of a clause.",
        "CryptoMiniSat stops";
    PERCENT_TRAILER = Error "cnf-percent-trailer",
        "The file does not end in `%` and `0`, unlike old SATLIB files.",
        "nearly all solvers stop, clasp does not terminate";
    LATE_COMMENT = Warning "cnf-late-comment",
        "Comments precede the header.",
        "SAT competition; DepQBF and Sat4j stop";
    LATE_DIRECTIVE = Warning "cnf-late-directive",
        "Directives of model counters (`c p show`, `c t`) after the header are for model counters only.",
        "model counting competition; DepQBF and Sat4j stop";
    NO_COMMENT = Warning "cnf-no-comment",
        "The first comments state how the formula was generated, with the generator's command line.",
        "SAT competition";
    EMPTY_CLAUSE = Warning "cnf-empty-clause",
        "No clause is empty: an empty clause makes the formula unsatisfiable.",
        "usually a mistake of the generator";
    STRAY_BLANK = Warning "cnf-stray-blank",
        "Single spaces separate literals and the words of the header: no blanks at the start or end of a line, no blank lines.",
        "SAT competition; some programs split at single spaces";
    CARRIAGE_RETURN = Warning "cnf-carriage-return",
        "Lines end in a line feed without a carriage return.",
        "SAT competition";
    NO_FINAL_NEWLINE = Warning "cnf-no-final-newline",
        "The last line ends in a line feed.",
        "POSIX text files; concatenated files would join two lines";
}
