//! The ladder of all kinds without one of their own: techniques on the clauses of an encoding whose first
//! variables are the atoms of the puzzle.

mod lines;
mod named;
mod other;
mod place_rules;
mod probing;
mod separation;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use encycle_encodings::encoding::{Encoding, EncodingError};
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::logic::{
    ExternalPropagator, Lit, LoweringOptions, Place, UnitPropagator, lower_to_cnf,
};
use encycle_encodings::puzzle::Solution;

use crate::deduce::ladder::{DeduceError, Known, Ladder, Rung, StepLog, ToldStep, climb};
use crate::deduce::{Level, Technique, TechniqueSet};
use crate::puzzle::{Puzzle, PuzzleKind};
use lines::{LineConsequence, LineRule};
use place_rules::PlaceRules;
use probing::{PROBE_KINDS, ProbeTechniques, UsefulAtoms};
use separation::ConnectedRule;

/// The ladder on clauses. It has no tables: the clauses include the clues, so each puzzle needs new ones. From one puzzle
/// to the next, it only remembers which probes had a result.
#[derive(Default)]
pub(super) struct ClauseLadder {
    /// A solution of the next puzzle.
    solution: Option<Solution>,
    /// Whether it is known to be the only one.
    is_only: bool,
    /// A second solution of the last puzzle, if one was found.
    other: Option<Solution>,
    /// The atoms whose probes had a result for the last puzzle, for each kind of probe.
    useful: [Vec<u32>; PROBE_KINDS],
}

impl Ladder for ClauseLadder {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        match puzzle {
            Puzzle::Sudoku(_) | Puzzle::NeighborNumber(_) => false,
            Puzzle::Slitherlink(slitherlink) => slitherlink.grid().is_none(),
            _ => true,
        }
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        techniques: &TechniqueSet,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError> {
        let mut state = ClauseState::new(puzzle, techniques)?;
        let mut rungs = rungs(puzzle.kind());
        if let Some(known) = self.solution.take() {
            state.solution = Some(known);
            if self.is_only {
                state.looked.1 = LOOKS;
            }
            state.useful = std::mem::take(&mut self.useful).map(|mut found| {
                // the last puzzle may have had more regions, and so more atoms
                found.retain(|&atom| (atom as usize) < state.atom_count);
                UsefulAtoms { again: found, found: Vec::new() }
            });
            // the order of techniques does not change what they derive together; reading all rules takes long
            if let Some(at) = rungs.iter().position(|rung| rung.about.name == PLACE_RULE) {
                let rung = rungs.remove(at);
                let last = rungs.iter().rposition(|rung| rung.about.level <= Level::Medium);
                rungs.insert(last.map_or(0, |last| last + 1), rung);
            }
            for name in [DILEMMA, REFUTATION, FAILED] {
                if let Some(at) = rungs.iter().position(|rung| rung.about.name == name) {
                    rungs.insert(at, ClauseState::SHORTCUT);
                }
            }
        }
        climb(&mut state, &rungs, techniques, ClauseState::is_over, log);
        self.useful = std::mem::take(&mut state.useful).map(|useful| useful.found);
        self.other = state.other.take();
        Ok((!state.dead).then(|| state.atoms().to_vec()))
    }

    fn expect(&mut self, solution: &Solution, is_only: bool) {
        self.solution = Some(solution.clone());
        self.is_only = is_only;
    }

    fn other(&mut self) -> Option<Solution> {
        self.other.take()
    }
}

/// Returns the techniques of a kind; only kinds with one loop or with paths have `early-loop`, and only kinds with shaded
/// cells have `separation`.
pub(super) fn techniques(kind: PuzzleKind) -> Vec<Technique> {
    let has = |technique: &Technique| match technique.name {
        EARLY => matches!(
            kind.family(),
            SolutionFamily::Loop | SolutionFamily::Paths | SolutionFamily::CellLoop
        ),
        SEPARATION => kind.family() == SolutionFamily::Shading,
        _ => true,
    };
    rungs(kind).into_iter().map(|rung| rung.about).filter(has).collect()
}

