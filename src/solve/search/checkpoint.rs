//! How far an enumeration has come, as a file to go on from.

use std::collections::HashMap;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::Lit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::formats::write_default;
use crate::puzzle::Puzzle;

/// The version of the layout.
const SCHEMA: &str = "encycle-checkpoint-1";

/// How far the enumeration of a puzzle has come: the cubes that [`Enumerator::done`](crate::solve::Enumerator::done)
/// gives, by the names of the variables. It depends on puzzle and encoding, and not on the solver: another one
/// may go on.
///
/// As text it is one JSON object (`docs/json.md`). It is small, some dozens of cubes, with the built-in
/// solver; with others it has a cube for each solution.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{Checkpoint, BatSatSession, Enumerator, NextSolution, SearchOptions};
/// use encycle::encodings::logic::LoweringOptions;
///
/// let puzzle = formats::read("slitherlink 2 2\n..\n..\n", None)?.puzzle;
/// let encoding = puzzle.encoding("colour")?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut all = Enumerator::new(&*encoding, &mut session, SearchOptions::default());
/// (0..5).for_each(|_| assert!(matches!(all.next(&mut ()), Ok(NextSolution::Solution(_)))));
/// let text = Checkpoint::new(&puzzle, &*encoding, 5, &all.done()).to_text();
///
/// let again = Checkpoint::read(&text)?;
/// let done = again.cubes(&puzzle, &*encoding)?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut rest = Enumerator::resume(&*encoding, &mut session, SearchOptions::default(), done);
/// let mut count = again.solutions();
/// while let NextSolution::Solution(_) = rest.next(&mut ())? {
///     count += 1;
/// }
/// assert_eq!(count, 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "The progress of an enumeration, from which it can continue.")]
pub struct Checkpoint {
    /// The name of the layout.
    #[schemars(extend("const" = SCHEMA))]
    schema: String,
    /// The SHA-256 of the puzzle: kind, variant, and the text in the default format.
    puzzle_sha256: String,
    /// The kind of the puzzle.
    kind: String,
    /// The name of the encoding to whose variables `done` refers.
    encoding: String,
    /// The number of solutions found.
    solutions: u64,
    /// The searched cubes, by the names of the variables, negative literals with a `-`. All solutions in which
    /// every literal of a cube holds have been found; an empty cube means all solutions.
    done: Vec<Vec<String>>,
}

/// A checkpoint that cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The text is none.
    #[error("this is no checkpoint: {0}; name another file, or remove this one to begin anew")]
    NotOne(String),
    /// It was made by another version.
    #[error("schema `{0}` is not known here, `{SCHEMA}` is; remove the file to begin anew")]
    Schema(String),
    /// It belongs to another puzzle.
    #[error(
        "it belongs to another puzzle ({kind}, SHA-256 {was}; this one is {is}); name another file"
    )]
    OtherPuzzle {
        /// The kind of the puzzle to which it belongs.
        kind: String,
        /// The beginning of the puzzle's hash in the file.
        was: String,
        /// The beginning of this puzzle's hash.
        is: String,
    },
    /// It was made with another encoding, whose variables its cubes are about.
    #[error("it was made with --encoding {0}; go on with that one, or begin anew in another file")]
    OtherEncoding(String),
    /// It names a variable that the encoding does not have.
    #[error("`{0}` is no variable of its encoding; the file is damaged, remove it to begin anew")]
    NoVariable(String),
}

impl Checkpoint {
    /// The name of the layout.
    pub const SCHEMA: &'static str = SCHEMA;

    /// After this many solutions, with these cubes done.
    #[must_use]
    pub fn new(
        puzzle: &Puzzle,
        encoding: &dyn Encoding,
        solutions: u64,
        done: &[Vec<Lit>],
    ) -> Self {
        let names = shown_names(encoding);
        let name = |literal: &Lit| {
            let sign = if literal.is_neg() { "-" } else { "" };
            format!("{sign}{}", names[literal.vidx()])
        };
        Self {
            schema: SCHEMA.to_owned(),
            puzzle_sha256: puzzle_sha256(puzzle),
            kind: puzzle.kind().name().to_owned(),
            encoding: encoding.name().to_owned(),
            solutions,
            done: done.iter().map(|cube| cube.iter().map(name).collect()).collect(),
        }
    }

    /// How many solutions were found.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The encoding whose variables it names.
    #[must_use]
    pub fn encoding(&self) -> &str {
        &self.encoding
    }

    /// The cubes that are done, in variables of the encoding.
    ///
    /// # Errors
    /// If it belongs to another puzzle or another encoding, or names a variable that is none.
    pub fn cubes(
        &self,
        puzzle: &Puzzle,
        encoding: &dyn Encoding,
    ) -> Result<Vec<Vec<Lit>>, CheckpointError> {
        self.check_puzzle(puzzle)?;
        if self.encoding != encoding.name() {
            return Err(CheckpointError::OtherEncoding(self.encoding.clone()));
        }
        let names = shown_names(encoding);
        let numbers: HashMap<&str, u32> =
            names.iter().zip(0..).map(|(name, number)| (name.as_str(), number)).collect();
        let literal = |word: &String| {
            let bare = word.strip_prefix('-');
            let number = numbers.get(bare.unwrap_or(word));
            let number = number.ok_or_else(|| CheckpointError::NoVariable(short(word)))?;
            Ok(Lit::new(*number, bare.is_some()))
        };
        self.done.iter().map(|cube| cube.iter().map(literal).collect()).collect()
    }

    /// Whether it belongs to this puzzle.
    ///
    /// # Errors
    /// If not.
    pub fn check_puzzle(&self, puzzle: &Puzzle) -> Result<(), CheckpointError> {
        let is = puzzle_sha256(puzzle);
        if self.puzzle_sha256 == is {
            return Ok(());
        }
        let begin = |hash: &str| hash.chars().take(12).collect();
        let (was, is) = (begin(&self.puzzle_sha256), begin(&is));
        Err(CheckpointError::OtherPuzzle { kind: short(&self.kind), was, is })
    }

    /// As text, one line.
    #[must_use]
    pub fn to_text(&self) -> String {
        // strings and numbers alone: nothing that JSON has no form for
        serde_json::to_string(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// Reads the text of one.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn read(text: &str) -> Result<Self, CheckpointError> {
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        let not_one = |error: serde_json::Error| CheckpointError::NotOne(error.to_string());
        let Version { schema } = serde_json::from_str(text).map_err(not_one)?;
        if schema != SCHEMA {
            return Err(CheckpointError::Schema(short(&schema)));
        }
        serde_json::from_str(text).map_err(not_one)
    }
}

/// What a message shows of a word from a file.
fn short(word: &str) -> String {
    word.chars().take(40).collect::<String>().escape_debug().to_string()
}

fn shown_names(encoding: &dyn Encoding) -> Vec<String> {
    let mut names = variable_names(&|sink| encoding.encode(sink));
    names.truncate(encoding.projection_size());
    names
}

/// A puzzle's SHA-256: that of its kind, its variant and its text.
pub fn puzzle_sha256(puzzle: &Puzzle) -> String {
    let text = write_default(puzzle).unwrap_or_else(|_| format!("{puzzle:?}"));
    let variant = puzzle.variant().unwrap_or_default();
    encycle_files::sha256::of_text(&format!("{} {variant}\n{text}", puzzle.kind()))
}
