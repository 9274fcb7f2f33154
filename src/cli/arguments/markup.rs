//! The options for tables in a markup language.

use clap::Args;

use crate::cli::views::table::Markup;

/// The options that select a markup language for a table.
#[derive(Args, Clone, Copy, Debug)]
pub struct MarkupArguments {
    /// Print a Markdown table
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    markdown: bool,
    /// Print a LaTeX table
    #[arg(long, conflicts_with_all = ["json", "csv", "markdown"])]
    latex: bool,
}

impl MarkupArguments {
    /// Returns the selected language, or `None` for plain text.
    pub fn markup(self) -> Option<Markup> {
        match (self.markdown, self.latex) {
            (true, _) => Some(Markup::Markdown),
            (_, true) => Some(Markup::Latex),
            _ => None,
        }
    }
}
