//! The rules of CPLEX LP, so that a file means the same to every reader.
//!
//! Sources: the format's description (<https://www.ibm.com/docs/en/icos/22.1.0>, "LP file format":
//! variable names, white space and line length, constraints), that of the LP format in old readers
//! (<https://lpsolve.sourceforge.net/5.1/CPLEX-format.htm>), and what CBC 2.10.8, GLPK 5.0, HiGHS
//! 1.15 and SCIP 10.0 did with such a file when it was tried.

use crate::rule::rules;

rules! {
    NO_OBJECTIVE = Error "lp-no-objective",
        "The file begins with an objective: `Minimize` or `Maximize`.",
        "CPLEX LP format; GLPK and CBC stop";
    NO_ROWS = Error "lp-no-rows",
        "There is a section `Subject To` with at least one row.",
        "CPLEX LP format; GLPK stops";
    SECTION_WORD = Error "lp-section-word",
        "Section words are spelled in a way that every reader knows.",
        "CBC takes `Bin`, `Gen`, `int` for variables; HiGHS and SCIP drop the objective of `Minimise`";
    SECTION_INDENT = Error "lp-section-indent",
        "A section word stands at the beginning of its line.",
        "CPLEX LP format; GLPK stops";
    SECTION_ORDER = Error "lp-section-order",
        "The sections come once, in the order objective, rows, bounds, then general and binary.",
        "GLPK stops at `Bounds` behind `Binary`";
    UNSUPPORTED_SECTION = Error "lp-unsupported-section",
        "There are no sections that some readers lack: SOS, semi-continuous, lazy constraints, cuts.",
        "GLPK and HiGHS stop, CBC takes the words of `Lazy Constraints` for a row";
    MISSING_END = Error "lp-missing-end",
        "The file ends in `End`.",
        "CPLEX LP format; CBC loops for ever, HiGHS stops";
    AFTER_END = Error "lp-after-end",
        "Nothing but comments follows `End`.",
        "GLPK and HiGHS stop";
    EMPTY_OBJECTIVE = Error "lp-empty-objective",
        "The objective has a term, if only `0 x`.",
        "GLPK stops";
    OBJECTIVE_CONSTANT = Error "lp-objective-constant",
        "The objective has no constant.",
        "GLPK stops, CBC ignores it";
    ROW_RELATION = Error "lp-row-relation",
        "A row has a relation: `<=`, `>=` or `=`.",
        "CPLEX LP format";
    ROW_TERMS = Error "lp-row-terms",
        "A row has a term with a variable, if only `0 x`.",
        "CBC, GLPK and SCIP stop";
    RANGE_ROW = Error "lp-range-row",
        "A row has one relation; a range is written as two rows.",
        "GLPK, HiGHS and SCIP stop, CBC drops one bound";
    RIGHT_SIDE = Error "lp-right-side",
        "The variables are left of the relation, and one number right of it, its sign attached.",
        "CBC stops at `- 1`, all stop at variables on the right";
    RIGHT_SIDE_LINE = Warning "lp-right-side-line",
        "The right side is on the line of its relation.",
        "CPLEX LP format";
    RELATION_FORM = Error "lp-relation-form",
        "A relation is `<=`, `>=` or `=`.",
        "CBC and HiGHS stop at `<`, `>`, `=<` and `=>`, all but SCIP at `==`";
    DUPLICATE_TERM = Error "lp-duplicate-term",
        "A variable is once in a row.",
        "CBC and GLPK stop";
    DUPLICATE_ROW = Error "lp-duplicate-row",
        "Row names are distinct.",
        "GLPK stops";
    SHARED_LINE = Error "lp-shared-line",
        "A row begins on a line of its own.",
        "CPLEX LP format; GLPK stops";
    UNUSED_INTEGER = Error "lp-unused-integer",
        "A variable of `General` or `Binary` is in the objective or in a row, if only as `0 x`.",
        "SCIP stops";
    UNUSED_BOUND = Warning "lp-unused-bound",
        "A variable of `Bounds` is in the objective or in a row.",
        "more often a misspelt name than meant";
    BOUND_FORM = Error "lp-bound-form",
        "A bound is `0 <= x <= 9`, `x <= 9`, `x >= -inf`, `x = 1` or `x free`, on a line of its own.",
        "CPLEX LP format; CBC stops at `infinity`, GLPK at `-inf <= x <= inf`";
    NAME_CHARACTERS = Error "lp-name-characters",
        "Names have no brackets and no other characters that the format does not allow.",
        "GLPK, HiGHS and SCIP stop at brackets, CBC renames all columns silently";
    NAME_SYMBOLS = Warning "lp-name-symbols",
        "Names consist of letters, digits and underscores.",
        "the other characters that CPLEX allows mean something to other programs";
    NAME_LENGTH = Warning "lp-name-length",
        "Names have at most 100 characters.",
        "CBC renames all columns silently";
    NAME_LIMIT = Error "lp-name-limit",
        "Names have at most 255 characters.",
        "CPLEX LP format; GLPK stops, CBC crashes at 500";
    NAME_START = Error "lp-name-start",
        "A name does not begin with a digit or a dot.",
        "CPLEX LP format; GLPK, HiGHS and SCIP stop";
    NAME_EXPONENT = Error "lp-name-exponent",
        "A name is not `e` or `E` alone, nor these followed by a digit or another `e`.",
        "CPLEX LP format: it is read as an exponent";
    NAME_KEYWORD = Error "lp-name-keyword",
        "A name is no word of the format (`free`, `st`, `end`, `bin`, ...) and does not begin with `inf`.",
        "HiGHS stops at `free` and `inf_1`, SCIP at `max`; `end` ends the file";
    LINE_LENGTH = Warning "lp-line-length",
        "Lines have at most 255 characters.",
        "older readers of the format";
    LINE_LIMIT = Error "lp-line-limit",
        "Lines have at most 560 characters.",
        "CPLEX LP format; CBC misreads lines near 1023";
    LATE_COMMENT = Warning "lp-late-comment",
        "Comments come before the first section.",
        "old CBC takes them for variables";
    ROW_COMMENT = Error "lp-row-comment",
        "No comment follows text on a line.",
        "GLPK stops";
    NOT_ASCII = Error "lp-not-ascii",
        "All bytes are ASCII, in comments too.",
        "GLPK stops";
    GLUED = Error "lp-glued",
        "Blanks stand between names, numbers and relations, and behind a colon.",
        "CBC stops at `x >=1`, and misreads `c1:x`";
    NUMBER_FORM = Error "lp-number-form",
        "A number begins with a digit.",
        "CBC misreads `.5`";
    NUMBER_FINITE = Error "lp-number-finite",
        "Coefficients and right sides are finite.",
        "GLPK, HiGHS and SCIP stop";
    NONLINEAR = Error "lp-nonlinear",
        "All terms are linear.",
        "CBC and GLPK stop";
    INDICATOR = Error "lp-indicator",
        "There are no indicator rows (`->`).",
        "CBC misreads them, GLPK and HiGHS stop";
    SYNTAX = Error "lp-syntax",
        "A row is a sum of terms, each a number and a name or a name alone, with signs between them.",
        "CPLEX LP format";
}
