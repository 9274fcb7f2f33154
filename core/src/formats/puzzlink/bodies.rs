//! The bodies of addresses: how each [`AddressBody`] spells the clues of cells.
//!
//! | body | clues |
//! |---|---|
//! | short runs | `0` to `4` is a number, `5` to `9` a number 0 to 4 and an empty cell behind it, `a` to `e` a number and two empty cells, `g` to `z` a run of 1 to 20 empty cells. The empty cells behind the last number may extend past the grid |
//! | numbers | see [`read_numbers`]; `.` is a `?` |
//! | numbered letters | twice the number, plus the position of the letter; 0 and 1 for letters without a number |
//! | packed letters | several cells in a character, whose digits in a small base are the letters from 1. In base 3, `k` (20 = 2·9 + 0·3 + 2) is the second letter, no clue, and the second letter |
//! | base 36 | a digit in base 36, or `-` and two digits; `.` is a cell without a number, and so are cells that are missing at the end |
//! | digits | a digit is a number, `a` to `z` a run of 1 to 26 cells without a clue; `.` is a `?`. Cells that are missing at the end have no clue |
//! | arrows | a digit for the arrow (0 none, 1 up, 2 down, 3 left, 4 right), then one hexadecimal digit, or `.` for a `?`; the first digit is greater by 5 if two hexadecimal digits follow, and comes after a `-` if three follow; `a` to `z` is a run of 1 to 26 cells without a clue |
//!
//! A `?` of a kind whose clues need their number restricts nothing in short runs, and is an error elsewhere.
//!
//! In the number encoding that pzpr uses for many kinds, `0` to `f` is a hexadecimal digit, `-` precedes two
//! hexadecimal digits, `+` precedes three, `=` and `%` precede three digits of a number with an offset of 4096 or 8192,
//! and `g` to `z` is a run of 1 to 20 places without a number.
//! For example, `5-1bi` is the number 5, the number 27, and three places without a number.

use encycle_encodings::kinds::codec::{AddressBody, ClueAlphabet, ClueSymbol};
use encycle_encodings::text::{Fault, Span};

use crate::formats::placed::PlacedSymbols;
use crate::formats::pzpr_names::ARROWS;

/// The maximum length of a run of empty cells that one letter expresses in short runs.
const LONGEST_SHORT: usize = 20;

/// The maximum length of a run of cells without a clue that one letter expresses among arrows or digits.
const LONGEST_LETTER_RUN: usize = 26;

/// Reads a body with a clue or none for each of `places`.
pub(super) fn read<'a>(
    body: AddressBody,
    alphabet: &ClueAlphabet,
    text: Span<'a>,
    places: (usize, &'static str),
) -> Result<PlacedSymbols<'a>, Fault> {
    let mut found = PlacedSymbols::new((text, "address"), places);
    match body {
        AddressBody::ShortRuns => read_short_runs(text, alphabet.has_unknown, &mut found)?,
        AddressBody::Numbers | AddressBody::NumberedLetters => read_numbers(text, &mut found)?,
        AddressBody::PackedLetters { base, cells } => read_packed(base, cells, text, &mut found)?,
        AddressBody::Base36 => read_base_36(text, &mut found)?,
        AddressBody::Arrows => read_arrows(text, &mut found)?,
        AddressBody::Digits => read_digits(text, &mut found)?,
    }
    let unknown = found.symbols.iter().position(|one| *one == Some(ClueSymbol::Unknown));
    if let Some(place) = unknown.filter(|_| !alphabet.has_unknown) {
        let message = "'?' in place of a number\nhelp: write the number, or no clue".to_owned();
        return Err(Fault { offset: found.offsets[place], message });
    }
    if body == AddressBody::NumberedLetters {
        for symbol in &mut found.symbols {
            *symbol = symbol.map(numbered_letter);
        }
    }
    found.finish()
}

