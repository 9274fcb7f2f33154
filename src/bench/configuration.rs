//! Configurations: a solver with an encoding, lowering options, a kind of cut, and the presolver on or off; or a method
//! without a formula.

use std::path::Path;
use std::time::Duration;

use encycle_encodings::encoding::CutKind;
use encycle_encodings::logic::{CardMethod, CnfMethod, DegreeRows};
use encycle_solvers::{BuiltIn, Catalogue};

use crate::methods::DirectMethod;
use crate::puzzle::Puzzle;
use crate::solve::{Confirmation, Engine, Solve, SolverSelection, Verdict};

/// A configuration of the solving process. `None` selects the default of `encycle solve`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// A method without a formula, instead of a solver.
    pub method: Option<DirectMethod>,
    /// The value of `--solver`; empty with such a method.
    pub solver: String,
    /// The value of `--encoding`.
    pub encoding: Option<String>,
    /// The CNF method.
    pub cnf: Option<CnfMethod>,
    /// The cardinality method.
    pub card: Option<CardMethod>,
    /// The form of the rows of degree constraints.
    pub degree_rows: Option<DegreeRows>,
    /// The kind of cut.
    pub cuts: Option<CutKind>,
    /// Whether the presolver runs before the solver.
    pub presolve: Option<bool>,
}

impl Configuration {
    /// Returns the arguments of `encycle solve`, independent of the current folder.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let options = [
            ("--encoding", self.encoding.clone()),
            ("--cnf", self.cnf.map(|cnf| cnf.name().to_owned())),
            ("--card", self.card.map(|card| card.name().to_owned())),
            ("--degree-rows", self.degree_rows.map(|form| form.name().to_owned())),
            ("--cuts", self.cuts.map(|cuts| cuts.name().to_owned())),
            ("--presolve", self.presolve.map(|on| on_off(on).to_owned())),
        ];
        let named = options.into_iter().filter_map(|(option, value)| Some((option, value?)));
        let first = match self.method {
            Some(method) => ("--method", method.name().to_owned()),
            None => ("--solver", absolute_solver(&self.solver)),
        };
        let all = std::iter::once(first).chain(named);
        all.flat_map(|(option, value)| [option.to_owned(), value]).collect()
    }

    /// Returns the name of the solver, or of the method without a formula.
    #[must_use]
    pub fn name(&self) -> String {
        self.method.map_or_else(|| self.solver.clone(), |method| method.name().to_owned())
    }

    /// Returns the name of the configuration in tables and plots: its explicit options.
    ///
    /// ```
    /// use encycle::bench::Matrix;
    ///
    /// let solvers = vec!["kissat".to_owned()];
    /// let matrix = Matrix { solvers, presolve: vec![true, false], ..Matrix::default() };
    /// let labels: Vec<String> = matrix.configurations().map(|one| one.label()).collect();
    /// assert_eq!(labels, ["kissat, presolve on", "kissat, presolve off"]);
    /// ```
    #[must_use]
    pub fn label(&self) -> String {
        let words = [
            self.encoding.clone(),
            self.cnf.map(|cnf| format!("cnf {}", cnf.name())),
            self.card.map(|card| format!("card {}", card.name())),
            self.degree_rows.map(|form| format!("degree rows {}", form.name())),
            self.cuts.map(|cuts| format!("cuts {}", cuts.name())),
            self.presolve.map(|on| format!("presolve {}", on_off(on))),
        ];
        let words = std::iter::once(self.name()).chain(words.into_iter().flatten());
        words.collect::<Vec<_>>().join(", ")
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// The option values whose Cartesian product gives the configurations. An empty list selects the default.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// The values of `--method`; `None` is a formula and a solver, the only one if the list is empty.
    pub methods: Vec<Option<DirectMethod>>,
    /// The values of `--solver`, at least one.
    pub solvers: Vec<String>,
    /// The values of `--encoding`.
    pub encodings: Vec<String>,
    /// The CNF methods.
    pub cnf: Vec<CnfMethod>,
    /// The cardinality methods.
    pub card: Vec<CardMethod>,
    /// The forms of the rows of degree constraints.
    pub degree_rows: Vec<DegreeRows>,
    /// The kinds of cut.
    pub cuts: Vec<CutKind>,
    /// The settings of the presolver.
    pub presolve: Vec<bool>,
}

impl Matrix {
    /// Returns all combinations without duplicates. The method and the solver vary slowest. A method without a formula is
    /// combined only with the settings of the presolver, and backtracking, which always uses its rules, with nothing.
    pub fn configurations(&self) -> impl Iterator<Item = Configuration> {
        let methods = if self.methods.is_empty() { &[None][..] } else { &self.methods };
        let of = |method: &Option<DirectMethod>| {
            let all = vec![Configuration { method: *method, ..Configuration::default() }];
            match method {
                None => self.of_solvers(all),
                Some(DirectMethod::Zdd) => {
                    varied(all, &self.presolve, |one, value| one.presolve = Some(value))
                }
                Some(DirectMethod::Backtracking) => all,
            }
        };
        let mut distinct = Vec::new();
        for one in methods.iter().flat_map(of) {
            if !distinct.contains(&one) {
                distinct.push(one);
            }
        }
        distinct.into_iter()
    }

