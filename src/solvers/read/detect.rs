//! Which dialect a saved output is in.

use super::super::description::Dialect;

/// The dialect of an output, by the first line that gives it away; `None` if none does.
///
/// ```
/// use encycle::solvers::{Dialect, read::dialect_of};
/// assert_eq!(dialect_of("c solved\ns SATISFIABLE\nv 1 0\n"), Some(Dialect::Competition));
/// assert_eq!(dialect_of("SAT\n1 0\n"), Some(Dialect::Minisat));
/// assert_eq!(dialect_of("SATISFIABLE\n"), None);
/// ```
#[must_use]
pub fn dialect_of(text: &str) -> Option<Dialect> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next()?;
    if ["SAT", "UNSAT", "INDET"].contains(&first) {
        return Some(Dialect::Minisat);
    }
    let starts = |starts: &[&str]| starts.iter().any(|start| first.starts_with(start));
    if first.contains(" objective value ")
        && starts(&["Optimal", "Infeasible", "Integer infeasible", "Stopped on", "Unbounded"])
    {
        return Some(Dialect::Cbc);
    }
    lines.find_map(of_line)
}

/// What one line gives away. Comments of GLPK look like those of SAT solvers.
fn of_line(line: &str) -> Option<Dialect> {
    let mut words = line.split_whitespace();
    match (words.next()?, words.next()) {
        ("s", Some("mip" | "bas" | "ipt")) => Some(Dialect::Glpk),
        ("s" | "v", _) => Some(Dialect::Competition),
        ("c", Some("UNKNOWN")) => Some(Dialect::Competition),
        ("c", Some("s")) if words.next() == Some("UNKNOWN") => Some(Dialect::Competition),
        ("timeout", None) => Some(Dialect::Competition),
        ("Model", Some("status")) if words.next().is_none() => Some(Dialect::Highs),
        ("solution", Some("status:")) => Some(Dialect::Scip),
        _ => None,
    }
}

/// What a text is that is no output of a solver, and what to do about it.
///
/// ```
/// use encycle::solvers::read::mistaken_for_output;
/// assert!(mistaken_for_output("p cnf 1 1\n1 0\n").unwrap().contains("formula"));
/// ```
#[must_use]
pub fn mistaken_for_output(text: &str) -> Option<&'static str> {
    text.lines().map(str::trim).find_map(|line| match line {
        "SATISFIABLE" | "UNSATISFIABLE" => Some(
            "this is MiniSat's log: the model is in the file that it writes, \
             `minisat FORMULA OUTPUT`",
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
            ("{\"verdict\": \"solved\"}\n", "encycle check"),
        ] {
            assert_eq!(dialect_of(text), None, "{text:?}");
            assert!(mistaken_for_output(text).is_some_and(|hint| hint.contains(words)), "{text:?}");
        }
        assert_eq!(mistaken_for_output("hello\n"), None);
    }
}
