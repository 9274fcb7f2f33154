//! The number encoding that pzpr uses for many kinds.
//!
//! `0` to `f` is a hexadecimal digit, `-` precedes two hexadecimal digits, `+` precedes three, `=` and `%` precede
//! three digits of a number with an offset of 4096 or 8192, and `g` to `z` is a run of 1 to 20 places without a number.
//! For example, `5-1bi` is the number 5, the number 27, and three places without a number.

use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::text::{Fault, Span};

use crate::formats::placed::PlacedSymbols;

/// The maximum length of a run of empty places that one letter expresses.
const LONGEST: usize = 20;

/// The marks of longer numbers: the mark, the number of digits that follow, and the offset of the number.
const LONGER: [(&str, usize, u32); 4] = [("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("%", 3, 8192)];

/// Reads a number, a `?`, or nothing for each of the places.
pub(super) fn read(body: Span<'_>, found: &mut PlacedSymbols<'_>) -> Result<(), Fault> {
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        match symbol.text.as_bytes() {
            &[c @ b'g'..=b'z'] => found.skip(symbol, usize::from(c - b'g') + 1)?,
            b"." => found.clue(symbol, ClueSymbol::Unknown)?,
            _ => {
                found.begin(symbol)?;
                let number = number(symbol, &mut symbols).ok_or_else(|| {
                    symbol.fault(format!(
                        "{} is not part of the cells\n\
                         help: use 0-9, a-f and g-z, and longer numbers after '-', '+', '=' or '%'",
                        symbol.shown()
                    ))
                })?;
                found.clue(symbol, ClueSymbol::Number(number))?;
            }
        }
    }
    Ok(())
}

/// Reads the number that begins with a symbol.
fn number<'a>(symbol: Span<'a>, behind: &mut impl Iterator<Item = Span<'a>>) -> Option<u32> {
    let Some(&(_, length, from)) = LONGER.iter().find(|(mark, ..)| *mark == symbol.text) else {
        return u32::from_str_radix(symbol.text, 16).ok();
    };
    let digits: String = behind.take(length).map(|digit| digit.text).collect();
    let is_whole = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(&digits, 16).ok().filter(|_| is_whole).map(|number| number + from)
}

/// Writes numbers, and `.` for each `?`. Returns `None` if a number is above 12287, because an address cannot express
/// it, or if a symbol is neither.
pub(super) fn write(clues: impl IntoIterator<Item = Option<ClueSymbol>>) -> Option<String> {
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
        let number = match clue {
            ClueSymbol::Number(number) => number,
            ClueSymbol::Unknown => {
                out.push('.');
                continue;
            }
            ClueSymbol::Letter(..) | ClueSymbol::Arrow(..) => return None,
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
