//! The choices that suit each family of solvers: encodings, and search options of the built-in SAT solvers; cuts, rows of
//! degrees and repair for MIP solvers.
//!
//! A MIP solver reads the whole program in each round and takes seconds where a SAT solver takes milliseconds, so for MIP
//! fewer rounds and a tight relaxation count for more than short rows (`docs/research/measurements.md`, MIP solvers).

use encycle_encodings::encoding::{Completeness, CutKind, Encoding};
use encycle_encodings::kinds::numberlink::NumberlinkRule;
use encycle_encodings::logic::DegreeRows;
use encycle_solvers::{BatSatOptions, StableOptions};

use crate::puzzle::Puzzle;
use crate::solve::engine::Engine;

impl Engine {
    /// Returns the kind of cut that suits this solver, if it is not the default of the encoding.
    #[must_use]
    pub fn suited_cuts(&self, encoding: &Encoding<'_>) -> Option<CutKind> {
        let leave = Some(CutKind::Leave);
        leave.filter(|kind| self.is_mip() && encoding.cut_kinds().contains(kind))
    }

    /// Returns the form of the rows of degree constraints that suits this solver.
    #[must_use]
    pub fn suited_degree_rows(&self) -> DegreeRows {
        match self.is_mip() {
            true => DegreeRows::Equation,
            false => DegreeRows::Inequalities,
        }
    }
}

/// The largest side of a Sudoku that any search options solve in milliseconds, fastest with the options of MiniSat.
const SMALL_SUDOKU: usize = 16;

