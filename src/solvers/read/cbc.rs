//! The file of CBC's `-solu`: a status line, then index, name, value and reduced cost of columns.

use super::columns::Columns;
use super::{Answer, BadOutput, Names, Reply, shown};

/// CBC's objective value where there is no solution.
const NO_OBJECTIVE: f64 = 1e49;

pub(super) fn read(text: &str, names: Names) -> Result<Answer, BadOutput> {
    let mut lines = text.lines().enumerate();
    let Some(status) = lines.next().map(|(_, line)| line.trim()) else {
        return Ok(Answer::nothing());
    };
    // What is listed below an infeasible or fractional result are values all the same.
    if status.starts_with("Infeasible") || status.starts_with("Integer infeasible") {
        return Ok(Answer::of(Reply::Unsatisfiable));
    }
    if status.contains("no integer solution") || objective(status) >= NO_OBJECTIVE {
        return Ok(Answer::of(Reply::Unknown));
    }
    if !status.starts_with("Optimal") && !status.starts_with("Stopped on") {
        return Err(BadOutput::at(1, format!("`{}` is not a status", shown(status))));
    }
    let mut columns = Columns::new(names);
    for (index, line) in lines {
        let line_number = index + 1;
        // `**` marks a value outside of its bounds.
        let mut words = line.split_whitespace().filter(|&word| word != "**");
        match (words.next(), words.next(), words.next()) {
            (None, ..) => {}
            (Some(_), Some(name), Some(value)) => columns.take(line_number, name, value)?,
            _ => return Err(BadOutput::at(line_number, "not a column with its value")),
        }
    }
    Ok(columns.into_answer())
}

fn objective(status: &str) -> f64 {
    let number =
        status.rsplit_once("objective value").and_then(|(_, text)| text.trim().parse().ok());
    number.map_or(0.0, f64::abs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Result<Option<Reply>, BadOutput> {
        let names = ["x_1", "x_2", "x_3", "y"].map(str::to_owned);
        read(text, Names::Columns(&names)).map(|answer| answer.reply)
    }

    const SAT: &str = "Optimal - objective value 2.00000000
      0 x_1                    0                       1
      1 x_2                    1                       2
      2 x_3                    0                       3
      3 y                      0                       0
";

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(named(SAT), Ok(Some(Reply::Model(model.clone()))));
        let stopped = SAT.replace("Optimal", "Stopped on time");
        assert_eq!(named(&stopped), Ok(Some(Reply::Model(model.clone()))));
        let non_zero =
            "Optimal (within gap tolerance) - objective value 2.0\n  1 x_2  0.99999999  2\n";
        assert_eq!(named(non_zero), Ok(Some(Reply::Model(model))));
        for status in ["Infeasible", "Integer infeasible"] {
            let text = format!("{status} - objective value 1.00000000\n      0 x_1   1   0\n");
            assert_eq!(named(&text), Ok(Some(Reply::Unsatisfiable)));
        }
        for reason in [
            "(no integer solution - continuous used) - objective value 0.00000000",
            "(LP relaxation not completed - no integer solution) - objective value 0",
            "- objective value 1e+50",
        ] {
            let text = format!("Stopped on time {reason}\n      0 x_1   0.5   0\n");
            assert_eq!(named(&text), Ok(Some(Reply::Unknown)));
        }
        assert_eq!(named(""), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_1", "x0"), 2, "renamed"),
            (SAT.replace("x_2                    1", "x_2  0.5"), 3, "column x_2 is `0.5`"),
            (SAT.replace("x_2                    1", "x_2  nan"), 3, "column x_2 is `nan`"),
            (SAT.replace("Optimal", "Unbounded"), 1, "not a status"),
            (format!("{SAT}junk"), 6, "not a column"),
        ] {
            let bad = named(&text).unwrap_err();
            assert_eq!(bad.line, Some(line), "{text:?}");
            assert!(bad.reason.contains(reason), "{text:?}: {bad}");
        }
    }
}
