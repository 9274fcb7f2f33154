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

/// Returns the question whether the most similar known name was meant, with a blank behind it; empty if none is
/// similar.
///
/// ```
/// use encycle_encodings::suggest::question;
/// assert_eq!(question("colr", ["edge", "colour"]), "did you mean `colour`? ");
/// assert_eq!(question("x", ["edge", "colour"]), "");
/// ```
#[must_use]
pub fn question<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(name, known).map_or_else(String::new, |similar| format!("did you mean `{similar}`? "))
}

/// Returns the help for an unknown name: the most similar name, if there is one, and all names.
///
/// ```
/// use encycle_encodings::suggest::help;
/// assert_eq!(help("colr", &["edge", "colour"]), "did you mean `colour`? If not, use edge, colour");
/// assert_eq!(help("x", &["edge", "colour"]), "use edge, colour");
/// ```
#[must_use]
pub fn help(name: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match question(name, known.iter().copied()).as_str() {
        "" => format!("use {all}"),
        question => format!("{question}If not, use {all}"),
    }
}
