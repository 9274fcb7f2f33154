//! The checks of DIMACS CNF, in one pass over the bytes.

pub mod rules;

use crate::lines::LinePiece;
use crate::other::{OtherFormat, is_graph_of_gnf};
use crate::variables::Variables;
use crate::{DeclaredVariables, FileFormat, FileSize, FormulaSink, LintReport, LintRule, shown};

/// The kind of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineKind {
    #[default]
    Comment,
    Header,
    Clause,
    /// A line after a `%`, or of another format, which the checks ignore.
    Trailer,
}

/// The state of the checks of a formula.
#[derive(Debug, Default)]
pub(crate) struct CnfChecker {
    pub(crate) report: LintReport,
    /// The kind of the current line.
    kind: LineKind,
    /// The header, if its numbers are readable.
    header: Option<CnfHeader>,
    /// Whether a `p` line has been read.
    has_header_line: bool,
    /// Whether the missing header has already been reported.
    misses_header: bool,
    /// Whether a comment precedes the header.
    has_comment: bool,
    /// Whether a line shows that the file has another format, which is then the only finding.
    is_other: bool,
    /// The clause being read.
    clause: Clause,
    /// The number of complete clauses.
    clauses: u64,
    /// The number of clauses completed on the current line.
    clauses_on_line: u64,
    /// Whether there is an error that leaves the meaning of the file open.
    is_unclear: bool,
    /// The variables that occur.
    occurring: Variables,
    /// The number of the current line.
    line: u64,
    /// Whether a stray blank on the current line has already been reported.
    is_stray_line: bool,
    /// The last line on which a tab has been reported.
    tab_line: u64,
    /// Whether the last line read has no line break.
    lacks_newline: bool,
}

impl CnfChecker {
    /// Reports a finding in the current line.
    fn find<M: Into<String>>(&mut self, rule: &'static LintRule, message: impl FnOnce() -> M) {
        self.report.add(rule, self.line, None, message);
    }

