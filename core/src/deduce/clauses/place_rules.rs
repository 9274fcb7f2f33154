//! The technique of kinds that are text files: one rule at one place leaves only one choice.
//!
//! The check says what each rule means at each place, and which numbers a meaning may still have. An atom has a value if
//! the meaning cannot hold with the other one. A meaning is read again when one of its atoms gets a value.

use encycle_encodings::kinds::written::RuleInstance;
use encycle_encodings::logic::Lit;

use crate::deduce::clauses::{ClauseState, named};
use crate::deduce::ladder::StepLog;
use crate::puzzle::{Puzzle, PuzzleKind};

/// Returns whether a kind has the technique: a file without techniques of its own.
pub(super) fn has_technique(kind: PuzzleKind) -> bool {
    matches!(kind, PuzzleKind::Written(_)) && named::rungs(kind).is_empty()
}

/// The rules of a puzzle at their places.
#[derive(Default)]
pub(super) struct PlaceRules {
    /// The sentence, the place and the meaning of each rule at each place.
    instances: Vec<(&'static str, RuleInstance)>,
    /// The instances that contain each atom.
    instances_of: Vec<Vec<usize>>,
    /// The instances to read.
    open: Vec<usize>,
    /// The length of the trail whose atoms were seen.
    seen: usize,
}

impl PlaceRules {
    pub fn new(puzzle: &Puzzle) -> Self {
        let Puzzle::Written(written) = puzzle else { return Self::default() };
        if !has_technique(puzzle.kind()) {
            return Self::default();
        }
        let rules = written.kind().sentences();
        let sentence = |name: &str| {
            rules.clone().find(|rule| rule.0 == name).map_or("a cell has one value", |rule| rule.1)
        };
        let instances = written.rule_instances().unwrap_or_default().into_iter();
        let instances: Vec<_> = instances.map(|one| (sentence(one.rule), one)).collect();
        let mut instances_of = vec![Vec::new(); puzzle.atom_count()];
        for (number, (_, instance)) in instances.iter().enumerate() {
            instance.meaning.each_atom(&mut |atom| {
                if instances_of[atom].last() != Some(&number) {
                    instances_of[atom].push(number);
                }
            });
        }
        let open = (0..instances.len()).rev().collect();
        Self { instances, instances_of, open, seen: 0 }
    }

    /// Returns the atoms of an instance whose values follow from it.
    fn facts(&self, instance: usize, known: &[Option<bool>]) -> Vec<Lit> {
        let meaning = &self.instances[instance].1.meaning;
        let mut atoms = Vec::new();
        meaning.each_atom(&mut |atom| {
            if known[atom].is_none() && !atoms.contains(&atom) {
                atoms.push(atom);
            }
        });
        let is_broken_with = |atom: usize, value: bool| {
            let value = |one: usize| if one == atom { Some(value) } else { known[one] };
            meaning.bounds(&value).1 < 1
        };
        let forced = |atom: usize| {
            let value = [true, false].into_iter().find(|&value| is_broken_with(atom, !value))?;
            Some(Lit::new(atom as u32, !value))
        };
        atoms.into_iter().filter_map(forced).collect()
    }
}

impl ClauseState<'_> {
    /// Draws the conclusions of one rule at one place, and returns whether there is any.
    pub(super) fn place_rule(&mut self, log: &mut StepLog) -> bool {
        let made =
            || PlaceRules { seen: self.propagator.trail().len(), ..PlaceRules::new(self.puzzle) };
        let mut rules = self.place_rules.take().unwrap_or_else(made);
        let has_effect = self.apply_rules(&mut rules, log);
        self.place_rules = Some(rules);
        has_effect
    }

    fn apply_rules(&mut self, rules: &mut PlaceRules, log: &mut StepLog) -> bool {
        let trail = self.propagator.trail();
        for literal in trail.get(rules.seen..).unwrap_or_default() {
            if literal.vidx() < self.atom_count {
                let of_atom = rules.instances_of.get(literal.vidx());
                rules.open.extend(of_atom.into_iter().flatten());
            }
        }
        rules.seen = trail.len();
        while let Some(instance) = rules.open.pop() {
            let new = rules.facts(instance, self.atoms());
            if new.is_empty() {
                continue;
            }
            let (sentence, RuleInstance { place, .. }) = &rules.instances[instance];
            let (sentence, place) = (*sentence, *place);
            let before = self.propagator.trail().len();
            self.dead = !new.iter().all(|&literal| self.propagator.assign(literal));
            self.report(before, Some(place), log, |_| sentence.trim_end_matches('.').to_owned());
            return true;
        }
        false
    }
}
