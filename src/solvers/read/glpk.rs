//! The file of GLPK's `-w`: numbers only. Column `N` is the `N`-th in the order of first appearance
//! in the LP file, so whoever writes that file mentions all columns in the objective, in order.

use super::columns::Columns;
use super::{Answer, BadOutput, Names, Reply, shown};

pub(super) fn read(text: &str, names: Names) -> Result<Answer, BadOutput> {
    let mut columns = Columns::new(names);
    let mut status = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["s", "mip", _rows, count, word, ..] => {
                if count.parse() != Ok(names.len()) {
                    let reason = format!("there are {} columns, not {}", names.len(), shown(count));
                    return Err(BadOutput::at(line_number, reason));
                }
                status = match *word {
                    "o" | "f" => Some(None),
                    "n" => Some(Some(Reply::Unsatisfiable)),
                    "u" => Some(Some(Reply::Unknown)),
                    other => {
                        let reason = format!("`{}` is not a status", shown(other));
                        return Err(BadOutput::at(line_number, reason));
                    }
                };
                if let Some(Some(reply)) = status {
                    return Ok(Answer::of(reply));
                }
            }
            ["s", ..] => return Err(BadOutput::at(line_number, "not the result of a MIP")),
            ["j", number, value, ..] => {
                let position =
                    number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let Some(position) = position else {
                    let reason = format!("`{}` is not a column number", shown(number));
                    return Err(BadOutput::at(line_number, reason));
                };
                columns.take_at(line_number, position, value)?;
            }
            ["e", "o", "f"] if status.is_some() => return Ok(columns.into_answer()),
            _ => {}
        }
    }
    match status {
        Some(_) => Err(BadOutput::general("the file ends before its end mark")),
        None => Ok(Answer::nothing()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAT: &str = "c Problem:    \nc Rows:       3\nc Columns:    4\nc Non-zeros:  7\n\
        c Status:     INTEGER OPTIMAL\nc Objective:  obj = 2 (MINimum)\nc\ns mip 3 4 o 2\ni 1 1\n\
        i 2 1\ni 3 0\nj 1 0\nj 2 1\nj 3 0\nj 4 0\ne o f\n";

    fn reply(text: &str) -> Result<Option<Reply>, BadOutput> {
        read(text, Names::Numbered(4)).map(|answer| answer.reply)
    }

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(reply(SAT), Ok(Some(Reply::Model(model.clone()))));
        assert_eq!(reply(&SAT.replace("4 o", "4 f")), Ok(Some(Reply::Model(model))));
        assert_eq!(reply(&SAT.replace("4 o", "4 n")), Ok(Some(Reply::Unsatisfiable)));
        assert_eq!(reply(&SAT.replace("4 o", "4 u")), Ok(Some(Reply::Unknown)));
        assert_eq!(reply(""), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("s mip 3 4", "s mip 3 5"), Some(8), "4 columns, not 5"),
            (SAT.replace("s mip", "s bas"), Some(8), "not the result of a MIP"),
            (SAT.replace("j 2 1", "j 2 0.5"), Some(13), "column x_2 is `0.5`"),
            (SAT.replace("j 4 0", "j 5 0"), Some(15), "no column 5"),
            (SAT.replace("j 4 0", "j 0 0"), Some(15), "not a column number"),
            (SAT.replace("4 o", "4 q"), Some(8), "not a status"),
            (SAT.replace("e o f\n", ""), None, "end mark"),
        ] {
            let bad = reply(&text).unwrap_err();
            assert_eq!(bad.line, line, "{text:?}");
            assert!(bad.reason.contains(reason), "{text:?}: {bad}");
        }
    }
}
