//! The checks of OPB, in one pass over the bytes.

pub mod rules;

use std::cmp::Ordering;

use crate::lines::LinePiece;
use crate::variables::Variables;
use crate::{
    DeclaredVariables, FilePlace, FileSize, FormulaSink, LintReport, LintRule, Number, shown,
};

/// Returns whether a line can be the first line of a file.
pub(super) fn begins(line: &[u8]) -> bool {
    line.starts_with(b"* #variable=")
}

/// The state of the checks of a formula.
#[derive(Debug, Default)]
pub(crate) struct OpbChecker {
    pub(crate) report: LintReport,
    header: OpbHeader,
    /// Whether the current line is a comment.
    in_comment: bool,
    statement: OpbStatement,
    constraints: u64,
    equations: u64,
    /// The maximum, over all constraints, of the sum of the absolute values in a constraint.
    greatest_sum: u128,
    has_objective: bool,
    /// The variables that occur.
    occurring: Variables,
    /// The number of the current line.
    line: u64,
}

impl OpbChecker {
    /// Checks a line or a piece of a line, and passes its contents to a sink.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut dyn FormulaSink) {
        self.line = piece.line;
        let mut bytes = piece.bytes;
        let is_comment = match piece.is_start() {
            true => bytes.first() == Some(&b'*'),
            false => self.in_comment,
        };
        if piece.is_end && bytes.last() == Some(&b'\r') {
            bytes = &bytes[..bytes.len() - 1];
            if !is_comment {
                self.report.add(
                    &rules::CARRIAGE_RETURN,
                    self.line,
                    None,
                    || "carriage return at the end of the line; end lines in \\n",
                );
            }
        }
        if let Some(at) = bytes.iter().position(|byte| !byte.is_ascii()) {
            let message = || format!("byte not in ASCII: 0x{:02X}; replace it", bytes[at]);
            let column = Some(piece.offset + at as u64 + 1);
            self.report.add(&rules::NOT_ASCII, self.line, column, message);
        }
        if piece.is_start() {
            self.in_comment = is_comment;
            if self.line == 1 {
                self.first_line(bytes);
            } else if !self.in_comment && self.statement.is_open() && !bytes.trim_ascii().is_empty()
            {
                let message = || "constraint over several lines; write it on one";
                self.report.add(&rules::OVER_LINES, self.statement.line, None, message);
            }
        }
        if !self.in_comment {
            self.statements(bytes, piece.offset, sink);
        }
    }

    /// Checks the first line.
    fn first_line(&mut self, bytes: &[u8]) {
        self.header = parse_header(bytes);
        let OpbHeader { variables: Some(variables), constraints: Some(constraints), .. } =
            self.header
        else {
            return self.no_header();
        };
        let exact = format!("* #variable= {variables} #constraint= {constraints}");
        match bytes.trim_ascii_end().strip_prefix(exact.as_bytes()) {
            Some([]) => {}
            Some(rest) if self.header.words_of_2024().as_deref() == Some(rest) => {}
            Some([b' ', ..]) => {
                let message = || "other words after the header; end it, or write `#equal= EQUATIONS intsize= BITS`";
                self.report.add(&rules::HEADER_WORDS, 1, None, message);
            }
            _ => {
                let message = || format!("header in another form; write `{exact}`");
                self.report.add(&rules::HEADER_FORM, 1, None, message);
            }
        }
    }

    fn no_header(&mut self) {
        let message = || "no header; begin with `* #variable= VARIABLES #constraint= CONSTRAINTS`";
        self.report.add(&rules::NO_HEADER, 1, None, message);
    }

    /// Checks the constraints on a line.
    fn statements(&mut self, text: &[u8], offset: u64, sink: &mut dyn FormulaSink) {
        for (kind, start, word) in tokens(text) {
            let place = FilePlace { line: self.line, column: offset + start as u64 + 1 };
            let checked = match kind {
                OpbTokenKind::End => self.end(),
                _ => match self.statement.token(kind, word, self.line) {
                    Ok(part) => {
                        self.part(part, place, sink);
                        Ok(())
                    }
                    Err(fault) => {
                        if let Some(variable) = self.statement.negated.take() {
                            self.negated_term(variable, place, sink);
                        }
                        Err(fault)
                    }
                },
            };
            if let Err((rule, message)) = checked {
                self.report.add(rule, place.line, Some(place.column), || message);
            }
        }
    }

    /// Passes on a part of a constraint or of the objective.
    fn part(&mut self, part: StatementPart, place: FilePlace, sink: &mut dyn FormulaSink) {
        let row = self.constraints as usize;
        match part {
            StatementPart::Term(coefficient, variable) => {
                self.variable(variable, place.column);
                let row = if self.statement.is_objective { None } else { Some(row) };
                sink.term(row, variable as usize - 1, Number::Whole(coefficient), place);
            }
            StatementPart::Relation(relation) => sink.relation(relation),
            StatementPart::RightSide(value) => sink.right_side(row, Number::Whole(value), place),
            StatementPart::Other => {}
        }
    }

    /// Passes on a term whose variable is negated.
    fn negated_term(&mut self, variable: u32, place: FilePlace, sink: &mut dyn FormulaSink) {
        self.variable(variable, place.column);
        let row = (!self.statement.is_objective).then_some(self.constraints as usize);
        let coefficient = Number::Whole(self.statement.coefficient);
        sink.negated_term(row, variable as usize - 1, coefficient, place);
    }

    fn variable(&mut self, variable: u32, column: u64) {
        self.occurring.insert(variable);
        if let Some(declared) = self.header.variables
            && u64::from(variable) > declared
        {
            let message = || {
                format!("variable x{variable} is above the header's {declared}; correct the header")
            };
            self.report.add(&rules::VARIABLE_ABOVE, self.line, Some(column), message);
        }
    }

    /// Ends a constraint or an objective.
    fn end(&mut self) -> Result<(), Fault> {
        let ended = self.statement.end();
        if self.statement.is_objective {
            if self.constraints > 0 || std::mem::replace(&mut self.has_objective, true) {
                let message = || "objective after another or after a constraint; move it to the top, and keep one";
                self.report.add(&rules::OBJECTIVE, self.statement.line, None, message);
            }
        } else {
            self.constraints += 1;
            self.equations += u64::from(self.statement.is_equation);
            self.greatest_sum = self.greatest_sum.max(self.statement.sum);
        }
        self.statement.clear();
        ended
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(&mut self) {
        if self.line == 0 {
            self.no_header();
        }
        if self.statement.is_open() {
            let message = || "last constraint without `;`; check whether the file was truncated";
            self.report.add(&rules::UNFINISHED, self.statement.line, None, message);
        }
        let found = [
            (&rules::CONSTRAINT_COUNT, "constraints", self.header.constraints, self.constraints),
            (&rules::EQUATION_COUNT, "equations", self.header.equations, self.equations),
        ];
        // for an unfinished last constraint, the finding about the missing `;` is enough
        let unfinished = u64::from(self.statement.is_open());
        let differs =
            |declared: &u64, found: u64| *declared != found && *declared != found + unfinished;
        for (rule, what, declared, found) in found {
            if let Some(declared) = declared.filter(|declared| differs(declared, found)) {
                let message = || {
                    format!(
                        "the header declares {declared} {what}, the file has {found}; correct it"
                    )
                };
                self.report.add(rule, 1, None, message);
            }
        }
        let bits = self.greatest_sum.checked_ilog2().map_or(1, |bits| u64::from(bits) + 1);
        if let Some(declared) = self.header.intsize.filter(|&declared| declared < bits) {
            let message =
                || format!("intsize {declared}, but a constraint needs {bits} bits; correct it");
            self.report.add(&rules::INTSIZE, 1, None, message);
        }
        self.report.declared =
            self.header.variables.map(|variables| DeclaredVariables { line: 1, variables });
        self.report.size =
            FileSize { variables: self.occurring.count(), clauses: self.constraints };
    }
}

