//! The execution of one job: runs `encycle solve --json` in a process and builds the result row.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::bench::campaign::{Campaign, CampaignJob};
use crate::bench::row::{Program, ResultRow, RunStatus, SCHEMA};
use crate::formats::read_solution;
use crate::puzzle::Puzzle;
use encycle_solvers::{MeasuredRun, measure};

/// Returns the wall-clock time after which a run is killed. It exceeds `timeout`, because a run that does not
/// hang stops by itself at its limit.
pub(super) fn patience(timeout: Duration) -> Duration {
    timeout + timeout / 10 + Duration::from_secs(5)
}

/// Runs a job, with `work_dir` as its directory for temporary files.
pub(super) fn run(campaign: &Campaign, job: &CampaignJob, work_dir: &Path) -> ResultRow {
    let entry = &campaign.collection.entries[job.puzzle];
    let entrant = &campaign.entrants[job.entrant];
    let settings = &campaign.settings;
    let puzzle = &entry.puzzle;
    let arguments = campaign.arguments(job);
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let words: Vec<_> = arguments.iter().map(Into::into).collect();
    let measured = measure(&campaign.program, &words, work_dir, patience(settings.timeout));
    let outcome = RunOutcome::of(measured.as_ref(), puzzle);
    let used = measured.ok();
    let report = &outcome.report;
    let text = |key: &str| report[key].as_str().map(str::to_owned);
    let seconds = |key: &str| report[key].as_f64().unwrap_or(0.0);
    let no_rounds = Vec::new();
    let rounds = report["rounds"].as_array().unwrap_or(&no_rounds);
    let sum = |key: &str| rounds.iter().map(|round| round[key].as_f64()).sum::<Option<f64>>();
    let first = |key: &str| rounds.first().and_then(|round| round[key].as_u64());
    let wall = used.as_ref().map_or(0.0, |used| used.wall.as_secs_f64());
    let cpu = used.as_ref().map_or(0.0, |used| used.cpu.as_secs_f64());
    let presolve = seconds("presolve_seconds");
    // writing the files of an external solver counts as encoding
    let encode = seconds("encode_seconds") + sum("files_seconds").unwrap_or(0.0);
    let encode_cpu = seconds("encode_cpu_seconds") + sum("files_cpu_seconds").unwrap_or(0.0);
    let (solver, solver_cpu) = (sum("solver_seconds").unwrap_or(0.0), sum("solver_cpu_seconds"));
    let command = std::iter::once("encycle".to_owned()).chain(arguments).collect();
    let version = report["solver"]["version"].as_str().map(str::to_owned);
    ResultRow {
        schema: SCHEMA.to_owned(),
        id: job.id.clone(),
        puzzle: entry.name.clone(),
        puzzle_sha256: entry.sha256.clone(),
        kind: puzzle.kind().name().to_owned(),
        size: puzzle.extent().into(),
        cells: puzzle.extent().count(),
        variant: puzzle.variant().map(str::to_owned),
        configuration: entrant.configuration.label(),
        command,
        repeat: job.repeat,
        seed: job.seed,
        timeout_seconds: settings.timeout.as_secs_f64(),
        solver: Program {
            version: version.or_else(|| entrant.program.version.clone()),
            ..entrant.program.clone()
        },
        encycle: campaign.encycle.clone(),
        encoding: text("encoding"),
        cnf: text("cnf"),
        cut_kind: text("cut_kind"),
        status: outcome.status,
        verdict: text("verdict").unwrap_or_else(|| "failed".to_owned()),
        reason: text("reason").or(outcome.reason),
        error: outcome.error.or_else(|| text("error")),
        end: outcome.end,
        rounds: rounds.len(),
        cuts: report["cuts"].as_u64().unwrap_or(0),
        variables: first("variables"),
        clauses: first("clauses"),
        wall_seconds: wall,
        cpu_seconds: cpu,
        presolve_seconds: presolve,
        encode_seconds: encode,
        solver_seconds: solver,
        rest_seconds: (wall - presolve - encode - solver).max(0.0),
        encode_cpu_seconds: encode_cpu,
        solver_cpu_seconds: solver_cpu,
        rest_cpu_seconds: solver_cpu.map(|solver| (cpu - encode_cpu - solver).max(0.0)),
        peak_kb: used.map_or(0, |used| used.peak_kb),
        jobs: settings.jobs.get(),
        machine: campaign.machine.clone(),
        started,
    }
}

/// The assessed outcome of a process.
struct RunOutcome {
    report: Value,
    status: RunStatus,
    reason: Option<String>,
    error: Option<String>,
    end: String,
}

