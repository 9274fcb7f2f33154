//! Recognition of the dialect of a saved output.

use crate::answers::OutputFormat;
use crate::answers::mip::highs;
use crate::answers::sat::competition::is_pseudo_boolean;
use crate::answers::{DIALECTS, Dialect, max_sat};

/// Returns the dialect of an output, which the first line that identifies a dialect determines; `None` if no line does.
///
/// ```
/// use encycle_solvers::Dialect;
/// use encycle_solvers::answers::dialect_of;
///
/// assert_eq!(dialect_of("c solved\ns SATISFIABLE\nv 1 0\n"), Some(Dialect::Competition));
/// assert_eq!(dialect_of("SAT\n1 0\n"), Some(Dialect::Minisat));
/// assert_eq!(dialect_of("SATISFIABLE\n"), None);
/// ```
#[must_use]
pub fn dialect_of(text: &str) -> Option<Dialect> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next()?;
    let (all, mut rest) = (lines.clone(), lines.clone());
    match find(|format| (format.is_first_line)(first))
        .or_else(|| lines.find_map(|line| find(|format| (format.is_line)(line))))
    {
        Some(Dialect::Competition | Dialect::PseudoBoolean) if max_sat::are_lines(&all) => {
            Some(Dialect::MaxSat)
        }
        // the status may precede the first line that distinguishes the two dialects
        Some(Dialect::Competition) if rest.any(is_pseudo_boolean) => Some(Dialect::PseudoBoolean),
        found => found,
    }
}

/// Returns the first dialect whose format has a property.
fn find(is: impl Fn(&OutputFormat) -> bool) -> Option<Dialect> {
    DIALECTS.iter().find(|row| is(&row.format)).map(|row| row.dialect)
}

/// Returns, for a text that is not a solver's output, what it is instead, and a line with help.
///
/// ```
/// use encycle_solvers::answers::mistaken_for_output;
/// assert!(mistaken_for_output("p cnf 1 1\n1 0\n").expect("is a formula").contains("formula"));
/// ```
#[must_use]
pub fn mistaken_for_output(text: &str) -> Option<&'static str> {
    if let Some(hint) = structured(text) {
        return Some(hint);
    }
    text.lines().map(str::trim).find_map(|line| match line {
        _ if highs::is_pretty(line) => Some(
            "this is HiGHS's solution file for people\n\
             help: write it with the option `write_solution_style = 0`",
        ),
        _ if line.starts_with("Answer: ") => Some(
            "this is clasp's text for people\nhelp: run clasp without --outf, or with --outf=1",
        ),
        _ if LOGS.iter().any(|(start, _)| line.starts_with(start)) => {
            LOGS.iter().find(|(start, _)| line.starts_with(start)).map(|&(_, hint)| hint)
        }
        "SATISFIABLE" => Some(
            "this is MiniSat's log\n\
             help: the model is in the result file: `minisat FORMULA RESULT`",
        ),
        _ if line.contains('\0') => Some(
            "this is UTF-16, the encoding of PowerShell's `>`\n\
             help: save it as UTF-8: `| Out-File -Encoding utf8`",
        ),
        _ if is_bare_model(line) => Some(
            "these are literals without a status, as in a result file of glucose\n\
             help: run `glucose -model` and save its standard output",
        ),
        "Minimize" | "Subject To" => Some("this is a linear program, not its solution"),
        _ if line.starts_with("p inccnf") => Some("this is a formula with cubes, not its model"),
        _ if line.starts_with("p cnf ") => Some("this is a formula, not its model"),
        _ => None,
    })
}

/// The beginnings of lines of logs and of solutions without a status, each with the option that writes a solution.
const LOGS: [(&str, &str); 9] = [
    (
        "name,solution",
        "this is CBC's table\nhelp: leave out `printing csv`: `cbc FILE -solve -solu RESULT -quit`",
    ),
    (
        "objective value:",
        "this is SCIP's start of a search, without a status\nhelp: write the solution with `write solution RESULT`",
    ),
    (
        "Welcome to the CBC MILP Solver",
        "this is CBC's log\nhelp: write the solution with -solu: `cbc FILE -solve -solu RESULT -quit`",
    ),
    (
        "Running HiGHS",
        "this is HiGHS's log\nhelp: write the solution with --solution_file: `highs FILE --solution_file RESULT`",
    ),
    (
        "SCIP version",
        "this is SCIP's log\nhelp: write the solution with `write solution`: \
         `scip -c \"read FILE\" -c optimize -c \"write solution RESULT\" -c quit`",
    ),
    (
        "GLPSOL",
        "this is GLPK's log\nhelp: write the solution with -w: `glpsol --lp FILE -w RESULT`",
    ),
    (
        "Gurobi Optimizer version",
        "this is Gurobi's log\nhelp: write the solution with ResultFile: `gurobi_cl ResultFile=RESULT.sol FILE`",
    ),
    (
        "Set parameter ",
        "this is Gurobi's log\nhelp: write the solution with ResultFile: `gurobi_cl ResultFile=RESULT.sol FILE`",
    ),
    (
        "Welcome to IBM(R) ILOG(R) CPLEX(R)",
        "this is CPLEX's log\nhelp: write the solution with `write RESULT.sol`",
    ),
];

