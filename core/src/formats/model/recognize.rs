//! The recognition of a model's format, by the content of a file.

use std::path::Path;

use encycle_encodings::text::{Span, Text};
use encycle_files::plain_ending;
use encycle_lint::{FileFormat, OtherFormat};

use crate::formats::PuzzleFormat;
use crate::formats::graphs::dot;
use crate::formats::graphs::printable_graphs::{DIGRAPH_ENDING, ZERO};
use crate::formats::model::{ModelFormat, digraph};

/// The values of `TYPE` in TSPLIB files other than Hamilton cycle problems, which are puzzles.
const TSPLIB_TYPES: [&str; 5] = ["TSP", "ATSP", "SOP", "CVRP", "TOUR"];

/// The keywords of TSPLIB that no Hamilton cycle problem has.
const TSPLIB_WORDS: [&str; 5] = [
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "NODE_COORD_SECTION",
    "EDGE_WEIGHT_SECTION",
    "NODE_COORD_TYPE",
];

/// Returns the format of a model by the first lines of its file, or `None` for any other text, such as a puzzle. The
/// ending of the file name decides only if the text fits several formats.
///
/// ```
/// use encycle::formats::model::{ModelFormat, model_format};
///
/// assert_eq!(model_format("p cnf 1 1\n1 0\n", None), Some(ModelFormat::Cnf));
/// assert_eq!(model_format("p cnf 1 1\n1 0\n", Some("a.gnf")), Some(ModelFormat::Gnf));
/// assert_eq!(model_format("slitherlink 2 2\n3.\n.1\n", Some("a.cnf")), None);
/// ```
#[must_use]
pub fn model_format(text_start: &str, file_name: Option<&str>) -> Option<ModelFormat> {
    let text = text_start.strip_prefix('\u{feff}').unwrap_or(text_start);
    let ending = file_name.and_then(|name| plain_ending(Path::new(name))).unwrap_or_default();
    if begins_with_tsplib(text) {
        return tsplib(text);
    }
    sections(text, &ending)
        .or_else(|| tsplib(text))
        .or_else(|| clauses(text, &ending))
        .or_else(|| digraph::claims(text).then_some(ModelFormat::Digraph))
        .or_else(|| linear(text, &ending).filter(|_| !is_undirected(text, &ending)))
        .or_else(|| is_damaged_digraph(text, &ending).then_some(ModelFormat::Digraph))
}

/// Returns whether a text that begins as a linear program does is an undirected graph in DOT. Both formats of lp_solve and DOT
/// have comments that begin with `//` or `/*`, so the first tokens after the comments decide, or the ending of the file name.
fn is_undirected(text: &str, ending: &str) -> bool {
    let is_named = matches!(PuzzleFormat::of_ending(ending), Some((PuzzleFormat::Dot, _)));
    is_named || dot::claims(Text(text))
}

/// Returns whether the ending of a file name means digraph6, although the first line is not a graph in this format: it is
/// damaged, or the `&` is missing. Any other line is for example the header of a puzzle.
fn is_damaged_digraph(text: &str, ending: &str) -> bool {
    let is_sixes = |line: &str| line.bytes().all(|byte| (ZERO..=b'~').contains(&byte));
    ending == DIGRAPH_ENDING
        && Text(text)
            .lines()
            .next()
            .is_some_and(|line| line.text.starts_with('&') || is_sixes(line.text))
}

/// Returns the words of a line in lower case.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_ascii_lowercase).collect()
}

/// Recognizes SteinLib and PACE by the first line.
fn sections(text: &str, ending: &str) -> Option<ModelFormat> {
    let first = words(Text(text).lines().next()?.text);
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    match first[..] {
        [word, ..] if word.starts_with("33d32945") => Some(ModelFormat::SteinLib),
        ["section", "graph" | "comment" | "terminals"] if ending == "stp" => {
            Some(ModelFormat::SteinLib)
        }
        ["section", "graph" | "comment" | "terminals"] => Some(ModelFormat::PaceGraph),
        _ => None,
    }
}

/// Returns whether a text begins with a keyword of TSPLIB, and is not an MPS file, whose first keyword is one, too.
fn begins_with_tsplib(text: &str) -> bool {
    Text(text).lines().next().is_some_and(is_tsplib_header)
        && !text.lines().any(|line| line.trim_end() == "ROWS")
}

