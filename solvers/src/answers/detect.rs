//! Which dialect a saved output is in.

use crate::answers::Dialect;

/// The dialect of an output, by the first line that gives it away; `None` if none does.
///
/// ```
/// use encycle_solvers::{Dialect, read::dialect_of};
/// assert_eq!(dialect_of("c solved\ns SATISFIABLE\nv 1 0\n"), Some(Dialect::Competition));
/// assert_eq!(dialect_of("SAT\n1 0\n"), Some(Dialect::Minisat));
/// assert_eq!(dialect_of("SATISFIABLE\n"), None);
/// ```
#[must_use]
pub fn dialect_of(text: &str) -> Option<Dialect> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next()?;
    of_first_line(first).or_else(|| lines.find_map(of_line))
}

/// What the first line gives away, where it is short and ordinary words further below would not.
fn of_first_line(first: &str) -> Option<Dialect> {
    let starts = |starts: &[&str]| starts.iter().any(|start| first.starts_with(start));
    match first {
        "SAT" | "UNSAT" | "INDET" => Some(Dialect::Minisat),
        "sat" | "unsat" | "unknown" => Some(Dialect::Z3Lp),
        "Timeout" | "This problem is infeasible" | "This problem is unbounded" => {
            Some(Dialect::LpSolve)
        }
        _ if starts(&["Value of objective function:"]) => Some(Dialect::LpSolve),
        _ if starts(&["# Solution for model", "# Solution file", "# Objective value ="]) => {
            Some(Dialect::Gurobi)
        }
        _ if starts(&["<?xml", "<CPLEXSolution"]) => Some(Dialect::Cplex),
        _ if first.contains(" objective value ")
            && starts(&[
                "Optimal",
                "Infeasible",
                "Integer infeasible",
                "Stopped on",
                "Unbounded",
            ]) =>
        {
            Some(Dialect::Cbc)
        }
        _ => None,
    }
}

/// What one line gives away. Comments of GLPK and toulbar2 look like those of SAT solvers.
fn of_line(line: &str) -> Option<Dialect> {
    match line {
        "UNSATISFIABLE" => return Some(Dialect::SatSolver),
        "Actual values of the variables:" => return Some(Dialect::LpSolve),
        _ if line.starts_with("New solution:")
            || line.starts_with("No solution in ")
            || line.starts_with("Time limit expired...") =>
        {
            return Some(Dialect::Toulbar2);
        }
        _ if line.starts_with("<CPLEXSolution") => return Some(Dialect::Cplex),
        _ => {}
    }
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    match words.as_slice() {
        ["s", "mip" | "bas" | "ipt", ..] => Some(Dialect::Glpk),
        ["s", "cnf", ..] | ["V", ..] => Some(Dialect::Qdimacs),
        ["s" | "v", ..] | ["c", "UNKNOWN", ..] | ["c", "s", "UNKNOWN", ..] | ["timeout"] => {
            Some(Dialect::Competition)
        }
        ["Status:", "INTEGER", ..] | ["No.", "Column", "name", ..] => Some(Dialect::GlpkReport),
        ["Model", "status"] => Some(Dialect::Highs),
        ["solution", "status:", ..] => Some(Dialect::Scip),
        ["==", "Welcome", ..] if line.contains("SYMPHONY") => Some(Dialect::Symphony),
        ["Solutions:", ..] => Some(Dialect::SatSolver),
        ["(define-fun", ..] => Some(Dialect::Z3Lp),
        _ => None,
    }
}

/// What a text is that is no output of a solver, and what to do about it.
///
/// ```
/// use encycle_solvers::answers::mistaken_for_output;
/// assert!(mistaken_for_output("p cnf 1 1\n1 0\n").unwrap().contains("formula"));
/// ```
#[must_use]
pub fn mistaken_for_output(text: &str) -> Option<&'static str> {
    text.lines().map(str::trim).find_map(|line| match line {
        "SATISFIABLE" => Some(
            "this is MiniSat's log: the model is in the file that it writes, \
             `minisat FORMULA OUTPUT`",
        ),
        _ if line.contains('\0') => Some(
            "this is UTF-16, as PowerShell's `>` writes it: save it as UTF-8 \
             (`| Out-File -Encoding utf8`)",
        ),
        _ if is_bare_model(line) => Some(
            "these are literals without a status, as glucose writes them into a result file: run \
             `glucose -model` and save what it prints",
        ),
        "Minimize" | "Subject To" => Some("this is a linear program, not its solution"),
        _ if line.starts_with("p cnf ") => Some("this is a formula, not its model"),
        _ if line.starts_with("encycle-map ") => Some("this is a map: name it with --map"),
        _ if line.starts_with('{') => {
            Some("this may be the output of `encycle solve --json`: `encycle check` reads it")
        }
        _ => None,
    })
}