/// Writes a body. Returns `None` if it cannot express a number.
pub(super) fn write(body: AddressBody, symbols: &[Option<ClueSymbol>]) -> Option<String> {
    match body {
        AddressBody::ShortRuns => Some(write_short_runs(symbols)),
        AddressBody::Numbers => write_numbers(symbols.iter().copied()),
        AddressBody::NumberedLetters => {
            write_numbers(symbols.iter().map(|symbol| symbol.map(letter_number)))
        }
        AddressBody::PackedLetters { base, cells } => Some(write_packed(base, cells, symbols)),
        AddressBody::Base36 => Some(symbols.iter().map(|&symbol| base_36(symbol)).collect()),
        AddressBody::Arrows => write_arrows(symbols),
        AddressBody::Digits => write_digits(symbols),
    }
}

/// Returns the error for a symbol that is not part of the cells.
fn unexpected(symbol: Span<'_>, help: &str) -> Fault {
    symbol.wrong(format!("is not part of the cells\nhelp: use {help}"))
}

/// Reads runs. A `.` is a number that is not given: of kinds without such clues, no clue.
fn read_short_runs(
    body: Span<'_>,
    has_unknown: bool,
    found: &mut PlacedSymbols<'_>,
) -> Result<(), Fault> {
    for symbol in body.chars() {
        match symbol.text.as_bytes() {
            &[c @ (b'0'..=b'9' | b'a'..=b'e')] => {
                let value = u32::from(if c.is_ascii_digit() { c - b'0' } else { c - b'a' + 10 });
                found.clue(symbol, ClueSymbol::Number(value % 5))?;
                found.skip(symbol, found.left().min(value as usize / 5))?;
            }
            &[c @ b'g'..=b'z'] => found.skip(symbol, usize::from(c - b'g') + 1)?,
            b"." if has_unknown => found.clue(symbol, ClueSymbol::Unknown)?,
            b"." => found.skip(symbol, 1)?,
            _ => return Err(unexpected(symbol, "0-9, a-e and g-z")),
        }
    }
    Ok(())
}

