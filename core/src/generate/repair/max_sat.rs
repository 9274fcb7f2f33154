//! The clues of a puzzle as a partial MaxSAT formula.

use std::io::{self, Write};

use encycle_encodings::encoding::{Completeness, EncodingError};
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::ConstraintSink;
use encycle_encodings::logic::LoweringOptions;

use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue, frame_of};
use crate::generate::repair::formula::MaxSatFormula;
use crate::puzzle::Puzzle;

/// Writes a puzzle as a partial MaxSAT formula (WCNF). The rules are hard, and each clue is a soft clause of weight 1,
/// so the cost of an optimum is the minimum number of clues that must be removed until there is a solution. Returns the
/// names of the clues, in the order of the soft clauses.
///
/// Among the encodings that need no cuts, the encoding with the fewest variables is used.
///
/// ```
/// use encycle::generate::write_clue_max_sat;
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "sudoku 2 2\n11..\n....\n....\n....\n".parse()?;
/// let mut file = Vec::new();
/// let clues = write_clue_max_sat(&mut file, &puzzle, LoweringOptions::default())?;
/// assert_eq!(clues.len(), 2);
/// let text = String::from_utf8(file)?;
/// assert_eq!(text.lines().filter(|line| line.starts_with("1 ")).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the clues of the puzzle cannot be removed one by one, or the file cannot be written.
pub fn write_clue_max_sat(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    lowering: LoweringOptions,
) -> Result<Vec<String>, GenerateError> {
    let (frame, clues) = frame_of(puzzle)?;
    with_formula(&*frame, &clues, lowering, |names, formula| {
        let written = formula.write(out);
        written.map_err(|error: io::Error| GenerateError::Unfit(error.to_string()))?;
        Ok(names)
    })
}

/// Runs `work` with the names of the clues and the formula of [`write_clue_max_sat`].
pub(super) fn with_formula<T>(
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    lowering: LoweringOptions,
    work: impl FnOnce(Vec<String>, MaxSatFormula<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let FrameEncoding { encoding, literals } = exact(frame, clues)?;
    let names: Vec<String> = clues.iter().map(|&clue| frame.name(clue)).collect();
    let mut comments = vec![
        format!("encycle {}", env!("CARGO_PKG_VERSION")),
        format!("encoding {}", encoding.name()),
        "hard: the rules; soft: the clues, in this order".to_owned(),
    ];
    comments.extend((1..).zip(&names).map(|(number, name): (usize, _)| format!("{number} {name}")));
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    work(names, MaxSatFormula { comments: &comments, encode: &encode, soft: &literals, lowering })
}

/// Returns the encoding of a frame that has the fewest variables among the encodings that need no cuts.
fn exact<'a>(
    frame: &'a dyn ClueFrame,
    clues: &[PlacedClue],
) -> Result<FrameEncoding<'a>, GenerateError> {
    let formulas = frame.empty().encoding_names().into_iter().filter_map(|name| {
        let formula = frame.formula(&name, clues).ok()?;
        let is_exact = formula.encoding.is_exact()
            && formula.encoding.completeness() == Completeness::Complete;
        is_exact.then_some(formula)
    });
    let size =
        |formula: &FrameEncoding<'_>| variable_names(&|sink| formula.encoding.encode(sink)).len();
    formulas.min_by_key(size).ok_or_else(|| {
        EncodingError::new(&frame.encoding(), "each encoding of this kind needs cuts").into()
    })
}