/// Literals and the 0 behind them, on one line.
fn is_bare_model(line: &str) -> bool {
    line.ends_with(" 0") && line.split_whitespace().all(|word| word.parse::<i64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_told_by_what_its_solvers_write() {
        for (text, expected) in [
            ("c cadical\nc\ns SATISFIABLE\nv 1 0\n", Some(Dialect::Competition)),
            ("v 1 0\ns SATISFIABLE\n", Some(Dialect::Competition)), // clasp
            ("c UNKNOWN\n", Some(Dialect::Competition)),
            ("c s UNKNOWN\n", Some(Dialect::Competition)),
            ("timeout\n", Some(Dialect::Competition)),
            ("\nUNSAT\n", Some(Dialect::Minisat)),
            ("Optimal - objective value 0.0\n", Some(Dialect::Cbc)),
            (
                "Stopped on time (no integer solution - continuous used) - objective value 0.0\n",
                Some(Dialect::Cbc),
            ),
            ("c Problem:\nc Rows: 3\nc\ns mip 3 4 o 2\n", Some(Dialect::Glpk)),
            ("Model status\nOptimal\n", Some(Dialect::Highs)),
            ("solution status: infeasible\n", Some(Dialect::Scip)),
            ("s cnf 1 3 3\nV 1 0\n", Some(Dialect::Qdimacs)),
            ("c toulbar2\nloading\nNew solution: 0\n 1 0\n", Some(Dialect::Toulbar2)),
            ("No solution in 0 backtracks\n", Some(Dialect::Toulbar2)),
            ("Solving: a.cnf\nSolutions: 1 2\n\nSATISFIABLE\n", Some(Dialect::SatSolver)),
            ("Solving: a.cnf\nUNSAT\n\nUNSATISFIABLE\n", Some(Dialect::SatSolver)),
            ("Problem:\nStatus:     INTEGER OPTIMAL\n", Some(Dialect::GlpkReport)),
            ("# Solution for model obj\n# Objective value = 0\nx 0\n", Some(Dialect::Gurobi)),
            ("<?xml version = \"1.0\"?>\n<CPLEXSolution>\n", Some(Dialect::Cplex)),
            ("\u{feff}<CPLEXSolution version=\"1.2\">\n", Some(Dialect::Cplex)),
            ("\n==  Welcome to the SYMPHONY MILP Solver \n", Some(Dialect::Symphony)),
            ("\nValue of objective function: 0\n", Some(Dialect::LpSolve)),
            ("\nThis problem is infeasible\n", Some(Dialect::LpSolve)),
            ("sat\n(define-fun x () Int\n  0)\n", Some(Dialect::Z3Lp)),
            ("unsat\n", Some(Dialect::Z3Lp)),
            // HiGHS's log, as it stands on standard output
            ("Model status        : Optimal\n", None),
            ("Optimal\n", None),
            ("1 -2 3 0\n", None),
            ("c nothing more\n", None),
            ("", None),
        ] {
            assert_eq!(dialect_of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn other_files_are_recognised_so_that_the_way_out_can_be_told() {
        for (text, words) in [
            ("WARNING\nSATISFIABLE\n", "MiniSat's log"),
            ("c comment\np cnf 1 1\n1 0\n", "formula"),
            ("\\ comment\nMinimize\n obj: x\n", "linear program"),
            ("encycle-map 1\n1 a\n", "--map"),
            ("\u{fffd}\u{fffd}s\0 \0S\0A\0T\0", "PowerShell"),
            ("1 -2 3 0\n", "glucose -model"),
            ("{\"verdict\": \"solved\"}\n", "encycle check"),
        ] {
            assert_eq!(dialect_of(text), None, "{text:?}");
            assert!(mistaken_for_output(text).is_some_and(|hint| hint.contains(words)), "{text:?}");
        }
        assert_eq!(mistaken_for_output("hello\n"), None);
    }
}
