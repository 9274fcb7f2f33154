//! Formats that are mistaken for the formats that the linter checks.

use std::fmt;

use crate::FileFormat;

/// The byte order mark of UTF-8.
pub const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A format that is mistaken for a format that the linter checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFormat {
    /// Text in UTF-16.
    Utf16,
    /// Weighted clauses of MaxSAT, with a header.
    Wcnf,
    /// Weighted clauses of MaxSAT in the form of 2022, without a header.
    Wcnf2022,
    /// A formula with cubes.
    Icnf,
    /// A quantified formula.
    Qdimacs,
    /// Clauses and graphs, the format of MonoSAT.
    Gnf,
    /// A graph in a format of DIMACS.
    Graph,
    /// The LP format of lp_solve.
    LpSolve,
    /// A weighted pseudo-Boolean formula.
    Wbo,
}

impl fmt::Display for OtherFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf16 => {
                "this is UTF-16, not ASCII; save it as UTF-8: `| Out-File -Encoding utf8NoBOM` in PowerShell"
            }
            Self::Wcnf => {
                "this is WCNF (weighted clauses), not DIMACS CNF; give it to a MaxSAT solver"
            }
            Self::Wcnf2022 => {
                "this is WCNF (weighted clauses) in the form of 2022, not DIMACS CNF; give it to a MaxSAT solver"
            }
            Self::Icnf => {
                "this is iCNF (a formula with cubes), not DIMACS CNF; give it to an incremental solver, or write the \
                 formula without cubes"
            }
            Self::Qdimacs => {
                "this is QDIMACS (a formula with quantifiers), not DIMACS CNF; give it to a QBF solver"
            }
            Self::Gnf => {
                "this is GNF (clauses and graphs, the format of MonoSAT), not DIMACS CNF; `encycle solve` and `encycle \
                 encode` read it, from a file with the extension .gnf"
            }
            Self::Graph => {
                "this is a graph (`p edge` or `p col`), not DIMACS CNF; `encycle solve` reads graphs, as puzzles of the kind hamilton"
            }
            Self::LpSolve => {
                "this is the LP format of lp_solve, not CPLEX LP; convert it: `lp_solve -S3 -parse -wlp`, or with \
                 `-wfmps` to MPS"
            }
            Self::Wbo => {
                "this is WBO (weighted constraints), not OPB; give it to a solver for WBO"
            }
        })
    }
}

impl OtherFormat {
    /// Recognizes another format by the first bytes of a file.
    ///
    /// ```
    /// use encycle_lint::OtherFormat;
    ///
    /// let start = b"c a comment\np wcnf 1 2 3\n2 1 0\n";
    /// assert_eq!(OtherFormat::of_content(start), Some(OtherFormat::Wcnf));
    /// assert_eq!(OtherFormat::of_content(b"p cnf 1 1\n1 0\n"), None);
    /// ```
    #[must_use]
    pub fn of_content(start: &[u8]) -> Option<Self> {
        if is_utf16(start) {
            return Some(Self::Utf16);
        }
        let text = start.strip_prefix(MARK).unwrap_or(start);
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let mut lines = lines.filter(|line| !line.is_empty());
        let first = lines.clone().next()?;
        if first.starts_with(b"/*") || first.starts_with(b"//") || is_lp_solve(text) {
            return Some(Self::LpSolve);
        }
        if first.starts_with(b"*") {
            let line = lines.find(|line| !line.starts_with(b"*"))?;
            return line.starts_with(b"soft:").then_some(Self::Wbo);
        }
        if first.starts_with(b"soft:") {
            return Some(Self::Wbo);
        }
        // formats with comment lines that begin with `c`
        let is_comment =
            |line: &[u8]| line == b"c" || line.starts_with(b"c ") || line.starts_with(b"c\t");
        let mut lines = lines.filter(|line| !is_comment(line));
        let line = lines.next()?;
        let is_gnf = || is_graph_of_gnf(line) || lines.clone().any(is_graph_of_gnf);
        let has_hard = || lines.clone().any(|line| line.starts_with(b"h "));
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match (words.next(), words.next()) {
            (Some(b"p"), Some(b"wcnf")) => Some(Self::Wcnf),
            (Some(b"p"), Some(b"inccnf")) => Some(Self::Icnf),
            (Some(b"p"), Some(b"edge" | b"col")) => Some(Self::Graph),
            (Some(b"p"), Some(b"cnf")) => match lines.clone().next() {
                Some([b'a' | b'e', b' ' | b'\t', ..]) => Some(Self::Qdimacs),
                _ => is_gnf().then_some(Self::Gnf),
            },
            (Some(b"h"), Some(literal)) if is_number(literal) => Some(Self::Wcnf2022),
            // the first clauses are soft clauses; only a hard clause identifies the format
            (Some(weight), Some(literal))
                if is_number(weight) && is_number(literal) && has_hard() =>
            {
                Some(Self::Wcnf2022)
            }
            // a file of MonoSAT's library has no header
            _ => is_gnf().then_some(Self::Gnf),
        }
    }

