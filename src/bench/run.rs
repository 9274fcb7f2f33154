//! The execution of a job: runs `encycle solve --json` in a process and builds the result row.

use std::path::Path;
use std::process::ExitStatus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use encycle_solvers::process::crash;
use encycle_solvers::{MeasuredRun, WorkDir, measure};

use crate::bench::campaign::{Campaign, CampaignError, CampaignJob};
use crate::bench::entry::CampaignProblem;
use crate::bench::log::RowLog;
use crate::bench::row::{ResultRow, RunStatus, UsedProgram};
use crate::report::{FailureClass, ResultLine, RoundFields, SolveReport};
use crate::solve::Verdict;

/// Returns the wall-clock time after which a run is killed. It exceeds `timeout`, because a run that does not hang
/// stops by itself at its limit.
pub(super) fn kill_after(timeout: Duration) -> Duration {
    timeout + timeout / 10 + Duration::from_secs(5)
}

/// Runs a job, with `work_dir` as its directory for temporary files.
pub(super) fn run(campaign: &Campaign, job: &CampaignJob, work_dir: &Path) -> ResultRow {
    let entry = &campaign.entries[job.puzzle];
    let entrant = &campaign.entrants[job.entrant];
    let settings = &campaign.settings;
    let problem = &entry.problem;
    let extent = problem.as_encodable().extent();
    let arguments = campaign.arguments(job);
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let words: Vec<_> = arguments.iter().map(Into::into).collect();
    let measured = measure(&campaign.program, &words, work_dir, kill_after(settings.timeout));
    let outcome = RunOutcome::of(measured.as_ref(), problem);
    let used = measured.ok();
    let report = outcome.report.as_ref();
    let rounds = report.map_or(&[][..], |report| &report.rounds[..]);
    let seconds = |of: fn(&SolveReport) -> f64| report.map_or(0.0, of);
    // the sum of no numbers is -0, so add 0
    let sum = |of: fn(&RoundFields) -> f64| rounds.iter().map(of).sum::<f64>() + 0.0;
    let first = |of: fn(&RoundFields) -> usize| rounds.first().map(|round| of(round) as u64);
    let wall = used.as_ref().map_or(0.0, |used| used.wall.as_secs_f64());
    let cpu = used.as_ref().map_or(0.0, |used| used.cpu.as_secs_f64());
    let presolve = seconds(|report| report.presolve_seconds);
    // writing the files of an external solver counts as encoding
    let encode = seconds(|report| report.encode_seconds) + sum(|round| round.files_seconds);
    let encode_cpu =
        seconds(|report| report.encode_cpu_seconds) + sum(|round| round.files_cpu_seconds);
    let solver = sum(|round| round.solver_seconds);
    let solver_cpu = rounds
        .iter()
        .map(|round| round.solver_cpu_seconds)
        .sum::<Option<f64>>()
        .map(|sum| sum + 0.0);
    let command = std::iter::once("encycle".to_owned()).chain(arguments).collect();
    let version = report.and_then(|report| report.solver.version.get());
    let card = entrant.configuration.card;
    let formula_report = report.filter(|_| entrant.configuration.method.is_none());
    let formula = formula_report.filter(|_| !entrant.engine.is_linear()).and_then(|report| {
        campaign.hashes.of((job.puzzle, &**problem), &report.encoding, &report.cnf, card)
    });
    ResultRow {
        schema: ResultRow::SCHEMA.to_owned(),
        id: job.id.clone(),
        puzzle: entry.name.clone(),
        puzzle_sha256: entry.sha256.clone(),
        kind: problem.kind_name().to_owned(),
        size: extent.into(),
        cells: extent.count(),
        variant: problem.as_encodable().variant().map(str::to_owned),
        configuration: entrant.configuration.label(),
        command,
        repeat: job.repeat,
        seed: job.seed,
        timeout_seconds: settings.timeout.as_secs_f64(),
        solver: UsedProgram {
            version: version.or_else(|| entrant.program.version.clone()),
            ..entrant.program.clone()
        },
        encycle: campaign.encycle.clone(),
        encoding: report.map(|report| report.encoding.clone()),
        cnf: formula_report.map(|report| report.cnf.clone()),
        cut_kind: report.and_then(|report| report.cut_kind.clone()),
        status: outcome.status,
        verdict: outcome.verdict,
        cost: report.and_then(|report| problem.cost(report)),
        reason: outcome.reason,
        error: outcome.error,
        end: outcome.end,
        rounds: rounds.len(),
        cuts: report.map_or(0, |report| report.cuts as u64),
        replayed_cuts: report.and_then(|report| Some(report.replayed?.cuts as u64)),
        variables: first(|round| round.variables).filter(|_| formula_report.is_some()),
        clauses: first(|round| round.clauses).filter(|_| formula_report.is_some()),
        gbdhash: formula.as_ref().map(|hashes| hashes.gbdhash.clone()),
        isohash: formula.map(|hashes| hashes.isohash),
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
    report: Option<SolveReport>,
    verdict: Verdict,
    status: RunStatus,
    reason: Option<String>,
    error: Option<String>,
    end: String,
}

impl RunOutcome {
    fn of(measured: Result<&MeasuredRun, &std::io::Error>, problem: &CampaignProblem) -> Self {
        let without_report = |verdict,
                              status,
                              reason: Option<String>,
                              error: Option<String>,
                              end| {
            Self { report: None, verdict, status, reason, error, end }
        };
        let failed = |error: String, end| {
            without_report(Verdict::Failed, RunStatus::Failed, None, Some(error), end)
        };
        let run = match measured {
            Ok(run) => run,
            Err(error) => {
                return failed(format!("cannot start encycle: {error}"), "not started".to_owned());
            }
        };
        let end = end_text(run.status);
        if run.killed {
            let reason = "killed because it did not stop at its limit".to_owned();
            return without_report(Verdict::Unknown, RunStatus::Limit, Some(reason), None, end);
        }
        let report = match serde_json::from_slice(&run.stdout) {
            Ok(ResultLine::Result(report)) => report,
            Ok(ResultLine::Failed(failure)) => return failed(failure.error, end),
            Err(_) => {
                let lines = run.last_lines.join(" | ");
                return failed(format!("ended with {end} without a report: {lines}"), end);
            }
        };
        let (status, error) = assess(&report, problem);
        Self {
            verdict: report.verdict,
            status,
            reason: report.reason.clone(),
            error: error.or_else(|| report.error.clone()),
            end,
            report: Some(report),
        }
    }
}

/// Assesses a report: checks its solutions against the rules again, and returns the status with any error
/// that the report itself does not contain.
fn assess(report: &SolveReport, problem: &CampaignProblem) -> (RunStatus, Option<String>) {
    let solutions = match report.verdict {
        Verdict::Unknown => return (RunStatus::Limit, None),
        Verdict::NoSolution | Verdict::Unbounded => return (RunStatus::Answered, None),
        Verdict::Solved | Verdict::Unique | Verdict::Optimal => vec![&report.solution],
        Verdict::Several => vec![&report.solution, &report.second],
        Verdict::Failed => {
            let status = match report.failure {
                Some(FailureClass::WrongModel | FailureClass::Refuted) => RunStatus::Wrong,
                _ => RunStatus::Failed,
            };
            return (status, None);
        }
    };
    let mut seen = Vec::new();
    for fields in solutions {
        let checked = problem.checked(report, fields).and_then(|solution| {
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
    match status.code() {
        Some(code) => format!("exit {code}"),
        // on Unix, a process without an exit code was ended by a signal
        None => crash(status).map_or_else(|| "no status".to_owned(), |it| format!("signal {it}")),
    }
}

// The worker pool that runs the jobs of a campaign.

/// The delay before a failed run is recorded. `scancel` and Slurm's time limit kill the processes of a task one after
/// the other. A solver that is killed in this way has not failed, and within this delay the kill reaches this process,
/// too, so no row is written.
const FAILURE_DELAY: Duration = Duration::from_millis(300);

impl Campaign {
    /// Runs `jobs` in order, [`jobs`](crate::bench::Settings::jobs) of them in parallel. Appends each row to `log`
    /// before it calls `on_row` with the row.
    ///
    /// # Errors
    /// Returns an error if a row cannot be written. No further job starts after that.
    pub fn run(
        &self,
        jobs: &[CampaignJob],
        log: &RowLog,
        on_row: &(dyn Fn(ResultRow) + Sync),
    ) -> Result<(), CampaignError> {
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<CampaignError>> = Mutex::new(None);
        let work = || -> Result<(), CampaignError> {
            let directory =
                |error| CampaignError::Io { what: "a temporary directory".to_owned(), error };
            let work = WorkDir::new().map_err(directory)?;
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = run(self, job, work.path());
                if row.status == RunStatus::Failed {
                    std::thread::sleep(FAILURE_DELAY);
                }
                log.append(&row)?;
                on_row(row);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.settings.jobs.get().min(jobs.len()) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        next.store(jobs.len(), Ordering::Relaxed);
                        let mut first = failure.lock().unwrap_or_else(|lock| lock.into_inner());
                        first.get_or_insert(error);
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(|lock| lock.into_inner());
        failure.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::os::unix::process::ExitStatusExt as _;
    #[cfg(windows)]
    use std::os::windows::process::ExitStatusExt as _;

    use encycle_encodings::logic::LoweringOptions;

    use super::*;
    use crate::report::{FailedPuzzle, SolutionFields};
    use crate::solve::Solve;

    /// Three solutions: the loop of four edges around each cell, and the loop of six edges around both.
    const PUZZLE: &str = "slitherlink 1 2\n..\n";

    fn problem() -> CampaignProblem {
        let puzzle = crate::formats::read(PUZZLE, None).expect("a valid puzzle").puzzle;
        CampaignProblem::Puzzle(Box::new(puzzle))
    }

    fn report(verdict: Verdict, failure: Option<FailureClass>) -> SolveReport {
        let problem = problem();
        let outcome = Solve::new(&*problem).run().expect("an outcome");
        let report = SolveReport::new("-", &*problem, LoweringOptions::default(), &outcome);
        SolveReport { verdict, failure, solution: SolutionFields::default(), ..report }
    }

    fn fields(edges: &[&str]) -> SolutionFields {
        let edges = edges.iter().map(|&edge| edge.to_owned()).collect();
        SolutionFields { edges: Some(edges), ..SolutionFields::default() }
    }

    /// The campaign does not trust a report, but checks each solution against the rules itself.
    #[test]
    fn a_report_with_a_broken_solution_is_wrong() {
        let left = ["h_1_1", "h_2_1", "v_1_1", "v_1_2"];
        let right = ["h_1_2", "h_2_2", "v_1_2", "v_1_3"];
        let broken = &left[..3];
        let with = |verdict, solution: &[&str]| SolveReport {
            solution: fields(solution),
            ..report(verdict, None)
        };
        let several = |second: &[&str]| SolveReport {
            second: fields(second),
            ..with(Verdict::Several, &left)
        };
        let failed = |class| report(Verdict::Failed, Some(class));
        let cases = [
            (with(Verdict::Solved, &left), RunStatus::Answered),
            (with(Verdict::Solved, broken), RunStatus::Wrong),
            (with(Verdict::Unique, &["x_1"]), RunStatus::Wrong),
            (report(Verdict::Unique, None), RunStatus::Wrong),
            (several(&right), RunStatus::Answered),
            (several(&left), RunStatus::Wrong),
            (several(broken), RunStatus::Wrong),
            (with(Verdict::Several, &left), RunStatus::Wrong),
            (report(Verdict::NoSolution, None), RunStatus::Answered),
            (report(Verdict::Unknown, None), RunStatus::Limit),
            (failed(FailureClass::WrongModel), RunStatus::Wrong),
            (failed(FailureClass::Refuted), RunStatus::Wrong),
            (failed(FailureClass::Solver), RunStatus::Failed),
        ];
        for (report, expected) in cases {
            assert_eq!(assess(&report, &problem()).0, expected, "{report:?}");
        }
    }

    #[test]
    fn malformed_output_is_a_failure() {
        let mut unknown_verdict =
            serde_json::to_value(report(Verdict::Unknown, None)).expect("JSON");
        unknown_verdict["verdict"] = "splendid".into();
        let unreadable = FailedPuzzle::new(SolveReport::SCHEMA, "-", "no puzzle");
        let unreadable = serde_json::to_string(&unreadable).expect("JSON");
        let cases = [
            ("", "ended with exit 2 without a report"),
            ("{}", "ended with exit 2 without a report"),
            (&unknown_verdict.to_string(), "ended with exit 2 without a report"),
            (&unreadable, "no puzzle"),
        ];
        for (stdout, expected) in cases {
            let run = MeasuredRun {
                status: ExitStatus::from_raw(2 << 8),
                killed: false,
                stdout: stdout.as_bytes().to_vec(),
                last_lines: Vec::new(),
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                peak_kb: 0,
            };
            let outcome = RunOutcome::of(Ok(&run), &problem());
            assert_eq!((outcome.verdict, outcome.status), (Verdict::Failed, RunStatus::Failed));
            assert!(outcome.error.is_some_and(|error| error.contains(expected)), "{stdout}");
        }
    }
}