/// Returns, for JSON, which program wrote it, and a line with help.
fn structured(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let start: String = text.chars().take(2000).collect();
    Some(match start {
        _ if start.contains("\"Solver\": \"clasp") || start.contains("\"Solver\": \"clingo") => {
            "this is clasp's JSON\nhelp: run clasp without --outf=2, and save its standard output"
        }
        _ if start.contains("\"SolutionInfo\"") => {
            "this is Gurobi's JSON\nhelp: write a .sol file: ResultFile=RESULT.sol"
        }
        _ if start.contains("\"schema\"") && start.contains("encycle-") => {
            "this is the JSON of an Encycle command\nhelp: `encycle check` reads that of `encycle solve`"
        }
        _ => "this is JSON of an unknown program\nhelp: save the solver's output as text",
    })
}

/// Returns whether a line consists of literals and a closing 0.
fn is_bare_model(line: &str) -> bool {
    line.ends_with(" 0") && line.split_whitespace().all(|word| word.parse::<i64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At most one dialect claims a line, so the order of the table does not matter.
    #[test]
    fn every_dialect_is_recognised_by_its_output() {
        for (text, expected) in [
            ("c cadical\nc\ns SATISFIABLE\nv 1 0\n", Some(Dialect::Competition)),
            ("v 1 0\ns SATISFIABLE\n", Some(Dialect::Competition)), // clasp
            ("c UNKNOWN\n", Some(Dialect::Competition)),
            ("c s UNKNOWN\n", Some(Dialect::Competition)),
            ("timeout\n", Some(Dialect::Competition)),
            ("v x1 -x2\ns SATISFIABLE\n", Some(Dialect::PseudoBoolean)), // clasp
            ("c\ns SATISFIABLE\nv -x1 x2\n", Some(Dialect::PseudoBoolean)),
            ("s OPTIMUM FOUND\n", Some(Dialect::PseudoBoolean)),
            ("s UNSATISFIABLE\n", Some(Dialect::Competition)),
            ("c RC2\ns OPTIMUM FOUND\no 1\nv 1 -2\n", Some(Dialect::MaxSat)),
            ("o 1\nv 0110\ns OPTIMUM FOUND\n", Some(Dialect::MaxSat)),
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
            // the log of HiGHS on standard output
            ("Model status        : Optimal\n", None),
            ("Optimal\n", None),
            ("1 -2 3 0\n", None),
            ("c nothing more\n", None),
            ("", None),
        ] {
            assert_eq!(dialect_of(text), expected, "{text:?}");
            for line in text.lines().map(str::trim) {
                let claims = DIALECTS.iter().filter(|row| (row.format.is_line)(line)).count();
                let first = DIALECTS.iter().filter(|row| (row.format.is_first_line)(line)).count();
                assert!(claims <= 1 && first <= 1, "{line:?}");
            }
        }
    }

    #[test]
    fn other_files_are_recognised_for_a_helpful_message() {
        for (text, words) in [
            ("WARNING\nSATISFIABLE\n", "MiniSat's log"),
            ("c comment\np cnf 1 1\n1 0\n", "formula"),
            ("\\ comment\nMinimize\n obj: x\n", "linear program"),
            ("\u{fffd}\u{fffd}s\0 \0S\0A\0T\0", "PowerShell"),
            ("1 -2 3 0\n", "glucose -model"),
            ("Welcome to the CBC MILP Solver \nVersion: 2.10.8 \n", "-solu"),
            (
                "Running HiGHS 1.15.1 (git hash: 04024d7)\nModel status        : Optimal\n",
                "--solution_file",
            ),
            ("SCIP version 10.0.2 [precision: 8 byte]\n", "write solution"),
            ("GLPSOL--GLPK LP/MIP Solver 5.0\nINTEGER OPTIMAL SOLUTION FOUND\n", "-w"),
            ("\nGurobi Optimizer version 12.0.0 build v12\n", "ResultFile"),
            (
                "Columns\n    Index Status        Lower        Upper       Primal\n",
                "write_solution_style",
            ),
            ("clasp version 3.3.5\nSolving...\nAnswer: 1\n1 -2\nSATISFIABLE\n", "--outf"),
            ("{\n  \"Solver\": \"clasp version 3.3.5\",\n", "--outf=2"),
            ("{\"schema\":\"encycle-solve-1\"}", "encycle check"),
            ("p inccnf\n1 0\na 1 0\n", "with cubes"),
            ("name,solution\nx1,0\nx2,1\n", "printing csv"),
            ("objective value:     0\nx1     -0 \t(obj:1)\n", "write solution"),
        ] {
            assert_eq!(dialect_of(text), None, "{text:?}");
            assert!(mistaken_for_output(text).is_some_and(|hint| hint.contains(words)), "{text:?}");
        }
        assert_eq!(mistaken_for_output("hello\n"), None);
    }
}