    fn of_solvers(&self, all: Vec<Configuration>) -> Vec<Configuration> {
        let all = varied(all, &self.solvers, |one, value| one.solver = value);
        let all = varied(all, &self.encodings, |one, value| one.encoding = Some(value));
        let all = varied(all, &self.cnf, |one, value| one.cnf = Some(value));
        let all = varied(all, &self.card, |one, value| one.card = Some(value));
        let all = varied(all, &self.degree_rows, |one, value| one.degree_rows = Some(value));
        let all = varied(all, &self.cuts, |one, value| one.cuts = Some(value));
        varied(all, &self.presolve, |one, value| one.presolve = Some(value))
    }
}

/// Returns each configuration with each of the values, which `set` stores; as it is if there are no values.
fn varied<T: Clone>(
    all: Vec<Configuration>,
    values: &[T],
    set: fn(&mut Configuration, T),
) -> Vec<Configuration> {
    if values.is_empty() {
        return all;
    }
    let with = |one: &Configuration, value: &T| {
        let mut one = one.clone();
        set(&mut one, value.clone());
        one
    };
    all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect()
}

/// Returns the value of `--solver` with an absolute path, so that it does not depend on the current folder. A file name
/// without a folder is a path unless it is the name of a known solver.
fn absolute_solver(word: &str) -> String {
    let (before, path) = match word.strip_prefix("ipasir:") {
        Some(path) => ("ipasir:", path),
        None => ("", word),
    };
    // options follow the name, but the name itself may contain spaces
    let name = if Path::new(path).exists() { path } else { path.split(' ').next().unwrap_or(path) };
    let is_known = BuiltIn::named(name).is_some() || Catalogue::builtin().get(name).is_some();
    let is_local = !is_known && Path::new(name).is_file();
    let options = &path[name.len()..];
    match std::path::absolute(name) {
        Ok(absolute) if name.contains(std::path::is_separator) || is_local => {
            format!("{before}{}{options}", absolute.display())
        }
        _ => word.to_owned(),
    }
}

// Trials of solvers on a tiny puzzle, before a campaign spends hours on them.

/// A puzzle with exactly one solution, in which every encoding has a few variables.
const TINY_PUZZLE: &str = "slitherlink 2 2\n31\n..\n";

/// The time limit of a solver for the tiny puzzle.
const TRIAL_TIME: Duration = Duration::from_secs(3);

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialResult {
    /// The solver found the only solution.
    Solved,
    /// The solver did not answer in time, so its runs may remain unanswered.
    Doubtful(String),
    /// The solver cannot be run, its output cannot be read, or its answer is wrong.
    Unusable(String),
}

/// Solves a tiny puzzle with a solver.
///
/// ```
/// use encycle::bench::{TrialResult, try_solver};
/// use encycle::solve::Engine;
///
/// assert_eq!(try_solver(&Engine::BatSat), TrialResult::Solved);
/// ```
#[must_use]
pub fn try_solver(engine: &Engine) -> TrialResult {
    let puzzle: Puzzle = match TINY_PUZZLE.parse() {
        Ok(puzzle) => puzzle,
        Err(error) => return TrialResult::Unusable(format!("the trial puzzle: {error}")),
    };
    let selection =
        SolverSelection { solvers: vec![engine.clone()], confirmation: Confirmation::Never };
    let run = Solve::new(&puzzle).selection(selection).unique().timeout(TRIAL_TIME).run();
    let outcome = match run {
        Ok(outcome) => outcome.main.outcome,
        Err(error) => return TrialResult::Unusable(error.to_string()),
    };
    match (outcome.verdict, outcome.failure) {
        (Verdict::Unique, _) => TrialResult::Solved,
        (_, Some(failure)) => TrialResult::Unusable(failure.to_string()),
        (Verdict::Unknown, None) => {
            let reason = outcome.reason.unwrap_or_default();
            TrialResult::Doubtful(format!("a tiny puzzle remains unknown: {reason}"))
        }
        (verdict, None) => {
            TrialResult::Unusable(format!("`{verdict}`, but it has exactly one solution"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Berschneider's comparison of SAT, IP and ZDD needed a script, because a campaign had only solvers.
    #[test]
    fn methods_without_a_formula_have_no_options_of_formulas() {
        let matrix = Matrix {
            methods: vec![None, Some(DirectMethod::Zdd), Some(DirectMethod::Backtracking)],
            solvers: vec!["minisat".to_owned()],
            encodings: vec!["edge".to_owned()],
            presolve: vec![true, false],
            ..Matrix::default()
        };
        let all: Vec<Configuration> = matrix.configurations().collect();
        let labels: Vec<String> = all.iter().map(Configuration::label).collect();
        let expected = [
            "minisat, edge, presolve on",
            "minisat, edge, presolve off",
            "zdd, presolve on",
            "zdd, presolve off",
            "backtracking",
        ];
        assert_eq!(labels, expected);
        assert_eq!(all[3].arguments(), ["--method", "zdd", "--presolve", "off"]);
    }

    /// A comparison of rows needed a campaign for each form of the rows.
    #[test]
    fn lowering_options_multiply_the_configurations() {
        let matrix = Matrix {
            solvers: vec!["highs".to_owned(), "highs".to_owned()],
            card: vec![CardMethod::Totalizer],
            degree_rows: DegreeRows::ALL.to_vec(),
            ..Matrix::default()
        };
        let all: Vec<Configuration> = matrix.configurations().collect();
        let labels: Vec<String> = all.iter().map(Configuration::label).collect();
        let expected = [
            "highs, card totalizer, degree rows inequalities",
            "highs, card totalizer, degree rows equation",
        ];
        assert_eq!(labels, expected);
        let expected =
            ["--solver", "highs", "--card", "totalizer", "--degree-rows", "inequalities"];
        assert_eq!(all[0].arguments(), expected);
    }
}
