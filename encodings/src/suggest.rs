//! Suggestions for misspelled names.

/// The least similarity of a suggestion (Jaro-Winkler, from 0 to 1).
const SIMILARITY: f64 = 0.8;

/// Returns the known name that is most similar to a misspelled one, if any is similar.
///
/// ```
/// use encycle_encodings::suggest::closest;
/// assert_eq!(closest("slitherlnik", ["sudoku", "slitherlink"]), Some("slitherlink"));
/// assert_eq!(closest("tetris", ["sudoku", "slitherlink"]), None);
/// ```
#[must_use]
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let scored = known.into_iter().map(|one| (strsim::jaro_winkler(&name, one), one));
    let best = scored.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 >= SIMILARITY).then_some(best.1)
}

/// Returns the help for an unknown name: the most similar name, if there is one, and all names.
///
/// ```
/// use encycle_encodings::suggest::help;
/// assert_eq!(help("colr", &["edge", "colour"]), "did you mean `colour`? Known are edge, colour");
/// assert_eq!(help("x", &["edge", "colour"]), "use edge, colour");
/// ```
#[must_use]
pub fn help(name: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match closest(name, known.iter().copied()) {
        Some(similar) => format!("did you mean `{similar}`? Known are {all}"),
        None => format!("use {all}"),
    }
}