fn write_short_runs(symbols: &[Option<ClueSymbol>]) -> String {
    let mut out = String::new();
    let mut rest = symbols;
    while let Some(&first) = rest.first() {
        let empty = |cells: &[Option<ClueSymbol>]| {
            cells.iter().take(LONGEST_SHORT).take_while(|cell| cell.is_none()).count()
        };
        let (symbol, length) = match first {
            Some(ClueSymbol::Number(number)) => {
                // pzpr treats cells beyond the end of the grid as empty
                let behind = &rest[1..];
                let gap = if empty(behind) == behind.len() { 2 } else { empty(behind).min(2) };
                (number + 5 * gap as u32, 1 + gap)
            }
            Some(ClueSymbol::Unknown) => {
                out.push('.');
                rest = &rest[1..];
                continue;
            }
            _ => {
                let run = empty(rest).max(1);
                (15 + run as u32, run)
            }
        };
        out.extend(char::from_digit(symbol, 36));
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Returns the letter, with its number or without, that a number stands for.
fn numbered_letter(symbol: ClueSymbol) -> ClueSymbol {
    match symbol {
        ClueSymbol::Number(number) => {
            ClueSymbol::Letter(number as usize % 2, Some(number / 2).filter(|&number| number > 0))
        }
        other => other,
    }
}

/// Returns the number that stands for a letter.
fn letter_number(symbol: ClueSymbol) -> ClueSymbol {
    match symbol {
        ClueSymbol::Letter(letter, number) => {
            ClueSymbol::Number(number.unwrap_or(0).saturating_mul(2).saturating_add(letter as u32))
        }
        other => other,
    }
}

/// Returns the weights of the cells in a character.
fn weights(base: u32, cells: u32) -> impl Iterator<Item = u32> {
    (0..cells).rev().map(move |exponent| base.pow(exponent))
}

/// Reads cells that are packed into characters. The digits after the last cell must be 0.
fn read_packed(
    base: u32,
    cells: u32,
    body: Span<'_>,
    found: &mut PlacedSymbols<'_>,
) -> Result<(), Fault> {
    let radix = base.pow(cells);
    for symbol in body.chars() {
        found.begin(symbol)?;
        let digit = symbol.text.chars().next().and_then(|c| c.to_digit(radix));
        let last = char::from_digit(radix - 1, radix).unwrap_or_default();
        let number = digit.ok_or_else(|| unexpected(symbol, &format!("0-9 and a-{last}")))?;
        for weight in weights(base, cells) {
            match (found.left(), number / weight % base) {
                (0, 0) => {}
                (0, _) => {
                    let message = format!("{} has a clue after the last cell", symbol.shown());
                    return Err(symbol.fault(message));
                }
                (_, 0) => found.skip(symbol, 1)?,
                (_, letter) => found.clue(symbol, ClueSymbol::Letter(letter as usize - 1, None))?,
            }
        }
    }
    Ok(())
}

fn write_packed(base: u32, cells: u32, symbols: &[Option<ClueSymbol>]) -> String {
    let value = |symbol: &Option<ClueSymbol>| match symbol {
        Some(ClueSymbol::Letter(letter, _)) => *letter as u32 + 1,
        _ => 0,
    };
    let symbol = |part: &[Option<ClueSymbol>]| {
        let sum = part.iter().zip(weights(base, cells)).map(|(one, weight)| value(one) * weight);
        char::from_digit(sum.sum(), base.pow(cells)).unwrap_or('0')
    };
    symbols.chunks(cells as usize).map(symbol).collect()
}

fn read_base_36(body: Span<'_>, found: &mut PlacedSymbols<'_>) -> Result<(), Fault> {
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        found.begin(symbol)?;
        if symbol.text == "." {
            found.skip(symbol, 1)?;
            continue;
        }
        let number = match symbol.text {
            "-" => {
                let digits: String = symbols.by_ref().take(2).map(|digit| digit.text).collect();
                let is_whole = digits.len() == 2 && !digits.starts_with('+');
                u32::from_str_radix(&digits, 36).ok().filter(|_| is_whole)
            }
            digit => u32::from_str_radix(digit, 36).ok(),
        };
        let help = "0-9 and a-z, and two of them after '-'";
        found.clue(symbol, ClueSymbol::Number(number.ok_or_else(|| unexpected(symbol, help))?))?;
    }
    found.skip(body, found.left())
}

fn base_36(symbol: Option<ClueSymbol>) -> String {
    let digit = |number| char::from_digit(number, 36).unwrap_or('0');
    match symbol {
        Some(ClueSymbol::Number(number @ 0..36)) => digit(number).to_string(),
        Some(ClueSymbol::Number(number)) => {
            format!("-{}{}", digit(number / 36), digit(number % 36))
        }
        _ => ".".to_owned(),
    }
}

fn read_arrows(body: Span<'_>, found: &mut PlacedSymbols<'_>) -> Result<(), Fault> {
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        found.begin(symbol)?;
        match symbol.text.as_bytes() {
            &[c @ b'a'..=b'z'] => found.skip(symbol, usize::from(c - b'a') + 1)?,
            _ => found.clue(symbol, arrow(symbol, &mut symbols)?)?,
        }
    }
    Ok(())
}

/// Reads the clue that begins with a symbol.
fn arrow<'a>(
    symbol: Span<'a>,
    behind: &mut impl Iterator<Item = Span<'a>>,
) -> Result<ClueSymbol, Fault> {
    let wrong = || {
        symbol.wrong("does not begin a clue\nhelp: use 0-9 or '-' and the number, or a-z for cells without a clue")
    };
    let digit = |symbol: Option<Span<'_>>| symbol?.text.chars().next()?.to_digit(10);
    let (arrow, length) = match symbol.text {
        "-" => (digit(behind.next()), 3),
        _ => match digit(Some(symbol)) {
            Some(arrow @ 5..) => (Some(arrow - 5), 2),
            arrow => (arrow, 1),
        },
    };
    let arrow = arrow.filter(|&arrow| arrow <= 4).ok_or_else(wrong)?;
    let digits: String = behind.take(length).map(|digit| digit.text).collect();
    if digits == "." {
        return Ok(ClueSymbol::Letter(0, None));
    }
    let is_number = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(&digits, 16).ok().filter(|_| is_number).ok_or_else(wrong)?;
    match arrow.checked_sub(1) {
        Some(arrow) => Ok(ClueSymbol::Arrow(number, ARROWS[arrow as usize])),
        None => {
            let message = format!("the number {number} has no arrow\nhelp: use 1-4 before it");
            Err(symbol.fault(message))
        }
    }
}

