//! Checkpoints: files from which an enumeration resumes.

use std::collections::HashMap;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::Lit;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The name and version of the file format.
const SCHEMA: &str = "encycle-checkpoint-1";

/// A checkpoint of an enumeration: the cubes of [`Enumerator::done`](crate::solve::Enumerator::done), by variable name.
/// It depends on the puzzle and the encoding but not on the solver, so another solver can resume it.
///
/// Its text is one JSON object (`docs/reference/json.md`). With the built-in solver it contains some dozens of cubes;
/// with other solvers it contains one cube per solution.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{Checkpoint, BatSatSession, Enumerator, NextSolution, SearchOptions};
/// use encycle::encodings::logic::LoweringOptions;
///
/// let puzzle = formats::read("slitherlink 2 2\n..\n..\n", None)?.puzzle;
/// let encoding = puzzle.encoding("colour")?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
/// (0..5).for_each(|_| assert!(matches!(all.next_solution(&mut ()), Ok(NextSolution::Solution(_)))));
/// let text = Checkpoint::new(&puzzle, &encoding, 5, &all.done()).to_text();
///
/// let again = Checkpoint::read(&text)?;
/// let done = again.cubes(&puzzle, &encoding)?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut rest = Enumerator::resume(&encoding, &mut session, SearchOptions::default(), done);
/// let mut count = again.solutions();
/// while let NextSolution::Solution(_) = rest.next_solution(&mut ())? {
///     count += 1;
/// }
/// assert_eq!(count, 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schemas",
    schemars(description = "The progress of an enumeration, from which it can continue.")
)]
pub struct Checkpoint {
    /// The name and version of the file format.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = SCHEMA)))]
    schema: String,
    /// The SHA-256 of the puzzle: its kind, its variant, and its text in the default format. That of a problem of your own is
    /// the hash of its variables, constraints, objective and rules.
    puzzle_sha256: String,
    /// The kind of the puzzle.
    kind: String,
    /// The name of the encoding that defines the variables in `done`.
    encoding: String,
    /// The number of solutions found.
    solutions: u64,
    /// The searched cubes, by variable name, with a `-` before negative literals. All solutions in which every literal
    /// of a cube holds have been found; an empty cube stands for all solutions.
    searched_cubes: Vec<Vec<String>>,
}

/// An error from reading or resuming a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The text is not a checkpoint.
    #[error("not a checkpoint: {0}\nhelp: use another file, or remove this one to start again")]
    NotOne(String),
    /// The checkpoint has the schema of another version.
    #[error("unknown schema: `{0}`, expected `{SCHEMA}`\nhelp: remove the file to start again")]
    Schema(String),
    /// The checkpoint belongs to another puzzle.
    #[error(
        "the checkpoint belongs to another puzzle ({kind}, SHA-256 {was}); the SHA-256 of this one is \
         {is}\nhelp: use another file"
    )]
    OtherPuzzle {
        /// The kind of the puzzle in the checkpoint.
        kind: String,
        /// The first characters of the hash in the checkpoint.
        was: String,
        /// The first characters of this puzzle's hash.
        is: String,
    },
    /// The checkpoint refers to the variables of another encoding.
    #[error("the checkpoint uses another encoding: `{0}`\nhelp: use its encoding, or another file")]
    OtherEncoding(String),
    /// The checkpoint names a variable that the encoding does not have.
    #[error(
        "unknown variable: `{0}`; the checkpoint is damaged\nhelp: remove the file to start again"
    )]
    NoVariable(String),
}

impl Checkpoint {
    /// The name and version of the file format.
    pub const SCHEMA: &'static str = SCHEMA;

    /// Returns a checkpoint after this many solutions, in which these cubes have been searched.
    #[must_use]
    pub fn new(
        problem: &dyn Problem,
        encoding: &Encoding<'_>,
        solutions: u64,
        done: &[Vec<Lit>],
    ) -> Self {
        let names = projection_names(encoding);
        let name = |literal: &Lit| {
            let sign = if literal.is_neg() { "-" } else { "" };
            format!("{sign}{}", names[literal.vidx()])
        };
        Self {
            schema: SCHEMA.to_owned(),
            puzzle_sha256: puzzle_sha256(problem),
            kind: problem.kind_name().to_owned(),
            encoding: encoding.name().to_owned(),
            solutions,
            searched_cubes: done.iter().map(|cube| cube.iter().map(name).collect()).collect(),
        }
    }

