//! Execution of `encycle` runs. Results are kept in files, so that a run is never repeated.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use encycle::bench::{
    CollectionEntry, Machine, ResultRow, RunStatus, mark_contradictions, read_rows,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cpu;
use super::puzzles::Size;
use super::{Fallible, Options};

/// The facts about one run that tables use. Times are CPU time in seconds unless stated otherwise.
pub struct Run {
    /// The hash of the puzzle.
    pub puzzle: String,
    pub size: Size,
    /// The configuration.
    pub name: String,
    pub status: RunStatus,
    /// The reason why a run has no answer.
    pub reason: Option<String>,
    /// The time of all processes of the run.
    pub cpu: f64,
    /// The time of all solver calls.
    pub solver: Option<f64>,
    /// The wall time of the presolver, as reported by `encycle`.
    pub presolver: Option<f64>,
    /// The number of solver calls.
    pub rounds: Option<f64>,
    pub cuts: Option<f64>,
    pub variables: Option<u64>,
    pub clauses: Option<u64>,
    /// The number of solutions counted.
    pub count: Option<u64>,
}

impl Run {
    pub fn is_answered(&self) -> bool {
        self.status == RunStatus::Answered
    }
}

/// The stored result of a single command.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    id: String,
    build: String,
    cpu_seconds: f64,
    report: Value,
}

/// A runner of the commands of one group.
pub struct Runner {
    program: PathBuf,
    folder: PathBuf,
    build: String,
    kept: Vec<Kept>,
    options: Options,
    solvers: BTreeSet<String>,
    runs: usize,
}

const COMMANDS: &str = "commands.jsonl";