    /// Returns the checked format for which this format is mistaken.
    pub(crate) fn nearest(self, start: &[u8]) -> Option<FileFormat> {
        match self {
            Self::Wcnf | Self::Wcnf2022 | Self::Icnf | Self::Qdimacs | Self::Gnf | Self::Graph => {
                Some(FileFormat::Cnf)
            }
            Self::LpSolve => Some(FileFormat::Lp),
            Self::Wbo => Some(FileFormat::Opb),
            Self::Utf16 => {
                let ascii: Vec<u8> =
                    start.iter().copied().filter(|byte| (1..0x80).contains(byte)).collect();
                // a file of any checked format can be stored as UTF-16
                FileFormat::of_content(&ascii).or(Some(FileFormat::Cnf))
            }
        }
    }
}

/// Returns whether the text begins with a byte order mark of UTF-16, or every second byte is 0.
fn is_utf16(start: &[u8]) -> bool {
    let is_mark = [&b"\xFF\xFE"[..], b"\xFE\xFF"].iter().any(|mark| start.starts_with(mark));
    let part = &start[..start.len().min(64)];
    let zeros =
        |first: usize| part.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    is_mark || part.len() >= 8 && zeros(0).max(zeros(1)) * 2 >= part.len() - 1
}

/// Returns whether a text begins with an objective that ends with a semicolon, and contains words that are not words of
/// OPB.
fn is_lp_solve(text: &[u8]) -> bool {
    let Some(rest) = objective(text) else { return false };
    let mut statements = rest.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
    let (Some(first), Some(second)) = (statements.next(), statements.next()) else {
        return false;
    };
    // after an empty objective, the first constraint identifies the format
    let statement = if first.is_empty() { second } else { first };
    // in a comment of CPLEX LP, a semicolon does not end anything
    !statement.contains(&b'\\') && !has_words_of_opb(statement)
}

/// Returns the text after `min:` or `max:`, in the spellings of lp_solve.
fn objective(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_start();
    let length = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let words = ["min", "max", "minimize", "maximize", "minimise", "maximise"];
    let is_word = words.iter().any(|word| text[..length].eq_ignore_ascii_case(word.as_bytes()));
    let rest = text[length..].trim_ascii_start().strip_prefix(b":")?;
    is_word.then_some(rest)
}

/// Returns whether a text consists only of words such as the words of `+1 x1 -2 ~x2 >= 1`.
fn has_words_of_opb(text: &[u8]) -> bool {
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.all(|word| {
        let name = word.strip_prefix(b"~").unwrap_or(word).strip_prefix(b"x");
        is_number(name.unwrap_or(word)) || [&b">="[..], b"=", b"<="].contains(&word)
    })
}

/// Returns whether a text begins with an objective of OPB.
pub(crate) fn begins_with_objective_of_opb(text: &[u8]) -> bool {
    let end = memchr::memchr(b';', text);
    end.zip(objective(text)).is_some() && !is_lp_solve(text)
}

