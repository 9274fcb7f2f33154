//! What is compared: a solver with an encoding, a CNF method, a kind of cut, with or without the presolver.

use std::path::Path;

use encycle_encodings::encoding::CutKind;
use encycle_encodings::logic::CnfMethod;

/// One way to solve. What is `None` is left to the defaults of `encycle solve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// A word of `--solver`.
    pub solver: String,
    /// A word of `--encoding`.
    pub encoding: Option<String>,
    /// How constraints become clauses.
    pub cnf: Option<CnfMethod>,
    /// How stray loops are cut.
    pub cuts: Option<CutKind>,
    /// Whether the presolver goes first.
    pub presolve: Option<bool>,
}

impl Configuration {
    /// The arguments of `encycle solve`, the same from any folder.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let options = [
            ("--encoding", self.encoding.clone()),
            ("--cnf", self.cnf.map(|cnf| cnf.name().to_owned())),
            ("--cuts", self.cuts.map(|cuts| cuts.name().to_owned())),
            ("--presolve", self.presolve.map(|on| on_off(on).to_owned())),
        ];
        let named = options.into_iter().filter_map(|(option, value)| Some((option, value?)));
        let all = std::iter::once(("--solver", place(&self.solver))).chain(named);
        all.flat_map(|(option, value)| [option.to_owned(), value]).collect()
    }

    /// Its name in tables and pictures: what was named.
    ///
    /// ```
    /// use encycle::bench::Matrix;
    ///
    /// let matrix = Matrix { presolve: vec![true, false], ..Matrix::of_solvers(["kissat"]) };
    /// let labels: Vec<String> = matrix.configurations().map(|one| one.label()).collect();
    /// assert_eq!(labels, ["kissat, presolve on", "kissat, presolve off"]);
    /// ```
    #[must_use]
    pub fn label(&self) -> String {
        let words = [
            self.encoding.clone(),
            self.cnf.map(|cnf| format!("cnf {}", cnf.name())),
            self.cuts.map(|cuts| format!("cuts {}", cuts.name())),
            self.presolve.map(|on| format!("presolve {}", on_off(on))),
        ];
        let words = std::iter::once(self.solver.clone()).chain(words.into_iter().flatten());
        words.collect::<Vec<_>>().join(", ")
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// Values to combine, each with each; an empty list leaves the default.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// Words of `--solver`, one at least.
    pub solvers: Vec<String>,
    /// Words of `--encoding`.
    pub encodings: Vec<String>,
    /// CNF methods.
    pub cnf: Vec<CnfMethod>,
    /// Kinds of cut.
    pub cuts: Vec<CutKind>,
    /// Without and with the presolver.
    pub presolve: Vec<bool>,
}

impl Matrix {
    /// These solvers, with all defaults.
    pub fn of_solvers<'a>(solvers: impl IntoIterator<Item = &'a str>) -> Self {
        Self { solvers: solvers.into_iter().map(str::to_owned).collect(), ..Self::default() }
    }

    /// All combinations, the solver changing last.
    pub fn configurations(&self) -> impl Iterator<Item = Configuration> {
        let mut all = Vec::new();
        for solver in &self.solvers {
            for encoding in or_default(&self.encodings) {
                for cnf in or_default(&self.cnf) {
                    for cuts in or_default(&self.cuts) {
                        for presolve in or_default(&self.presolve) {
                            let (solver, encoding) = (solver.clone(), encoding.clone());
                            let one = Configuration { solver, encoding, cnf, cuts, presolve };
                            if !all.contains(&one) {
                                all.push(one);
                            }
                        }
                    }
                }
            }
        }
        all.into_iter()
    }
}

fn or_default<T: Clone>(values: &[T]) -> Vec<Option<T>> {
    if values.is_empty() { vec![None] } else { values.iter().cloned().map(Some).collect() }
}

/// A solver's word as it means the same in any folder: paths become absolute.
fn place(word: &str) -> String {
    let (before, path) = match word.strip_prefix("ipasir:") {
        Some(path) => ("ipasir:", path),
        None => ("", word),
    };
    match std::path::absolute(path) {
        Ok(absolute) if path.contains('/') || (!before.is_empty() && Path::new(path).exists()) => {
            format!("{before}{}", absolute.display())
        }
        _ => word.to_owned(),
    }
}
