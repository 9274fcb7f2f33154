//! Terminal escape sequences in the output of solvers, such as the colors of splr and minisat+.

use std::borrow::Cow;

/// Returns the text without escape sequences and without carriage returns at ends of lines. Other control characters
/// become U+FFFD, except tabs and zero bytes. They are not removed, because removing them could turn a damaged word
/// into a keyword.
///
/// ```
/// use encycle_solvers::answers::without_escapes;
///
/// assert_eq!(without_escapes("\u{1b}[1;32ms SATISFIABLE\u{1b}[0m\n"), "s SATISFIABLE\n");
/// assert_eq!(without_escapes("\u{1b}]0;title\u{7}v 1 0\r\n"), "v 1 0\n");
/// ```
#[must_use]
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(next) = chars.next() {
        match next {
            '\u{1b}' => skip_sequence(&mut chars),
            // the control sequence introducer in one character
            '\u{9b}' => skip_parameters(&mut chars),
            '\r' if matches!(chars.clone().next(), None | Some('\n')) => {}
            _ if is_unwanted(next) => kept.push(char::REPLACEMENT_CHARACTER),
            _ => kept.push(next),
        }
    }
    Cow::Owned(kept)
}

fn is_unwanted(c: char) -> bool {
    // a zero byte shows that a text is UTF-16
    c.is_control() && !matches!(c, '\n' | '\t' | '\0')
}

/// Skips the rest of an escape sequence, after its escape character.
fn skip_sequence(chars: &mut std::str::Chars<'_>) {
    match chars.clone().next() {
        Some('[') => {
            chars.next();
            skip_parameters(chars);
        }
        // a string, such as a window title, up to its terminator or the end of the line
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while let Some(next) = chars.clone().next() {
                if next == '\n' || next == '\u{1b}' {
                    return;
                }
                chars.next();
                if matches!(next, '\u{7}' | '\u{9c}') {
                    return;
                }
            }
        }
        Some(' '..='/') => {
            chars.next();
            chars.next();
        }
        Some('0'..='~') => drop(chars.next()),
        _ => {}
    }
}

/// Skips the parameters of a control sequence, and its last character.
fn skip_parameters(chars: &mut std::str::Chars<'_>) {
    while let Some(next) = chars.clone().next() {
        if next == '\n' || next.is_control() {
            return;
        }
        chars.next();
        if ('@'..='~').contains(&next) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_disappear_and_text_stays() {
        for (text, plain) in [
            ("no escapes\n\tat all", "no escapes\n\tat all"),
            ("c \u{1b}[1mFound solution: 1\u{1b}[0m\n", "c Found solution: 1\n"),
            ("\u{1b}[38;5;196mred\u{1b}[m", "red"),
            ("\u{9b}31mred\u{9b}m", "red"),
            ("\u{1b}(Bplain\u{1b}7\u{1b}8", "plain"),
            ("\u{1b}]8;;http://x\u{1b}\\link", "link"),
            ("\u{1b}]0;unfinished\nv 1 0", "\nv 1 0"),
            ("\u{1b}[31\nv 1 0", "\nv 1 0"),
            ("\u{1b}", ""),
            ("a\u{8}b\u{7f}\r\n", "a\u{fffd}b\u{fffd}\n"),
            ("s UNSATISFIA\rBLE\r\n", "s UNSATISFIA\u{fffd}BLE\n"),
            ("größer ✓", "größer ✓"),
        ] {
            assert_eq!(without_escapes(text), plain, "{text:?}");
        }
    }
}
