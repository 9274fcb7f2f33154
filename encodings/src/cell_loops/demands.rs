//! The rules of clues as demands on lines alone: what decision diagrams need.
//!
//! A rule on the number of visited cells is a count of lines, since each visited cell has two. All other rules are the
//! clauses of the encoding; the variables that they define are replaced by their definitions.

use std::borrow::Cow;
use std::fmt;

use crate::cell_loops::{CellBoard, CellLoop};
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, Var, lower_to_cnf};
use crate::puzzle::EdgeClue;

/// Counts of lines, and the families of constraints that they express.
#[derive(Clone, Debug, Default)]
pub struct LineCounts {
    /// The families of constraints.
    pub families: &'static [&'static str],
    /// The counts.
    pub counts: Vec<EdgeClue<'static>>,
}

/// Returns the count that the loop visits this number of some cells: two ends of lines at each.
pub(crate) fn visited(board: &CellBoard, cells: &[usize], number: usize) -> EdgeClue<'static> {
    let ends = cells.iter().flat_map(|&cell| board.graph().incident(cell).iter().copied());
    EdgeClue { edges: Cow::Owned(ends.collect()), count: 2 * number }
}

/// Returns the clauses of the clues as clauses on links, except those of the given families. Returns `None` if they are more
/// than a diagram can use.
pub(super) fn clauses<P: CellLoop>(puzzle: &P, replaced: &[&str]) -> Option<Vec<Vec<Lit>>> {
    let links = puzzle.board().graph().edge_count() as u32;
    let sink = DemandClauses { replaced, variables: 0, clauses: Vec::new() };
    let encoded = lower_to_cnf(sink, LoweringOptions::default(), |sink| {
        (0..links).for_each(|link| {
            sink.variable("edge", format_args!("{link}"));
        });
        puzzle.clue_variables(sink);
        puzzle.clue_rules(links, sink);
    });
    let DemandClauses { variables, mut clauses, .. } = encoded.ok()?;
    for variable in (links..variables).rev() {
        clauses = without(Var::new(variable), clauses)?;
    }
    Some(clauses)
}

/// The clauses of all families but some.
struct DemandClauses<'a> {
    replaced: &'a [&'a str],
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for DemandClauses<'_> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        if !self.replaced.contains(&origin.family) {
            self.clauses.push(clause.to_vec());
        }
    }
}

/// Eliminates a variable: resolves each clause with it and each with its negation. If clauses define it as a conjunction or
/// disjunction of literals, resolution with the definition is enough (Eén, Biere 2005, section 3.2).
fn without(variable: Var, clauses: Vec<Vec<Lit>>) -> Option<Vec<Vec<Lit>>> {
    /// The largest number of clauses.
    const MOST: usize = 1 << 18;

    let (with, mut rest): (Vec<_>, Vec<_>) = clauses
        .into_iter()
        .partition(|clause| clause.iter().any(|literal| literal.var() == variable));
    let [positive, negative] = [variable.pos_lit(), variable.neg_lit()].map(|literal| {
        let others =
            |clause: &Vec<Lit>| clause.iter().copied().filter(|&one| one != literal).collect();
        with.iter()
            .filter(|clause| clause.contains(&literal))
            .map(others)
            .collect::<Vec<Vec<Lit>>>()
    });
    let definition = definition(&positive, &negative)
        .or_else(|| definition(&negative, &positive).map(|[long, short]| [short, long]));
    for (one, is_of_definition) in marked(&positive, &definition, 0) {
        for (other, other_is) in marked(&negative, &definition, 1) {
            if definition.is_some() && is_of_definition == other_is {
                continue;
            }
            let mut resolvent = [&one[..], &other[..]].concat();
            resolvent.sort_unstable();
            resolvent.dedup();
            // the literals of a variable follow each other
            if !resolvent.windows(2).any(|pair| pair[0] == !pair[1]) {
                rest.push(resolvent);
            }
        }
    }
    rest.sort_unstable();
    rest.dedup();
    (rest.len() <= MOST).then_some(rest)
}

/// Returns a definition of a variable, as places in the two sides: a clause l1 ∨ ... ∨ lk of one side, and clauses ¬l1 to ¬lk
/// of the other.
fn definition(long: &[Vec<Lit>], short: &[Vec<Lit>]) -> Option<[Vec<usize>; 2]> {
    long.iter().enumerate().find_map(|(place, clause)| {
        let find = |literal: &Lit| short.iter().position(|other| other[..] == [!*literal]);
        let found = clause.iter().map(find).collect::<Option<Vec<_>>>()?;
        Some([vec![place], found])
    })
}

/// Returns the clauses of a side, and whether each belongs to the definition.
fn marked<'a>(
    side: &'a [Vec<Lit>],
    definition: &'a Option<[Vec<usize>; 2]>,
    number: usize,
) -> impl Iterator<Item = (&'a Vec<Lit>, bool)> {
    side.iter().enumerate().map(move |(place, clause)| {
        (clause, definition.as_ref().is_some_and(|sides| sides[number].contains(&place)))
    })
}
