//! MiniSat's result file: `SAT`, `UNSAT` or `INDET`, then the literals.

use super::literals::Literals;
use super::{Answer, BadOutput, Names, Reply, shown};

pub(super) fn read(text: &str, names: Names) -> Result<Answer, BadOutput> {
    let mut lines = text.lines().enumerate();
    match lines.next().map(|(_, line)| line.trim()) {
        None => Ok(Answer::nothing()),
        Some("UNSAT") => Ok(Answer::of(Reply::Unsatisfiable)),
        Some("INDET") => Ok(Answer::of(Reply::Unknown)),
        Some("SAT") => {
            let mut literals = Literals::new(names.len());
            lines.try_for_each(|(index, line)| literals.take(index + 1, line))?;
            literals.into_answer()
        }
        Some(other) => Err(BadOutput::at(1, format!("`{}` is not a status", shown(other)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_files() {
        let reply = |text| read(text, Names::Numbered(5)).unwrap().reply;
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(reply("SAT\n1 -2 3 4 0\n"), Some(Reply::Model(vec![yes, no, yes, yes, None])));
        assert_eq!(reply("UNSAT\n"), Some(Reply::Unsatisfiable));
        assert_eq!(reply("INDET\n"), Some(Reply::Unknown));
        assert_eq!(reply(""), None);
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            ("SAT\n", None, "no model"),
            ("1 -2 0\n", Some(1), "not a status"),
            ("SAT\n1 2 SAT 0\n", Some(2), "`SAT` is not a literal"),
            ("SAT\n7 0\n", Some(2), "out of range"),
        ] {
            let bad = read(text, Names::Numbered(5)).unwrap_err();
            assert_eq!(bad.line, line, "{text:?}");
            assert!(bad.reason.contains(reason), "{text:?}: {bad}");
        }
    }
}