impl RunOutcome {
    fn of(measured: Result<&MeasuredRun, &std::io::Error>, puzzle: &Puzzle) -> Self {
        let without_report = |status, reason: Option<String>, error: Option<String>, end| {
            let verdict = if status == RunStatus::Limit { "unknown" } else { "failed" };
            Self { report: json!({ "verdict": verdict }), status, reason, error, end }
        };
        let run = match measured {
            Ok(run) => run,
            Err(error) => {
                let error = format!("cannot start encycle: {error}");
                let end = "not started".to_owned();
                return without_report(RunStatus::Failed, None, Some(error), end);
            }
        };
        let end = end_text(run.status);
        if run.killed {
            let reason = "killed because it did not stop at its limit".to_owned();
            return without_report(RunStatus::Limit, Some(reason), None, end);
        }
        let Ok(report) = serde_json::from_slice::<Value>(&run.stdout) else {
            let error =
                format!("ended with {end} without a report: {}", run.last_lines.join(" | "));
            return without_report(RunStatus::Failed, None, Some(error), end);
        };
        let (status, error) = assess(&report, puzzle);
        Self { report, status, reason: None, error, end }
    }
}

/// Assesses a report: checks its solutions against the rules again, and returns the status with any error
/// that the report itself does not contain.
fn assess(report: &Value, puzzle: &Puzzle) -> (RunStatus, Option<String>) {
    let key = puzzle.form().key();
    let solutions = match report["verdict"].as_str() {
        Some("unknown") => return (RunStatus::Limit, None),
        Some("no-solution") => return (RunStatus::Answered, None),
        Some("solved" | "unique") => vec![&report[key]],
        Some("several") => vec![&report[key], &report[format!("second_{key}")]],
        _ => {
            let wrong = matches!(report["failure"].as_str(), Some("wrong-model" | "refuted"));
            return (if wrong { RunStatus::Wrong } else { RunStatus::Failed }, None);
        }
    };
    let mut seen = Vec::new();
    for solution in solutions {
        let read = read_solution(&json!({ key: solution }).to_string(), puzzle);
        let checked = read.map_err(|error| error.to_string()).and_then(|solution| {
            puzzle.check(&solution).map_err(|broken| broken.to_string())?;
            if seen.contains(&solution) {
                return Err("both solutions are equal".to_owned());
            }
            seen.push(solution);
            Ok(())
        });
        if let Err(error) = checked {
            return (RunStatus::Wrong, Some(format!("invalid solution: {error}")));
        }
    }
    (RunStatus::Answered, None)
}

fn end_text(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (_, Some(signal)) => format!("signal {signal}"),
        _ => "no status".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three solutions: the loop of four edges around each cell, and the loop of six edges around both.
    const PUZZLE: &str = "slitherlink 1 2\n..\n";

    fn assessed(report: Value) -> RunStatus {
        let puzzle = crate::formats::read(PUZZLE, None).expect("a valid puzzle").puzzle;
        assess(&report, &puzzle).0
    }

    /// The campaign does not trust a report: it checks each solution against the rules itself.
    #[test]
    fn a_report_with_a_broken_solution_is_wrong() {
        let left = ["h_1_1", "h_2_1", "v_1_1", "v_1_2"];
        let right = ["h_1_2", "h_2_2", "v_1_2", "v_1_3"];
        let broken = &left[..3];
        let cases = [
            (json!({ "verdict": "solved", "edges": left }), RunStatus::Answered),
            (json!({ "verdict": "solved", "edges": broken }), RunStatus::Wrong),
            (json!({ "verdict": "unique", "edges": ["x_1"] }), RunStatus::Wrong),
            (json!({ "verdict": "unique" }), RunStatus::Wrong),
            (
                json!({ "verdict": "several", "edges": left, "second_edges": right }),
                RunStatus::Answered,
            ),
            (
                json!({ "verdict": "several", "edges": left, "second_edges": left }),
                RunStatus::Wrong,
            ),
            (
                json!({ "verdict": "several", "edges": left, "second_edges": broken }),
                RunStatus::Wrong,
            ),
            (json!({ "verdict": "no-solution" }), RunStatus::Answered),
            (json!({ "verdict": "unknown" }), RunStatus::Limit),
            (json!({ "verdict": "failed", "failure": "wrong-model" }), RunStatus::Wrong),
            (json!({ "verdict": "failed", "failure": "solver" }), RunStatus::Failed),
            (json!({ "verdict": "splendid" }), RunStatus::Failed),
            (json!({}), RunStatus::Failed),
        ];
        for (report, expected) in cases {
            assert_eq!(assessed(report.clone()), expected, "{report}");
        }
    }
}
