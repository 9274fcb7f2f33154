//! The rules of MPS. They restrict the format to the features that CBC, GLPK, HiGHS and SCIP read in the same way.
//!
//! Sources:
//! - the reference manual of GLPK 5.0, MPS formats (<https://www.gnu.org/software/glpk/>)
//! - the observed behavior of CBC 2.10.8, GLPK 5.0, HiGHS 1.15.1 and SCIP 10.0.2 on files that violate the rule

use crate::rule::rules;

rules! {
    OTHER_FORMAT = Error "mps-other-format",
        "The file is MPS: not UTF-16 or an archive.",
        "CBC, GLPK, HiGHS and SCIP stop";
    NOT_ASCII = Error "mps-not-ascii",
        "All bytes are ASCII, also in comments.",
        "GLPK stops";
    SECTION_ORDER = Error "mps-section-order",
        "The sections are NAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS and ENDATA in this order, each at most once.",
        "GLPK, MPS formats";
    MISSING_SECTION = Error "mps-missing-section",
        "There are the line NAME, the sections ROWS and COLUMNS, and the line ENDATA.",
        "GLPK, MPS formats; GLPK and SCIP stop without NAME, where CBC reads an empty program";
    MISSING_RHS = Error "mps-missing-rhs",
        "There is a section RHS, even if all right sides are 0.",
        "CBC and SCIP stop; GLPK and HiGHS read 0";
    SECTION_WORDS = Error "mps-section-words",
        "Nothing follows the word of a section on its line, except the name of the program.",
        "HiGHS stops; CBC, GLPK and SCIP ignore it";
    UNSUPPORTED_SECTION = Error "mps-unsupported-section",
        "There are no other sections, such as SOS or QUADOBJ.",
        "GLPK stops";
    OBJECTIVE_SENSE = Error "mps-objective-sense",
        "There is no section OBJSENSE: the objective is minimized.",
        "GLPK stops; CBC, HiGHS and SCIP maximize after OBJSENSE MAX";
    AFTER_END = Warning "mps-after-end",
        "Nothing follows the line ENDATA.",
        "programs ignore it";
    FREE_WORD = Error "mps-free-word",
        "If the name or a field is not at its position of fixed format, the line is `NAME program FREE`.",
        "GLPK stops in fixed format, CBC reads a bound of a column with a short name as a line of fixed format";
    BLANK_LINE = Error "mps-blank-line",
        "No line before ENDATA is empty.",
        "GLPK stops, CBC before NAME";
    TAB = Error "mps-tab",
        "No line begins with a tab.",
        "CBC stops";
    COMMENT = Error "mps-comment",
        "No comment that begins with `$` follows the fields of a line.",
        "CBC stops, HiGHS in ROWS; GLPK and SCIP ignore it";
    FIELDS = Error "mps-fields",
        "A line has the fields of its section: two in ROWS, three or five in COLUMNS, RHS and RANGES, three or four in BOUNDS.",
        "CBC, GLPK, HiGHS and SCIP stop; CBC also without the name of the set in RHS";
    NUMBER = Error "mps-number",
        "A value is a finite decimal number.",
        "CBC and GLPK stop";
    ROW_TYPE = Error "mps-row-type",
        "The type of a row is N, L, G or E.",
        "CBC, GLPK, HiGHS and SCIP stop";
    OBJECTIVE = Error "mps-objective",
        "There is a row of type N, the objective.",
        "GLPK and HiGHS warn without one";
    SECOND_OBJECTIVE = Warning "mps-second-objective",
        "There is one row of type N.",
        "of several, programs take the first";
    OBJECTIVE_VALUE = Error "mps-objective-value",
        "RHS has no value for the objective other than 0, and RANGES has none.",
        "GLPK adds the value to the optimum where CBC, HiGHS and SCIP subtract it; CBC stops at a range";
    DUPLICATE_ROW = Error "mps-duplicate-row",
        "The names of rows are distinct.",
        "GLPK and SCIP stop";
    UNKNOWN_ROW = Error "mps-unknown-row",
        "A row that another section names is in ROWS.",
        "CBC and GLPK stop, SCIP ignores the entry";
    SPLIT_COLUMN = Error "mps-split-column",
        "The lines of a column follow each other.",
        "GLPK and SCIP stop, HiGHS reads two columns";
    DUPLICATE_ENTRY = Error "mps-duplicate-entry",
        "A column has one entry for each row, and RHS one value.",
        "CBC and GLPK stop, HiGHS ignores the second";
    UNKNOWN_COLUMN = Error "mps-unknown-column",
        "A column of BOUNDS is in COLUMNS.",
        "CBC and GLPK stop";
    MARKER = Error "mps-marker",
        "Integer columns are between lines `MARKER 'MARKER' 'INTORG'` and `MARKER 'MARKER' 'INTEND'`, in turns.",
        "CBC, GLPK, HiGHS and SCIP stop at a line of two fields";
    INTEGER_BOUND = Error "mps-integer-bound",
        "An integer column with a lower bound has an upper bound.",
        "without one, the column is 0-1 in GLPK, and unbounded in CBC, HiGHS and SCIP";
    INTEGER_DEFAULT = Warning "mps-integer-default",
        "An integer column has an upper bound.",
        "without bounds, CBC, GLPK, HiGHS and SCIP read a 0-1 column, other programs an unbounded one";
    BOUND_TYPE = Error "mps-bound-type",
        "The type of a bound is UP, UI, LO, LI, FX, FR, MI, PL or BV.",
        "GLPK rejects SC, HiGHS and SCIP read it";
    NEGATIVE_BOUND = Error "mps-negative-bound",
        "No column has a negative upper bound before a lower one.",
        "CBC reads a column without a lower bound, GLPK, HiGHS and SCIP an infeasible one";
    DUPLICATE_BOUND = Error "mps-duplicate-bound",
        "A column has one lower and one upper bound.",
        "CBC and GLPK stop, HiGHS takes the first, SCIP the last";
    CROSSED_BOUNDS = Error "mps-crossed-bounds",
        "No lower bound is above the upper one.",
        "CBC stops";
    SECOND_SET = Error "mps-second-set",
        "RHS, RANGES and BOUNDS have one set of values each, named on every line.",
        "GLPK stops, other programs take all sets";
    SET_NAME = Error "mps-set-name",
        "No set of RHS, RANGES or BOUNDS has the name of a row or column.",
        "HiGHS reads a line without the name of the set";
    NUMBER_FINITE = Error "mps-number-finite",
        "Coefficients and right sides are smaller than 1e20.",
        "SCIP reads 1e20 as infinite, CBC and HiGHS 1e30, GLPK no number";
    INFINITE_BOUND = Error "mps-infinite-bound",
        "Bounds are smaller than 1e20; infinite bounds are PL, MI and FR.",
        "SCIP reads 1e20 as infinite, CBC and HiGHS 1e30, GLPK no number";
}
