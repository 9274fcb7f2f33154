//! The default encodings for the built-in SAT solver.

use encycle_encodings::encoding::Completeness;
use encycle_encodings::kinds::numberlink::NumberlinkRule;

use crate::puzzle::Puzzle;

impl Puzzle {
    /// Returns the encoding that the built-in SAT solver solves fastest (`docs/research/measurements.md`,
    /// `docs/encodings/paths.md`, `docs/encodings/values.md`).
    #[must_use]
    pub fn builtin_encoding(&self) -> String {
        let name = match self {
            Self::Slitherlink(puzzle) | Self::Slitherlynx(puzzle) if puzzle.grid().is_some() => {
                "colour"
            }
            Self::Hamilton(puzzle) if puzzle.grid().is_none() && puzzle.has_small_contraction() => {
                "contraction"
            }
            Self::Hamilton(_) => "degree",
            // where vertices may stay empty, `induced` has fewer models to search
            Self::Numberlink(puzzle) if puzzle.rule() == NumberlinkRule::Free => "induced",
            Self::Numberlink(_) => "labels",
            // the fewest clauses among the sets that propagate most
            Self::Sudoku(_) => "s3+singles",
            other => return other.default_encoding(),
        };
        name.to_owned()
    }

    /// Returns an encoding that excludes some solutions ([`Completeness::Underapproximation`]) but finds those of
    /// typical puzzles much faster; it races against [`Self::builtin_encoding`].
    #[must_use]
    pub fn builtin_underapproximation(&self) -> Option<String> {
        matches!(self, Self::Numberlink(_)).then(|| "induced+cover".to_owned())
    }

    /// Returns `preferred` if it is complete ([`Completeness::Complete`]) or no encoding is, else the first complete
    /// encoding.
    #[must_use]
    pub fn complete_encoding(&self, preferred: String) -> String {
        let is_complete = |name: &String| {
            self.encoding(name).is_ok_and(|one| one.completeness() == Completeness::Complete)
        };
        let mut names = std::iter::once(preferred.clone()).chain(self.encoding_names());
        names.find(is_complete).unwrap_or(preferred)
    }
}

#[cfg(test)]
mod tests {

    use crate::formats;
    use crate::puzzle::PuzzleKind;

    #[test]
    fn the_default_encodings_exist_for_every_kind_and_variant() {
        for kind in PuzzleKind::ALL {
            for variant in kind.variants().iter().map(Some).chain([None]) {
                let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
                let puzzle = match variant {
                    Some(name) => match sample.with_variant(name) {
                        Ok(puzzle) => puzzle,
                        // the clues of the sample do not fit this variant
                        Err(_) => continue,
                    },
                    None => sample,
                };
                let names = [Some(puzzle.builtin_encoding()), puzzle.builtin_underapproximation()];
                for name in names.into_iter().flatten() {
                    assert!(puzzle.encoding(&name).is_ok(), "{kind}: {name}");
                }
            }
        }
    }

    #[test]
    fn hamilton_uses_cuts_on_grids_and_contraction_on_sparse_graphs() {
        let read = |text: &str| formats::read(text, None).expect("a puzzle").puzzle;
        assert_eq!(read("hamilton 2 2\n..\n..\n").builtin_encoding(), "degree");
        let ladder: String =
            (1..50).map(|i| format!("{} {}\n{} {}\n", i, i + 1, i, 50 + i)).collect();
        let ladder = read(&format!("hamilton graph 100\n{ladder}"));
        assert_eq!(ladder.builtin_encoding(), "contraction");
    }
}
