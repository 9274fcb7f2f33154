//! The tokens of a line of OPB.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A number, a variable or a keyword.
    Word,
    /// A sequence of `<`, `>`, `=` and `!`.
    Relation,
    /// `;`
    End,
}

/// Returns the tokens of a text, each with its kind and its start.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = (TokenKind, usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while text.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let kind = kind(*text.get(at)?);
        let length = match kind {
            TokenKind::End => 1,
            TokenKind::Relation => run(&text[at..], kind),
            TokenKind::Word => match plain(&text[at..]) {
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
fn run(text: &[u8], of: TokenKind) -> usize {
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

fn kind(byte: u8) -> TokenKind {
    match byte {
        b';' => TokenKind::End,
        b'<' | b'>' | b'=' | b'!' => TokenKind::Relation,
        _ => TokenKind::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