/// Returns whether a line declares a graph of GNF: `digraph [TYPE] VERTICES EDGES GRAPH`. MonoSAT's library adds the width of
/// weights, and the name of the graph.
pub(crate) fn is_graph_of_gnf(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"digraph") else { return false };
    let words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let words: Vec<&[u8]> = words.take(6).collect();
    let is_graph = |words: &[&[u8]]| {
        (3..=5).contains(&words.len()) && words.iter().take(4).all(|word| is_number(word))
    };
    rest.first().is_some_and(u8::is_ascii_whitespace)
        && match words.first() {
            Some(&(b"int" | b"float" | b"rational")) => is_graph(&words[1..]),
            _ => is_graph(&words[..]),
        }
}

fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_recognized() {
        let utf16: Vec<u8> = "p cnf 1 1\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [&b"\xFF\xFE"[..], &utf16].concat();
        let table: [(&[u8], Option<OtherFormat>, Option<FileFormat>); 26] = [
            (&utf16, Some(OtherFormat::Utf16), Some(FileFormat::Cnf)),
            (&marked, Some(OtherFormat::Utf16), Some(FileFormat::Cnf)),
            (b"c\nc x\np  wcnf 1 1 5\n", Some(OtherFormat::Wcnf), Some(FileFormat::Cnf)),
            (b"c x\nh 1 2 0\n3 -1 0\n", Some(OtherFormat::Wcnf2022), Some(FileFormat::Cnf)),
            (b"3 -1 0\nh 1 2 0\n", Some(OtherFormat::Wcnf2022), Some(FileFormat::Cnf)),
            (b"p inccnf\n1 0\na 1 0\n", Some(OtherFormat::Icnf), Some(FileFormat::Cnf)),
            (
                b"p cnf 2 1\ne 1 0\na 2 0\n1 2 0\n",
                Some(OtherFormat::Qdimacs),
                Some(FileFormat::Cnf),
            ),
            (b"p cnf 1 1\n1 0\ndigraph int 2 1 0\n", Some(OtherFormat::Gnf), Some(FileFormat::Cnf)),
            (b"c x\ndigraph 2 1 0\n", Some(OtherFormat::Gnf), Some(FileFormat::Cnf)),
            (b"1 0\ndigraph 0 0 0 -1 g\n", Some(OtherFormat::Gnf), Some(FileFormat::Cnf)),
            (b"symbol 1 a\n1 2 0\ndigraph 0 0 0\n", Some(OtherFormat::Gnf), Some(FileFormat::Cnf)),
            (b"digraph 3 { 1 -> 2 }\n", None, None),
            (b"c x\np edge 2 1\ne 1 2\n", Some(OtherFormat::Graph), Some(FileFormat::Cnf)),
            (b"/* objective */\nmax: 3x+2y;\n", Some(OtherFormat::LpSolve), Some(FileFormat::Lp)),
            (
                b"max: 143 x + 60 y;\n120 x <= 5;\n",
                Some(OtherFormat::LpSolve),
                Some(FileFormat::Lp),
            ),
            (b"min: ;\nc1: x1 >= 1;\n", Some(OtherFormat::LpSolve), Some(FileFormat::Lp)),
            (b"Minimise: 2 a;\n", Some(OtherFormat::LpSolve), Some(FileFormat::Lp)),
            (
                b"* #variable= 1 #constraint= 1\nsoft: 6 ;\n",
                Some(OtherFormat::Wbo),
                Some(FileFormat::Opb),
            ),
            (b"\xEF\xBB\xBFp cnf 1 1\n1 0\n", None, Some(FileFormat::Cnf)),
            (b"p cnf 1 1\n1 0\n", None, Some(FileFormat::Cnf)),
            (b"1 -2 0\n2 0\n", None, Some(FileFormat::Cnf)),
            (b"min: +1 x1 +2 ~x2 ;\n+1 x1 >= 1 ;\n", None, Some(FileFormat::Opb)),
            (b"Minimize\n obj: x\n", None, Some(FileFormat::Lp)),
            (b"min\n obj: 2 x\\ a comment; odd\n", None, Some(FileFormat::Lp)),
            (b"c x: a\n", None, Some(FileFormat::Cnf)),
            (b"", None, None),
        ];
        for (text, other, nearest) in table {
            let shown = text.escape_ascii();
            assert_eq!(OtherFormat::of_content(text), other, "{shown}");
            assert_eq!(FileFormat::of_content(text), nearest, "{shown}");
        }
    }
}