/// Returns whether a line begins with a keyword that the head of a TSPLIB file has.
pub(super) fn is_tsplib_header(line: Span<'_>) -> bool {
    let key = line.cut(|c| c == ':' || c.is_whitespace()).0.text;
    ["NAME", "COMMENT", "TYPE", "DIMENSION"].contains(&key)
        || ["EDGE_DATA_", "EDGE_WEIGHT_", "NODE_COORD_"].iter().any(|start| key.starts_with(start))
}

/// Recognizes TSPLIB by its type, or by a keyword that no Hamilton cycle problem has.
fn tsplib(text: &str) -> Option<ModelFormat> {
    let is_read = match tsplib_type(text) {
        Some(name) => TSPLIB_TYPES.contains(&name),
        None => keys(text).any(|(key, _)| TSPLIB_WORDS.contains(&key)),
    };
    is_read.then_some(ModelFormat::Tsplib)
}

/// Returns the value of `TYPE` in a TSPLIB file.
pub(super) fn tsplib_type(text: &str) -> Option<&str> {
    let (_, value) = keys(text).find(|(key, _)| *key == "TYPE")?;
    let value = value.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    Some(value.split_whitespace().next().unwrap_or_default())
}

/// Returns the keywords of a TSPLIB file, each with the rest of its line.
fn keys(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = (Span { text, offset: 0 }).split(|c| c == '\n').map(Span::trim);
    lines.map(|line| {
        let (key, value) = line.cut(|c| c == ':' || c.is_whitespace());
        (key.text, value.map_or("", |value| value.text))
    })
}

/// Recognizes the formats of clauses by the first line that is not a comment.
fn clauses(text: &str, ending: &str) -> Option<ModelFormat> {
    let is_comment =
        |line: &&str| *line == "c" || line.starts_with("c ") || line.starts_with("c\t");
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let of_ending = match ending {
        "cnf" | "dimacs" => Some(ModelFormat::Cnf),
        "wcnf" => Some(ModelFormat::Wcnf),
        "gnf" => Some(ModelFormat::Gnf),
        _ => None,
    };
    // a file without clauses
    let Some(first) = lines().find(|line| !is_comment(line)) else { return of_ending };
    let has_graph = || lines().any(|line| line.starts_with("digraph "));
    match words(first).iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["p", "wcnf", ..] => Some(ModelFormat::Wcnf),
        ["p", "cnf", ..] if has_graph() || ending == "gnf" => Some(ModelFormat::Gnf),
        ["p", "cnf", ..] => Some(ModelFormat::Cnf),
        // a file of MonoSAT's library has no header
        _ if OtherFormat::of_content(text.as_bytes()) == Some(OtherFormat::Gnf) => {
            Some(ModelFormat::Gnf)
        }
        ["digraph", ref rest @ ..] => rest.last()?.parse::<u32>().ok().map(|_| ModelFormat::Gnf),
        _ => {
            let mut complete: Vec<&str> = lines().filter(|line| !is_comment(line)).collect();
            // the last line of the start may be cut
            if complete.len() > 1 && !text.ends_with('\n') {
                complete.pop();
            }
            if ending == "gnf" && complete.iter().all(|line| is_clause(line)) {
                return Some(ModelFormat::Gnf);
            }
            let is_named = ending == "wcnf";
            let is_soft = is_named || complete.iter().any(|line| line.starts_with("h "));
            let mut words = complete.into_iter().flat_map(str::split_whitespace);
            let are_clauses = is_soft && are_weighted_clauses(&mut words, is_named);
            are_clauses.then_some(ModelFormat::Wcnf)
        }
    }
}

/// Returns whether a line is one clause.
fn is_clause(line: &str) -> bool {
    let literals = line.strip_suffix('0').map(str::split_whitespace);
    let is_literal = |word: &str| word.parse::<i32>().is_ok_and(|number| number != 0);
    line.split_whitespace().next_back() == Some("0")
        && literals.is_some_and(|mut words| words.all(is_literal))
}

