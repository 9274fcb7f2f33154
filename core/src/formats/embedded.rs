//! Puzzles inside other files: in the comments of exported formulas and solutions, and in a line of exported maps.

use std::iter;

use encycle_encodings::text::Text;

use crate::formats::map;
use crate::formats::{ParseError, Parsed, read, read_solution};
use crate::puzzle::PuzzleKind;

/// The comment above the lines of a puzzle.
const HEADING: &str = "puzzle:";

/// The comment above the lines of a puzzle that are folded: `|` begins a line, and `+` continues it.
const FOLDED_HEADING: &str = "puzzle, in folded lines:";

/// The maximum length of a comment, since readers of LP files limit the length of lines.
const WIDTH: usize = 200;

/// What begins a comment of a solution.
const SOLUTION: &str = "#";

/// What begins a comment: in DIMACS and WCNF files, in LP files, in MPS and OPB files, and in solutions.
const SIGNS: [&str; 4] = ["c", "\\", "*", SOLUTION];

/// The key of the line of a map that contains the puzzle, as a JSON string.
const KEY: &str = "puzzle";

/// Returns the comments by which a formula contains the text of its puzzle, for [`read_embedded`].
///
/// ```
/// use encycle::formats::puzzle_comments;
///
/// assert_eq!(puzzle_comments("slitherlink 1 1\n4\n"), ["puzzle:", "slitherlink 1 1", "4"]);
/// ```
#[must_use]
pub fn puzzle_comments(puzzle: &str) -> Vec<String> {
    if puzzle.lines().all(|line| line.len() <= WIDTH) {
        return iter::once(HEADING).chain(puzzle.lines()).map(str::to_owned).collect();
    }
    let folded = puzzle.lines().flat_map(|line| {
        let characters: Vec<char> = line.chars().collect();
        let piece = |piece: &[char]| format!("+{}", String::from_iter(piece));
        let mut pieces: Vec<String> = characters.chunks(WIDTH - 1).map(piece).collect();
        match pieces.first_mut() {
            Some(first) => first.replace_range(..1, "|"),
            None => pieces.push("|".to_owned()),
        }
        pieces
    });
    iter::once(FOLDED_HEADING.to_owned()).chain(folded).collect()
}

/// Returns a solution with the text of its puzzle in comments above it, for [`read_embedded`].
///
/// ```
/// use encycle::formats::solution_with_puzzle;
///
/// let text = solution_with_puzzle("slitherlink 1 1\n4\n", "h_1_1 h_2_1 v_1_1 v_1_2\n");
/// assert_eq!(text, "# puzzle:\n# slitherlink 1 1\n# 4\nh_1_1 h_2_1 v_1_1 v_1_2\n");
/// ```
#[must_use]
pub fn solution_with_puzzle(puzzle: &str, solution: &str) -> String {
    let comments = puzzle_comments(puzzle).into_iter();
    comments.map(|comment| format!("{SOLUTION} {comment}\n")).collect::<String>() + solution
}

/// Returns a map with the text of its puzzle in its second line, for [`read_embedded`].
///
/// ```
/// use encycle::formats::{map, map_with_puzzle};
///
/// let text = map_with_puzzle("slitherlink 1 1\n4\n", "encycle-map 1\nkind slitherlink\n1 h_1_1\n");
/// assert_eq!(map::read(&text)?.fact("puzzle"), Some(r#""slitherlink 1 1\n4\n""#));
/// # Ok::<(), encycle::formats::ParseError>(())
/// ```
#[must_use]
pub fn map_with_puzzle(puzzle: &str, map: &str) -> String {
    map.replacen('\n', &format!("\n{KEY} {}\n", serde_json::Value::from(puzzle)), 1)
}

/// Reads the puzzle in an exported formula, map or solution, with the solution; returns `None` for any other text.
///
/// ```
/// use encycle::formats::{read_embedded, write_default};
///
/// let cnf = "c puzzle:\nc slitherlink 1 1\nc 4\np cnf 1 1\n1 0\n";
/// let read = read_embedded(cnf).expect("a puzzle in comments")?;
/// assert_eq!(write_default(&read.puzzle)?, "slitherlink 1 1\n4\n");
/// assert!(read_embedded("p cnf 1 1\n1 0\n").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The puzzle or the solution is invalid.
#[must_use]
pub fn read_embedded(text: &str) -> Option<Result<Parsed, ParseError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(puzzle) = in_map(text) {
        return Some(read(&puzzle, None).map_err(|error| ParseError { line: 2, ..error }));
    }
    let Comments { sign, puzzle, rest } = Comments::of(text)?;
    let parsed = read(&puzzle, None);
    if sign != SOLUTION {
        let in_comment = |error: ParseError| {
            let column = error.column + sign.len() + 1;
            ParseError { column, ..error }
        };
        return Some(parsed.map_err(in_comment));
    }
    // the comment above a puzzle may be an older form of the puzzle
    let mut parsed = parsed.ok().filter(|_| !has_header(&rest))?;
    Some(read_solution(&rest, &parsed.puzzle).map(|solution| {
        parsed.solution = Some(solution);
        parsed
    }))
}