// The numbers in the first line of an OPB file.

/// The numbers of a comment such as `* #variable= 3 #constraint= 2`, each named by its word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OpbHeader {
    pub variables: Option<u64>,
    pub constraints: Option<u64>,
    pub equations: Option<u64>,
    pub intsize: Option<u64>,
}

impl OpbHeader {
    /// Returns the words that the competition of 2024 writes after the number of constraints.
    pub fn words_of_2024(&self) -> Option<Vec<u8>> {
        let Self { equations: Some(equations), intsize: Some(bits), .. } = self else {
            return None;
        };
        Some(format!(" #equal= {equations} intsize= {bits}").into_bytes())
    }
}

/// Parses a comment. There may be any number of blanks around a number, or none.
fn parse_header(text: &[u8]) -> OpbHeader {
    let text = String::from_utf8_lossy(text);
    let number = |word: &str| {
        let rest = text.split_once(word)?.1.trim_start();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..length].parse().ok()
    };
    OpbHeader {
        variables: number("#variable="),
        constraints: number("#constraint="),
        equations: number("#equal="),
        intsize: number("intsize="),
    }
}

// The tokens of a line of OPB.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpbTokenKind {
    /// A number, a variable or a keyword.
    Word,
    /// A sequence of `<`, `>`, `=` and `!`.
    Relation,
    /// `;`
    End,
}

