//! Lowering options, which determine how constraints become clauses or rows.

/// The method that lowers constraints to clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CnfMethod {
    /// The explicit clause sets of Berschneider 2.15-2.55 for constraints; for formulas, distribution as in
    /// [`Self::NaiveIrredundant`].
    #[default]
    Direct,
    /// Distribution of *or* over *and*, without auxiliary variables (Westreicher 5.2.1): all clauses that it yields,
    /// with tautologies, repeated and subsumed ones.
    Naive,
    /// As [`Self::Naive`], without tautologies.
    NaiveNontautological,
    /// As [`Self::NaiveNontautological`], each clause of a constraint once.
    NaiveDistinct,
    /// As [`Self::NaiveDistinct`], without the clauses that another clause of their constraint subsumes.
    NaiveIrredundant,
    /// One auxiliary variable per subformula, defined as equivalent to it (Tseitin 1968).
    Tseitin,
    /// One auxiliary variable per subformula, with only the implication that the polarity of the subformula requires
    /// (Plaisted and Greenbaum 1986). Westreicher 5.2.2 prints these implications, with a variable for every binary operator;
    /// here, nested parts are joined, and clauses at the top need no variable.
    PlaistedGreenbaum,
}

impl CnfMethod {
    /// All methods.
    pub const ALL: &[Self] = &[
        Self::Direct,
        Self::Naive,
        Self::NaiveNontautological,
        Self::NaiveDistinct,
        Self::NaiveIrredundant,
        Self::Tseitin,
        Self::PlaistedGreenbaum,
    ];

    /// Returns [`Self::NaiveIrredundant`] for each stage of distribution, and other methods as they are.
    ///
    /// ```
    /// use encycle_encodings::logic::CnfMethod;
    ///
    /// assert_eq!(CnfMethod::Naive.irredundant(), CnfMethod::NaiveIrredundant);
    /// assert_eq!(CnfMethod::Tseitin.irredundant(), CnfMethod::Tseitin);
    /// ```
    #[must_use]
    pub fn irredundant(self) -> Self {
        match self {
            Self::Naive | Self::NaiveNontautological | Self::NaiveDistinct => {
                Self::NaiveIrredundant
            }
            other => other,
        }
    }

    /// Returns the name on the command line.
    ///
    /// ```
    /// use encycle_encodings::logic::CnfMethod;
    ///
    /// let names: Vec<&str> = CnfMethod::ALL.iter().map(|method| method.name()).collect();
    /// assert!(names.contains(&"plaisted-greenbaum"));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Naive => "naive",
            Self::NaiveNontautological => "naive-nontautological",
            Self::NaiveDistinct => "naive-distinct",
            Self::NaiveIrredundant => "naive-irredundant",
            Self::Tseitin => "tseitin",
            Self::PlaistedGreenbaum => "plaisted-greenbaum",
        }
    }
}

/// The method that lowers cardinality constraints to clauses.
///
/// All methods except [`Self::Binomial`], [`Self::Sequential`] and [`Self::Diagram`] come from the crate `rustsat`. Methods described as
/// "at most one" support only the bound 1; for larger bounds, the totalizer is used instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CardMethod {
    /// No separate method: the [`CnfMethod`] lowers cardinality constraints too. [`CnfMethod::Direct`] adds one
    /// clause for each set of b + 1 literals, where b is the bound.
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
    /// At most one and exactly one: the sequential counter (Sinz 2005), whose variables are those of the order
    /// encoding. An exactly-one constraint becomes the same clauses as in the reencoding of unique and exclusive
    /// literal clauses (Sheng, Reeves and Heule 2025, Reencoding unique literal clauses).
    Sequential,
    /// The totalizer of Bailleux and Boufkhad (2003), for every bound.
    Totalizer,
    /// Few clauses as [`Self::Binomial`]; otherwise a decision diagram, also of linear sums (Eén and Sörensson 2006).
    Diagram,
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
        Self::Sequential,
        Self::Totalizer,
        Self::Diagram,
    ];

    /// Returns the name on the command line.
    ///
    /// ```
    /// use encycle_encodings::logic::CardMethod;
    ///
    /// assert_eq!(CardMethod::default().name(), "binomial");
    /// let named = |name| CardMethod::ALL.iter().find(|method| method.name() == name);
    /// assert_eq!(named("totalizer"), Some(&CardMethod::Totalizer));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Binomial => "binomial",
            Self::Pairwise => "pairwise",
            Self::Ladder => "ladder",
            Self::Bitwise => "bitwise",
            Self::Bimander => "bimander",
            Self::Commander => "commander",
            Self::Sequential => "sequential",
            Self::Totalizer => "totalizer",
            Self::Diagram => "diagram",
        }
    }

    /// Returns whether it lowers every count, however small.
    pub(super) fn is_separate(self) -> bool {
        !matches!(self, Self::Binomial | Self::Diagram)
    }
}

/// The method that lowers degree constraints ("zero or two of these literals") to rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DegreeRows {
    /// Inequalities without auxiliary variables (Berschneider 2.2-2.12).
    #[default]
    Inequalities,
    /// One equation, sum = 2y, with an auxiliary binary variable y.
    Equation,
}

impl DegreeRows {
    /// All methods.
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

/// The options that determine how constraints become clauses or rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoweringOptions {
    /// How constraints become clauses. This also affects LP files, because a formula is lowered to clauses by this
    /// method, and each clause becomes a row; the rows of each `naive` method are those of
    /// [`CnfMethod::NaiveIrredundant`].
    pub cnf: CnfMethod,
    /// How cardinality constraints become clauses.
    pub card: CardMethod,
    /// How degree constraints become rows.
    pub degree_rows: DegreeRows,
}

impl From<CnfMethod> for LoweringOptions {
    fn from(cnf: CnfMethod) -> Self {
        Self { cnf, ..Self::default() }
    }
}