impl Puzzle {
    /// Returns the encoding that the built-in SAT solver solves fastest (`docs/research/measurements.md`,
    /// `docs/encodings/paths.md`, `docs/encodings/values.md`).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// assert_eq!(puzzle.builtin_encoding(), "colour");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            // the orders of the paths are far fewer than the models of the other parts
            Self::Numberlink(puzzle) if puzzle.grid().is_some() => {
                return format!("{}+crossings", self.encoding_without_outline());
            }
            Self::Numberlink(_) => return self.encoding_without_outline(),
            // of the constraint sets that propagate most, the set with the fewest clauses
            Self::Sudoku(_) => "s3+singles",
            other => return other.swept_encoding().unwrap_or_else(|| other.default_encoding()),
        };
        name.to_owned()
    }

    /// Returns the encoding that MIP solvers solve fastest (`docs/research/measurements.md`, MIP solvers).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
    /// assert_eq!(puzzle.mip_encoding(), puzzle.default_encoding());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mip_encoding(&self) -> String {
        match self {
            Self::Slitherlink(puzzle) | Self::Slitherlynx(puzzle) if puzzle.grid().is_some() => {
                "colour".to_owned()
            }
            _ => self.default_encoding(),
        }
    }

    /// Returns the search options with which BatSat solves the puzzle with this encoding fastest, in the median and in
    /// the worst case (`docs/research/measurements.md`, Tails).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// assert_eq!(puzzle.builtin_search(&puzzle.encoding("colour")?).seed, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn builtin_search(&self, encoding: &Encoding<'_>) -> BatSatOptions {
        let defaults = BatSatOptions::default();
        match self {
            // without a seed, decisions follow the order of the cells, which is worse than most random orders
            Self::Sudoku(puzzle) if puzzle.side() > SMALL_SUDOKU => {
                BatSatOptions { seed: Some(0), activity_decay: 0.995, restart_interval: 300 }
            }
            // Uniqueness proofs have a shorter tail with these options. An underapproximation, which only finds
            // solutions, gets slower. Without a seed, the first decisions in an outline follow the numbers of the cuts,
            // which is worse than a random order.
            Self::Numberlink(_) if encoding.completeness().keeps_a_solution() => {
                let seed = encoding.outline().map(|_| 0);
                BatSatOptions { seed, activity_decay: 0.9, ..defaults }
            }
            _ => defaults,
        }
    }

    /// Returns whether the built-in solver for finding models finds one solution faster than BatSat does, with the
    /// default encoding, in the median and in the worst case (`docs/research/measurements.md`, Tails).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let side = |side| GenerateOptions::new(PuzzleKind::Sudoku, side, side).clue_frame();
    /// assert!(!side(9)?.empty().prefers_stable());
    /// assert!(side(25)?.empty().prefers_stable());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prefers_stable(&self) -> bool {
        match self {
            Self::Sudoku(puzzle) => puzzle.side() > SMALL_SUDOKU,
            _ => false,
        }
    }

    /// Returns the search options with which the built-in solver for finding models solves the puzzle fastest.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let large = GenerateOptions::new(PuzzleKind::Sudoku, 25, 25).clue_frame()?;
    /// assert_eq!(large.empty().stable_search().restart_interval, 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stable_search(&self) -> StableOptions {
        let defaults = StableOptions::default();
        match self {
            // The worst runs are shorter with rare restarts. Without a seed, decisions follow the order of the cells.
            Self::Sudoku(puzzle) if puzzle.side() > SMALL_SUDOKU => {
                StableOptions { seed: Some(0), restart_interval: 1000 }
            }
            _ => defaults,
        }
    }

    /// Returns an encoding that excludes some solutions ([`Completeness::Underapproximation`]) but finds the solutions
    /// of typical puzzles much faster. It races against [`Self::builtin_encoding`].
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = PuzzleKind::Numberlink.sample().parse()?;
    /// assert_eq!(puzzle.builtin_underapproximation().as_deref(), Some("induced+cover"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn builtin_underapproximation(&self) -> Option<String> {
        matches!(self, Self::Numberlink(_)).then(|| "induced+cover".to_owned())
    }

    /// Returns an encoding that decides the hardest puzzles faster than [`Self::builtin_encoding`], and most others slower
    /// (`docs/research/measurements.md`, Sparse shading). It enters the race late.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = PuzzleKind::Nurikabe.sample().parse()?;
    /// assert_eq!(puzzle.builtin_late_encoding().as_deref(), Some("islands+tree+steps"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn builtin_late_encoding(&self) -> Option<String> {
        matches!(self, Self::Nurikabe(_)).then(|| "islands+tree+steps".to_owned())
    }

    /// Returns the encoding that is fastest for a solver that does not solve outlines first ([`Encoding::outline`]).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = PuzzleKind::Numberlink.sample().parse()?;
    /// let name = puzzle.encoding_without_outline();
    /// assert_eq!(puzzle.encoding(&name)?.outline(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encoding_without_outline(&self) -> String {
        match self {
            // if vertices may stay empty, `induced` has fewer models to search
            Self::Numberlink(puzzle) => match puzzle.rule() {
                NumberlinkRule::Free => "induced".to_owned(),
                NumberlinkRule::Cover => "labels".to_owned(),
            },
            _ => self.builtin_encoding(),
        }
    }

    /// Returns `preferred` if it is complete ([`Completeness::Complete`]) and has no outline; otherwise the first
    /// encoding with these properties, or `preferred` if there is none. An outline does not pay if solutions are
    /// enumerated, because it takes longer than it saves.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = PuzzleKind::Numberlink.sample().parse()?;
    /// let some = puzzle.builtin_underapproximation().expect("an encoding without some solutions");
    /// // for counting, all solutions must be models
    /// assert_ne!(puzzle.complete_encoding(some.clone()), some);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn complete_encoding(&self, preferred: String) -> String {
        let is_suited = |name: &String| {
            self.encoding(name).is_ok_and(|one| {
                one.completeness() == Completeness::Complete && one.outline().is_none()
            })
        };
        let mut names = std::iter::once(preferred.clone()).chain(self.encoding_names());
        names.find(is_suited).unwrap_or(preferred)
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::kinds::sudoku::Sudoku;

    use super::*;
    use crate::formats;
    use crate::puzzle::PuzzleKind;
    use crate::solve::{RepairMode, SearchOptions, Solve};

    #[test]
    fn the_default_encodings_exist_for_every_kind_and_variant() {
        for kind in PuzzleKind::all() {
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
                let names = [puzzle.builtin_encoding(), puzzle.mip_encoding()];
                for name in names
                    .into_iter()
                    .chain(puzzle.builtin_underapproximation())
                    .chain(puzzle.builtin_late_encoding())
                {
                    assert!(puzzle.encoding(&name).is_ok(), "{kind}: {name}");
                }
            }
        }
    }

    /// Short cuts and inequalities, which suit SAT, left the first picture of the README unsolved by MIP solvers.
    #[test]
    fn mip_solvers_have_cuts_rows_and_repair_of_their_own() {
        let puzzle = formats::read("slitherlink 2 2\n31\n..\n", None).expect("a puzzle").puzzle;
        let edge = puzzle.encoding("edge").expect("a known name");
        let colour = puzzle.encoding("colour").expect("a known name");
        let never = SearchOptions { repair: RepairMode::Never, ..SearchOptions::default() };
        for (engine, is_mip) in [(Engine::Microlp, true), (Engine::BatSat, false)] {
            assert_eq!(engine.is_mip(), is_mip);
            assert_eq!(engine.suited_cuts(&edge), is_mip.then_some(CutKind::Leave));
            assert_eq!(engine.suited_cuts(&colour), None);
            assert_eq!(engine.suited_degree_rows() == DegreeRows::Equation, is_mip);
            let auto = SearchOptions::default().repair_for(&engine);
            assert_eq!(auto == RepairMode::Models, is_mip);
            assert_eq!(never.repair_for(&engine), RepairMode::Never);
        }
        assert_eq!(Engine::Microlp.default_encoding(&puzzle), "colour");
    }

    /// Small Sudokus take longer with the search options of large ones, and other kinds were not measured with these
    /// options.
    #[test]
    fn search_options_differ_from_the_defaults_where_measured() {
        let search = |puzzle: Puzzle, name: &str| {
            puzzle.builtin_search(&puzzle.encoding(name).expect("a known encoding"))
        };
        let sudoku = |box_side: usize| {
            let clues = vec![0; box_side.pow(4)];
            search(Sudoku::new(box_side, box_side, clues).expect("a size").into(), "s3")
        };
        assert_eq!(sudoku(4), BatSatOptions::default());
        assert_ne!(sudoku(5), BatSatOptions::default());
        for kind in PuzzleKind::all() {
            let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
            let is_numberlink = matches!(sample, Puzzle::Numberlink(_));
            let encoding = sample.builtin_encoding();
            let is_default = search(sample, &encoding) == BatSatOptions::default();
            assert_eq!(is_default, !is_numberlink, "{kind}");
        }
        // the underapproximation finds solutions and proves nothing
        let sample = formats::read(PuzzleKind::Numberlink.sample(), None).expect("a sample");
        assert_eq!(search(sample.puzzle, "induced+cover"), BatSatOptions::default());
    }

    /// `--solver batsat` must remain BatSat, and uniqueness is proved by BatSat.
    #[test]
    fn one_solution_of_a_large_sudoku_is_found_by_stable() {
        let sudoku = |box_side: usize| {
            let clues = vec![0; box_side.pow(4)];
            Puzzle::from(Sudoku::new(box_side, box_side, clues).expect("a size"))
        };
        let name =
            |engine: Engine, puzzle: &Puzzle, unique| engine.suited_to(puzzle, unique).name();
        assert_eq!(name(Engine::Default, &sudoku(5), false), "stable");
        assert_eq!(name(Engine::Default, &sudoku(5), true), "batsat");
        assert_eq!(name(Engine::Default, &sudoku(4), false), "batsat");
        assert_eq!(name(Engine::BatSat, &sudoku(5), false), "batsat");
        assert_ne!(sudoku(5).stable_search(), StableOptions::default());
        assert_eq!(sudoku(4).stable_search(), StableOptions::default());
        let run = |solve: Solve<'_>| solve.run().expect("a run").main.solver.name;
        assert_eq!(run(Solve::new(&sudoku(5))), "stable");
        assert_eq!(run(Solve::new(&sudoku(5)).solver("batsat")), "batsat");
        // only BatSat counts conflicts
        assert_eq!(run(Solve::new(&sudoku(5)).heat()), "batsat");
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
