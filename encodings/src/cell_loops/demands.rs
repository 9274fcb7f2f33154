//! Line demands: the rules of clues as counts and clauses on lines alone, for decision diagrams.
//!
//! A diagram has one level per link, so it cannot use further variables. A rule on the number of visited cells is a
//! count of lines, because each visited cell has two. All other rules are the clauses of the encoding, in which each
//! further variable is eliminated by resolution. For example, *a ∨ v* and *¬v ∨ b* become *a ∨ b*.

use std::fmt;

use crate::cell_loops::CellLoop;
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, Var, lower_to_cnf};
use crate::puzzle::EdgeClue;

/// Counts of lines, and the families of constraints that they express.
#[derive(Clone, Debug, Default)]
pub struct LineCounts {
    /// The families of constraints.
    pub families: Vec<&'static str>,
    /// The counts.
    pub counts: Vec<EdgeClue<'static>>,
}

/// Returns the clauses of the clues as clauses on links, without the clauses of the families `replaced`. Returns `None`
/// if there are more clauses than a diagram can use.
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
    let mut left = MOST_RESOLVENTS;
    for variable in (links..variables).rev() {
        clauses = without(Var::new(variable), clauses, &mut left)?;
    }
    Some(clauses)
}

/// The largest number of clauses that remain when a variable is eliminated.
const MOST_CLAUSES: usize = 1 << 18;

/// The largest number of resolvents that are made for a puzzle. A rule that counts cells by their turns would have millions.
const MOST_RESOLVENTS: usize = 1 << 20;

/// A sink for the clauses of all families except some.
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

/// Eliminates a variable: resolves each clause that contains it with each clause that contains its negation. If clauses
/// define the variable as a conjunction or disjunction of literals, only resolutions with one clause of the definition
/// are needed (Eén, Biere 2005, section 3.2). Returns `None` if too many clauses result, or if there are more resolvents than
/// `left`.
fn without(variable: Var, clauses: Vec<Vec<Lit>>, left: &mut usize) -> Option<Vec<Vec<Lit>>> {
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
            *left = left.checked_sub(1)?;
            let mut resolvent = [&one[..], &other[..]].concat();
            resolvent.sort_unstable();
            resolvent.dedup();
            // after sorting, a literal and its negation are adjacent
            if !resolvent.windows(2).any(|pair| pair[0] == !pair[1]) {
                rest.push(resolvent);
            }
        }
    }
    rest.sort_unstable();
    rest.dedup();
    (rest.len() <= MOST_CLAUSES).then_some(rest)
}

/// Returns a definition of a variable, as indices into the two sides: a clause l1 ∨ ... ∨ lk of one side, and the
/// clauses ¬l1 to ¬lk of the other.
fn definition(long: &[Vec<Lit>], short: &[Vec<Lit>]) -> Option<[Vec<usize>; 2]> {
    long.iter().enumerate().find_map(|(place, clause)| {
        let find = |literal: &Lit| short.iter().position(|other| other[..] == [!*literal]);
        let found = clause.iter().map(find).collect::<Option<Vec<_>>>()?;
        Some([vec![place], found])
    })
}

/// Returns the clauses of a side, each with whether it belongs to the definition.
fn marked<'a>(
    side: &'a [Vec<Lit>],
    definition: &'a Option<[Vec<usize>; 2]>,
    number: usize,
) -> impl Iterator<Item = (&'a Vec<Lit>, bool)> {
    side.iter().enumerate().map(move |(place, clause)| {
        (clause, definition.as_ref().is_some_and(|sides| sides[number].contains(&place)))
    })
}