    /// Checks a line or a piece of a line.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut impl FormulaSink) {
        self.line = piece.line;
        self.lacks_newline = !piece.has_newline;
        if self.kind == LineKind::Trailer {
            return;
        }
        let mut bytes = piece.bytes;
        if piece.is_end && bytes.last() == Some(&b'\r') {
            bytes = &bytes[..bytes.len() - 1];
            self.find(
                &rules::CARRIAGE_RETURN,
                || "carriage return at the end of the line; end lines in \\n",
            );
        }
        if piece.is_start() {
            self.clauses_on_line = 0;
            self.is_stray_line = false;
            self.kind = self.kind_of(bytes);
        }
        match self.kind {
            LineKind::Comment => self.not_ascii(bytes, piece.offset),
            LineKind::Header if piece.is_start() => self.header(bytes),
            LineKind::Clause => self.literals(bytes, piece, sink),
            LineKind::Header | LineKind::Trailer => {}
        }
        self.is_unclear = self.is_unclear || self.report.has_error_except(rules::LAYOUT);
    }

    /// Determines the kind of a line from its beginning.
    fn kind_of(&mut self, bytes: &[u8]) -> LineKind {
        match bytes.trim_ascii_start() {
            [b'c', ..] => {
                if bytes.first() != Some(&b'c') {
                    self.indented_comment();
                }
                self.comment(bytes);
                LineKind::Comment
            }
            [b'p', ..] => LineKind::Header,
            line @ [b'P', ..] if has_words_of_header(&String::from_utf8_lossy(line)) => {
                LineKind::Header
            }
            [b'%', ..] => {
                self.find(&rules::PERCENT_TRAILER, || {
                    "line with `%`, as at the end of old SATLIB files: most solvers stop here; \
                     delete it and everything after it"
                        .to_owned()
                });
                LineKind::Trailer
            }
            // the first graph may be below many clauses, where the format of the file is not recognized by its start
            line @ [b'd', ..] if is_graph_of_gnf(line) => {
                self.is_other = true;
                self.report = LintReport::new(FileFormat::Cnf);
                self.find(&rules::OTHER_FORMAT, || OtherFormat::Gnf.to_string());
                LineKind::Trailer
            }
            _ => LineKind::Clause,
        }
    }

    /// Checks the position of a comment.
    fn comment(&mut self, bytes: &[u8]) {
        if !self.has_header_line {
            self.has_comment = true;
        } else if bytes.starts_with(b"c p ") || bytes.starts_with(b"c t ") {
            self.find(
                &rules::LATE_DIRECTIVE,
                || "directive of model counters after the header; delete it for SAT solvers",
            );
        } else {
            self.find(
                &rules::LATE_COMMENT,
                || "comment after the header; move it before the header",
            );
        }
    }

    /// Reports blanks before a comment.
    fn indented_comment(&mut self) {
        if self.has_header_line {
            return self.stray_blank(LEADING_BLANK);
        }
        self.find(&rules::COMMENT_INDENT, || "blank before a comment; delete it");
    }

    /// Reports the first byte of a comment that is not UTF-8 or, if there is none, the first that is not ASCII.
    fn not_ascii(&mut self, bytes: &[u8], offset: u64) {
        if bytes.is_ascii() {
            return;
        }
        // the end of a piece may split a character
        let invalid = str::from_utf8(bytes).err().filter(|error| error.error_len().is_some());
        let first = bytes.iter().position(|byte| !byte.is_ascii());
        let (rule, what, place) = match (invalid, first) {
            (Some(error), _) => (&rules::NOT_UTF8, "UTF-8", error.valid_up_to()),
            (None, Some(place)) => (&rules::NOT_ASCII, "ASCII", place),
            (None, None) => return,
        };
        let message = || format!("byte not in {what}: 0x{:02X}; replace it", bytes[place]);
        self.report.add(rule, self.line, Some(offset + place as u64 + 1), message);
    }

    /// Checks a `p` line.
    fn header(&mut self, bytes: &[u8]) {
        if self.has_header_line {
            self.find(&rules::SECOND_HEADER, || "second `p` line; keep one, before the clauses");
            return;
        }
        self.has_header_line = true;
        let (header, wrong) = parse_header(bytes, self.line);
        self.header = header;
        match wrong {
            Some((true, message)) => {
                self.report.add(&rules::HEADER_FORM, self.line, None, || message);
            }
            Some((false, message)) => self.stray_blank(&message),
            None => {}
        }
        if let Some(variables) = header.map(|header| header.variables)
            && variables > i32::MAX as u64
        {
            self.find(&rules::LITERAL_RANGE, || {
                format!("too many variables: {variables}; the limit is {}", i32::MAX)
            });
        }
    }

    /// Reports the missing header, once.
    fn no_header(&mut self) {
        if std::mem::replace(&mut self.misses_header, true) {
            return;
        }
        let message = || "no header before the clauses; begin with `p cnf VARIABLES CLAUSES`";
        self.report.add(&rules::NO_HEADER, self.line.max(1), None, message);
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(&mut self) {
        if self.is_other {
            return;
        }
        let last = self.line.max(1);
        if !self.has_header_line {
            self.no_header();
        }
        if !self.clause.is_empty() {
            let message = || "last clause without 0; check whether the file was truncated";
            self.report.add(&rules::UNFINISHED_CLAUSE, self.clause.line, None, message);
        }
        if !self.has_comment {
            let message = || {
                "no comment before the header; state there how the formula was generated \
                 (`c command: ...`)"
                    .to_owned()
            };
            self.report.add(&rules::NO_COMMENT, 1, None, message);
        }
        if self.lacks_newline {
            let message = || "last line without a line feed; add it";
            self.report.add(&rules::NO_FINAL_NEWLINE, last, None, message);
        }
        if let Some(header) = self.header {
            self.counts(header);
            let CnfHeader { line, variables, .. } = header;
            self.report.declared = Some(DeclaredVariables { line, variables });
        }
        self.report.size = FileSize { variables: self.occurring.count(), clauses: self.clauses };
    }

    /// Compares the header's numbers with the clauses and variables found.
    fn counts(&mut self, header: CnfHeader) {
        let (declared, found) = (header.clauses, self.clauses);
        // for an unfinished last clause, the finding about the missing 0 is enough
        let unfinished = u64::from(!self.clause.is_empty());
        if declared != found && declared != found + unfinished {
            let message = || {
                format!("the header declares {declared} clauses, the file has {found}; correct it")
            };
            self.report.add(&rules::CLAUSE_COUNT, header.line, None, message);
        }
        // of more variables than fit, how many do not occur is not worth a finding
        let Ok(last) = i32::try_from(header.variables).map(i32::unsigned_abs) else { return };
        let first: Vec<String> =
            self.occurring.missing(last).take(3).map(|v| v.to_string()).collect();
        if !first.is_empty() {
            let within = self.occurring.count_up_to(last);
            let message = || {
                let (unused, declared) = (u64::from(last) - within, header.variables);
                let first = first.join(", ");
                format!(
                    "{unused} of {declared} variables do not occur (first: {first}); renumber them"
                )
            };
            self.report.add(&rules::UNUSED_VARIABLE, header.line, None, message);
        }
    }
}

