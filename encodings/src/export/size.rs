//! Sinks that count exact sizes without keeping the formula.

use std::fmt;
use std::ops::AddAssign;

use crate::export::Encode;
use crate::export::opb::opb_length;
use crate::logic::{
    ClauseCounts, ClauseSink, Lit, LoweringOptions, Origin, ProgramPart, Row, RowSink, TooLarge,
    lower_to_cnf,
};

/// The size of a CNF formula, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CnfSize {
    /// Number of variables.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Total number of literals in all clauses.
    pub literals: usize,
    /// Length of the longest clause, in literals.
    pub longest: usize,
    /// Length of the clauses as DIMACS lines, in bytes, without comments and header.
    pub bytes: u64,
}

impl CnfSize {
    /// Counts one clause, whose DIMACS line has `bytes` bytes.
    pub(super) fn add(&mut self, clause: &[Lit], bytes: u64) {
        self.clauses += 1;
        self.literals += clause.len();
        self.longest = self.longest.max(clause.len());
        self.bytes += bytes;
    }

    /// Adds the counts of clauses; `None` if a sum has over 63 bits.
    fn with_counts(self, counts: &ClauseCounts) -> Option<Self> {
        let (mut literals, mut bytes) = (0_u128, counts.clauses.checked_mul(END_BYTES.into())?);
        for &(literal, count) in &counts.occurrences {
            literals = literals.checked_add(count)?;
            bytes = bytes.checked_add(count.checked_mul(literal_bytes(literal).into())?)?;
        }
        let sum = |known: u64, more: u128| {
            let sum = u64::try_from(more).ok()?.checked_add(known)?;
            // what is added clause by clause later does not reach the other half
            (sum <= u64::MAX / 2).then_some(sum)
        };
        let number = |known: usize, more| usize::try_from(sum(known as u64, more)?).ok();
        Some(Self {
            clauses: number(self.clauses, counts.clauses)?,
            literals: number(self.literals, literals)?,
            longest: self.longest.max(counts.longest),
            bytes: sum(self.bytes, bytes)?,
            ..self
        })
    }
}

impl ClauseSink for CnfSize {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let bytes: u64 = clause.iter().map(|&literal| literal_bytes(literal)).sum();
        self.add(clause, bytes + END_BYTES);
    }

    fn add_counts(&mut self, counts: &ClauseCounts, _: Origin) -> bool {
        self.with_counts(counts).map(|sum| *self = sum).is_some()
    }
}

/// The length of the end of a DIMACS line: a zero and a line break.
const END_BYTES: u64 = 2;

/// Returns the length of a literal in a DIMACS file: its sign, its digits and a space.
fn literal_bytes(literal: Lit) -> u64 {
    u64::from(literal.is_neg()) + u64::from((literal.vidx32() + 1).ilog10()) + 2
}

/// Returns the number of clauses of an encoder, or `None` if there are more than `most`, in which case the count stops
/// early.
///
/// # Errors
/// [`TooLarge`] if a constraint has too many clauses.
pub fn count_clauses(
    most: usize,
    options: LoweringOptions,
    encode: Encode<'_>,
) -> Result<Option<usize>, TooLarge> {
    let counted = lower_to_cnf(ClauseCount { clauses: 0, most }, options, encode)?;
    Ok(Some(counted.clauses).filter(|&clauses| clauses <= most))
}

/// A sink that counts clauses up to a limit.
struct ClauseCount {
    clauses: usize,
    most: usize,
}

impl ClauseSink for ClauseCount {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn clause(&mut self, _: &[Lit], _: Origin) {
        self.clauses += 1;
    }

    fn count_only(&mut self, clauses: usize) -> bool {
        self.clauses += clauses;
        true
    }

    fn accepts_more(&self) -> bool {
        self.clauses <= self.most
    }
}

/// The size of a linear program, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LpSize {
    /// Number of columns.
    pub variables: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of nonzero coefficients in the rows.
    pub nonzeros: usize,
}

impl AsMut<Self> for LpSize {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}

impl AsMut<LpSize> for RowSize {
    fn as_mut(&mut self) -> &mut LpSize {
        &mut self.lp
    }
}

impl AddAssign for LpSize {
    fn add_assign(&mut self, other: Self) {
        self.variables += other.variables;
        self.rows += other.rows;
        self.nonzeros += other.nonzeros;
    }
}

impl RowSink for LpSize {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows += 1;
        self.nonzeros += row.terms.len();
    }
}

/// The size of a linear program and of its OPB file, or of a part of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSize {
    /// The columns, rows and nonzero coefficients.
    pub lp: LpSize,
    /// Length of the rows as OPB constraints, in bytes, without comments and header.
    pub opb_bytes: u64,
}

impl RowSink for RowSize {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.lp.variable(family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.lp.row(row, origin);
        self.opb_bytes += opb_length(row);
    }
}

/// A size: the total, and the size of each rule family.
///
/// The encoder assigns its variables to families. An auxiliary variable belongs to the family of its
/// constraint.
///
/// ```
/// use encycle_encodings::export::{ByFamily, CnfSize};
/// use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// let encode = |sink: &mut dyn encycle_encodings::logic::ConstraintSink| puzzle.encode(sink);
/// let size = lower_to_cnf(ByFamily::<CnfSize>::default(), LoweringOptions::default(), encode)?;
/// let clauses: Vec<_> =
///     size.families().iter().map(|(family, size)| (*family, size.clauses)).collect();
/// assert_eq!(clauses, [("edge", 0), ("nonempty", 1), ("degree", 8 * 4), ("clue", 7 + 8)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByFamily<T> {
    total: T,
    families: Vec<(&'static str, T)>,
    last: usize,
}

impl<T: Default> ByFamily<T> {
    /// Returns the total size.
    pub fn total(&self) -> &T {
        &self.total
    }

    /// Returns the size of each family, in order of first occurrence.
    pub fn families(&self) -> &[(&'static str, T)] {
        &self.families
    }

    fn family(&mut self, name: &'static str) -> &mut T {
        // most constraints have the family of the previous constraint
        if self.families.get(self.last).is_none_or(|(last, _)| *last != name) {
            let known = self.families.iter().position(|(known, _)| *known == name);
            self.last = known.unwrap_or_else(|| {
                self.families.push((name, T::default()));
                self.families.len() - 1
            });
        }
        &mut self.families[self.last].1
    }
}

impl<T: Default + AsMut<LpSize>> ByFamily<T> {
    /// Adds the columns and rows of a program beyond its constraints.
    pub fn add_program(&mut self, program: &ProgramPart) {
        let [variables, rows] = program.size();
        let nonzeros = program.nonzeros();
        let sizes = [
            ("variable", LpSize { variables, ..LpSize::default() }),
            ("constraint", LpSize { rows, nonzeros, ..LpSize::default() }),
        ];
        for (family, size) in sizes.into_iter().filter(|(_, size)| *size != LpSize::default()) {
            *self.total.as_mut() += size;
            *self.family(family).as_mut() += size;
        }
    }
}

impl<T: ClauseSink + Default> ClauseSink for ByFamily<T> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.total.variable(family, name);
        self.family(family).variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.total.clause(clause, origin);
        self.family(origin.family).clause(clause, origin);
    }

    fn add_counts(&mut self, counts: &ClauseCounts, origin: Origin) -> bool {
        self.total.add_counts(counts, origin)
            && self.family(origin.family).add_counts(counts, origin)
    }
}

impl<T: RowSink + Default> RowSink for ByFamily<T> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.total.variable(family, name);
        self.family(family).variable(family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.total.row(row, origin);
        self.family(origin.family).row(row, origin);
    }
}