/// Returns the tokens of a text, each with its kind and its start.
fn tokens(text: &[u8]) -> impl Iterator<Item = (OpbTokenKind, usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while text.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let kind = kind(*text.get(at)?);
        let length = match kind {
            OpbTokenKind::End => 1,
            OpbTokenKind::Relation => run(&text[at..], kind),
            OpbTokenKind::Word => match plain(&text[at..]) {
                Some(length) => length,
                None => {
                    let length = run(&text[at..], kind);
                    parted(&text[at..at + length])
                }
            },
        };
        let start = at;
        at += length;
        Some((kind, start, &text[start..at]))
    })
}

/// Returns the length of a number or a variable with a blank after it. Nearly all words have this form.
fn plain(text: &[u8]) -> Option<usize> {
    if !matches!(text[0], b'+' | b'-' | b'x' | b'0'..=b'9') {
        return None;
    }
    let mut length = 1;
    while text.get(length).is_some_and(u8::is_ascii_digit) {
        length += 1;
    }
    text.get(length).is_some_and(u8::is_ascii_whitespace).then_some(length)
}

/// Returns the number of bytes of a kind at the start of a text.
fn run(text: &[u8], of: OpbTokenKind) -> usize {
    let is_part = |byte: &&u8| !byte.is_ascii_whitespace() && kind(**byte) == of;
    text.iter().take_while(is_part).count()
}

