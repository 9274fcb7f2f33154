//! The choices a lowering offers.

/// How constraints become clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CnfMethod {
    /// The hand-made clause sets of Berschneider 2.15-2.55; formulas by distribution.
    #[default]
    Direct,
    /// Distribution of *or* over *and* (Westreicher 5.2.1).
    Naive,
    /// A variable for each subformula, equivalent to it (Tseitin 1968; Westreicher 5.2.2).
    Tseitin,
    /// A variable for each subformula, in the direction that is needed (Plaisted and Greenbaum
    /// 1986; the optimized version of Westreicher 5.2.2).
    PlaistedGreenbaum,
}

impl CnfMethod {
    /// All methods.
    pub const ALL: &[Self] = &[Self::Direct, Self::Naive, Self::Tseitin, Self::PlaistedGreenbaum];

    /// The name on the command line.
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

/// How "at most so many of these" becomes clauses. But for [`Self::Binomial`] the encodings are those
/// of the crate `rustsat`; bounds above one go to its totalizer, whatever the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CardMethod {
    /// As the CNF method says: a clause for each set that is too large.
    #[default]
    Binomial,
    /// At most one: a clause for each pair.
    Pairwise,
    /// At most one: the ladder of Gent and Nightingale (2004).
    Ladder,
    /// At most one: a binary number for each literal (Prestwich 2007).
    Bitwise,
    /// At most one: bitwise over groups of four (Hölldobler and Nguyen 2013).
    Bimander,
    /// At most one: a commander for each group of four (Klieber and Kwon 2007).
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

    /// The name on the command line.
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

/// How "none or exactly two of these" becomes rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DegreeRows {
    /// Inequalities over the literals alone (Berschneider 2.2-2.12).
    #[default]
    Inequalities,
    /// One equation sum = 2y with a binary variable y of its own.
    Equation,
}

impl DegreeRows {
    /// Both forms.
    pub const ALL: &[Self] = &[Self::Inequalities, Self::Equation];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inequalities => "inequalities",
            Self::Equation => "equation",
        }
    }
}

/// How constraints are lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoweringOptions {
    /// Constraints to clauses; in an LP file, formulas to the clauses that become rows.
    pub cnf: CnfMethod,
    /// Cardinalities to clauses.
    pub card: CardMethod,
    /// Degrees to rows.
    pub degree_rows: DegreeRows,
}

impl From<CnfMethod> for LoweringOptions {
    fn from(cnf: CnfMethod) -> Self {
        Self { cnf, ..Self::default() }
    }
}
