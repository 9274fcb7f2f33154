//! The rule families that are added to encodings of every kind, so that no rule of a kind has one of their names.

/// The rule family of cuts.
pub const CUT: &str = "cut";

/// The rule family of the clauses that exclude known solutions.
pub const EXCLUDED: &str = "excluded";

/// The rule family of the facts of a presolver.
pub const PRESOLVED: &str = "presolved";

/// The rule family of constraints from symmetries.
pub const SYMMETRY: &str = "symmetry";

/// All of these families. Sizes, unsatisfiable cores and explanations tell clauses apart by their families, so the parser of
/// kind files refuses rules with these names.
pub const ADDED_FAMILIES: [&str; 4] = [CUT, EXCLUDED, PRESOLVED, SYMMETRY];
