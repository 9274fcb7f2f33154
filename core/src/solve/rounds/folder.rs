//! The rounds of a search as files: formulas, models, pictures and the cut ledger.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use encycle_encodings::encoding::{Cut, CutReason, Encoding};
use encycle_encodings::export::{
    OpbRevision, Preamble, variable_names, write_dimacs, write_lp, write_lp_program,
    write_opb_program, write_wcnf_program,
};
use encycle_encodings::logic::{ConstraintSink, LoweringOptions, ProgramPart};
use encycle_encodings::puzzle::{Solution, SolutionForm};
use serde::{Deserialize, Serialize};

use crate::decode::map_target_of;
use crate::export::write_variable_map;
use crate::problem::Problem;
use crate::render::{Charset, Picture, text};
use crate::solve::session::Failure;
use encycle_solvers::SolverKind;

/// The puzzle in a rounds folder and in a certificate.
const PUZZLE: &str = "puzzle.txt";
/// The map of the variables in a rounds folder and in a certificate.
const MAP: &str = "formula.map";
/// The cut ledger in a rounds folder and in a certificate.
const LEDGER: &str = "cuts.jsonl";

/// A folder that receives the files of each round.
///
/// At the start it receives the puzzle (`puzzle.txt`) and the map of the variables (`formula.map`). Round N writes
/// `round-N.cnf` (or `.lp`, `.opb`, `.wcnf`, as the solver reads it) with the formula of its call and its objective,
/// `round-N.txt` with the picture of the model, `round-N.edges`
/// (or `.atoms`) with the names of the model's true atoms, and one line per cut to the cut ledger `cuts.jsonl`
/// ([`LedgerEntry`]).
pub struct RoundsFolder<'a> {
    folder: PathBuf,
    problem: &'a dyn Problem,
    encoding: &'a Encoding<'a>,
    lowering: LoweringOptions,
    /// The family of the solver, whose format the formulas have.
    kind: SolverKind,
    /// The objective, and what a MIP solver takes beyond constraints.
    program: Option<ProgramPart>,
    /// The names of the encoding's variables.
    names: Vec<String>,
    round: usize,
    cuts: Vec<Cut>,
}

