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
    let names: Vec<&str> = PuzzleKind::all().iter().map(|kind| kind.name()).collect();
    assert_eq!(
        error,
        format!(
            "unknown kind of puzzle 'sudoko'\nhelp: did you mean `sudoku`? If not, use {}",
            names.join(", ")
        )
    );
}