// The current clause, and the search for variables that occur in it twice.

/// The maximum number of literals that are kept of one clause. A longer clause, which occurs only in hostile files, is
/// compared in parts of this length to bound the memory.
const LONGEST: usize = 1 << 22;

/// A clause being read.
#[derive(Debug, Default)]
struct Clause {
    literals: Vec<i32>,
    /// The line of the first literal.
    pub line: u64,
    /// A literal that occurs twice, after [`Self::compare`].
    pub duplicate: Option<i32>,
    /// A variable that occurs with both signs, after [`Self::compare`].
    pub opposite: Option<i32>,
    /// Whether it has a word that is not a literal, so that its literals may belong to no clause or to several.
    pub is_damaged: bool,
}

impl Clause {
    /// Returns whether no literal was added since the last clause.
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Adds a literal.
    pub fn push(&mut self, literal: i32) {
        if self.literals.len() >= LONGEST {
            self.compare();
            self.literals.clear();
        }
        self.literals.push(literal);
    }

    /// Starts a new clause.
    pub fn clear(&mut self) {
        self.literals.clear();
        (self.duplicate, self.opposite, self.is_damaged) = (None, None, false);
    }

    /// Searches for a variable that occurs twice; sets [`Self::duplicate`] and [`Self::opposite`].
    pub fn compare(&mut self) {
        // most clauses are short, and comparing all pairs is fastest for short clauses
        if self.literals.len() <= 8 {
            for (i, &a) in self.literals.iter().enumerate() {
                for &b in &self.literals[i + 1..] {
                    if a == b {
                        self.duplicate = Some(a);
                    } else if a == -b {
                        self.opposite = Some(a.abs());
                    }
                }
            }
            return;
        }
        self.literals.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        for pair in self.literals.windows(2) {
            if pair[0] == pair[1] {
                self.duplicate = Some(pair[0]);
            } else if pair[0] == -pair[1] {
                self.opposite = Some(pair[1]);
            }
        }
    }
}

// The header line of a DIMACS CNF file.

/// The header: the numbers that it declares, and its line number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CnfHeader {
    pub line: u64,
    pub variables: u64,
    pub clauses: u64,
}

/// Parses a header line.
///
/// Returns the header if both numbers can be parsed. If the line differs from `p cnf VARIABLES CLAUSES` with single
/// blanks, also returns a message, and whether a program stops at the line. Capital letters, extra blanks and leading zeros
/// result in both a header and a message.
fn parse_header(bytes: &[u8], line: u64) -> (Option<CnfHeader>, Option<(bool, String)>) {
    const RIGHT: &str = "write `p cnf VARIABLES CLAUSES`";
    let text = String::from_utf8_lossy(bytes);
    let line_shown = shown(bytes);
    let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok());
    let numbers = || format!("header without exactly two numbers: `{line_shown}`; {RIGHT}");
    let message = match words[..] {
        [_, _, variables, clauses] if has_words_of_header(&text) => {
            let (Some(Some(variables)), Some(Some(clauses))) = (number(variables), number(clauses))
            else {
                return (None, Some((true, numbers())));
            };
            let exact = format!("p cnf {variables} {clauses}");
            let stops = !text.starts_with("p cnf ") || !text.bytes().all(is_plain);
            let message = (text != exact).then(|| {
                let has_capitals = text.bytes().any(|byte| byte.is_ascii_uppercase());
                let what = if has_capitals { "capital letters" } else { "extra blanks or digits" };
                (stops, format!("{what}: `{line_shown}`; write `{exact}`"))
            });
            return (Some(CnfHeader { line, variables, clauses }), message);
        }
        _ if has_words_of_header(&text) => numbers(),
        ["p", kind, ..] => format!("header not of CNF: `p {}`; {RIGHT}", shown(kind.as_bytes())),
        _ => format!("invalid header: `{line_shown}`; {RIGHT}"),
    };
    (None, Some((true, message)))
}

