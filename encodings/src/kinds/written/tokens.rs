//! The tokens of an expression, with their positions.

use crate::text::{Fault, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Name,
    Number(i64),
    /// A text between quotation marks.
    Quoted,
    /// A sign of one or two characters.
    Sign,
    /// The end of the expression.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind,
    pub span: Span<'a>,
}

impl Token<'_> {
    /// Returns whether the token is this name or sign.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Name | TokenKind::Sign) && self.span.text == text
    }

    /// Returns the token as quoted in messages.
    pub fn shown(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the rule".to_owned(),
            _ => self.span.shown(),
        }
    }
}

/// The signs; a longer one comes before its beginning.
const SIGNS: [&str; 17] =
    ["!=", "<=", ">=", "..", "=", "<", ">", "+", "-", "*", "(", ")", "{", "}", ",", ":", "|"];

/// Signs of other languages, each with what a kind file has instead.
const FOREIGN_SIGNS: [(&str, &str); 5] =
    [("==", "="), ("<>", "!="), ("&&", "and"), ("=>", "implies"), ("->", "implies")];

/// Splits a piece of text into tokens. A `#` begins a comment that ends with the line.
///
/// # Errors
/// A character begins no token, a number is too large, or a quotation mark is not closed.
pub(super) fn tokens(piece: Span<'_>) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens = Vec::new();
    let mut rest = piece;
    loop {
        rest = skip_blanks(rest);
        if rest.text.is_empty() {
            tokens.push(Token { kind: TokenKind::End, span: rest });
            return Ok(tokens);
        }
        let (kind, length) = token(rest)?;
        tokens.push(Token { kind, span: Span { text: &rest.text[..length], ..rest } });
        rest = rest.from(length);
    }
}

/// Returns the piece without blanks and comments in front.
fn skip_blanks(mut rest: Span<'_>) -> Span<'_> {
    loop {
        let blanks = rest.text.len() - rest.text.trim_start().len();
        rest = rest.from(blanks);
        if !rest.text.starts_with('#') {
            return rest;
        }
        rest = rest.from(rest.text.find('\n').unwrap_or(rest.text.len()));
    }
}

/// Returns the first token of a piece, and its length.
fn token(rest: Span<'_>) -> Result<(TokenKind, usize), Fault> {
    let text = rest.text;
    let length_of = |is: fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    let first = text.chars().next().unwrap_or_default();
    if first.is_ascii_digit() {
        let length = length_of(|c| c.is_ascii_digit());
        let number = text[..length].parse::<u32>();
        let too_large = || {
            rest.fault(format!(
                "number too large: {}\nhelp: use at most 4294967295",
                &text[..length]
            ))
        };
        return number
            .map(|number| (TokenKind::Number(number.into()), length))
            .map_err(|_| too_large());
    }
    if first.is_alphabetic() {
        return Ok((TokenKind::Name, length_of(|c| c.is_alphanumeric() || c == '_')));
    }
    if first == '"' {
        let end = text[1..].find(['"', '\n']).filter(|&end| text[1 + end..].starts_with('"'));
        let open = || rest.fault("quotation mark without a second one in its line");
        return end.map(|end| (TokenKind::Quoted, end + 2)).ok_or_else(open);
    }
    if let Some((sign, own)) = FOREIGN_SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Err(
            rest.fault(format!("'{sign}' is not a sign of kind files\nhelp: write `{own}`"))
        );
    }
    let sign = SIGNS.iter().find(|sign| text.starts_with(**sign));
    let unknown = || {
        let shown = first.escape_debug();
        rest.fault(format!("'{shown}' begins no expression\nhelp: see `encycle help kind-files`"))
    };
    sign.map(|sign| (TokenKind::Sign, sign.len())).ok_or_else(unknown)
}
