//! The option `--map`, which has one meaning in all commands.

/// The help of `--map`.
pub const HELP: &str = "Map of the formula: the file that names its variables. `encycle encode` writes it, other commands read it";
