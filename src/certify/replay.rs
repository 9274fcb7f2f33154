//! Recorded cuts: cuts that are read from a ledger, and used only if a local argument justifies them.

use std::collections::HashMap;

use encycle_encodings::encoding::{Cut, CutForm, CutReason, Encoding};
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::Lit;
use encycle_encodings::model::Model;
use encycle_encodings::puzzle::{Instance as _, Solution};

use crate::certify::arguments::colours::ColourArguments;
use crate::certify::arguments::paths;
use crate::certify::arguments::{Arguments, Literal};
use crate::certify::name_and_value;
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::report::ReplayFields;
use crate::solve::{LedgerEntry, SearchStart};

/// The part of a ledger that a search uses.
#[derive(Clone, Debug, Default)]
pub struct RecordedCuts {
    /// The justified cuts, and the recorded solutions.
    pub start: SearchStart,
    /// The number of cuts that are used.
    pub cuts: usize,
    /// The entries that are not used.
    pub refused: Vec<RefusedCut>,
}

impl From<&RecordedCuts> for ReplayFields {
    fn from(recorded: &RecordedCuts) -> Self {
        Self {
            cuts: recorded.cuts,
            solutions: recorded.start.solutions.len(),
            refused: recorded.refused.len(),
        }
    }
}

/// An entry of a ledger that is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RefusedCut {
    /// The line, from 1.
    pub line: usize,
    /// Why it is not used.
    pub reason: String,
}

/// A line of a ledger that is malformed, or belongs to another puzzle or encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {reason}")]
pub struct LedgerError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads a ledger: one JSON object per line for each cut ([`LedgerEntry`]).
///
/// Nothing in a ledger is trusted. A cut is used only if a local argument, made from the puzzle or from one rule of a user's
/// own model alone, shows that every solution satisfies it. The cuts of a puzzle are used as clauses, and those of a model in
/// their form. A blocking clause is used only `with_solutions`, and only if it
/// blocks a solution that obeys all rules. Therefore a search that starts from the result reaches the same verdict as a
/// search that starts from nothing.
///
/// ```
/// use encycle::certify::read_ledger;
/// use encycle::prelude::*;
/// use encycle::solve::SearchOptions;
///
/// let puzzle: Puzzle = "slitherlink 1 3\n3.3\n".parse()?;
/// let encoding = puzzle.encoding("edge")?;
/// let cut = r#"{"round":1,"family":"cut","kind":"loop","literals":["-h_1_1","-v_1_1","-v_1_2","-h_2_1"],"reason":"","length":4}"#;
/// let unsound = r#"{"round":1,"family":"cut","kind":"loop","literals":["-h_1_2"],"reason":"","length":1}"#;
/// let recorded = read_ledger(&format!("{cut}\n{unsound}\n"), &puzzle, &encoding, false)?;
/// assert_eq!((recorded.cuts, recorded.refused[0].line), (1, 2));
///
/// let options = SearchOptions { start: recorded.start, ..SearchOptions::default() };
/// let outcome = Solve::new(&puzzle).encodings(["edge"]).options(options).unique().run()?;
/// assert_eq!(outcome.verdict(), Verdict::Unique);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a line is malformed, or names a variable that the encoding does not have.
pub fn read_ledger(
    text: &str,
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    with_solutions: bool,
) -> Result<RecordedCuts, LedgerError> {
    let variables = NamedVariables::new(encoding);
    let cuts = problem.as_puzzle().map(|puzzle| CutCheck::new(puzzle, &variables));
    let check = |literals: &[Lit]| match (&cuts, problem.as_model()) {
        (Some(cuts), _) => cuts.check(literals),
        (None, Some(model)) if model.justifies(literals) => Ok(()),
        (None, _) => Err("no rule justifies the cut".to_owned()),
    };
    let add_solution = |literals: &[Lit], start: &mut SearchStart| match (&cuts, problem.as_model())
    {
        (Some(cuts), _) => cuts.add_solution(literals, start),
        (None, Some(model)) => add_model_solution(model, encoding, literals, start),
        (None, None) => Err("no solutions are known for such problems".to_owned()),
    };
    let mut recorded = RecordedCuts::default();
    for (line, content) in (1..).zip(text.lines()) {
        let bad = |reason: String| LedgerError { line, reason };
        let entry: LedgerEntry = serde_json::from_str(content)
            .map_err(|error| bad(format!("not a line of a cut ledger: {error}")))?;
        let literals = entry.literals.iter().map(|name| variables.literal(name));
        let literals = literals.collect::<Result<Vec<Lit>, String>>().map_err(bad)?;
        let used = match entry.family.as_str() {
            "cut" => check(&literals).map(|()| {
                recorded.start.cuts.push(cut_of(&entry.form, literals, problem.as_model()));
                recorded.cuts += 1;
            }),
            "block" if !with_solutions => Ok(()),
            "block" => add_solution(&literals, &mut recorded.start),
            other => Err(format!("unknown family: `{}`", other.escape_debug())),
        };
        if let Err(reason) = used {
            recorded.refused.push(RefusedCut { line, reason });
        }
    }
    Ok(recorded)
}