    /// Returns the number of solutions found.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Returns the name of the encoding that defines the variables.
    #[must_use]
    pub fn encoding(&self) -> &str {
        &self.encoding
    }

    /// Returns the searched cubes, as literals of the encoding.
    ///
    /// # Errors
    /// Returns an error if the checkpoint belongs to another puzzle or encoding, or contains an unknown variable.
    pub fn cubes(
        &self,
        problem: &dyn Problem,
        encoding: &Encoding<'_>,
    ) -> Result<Vec<Vec<Lit>>, CheckpointError> {
        self.check_puzzle(problem)?;
        if self.encoding != encoding.name() {
            return Err(CheckpointError::OtherEncoding(self.encoding.clone()));
        }
        let names = projection_names(encoding);
        let numbers: HashMap<&str, u32> =
            names.iter().zip(0..).map(|(name, number)| (name.as_str(), number)).collect();
        let literal = |word: &String| {
            let bare = word.strip_prefix('-');
            let number = numbers.get(bare.unwrap_or(word));
            let number = number.ok_or_else(|| CheckpointError::NoVariable(short(word)))?;
            Ok(Lit::new(*number, bare.is_some()))
        };
        self.searched_cubes.iter().map(|cube| cube.iter().map(literal).collect()).collect()
    }

    /// Checks that the checkpoint belongs to this puzzle.
    ///
    /// # Errors
    /// Returns an error if the checkpoint belongs to another puzzle.
    pub fn check_puzzle(&self, problem: &dyn Problem) -> Result<(), CheckpointError> {
        let is = puzzle_sha256(problem);
        if self.puzzle_sha256 == is {
            return Ok(());
        }
        let prefix = |hash: &str| hash.chars().take(12).collect();
        let (was, is) = (prefix(&self.puzzle_sha256), prefix(&is));
        Err(CheckpointError::OtherPuzzle { kind: short(&self.kind), was, is })
    }

    /// Returns the text of the checkpoint, one line.
    #[must_use]
    pub fn to_text(&self) -> String {
        // serialization cannot fail, because the checkpoint consists of strings and numbers
        serde_json::to_string(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// Parses the text of a checkpoint.
    ///
    /// # Errors
    /// Returns an error if the text is not a checkpoint, or has the schema of another version.
    pub fn read(text: &str) -> Result<Self, CheckpointError> {
        #[derive(Deserialize)]
        struct CheckpointVersion {
            schema: String,
        }
        let malformed = |error: serde_json::Error| CheckpointError::NotOne(error.to_string());
        let CheckpointVersion { schema } = serde_json::from_str(text).map_err(malformed)?;
        if schema != SCHEMA {
            return Err(CheckpointError::Schema(short(&schema)));
        }
        serde_json::from_str(text).map_err(malformed)
    }
}

/// Shortens and escapes a word from a file, for a message.
fn short(word: &str) -> String {
    word.chars().take(40).collect::<String>().escape_debug().to_string()
}

/// Returns the names of the projection set.
fn projection_names(encoding: &Encoding<'_>) -> Vec<String> {
    let mut names = variable_names(&|sink| encoding.encode(sink));
    names.truncate(encoding.projection_size());
    names
}

/// Returns the SHA-256 of a puzzle's kind, variant and text, or of the text that identifies a model.
pub fn puzzle_sha256(problem: &dyn Problem) -> String {
    let text = match problem.as_model() {
        Some(model) => model.identity_text(),
        None => problem.text().unwrap_or_else(|| format!("{:?}", problem.as_encodable())),
    };
    let variant = problem.as_encodable().variant().unwrap_or_default();
    encycle_files::sha256::of_text(&format!("{} {variant}\n{text}", problem.kind_name()))
}
