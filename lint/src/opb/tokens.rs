//! The tokens of a line.

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
        at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let kind = kind(*text.get(at)?);
        let length = match kind {
            TokenKind::End => 1,
            _ => text[at..]
                .iter()
                .take_while(|byte| !byte.is_ascii_whitespace() && self::kind(**byte) == kind)
                .count(),
        };
        let start = at;
        at += length;
        Some((kind, start, &text[start..at]))
    })
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
        assert!(tokens(text).all(|(_, start, word)| text[start..].starts_with(word)));
    }
}