/// Writes arrows; `None` if a number is above 4095.
fn write_arrows(symbols: &[Option<ClueSymbol>]) -> Option<String> {
    write_letter_runs(symbols, |symbol| match symbol {
        ClueSymbol::Arrow(number, side) => {
            let arrow = 1 + ARROWS.iter().position(|&one| one == side)?;
            match number {
                0..16 => Some(format!("{arrow}{number:x}")),
                16..256 => Some(format!("{}{number:02x}", arrow + 5)),
                256..4096 => Some(format!("-{arrow}{number:03x}")),
                _ => None,
            }
        }
        _ => Some("0.".to_owned()),
    })
}

/// Writes clues, and a letter for each run of cells without a clue. Returns `None` if there is no text of a clue.
fn write_letter_runs(
    symbols: &[Option<ClueSymbol>],
    text: impl Fn(ClueSymbol) -> Option<String>,
) -> Option<String> {
    let mut out = String::new();
    let mut rest = symbols;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match *first {
            None => {
                let longest = behind.iter().take(LONGEST_LETTER_RUN - 1);
                let run = longest.take_while(|clue| clue.is_none()).count();
                rest = &behind[run..];
                out.extend(char::from_digit(10 + run as u32, 36));
            }
            Some(symbol) => out.push_str(&text(symbol)?),
        }
    }
    Some(out)
}

fn read_digits(body: Span<'_>, found: &mut PlacedSymbols<'_>) -> Result<(), Fault> {
    for symbol in body.chars() {
        match symbol.text.as_bytes() {
            &[c @ b'0'..=b'9'] => found.clue(symbol, ClueSymbol::Number(u32::from(c - b'0')))?,
            &[c @ b'a'..=b'z'] => found.skip(symbol, usize::from(c - b'a') + 1)?,
            b"." => found.clue(symbol, ClueSymbol::Unknown)?,
            _ => return Err(unexpected(symbol, "0-9 and a-z")),
        }
    }
    found.skip(body, found.left())
}

/// Writes digits; `None` if a number has several.
fn write_digits(symbols: &[Option<ClueSymbol>]) -> Option<String> {
    write_letter_runs(symbols, |symbol| match symbol {
        ClueSymbol::Number(number) => Some(char::from_digit(number, 10)?.to_string()),
        ClueSymbol::Unknown => Some(".".to_owned()),
        _ => None,
    })
}

/// The maximum length of a run of empty places that one letter expresses.
const LONGEST_NUMBERS: usize = 20;

/// The marks of longer numbers: the mark, the number of digits that follow, and the offset of the number.
const LONGER: [(&str, usize, u32); 4] = [("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("%", 3, 8192)];

/// Reads a number, a `?`, or nothing for each of the places.
pub(super) fn read_numbers(body: Span<'_>, found: &mut PlacedSymbols<'_>) -> Result<(), Fault> {
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        match symbol.text.as_bytes() {
            &[c @ b'g'..=b'z'] => found.skip(symbol, usize::from(c - b'g') + 1)?,
            b"." => found.clue(symbol, ClueSymbol::Unknown)?,
            _ => {
                found.begin(symbol)?;
                let number = number(symbol, &mut symbols).ok_or_else(|| {
                    symbol.wrong(
                        "is not part of the cells\n\
                         help: use 0-9, a-f and g-z, and longer numbers after '-', '+', '=' or '%'",
                    )
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
pub(super) fn write_numbers(clues: impl IntoIterator<Item = Option<ClueSymbol>>) -> Option<String> {
    let mut out = String::new();
    let mut empty = 0;
    let flush = |out: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = (*empty).min(LONGEST_NUMBERS);
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
            _ => return None,
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
