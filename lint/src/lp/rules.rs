//! The rules of CPLEX LP. They restrict the format to the subset that all programs read in the same way.
//!
//! Sources:
//! - the specification (<https://www.ibm.com/docs/en/icos/22.1.0>, "LP file format": variable names, white
//!   space and line length, constraints)
//! - the format as old programs read it (<https://lpsolve.sourceforge.net/5.1/CPLEX-format.htm>)
//! - the observed behavior of CBC 2.10.8, GLPK 5.0, HiGHS 1.15 and SCIP 10.0 on files that violate the rule

use crate::rule::rules;

rules! {
    OTHER_FORMAT = Error "lp-other-format",
        "The file is CPLEX LP: not the LP format of lp_solve, UTF-16 or an archive.",
        "CBC, GLPK, HiGHS and SCIP stop";
    NO_OBJECTIVE = Error "lp-no-objective",
        "The file begins with an objective: `Minimize` or `Maximize`.",
        "CPLEX LP format; GLPK and CBC stop";
    NO_ROWS = Error "lp-no-rows",
        "The section `Subject To` has at least one row.",
        "CPLEX LP format; GLPK stops";
    SECTION_WORD = Error "lp-section-word",
        "Section keywords have a spelling that every program reads.",
        "CBC reads `Bin`, `Gen` and `int` as variables; HiGHS and SCIP drop the objective of `Minimise`; GLPK stops at `Subject  To`";
    SECTION_INDENT = Error "lp-section-indent",
        "A section keyword other than `End` is at the beginning of its line.",
        "CPLEX LP format; GLPK stops";
    SECTION_ORDER = Error "lp-section-order",
        "Each section occurs once, in the order objective, rows, bounds, then general and binary.",
        "GLPK stops at `Bounds` after `Binary`";
    UNSUPPORTED_SECTION = Error "lp-unsupported-section",
        "The file uses no section that some programs do not support: SOS, semi-continuous, lazy constraints, cuts.",
        "GLPK and HiGHS stop, CBC reads the keyword `Lazy Constraints` as a row";
    MISSING_END = Error "lp-missing-end",
        "The file ends in `End`.",
        "CPLEX LP format; CBC does not terminate, HiGHS stops";
    AFTER_END = Error "lp-after-end",
        "Only comments follow `End`.",
        "GLPK and HiGHS stop";
    EMPTY_OBJECTIVE = Error "lp-empty-objective",
        "The objective has at least one term; `0 x` is enough.",
        "GLPK stops";
    OBJECTIVE_CONSTANT = Error "lp-objective-constant",
        "The objective has no constant.",
        "GLPK stops, CBC ignores it";
    ROW_RELATION = Error "lp-row-relation",
        "A row has a relation: `<=`, `>=` or `=`.",
        "CPLEX LP format";
    ROW_TERMS = Error "lp-row-terms",
        "A row has at least one term with a variable; `0 x` is enough.",
        "CBC, GLPK and SCIP stop";
    RANGE_ROW = Error "lp-range-row",
        "A row has one relation, with the number right of it; a range is written as two rows.",
        "GLPK, HiGHS and SCIP stop, CBC drops one bound";
    RIGHT_SIDE = Error "lp-right-side",
        "All variables are left of the relation; one number is right of it, with its sign attached.",
        "CBC stops at `- 1`, all programs stop at variables on the right";
    RIGHT_SIDE_LINE = Warning "lp-right-side-line",
        "The right side is on the line of its relation.",
        "CPLEX LP format";
    RELATION_FORM = Error "lp-relation-form",
        "A relation is `<=`, `>=` or `=`.",
        "CBC and HiGHS stop at `<`, `>`, `=<` and `=>`; all except SCIP stop at `==`";
    DUPLICATE_TERM = Error "lp-duplicate-term",
        "A variable occurs once in a row.",
        "CBC and GLPK stop";
    DUPLICATE_ROW = Error "lp-duplicate-row",
        "Row names are distinct.",
        "GLPK stops";
    SHARED_LINE = Error "lp-shared-line",
        "A row begins on a line of its own.",
        "CPLEX LP format; GLPK stops";
    UNUSED_INTEGER = Error "lp-unused-integer",
        "A variable of `General` or `Binary` occurs in the objective or in a row; `0 x` is enough.",
        "SCIP stops";
    UNUSED_BOUND = Warning "lp-unused-bound",
        "A variable of `Bounds` occurs in the objective or in a row.",
        "usually a misspelt name";
    BOUND_FORM = Error "lp-bound-form",
        "A bound is `0 <= x <= 9`, `x <= 9`, `x >= -inf`, `x = 1` or `x free`, on a line of its own.",
        "CPLEX LP format";
    BOUND_SPELLING = Error "lp-bound-spelling",
        "Infinity is `-inf` or `+inf`, and no variable is right of `>=` or `=`.",
        "CBC stops at `infinity`, GLPK at `x <= inf` without a sign and at `9 >= x`; SCIP reads 1e20 as infinite, CBC and HiGHS 1e30";
    CROSSED_BOUNDS = Error "lp-crossed-bounds",
        "No lower bound is above the upper one; without one, it is 0.",
        "GLPK stops, CBC, HiGHS and SCIP find no solution";
    BINARY_BOUND = Error "lp-binary-bound",
        "A variable of `Binary` has no bounds other than 0 and 1.",
        "CBC and SCIP replace the bounds by 0 and 1 or keep the smaller ones, GLPK and HiGHS keep the given ones";
    NAME_CHARACTERS = Error "lp-name-characters",
        "Names contain no brackets and no other characters that a program does not read.",
        "GLPK, HiGHS and SCIP stop at brackets, CBC renames all columns silently";
    NAME_SYMBOLS = Warning "lp-name-symbols",
        "Names consist of letters, digits and underscores.",
        "other programs interpret some of the other characters";
    NAME_LENGTH = Warning "lp-name-length",
        "Names have at most 100 characters.",
        "CBC renames all columns silently";
    NAME_LIMIT = Error "lp-name-limit",
        "Names have at most 255 characters.",
        "CPLEX LP format; GLPK stops, CBC crashes at 500";
    NAME_START = Error "lp-name-start",
        "A name does not begin with a digit, a dot or a semicolon.",
        "CPLEX LP format; GLPK, HiGHS and SCIP stop; HiGHS reads a semicolon as the start of a comment";
    NAME_EXPONENT = Error "lp-name-exponent",
        "The name of a variable is not `e` or `E`, alone or followed by a digit or another `e`.",
        "CPLEX LP format: such a name is read as an exponent";
    NAME_KEYWORD = Error "lp-name-keyword",
        "The name of a variable is not a keyword of the format (`free`, `st`, `end`, `bin`, ...), and no name begins with `inf` or `nan`.",
        "HiGHS stops at `free`, `inf_1` and `nan_1`, SCIP at `max`; `end` ends the file";
    LINE_LENGTH = Warning "lp-line-length",
        "Lines have at most 255 characters.",
        "limit of older programs";
    LINE_LIMIT = Error "lp-line-limit",
        "Lines have at most 560 characters.",
        "CPLEX LP format; CBC misreads lines near 1023";
    LINE_SIZE = Error "lp-line-size",
        "Lines have at most 262144 characters.",
        "CPLEX LP format; Encycle does not keep such a line as a whole";
    LATE_COMMENT = Warning "lp-late-comment",
        "Comments precede the first section.",
        "old CBC reads later ones as variables";
    ROW_COMMENT = Error "lp-row-comment",
        "No comment follows the text of a row on its line.",
        "GLPK stops";
    NOT_ASCII = Error "lp-not-ascii",
        "All bytes are ASCII, also in comments.",
        "GLPK stops";
    GLUED = Error "lp-glued",
        "Blanks separate names, numbers and relations, and follow a colon.",
        "CBC stops at `x >=1`, and misreads `c1:x`";
    NUMBER_FORM = Error "lp-number-form",
        "A number begins with a digit.",
        "CBC misreads `.5`";
    NUMBER_FINITE = Error "lp-number-finite",
        "Coefficients and right sides are smaller than 1e20.",
        "SCIP reads 1e20 as infinite, CBC and HiGHS 1e30, GLPK no number";
    NONLINEAR = Error "lp-nonlinear",
        "All terms are linear.",
        "CBC and GLPK stop";
    INDICATOR = Error "lp-indicator",
        "There are no indicator rows (`->`).",
        "CBC misreads them, GLPK and HiGHS stop";
    SYNTAX = Error "lp-syntax",
        "A row is a sum of terms with signs between them; a term is a name with an optional number before it.",
        "CPLEX LP format";
}
