//! The strength of a formula: the share of what follows from partial assignments that it derives by unit propagation.
//!
//! A *case* is a partial assignment of the puzzle's atoms. A literal is *implied* if it holds in all solutions that
//! agree with the case; the case is *contradictory* if no solution agrees with it. The strength of a formula is the
//! share of implied literals that unit propagation derives, and the share of contradictory cases in which it finds a
//! false clause. For example, if 20 literals are implied and unit propagation derives 15 of them, then the first share
//! is 75 percent. A formula for which both shares are 100 percent in all cases is propagation complete (Bordeaux and
//! Marques-Silva 2012, Knowledge Compilation with Empowerment). A linear relaxation is measured in the same way: it
//! derives the literals that hold in all of its points.
//!
//! The reference is exact, because a solver decides each literal by assuming its negation. The formula is compared with
//! the solutions of the puzzle and, if its encoding needs cuts for "one loop", also with the models of the encoding
//! without the cuts.

mod cases;
mod deriver;
mod formula;
mod reference;

pub use cases::Case;
pub use formula::{FormulaError, MeasuredFormula};

use std::collections::BTreeMap;

use encycle_encodings::logic::LoweringOptions;
use reference::{Reference, Undecided};

use crate::problem::Problem;
use crate::render::chart::{Chart, Series, svg};

/// The options of [`measure_strength`].
#[derive(Clone, Copy, Debug)]
pub struct StrengthOptions {
    /// The number of cases. If there are no more partial assignments than this number, all of them are cases.
    pub cases: usize,
    /// The seed of the choice of cases.
    pub seed: u64,
}

impl Default for StrengthOptions {
    fn default() -> Self {
        Self { cases: 1000, seed: 1 }
    }
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The size of the part.
    pub part: u64,
    /// The size of the whole.
    pub whole: u64,
}

impl Share {
    /// Returns the share in percent; 100 if the whole is empty.
    #[must_use]
    pub fn percent(self) -> f64 {
        match self.whole {
            0 => 100.0,
            whole => 100.0 * self.part as f64 / whole as f64,
        }
    }

    fn add(&mut self, part: usize, whole: usize) {
        self.part += part as u64;
        self.whole += whole as u64;
    }
}

/// A literal or a contradiction that a formula misses in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The values of the case. The case is minimal: without any of its values, there is nothing to miss.
    pub given: Vec<Option<bool>>,
    /// The implied atom and its value that the formula does not derive; `None` if the case is contradictory, but no
    /// clause is false.
    pub missed: Option<(usize, bool)>,
}

/// The strength of a formula, with respect to one reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// How many of the implied literals are derived.
    pub derived: Share,
    /// How many of the contradictory cases are found to be contradictory.
    pub caught: Share,
    /// The number of atoms without a value in the contradictory cases that were missed: the sum over these cases, and
    /// the maximum.
    pub open: (u64, u64),
    /// The shares of derived literals by the depth of the case, that is, by its number of atoms in tenths of all atoms.
    pub by_depth: BTreeMap<usize, Share>,
    /// The smallest missed case, that is, the missed case with the fewest atoms.
    pub witness: Option<Witness>,
}

impl Strength {
    /// Returns whether the formula missed nothing. If all cases were tried, the formula is then propagation complete.
    #[must_use]
    pub fn misses_nothing(&self) -> bool {
        self.derived.part == self.derived.whole && self.caught.part == self.caught.whole
    }

    /// Returns the mean number of atoms without a value in the contradictory cases that were missed.
    #[must_use]
    pub fn mean_open(&self) -> Option<f64> {
        let missed = self.caught.whole - self.caught.part;
        (missed > 0).then(|| self.open.0 as f64 / missed as f64)
    }
}

/// The strength of one formula.
#[derive(Clone, Debug)]
pub struct FormulaStrength {
    /// The name of the encoding, or of the file.
    pub encoding: String,
    /// The lowering; `None` for a file.
    pub lowering: Option<LoweringOptions>,
    /// Whether this is the linear relaxation.
    pub is_relaxation: bool,
    /// The rule family whose clauses were removed.
    pub without: Option<String>,
    /// The simplifier that made this formula from the formula of the encoding.
    pub simplifier: Option<String>,
    /// The number of variables; for a simplified formula, of the variables that occur.
    pub variables: usize,
    /// The number of clauses; for a linear relaxation, of rows.
    pub clauses: usize,
    /// The number of atoms that have a variable or a value in the formula. Only these atoms are measured, because a
    /// simplifier may eliminate the other atoms.
    pub atoms: usize,
    /// The strength with respect to the solutions of the puzzle; `None` if the puzzle has no encoding that needs no
    /// cuts.
    pub puzzle: Option<Strength>,
    /// The strength with respect to the models of the encoding, which are the solutions of the puzzle if the encoding
    /// needs no cuts.
    pub models: Strength,
}

/// The strengths of the formulas of one puzzle, on the same cases.
#[derive(Clone, Debug)]
pub struct StrengthTable {
    /// The number of cases.
    pub cases: usize,
    /// The number of further cases that were skipped, because a solver could not decide within its limit what follows.
    pub undecided: usize,
    /// Whether the cases are all partial assignments.
    pub is_exhaustive: bool,
    /// The number of atoms of the puzzle.
    pub atoms: usize,
    /// A row for each formula.
    pub rows: Vec<FormulaStrength>,
}