/// Returns the length of the first of several words that are not separated by blanks, such as `min:+1x1+2x2`.
fn parted(word: &[u8]) -> usize {
    let found = match word[0] {
        b'+' | b'-' | b'0'..=b'9' => {
            let digits = word[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let has_digit = digits > 0 || word[0].is_ascii_digit();
            let next = word.get(1 + digits);
            (has_digit && matches!(next, Some(b'x' | b'~'))).then_some(1 + digits)
        }
        b'x' | b'~' => word.iter().position(|byte| matches!(byte, b'+' | b'-')),
        _ => word.iter().position(|&byte| byte == b':').map(|at| at + 1),
    };
    found.unwrap_or(word.len())
}

fn kind(byte: u8) -> OpbTokenKind {
    match byte {
        b';' => OpbTokenKind::End,
        b'<' | b'>' | b'=' | b'!' => OpbTokenKind::Relation,
        _ => OpbTokenKind::Word,
    }
}

// The check of a constraint or an objective, token by token.

/// The maximum number of terms of a constraint that is searched for duplicate variables.
const MAX_TERMS: usize = 1 << 22;

/// A violated rule and its message.
type Fault = (&'static LintRule, String);

/// The part that a token adds to the statement.
#[derive(Clone, Copy, Debug)]
enum StatementPart {
    /// A coefficient, and the variable that the token names.
    Term(i64, u32),
    Relation(Ordering),
    RightSide(i64),
    /// No part.
    Other,
}

/// The possible kinds of the next token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    /// A coefficient, a relation or, in an objective, the end.
    #[default]
    Term,
    Variable,
    RightSide,
    End,
}

/// The constraint or objective being read.
#[derive(Debug, Default)]
struct OpbStatement {
    /// The line on which the statement starts; 0 if no statement is open.
    pub line: u64,
    pub is_objective: bool,
    pub is_equation: bool,
    next: Next,
    /// Whether a syntax error makes the rest of the statement meaningless.
    is_broken: bool,
    terms: usize,
    variables: Vec<u32>,
    /// The sum of all absolute values read so far.
    pub sum: u128,
    /// The sum of the absolute values of the coefficients read so far.
    coefficients: u128,
    /// The last coefficient.
    coefficient: i64,
    /// The variable of the last term, if it is negated.
    negated: Option<u32>,
}

impl OpbStatement {
    /// Returns whether a statement is open.
    pub fn is_open(&self) -> bool {
        self.line > 0
    }

    /// Processes a token other than the end.
    ///
    /// # Errors
    /// The rule that the token violates.
    pub fn token(
        &mut self,
        kind: OpbTokenKind,
        word: &[u8],
        line: u64,
    ) -> Result<StatementPart, Fault> {
        if !self.is_open() {
            self.line = line;
            if kind == OpbTokenKind::Word && word.ends_with(b":") {
                self.is_objective = true;
                return match word {
                    b"min:" => Ok(StatementPart::Other),
                    _ => self.broken(word, "write `min:` before an objective"),
                };
            }
        }
        match (self.next, kind) {
            _ if self.is_broken => Ok(StatementPart::Other),
            (Next::Term, OpbTokenKind::Word) => self.coefficient(word),
            (Next::Term, OpbTokenKind::Relation) if !self.is_objective => self.relation(word),
            (Next::Variable, OpbTokenKind::Word) => self.variable(word),
            (Next::RightSide, OpbTokenKind::Word) => {
                self.next = Next::End;
                let value = self.number(word, "write an integer after the relation")?;
                Ok(StatementPart::RightSide(value))
            }
            (Next::End, _) => self.broken(word, "write `;` after the right-hand side"),
            _ => self.broken(word, "write terms, a relation, an integer and `;`"),
        }
    }

    fn coefficient(&mut self, word: &[u8]) -> Result<StatementPart, Fault> {
        let is_variable = |word: &[u8]| matches!(word.strip_prefix(b"~").unwrap_or(word), [b'x', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit));
        if is_variable(word) && self.terms > 0 {
            self.is_broken = true;
            let message = format!(
                "second variable of a term: `{}`; replace the product by a variable",
                shown(word)
            );
            return Err((&rules::NONLINEAR, message));
        }
        if is_variable(word) {
            return self.broken(word, "write a coefficient before the variable");
        }
        self.next = Next::Variable;
        let help = "write a coefficient such as `+1`, without a blank after the sign";
        self.coefficient = self.number(word, help)?;
        Ok(StatementPart::Other)
    }

    fn relation(&mut self, word: &[u8]) -> Result<StatementPart, Fault> {
        self.next = Next::RightSide;
        self.is_equation = word == b"=";
        if ![&b">="[..], b"="].contains(&word) {
            let better = match word {
                b"<=" | b"<" | b"=<" => "negate all numbers and write `>=`",
                _ => "write `>=` or `=`",
            };
            return Err((&rules::RELATION, format!("relation `{}`; {better}", shown(word))));
        }
        if self.terms == 0 {
            return Err((&rules::NO_TERMS, "constraint without a term; write `+0 x1`".to_owned()));
        }
        Ok(StatementPart::Relation(if self.is_equation {
            Ordering::Equal
        } else {
            Ordering::Greater
        }))
    }

    fn variable(&mut self, word: &[u8]) -> Result<StatementPart, Fault> {
        self.next = Next::Term;
        self.terms += 1;
        let name = word.strip_prefix(b"~").unwrap_or(word);
        let number = match name {
            [b'x', digits @ ..] if matches!(digits, [b'1'..=b'9', ..]) => Number::parse(digits),
            _ => None,
        };
        let number = match number {
            Some(Number::Whole(number)) => i32::try_from(number).ok(),
            _ => None,
        };
        let Some(number) = number.map(i32::unsigned_abs) else {
            let message = format!("name of a variable: `{}`; write `x1`, `x2`, ...", shown(word));
            return Err((&rules::VARIABLE_NAME, message));
        };
        if self.variables.len() < MAX_TERMS {
            self.variables.push(number);
        }
        if name.len() < word.len() {
            self.negated = Some(number);
            let message = format!(
                "negated variable: `{}`; replace a term a ~x by -a x, and subtract a from the right-hand side",
                shown(word)
            );
            return Err((&rules::NEGATED, message));
        }
        Ok(StatementPart::Term(self.coefficient, number))
    }

    /// Adds the absolute value of an integer to the sum, and returns the integer.
    fn number(&mut self, word: &[u8], help: &str) -> Result<i64, Fault> {
        let number = match Number::parse(word) {
            Some(Number::Whole(number)) => Some(number),
            _ => None,
        };
        let Some(number) = number.filter(|&number| i32::try_from(number).is_ok()) else {
            let digits = word.strip_prefix(b"+").or(word.strip_prefix(b"-")).unwrap_or(word);
            if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return self.broken(word, help);
            }
            let message = format!(
                "number of more than 32 bits: `{}`; divide by a common factor",
                shown(word)
            );
            return Err((&rules::NUMBER_RANGE, message));
        };
        let size = u128::from(number.unsigned_abs());
        self.sum += size;
        if self.next == Next::Variable {
            self.coefficients += size;
        }
        Ok(number)
    }

    fn broken<T>(&mut self, word: &[u8], help: &str) -> Result<T, Fault> {
        self.is_broken = true;
        Err((&rules::SYNTAX, format!("unexpected `{}`; {help}", shown(word))))
    }

    /// Processes the end of the statement.
    ///
    /// # Errors
    /// The rule that the statement violates.
    pub fn end(&mut self) -> Result<(), Fault> {
        let is_complete = match self.is_objective {
            true => self.next == Next::Term,
            false => self.next == Next::End,
        };
        if !self.is_broken && !is_complete {
            return self.broken(b";", "write terms, a relation, an integer and `;`");
        }
        if !self.is_objective && self.coefficients > i32::MAX as u128 {
            let message = format!(
                "sum of coefficients of more than 32 bits: {}; divide by a common factor",
                self.coefficients
            );
            return Err((&rules::NUMBER_RANGE, message));
        }
        // most writers list the variables in order
        if !self.variables.is_sorted() {
            self.variables.sort_unstable();
        }
        if let Some(pair) = self.variables.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("variable x{} occurs twice; add its coefficients", pair[0]);
            return Err((&rules::DUPLICATE_VARIABLE, message));
        }
        Ok(())
    }

    /// Starts the next statement.
    pub fn clear(&mut self) {
        let mut variables = std::mem::take(&mut self.variables);
        variables.clear();
        *self = Self { variables, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_words() {
        let header = parse_header(b"* #variable= 3  #constraint=2 #equal= 1 intsize= 7\r");
        let all = (header.variables, header.constraints, header.equations, header.intsize);
        assert_eq!(all, (Some(3), Some(2), Some(1), Some(7)));
        for text in
            ["", "* #variable= x", "* #variable= 99999999999999999999999", "\u{e9}#variable="]
        {
            assert_eq!(parse_header(text.as_bytes()), OpbHeader::default(), "{text}");
        }
    }

    #[test]
    fn lines_are_split_into_tokens() {
        let text = b"+1 x1 -2 ~x2>=-1; min: ;;\t!= \r";
        let words: Vec<&str> =
            tokens(text).map(|(_, _, word)| str::from_utf8(word).unwrap()).collect();
        let expected = ["+1", "x1", "-2", "~x2", ">=", "-1", ";", "min:", ";", ";", "!="];
        assert_eq!(words, expected);
        let glued: Vec<&[u8]> =
            tokens(b"min:+1x1-2~x2;+1.5x1>=1;").map(|(_, _, word)| word).collect();
        let expected = ["min:", "+1", "x1", "-2", "~x2", ";", "+1.5x1", ">=", "1", ";"];
        assert!(glued.iter().eq(&expected.map(str::as_bytes)));
        assert!(tokens(text).all(|(_, start, word)| text[start..].starts_with(word)));
    }
}
