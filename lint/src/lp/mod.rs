//! The checks of CPLEX LP, line by line: first the bytes, the line length and the comments, then section keywords, then
//! the contents of the section.

mod columns;
mod rows;
pub mod rules;
mod tokens;

use crate::lines::{LONGEST, LinePiece};
use crate::{FileSize, FormulaSink, LintReport, LintRule, shown};
use columns::{ColumnTable, LinePosition};
use rows::RowReader;
use tokens::{LpSection, LpToken, LpTokenKind, SectionWord};

/// The maximum length of a line in old programs.
const LONG_LINE: u64 = 255;
/// The maximum length of a line in CPLEX.
const LINE_LIMIT: u64 = 560;

/// Returns whether a line starts an objective section.
pub(super) fn begins(line: &[u8]) -> bool {
    tokens::find(line).is_some_and(|(word, _)| word.section == LpSection::Objective)
}

/// The state of the checks of one linear program.
#[derive(Debug, Default)]
pub(crate) struct LpChecker {
    pub(crate) report: LintReport,
    /// The current section.
    section: LpSection,
    /// Whether the current section is `Binary`.
    is_binary: bool,
    /// The word, its replacement and the line of an unsupported section that has no contents so far.
    unsupported: Option<(&'static str, &'static str, u64)>,
    /// The section read so far that comes last in the order of the format.
    highest: LpSection,
    rows: RowReader,
    columns: ColumnTable,
    /// The tokens of the current line. They are kept only to reuse the memory.
    tokens: Vec<LpToken>,
    /// The number of the current line.
    line: u64,
    /// Whether a comment started earlier on the line.
    in_comment: bool,
    /// Whether there is an objective, or its absence has already been reported.
    has_objective: bool,
    /// Whether text after `End` has already been reported.
    is_after_end: bool,
}

impl LpChecker {
    /// Reports a finding in the current line.
    fn find<M: Into<String>>(&mut self, rule: &'static LintRule, message: impl FnOnce() -> M) {
        self.report.add(rule, self.line, None, message);
    }