impl FormulaStrength {
    /// Returns the strength with respect to the solutions of the puzzle if there is a reference for them, otherwise
    /// with respect to the models of the encoding.
    #[must_use]
    pub fn strength(&self) -> &Strength {
        self.puzzle.as_ref().unwrap_or(&self.models)
    }
}

/// Measures the strength of formulas of one puzzle, or of a user's own model without its objective, on the same cases.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::strength::{MeasuredFormula, StrengthOptions, measure_strength};
///
/// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
/// let encoding = puzzle.encoding("edge")?;
/// let formula = MeasuredFormula::of_encoding(&encoding, Default::default())?;
/// let table = measure_strength(&puzzle, vec![formula], StrengthOptions::default())?;
/// assert!(table.is_exhaustive && table.cases == 3_usize.pow(4));
/// assert!(table.rows[0].models.misses_nothing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a formula has no variable for an atom, is too large, or derives a literal that does not hold in
/// all of its models, or if a model of a simplified formula is not a model of the original formula.
pub fn measure_strength(
    problem: &dyn Problem,
    formulas: Vec<MeasuredFormula>,
    options: StrengthOptions,
) -> Result<StrengthTable, FormulaError> {
    problem.require_boolean()?;
    let atoms = problem.as_encodable().atom_count();
    let mut subjects = Vec::new();
    for formula in formulas {
        subjects.push(formula.subject(problem)?);
    }
    let mut whole = Reference::of_problem(problem)?;
    // formulas of the same encoding have the same models
    let mut references: BTreeMap<String, Reference> = BTreeMap::new();
    for subject in &subjects {
        let is_original = subject.without.is_none() && subject.simplifier.is_none();
        if (!subject.is_whole || whole.is_none()) && is_original {
            references.entry(subject.encoding.clone()).or_insert_with(|| subject.reference());
        }
    }
    let (cases, is_all) = cases::cases(atoms, &mut subjects, whole.as_mut(), options);
    let mut undecided = 0;
    for (number, case) in cases.iter().enumerate() {
        log::debug!("case {number} of {}", cases.len());
        let of_puzzle = whole.as_mut().map(|reference| reference.implied(case)).transpose();
        let of_models: Result<BTreeMap<&str, _>, _> = references
            .iter_mut()
            .map(|(name, one)| Ok::<_, Undecided>((&**name, one.implied(case)?)))
            .collect();
        let (Ok(of_puzzle), Ok(of_models)) = (of_puzzle, of_models) else {
            undecided += 1;
            continue;
        };
        for subject in &mut subjects {
            let derived = subject.derive(case);
            if let (Some(implied), Some(strength)) = (&of_puzzle, &mut subject.puzzle) {
                let is_measured = &subject.is_measured;
                subject.is_sound &=
                    reference::compare(case, implied, &derived, is_measured, strength);
            }
            let own = of_models.get(&*subject.encoding).or(of_puzzle.as_ref());
            if let Some(implied) = own {
                let (is_measured, models) = (&subject.is_measured, &mut subject.models);
                subject.is_sound &=
                    reference::compare(case, implied, &derived, is_measured, models);
            }
        }
    }
    let mut rows = Vec::new();
    for mut subject in subjects {
        if !subject.is_sound {
            return Err(FormulaError::Unsound { formula: subject.encoding });
        }
        let own = references.get_mut(&subject.encoding);
        if let Some(reference) = own.or(whole.as_mut()) {
            subject.models.witness = subject.models.witness.map(|one| reference.shrunk(one));
        }
        if let (Some(reference), Some(strength)) = (&mut whole, &mut subject.puzzle) {
            strength.witness = strength.witness.take().map(|one| reference.shrunk(one));
        }
        rows.push(subject.row());
    }
    Ok(StrengthTable {
        cases: cases.len() - undecided,
        undecided,
        is_exhaustive: is_all && undecided == 0,
        atoms,
        rows,
    })
}

// The chart of strengths over the depth of the cases.

/// Draws the share of derived literals over the share of assigned atoms, with one line for each formula.
#[must_use]
pub fn strength_chart(tables: &[StrengthTable]) -> String {
    let mut series: Vec<Series> = Vec::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        let strength = row.strength();
        let shares = strength.by_depth.iter().filter(|(_, share)| share.whole > 0);
        let points: Vec<(f64, f64)> =
            shares.map(|(tenths, share)| (10.0 * *tenths as f64, share.percent())).collect();
        match series.iter_mut().find(|one| one.points == points) {
            // only one of several coinciding lines would be visible, so they share a line and a name
            Some(known) => known.name = format!("{} = {}", known.name, row.label()),
            None => series.push(Series { name: row.label(), points, ..Series::default() }),
        }
    }
    svg(&[Chart {
        title: "Derived from partial assignments".to_owned(),
        x_label: "assigned atoms, %".to_owned(),
        y_label: "of the implied literals, %".to_owned(),
        series,
        ..Chart::default()
    }])
}

impl FormulaStrength {
    /// Returns the name of the formula in a chart.
    #[must_use]
    pub fn label(&self) -> String {
        let method = |one: LoweringOptions| match self.is_relaxation {
            true => format!(", LP {}", one.degree_rows.name()),
            false => format!(", {}", one.cnf.name()),
        };
        let method = self.lowering.map(method).unwrap_or_default();
        let without = self.without.as_ref().map(|one| format!(" without {one}"));
        let simplifier = self.simplifier.as_ref().map(|one| format!(", after {one}"));
        let (without, simplifier) = (without.unwrap_or_default(), simplifier.unwrap_or_default());
        format!("{}{method}{without}{simplifier}", self.encoding)
    }
}
