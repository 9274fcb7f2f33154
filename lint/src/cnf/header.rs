//! The header line of a DIMACS CNF file.

use crate::shown;

/// The header: the numbers that it declares, and its line number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub line: u64,
    pub variables: u64,
    pub clauses: u64,
}

/// Parses a header line.
///
/// Returns the header if both numbers can be parsed. If the line differs from `p cnf VARIABLES CLAUSES` with single
/// blanks, also returns a message, and whether a program stops at the line. Extra blanks or leading zeros result in
/// both a header and a message.
pub fn parse(bytes: &[u8], line: u64) -> (Option<Header>, Option<(bool, String)>) {
    const RIGHT: &str = "write `p cnf VARIABLES CLAUSES`";
    let text = String::from_utf8_lossy(bytes);
    let line_shown = shown(bytes);
    let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok());
    let numbers = || format!("header without exactly two numbers: `{line_shown}`; {RIGHT}");
    let message = match words[..] {
        ["p", "cnf", variables, clauses] => {
            let (Some(Some(variables)), Some(Some(clauses))) = (number(variables), number(clauses))
            else {
                return (None, Some((true, numbers())));
            };
            let exact = format!("p cnf {variables} {clauses}");
            let stops = !text.starts_with("p cnf ") || !text.bytes().all(is_plain);
            let message = (text != exact).then(|| {
                (stops, format!("extra blanks or digits: `{line_shown}`; write `{exact}`"))
            });
            return (Some(Header { line, variables, clauses }), message);
        }
        ["p", "cnf", ..] => numbers(),
        ["p", kind, ..] => format!("header not of CNF: `p {}`; {RIGHT}", shown(kind.as_bytes())),
        _ => format!("invalid header: `{line_shown}`; {RIGHT}"),
    };
    (None, Some((true, message)))
}

/// Returns whether a byte is a visible character or a space.
fn is_plain(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_with_readable_numbers_are_accepted_with_a_message() {
        let header = Some(Header { line: 3, variables: 2, clauses: 1 });
        assert_eq!(parse(b"p cnf 2 1", 3), (header, None));
        for (odd, stops) in [
            ("p cnf  2 1", false),
            ("p cnf 2 1 ", false),
            ("p cnf 02 1", false),
            ("p\tcnf 2 1", true),
            ("p  cnf 2 1", true),
            (" p cnf 2 1", true),
            ("p cnf 2\t1", true),
        ] {
            let (found, message) = parse(odd.as_bytes(), 3);
            assert_eq!(found, header, "{odd}");
            let (found, message) = message.unwrap();
            assert!(found == stops && message.ends_with("write `p cnf 2 1`"), "{odd}");
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
            assert!(matches!(parse(wrong.as_bytes(), 3), (None, Some((true, _)))), "{wrong}");
        }
    }
}
