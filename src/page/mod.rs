//! The engine of the page: [`respond`] turns a [`Request`] into [`Event`]s.
//!
//! `encycle serve` runs each request in a process of its own; the page without a server runs the same function in
//! WebAssembly. Both exchange JSON: a request is an object, and so is each event.

mod answer;
mod board;
mod check;
mod edit;
mod event;
mod export;
mod files;
mod formula;
mod hint;
mod host;
mod inspect;
mod job;
mod request;
mod spot;
mod watch;

use web_time::Instant;

use answer::answer;

pub use board::{Board, BoardForm, BoardLayout, GridBoard, Note, Spot};
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
