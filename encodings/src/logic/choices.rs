//! The options of a lowering.

/// A method to turn constraints into clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CnfMethod {
    /// The hand-made clause sets of Berschneider 2.15-2.55, and distribution for formulas.
    #[default]
    Direct,
    /// Distribution of *or* over *and* (Westreicher 5.2.1).
    Naive,
    /// One variable per subformula, equivalent to it (Tseitin 1968; Westreicher 5.2.2).
    Tseitin,
    /// One variable per subformula, defined only in the direction of its polarity (Plaisted and
    /// Greenbaum 1986; the optimized version of Westreicher 5.2.2).
    PlaistedGreenbaum,
}

impl CnfMethod {
    /// All methods.
    pub const ALL: &[Self] = &[Self::Direct, Self::Naive, Self::Tseitin, Self::PlaistedGreenbaum];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Naive => "naive",
            Self::Tseitin => "tseitin",
            Self::PlaistedGreenbaum => "plaisted-greenbaum",
        }
    }
}

/// A method to turn cardinality constraints into clauses.
///
/// All methods but [`Self::Binomial`] come from the crate `rustsat`. Most of them support only
/// at-most-one constraints; larger bounds use the totalizer instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CardMethod {
    /// The [`CnfMethod`] lowers cardinalities too: with [`CnfMethod::Direct`], one clause per subset
    /// that would exceed the bound.
    #[default]
    Binomial,
    /// At most one: one clause per pair.
    Pairwise,
    /// At most one: the ladder of Gent and Nightingale (2004).
    Ladder,
    /// At most one: one binary number per literal (Prestwich 2007).
    Bitwise,
    /// At most one: bitwise over groups of four (Hölldobler and Nguyen 2013).
    Bimander,
    /// At most one: one commander variable per group of four (Klieber and Kwon 2007).
    Commander,
    /// The totalizer of Bailleux and Boufkhad (2003), for every bound.
    Totalizer,
}

impl CardMethod {
    /// All methods.
    pub const ALL: &[Self] = &[
        Self::Binomial,
        Self::Pairwise,
        Self::Ladder,
        Self::Bitwise,
        Self::Bimander,
        Self::Commander,
        Self::Totalizer,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Binomial => "binomial",
            Self::Pairwise => "pairwise",
            Self::Ladder => "ladder",
            Self::Bitwise => "bitwise",
            Self::Bimander => "bimander",
            Self::Commander => "commander",
            Self::Totalizer => "totalizer",
        }
    }
}

/// A method to turn "none or exactly two of these literals" into rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DegreeRows {
    /// Inequalities over the literals alone (Berschneider 2.2-2.12).
    #[default]
    Inequalities,
    /// One equation sum = 2y with an auxiliary binary variable y.
    Equation,
}

impl DegreeRows {
    /// Both forms.
    pub const ALL: &[Self] = &[Self::Inequalities, Self::Equation];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inequalities => "inequalities",
            Self::Equation => "equation",
        }
    }
}

/// The options of a lowering: how constraints become clauses or rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoweringOptions {
    /// How constraints become clauses. In an LP file, it also determines the clauses of a formula,
    /// each of which becomes a row.
    pub cnf: CnfMethod,
    /// How cardinalities become clauses.
    pub card: CardMethod,
    /// How degree constraints become rows.
    pub degree_rows: DegreeRows,
}

impl From<CnfMethod> for LoweringOptions {
    fn from(cnf: CnfMethod) -> Self {
        Self { cnf, ..Self::default() }
    }
}
