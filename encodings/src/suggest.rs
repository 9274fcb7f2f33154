//! Words of messages: suggestions for misspelled names, and numbers with their nouns.

use std::fmt;

/// The least similarity of a suggestion (Jaro-Winkler, from 0 to 1).
const SIMILARITY: f64 = 0.8;

/// Returns the known name that is most similar to a misspelled one, if any is similar.
///
/// ```
/// use encycle_encodings::suggest::closest;
/// assert_eq!(closest("slitherlnik", ["sudoku", "slitherlink"]), Some("slitherlink"));
/// assert_eq!(closest("slither", ["slitherlink", "slitherlynx"]), Some("slitherlink"));
/// assert_eq!(closest("tetris", ["sudoku", "slitherlink"]), None);
/// ```
#[must_use]
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let scored = known.into_iter().map(|one| (strsim::jaro_winkler(&name, one), one));
    // of several, the first
    let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best })?;
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

/// The most names that the help for an unknown name lists beside a similar one.
const LISTED: usize = 8;

/// The most names that it lists without a similar one.
const LISTED_ALONE: usize = 24;

/// Returns the help for an unknown name: the most similar name, if there is one, and all names. Of many names, only the
/// first are listed.
///
/// ```
/// use encycle_encodings::suggest::help;
/// assert_eq!(help("colr", &["edge", "colour"]), "did you mean `colour`? If not, use edge, colour");
/// assert_eq!(help("x", &["edge", "colour"]), "use edge, colour");
/// ```
#[must_use]
pub fn help(name: &str, known: &[&str]) -> String {
    let question = question(name, known.iter().copied());
    let (start, most) = match question.is_empty() {
        true => ("use", LISTED_ALONE),
        false => ("If not, use", LISTED),
    };
    match known.len() <= most {
        true => format!("{question}{start} {}", known.join(", ")),
        false => {
            let first = known[..LISTED].join(", ");
            format!("{question}{start} one of {}: {first}, ...", known.len())
        }
    }
}

/// Formats a number with its noun: `1 row`, `2 rows`.
#[must_use]
pub fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = || match noun.strip_suffix("ex") {
        Some(stem) => format!("{stem}ices"),
        None => {
            noun.strip_suffix('y').map_or_else(|| format!("{noun}s"), |stem| format!("{stem}ies"))
        }
    };
    let noun = if number == "1" { noun.to_owned() } else { plural() };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::help;

    /// The message for an unknown kind had 76 names without a similar one.
    #[test]
    fn a_list_without_a_similar_name_was_endless() {
        let names: Vec<String> = (0..99).map(|number| format!("kind{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let first = names[..8].join(", ");
        assert_eq!(help("tetris", &names), format!("use one of 99: {first}, ..."));
        let similar = format!("did you mean `kind1`? If not, use one of 99: {first}, ...");
        assert_eq!(help("kynd1", &names), similar);
    }
}