/// Returns the rungs of a kind: unit propagation, then by level the techniques of the kind and those of all kinds.
fn rungs<'a>(kind: PuzzleKind) -> Vec<Rung<ClauseState<'a>>> {
    let [first, general @ ..] = ClauseState::RUNGS;
    let mut rungs: Vec<_> = named::rungs(kind).into_iter().chain(general).collect();
    rungs.retain(|rung| rung.about.name != REFUTATION || named::refute(kind));
    rungs.sort_by_key(|rung| rung.about.level);
    rungs.insert(0, first);
    if place_rules::has_technique(kind) {
        rungs.insert(0, ClauseState::PLACE_RULE);
    }
    rungs
}

/// The name of the technique on the rules of a kind file.
const PLACE_RULE: &str = "place-rule";

/// The name of the technique on lines that are complete too early.
const EARLY: &str = "early-loop";

/// The name of the technique on cells that must be connected.
const SEPARATION: &str = "separation";

/// The name of the technique that refutes assumptions with the clauses.
const FAILED: &str = "failed-literal";

/// The name of the technique that refutes assumptions with all simpler techniques.
const REFUTATION: &str = "refutation";

/// The name of the technique that assumes both an atom and its negation.
const DILEMMA: &str = "dilemma";

/// How often a second solution is looked for in vain.
const LOOKS: usize = 4;

/// A place of the trail, and what had been done there.
#[derive(Clone, Copy)]
struct TrailMark {
    length: usize,
    seen: Option<usize>,
    logged: usize,
}

/// The state of a deduction on clauses.
struct ClauseState<'a> {
    puzzle: &'a Puzzle,
    propagator: UnitPropagator,
    lines: Option<LineRule<'a>>,
    /// The rule that cells of one colour are connected, for kinds with shaded cells.
    connected: Option<Box<dyn ExternalPropagator>>,
    separation: Option<ConnectedRule>,
    /// The rules at their places, once the technique was tried.
    place_rules: Option<PlaceRules>,
    /// The rungs that a probe climbs: all but the one that probes itself, and the one that names the rules.
    probing: Rc<[Rung<Self>]>,
    /// Whether a probe climbs the named techniques.
    refutes: bool,
    atom_count: usize,
    /// The length of the part of the trail that has been logged.
    logged: usize,
    /// The length of the trail when the line rule was last applied, if it was.
    seen: Option<usize>,
    /// The atom probed last. Probing resumes there, since the atoms after it are more likely to give new
    /// facts.
    tried: u32,
    dead: bool,
    /// A known solution of the puzzle, whose literals need not be probed.
    solution: Option<Solution>,
    /// Another solution, which ends the deduction.
    other: Option<Solution>,
    /// The length of the trail when another solution was looked for, and how often this was in vain.
    looked: (usize, usize),
    useful: [UsefulAtoms; PROBE_KINDS],
}

impl<'a> ClauseState<'a> {
    /// The rung of kinds that are text files and have no techniques of their own.
    const PLACE_RULE: Rung<Self> = Rung::new(
        Level::Easy,
        [PLACE_RULE, "a rule at one place leaves only one choice", "the rules of the kind's file"],
        |state, log| state.place_rule(log),
    );