/// Returns the text of the puzzle in a map.
fn in_map(text: &str) -> Option<String> {
    let mut lines = text.lines();
    lines.next().filter(|first| first.split(' ').next() == Some(map::MAGIC))?;
    let puzzle = lines.find_map(|line| line.strip_prefix(KEY)?.strip_prefix(' '))?;
    serde_json::from_str(puzzle).ok()
}

/// Returns whether the first line of a text is the header of a puzzle or of a kind.
fn has_header(text: &str) -> bool {
    let first = Text(text).lines().next().and_then(|line| line.words().next());
    first.is_some_and(|word| word.text == "kind" || PuzzleKind::is_name(word.text))
}

/// A puzzle in the comments at the beginning of a text.
struct Comments {
    sign: &'static str,
    /// The text of the puzzle, in the lines where it is.
    puzzle: String,
    /// The text without the comments, in its lines.
    rest: String,
}

impl Comments {
    fn of(text: &str) -> Option<Self> {
        let first = text.lines().next()?;
        let sign = SIGNS.into_iter().find(|sign| comment(first, sign).is_some())?;
        let comments: Vec<&str> = text.lines().map_while(|line| comment(line, sign)).collect();
        let is_heading = |line: &&str| [HEADING, FOLDED_HEADING].contains(&line.trim_end());
        let above = comments.iter().position(is_heading)? + 1;
        let is_folded = comments[above - 1].trim_end() == FOLDED_HEADING;
        let lines = comments[above..].iter().copied();
        let lines = lines.take_while(|line| !is_about_variables(line));
        let mut puzzle = "\n".repeat(above);
        for line in lines {
            match (is_folded, line.strip_prefix('+')) {
                (true, Some(more)) => {
                    puzzle.pop();
                    puzzle += more;
                }
                (true, None) => puzzle += line.strip_prefix('|').unwrap_or(line),
                (false, _) => puzzle += line,
            }
            puzzle.push('\n');
        }
        let rest: Vec<&str> = text.lines().skip(comments.len()).collect();
        Some(Self { sign, puzzle, rest: "\n".repeat(comments.len()) + &rest.join("\n") })
    }
}

/// Returns the content of a comment with this sign.
fn comment<'a>(line: &'a str, sign: &str) -> Option<&'a str> {
    let content = line.strip_prefix(sign)?;
    if content.is_empty() { Some(content) } else { content.strip_prefix(' ') }
}

/// Returns whether a comment of a DIMACS file names a variable or lists the projection set.
fn is_about_variables(comment: &str) -> bool {
    ["var ", "p show "].iter().any(|start| comment.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::write_default;

    /// Lines of more than 200 characters were cut in LP files.
    #[test]
    fn a_puzzle_with_long_lines_is_folded_in_comments() {
        let row = "3..2".repeat(70);
        let text = format!("slitherlink 2 280\n{row}\n{row}\n");
        let comments = puzzle_comments(&text);
        assert!(comments.len() == 6 && comments.iter().all(|line| line.len() <= WIDTH));
        for sign in SIGNS.into_iter().filter(|sign| *sign != SOLUTION) {
            let lines = comments.iter().map(|comment| format!("{sign} {comment}\n"));
            let file = lines.collect::<String>() + "the formula\n";
            let read = read_embedded(&file).expect("comments").expect("a puzzle");
            assert_eq!(write_default(&read.puzzle).expect("text"), text);
        }
    }

    #[test]
    fn errors_of_a_puzzle_in_comments_have_their_places() {
        let error = read_embedded("c by hand\nc puzzle:\nc slitherlink 1 2\nc 3x\np cnf 0 0\n");
        let error = error.expect("comments").expect_err("x is no clue");
        assert_eq!((error.line, error.column), (4, 4), "{error}");
        let error = read_embedded("# puzzle:\n# slitherlink 1 1\n# 4\nh_1_1 h_9_9\n");
        let error = error.expect("comments").expect_err("no such line");
        assert_eq!((error.line, error.column), (4, 7), "{error}");
    }

    #[test]
    fn a_puzzle_below_an_older_form_of_it_is_no_solution() {
        let text = "# puzzle:\n# sudoku 1 1\n# .\nsudoku 1 1\n1\n";
        assert!(read_embedded(text).is_none());
        assert!(read_embedded("# puzzle:\n# from a book\nslitherlink 1 1\n4\n").is_none());
    }

    #[test]
    fn names_of_variables_follow_the_puzzle() {
        let text = "c puzzle:\nc slitherlink 1 1\nc 4\nc var 1 h_1_1\nc p show 1 0\np cnf 1 0\n";
        let read = read_embedded(text).expect("comments").expect("a puzzle");
        assert_eq!(write_default(&read.puzzle).expect("text"), "slitherlink 1 1\n4\n");
    }
}
