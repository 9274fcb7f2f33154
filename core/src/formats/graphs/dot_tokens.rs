//! The tokens of the DOT language: punctuation, words, numbers, and names in quotation marks or in HTML.

use std::borrow::Cow;

use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::graphs::vertex_names::Name;

/// The keywords that may be the first token of a graph.
const HEAD_WORDS: [&str; 3] = ["strict", "graph", "digraph"];

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct DotToken<'a> {
    pub kind: DotTokenKind<'a>,
    pub place: Span<'a>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DotTokenKind<'a> {
    /// A punctuation character, or an edge.
    Sign(&'static str),
    /// A name without quotation marks, which may be a keyword.
    Word(&'a str),
    /// A name in quotation marks.
    Quoted(Cow<'a, str>),
    /// A name in HTML, with its outer `<` and `>`.
    Html(&'a str),
    End,
}

/// The signs, longer ones first.
const SIGNS: [&str; 10] = ["--", "->", "{", "}", "[", "]", ";", ",", "=", ":"];

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    rest: Span<'a>,
    /// The next token.
    pub next: DotToken<'a>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: Text<'a>) -> Result<Self, Fault> {
        Self::at(Span { text: text.0, offset: 0 })
    }

    /// Reads the tokens of a piece that begins at the start of a line or of a token.
    pub fn at(piece: Span<'a>) -> Result<Self, Fault> {
        let rest = Span { text: piece.text.trim_end(), ..piece };
        let next = DotToken { kind: DotTokenKind::End, place: rest };
        let mut tokens = Self { rest, next };
        // a line that begins with `#` is a comment, even the first line
        tokens.skip_lines();
        tokens.advance()?;
        Ok(tokens)
    }

    /// Skips at least one token. Returns the offset of the first one if these are the first tokens of a graph,
    /// `strict graph NAME {`, in which only `graph` and `{` must occur; the `{` is not skipped. Also returns the fault of a
    /// malformed token, which belongs to the first tokens of a graph if `{` is in the same line.
    pub fn head(&mut self) -> (Option<usize>, Option<Fault>) {
        let start = self.next.place.offset;
        let is_keyword = HEAD_WORDS.iter().any(|word| self.is_at_keyword(word));
        match self.skip_head() {
            Ok(is_head) => (is_head.then_some(start), None),
            Err(fault) => {
                let line = self.rest.text.lines().next().unwrap_or_default();
                ((is_keyword && line.contains('{')).then_some(start), Some(fault))
            }
        }
    }

    /// Skips what [`Self::head`] skips. Returns whether it is the begin of a graph.
    fn skip_head(&mut self) -> Result<bool, Fault> {
        let is_strict = self.skip_keyword("strict")?;
        if !self.skip_keyword("graph")? && !self.skip_keyword("digraph")? {
            if !is_strict {
                self.advance()?;
            }
            return Ok(false);
        }
        let is_name = matches!(
            self.next.kind,
            DotTokenKind::Word(_) | DotTokenKind::Quoted(_) | DotTokenKind::Html(_)
        );
        if is_name && !HEAD_WORDS.iter().any(|word| self.is_at_keyword(word)) {
            self.advance()?;
        }
        Ok(self.is_at("{"))
    }

    /// Skips lines that begin with `#`.
    fn skip_lines(&mut self) {
        while self.rest.text.starts_with('#') {
            let end = self.rest.text.find('\n').map_or(self.rest.text.len(), |end| end + 1);
            self.rest = self.rest.from(end);
        }
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            let text = self.rest.text;
            if let Some(rest) = text.strip_prefix('\n') {
                self.rest = self.rest.from(text.len() - rest.len());
                self.skip_lines();
            } else if let Some(c) = text.chars().next().filter(|c| c.is_whitespace()) {
                self.rest = self.rest.from(c.len_utf8());
            } else if text.starts_with("//") {
                self.rest = self.rest.from(text.find('\n').unwrap_or(text.len()));
            } else if let Some(comment) = text.strip_prefix("/*") {
                let unclosed = || self.rest.fault("comment without an end\nhelp: end it with '*/'");
                let end = comment.find("*/").ok_or_else(unclosed)?;
                self.rest = self.rest.from(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    /// Reads the next token, and returns the one before it.
    pub fn advance(&mut self) -> Result<DotToken<'a>, Fault> {
        self.skip_blanks()?;
        let start = self.rest;
        let kind = match start.text.as_bytes() {
            [] => DotTokenKind::End,
            [b'"', ..] => DotTokenKind::Quoted(self.quoted()?),
            [b'<', ..] => DotTokenKind::Html(self.html()?),
            _ => self.sign_or_word()?,
        };
        let place = Span { text: &start.text[..start.text.len() - self.rest.text.len()], ..start };
        Ok(std::mem::replace(&mut self.next, DotToken { kind, place }))
    }

    fn sign_or_word(&mut self) -> Result<DotTokenKind<'a>, Fault> {
        let start = self.rest;
        if let Some(sign) = SIGNS.into_iter().find(|sign| start.text.starts_with(sign)) {
            self.rest = start.from(sign.len());
            return Ok(DotTokenKind::Sign(sign));
        }
        let length = match word_length(start.text).or_else(|| number_length(start.text)) {
            Some(length) => length,
            None => {
                let wrong = start.chars().next().unwrap_or(start);
                return Err(wrong.wrong("is not part of a graph in DOT\nhelp: write names with other characters in quotation marks"));
            }
        };
        // `a.b` and `1a` would be two names without a blank between them
        let continues = |c: char| is_letter(c) || c.is_ascii_digit() || c == '.';
        if start.text[length..].starts_with(continues) {
            let end = start.text[length..].find(|c| !continues(c));
            let end = end.map_or(start.text.len(), |end| length + end);
            let wrong = Span { text: &start.text[..end], ..start };
            return Err(wrong.wrong("is neither a word nor a number\nhelp: write names with other characters in quotation marks"));
        }
        self.rest = start.from(length);
        Ok(DotTokenKind::Word(&start.text[..length]))
    }

    /// Reads a name in quotation marks, or several such names joined by `+`.
    fn quoted(&mut self) -> Result<Cow<'a, str>, Fault> {
        let mut name = self.one_quoted()?;
        loop {
            let end = self.rest;
            self.skip_blanks()?;
            let Some(rest) = self.rest.text.strip_prefix('+') else {
                self.rest = end;
                return Ok(name);
            };
            self.rest = self.rest.from(self.rest.text.len() - rest.len());
            self.skip_blanks()?;
            if !self.rest.text.starts_with('"') {
                return Err(self.rest.fault("no text in quotation marks after '+'"));
            }
            name.to_mut().push_str(&self.one_quoted()?);
        }
    }

    /// Reads a name in quotation marks, in which `\"` is a quotation mark, and a backslash joins two lines.
    fn one_quoted(&mut self) -> Result<Cow<'a, str>, Fault> {
        let start = self.rest;
        let mut is_escaped = false;
        let end = start.text.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let unclosed = || start.fault(format!("quotation mark without an end: {}", start.shown()));
        let (end, _) = end.ok_or_else(unclosed)?;
        self.rest = start.from(end + 1);
        let inner = &start.text[1..end];
        match inner.contains('\\') {
            true => {
                Ok(inner.replace("\\\"", "\"").replace("\\\r\n", "").replace("\\\n", "").into())
            }
            false => Ok(inner.into()),
        }
    }

    /// Reads a name in HTML, in which `<` and `>` are in pairs.
    fn html(&mut self) -> Result<&'a str, Fault> {
        let start = self.rest;
        let mut depth = 0_usize;
        let end = start.text.char_indices().find(|&(_, c)| {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let unclosed = || start.fault(format!("'<' without its '>': {}", start.shown()));
        let (end, _) = end.ok_or_else(unclosed)?;
        self.rest = start.from(end + 1);
        Ok(&start.text[..=end])
    }

    /// Returns whether the next token is this sign.
    pub fn is_at(&self, sign: &'static str) -> bool {
        self.next.kind == DotTokenKind::Sign(sign)
    }

    /// Skips the next token if it is this sign, and returns whether it is.
    pub fn skip(&mut self, sign: &'static str) -> Result<bool, Fault> {
        let is_sign = self.is_at(sign);
        if is_sign {
            self.advance()?;
        }
        Ok(is_sign)
    }

    /// Returns whether the next token is this keyword, in any case.
    pub fn is_at_keyword(&self, keyword: &str) -> bool {
        matches!(self.next.kind, DotTokenKind::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    /// Skips the next token if it is this keyword, and returns whether it is.
    pub fn skip_keyword(&mut self, keyword: &str) -> Result<bool, Fault> {
        let is_keyword = self.is_at_keyword(keyword);
        if is_keyword {
            self.advance()?;
        }
        Ok(is_keyword)
    }

    /// Skips the next token, which must be this sign.
    pub fn expect(&mut self, sign: &'static str) -> Result<(), Fault> {
        match self.skip(sign)? {
            true => Ok(()),
            false => Err(self.unexpected(&format!("'{sign}'"))),
        }
    }

    /// Returns the fault of the next token where something else must be.
    pub fn unexpected(&self, expected: &str) -> Fault {
        match self.next.kind {
            DotTokenKind::End => self.next.place.fault(format!(
                "the graph ends without {expected}\nhelp: check whether the text is truncated"
            )),
            _ => self.next.place.wrong(format!("where {expected} is expected")),
        }
    }

    /// Reads a name.
    pub fn name(&mut self, what: &str) -> Result<Name<'a>, Fault> {
        let name = match &self.next.kind {
            DotTokenKind::Word(name) => Name::from(*name),
            DotTokenKind::Quoted(name) => Name { text: name.clone(), is_html: false },
            DotTokenKind::Html(name) => Name { text: (*name).into(), is_html: true },
            DotTokenKind::Sign(_) | DotTokenKind::End => return Err(self.unexpected(what)),
        };
        self.advance()?;
        Ok(name)
    }
}

/// Returns whether a character may begin a word.
fn is_letter(c: char) -> bool {
    c == '_' || c.is_ascii_alphabetic() || !c.is_ascii() && !c.is_whitespace()
}

/// Returns the length of the word that a text begins with.
fn word_length(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !is_letter(c) && !c.is_ascii_digit()).unwrap_or(text.len());
    text.starts_with(is_letter).then_some(end)
}

/// Returns the length of the number that a text begins with: digits with at most one `.`, perhaps after `-`.
fn number_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(unsigned);
    let fraction = unsigned[whole..].strip_prefix('.').map(digits);
    let is_number = whole > 0 || fraction.is_some_and(|fraction| fraction > 0);
    let sign = text.len() - unsigned.len();
    is_number.then_some(sign + whole + fraction.map_or(0, |fraction| fraction + 1))
}