/// Removes the files of the rounds of an earlier run.
fn remove_rounds(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let number = name.as_deref().and_then(|name| name.strip_prefix("round-"));
        let number = number.and_then(|rest| rest.split_once('.'));
        if number.is_some_and(|(number, _)| number.parse::<usize>().is_ok()) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

impl<'a> RoundsFolder<'a> {
    /// Creates the folder with puzzle, map and an empty ledger. Removes the rounds of an earlier run from the folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be created.
    pub fn new(
        folder: &Path,
        problem: &'a dyn Problem,
        encoding: &'a Encoding<'a>,
        lowering: LoweringOptions,
        kind: SolverKind,
        program: Option<&ProgramPart>,
    ) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        remove_rounds(folder)?;
        File::create(folder.join(LEDGER))?;
        if let Some(text) = problem.text() {
            fs::write(folder.join(PUZZLE), text)?;
        }
        let side = map_target_of(kind);
        let mut map = BufWriter::new(File::create(folder.join(MAP))?);
        write_variable_map(&mut map, problem, encoding, lowering, side)?;
        let names = variable_names(&|sink| encoding.encode(sink));
        let (round, cuts, folder) = (0, Vec::new(), folder.to_owned());
        let program = program.cloned();
        Ok(Self { folder, problem, encoding, lowering, kind, program, names, round, cuts })
    }

    /// Writes the files of a round.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(super) fn round(&mut self, model: Option<&Solution>, cuts: &[Cut]) -> Result<(), Failure> {
        self.round += 1;
        self.write_round(model, cuts).map_err(|error| self.failure(error))?;
        self.cuts.extend_from_slice(cuts);
        Ok(())
    }

    /// Adds cuts to the ledger, under the last round, and to the next formula.
    ///
    /// # Errors
    /// Returns an error if the ledger cannot be written.
    pub(in crate::solve) fn add(&mut self, cuts: &[Cut]) -> io::Result<()> {
        self.write_cuts(cuts)?;
        self.cuts.extend_from_slice(cuts);
        Ok(())
    }

    /// Returns the failure for an I/O error in this round.
    pub(super) fn failure(&self, error: io::Error) -> Failure {
        let what = format!("writing round {} to {}", self.round, self.folder.display());
        Failure::Io { what, error }
    }

    /// Writes the files of the current round.
    fn write_round(&self, model: Option<&Solution>, cuts: &[Cut]) -> io::Result<()> {
        let path = |ending: &str| self.folder.join(format!("round-{:03}.{ending}", self.round));
        let formula = |sink: &mut dyn ConstraintSink| {
            self.encoding.encode(sink);
            self.cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
        };
        let comments = [format!("encycle {}, round {}", env!("CARGO_PKG_VERSION"), self.round)];
        let (lowering, default) = (self.lowering, ProgramPart::default());
        let program = self.program.as_ref();
        let part = program.unwrap_or(&default);
        let create = |ending: &str| File::create(path(ending)).map(BufWriter::new);
        match self.kind {
            SolverKind::Mip if program.is_none() => {
                write_lp(&mut create("lp")?, &comments, lowering, &formula).map(drop)
            }
            SolverKind::Mip => {
                write_lp_program(&mut create("lp")?, &comments, lowering, &formula, part)
            }
            SolverKind::Pb => {
                let (out, revision) = (&mut create("opb")?, OpbRevision::Pb16);
                write_opb_program(out, &comments, revision, lowering, &formula, part).map(drop)
            }
            SolverKind::MaxSat => {
                let out = &mut create("wcnf")?;
                write_wcnf_program(out, &comments, lowering, &formula, part).map(drop)
            }
            SolverKind::Sat => {
                let preamble = Preamble { comments: comments.into(), ..Preamble::default() };
                write_dimacs(&mut create("cnf")?, &preamble, lowering, &formula).map(drop)
            }
        }?;
        let Some(model) = model else { return Ok(()) };
        let picture = Picture::solved(self.problem.as_encodable(), model);
        fs::write(path("txt"), text(&picture, Charset::Unicode))?;
        let ending = if self.problem.as_encodable().form() == SolutionForm::Edges {
            "edges"
        } else {
            "atoms"
        };
        let names = self.problem.as_encodable().atom_names(model);
        fs::write(path(ending), names.iter().map(|name| format!("{name}\n")).collect::<String>())?;
        self.write_cuts(cuts)
    }

    /// Appends cuts to the ledger.
    fn write_cuts(&self, cuts: &[Cut]) -> io::Result<()> {
        let mut ledger = File::options().append(true).open(self.folder.join(LEDGER))?;
        for cut in cuts {
            let entry = LedgerEntry::new(self.round, cut, &self.names);
            ledger.write_all(entry.line().as_bytes())?;
        }
        Ok(())
    }
}

/// A line of `cuts.jsonl` in a rounds folder: one cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LedgerEntry {
    /// The round whose model the cut excludes, counted from 1; 0 for a cut of the linear relaxation before the first
    /// round.
    pub round: usize,
    /// `cut`, or `block` for a blocking clause.
    pub family: String,
    /// The kind of cut: `loop`, `leave` or `separator`.
    pub kind: String,
    /// The literals of the cut, by variable name, with a `-` before negative literals.
    pub literals: Vec<String>,
    /// The reason why the cut is sound.
    pub reason: String,
    /// The number of literals of the cut's clause.
    pub length: usize,
    /// `clause`: at least one of the literals is true. `two`: at least two are true. `crossing`: if the first literal is false,
    /// at least two of the others are true.
    #[serde(default = "default_form")]
    pub form: String,
}

/// The form of the cuts in ledgers that do not state it.
fn default_form() -> String {
    "clause".to_owned()
}

impl LedgerEntry {
    /// The name of the schema. The entries have no key for it.
    pub const SCHEMA: &'static str = "encycle-cuts-1";

    /// Returns the entry for a cut; `names` are the names of the encoding's variables.
    #[must_use]
    pub fn new(round: usize, cut: &Cut, names: &[String]) -> Self {
        Self {
            round,
            // the words of the file, whatever the rule families are called
            family: if cut.reason == CutReason::KnownSolution { "block" } else { "cut" }.to_owned(),
            kind: cut.kind().name().to_owned(),
            literals: cut.literal_names(names),
            reason: cut.reason.to_string(),
            length: cut.length(),
            form: cut.form().name().to_owned(),
        }
    }

    /// Returns the line of the entry in a file, with the line break.
    #[must_use]
    pub fn line(&self) -> String {
        // serialization cannot fail, because the entry consists of strings and numbers
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
