//! The numbers in the first line of an OPB file.

/// The numbers of a comment such as `* #variable= 3 #constraint= 2`, each named by its word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub variables: Option<u64>,
    pub constraints: Option<u64>,
    pub equations: Option<u64>,
    pub intsize: Option<u64>,
}

impl Header {
    /// Returns the words that the competition of 2024 writes after the number of constraints.
    pub fn words_of_2024(&self) -> Option<Vec<u8>> {
        let Self { equations: Some(equations), intsize: Some(bits), .. } = self else {
            return None;
        };
        Some(format!(" #equal= {equations} intsize= {bits}").into_bytes())
    }
}

/// Parses a comment. There may be any number of blanks around a number, or none.
pub fn parse(text: &[u8]) -> Header {
    let text = String::from_utf8_lossy(text);
    let number = |word: &str| {
        let rest = text.split_once(word)?.1.trim_start();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..length].parse().ok()
    };
    Header {
        variables: number("#variable="),
        constraints: number("#constraint="),
        equations: number("#equal="),
        intsize: number("intsize="),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_words() {
        let header = parse(b"* #variable= 3  #constraint=2 #equal= 1 intsize= 7\r");
        let all = (header.variables, header.constraints, header.equations, header.intsize);
        assert_eq!(all, (Some(3), Some(2), Some(1), Some(7)));
        for text in
            ["", "* #variable= x", "* #variable= 99999999999999999999999", "\u{e9}#variable="]
        {
            assert_eq!(parse(text.as_bytes()), Header::default(), "{text}");
        }
    }
}
