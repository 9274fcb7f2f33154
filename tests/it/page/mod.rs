//! The engine of the page: requests and events.

mod edit;
mod inspect;
mod play;
mod requests;
mod watch;

use std::sync::Mutex;

use encycle::page::{self, BuiltInHost};
use serde_json::{Value, json};

/// Runs a job, and returns its events without the last, which is `done`.
fn job(request: Value) -> Vec<Value> {
    let mut events = events(&request.to_string());
    let last = events.pop().expect("a last event");
    assert_eq!(last["event"], "done", "{request}: {last}");
    events
}

/// Runs a job with one event.
fn ask(request: Value) -> Value {
    let mut events = job(request.clone());
    assert_eq!(events.len(), 1, "{request}: {events:?}");
    events.remove(0)
}

/// Runs a job that fails, and returns the error.
fn refused(request: &Value) -> String {
    let events = events(&request.to_string());
    let last = events.last().expect("a last event");
    assert_eq!(last["event"], "failed", "{request}: {last}");
    last["error"].as_str().expect("text").to_owned()
}

/// Runs a job, and returns all events.
fn events(request: &str) -> Vec<Value> {
    let events = Mutex::new(Vec::new());
    page::respond(request, &BuiltInHost, &|event| {
        let value = serde_json::from_str(&event).expect("JSON");
        events.lock().expect("no panic").push(value);
    });
    let events = events.into_inner().expect("no panic");
    let ends = |event: &&Value| ["done", "failed"].contains(&event["event"].as_str().unwrap_or(""));
    assert_eq!(events.iter().filter(ends).count(), 1, "{request}: {events:?}");
    assert!(events.last().is_some_and(|last| ends(&last)), "{request}: {events:?}");
    events
}

/// The boards of all examples of the page.
fn examples() -> Vec<(String, Value)> {
    let about = ask(json!({ "do": "about" }));
    let names = about["examples"].as_array().expect("examples").iter();
    names
        .map(|one| {
            let name = one["name"].as_str().expect("a name").to_owned();
            let board = ask(json!({ "do": "example", "name": name }));
            assert_eq!(board["kind"], one["kind"]);
            (name, board)
        })
        .collect()
}

/// The marks of the only solution of a puzzle.
fn solution(board: &Value) -> Value {
    let analysis = ask(json!({ "do": "analyse", "puzzle": board["puzzle"] }));
    assert_eq!(analysis["verdict"], "unique");
    analysis["solutions"][0].clone()
}

fn numbers(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one.as_u64().expect("a number") as usize)
        .collect()
}