/// Returns whether a line begins with the words `p cnf`, perhaps in capital letters.
fn has_words_of_header(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    ["p", "cnf"].iter().all(|word| words.next().is_some_and(|it| it.eq_ignore_ascii_case(word)))
}

/// Returns whether a byte is a visible character or a space.
fn is_plain(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}

// The checks of lines with clauses.

const LEADING_BLANK: &str = "blank at the start of the line; delete it";

impl CnfChecker {
    /// Reads the literals of a line. This is the hot path of the linter.
    fn literals(&mut self, bytes: &[u8], piece: &LinePiece<'_>, sink: &mut impl FormulaSink) {
        if bytes.is_empty() && piece.is_start() {
            return self.stray_blank("empty line; delete it");
        }
        let last = bytes.iter().rposition(|&byte| !is_blank(byte));
        let end_of_words = last.map_or(0, |last| last + 1);
        let mut at = 0;
        while at < bytes.len() {
            if is_blank(bytes[at]) {
                let is_first = at == 0 && piece.is_start();
                let is_last = piece.is_end && at >= end_of_words;
                if bytes[at] == b'\t' && !is_first && !is_last {
                    self.tab(piece.offset + at as u64);
                } else {
                    self.stray_blank(match is_first {
                        true => LEADING_BLANK,
                        false => "extra blank; separate literals by single spaces",
                    });
                }
                at += 1;
                continue;
            }
            let start = at;
            let negative = bytes[at] == b'-';
            at += usize::from(negative);
            let mut value = 0_u64;
            // nineteen digits cannot overflow
            let end = bytes.len().min(at + 19);
            let digits = at;
            while at < end && bytes[at].is_ascii_digit() {
                value = value * 10 + u64::from(bytes[at] - b'0');
                at += 1;
            }
            let is_whole = at == bytes.len() || is_blank(bytes[at]);
            if is_whole && at > digits && value <= i32::MAX as u64 && !(negative && value == 0) {
                let value = value as i32;
                self.literal(if negative { -value } else { value }, sink);
            } else {
                while at < bytes.len() && !is_blank(bytes[at]) {
                    at += 1;
                }
                let word = &bytes[start..at];
                self.bad_word(word, piece.offset + start as u64, sink);
                // a clause that ends in `-0` does not go on below
                if word == b"-0" && piece.is_end && at >= end_of_words {
                    self.literal(0, sink);
                }
            }
            if at < bytes.len() && bytes[at] == b' ' {
                at += 1;
                if at == bytes.len() && piece.is_end {
                    self.stray_blank("blank at the end of the line; delete it");
                }
            }
        }
    }

    /// Processes a literal, or the 0 at the end of a clause.
    fn literal(&mut self, literal: i32, sink: &mut impl FormulaSink) {
        if !self.has_header_line {
            self.no_header();
        }
        if self.clauses_on_line > 0 && self.clause.is_empty() {
            self.find(
                &rules::SHARED_LINE,
                || "second clause on the line; write each clause on its own line",
            );
        }
        if literal == 0 {
            return self.end_clause(sink);
        }
        if self.clause.is_empty() {
            self.clause.line = self.line;
        }
        self.clause.push(literal);
        let variable = literal.unsigned_abs();
        self.occurring.insert(variable);
        if let Some(header) = self.header
            && u64::from(variable) > header.variables
        {
            let message =
                || format!("variable {variable} exceeds the header's {}", header.variables);
            self.is_unclear = true;
            self.report.add(&rules::VARIABLE_ABOVE, self.line, None, message);
        }
        if !self.is_unclear {
            sink.literal(literal);
        }
    }

    fn end_clause(&mut self, sink: &mut impl FormulaSink) {
        if !self.is_unclear {
            sink.literal(0);
        }
        self.clauses += 1;
        self.clauses_on_line += 1;
        if self.clause.is_damaged {
            return self.clause.clear();
        }
        if self.clause.is_empty() {
            return self
                .find(&rules::EMPTY_CLAUSE, || "empty clause: the formula is unsatisfiable");
        }
        let first = self.clause.line;
        if first != self.line {
            let message = || format!("the clause ends on line {}; write it on one line", self.line);
            self.report.add(&rules::CLAUSE_OVER_LINES, first, None, message);
        }
        self.clause.compare();
        if let Some(literal) = self.clause.duplicate {
            let message = || format!("literal {literal} occurs twice in the clause; write it once");
            self.report.add(&rules::DUPLICATE_LITERAL, first, None, message);
        }
        if let Some(variable) = self.clause.opposite {
            let message = || {
                format!(
                    "tautology: the clause contains {variable} and -{variable}; delete the clause"
                )
            };
            self.report.add(&rules::OPPOSITE_LITERALS, first, None, message);
        }
        self.clause.clear();
    }

