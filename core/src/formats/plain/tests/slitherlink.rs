//! Tests of the plain format of Slitherlink.

use crate::formats::read;
use crate::puzzle::PuzzleKind;

/// Any Slitherlink text can be read as a Slitherlynx on request, but not vice versa.
#[test]
fn a_slitherlink_header_can_be_read_as_a_slitherlynx() {
    let kind = |text, expected| read(text, Some(expected)).map(|parsed| parsed.puzzle.kind());
    assert_eq!(
        kind("slitherlink 1 2\n3.\n", PuzzleKind::Slitherlynx).ok(),
        Some(PuzzleKind::Slitherlynx)
    );
    assert!(kind("slitherlynx 1 2\n3.\n", PuzzleKind::Slitherlink).is_err());
}