/// Returns a recorded cut in its form, if a rule of a model justifies that, otherwise as a clause. The clause alone would not cut
/// off the point of a relaxation that the row cuts off.
fn cut_of(form: &str, clause: Vec<Lit>, model: Option<&Model>) -> Cut {
    let row = match (form, clause.split_first()) {
        ("two", _) => Some(Cut::new(clause.clone(), CutForm::AtLeastTwo, CutReason::Recorded)),
        ("crossing", Some((&edge, boundary))) => {
            let form = CutForm::Crossing(!edge);
            Some(Cut::new(boundary.to_vec(), form, CutReason::Recorded))
        }
        _ => None,
    };
    let row = row.filter(|row| model.is_some_and(|model| model.justifies_cut(row)));
    row.unwrap_or_else(|| Cut::clause(clause, CutReason::Recorded))
}

/// Returns the cuts of a search that the arguments of certificates justify, and the blocking clauses of its solutions.
pub(super) fn justified(
    start: &SearchStart,
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
) -> SearchStart {
    if start.cuts.is_empty() {
        return start.clone();
    }
    let variables = NamedVariables::new(encoding);
    let check = CutCheck::new(puzzle, &variables);
    let is_used = |cut: &&Cut| {
        cut.reason == CutReason::KnownSolution || check.is_in_certificates(&variables.clause(cut))
    };
    let cuts = start.cuts.iter().filter(is_used).cloned().collect();
    SearchStart { cuts, ..start.clone() }
}

/// Adds the solution of a model that a clause blocks, together with its blocking clause.
fn add_model_solution(
    model: &Model,
    encoding: &Encoding<'_>,
    clause: &[Lit],
    start: &mut SearchStart,
) -> Result<(), String> {
    let mut values = vec![None; model.atom_count()];
    for literal in clause {
        if let Some(value) = values.get_mut(literal.vidx()) {
            *value = Some(literal.is_neg());
        }
    }
    let Some(values) = values.into_iter().collect::<Option<Vec<bool>>>() else {
        return Err("its variables do not determine a solution".to_owned());
    };
    let solution = Solution::new(values);
    model.check(&solution).map_err(|broken| format!("what it blocks is no solution: {broken}"))?;
    if !start.solutions.contains(&solution) {
        start.cuts.extend(encoding.block(solution.atoms()).cuts);
        start.solutions.push(solution);
    }
    Ok(())
}

/// The variables of an encoding, by name.
struct NamedVariables<'a> {
    encoding: &'a Encoding<'a>,
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl<'a> NamedVariables<'a> {
    fn new(encoding: &'a Encoding<'a>) -> Self {
        let names = variable_names(&|sink| encoding.encode(sink));
        let numbers = (0..).zip(&names).map(|(number, name)| (name.clone(), number)).collect();
        Self { encoding, names, numbers }
    }

    /// Reads a literal: the name of a variable, with a `-` before it if the literal is negative.
    fn literal(&self, text: &str) -> Result<Lit, String> {
        let (name, value) = name_and_value(text);
        match self.numbers.get(name) {
            Some(&number) => Ok(Lit::new(number as u32, !value)),
            None => Err(format!(
                "unknown variable: `{}` in encoding `{}` of this puzzle",
                name.escape_debug(),
                self.encoding.name()
            )),
        }
    }

    /// Returns a cut as a clause.
    fn clause(&self, cut: &Cut) -> Vec<Lit> {
        cut.literal_names(&self.names).iter().filter_map(|name| self.literal(name).ok()).collect()
    }
}

