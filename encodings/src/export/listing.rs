//! Listings of selected clauses of a formula, with their numbers, names and origins.

use std::fmt;

use crate::export::Encode;
use crate::export::names::NameCollector;
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, TooLarge, lower_to_cnf};

/// A clause of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedClause {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its literals.
    pub literals: Vec<Lit>,
    /// The rule family, the place and the step of the lowering.
    pub origin: Origin,
}

/// The selected clauses of a formula.
#[derive(Clone, Debug, Default)]
pub struct ClauseListing {
    /// The selected clauses, up to the limit.
    pub clauses: Vec<ListedClause>,
    /// The number of all selected clauses.
    pub wanted: usize,
    /// The number of clauses of the formula.
    pub count: usize,
    /// The names of all variables, including auxiliary variables.
    pub names: NameCollector,
}

impl ClauseListing {
    /// Returns a clause with the names of its variables.
    #[must_use]
    pub fn text(&self, clause: &ListedClause) -> String {
        let name = |literal: &Lit| {
            let sign = if literal.is_neg() { "-" } else { "" };
            format!("{sign}{}", self.names.get(literal.vidx()))
        };
        clause.literals.iter().map(name).collect::<Vec<_>>().join(" v ")
    }
}

/// Lists the clauses for which `wanted` is true. `wanted` receives the literals, the origin, and the names of the
/// variables so far, which include all variables of the clause.
///
/// ```
/// use encycle_encodings::export::list_clauses;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::logic::LoweringOptions;
///
/// let puzzle = Slitherlink::from_rows(&["3"])?;
/// let list = list_clauses(LoweringOptions::default(), &|sink| puzzle.encode(sink), 10, |_, origin, _| {
///     origin.family == "clue"
/// })?;
/// // three of four edges: two clauses exclude four and two of them each; see `SizeReport`
/// assert_eq!(list.wanted, 1 + 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The formula is too large.
pub fn list_clauses(
    choices: LoweringOptions,
    encode: Encode<'_>,
    limit: usize,
    wanted: impl FnMut(&[Lit], &Origin, &NameCollector) -> bool,
) -> Result<ClauseListing, TooLarge> {
    let sink = Listing { limit, list: ClauseListing::default(), wanted };
    Ok(lower_to_cnf(sink, choices, encode)?.list)
}

struct Listing<F> {
    limit: usize,
    list: ClauseListing,
    wanted: F,
}

impl<F: FnMut(&[Lit], &Origin, &NameCollector) -> bool> ClauseSink for Listing<F> {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.list.names.push(name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        let list = &mut self.list;
        list.count += 1;
        if (self.wanted)(clause, &origin, &list.names) {
            list.wanted += 1;
            if list.clauses.len() < self.limit {
                list.clauses.push(ListedClause {
                    number: list.count,
                    literals: clause.to_vec(),
                    origin,
                });
            }
        }
    }
}
