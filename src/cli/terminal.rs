//! What the terminal can show: colours, characters and width.

use std::io::{IsTerminal as _, stdout};

use encycle::render::{Charset, TextStyle};

/// Returns the style of text pictures on standard output: as wide as the terminal, coloured if it has colours, and in
/// ASCII characters if `ascii` is set or the locale has no UTF-8.
pub fn text_style(ascii: bool) -> TextStyle {
    TextStyle {
        charset: if ascii || !has_unicode() { Charset::Ascii } else { Charset::Unicode },
        width: width(),
        colour: has_colour(),
        ..TextStyle::default()
    }
}

/// Returns the number of columns of the terminal; `None` if standard output is no terminal.
pub fn width() -> Option<usize> {
    if !stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Returns whether standard output shows colours, by `--color`, `NO_COLOR` and `CLICOLOR_FORCE`.
fn has_colour() -> bool {
    !matches!(anstream::AutoStream::choice(&stdout()), anstream::ColorChoice::Never)
}

/// Returns whether the locale has UTF-8. Without any locale, a terminal is assumed to have none, and other output
/// is UTF-8, as data for other programs. Windows has no locale in the environment.
fn has_unicode() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_locale = !cfg!(windows) && variables.into_iter().any(is_set);
    (!has_locale && !stdout().is_terminal()) || supports_unicode::supports_unicode()
}