    const RUNGS: [Rung<Self>; 6] = [
        Rung::new(
            Level::Easy,
            [
                "unit-propagation",
                "a rule leaves only one choice",
                "Davis, Logemann, Loveland 1962, A Machine Program for Theorem-Proving",
            ],
            |state, log| state.unit_propagation(log),
        ),
        Rung::new(
            Level::Easy,
            [
                EARLY,
                "an edge is empty if it would close a loop or end a path before the solution is complete",
                "the rules of puzzles with one line; `early-loop` of docs/research/presolve.md",
            ],
            |state, log| state.early_loop(log),
        ),
        Rung::new(
            Level::Easy,
            [
                SEPARATION,
                "a cell has the colour without which it would separate cells that must be connected",
                "the rules of puzzles with shaded cells; docs/encodings/shading.md, Connected cells",
            ],
            |state, log| state.separation(log),
        ),
        Rung::new(
            Level::Medium,
            [
                FAILED,
                "an assumption that the techniques of the level below refute is false",
                "Freeman 1995, Improvements to Propositional Satisfiability Search Algorithms",
            ],
            |state, log| state.failed_literal(ProbeTechniques::Clauses, log),
        ),
        Rung::new(
            Level::Hard,
            [
                REFUTATION,
                "an assumption that the easy and medium techniques together refute is false",
                "Freeman 1995, with more than unit propagation",
            ],
            |state, log| state.failed_literal(ProbeTechniques::Named, log),
        ),
        Rung::new(
            Level::Hard,
            [
                DILEMMA,
                "a consequence of both an assumption and its negation is true",
                "Sheeran, Stalmarck 2000, A Tutorial on Stalmarck's Proof Procedure: the dilemma rule",
            ],
            |state, log| state.dilemma(log),
        ),
    ];

    /// Not a technique, and only for a puzzle with a known solution: in front of the techniques that assume something, which
    /// take long if they have no effect, the probes of the last puzzle are repeated, and a second solution is looked for.
    const SHORTCUT: Rung<Self> = Rung::new(Level::Easy, ["", "", ""], |state, _| {
        if state.repeat_probes() {
            return true;
        }
        let length = state.propagator.trail().len();
        if state.looked.0 == length || state.looked.1 == LOOKS {
            return false;
        }
        state.looked = (length, state.looked.1 + 1);
        state.look_for_other()
    });

