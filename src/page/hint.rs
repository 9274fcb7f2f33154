//! `hint`: the next step of a player, with its reason.

use std::time::Duration;

use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::SolutionForm;

use crate::deduce::{Deducer, DeductionStep, Level, techniques};
use crate::page::answer::{JobError, puzzle};
use crate::page::check::{candidate, known, spot_of_atoms};
use crate::page::{Event, Hint, Marks, Spot};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{BatSatSession, CommonAtoms, SearchOptions, forced};

/// The limit of the search for a fact without a technique.
const SEARCH_LIMIT: Duration = Duration::from_secs(20);

/// Answers `hint`.
pub(super) fn hint(text: &str, marks: &Marks) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let nothing = Hint {
        technique: None,
        level: None,
        meaning: String::new(),
        source: String::new(),
        words: "nothing is left to do".to_owned(),
        because: Vec::new(),
        facts: Marks::default(),
        spot: None,
    };
    let hint = match puzzle.check(&candidate(&puzzle, marks)?) {
        Ok(()) => nothing,
        Err(_) => {
            let known = known(&puzzle, marks)?;
            match by_technique(&puzzle, &known)? {
                Some(hint) => hint,
                None => by_search(&puzzle, &known)?.unwrap_or(nothing),
            }
        }
    };
    Ok(Event::Hint(Box::new(hint)))
}

/// Returns the facts of a step that are not marked, or are marked otherwise.
fn news(puzzle: &Puzzle, known: &[Option<bool>], facts: &[(usize, bool)]) -> Vec<(usize, bool)> {
    // who writes values does not strike out all others; an empty cell is the exception
    let only_values = matches!(puzzle.form(), SolutionForm::Values { .. })
        && puzzle.kind() != PuzzleKind::NeighborNumber;
    let is_new = |&&(atom, value): &&(usize, bool)| {
        known.get(atom).is_some_and(|&known| known != Some(value)) && (value || !only_values)
    };
    facts.iter().filter(is_new).copied().collect()
}

fn by_technique(puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Option<Hint>, JobError> {
    for level in Level::ALL {
        let deduced = Deducer::new(puzzle, level).deduce(puzzle).map_err(JobError::new)?;
        let steps = &deduced.steps;
        let mut found = steps.iter().enumerate().filter_map(|(number, step)| {
            let news = news(puzzle, known, &step.facts);
            (!news.is_empty()).then_some((number, news))
        });
        if let Some((number, facts)) = found.next() {
            return Ok(Some(of_step(puzzle, steps, number, &facts)));
        }
    }
    Ok(None)
}

/// Describes a step with new facts.
fn of_step(
    puzzle: &Puzzle,
    steps: &[DeductionStep],
    number: usize,
    facts: &[(usize, bool)],
) -> Hint {
    let step = &steps[number];
    let known = techniques(puzzle.kind());
    let technique = known.iter().find(|one| one.name == step.technique);
    let because = because(steps, number).into_iter().map(|index| steps[index].words.clone());
    let atoms = facts.iter().map(|&(atom, _)| atom).collect();
    let spot = match step.place.map(|place| Spot::of(puzzle, place)) {
        Some(spot) if !spot.is_empty() => spot,
        _ => spot_of_atoms(puzzle, atoms),
    };
    Hint {
        technique: Some(step.technique.to_owned()),
        level: technique.map(|one| one.level.name().to_owned()),
        meaning: technique.map_or("", |one| one.meaning).to_owned(),
        source: technique.map_or("", |one| one.source).to_owned(),
        words: step.words.clone(),
        because: because.collect(),
        facts: of_facts(facts),
        spot: Some(spot),
    }
}

fn of_facts(facts: &[(usize, bool)]) -> Marks {
    let with = |wanted: bool| {
        facts.iter().filter(|&&(_, value)| value == wanted).map(|&(atom, _)| atom).collect()
    };
    Marks { present: with(true), absent: with(false) }
}

/// Returns the earlier steps without facts on which a step rests, at most six: those that the technique names, or else
/// those since the last step with facts.
fn because(steps: &[DeductionStep], number: usize) -> Vec<usize> {
    let mut chain: Vec<usize> = if steps[number].from.is_empty() {
        (0..number).rev().take_while(|&index| steps[index].facts.is_empty()).collect()
    } else {
        let (mut chain, mut waiting) = (Vec::new(), steps[number].from.clone());
        while let Some(index) = waiting.pop() {
            if index < number && steps[index].facts.is_empty() && !chain.contains(&index) {
                chain.push(index);
                waiting.extend(&steps[index].from);
            }
        }
        chain
    };
    chain.sort_unstable_by(|a, b| b.cmp(a));
    chain.truncate(6);
    chain.reverse();
    chain
}

/// Returns a fact that holds in every solution, but follows from no technique.
fn by_search(puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Option<Hint>, JobError> {
    let name = puzzle.complete_encoding(puzzle.default_encoding());
    let encoding = puzzle.presolved(puzzle.encoding(&name).map_err(JobError::new)?);
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { timeout: Some(SEARCH_LIMIT), ..SearchOptions::default() };
    let atoms = match forced(&*encoding, &mut session, options, &mut ()).map_err(JobError::new)? {
        CommonAtoms::Atoms(atoms, _) => atoms,
        CommonAtoms::NoSolution => return Err(JobError::new("the puzzle has no solution")),
        CommonAtoms::Unknown(limit, _) => {
            return Err(JobError::new(format!("no hint was found: {limit}")));
        }
    };
    let facts = atoms.iter().enumerate().filter_map(|(atom, &value)| Some((atom, value?)));
    let facts = news(puzzle, known, &facts.collect::<Vec<_>>());
    // lines and values first
    let Some(&fact) = facts.iter().find(|(_, value)| *value).or(facts.first()) else {
        return Ok(None);
    };
    let (atom, value) = fact;
    let sign = if value { "" } else { "not " };
    Ok(Some(Hint {
        technique: None,
        level: None,
        meaning: "No technique gives a further fact; this one was found by search.".to_owned(),
        source: String::new(),
        words: format!("every solution has {sign}{}", puzzle.atom_name(atom)),
        because: Vec::new(),
        facts: of_facts(&[fact]),
        spot: Some(spot_of_atoms(puzzle, vec![atom])),
    }))
}
