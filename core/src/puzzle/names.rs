//! Names in tables, such as those of kinds and formats.

use encycle_encodings::suggest;

/// An error for a name that is not in a table of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{}'\nhelp: {help}", name.escape_debug())]
pub struct UnknownName {
    /// What the name should denote, such as `format`.
    pub what: &'static str,
    /// The unknown name, cut to 40 characters.
    pub name: String,
    /// The most similar known name, and all known names.
    pub help: String,
}

/// Returns the item of `all` with this name, ignoring ASCII case.
pub fn by_name<T: Copy>(
    what: &'static str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    let found = all.iter().copied().find(|&one| name_of(one).eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        let name: String = name.chars().take(40).collect();
        UnknownName { what, help: suggest::help(&name, &known), name }
    })
}