/// Returns whether words are clauses of WCNF without a header. The last clause may be cut if `is_named`, that is, if the name of the
/// file says the same.
fn are_weighted_clauses<'a>(words: &mut impl Iterator<Item = &'a str>, is_named: bool) -> bool {
    let mut is_cut = false;
    while let Some(first) = words.next() {
        if first != "h" && first.parse::<u64>().is_err() {
            return false;
        }
        is_cut = true;
        for word in words.by_ref() {
            if word.parse::<i64>().is_err() {
                return false;
            }
            if word == "0" {
                is_cut = false;
                break;
            }
        }
    }
    is_named || !is_cut
}

/// Recognizes the formats that the linter checks, other than clauses.
fn linear(text: &str, ending: &str) -> Option<ModelFormat> {
    // a picture may begin with a backslash, as a comment of an LP file does
    let is_comment = |line: &&str| line.is_empty() || line.starts_with('\\');
    let comments: usize =
        text.split_inclusive('\n').take_while(|line| is_comment(&line.trim())).map(str::len).sum();
    let text = &text[comments..];
    match FileFormat::of_content(text.as_bytes()) {
        Some(FileFormat::Opb) => Some(ModelFormat::Opb),
        Some(FileFormat::Mps) => Some(ModelFormat::Mps),
        Some(FileFormat::Lp) => Some(ModelFormat::Lp),
        _ => {
            // a file without the header of OPB, or with other comments
            let line = text
                .lines()
                .map(str::trim)
                .find(|line| !line.is_empty() && !line.starts_with('*'))?;
            // an LP file without an objective, whose error names what is missing
            let first = words(line).join(" ");
            if ending == "lp" && ["subject to", "such that", "st", "s.t."].contains(&&*first) {
                return Some(ModelFormat::Lp);
            }
            let is_constraint =
                line.ends_with(';') && line.contains('=') || line.starts_with("min:");
            (ending == "opb" && is_constraint).then_some(ModelFormat::Opb)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn the_format_follows_from_the_content() {
        let table = [
            ("c x\np cnf 1 1\n1 0\n", "", Some(ModelFormat::Cnf)),
            ("c x\nc\n", "a.cnf.xz", Some(ModelFormat::Cnf)),
            ("c x\nc\n", "", None),
            ("p wcnf 1 1 3\n1 1 0\n", "a.cnf", Some(ModelFormat::Wcnf)),
            ("c x\n3 1 0\nh 1 2 0\nh 3", "", Some(ModelFormat::Wcnf)),
            ("3 1 0\n2 2 0\n", "a.wcnf", Some(ModelFormat::Wcnf)),
            ("3 1 0\n2 2 0\n", "", None),
            ("h 1 x\n", "a.wcnf", None),
            ("h 1\n2 0 3\n-1 0\n", "", Some(ModelFormat::Wcnf)),
            ("h 1\n2 0 3\n-1\n", "", None),
            ("3\n1 2\n", "a.wcnf", Some(ModelFormat::Wcnf)),
            ("h 1 0 3\n4 5 6 7\n", "", None),
            ("p cnf 1 1\n1 0\ndigraph int 2 1 0\n", "", Some(ModelFormat::Gnf)),
            ("p cnf 1 1\n1 0\n", "a.GNF", Some(ModelFormat::Gnf)),
            ("1 0\n-1 20 0\n", "a.gnf", Some(ModelFormat::Gnf)),
            ("1 0\n-1 20 0\n", "", None),
            ("c monosat\n1 0\ndigraph 0 0 0\n", "", Some(ModelFormat::Gnf)),
            ("1 2 0\n3 0\ndigraph 0 0 7 -1 roads\n", "a.cnf", Some(ModelFormat::Gnf)),
            ("digraph 2 1 0\nedge 0 0 1 1\n", "", Some(ModelFormat::Gnf)),
            ("digraph {\n a -> b\n}\n", "", Some(ModelFormat::Digraph)),
            ("// c\ndigraph { a -> b }\n", "a.dot", Some(ModelFormat::Digraph)),
            ("&\n", "a.d6", Some(ModelFormat::Digraph)),
            ("AO\n", "a.D6.gz", Some(ModelFormat::Digraph)),
            ("AO\n", "a.g6", None),
            ("", "a.d6", None),
            ("* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", "", Some(ModelFormat::Opb)),
            ("min: +1 x1 ;\n", "", Some(ModelFormat::Opb)),
            ("* x\n+1 x1 >= 1 ;\n", "a.opb.gz", Some(ModelFormat::Opb)),
            ("+1 x1 >= 1 ;\n", "", None),
            ("\\ x\n\nMinimize\n obj: x\n", "", Some(ModelFormat::Lp)),
            ("\u{feff}Maximize\n obj: x\n", "", Some(ModelFormat::Lp)),
            ("\\/\n/\\\n", "a.lp", None),
            ("\\ x\nSubject To\n c: x >= 1\n", "a.lp", Some(ModelFormat::Lp)),
            ("Subject To\n c: x >= 1\n", "", None),
            ("* x\nNAME a FREE\nROWS\n", "", Some(ModelFormat::Mps)),
            ("NAME : x\nTYPE : TSP\n", "", Some(ModelFormat::Tsplib)),
            ("NAME: x\nTYPE: ATSP (x)\n", "", Some(ModelFormat::Tsplib)),
            ("DIMENSION : 3\nEDGE_WEIGHT_TYPE : GEO\n", "", Some(ModelFormat::Tsplib)),
            ("NAME : x\nTYPE : HCP\n", "a.tsp", None),
            ("TYPE : HCP\nEDGE_WEIGHT_TYPE : GEO\n", "", None),
            ("33d32945 STP File, STP Format Version 1.0\n", "", Some(ModelFormat::SteinLib)),
            ("\nSECTION Graph\nNodes 3\n", "", Some(ModelFormat::PaceGraph)),
            ("SECTION Comment\n", "a.stp", Some(ModelFormat::SteinLib)),
            ("", "a.cnf", Some(ModelFormat::Cnf)),
            ("\n", "a.wcnf", Some(ModelFormat::Wcnf)),
            ("", "a.gnf", Some(ModelFormat::Gnf)),
            ("", "a.lp", None),
            ("", "", None),
        ];
        for (text, name, format) in table {
            let name = Some(name).filter(|name| !name.is_empty());
            assert_eq!(model_format(text, name), format, "{text:?} {name:?}");
        }
    }

    /// Files of lp_solve begin with such comments, too.
    #[test]
    fn an_undirected_graph_below_a_comment_was_a_linear_program() {
        for text in ["// c\ngraph { 1--2--3--1 }\n", "/* c\n*/ strict graph g\n{ 1--2 }\n"] {
            for name in [None, Some("a.dot"), Some("a.txt"), Some("a.lp")] {
                assert_eq!(model_format(text, name), None, "{text:?} {name:?}");
            }
        }
        // a malformed graph is one because of the ending
        let wrong = "// c\ngrph { 1--2 }\n";
        assert_eq!(model_format(wrong, Some("a.dot")), None);
        assert_eq!(model_format(wrong, Some("a.gv.gz")), None);
        assert_eq!(model_format("// c\nmax: x;\n", Some("a.lp")), Some(ModelFormat::Lp));
    }

    #[test]
    fn a_puzzle_is_not_a_model() {
        let puzzles = [
            "slitherlink 2 2\n3.\n.1\n",
            "c 1 2\n. . .\n",
            "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n",
            "1 2 0\n0 0 3\n2 0 0\n",
            "1,2\n3,4\n",
            "h 1 .\n. . 2\n",
            "hamilton graph 3\n1 2\n2 3\n3 1\n",
        ];
        let endings = [
            "a.txt", "a.cnf", "a.lp", "a.mps", "a.opb", "a.wcnf", "a.gnf", "a.tsp", "a.stp",
            "a.gr", "a.d6",
        ];
        for text in puzzles {
            assert_eq!(model_format(text, None), None, "{text:?}");
            for name in endings.iter().filter(|name| **name != "a.wcnf") {
                assert_eq!(model_format(text, Some(name)), None, "{text:?} {name}");
            }
        }
        let puzzle = read("hamilton graph 3\n1 2\n2 3\n3 1\n", None).expect("valid").puzzle;
        for &format in PuzzleFormat::ALL {
            let Ok(text) = write(&puzzle, format) else { continue };
            assert_eq!(model_format(&text, None), None, "{format}");
        }
    }
}