/// The meaning of the variables of an encoding of a puzzle, and the arguments for clauses over them.
struct CutCheck<'a> {
    puzzle: &'a Puzzle,
    variables: &'a NamedVariables<'a>,
    arguments: Option<Arguments<'a>>,
    colours: Option<ColourArguments>,
    atoms: HashMap<String, usize>,
}

impl<'a> CutCheck<'a> {
    fn new(puzzle: &'a Puzzle, variables: &'a NamedVariables<'a>) -> Self {
        let arguments = Arguments::new(puzzle);
        let atoms = arguments.iter().flat_map(|arguments| &arguments.names).cloned();
        Self {
            puzzle,
            variables,
            colours: ColourArguments::new(puzzle),
            atoms: atoms.zip(0..).collect(),
            arguments,
        }
    }

    /// Returns the literals over the numbers that `number` returns for the names of their variables, or `None` if some
    /// name has no number.
    fn over(&self, clause: &[Lit], number: impl Fn(&str) -> Option<usize>) -> Option<Vec<Literal>> {
        let literal = |literal: &Lit| {
            let atom = number(&self.variables.names[literal.vidx()])?;
            Some(Literal { atom, is_positive: literal.is_pos() })
        };
        clause.iter().map(literal).collect()
    }

    /// Returns the literals over atoms.
    fn over_atoms(&self, clause: &[Lit]) -> Option<Vec<Literal>> {
        self.over(clause, |name| self.atoms.get(name).copied())
    }

    /// Returns the literals over cells.
    fn over_cells(&self, clause: &[Lit]) -> Option<(&ColourArguments, Vec<Literal>)> {
        let colours = self.colours.as_ref()?;
        Some((colours, self.over(clause, |name| colours.cell(name))?))
    }

    /// Returns whether a certificate may contain the clause.
    fn is_in_certificates(&self, clause: &[Lit]) -> bool {
        let literals = self.over_atoms(clause);
        let arguments = self.arguments.as_ref();
        literals.zip(arguments).is_some_and(|(literals, arguments)| arguments.justify(&literals))
    }

    /// Checks that every solution satisfies a clause.
    fn check(&self, clause: &[Lit]) -> Result<(), String> {
        let is_justified = if let Some(literals) = self.over_atoms(clause) {
            if self.arguments.is_none() {
                return Err(format!("no arguments are known for {} puzzles", self.puzzle.kind()));
            }
            self.is_in_certificates(clause) || paths::justify(self.puzzle, &literals)
        } else if let Some((colours, literals)) = self.over_cells(clause) {
            colours.justify(&literals)
        } else {
            return Err("no arguments are known for its variables".to_owned());
        };
        match is_justified {
            true => Ok(()),
            false => Err("no rule of the puzzle justifies the cut".to_owned()),
        }
    }

    /// Adds the solution that a clause blocks, together with the blocking clause that the encoding makes for it.
    fn add_solution(&self, clause: &[Lit], start: &mut SearchStart) -> Result<(), String> {
        let blocked = self.variables.encoding.block(&self.model(clause));
        let solution = blocked.solution.ok_or_else(|| "it blocks no solution".to_owned())?;
        self.puzzle
            .check(&solution)
            .map_err(|broken| format!("what it blocks is no solution: {broken}"))?;
        let blocks_it_only = |cut: &Cut| {
            let clause = self.variables.clause(cut);
            match self.over_atoms(&clause).zip(self.arguments.as_ref()) {
                Some((literals, arguments)) => arguments.blocks(&literals, &solution),
                // a clause over cells must name the cells on both sides of the whole loop
                None => self.over_cells(&clause).is_some(),
            }
        };
        if !blocked.cuts.iter().all(blocks_it_only) {
            return Err("its variables do not determine a solution".to_owned());
        }
        if !start.solutions.contains(&solution) {
            start.solutions.push(solution);
            start.cuts.extend(blocked.cuts);
        }
        Ok(())
    }

    /// Returns the model that a clause blocks.
    fn model(&self, clause: &[Lit]) -> Vec<bool> {
        if let Some((colours, literals)) = self.over_cells(clause) {
            let inside = colours.inside(&literals);
            let is_inside = |name: &String| {
                colours.cell(name).is_some_and(|cell| inside.binary_search(&cell).is_ok())
            };
            return self.variables.names.iter().map(is_inside).collect();
        }
        let mut model = vec![false; self.variables.names.len()];
        clause.iter().filter(|one| one.is_neg()).for_each(|one| model[one.vidx()] = true);
        model
    }
}
