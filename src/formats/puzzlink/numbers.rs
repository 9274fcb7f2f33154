//! The number encoding that pzpr uses for many kinds.
//!
//! `0` to `f` is a hexadecimal digit, `-` precedes two hexadecimal digits, `+` precedes three, `=` and `%` precede
//! three digits of a number with an offset of 4096 or 8192, and `g` to `z` is a run of 1 to 20 places without a number.
//! For example, `5-1bi` is the number 5, the number 27, and three places without a number.

use encycle_encodings::text::{Fault, Span};

/// The maximum length of a run of empty places that one letter expresses.
const LONGEST: usize = 20;

/// The marks of longer numbers: the mark, the number of digits that follow, and the offset of the number.
const LONGER: [(&str, usize, u32); 4] = [("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("%", 3, 8192)];

/// A number, or a `?` (`None`), with its symbol.
pub(super) type NumberClue<'a> = (Option<u32>, Span<'a>);

/// Reads a number, or none, for each of `total` places. Messages call the places `places`. `unknown` is the error for
/// `.`, which is a `?`.
pub(super) fn read_numbers<'a>(
    body: Span<'a>,
    counted: (usize, &str),
    unknown: &str,
) -> Result<Vec<Option<(u32, Span<'a>)>>, Fault> {
    let known = |place: Option<NumberClue<'a>>| match place {
        Some((None, symbol)) => Err(symbol.fault(unknown)),
        Some((Some(number), symbol)) => Ok(Some((number, symbol))),
        None => Ok(None),
    };
    read_clues(body, counted)?.into_iter().map(known).collect()
}

/// Reads a number, a `?`, or nothing for each of `total` places. Messages call the places `places`. A `?` is
/// `Some((None, _))`.
pub(super) fn read_clues<'a>(
    body: Span<'a>,
    (total, places): (usize, &str),
) -> Result<Vec<Option<NumberClue<'a>>>, Fault> {
    let mut numbers = Vec::new();
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        let run = match symbol.text.as_bytes() {
            &[c @ b'g'..=b'z'] => Some(usize::from(c - b'g') + 1),
            _ => None,
        };
        if numbers.len() + run.unwrap_or(1) > total {
            let message =
                format!("{} goes beyond the last of the {total} {places}", symbol.shown());
            return Err(symbol.fault(message));
        }
        if let Some(run) = run {
            numbers.resize(numbers.len() + run, None);
            continue;
        }
        if symbol.text == "." {
            numbers.push(Some((None, symbol)));
            continue;
        }
        let longer = LONGER.iter().find(|(mark, ..)| *mark == symbol.text);
        let number = match longer {
            None => u32::from_str_radix(symbol.text, 16).ok(),
            Some(&(_, length, from)) => {
                let digits: String =
                    symbols.by_ref().take(length).map(|digit| digit.text).collect();
                let whole = digits.len() == length && digits.bytes().all(|b| b.is_ascii_hexdigit());
                u32::from_str_radix(&digits, 16).ok().filter(|_| whole).map(|number| number + from)
            }
        };
        let number = number.ok_or_else(|| {
            symbol.fault(format!(
                "{} is not part of the {places}\n\
                 help: use 0-9, a-f and g-z, and longer numbers after '-', '+', '=' or '%'",
                symbol.shown()
            ))
        })?;
        numbers.push(Some((Some(number), symbol)));
    }
    if numbers.len() < total {
        return Err(body.fault_after(format!(
            "the address ends after {} of {total} {places}\nhelp: check whether it is truncated",
            numbers.len()
        )));
    }
    Ok(numbers)
}

/// Writes the numbers. Returns `None` if a number is above 12287, because an address cannot express it.
pub(super) fn write_numbers(numbers: impl Iterator<Item = Option<u32>>) -> Option<String> {
    write_clues(numbers.map(|number| number.map(Some)))
}

/// Writes numbers, and `.` for each `?`, which is `Some(None)`. Returns `None` if a number is above 12287.
pub(super) fn write_clues(clues: impl Iterator<Item = Option<Option<u32>>>) -> Option<String> {
    let mut out = String::new();
    let mut empty = 0;
    let flush = |out: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = (*empty).min(LONGEST);
            out.extend(char::from_digit(15 + run as u32, 36));
            *empty -= run;
        }
    };
    for clue in clues {
        let Some(clue) = clue else {
            empty += 1;
            continue;
        };
        flush(&mut out, &mut empty);
        let Some(number) = clue else {
            out.push('.');
            continue;
        };
        out.push_str(&match number {
            0..=15 => format!("{number:x}"),
            16..=255 => format!("-{number:02x}"),
            256..=4095 => format!("+{number:03x}"),
            4096..=8191 => format!("={:03x}", number - 4096),
            8192..=12287 => format!("%{:03x}", number - 8192),
            _ => return None,
        });
    }
    flush(&mut out, &mut empty);
    Some(out)
}
