//! The file of SCIP's `write solution`: the status, then the columns that are not 0.

use super::columns::Columns;
use super::{Answer, BadOutput, Names, Reply};

pub(super) fn read(text: &str, names: Names) -> Result<Answer, BadOutput> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let status = lines.find_map(|(_, line)| line.strip_prefix("solution status:").map(str::trim));
    match status {
        // After a file that it could not read, SCIP crashes in the middle of this line.
        None | Some("") => return Ok(Answer::nothing()),
        Some("infeasible") => return Ok(Answer::of(Reply::Unsatisfiable)),
        Some(_) => {}
    }
    let mut columns = Columns::new(names);
    let mut objective = false;
    for (line_number, line) in lines {
        if line == "no solution available" {
            return Ok(Answer::of(Reply::Unknown));
        }
        if line.starts_with("objective value:") {
            objective = true;
            continue;
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) => {}
            (Some(name), Some(value)) if objective => columns.take(line_number, name, value)?,
            _ => return Err(BadOutput::at(line_number, "not a column with its value")),
        }
    }
    if !objective {
        return Ok(Answer::of(Reply::Unknown));
    }
    Ok(columns.into_answer())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAT: &str = "solution status: optimal solution found
objective value:                                    2
x_2                                                 1 \t(obj:2)
";

    fn reply(text: &str) -> Result<Option<Reply>, BadOutput> {
        read(text, Names::Numbered(4)).map(|answer| answer.reply)
    }

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(reply(SAT), Ok(Some(Reply::Model(model.clone()))));
        let stopped = SAT.replace("optimal solution found", "time limit reached");
        assert_eq!(reply(&stopped), Ok(Some(Reply::Model(model))));
        let none = "solution status: infeasible\nno solution available\n";
        assert_eq!(reply(none), Ok(Some(Reply::Unsatisfiable)));
        let stopped = none.replace("infeasible", "time limit reached");
        assert_eq!(reply(&stopped), Ok(Some(Reply::Unknown)));
        assert_eq!(reply("solution status: "), Ok(None));
        assert_eq!(reply(""), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2 ", "t_x_2 "), 3, "renamed"),
            (SAT.replace("  1 ", "  0.3 "), 3, "column x_2 is `0.3`"),
            (SAT.replace("objective value:", "x_1"), 2, "not a column"),
        ] {
            let bad = reply(&text).unwrap_err();
            assert_eq!(bad.line, Some(line), "{text:?}");
            assert!(bad.reason.contains(reason), "{text:?}: {bad}");
        }
    }
}