impl Runner {
    /// Creates a runner for the group named `group`, and reads its stored results.
    pub fn new(options: &Options, program: &Path, group: &str) -> Fallible<Self> {
        let folder = options.out.join(group);
        fs::create_dir_all(&folder)?;
        let build = encycle::files::sha256::of_file(program)?[..12].to_owned();
        let lines = fs::read_to_string(folder.join(COMMANDS)).unwrap_or_default();
        if !lines.is_empty() && !lines.ends_with('\n') {
            // a killed process left an incomplete line; end it, so that the next line is not appended to it
            OpenOptions::new().append(true).open(folder.join(COMMANDS))?.write_all(b"\n")?;
        }
        let kept = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Self {
            program: program.to_owned(),
            folder,
            build,
            kept,
            options: options.clone(),
            solvers: BTreeSet::new(),
            runs: 0,
        })
    }

    /// Creates a runner with the same settings that keeps its rows in the subfolder `name`.
    pub fn beside(&self, name: &str) -> Fallible<Self> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        Ok(Self {
            program: self.program.clone(),
            folder,
            build: self.build.clone(),
            kept: Vec::new(),
            options: self.options.clone(),
            solvers: BTreeSet::new(),
            runs: 0,
        })
    }

    /// Writes a plot into the folder `figures` beside that of the pages.
    pub fn write_figure(&self, name: &str, svg: &str) -> Fallible<()> {
        let folder = self.options.into.with_file_name("figures");
        fs::create_dir_all(&folder)?;
        Ok(fs::write(folder.join(name), svg)?)
    }

    /// Adds the runs and solvers of another runner to the totals of this one.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.solvers.extend(other.solvers.iter().cloned());
    }

    /// Returns the folder of the result rows.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the number of generated puzzles of a row, or of Numberlinks of a size.
    pub fn seeds(&self) -> u64 {
        self.options.seeds
    }

    /// Returns the folder of the Numberlinks.
    pub fn numberlinks(&self) -> &Path {
        &self.options.numberlinks
    }

    /// Returns the limit of each run, in seconds.
    pub fn limit(&self) -> u64 {
        self.options.limit
    }

    /// Returns the installed solvers of `wanted`, and reports the others on standard error.
    pub fn installed<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        let is_installed = |word: &&str| {
            let found = encycle::solve::Engine::named(word, encycle::solvers::find);
            if let Err(error) = &found {
                eprintln!("skipping {word}: {error}");
            }
            found.is_ok()
        };
        wanted.iter().copied().filter(is_installed).collect()
    }

    /// Runs `encycle bench` with the arguments `words` on these puzzles, one run at a time.
    pub fn campaign(&mut self, puzzles: &[&CollectionEntry], words: &[&str]) -> Fallible<Vec<Run>> {
        let mut command = Command::new(&self.program);
        command.arg("bench").args(puzzles.iter().map(|entry| &entry.name)).args(words);
        command
            .args(["--timeout", &self.options.limit.to_string(), "--resume", "--out"])
            .arg(&self.folder);
        let output = command.output()?;
        // 3 and 4: some runs have no answer; their rows have the reasons
        if !matches!(output.status.code(), Some(0 | 3 | 4)) {
            return Err(
                format!("encycle bench: {}", String::from_utf8_lossy(&output.stderr)).into()
            );
        }
        let wanted: HashSet<&str> = puzzles.iter().map(|entry| &*entry.sha256).collect();
        let mut rows = read_rows(&self.folder)?;
        mark_contradictions(&mut rows);
        rows.retain(|row| wanted.contains(&*row.puzzle_sha256));
        self.solvers.extend(rows.iter().map(version));
        self.runs += rows.len();
        Ok(rows.into_iter().map(of_row).collect())
    }

    /// Runs `encycle` with the arguments `words` on each puzzle, as the configuration `name`.
    pub fn commands(
        &mut self,
        puzzles: &[&CollectionEntry],
        name: &str,
        words: &[&str],
    ) -> Fallible<Vec<Run>> {
        let mut runs = Vec::new();
        for entry in puzzles {
            let program = self.program.clone();
            runs.push(self.kept(entry, name, &words.join(" "), || {
                let (first, rest) = words.split_first().ok_or("no command")?;
                let mut command = Command::new(program);
                measured(command.arg(first).arg(&entry.name).args(rest).arg("--json"))
            })?);
        }
        Ok(runs)
    }

    /// Returns the stored result of `what` for a puzzle, or calls `measure` and stores its result. `measure`
    /// returns the CPU time and a report in the layout of `encycle count --json`.
    pub fn kept(
        &mut self,
        entry: &CollectionEntry,
        name: &str,
        what: &str,
        measure: impl FnOnce() -> Fallible<(Duration, Value)>,
    ) -> Fallible<Run> {
        let kept = self.recall(format!("{what} {}", entry.sha256), measure)?;
        self.runs += 1;
        let report = &kept.report;
        let status = match report["verdict"].as_str() {
            Some("counted" | "solved") => RunStatus::Answered,
            Some("unknown" | "open") => RunStatus::Limit,
            _ => RunStatus::Failed,
        };
        let extent: encycle::report::PuzzleSize = entry.puzzle.extent().into();
        Ok(Run {
            puzzle: entry.sha256.clone(),
            size: (extent.rows.unwrap_or(0), extent.cols.unwrap_or(0)),
            name: name.to_owned(),
            status,
            reason: report["reason"].as_str().map(str::to_owned),
            cpu: kept.cpu_seconds,
            solver: None,
            presolver: report["seconds"].as_f64(),
            rounds: None,
            cuts: None,
            variables: None,
            clauses: None,
            count: report["count"].as_str().and_then(|count| count.parse().ok()),
        })
    }

    /// Formats a paragraph on generated puzzles; `more` ends its sentence.
    pub fn told_seeds(&self, average: &str, more: &str) -> String {
        let (last, limit) = (self.options.seeds - 1, self.options.limit);
        format!("*CPU seconds, {average} over the seeds 0 to {last}, limit {limit} s each{more}.*")
    }

    /// Runs `encycle` with these arguments, and returns its CPU time and its JSON, or the results that are kept.
    pub fn kept_command(&mut self, words: &[&str]) -> Fallible<(f64, Value)> {
        let mut command = Command::new(&self.program);
        command.args(words).args(["--timeout", &self.options.limit.to_string()]);
        let kept = self.recall(words.join(" "), || measured(&mut command))?;
        Ok((kept.cpu_seconds, kept.report))
    }

    /// Returns the stored result with this id, or calls `measure` and stores its result.
    fn recall(
        &mut self,
        id: String,
        measure: impl FnOnce() -> Fallible<(Duration, Value)>,
    ) -> Fallible<Kept> {
        let known = self.kept.iter().find(|kept| kept.id == id && kept.build == self.build);
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let (cpu, report) = measure()?;
        let kept = Kept { id, build: self.build.clone(), cpu_seconds: cpu.as_secs_f64(), report };
        let path = self.folder.join(COMMANDS);
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(format!("{}\n", serde_json::to_string(&kept)?).as_bytes())?;
        self.kept.push(kept.clone());
        Ok(kept)
    }

    /// Formats a paragraph on the measurement: number of runs, limit, solvers, version and machine.
    pub fn told(&self, puzzles: &str) -> String {
        let machine = Machine::this();
        let mut parts = vec![match self.runs {
            0 => puzzles.to_owned(),
            runs => format!("{puzzles}, {runs} runs, limit {} s each", self.options.limit),
        }];
        if !self.solvers.is_empty() {
            parts.push(self.solvers.iter().cloned().collect::<Vec<_>>().join(", "));
        }
        let processor = machine.processor.unwrap_or_else(|| "unknown processor".to_owned());
        parts.push(format!("{processor}, {} cores", machine.cores));
        format!("*{}.*", parts.join("; "))
    }
}

/// Runs a command, and returns its CPU time and the JSON that it prints.
fn measured(command: &mut Command) -> Fallible<(Duration, Value)> {
    let before = cpu::of_children()?;
    let output = command.output()?;
    let report = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok((cpu::of_children()? - before, report))
}

fn of_row(row: ResultRow) -> Run {
    Run {
        puzzle: row.puzzle_sha256,
        size: (row.size.rows.unwrap_or(0), row.size.cols.unwrap_or(0)),
        name: row.configuration,
        status: row.status,
        reason: row.reason,
        cpu: row.cpu_seconds,
        solver: row.solver_cpu_seconds,
        presolver: Some(row.presolve_seconds),
        rounds: Some(row.rounds as f64),
        cuts: Some(row.cuts as f64),
        variables: row.variables,
        clauses: row.clauses,
        count: None,
    }
}

fn version(row: &ResultRow) -> String {
    let version = row.solver.version.as_ref().map_or_else(String::new, |it| format!(" {it}"));
    format!("{}{version}", row.solver.name)
}
