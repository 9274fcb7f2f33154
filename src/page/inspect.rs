//! `sizes`, `clauses`, `explain`, `lint` and `decode`: the parts of a formula, and the files about it.

use std::collections::{HashMap, HashSet};

use encycle_encodings::export::{list_clauses, trace_clause, trace_row};
use encycle_encodings::logic::{CnfMethod, ConstraintSink, LoweringOptions};
use encycle_lint::FileFormat;

use crate::decode::{self, Decoded};
use crate::formats::map;
use crate::page::board::meaning;
use crate::page::job::{JobError, Send, puzzle};
use crate::page::job::{cnf_method, encoding, lowering};
use crate::page::{
    ClauseList, ClauseView, Event, Explanation, FormulaChoice, Marks, PicturePart, Spot,
};
use crate::report::{LintedFile, SizesReport};
use crate::sizes::{chart, measure};

/// The maximum number of clauses in a list.
const MAX_CLAUSES: usize = 300;

/// Answers `sizes`.
pub(super) fn sizes(
    text: &str,
    encodings: &[String],
    cnf: &[String],
    send: Send<'_>,
) -> Result<(), JobError> {
    let puzzle = puzzle(text)?;
    let basic = || puzzle.encoding_names().into_iter().filter(|name| !name.contains('+')).collect();
    let encodings: Vec<String> = if encodings.is_empty() { basic() } else { encodings.to_vec() };
    let methods = cnf.iter().map(|name| cnf_method(name));
    let mut methods = methods.collect::<Result<Vec<_>, _>>()?;
    if methods.is_empty() {
        methods.push(CnfMethod::default());
    }
    let mut measured = Vec::new();
    for name in &encodings {
        let encoding = puzzle.encoding(name).map_err(JobError::new)?;
        for &cnf in &methods {
            let choices = LoweringOptions { cnf, ..LoweringOptions::default() };
            let size = measure("puzzle", &encoding, choices).map_err(JobError::new)?;
            send(Event::Size { size: Box::new(SizesReport::new(&size)) });
            measured.push(size);
        }
    }
    send(Event::Chart { svg: chart(&measured) });
    Ok(())
}

/// Answers `clauses`.
pub(super) fn clauses(
    text: &str,
    formula: &FormulaChoice,
    part: PicturePart,
) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let encoding = encoding(&puzzle, formula)?;
    let part =
        meaning(&puzzle, part).ok_or_else(|| JobError::new("the puzzle has no such part"))?;
    let wanted: HashSet<String> = part.atoms.iter().map(|&atom| puzzle.atom_name(atom)).collect();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let list = list_clauses(lowering(formula)?, &encode, MAX_CLAUSES, |clause, origin, names| {
        part.places.contains(&origin.place)
            || (!wanted.is_empty()
                && clause.iter().any(|literal| wanted.contains(names.get(literal.vidx()))))
    })
    .map_err(JobError::new)?;
    let view = list.clauses.iter().map(|clause| ClauseView {
        number: clause.number,
        text: list.text(clause),
        rule: clause.origin.family.to_owned(),
        place: clause.origin.place.to_string(),
    });
    Ok(Event::Clauses(Box::new(ClauseList {
        words: part.words,
        clauses: view.collect(),
        count: list.wanted,
        of: list.count,
    })))
}

/// Answers `explain`.
pub(super) fn explain(
    text: &str,
    formula: &FormulaChoice,
    row: bool,
    number: usize,
) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let encoding = encoding(&puzzle, formula)?;
    let choices = lowering(formula)?;
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let trace = match row {
        true => trace_row(number, choices, &encode),
        false => trace_clause(number, choices, &encode),
    };
    let trace = trace.map_err(JobError::new)?;
    let families = encoding.families();
    let family = families.iter().find(|family| family.name == trace.origin.family);
    let atoms: HashMap<String, usize> =
        (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect();
    let literal = |(name, sign): &(String, bool)| Some((*atoms.get(name)?, *sign));
    let literals = Marks::of_facts(trace.literals.iter().filter_map(literal));
    let spot = Spot::of(&puzzle, trace.origin.place);
    let step = match trace.within {
        (_, 1) => trace.origin.step.to_string(),
        (which, count) => format!("{}, {which} of {count}", trace.origin.step),
    };
    Ok(Event::Explanation(Box::new(Explanation {
        number: trace.number.0,
        of: trace.number.1,
        text: trace.text,
        rule: trace.origin.family.to_owned(),
        meaning: family.map_or("", |family| family.meaning).to_owned(),
        place: trace.origin.place.to_string(),
        constraint: trace.constraint,
        step,
        auxiliary: trace.auxiliary,
        formula: FormulaChoice {
            encoding: Some(encoding.name().to_owned()),
            cnf: Some(choices.cnf.name().to_owned()),
            card: Some(choices.card.name().to_owned()),
        },
        source: family.map_or("", |family| family.source).to_owned(),
        literals,
        spot: (!spot.is_empty()).then_some(spot),
    })))
}

/// Answers `lint`.
pub(super) fn lint(text: &str) -> Result<Event, JobError> {
    let format = FileFormat::of_content(text.as_bytes());
    let format =
        format.ok_or_else(|| JobError::new("neither DIMACS CNF, CPLEX LP, MPS nor OPB"))?;
    let report = encycle_lint::check(format, text.as_bytes()).map_err(JobError::new)?;
    Ok(Event::Lint { lint: Box::new(LintedFile::new("the text", &report)) })
}

/// Answers `decode`.
pub(super) fn decoded(text: &str, map: &str, output: &str) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let map = map::read(map).map_err(|error| JobError::new(format!("map: {error}")))?;
    decode::check_map(&map, &puzzle).map_err(|error| JobError::new(format!("map: {error}")))?;
    let of_output = |error| JobError::new(format!("output: {error}"));
    let dialect = decode::recognise(output).map_err(of_output)?;
    let event = |verdict: &str, marks: Marks, words: String| Event::Decoded {
        verdict: verdict.to_owned(),
        marks,
        words,
    };
    let none = Marks::default();
    Ok(match decode::decode(&puzzle, &map, dialect, output).map_err(of_output)? {
        Decoded::Model(model) => {
            let marks = Marks::of(&puzzle, &model.solution);
            match &model.broken {
                None => event("solution", marks, "the model is a solution".to_owned()),
                Some(broken) => event("not-a-solution", marks, broken.to_string()),
            }
        }
        Decoded::NoSolution => event("no-solution", none, "the formula has no model".to_owned()),
        Decoded::NoSecondSolution => {
            let words = "the formula has no model, and it excludes the only solution".to_owned();
            event("unique", none, words)
        }
        Decoded::NoneInPart { part } => {
            event("unknown", none, format!("the formula has no model, but it covers only {part}"))
        }
        Decoded::NotEncoded => {
            let words = "the formula has no model, but the encoding excludes solutions".to_owned();
            event("unknown", none, words)
        }
        Decoded::Unbounded { reason } | Decoded::Unknown { reason } => {
            let reason =
                reason.map_or_else(String::new, |(line, text)| format!(": line {line}: {text}"));
            event("unknown", none, format!("the solver reports no result{reason}"))
        }
    })
}
