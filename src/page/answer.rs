//! The dispatch of each request to the module that answers it.

use crate::page::job::{JobError, Send};
use crate::page::{Event, Host, Request, check, edit, export, files, hint, inspect, watch};

/// Answers a request: sends all its events except the last, `done` or `failed`.
pub(super) fn answer(request: &Request, host: &dyn Host, send: Send<'_>) -> Result<(), JobError> {
    send(match request {
        Request::About => Event::About(Box::new(files::about(host))),
        Request::Solvers { probe } => Event::Solvers { solvers: host.solvers(*probe)? },
        Request::Open { text, kind } => files::open(text, kind.as_deref())?,
        Request::Example { name } => files::example(name)?,
        Request::Generate(request) => edit::making(request)?,
        Request::Export { puzzle, target, formula, marks } => {
            export::export(puzzle, target, formula, marks)?
        }
        Request::Check { puzzle, marks, mistakes } => check::check(puzzle, marks, *mistakes)?,
        Request::Hint { puzzle, marks } => hint::hint(puzzle, marks)?,
        Request::Analyse { puzzle } => edit::analyse(puzzle)?,
        Request::Grade { puzzle } => edit::grading(puzzle)?,
        Request::Count { puzzle } => edit::counting(puzzle)?,
        Request::Clauses { puzzle, formula, part } => inspect::clauses(puzzle, formula, *part)?,
        Request::Explain { puzzle, formula, row, number } => {
            inspect::explain(puzzle, formula, *row, *number)?
        }
        Request::Lint { text } => inspect::lint(text)?,
        Request::Decode { puzzle, map, output } => inspect::decoded(puzzle, map, output)?,
        // these send several events
        Request::Thin { puzzle } => return edit::thin_out(puzzle, send),
        Request::Repair { puzzle } => return edit::mend(puzzle, send),
        Request::Sizes { puzzle, encodings, cnf } => {
            return inspect::sizes(puzzle, encodings, cnf, send);
        }
        Request::Solve { puzzle, runs, unique, timeout } => {
            return watch::race(puzzle, runs, (*unique, *timeout), host, send);
        }
    });
    Ok(())
}
