//! The names of the kinds.

use super::*;

#[test]
fn every_kind_parses_from_its_name_in_any_case() {
    for &kind in PuzzleKind::all() {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        // each file of a kind has its name
        assert!(PuzzleKind::is_name(kind.name()), "{kind}");
    }
    let error = "sudoko".parse::<PuzzleKind>().unwrap_err().to_string();
    // of many names, only a few are listed
    let beginning = format!(
        "unknown kind of puzzle 'sudoko'\nhelp: did you mean `sudoku`? If not, use one of {}: slitherlink, ",
        PuzzleKind::all().len()
    );
    assert!(error.starts_with(&beginning) && error.ends_with(", ..."), "{error}");
}
