//! The tokens of a line of CPLEX LP.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword of the format.
    Word,
    /// A number without its sign.
    Number,
    /// `+` or `-`.
    Sign,
    /// `:`.
    Colon,
    /// A sequence of `<`, `>` and `=`.
    Relation,
    /// `->`.
    Arrow,
    /// `[`, `]`, `^`, `*` or `/`.
    Nonlinear,
}

/// A token: the bytes `start..end` of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// Whether the previous token ends where this token starts.
    pub is_glued: bool,
}

/// Splits a text into tokens. Every byte except blanks belongs to a token. Returns whether a blank may be missing;
/// [`glued`] then finds the place.
pub fn cut(text: &[u8], tokens: &mut Vec<Token>) -> bool {
    tokens.clear();
    let mut may_lack = false;
    let mut at = 0;
    while at < text.len() {
        if text[at].is_ascii_whitespace() || text[at] == 0x0B {
            at += 1;
            continue;
        }
        let (kind, length) = token(&text[at..]);
        let is_glued = match tokens.last() {
            Some(last) if last.end == at => {
                may_lack |= kind != TokenKind::Colon && last.kind != TokenKind::Sign;
                true
            }
            _ => false,
        };
        tokens.push(Token { kind, start: at, end: at + length, is_glued });
        at += length;
    }
    may_lack
}

/// Returns the start of the first token that needs a blank before it and has none. A sign may touch the next token, and
/// a colon the name before it.
pub fn glued(tokens: &[Token]) -> Option<usize> {
    let needs_blank =
        |token: &Token| !matches!(token.kind, TokenKind::Colon | TokenKind::Nonlinear);
    let may_touch = |token: &Token| matches!(token.kind, TokenKind::Sign | TokenKind::Nonlinear);
    // the rule `lp-name-start` covers labels such as `1c:`
    let is_label = |at: usize| {
        tokens[at].kind == TokenKind::Number
            && tokens[at + 1].kind == TokenKind::Word
            && tokens.get(at + 2).is_some_and(|next| next.kind == TokenKind::Colon)
    };
    let pairs = tokens.windows(2).enumerate();
    pairs
        .filter(|(_, pair)| pair[1].is_glued && needs_blank(&pair[1]) && !may_touch(&pair[0]))
        .find(|(at, _)| !is_label(*at))
        .map(|(_, pair)| pair[1].start)
}

/// Returns the kind and the length of the token at the start of a text.
fn token(text: &[u8]) -> (TokenKind, usize) {
    let run = |of: &[u8]| text.iter().take_while(|byte| of.contains(byte)).count();
    match text[0] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (TokenKind::Word, word(text)),
        b'-' if text.get(1) == Some(&b'>') => (TokenKind::Arrow, 2),
        b'+' | b'-' => (TokenKind::Sign, 1),
        b':' => (TokenKind::Colon, run(b":")),
        b'<' | b'>' | b'=' => (TokenKind::Relation, run(b"<>=")),
        b'[' | b']' | b'^' | b'*' | b'/' => (TokenKind::Nonlinear, 1),
        _ => match number(text) {
            0 => (TokenKind::Word, word(text)),
            length => (TokenKind::Number, length),
        },
    }
}

/// Returns the length of the number at the start of a text; 0 if there is none.
fn number(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let mut length = whole;
    if text.get(length) == Some(&b'.') {
        let fraction = digits(length + 1);
        if whole + fraction == 0 {
            return 0;
        }
        length += 1 + fraction;
    }
    if length > 0 && matches!(text.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let start = (length + 1 + sign).min(text.len());
        let exponent = digits(start);
        if exponent > 0 {
            length = start + exponent;
        }
    }
    length
}

/// The bytes that end a name, or the part of a name before a bracket.
const IS_END: [bool; 256] = {
    let mut is_end = [false; 256];
    let bytes = b" \t\x0B\x0C\r+-<>=:^*/[]";
    let mut at = 0;
    while at < bytes.len() {
        is_end[bytes[at] as usize] = true;
        at += 1;
    }
    is_end
};

/// Returns the length of the name at the start of a text. Brackets that touch a name belong to it, with everything up
/// to the closing bracket. Therefore `x[1,2]` is a single name, which a rule rejects.
fn word(text: &[u8]) -> usize {
    let end = text[1..].iter().position(|&byte| IS_END[usize::from(byte)]);
    let end = end.map_or(text.len(), |end| end + 1);
    if text[0] != b'[' && text.get(end) != Some(&b'[') {
        return end;
    }
    let mut in_brackets = false;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match byte {
            b'[' => in_brackets = true,
            b']' if in_brackets => in_brackets = false,
            b' ' | b'\t' | 0x0B | 0x0C | b'\r' => return at,
            b'+' | b'-' | b'<' | b'>' | b'=' | b':' | b'^' | b'*' | b'/' | b']' if !in_brackets => {
                return at;
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_tokens() {
        let table = [
            (" c1: - 2 x_1 + .5e-3 y >= -1", "W: S N W S N W R SN"),
            ("2x+y<=3", "NWSWRN"),
            ("x[1,2] + x(3)", "W S W"),
            ("[ x ^ 2 ] / 2", "Q W Q N Q Q N"),
            ("[x^2]", "QWQNQ"),
            ("b = 1 -> y =< 2e", "W R N A W R NW"),
            ("-inf <= .x", "SW R W"),
            ("1e+ 2.e5 . 5.", "NWS N W N"),
            ("s1: S1:: x:1", "W: W: W:N"),
        ];
        let mut tokens = Vec::new();
        for (text, expected) in table {
            cut(text.as_bytes(), &mut tokens);
            let mut shown = String::new();
            for token in &tokens {
                if !token.is_glued && !shown.is_empty() {
                    shown.push(' ');
                }
                shown.push(match token.kind {
                    TokenKind::Word => 'W',
                    TokenKind::Number => 'N',
                    TokenKind::Sign => 'S',
                    TokenKind::Colon => ':',
                    TokenKind::Relation => 'R',
                    TokenKind::Arrow => 'A',
                    TokenKind::Nonlinear => 'Q',
                });
            }
            assert_eq!(shown, expected, "{text}");
        }
    }
}
