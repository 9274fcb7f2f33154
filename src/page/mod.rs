//! The engine of the page: [`respond`] turns a [`Request`] into [`Event`]s.
//!
//! `encycle serve` runs each request in a process of its own; the page without a server runs the same function in
//! WebAssembly. Both exchange JSON: a request is an object, and so is each event.

use web_time::Instant;

use crate::page::job::Send;

mod board;
mod check;
mod edit;
mod event;
mod files;
mod finished;
mod hint;
mod host;
mod inspect;
mod job;
mod request;
mod watch;
mod whole;

pub use board::{Board, BoardForm, BoardLayout, ClueParts, GridBoard, Note, Spot};
pub use event::{
    About, Analysis, Checked, ClauseList, ClauseView, ClueReport, CutView, Event, ExampleView,
    Explanation, Hint, KindView, ProbeView, RoundView, SolverView,
};
#[cfg(feature = "process")]
pub use host::InstalledHost;
pub use host::{BuiltInHost, Host};
pub use job::JobError;
pub use request::{FormulaChoice, GenerateRequest, Marks, PicturePart, Request, RunChoice};

/// The name of the layout of requests.
pub const REQUEST_SCHEMA: &str = "encycle-request-1";
/// The name of the layout of events.
pub const EVENT_SCHEMA: &str = "encycle-event-1";

/// Answers a request, and passes each event to `emit` as JSON text without newlines. The last event is `done` or
/// `failed`.
pub fn respond(request: &str, host: &dyn Host, emit: &(dyn Fn(String) + Sync)) {
    let start = Instant::now();
    let send = |event: Event| {
        // strings and finite numbers are always serializable
        emit(serde_json::to_string(&event).unwrap_or_default());
    };
    let result = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer(&request, host, &send),
        Err(error) => Err(JobError::new(format!("malformed request: {error}"))),
    };
    send(match result {
        Ok(()) => Event::Done { seconds: start.elapsed().as_secs_f64() },
        Err(JobError { error, line, column }) => Event::Failed { error, line, column },
    });
}

/// Answers a request: sends all its events except the last, `done` or `failed`.
fn answer(request: &Request, host: &dyn Host, send: Send<'_>) -> Result<(), JobError> {
    send(match request {
        Request::About => Event::About(Box::new(files::about(host))),
        Request::Solvers { probe } => Event::Solvers { solvers: host.solvers(*probe)? },
        Request::Open { text, kind, unfinished } => {
            files::open(text, kind.as_deref(), *unfinished)?
        }
        Request::Example { name } => files::example(name)?,
        Request::Empty { kind, rows, cols, variant } => {
            edit::empty(kind, (*rows, *cols), variant.as_deref())?
        }
        Request::Export { puzzle, target, formula, marks } => {
            files::export(puzzle, target, formula, marks)?
        }
        Request::Check { puzzle, marks, mistakes, rules } => {
            check::check(puzzle, marks, (*mistakes, *rules))?
        }
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
        Request::Levels => return files::levels(send),
        Request::Generate(request) => return edit::making(request, send),
        Request::Thin { puzzle } => return edit::thin_out(puzzle, send),
        Request::Repair { puzzle } => return edit::mend(puzzle, send),
        Request::LoopClues { puzzle, marks, seed } => {
            return edit::loop_clues(puzzle, marks, *seed, send);
        }
        Request::Sizes { puzzle, encodings, cnf } => {
            return inspect::sizes(puzzle, encodings, cnf, send);
        }
        Request::Solve { puzzle, runs, unique, timeout } => {
            return watch::race(puzzle, runs, (*unique, *timeout), host, send);
        }
    });
    Ok(())
}
