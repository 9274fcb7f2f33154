//! The options of text pictures.

use clap::Args;

use crate::cli::terminal;
use encycle::render::{Picture, TextStyle, svg};

/// The options that change how pictures are drawn as text.
#[derive(Args, Clone, Copy, Debug)]
pub struct PictureArguments {
    /// Draw with ASCII characters only [default: if the locale has no UTF-8]
    #[arg(long, help_heading = "Display")]
    ascii: bool,
    /// Shade the cells inside the loop, in SVG and on a terminal with colours
    #[arg(long, help_heading = "Display")]
    inside: bool,
    /// Draw SVG in black and white with a dark grid, for print
    #[arg(long, help_heading = "Display")]
    print: bool,
}

impl PictureArguments {
    /// Returns the style of pictures on standard output.
    pub fn style(self) -> TextStyle {
        TextStyle { shade: self.inside, ..terminal::text_style(self.ascii) }
    }

    /// Draws a picture as SVG.
    pub fn svg(self, picture: Picture) -> String {
        svg(&picture.shaded(self.inside).on_paper(self.print))
    }
}
