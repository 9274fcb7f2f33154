//! Candidates: the formulas of a puzzle that may become instances.

use encycle_core::problem::Problem as _;
use encycle_encodings::encoding::EncodingError;
use encycle_encodings::logic::CnfMethod;

use crate::bench::CollectionEntry;
use crate::competition::{Competition, Track};
use crate::export::size_fact;

/// A formula of a puzzle.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The puzzle.
    pub entry: &'a CollectionEntry,
    /// The encoding.
    pub encoding: String,
    /// The CNF method.
    pub cnf: CnfMethod,
    /// Whether the formula asks for a second solution.
    pub second: bool,
}

impl Competition {
    /// Returns the candidates of a puzzle: for each encoding and CNF method, the formula of the puzzle and, except for
    /// model counting, the formula that asks for a second solution.
    ///
    /// # Errors
    /// Returns an error if an encoding is unknown or needs cuts. An instance contains all constraints from the start,
    /// so its encoding must be exact.
    pub fn candidates<'a>(
        &self,
        entry: &'a CollectionEntry,
    ) -> Result<Vec<Candidate<'a>>, EncodingError> {
        let encodings = match &self.encodings[..] {
            [] => entry.puzzle.smallest_encoding(&|one| one.is_whole()).into_iter().collect(),
            names => names.to_vec(),
        };
        let cnf: &[CnfMethod] = if self.cnf.is_empty() { &[CnfMethod::Direct] } else { &self.cnf };
        let seconds: &[bool] = if self.track == Track::Mc { &[false] } else { &[false, true] };
        let mut all = Vec::new();
        for encoding in encodings {
            if !entry.puzzle.encoding(&encoding)?.is_whole() {
                let reason = "its models are not exactly the solutions, so its file alone is no instance\n\
                              help: add a part such as `cotree` or `order`";
                return Err(EncodingError::new(&encoding, reason));
            }
            for &cnf in cnf {
                let of = |&second| Candidate { entry, encoding: encoding.clone(), cnf, second };
                all.extend(seconds.iter().map(of));
            }
        }
        Ok(all)
    }
}

impl Candidate<'_> {
    /// Returns the name of the instance, which consists of kind, size, puzzle, encoding, and the question.
    #[must_use]
    pub fn name(&self) -> String {
        let puzzle = &self.entry.puzzle;
        let size = size_fact(puzzle).1.replace(' ', "x");
        let encoding = self.encoding.replace('+', "-");
        let question = if self.second { "-second" } else { "" };
        let hash = self.entry.sha256.get(..8).unwrap_or_default();
        format!("{}-{size}-{hash}-{encoding}-{}{question}", puzzle.kind(), self.cnf.name())
    }

    /// Returns the path of the puzzle in the folder of the bundle.
    #[must_use]
    pub fn puzzle_file(&self) -> String {
        let puzzle = &self.entry.puzzle;
        let size = size_fact(puzzle).1.replace(' ', "x");
        let hash = self.entry.sha256.get(..8).unwrap_or_default();
        format!("puzzles/{}-{size}-{hash}.txt", puzzle.kind())
    }

    /// Returns the arguments of `encycle` that write the instance, in the folder of the bundle.
    #[must_use]
    pub fn command(&self, competition: &Competition) -> Vec<String> {
        let puzzle = &self.entry.puzzle;
        let mut words = vec!["encode".to_owned(), self.puzzle_file()];
        let mut add =
            |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
        if puzzle.kind().is_builtin() {
            add("--kind", puzzle.kind().name());
        }
        if let Some(variant) = puzzle.variant() {
            add("--variant", variant);
        }
        add("--encoding", &self.encoding);
        add("--cnf", self.cnf.name());
        words.extend(competition.track.arguments().iter().map(|&word| word.to_owned()));
        words.extend(self.second.then(|| "--second".to_owned()));
        words.extend((!competition.comments).then(|| "--no-comments".to_owned()));
        words.extend(["-o".to_owned(), self.file(competition.track)]);
        words
    }

    /// Returns the path of the instance in the folder of the bundle.
    #[must_use]
    pub fn file(&self, track: Track) -> String {
        format!("instances/{}.{}.xz", self.name(), track.format())
    }
}