    /// Returns a complete encoding of the puzzle; its first variables are the atoms.
    fn encoding(puzzle: &Puzzle) -> Result<Encoding<'_>, EncodingError> {
        puzzle.encoding(&puzzle.complete_encoding(puzzle.default_encoding()))
    }

    /// Builds the clauses of a puzzle.
    fn new(puzzle: &'a Puzzle, techniques: &TechniqueSet) -> Result<Self, DeduceError> {
        let encoding = Self::encoding(puzzle)?;
        let sink = UnitPropagator::default();
        let propagator =
            lower_to_cnf(sink, LoweringOptions::default(), |sink| encoding.encode(sink))?;
        let atom_count = puzzle.atom_count();
        let lines = LineRule::new(puzzle).filter(|_| !techniques.excludes(EARLY));
        let is_probing = |rung: &Rung<_>| {
            ![FAILED, PLACE_RULE].contains(&rung.about.name)
                && !techniques.excludes(rung.about.name)
        };
        let probing = rungs(puzzle.kind()).into_iter().filter(is_probing);
        let connected =
            encoding.propagator().filter(|_| puzzle.kind().family() == SolutionFamily::Shading);
        let connected = connected.filter(|_| !techniques.excludes(SEPARATION));
        Ok(Self {
            puzzle,
            propagator,
            lines,
            connected,
            separation: ConnectedRule::new(puzzle),
            place_rules: None,
            probing: probing.collect(),
            refutes: named::refute(puzzle.kind()),
            atom_count,
            logged: 0,
            seen: None,
            tried: 0,
            dead: false,
            solution: None,
            other: None,
            looked: (0, 0),
            useful: Default::default(),
        })
    }

    /// Returns the values of the atoms.
    fn atoms(&self) -> &[Option<bool>] {
        &self.propagator.values()[..self.atom_count]
    }

    /// Returns whether all atoms are known, or a contradiction was found.
    fn is_over(&self) -> bool {
        self.dead || self.other.is_some() || self.atoms().iter().all(Option::is_some)
    }

    /// Formats the literals of atoms; auxiliary variables are omitted.
    fn words<'l>(&self, literals: impl IntoIterator<Item = &'l Lit>) -> String {
        let atoms = literals.into_iter().filter(|literal| literal.vidx() < self.atom_count);
        let word = |literal: &Lit| {
            let sign = if literal.is_pos() { "" } else { "not " };
            format!("{sign}{}", self.puzzle.atom_name(literal.vidx()))
        };
        atoms.map(word).collect::<Vec<_>>().join(", ")
    }

    /// Returns the literals of atoms as facts.
    fn facts(&self, literals: &[Lit]) -> Vec<(usize, bool)> {
        let atoms = literals.iter().filter(|literal| literal.vidx() < self.atom_count);
        atoms.map(|literal| (literal.vidx(), literal.is_pos())).collect()
    }

    /// Propagates units, and returns whether an atom was assigned or a contradiction found.
    fn unit_propagation(&mut self, log: &mut StepLog) -> bool {
        if !self.propagator.propagate() {
            self.dead = true;
        }
        let new = &self.propagator.trail()[self.logged..];
        self.logged += new.len();
        let has_atoms = new.iter().any(|literal| literal.vidx() < self.atom_count);
        if has_atoms && !self.dead {
            log.tell(|| ToldStep {
                words: self.words(new),
                facts: self.facts(new),
                ..ToldStep::default()
            });
        }
        has_atoms || self.dead
    }

    /// Applies the line rule, and returns whether an edge was assigned or a contradiction found.
    fn early_loop(&mut self, log: &mut StepLog) -> bool {
        let before = self.propagator.trail().len();
        if !self.early() {
            self.dead = true;
            return true;
        }
        self.report(before, None, log, |_| "a line would be complete too early".to_owned())
    }

    /// Assigns false to the edges that the line rule empties; returns `false` on a contradiction.
    fn early(&mut self) -> bool {
        let Some(lines) = &mut self.lines else { return true };
        let (trail, atoms) = (self.propagator.trail(), self.propagator.values());
        let length = trail.len();
        match lines.early(trail, &atoms[..self.atom_count], self.seen) {
            LineConsequence::Contradiction => false,
            LineConsequence::Empty(edges) => {
                self.seen = Some(length);
                edges.into_iter().all(|edge| self.propagator.assign(Lit::negative(edge.0)))
            }
        }
    }

    /// Returns the present place of the trail, to come back to.
    fn mark(&self) -> TrailMark {
        TrailMark { length: self.propagator.trail().len(), seen: self.seen, logged: self.logged }
    }

    /// Undoes all assignments since a mark.
    fn undo(&mut self, mark: TrailMark) {
        self.propagator.undo(mark.length);
        (self.seen, self.logged) = (mark.seen, mark.logged);
        if let Some(lines) = &mut self.lines {
            lines.undo(mark.length);
        }
    }

    /// Returns whether cells that must be connected are separated.
    fn is_separated(&mut self) -> bool {
        let literals = self.propagator.trail().iter().copied();
        self.connected.as_mut().is_some_and(|rule| !rule.conflicts(&mut { literals }).is_empty())
    }

    /// Gives the opposite value to the first cell whose value separates cells, and returns whether there is one or a
    /// contradiction was found.
    fn separation(&mut self, log: &mut StepLog) -> bool {
        if self.connected.is_none() {
            return false;
        }
        if self.is_separated() {
            self.dead = true;
            return true;
        }
        let before = self.propagator.trail().len();
        let found = self.separation.as_ref().and_then(|rule| rule.separating(self.atoms()));
        let Some((atom, value)) = found else { return false };
        let literal = Lit::new(atom as u32, !value);
        self.propagator.assign(!literal);
        self.report(before, None, log, |state| {
            format!("assuming {} separates cells", state.words([&literal]))
        })
    }

    /// Logs the assignments since `before` with their reason, and returns whether there are any.
    fn report(
        &mut self,
        before: usize,
        place: Option<Place>,
        log: &mut StepLog,
        why: impl FnOnce(&Self) -> String,
    ) -> bool {
        let new = &self.propagator.trail()[before..];
        if !new.is_empty() {
            log.tell(|| ToldStep {
                words: format!("{}, so {}", why(self), self.words(new)),
                place,
                facts: self.facts(new),
                ..ToldStep::default()
            });
        }
        self.logged += new.len();
        !new.is_empty()
    }
}
