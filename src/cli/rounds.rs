//! `--progress` and `--rounds DIR`: what happened in each round.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use encycle::encodings::encoding::{Cut, Encoding};
use encycle::encodings::export::{Preamble, variable_names, write_dimacs, write_lp};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions};
use encycle::encodings::puzzle::{Solution, SolutionForm};
use serde_json::json;

use crate::cli::exit::CliError;
use crate::cli::output::tell;
use crate::cli::told::atom_names;
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, text};
use encycle::solve::{Failure, Observer, RoundReport};

/// Tells and keeps the rounds of one puzzle.
///
/// Round N leaves `round-N.cnf` (or `.lp`): the formula that was asked; `round-N.txt`: the picture
/// of the model; `round-N.edges` (or `.atoms`): what it draws, by name; and a line a cut in `cuts.jsonl`, the cut
/// ledger: what was cut, why that is sound, and what it cost.
pub struct Rounds<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a dyn Encoding,
    choices: LoweringOptions,
    names: Vec<String>,
    folder: Option<PathBuf>,
    linear: bool,
    progress: bool,
    round: usize,
    cuts: Vec<Cut>,
}

impl<'a> Rounds<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        encoding: &'a dyn Encoding,
        choices: LoweringOptions,
        folder: Option<&Path>,
        linear: bool,
        progress: bool,
    ) -> Result<Self, CliError> {
        if let Some(folder) = folder {
            let fresh = || {
                fs::create_dir_all(folder)?;
                File::create(folder.join("cuts.jsonl")).map(drop)
            };
            fresh().map_err(CliError::io(folder.display().to_string()))?;
        }
        let names = match folder {
            Some(_) => variable_names(&|sink| encoding.encode(sink)),
            None => Vec::new(),
        };
        let (round, cuts) = (0, Vec::new());
        let folder = folder.map(Path::to_owned);
        Ok(Self { puzzle, encoding, choices, names, folder, linear, progress, round, cuts })
    }

    fn failure(&self, folder: &Path, error: io::Error) -> Failure {
        let what = format!("keeping round {} in {}", self.round, folder.display());
        Failure::Io { what, error }
    }

    fn keep(&self, folder: &Path, told: Option<&Solution>, cuts: &[Cut]) -> io::Result<()> {
        let name = |ending: &str| folder.join(format!("round-{:03}.{ending}", self.round));
        let grown = |sink: &mut dyn ConstraintSink| {
            self.encoding.encode(sink);
            self.cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
        };
        let comments = [format!("encycle {}, round {}", env!("CARGO_PKG_VERSION"), self.round)];
        if self.linear {
            let mut out = BufWriter::new(File::create(name("lp"))?);
            write_lp(&mut out, &comments, self.choices, &grown)?;
        } else {
            let mut out = BufWriter::new(File::create(name("cnf"))?);
            let preamble = Preamble { comments: comments.into(), ..Preamble::default() };
            write_dimacs(&mut out, &preamble, self.choices, &grown)?;
        }
        let Some(told) = told else { return Ok(()) };
        let picture = Picture::solved(&**self.puzzle, told);
        fs::write(name("txt"), text(&picture, Charset::Unicode))?;
        let names = atom_names(self.puzzle, told).into_iter();
        let ending = if self.puzzle.form() == SolutionForm::Edges { "edges" } else { "atoms" };
        fs::write(name(ending), names.map(|name| name + "\n").collect::<String>())?;
        self.note(folder, self.round, cuts)
    }

    /// Adds cuts to the ledger.
    fn note(&self, folder: &Path, round: usize, cuts: &[Cut]) -> io::Result<()> {
        let mut ledger = File::options().append(true).open(folder.join("cuts.jsonl"))?;
        for cut in cuts {
            let line = json!({
                "round": round,
                "family": cut.origin().family,
                "kind": cut.kind().name(),
                "literals": cut.literal_names(&self.names),
                "reason": cut.reason.to_string(),
                "length": cut.length(),
            });
            writeln!(ledger, "{line}")?;
        }
        Ok(())
    }
}

impl Observer for Rounds<'_> {
    fn round(
        &mut self,
        report: &RoundReport,
        told: Option<&Solution>,
        cuts: &[Cut],
    ) -> Result<(), Failure> {
        self.round += 1;
        if self.progress {
            tell!(
                "round {}: {} variables, {} clauses, {:.3} s, {}{}",
                self.round,
                report.variables,
                report.clauses,
                report.solver_time.as_secs_f64(),
                match report.relaxations {
                    0 => String::new(),
                    relaxed =>
                        format!("{} cuts by {relaxed} relaxations, ", report.fractional_cuts),
                },
                match told {
                    Some(_) => format!("{} loops, {} cut", report.loops, report.cuts),
                    None => "no model".to_owned(),
                }
            );
        }
        if let Some(folder) = &self.folder {
            self.keep(folder, told, cuts).map_err(|error| self.failure(folder, error))?;
            self.cuts.extend_from_slice(cuts);
        }
        Ok(())
    }

    /// They are noted with the last model, of round N, and are in the formula of round N + 1 (0, for the first).
    fn tightened(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
        if let Some(folder) = &self.folder {
            let noted = self.note(folder, self.round, cuts);
            noted.map_err(|error| self.failure(folder, error))?;
            self.cuts.extend_from_slice(cuts);
        }
        Ok(())
    }
}