    /// Reports a word that is not a literal.
    fn bad_word(&mut self, word: &[u8], offset: u64, sink: &mut impl FormulaSink) {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        // count `+1` as the literal that it means, so that the counts of clauses and variables stay correct
        let meant = word.strip_prefix(b"+").and_then(small);
        if let Some(literal) = meant {
            self.literal(literal, sink);
        }
        let shown = shown(word);
        let column = Some(offset + 1);
        if is_number && digits.iter().any(|&digit| digit != b'0') {
            let message =
                || format!("literal does not fit into 32 bits: {shown}; renumber the variables");
            self.report.add(&rules::LITERAL_RANGE, self.line, column, message);
        } else {
            self.clause.is_damaged |= meant.is_none();
            let message = || match word {
                [b'x', ..] => format!("XOR clause of CryptoMiniSat: `{shown}`; write it as CNF"),
                [b'+', ..] => format!("plus sign: `{shown}`; delete it"),
                _ => format!("not a literal: `{shown}`; write a number, or comment the line out"),
            };
            self.report.add(&rules::BAD_WORD, self.line, column, message);
        }
    }

    /// Reports a tab between literals, at most once per line.
    fn tab(&mut self, offset: u64) {
        if self.tab_line != self.line {
            self.tab_line = self.line;
            let message = || "tab; separate literals by single spaces";
            self.report.add(&rules::TAB, self.line, Some(offset + 1), message);
        }
    }

    /// Reports stray blanks, at most once per line.
    fn stray_blank(&mut self, message: &str) {
        if !self.is_stray_line {
            self.is_stray_line = true;
            self.report.add(&rules::STRAY_BLANK, self.line, None, || message.to_owned());
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Parses a number of at most nine digits.
fn small(digits: &[u8]) -> Option<i32> {
    let is_number = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |value, digit| value * 10 + i32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short and long clauses take different code paths.
    #[test]
    fn duplicate_and_opposite_literals_are_found_in_short_and_long_clauses() {
        for padding in [0, 20] {
            for (literals, duplicate, opposite) in [
                (vec![1, 2, -3], None, None),
                (vec![1, -3, -3], Some(-3), None),
                (vec![3, 1, -3], None, Some(3)),
                (vec![3, -3, 1, 3], Some(3), Some(3)),
            ] {
                let mut clause = Clause::default();
                literals.iter().copied().chain(100..100 + padding).for_each(|l| clause.push(l));
                clause.compare();
                assert_eq!((clause.duplicate, clause.opposite), (duplicate, opposite));
            }
        }
    }

    #[test]
    fn headers_with_readable_numbers_are_accepted_with_a_message() {
        let header = Some(CnfHeader { line: 3, variables: 2, clauses: 1 });
        assert_eq!(parse_header(b"p cnf 2 1", 3), (header, None));
        for (odd, stops) in [
            ("p cnf  2 1", false),
            ("p cnf 2 1 ", false),
            ("p cnf 02 1", false),
            ("p\tcnf 2 1", true),
            ("p  cnf 2 1", true),
            (" p cnf 2 1", true),
            ("p cnf 2\t1", true),
        ] {
            let (found, message) = parse_header(odd.as_bytes(), 3);
            assert_eq!(found, header, "{odd}");
            let (found, message) = message.unwrap();
            assert!(found == stops && message.ends_with("write `p cnf 2 1`"), "{odd}");
        }
        for odd in ["P CNF 2 1", "p CNF 2 1", "P cnf  2 1"] {
            let (found, message) = parse_header(odd.as_bytes(), 3);
            let expected = (true, format!("capital letters: `{odd}`; write `p cnf 2 1`"));
            assert_eq!((found, message), (header, Some(expected)));
        }
        for wrong in [
            "p",
            "p cnf",
            "p cnf 2",
            "p cnf 2 1 0",
            "p cnf +2 1",
            "p wcnf 2 1",
            "pcnf 2 1",
            "p cnf 99999999999999999999 1",
            "p cnf \u{e9} 1",
        ] {
            assert!(
                matches!(parse_header(wrong.as_bytes(), 3), (None, Some((true, _)))),
                "{wrong}"
            );
        }
    }
}
