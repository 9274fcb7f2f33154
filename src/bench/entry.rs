//! What the runs of a campaign solve: puzzles, and users' own models.

use std::io::{self, Write as _};
use std::iter;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use encycle_encodings::model::Model;
use encycle_encodings::puzzle::Solution;
use encycle_files::{UnfinishedFile, sha256};
use serde_json::json;

use crate::bench::collection::CollectionEntry;
use crate::formats::read_model_solution;
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::report::{SolutionFields, SolveReport};

/// The end of the names of puzzles.
const PUZZLE_ENDING: &str = "txt";

/// A puzzle, or a model of a user's own.
#[derive(Clone, Debug)]
pub enum CampaignProblem {
    /// A puzzle.
    Puzzle(Box<Puzzle>),
    /// A model.
    Model(Box<Model>),
}

impl Deref for CampaignProblem {
    type Target = dyn Problem;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Puzzle(puzzle) => &**puzzle,
            Self::Model(model) => &**model,
        }
    }
}

impl CampaignProblem {
    /// Reads a solution of a report, and checks it against the rules.
    pub(super) fn checked(
        &self,
        report: &SolveReport,
        fields: &SolutionFields,
    ) -> Result<Solution, String> {
        match self {
            Self::Puzzle(puzzle) => {
                let solution = fields.solution(puzzle).map_err(|error| error.to_string())?;
                puzzle.check(&solution).map_err(|broken| broken.to_string())?;
                Ok(solution)
            }
            Self::Model(model) => {
                let text = json!({ "atoms": fields.atoms, "columns": report.columns }).to_string();
                let point = read_model_solution(&text, model).map_err(|error| error.to_string())?;
                let checked = model.check_point(&point.booleans, &point.others);
                checked.map_err(|broken| broken.violation.to_string())?;
                Ok(Solution::new(point.booleans))
            }
        }
    }

    /// Returns the value of the objective in a report as a cost: negated if it is maximized.
    pub(super) fn cost(&self, report: &SolveReport) -> Option<f64> {
        let value = report.objective?.value?;
        let objective = self.as_model().and_then(|model| model.program().objective.as_ref());
        Some(if objective.is_some_and(|one| one.is_maximized) { -value } else { value })
    }
}

/// The text of a puzzle or a model.
#[derive(Clone, Debug)]
pub struct ProblemText {
    /// The end of the name of its file, such as `lp`: some formats are recognized by it.
    pub ending: String,
    /// The content.
    pub text: String,
    /// The number of the model, counted from 1, if the text has several.
    pub number: Option<usize>,
}

/// A problem of a campaign, with everything that a run reads.
#[derive(Clone, Debug)]
pub struct CampaignEntry {
    /// The file or URL of the problem. If a file has several puzzles, `#N` follows.
    pub name: String,
    /// The SHA-256 of a puzzle's kind, variant and text, or of the files of a model.
    pub sha256: String,
    /// The problem.
    pub problem: CampaignProblem,
    /// The variant that the user chose for a directed graph; that of a puzzle is part of the puzzle.
    variant: Option<String>,
    text: ProblemText,
    /// The options of `encycle solve` that name further files of a model, each with the content of the file.
    options: Vec<(&'static str, String)>,
}

impl From<CollectionEntry> for CampaignEntry {
    fn from(entry: CollectionEntry) -> Self {
        let CollectionEntry { name, sha256, puzzle, text } = entry;
        let text = ProblemText { ending: PUZZLE_ENDING.to_owned(), text, number: None };
        let problem = CampaignProblem::Puzzle(Box::new(puzzle));
        Self { name, sha256, problem, variant: None, text, options: Vec::new() }
    }
}

impl CampaignEntry {
    /// Describes a model, which was read from a text and from the files that options name.
    #[must_use]
    pub fn of_model(
        name: String,
        model: Model,
        variant: Option<String>,
        text: ProblemText,
        options: Vec<(&'static str, String)>,
    ) -> Self {
        let number = text.number.map_or_else(String::new, |number| number.to_string());
        let mut parts = vec![&*text.text, &number, variant.as_deref().unwrap_or_default()];
        parts.extend(options.iter().flat_map(|(option, text)| [option, &**text]));
        let sha256 = sha256::of_text(&parts.join("\0"));
        let problem = CampaignProblem::Model(Box::new(model));
        Self { name, sha256, problem, variant, text, options }
    }

    /// Writes the files into the folder of a campaign.
    pub(super) fn keep(&self, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        let further =
            self.options.iter().map(|(option, text)| (self.file_of(folder, option), text));
        for (path, text) in iter::once((self.file(folder), &self.text.text)).chain(further) {
            keep(&path, text).map_err(|error| (path, error))?;
        }
        Ok(())
    }

    /// Returns the words of the command line that name the files in the folder of a campaign.
    pub(super) fn file_words(&self, folder: &Path) -> Vec<String> {
        let number = self.text.number.map_or_else(String::new, |number| format!("#{number}"));
        let mut words = vec![self.file(folder).display().to_string() + &number];
        for (option, _) in &self.options {
            words
                .extend([(*option).to_owned(), self.file_of(folder, option).display().to_string()]);
        }
        words
    }

    fn file(&self, folder: &Path) -> PathBuf {
        problem_file(folder, &self.sha256, &self.text.ending)
    }

    /// Returns the copy of the file that an option names. It ends in the name of the option.
    fn file_of(&self, folder: &Path, option: &str) -> PathBuf {
        problem_file(folder, &self.sha256, option.trim_start_matches('-'))
    }

    /// Returns the options that select the kind and the variant, which some formats do not record.
    pub(super) fn kind_words(&self) -> Vec<String> {
        let puzzle = self.problem.as_puzzle();
        // a file of the user's has its kind in front
        let kind = puzzle.map(|puzzle| puzzle.kind()).filter(|kind| kind.is_builtin());
        let kind = kind.map(|kind| ("--kind", kind.name()));
        let variant = puzzle.map_or(self.variant.as_deref(), |puzzle| puzzle.variant());
        let options = kind.into_iter().chain(variant.map(|variant| ("--variant", variant)));
        options.flat_map(|(option, value)| [option.to_owned(), value.to_owned()]).collect()
    }
}

/// Returns the path of a puzzle's copy in the folder of a campaign.
pub(super) fn puzzle_file(folder: &Path, sha256: &str) -> PathBuf {
    problem_file(folder, sha256, PUZZLE_ENDING)
}

fn problem_file(folder: &Path, sha256: &str, ending: &str) -> PathBuf {
    folder.join("puzzles").join(format!("{}.{ending}", sha256.get(..16).unwrap_or(sha256)))
}

/// Writes a file atomically, because tasks of the same campaign may read it at the same time.
pub(super) fn keep(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let unfinished = UnfinishedFile::new(folder)?;
    unfinished.writer()?.write_all(text.as_bytes())?;
    unfinished.finish(path)
}
