//! The rules of OPB, for linear constraints.
//!
//! Sources:
//! - the input format of the pseudo-Boolean competitions: <http://www.cril.univ-artois.fr/PB07/pb06_inputFormat.html> and
//!   <https://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf>
//! - the observed behavior of clasp 3.3.5, MiniSat+ 1.0, Sat4j 2.3.5 and SCIP 10 on files that violate the rule

use crate::rule::rules;

rules! {
    OTHER_FORMAT = Error "opb-other-format",
        "The file is OPB: not WBO, UTF-16 or an archive.",
        "clasp, MiniSat+ and SCIP stop";
    NO_HEADER = Error "opb-no-header",
        "The first line is `* #variable= VARIABLES #constraint= CONSTRAINTS`.",
        "pseudo-Boolean competition; clasp and Sat4j stop";
    HEADER_FORM = Error "opb-header-form",
        "The words and numbers of the header are separated by single spaces.",
        "pseudo-Boolean competition; Sat4j stops";
    HEADER_WORDS = Error "opb-header-words",
        "After these numbers, the first line has `#equal= EQUATIONS intsize= BITS` or nothing.",
        "pseudo-Boolean competition 2024; clasp stops at other words, and up to 3.3.5 at these";
    VARIABLE_ABOVE = Error "opb-variable-above-header",
        "No variable exceeds the header's number of variables.",
        "pseudo-Boolean competition; clasp and Sat4j stop";
    CONSTRAINT_COUNT = Error "opb-constraint-count",
        "The header's number of constraints is exact.",
        "pseudo-Boolean competition; Sat4j stops";
    EQUATION_COUNT = Error "opb-equation-count",
        "The number `#equal=` is that of the constraints with `=`.",
        "pseudo-Boolean competition 2024";
    INTSIZE = Error "opb-intsize",
        "The number `intsize=` is at least that of the bits of the sum of all absolute values of a constraint.",
        "pseudo-Boolean competition 2024";
    VARIABLE_NAME = Error "opb-variable-name",
        "The name of a variable is `x` and its number, from 1.",
        "pseudo-Boolean competition; clasp and Sat4j stop";
    NEGATED = Error "opb-negated-variable",
        "No variable is negated by `~`.",
        "pseudo-Boolean competition, linear constraints; MiniSat+ stops";
    NONLINEAR = Error "opb-nonlinear",
        "A term has one variable.",
        "pseudo-Boolean competition, linear constraints; clasp and MiniSat+ stop";
    RELATION = Error "opb-relation",
        "The relation of a constraint is `>=` or `=`.",
        "pseudo-Boolean competition; clasp stops";
    NO_TERMS = Error "opb-no-terms",
        "A constraint has a term.",
        "pseudo-Boolean competition; clasp, MiniSat+ and Sat4j stop";
    DUPLICATE_VARIABLE = Warning "opb-duplicate-variable",
        "The variables of a constraint are distinct.",
        "writers of OPB rely on it; the four programs add the coefficients";
    OBJECTIVE = Error "opb-objective",
        "There is at most one objective, `min:`, before the constraints.",
        "pseudo-Boolean competition; clasp, MiniSat+ and Sat4j stop";
    SYNTAX = Error "opb-syntax",
        "A constraint is a list of terms such as `+1 x1`, a relation, an integer and `;`.",
        "pseudo-Boolean competition; clasp, MiniSat+ and Sat4j stop";
    NUMBER_RANGE = Error "opb-number-range",
        "A number, and the sum of the absolute coefficients of a constraint, are at most 2147483647.",
        "clasp stops";
    OVER_LINES = Error "opb-constraint-over-lines",
        "A constraint starts and ends on the same line.",
        "MiniSat+ stops";
    UNFINISHED = Error "opb-unfinished-constraint",
        "The last constraint ends in `;`.",
        "pseudo-Boolean competition; clasp, MiniSat+ and Sat4j stop, SCIP ignores the constraint";
    CARRIAGE_RETURN = Error "opb-carriage-return",
        "Lines end in a line feed, without a carriage return.",
        "MiniSat+ stops";
    NOT_ASCII = Error "opb-not-ascii",
        "All bytes are ASCII, also in comments.",
        "pseudo-Boolean competition";
}
