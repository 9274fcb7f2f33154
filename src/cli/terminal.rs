//! The capabilities of the terminal: colors, characters and width.

use std::borrow::Cow;
use std::io::{IsTerminal as _, stderr, stdout};

use encycle::render::{Charset, TextStyle};

/// Returns the style of text pictures on standard output. They are as wide as the terminal, colored if it has colors,
/// and in ASCII characters if `ascii` is set or the locale has no UTF-8.
pub fn text_style(ascii: bool) -> TextStyle {
    TextStyle {
        charset: if ascii || !has_unicode() { Charset::Ascii } else { Charset::Unicode },
        width: width(),
        colour: has_colour(),
        ..TextStyle::default()
    }
}

/// Returns the number of columns of the terminal; `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    if !stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// The number of columns of text that does not go to a terminal.
const FILE_WIDTH: usize = 100;

/// Returns the number of columns of text on standard output.
pub fn text_width() -> usize {
    width().unwrap_or(FILE_WIDTH)
}

/// Returns how text is wrapped: at spaces only, with continuation lines that begin with `indent`.
pub fn wrapping(columns: usize, indent: &str) -> textwrap::Options<'_> {
    textwrap::Options::new(columns)
        .subsequent_indent(indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false)
}

/// Wraps the lines of a message that are wider than `columns`, and indents the continuation lines. With `None`, no line
/// is wrapped. Lines with color codes are not wrapped either: they belong to pictures, which are drawn only if they
/// fit.
pub fn wrapped(text: &str, columns: Option<usize>) -> Cow<'_, str> {
    let is_long = |line: &str| {
        columns.is_some_and(|columns| line.chars().count() > columns) && !line.contains('\x1b')
    };
    if !text.lines().any(is_long) {
        return Cow::Borrowed(text);
    }
    let options = wrapping(columns.unwrap_or(usize::MAX).max(20), "    ");
    let line = |line: &str| match line.trim_end_matches('\n') {
        content if is_long(content) => textwrap::fill(content, &options) + &line[content.len()..],
        _ => line.to_owned(),
    };
    Cow::Owned(text.split_inclusive('\n').map(line).collect())
}

/// Returns the number of columns of the terminal of standard error; `None` if standard error is not a terminal.
pub fn error_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(stderr());
    size.filter(|_| stderr().is_terminal()).map(|(width, _)| usize::from(width.0))
}

/// Returns whether output on standard output is limited to ASCII characters.
pub fn is_ascii() -> bool {
    !has_unicode()
}

/// Returns whether standard output shows colors, according to `--color`, `NO_COLOR` and `CLICOLOR_FORCE`.
fn has_colour() -> bool {
    !matches!(anstream::AutoStream::choice(&stdout()), anstream::ColorChoice::Never)
}

/// Returns whether standard output may contain UTF-8, according to the locale.
///
/// If no locale is set, a terminal is assumed to be limited to ASCII, but output to a file or pipe is UTF-8, because it
/// is data for other programs. Windows does not name the locale in environment variables, so they are ignored there.
fn has_unicode() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_locale = !cfg!(windows) && variables.into_iter().any(is_set);
    (!has_locale && !stdout().is_terminal()) || supports_unicode::supports_unicode()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_at_blanks_and_pictures_are_not() {
        let text = "examples/first.txt: unique (5 x 5)\n+---+   +---+\n";
        let expected = "examples/first.txt: unique (5\n    x 5)\n+---+   +---+\n";
        assert_eq!(wrapped(text, Some(30)), expected);
        assert_eq!(wrapped(text, None), text);
        let coloured = "\x1b[1m0123456789 0123456789 0123456789\x1b[0m\n";
        assert_eq!(wrapped(coloured, Some(20)), coloured);
    }
}