    /// Checks a line or a piece of a line, and passes its contents to a sink.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut dyn FormulaSink) {
        self.line = piece.line;
        if piece.is_start() {
            self.in_comment = false;
        }
        self.check_bytes(piece);
        let text = self.without_comment(piece);
        let trimmed = text.trim_ascii();
        if trimmed.is_empty() {
            return;
        }
        if self.section == LpSection::End {
            if !std::mem::replace(&mut self.is_after_end, true) {
                self.find(&rules::AFTER_END, || {
                    format!("text after `End`: `{}`; delete it, or move `End`", shown(trimmed))
                });
            }
            return;
        }
        let start = text.len() - text.trim_ascii_start().len();
        if piece.is_start()
            && let Some((word, rest)) = tokens::find(trimmed)
        {
            let rest_start = text.trim_ascii_end().len() - rest.len();
            let keyword = text[start..rest_start].trim_ascii_end();
            self.end_section(sink);
            self.begin(word, start > 0, keyword.len() > word.text.len());
            if word.section == LpSection::Objective && word.text.starts_with("max") {
                sink.maximize();
            }
            self.contents(&text[rest_start..], piece.offset + rest_start as u64, sink);
        } else {
            self.contents(text, piece.offset, sink);
        }
    }

    /// Checks the bytes and the length of a line.
    fn check_bytes(&mut self, piece: &LinePiece<'_>) {
        if !piece.bytes.is_ascii()
            && let Some(at) = piece.bytes.iter().position(|byte| !byte.is_ascii())
        {
            let message = || format!("byte not in ASCII: 0x{:02X}; replace it", piece.bytes[at]);
            let column = Some(piece.offset + at as u64 + 1);
            self.report.add(&rules::NOT_ASCII, self.line, column, message);
        }
        if piece.is_start() && !piece.is_end {
            // the pieces of the line may be cut inside a word, so this is the first finding
            let message = || format!("line of more than {LONGEST} characters; break it");
            self.report.add(&rules::LINE_SIZE, self.line, None, message);
        } else if piece.is_start() {
            let break_length = u64::from(piece.bytes.last() == Some(&b'\r'));
            let length = piece.bytes.len() as u64 - break_length;
            if length <= LONG_LINE {
                return;
            }
            let (rule, most) = if length <= LINE_LIMIT {
                (&rules::LINE_LENGTH, LONG_LINE)
            } else {
                (&rules::LINE_LIMIT, LINE_LIMIT)
            };
            let message =
                || format!("line of {length} characters; break it before character {most}");
            self.report.add(rule, self.line, None, message);
        }
    }

    /// Returns the text before a comment, and checks the position of the comment.
    fn without_comment<'a>(&mut self, piece: &LinePiece<'a>) -> &'a [u8] {
        if self.in_comment {
            return &[];
        }
        let Some(at) = memchr::memchr(b'\\', piece.bytes) else {
            return piece.bytes;
        };
        self.in_comment = true;
        let text = &piece.bytes[..at];
        let follows_text = piece.offset > 0 || !text.trim_ascii().is_empty();
        if follows_text && self.section == LpSection::Rows {
            let message = || "comment after text; move it to a line at the top";
            let column = Some(piece.offset + at as u64 + 1);
            self.report.add(&rules::ROW_COMMENT, self.line, column, message);
        } else if !matches!(self.section, LpSection::Start | LpSection::End) {
            self.find(&rules::LATE_COMMENT, || "comment inside the program; move it to the top");
        }
        text
    }

    /// Begins a section: checks its keyword and its position.
    fn begin(&mut self, word: &SectionWord, is_indented: bool, has_extra_blank: bool) {
        if word.section == LpSection::Unsupported {
            // HiGHS writes an empty section
            self.unsupported = Some((word.text, word.better.unwrap_or_default(), self.line));
        } else if let Some(better) = word.better {
            self.find(&rules::SECTION_WORD, || {
                format!(
                    "section keyword that some programs do not support: `{}`; write `{better}`",
                    word.text
                )
            });
        } else if has_extra_blank {
            self.find(&rules::SECTION_WORD, || {
                format!("extra blank in a section keyword; write `{}`", word.text)
            });
        }
        if is_indented && word.section != LpSection::End {
            self.find(&rules::SECTION_INDENT, || {
                format!("blanks before section keyword `{}`; delete them", word.text)
            });
        }
        self.section = word.section;
        self.is_binary = word.text.starts_with("bin");
        if matches!(word.section, LpSection::Objective | LpSection::Rows) {
            self.rows.begin(word.section == LpSection::Objective, self.line);
        }
        self.has_objective |= word.section == LpSection::Objective;
        if !self.has_objective {
            self.no_objective();
        }
        if word.section == LpSection::Unsupported {
            return;
        }
        let is_repeated = word.section == self.highest && word.section != LpSection::Integers;
        if word.section < self.highest || is_repeated {
            self.find(&rules::SECTION_ORDER, || {
                let order =
                    "write objective, rows, bounds, general and binary in this order, each once";
                format!("section `{}` is out of order or repeated; {order}", word.text)
            });
        }
        self.highest = self.highest.max(word.section);
    }

    /// Reports the unsupported section that the file is in, once.
    fn report_unsupported(&mut self, is_empty: bool) {
        let Some((word, better, line)) = self.unsupported.take() else { return };
        let (rule, message) = match is_empty {
            true => (&rules::SECTION_WORD, format!("; delete the empty section `{word}`")),
            false => (&rules::UNSUPPORTED_SECTION, format!(": `{word}`; use {better}")),
        };
        self.report.add(rule, line, None, || {
            format!("section that some programs do not support{message}")
        });
    }

    /// Ends the current section.
    fn end_section(&mut self, sink: &mut dyn FormulaSink) {
        self.report_unsupported(true);
        if matches!(self.section, LpSection::Objective | LpSection::Rows) {
            self.rows.end(&mut LinePosition {
                line: self.line,
                offset: 0,
                report: &mut self.report,
                sink,
            });
        }
    }

    /// Checks the text of a line inside a section.
    fn contents(&mut self, text: &[u8], offset: u64, sink: &mut dyn FormulaSink) {
        let may_lack = tokens::cut(text, &mut self.tokens);
        if self.tokens.is_empty() {
            return;
        }
        let (tokens, columns) = (&self.tokens, &mut self.columns);
        let mut place = LinePosition { line: self.line, offset, report: &mut self.report, sink };
        if may_lack
            && matches!(self.section, LpSection::Objective | LpSection::Rows | LpSection::Bounds)
            && let Some(at) = tokens::glued(tokens)
        {
            let message = || {
                format!("missing blank before `{}`; add one", shown(text[at..].trim_ascii_end()))
            };
            // `2e` may be a term or the start of a number
            let rule = match tokens::has_half_exponent(text, tokens) {
                true => &rules::SYNTAX,
                false => &rules::GLUED,
            };
            place.report_finding(rule, at, message);
        }
        match self.section {
            LpSection::Objective | LpSection::Rows => {
                self.rows.line(text, tokens, columns, &mut place)
            }
            LpSection::Bounds => columns::line(text, tokens, columns, &mut place),
            LpSection::Integers => list(text, tokens, self.is_binary, columns, &mut place),
            LpSection::Start => self.no_objective(),
            LpSection::Unsupported => self.report_unsupported(false),
            LpSection::End => {}
        }
    }

    /// Reports the missing objective, once.
    fn no_objective(&mut self) {
        if !std::mem::replace(&mut self.has_objective, true) {
            let message = || "no objective before this line; begin with `Minimize` and `obj: 0 x`";
            self.report.add(&rules::NO_OBJECTIVE, self.line.max(1), None, message);
        }
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(&mut self, sink: &mut dyn FormulaSink) {
        let last = self.line.max(1);
        if self.section != LpSection::End {
            self.end_section(sink);
            let message = || "no `End`; check whether the file was truncated";
            self.report.add(&rules::MISSING_END, last, None, message);
        }
        self.no_objective();
        if self.rows.count() == 0 {
            let message =
                || "no rows; write `Subject To` and at least one row, such as `c1: 0 x >= 0`";
            self.report.add(&rules::NO_ROWS, last, None, message);
        }
        self.columns.report_bounds(&mut self.report);
        self.columns.report_unused(&mut self.report);
        self.report.size = FileSize { variables: self.columns.count(), clauses: self.rows.count() };
    }
}

/// Reads a line of `General` or `Binary`: a list of names.
fn list(
    text: &[u8],
    tokens: &[LpToken],
    is_binary: bool,
    columns: &mut ColumnTable,
    place: &mut LinePosition<'_>,
) {
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let mut end = token.end;
        if token.kind == LpTokenKind::Number
            && let Some(rest) =
                tokens.next_if(|next| next.is_glued && next.kind == LpTokenKind::Word)
        {
            end = rest.end;
        }
        let bytes = &text[token.start..end];
        if token.kind == LpTokenKind::Word || end > token.end {
            columns.integer(bytes, is_binary, token.start, place);
        } else {
            let message =
                || format!("not a name in a list of names: `{}`; delete it", shown(bytes));
            place.report_finding(&rules::SYNTAX, token.start, message);
        }
    }
}
