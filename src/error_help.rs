//! The parts of an error's text: the problem and its fix.

use std::error::Error;

/// The parts of the text of any error: the problem, and what to do about it.
///
/// Every error of Encycle displays one line that states the problem and the offending value. If there is a fix, a second
/// line `help: ...` states it in terms of the library; the command adds the names of its options. A program with a
/// graphical interface can show both parts in different places.
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let error = Solve::new(&puzzle).encodings(["reach"]).run().unwrap_err();
/// assert_eq!(error.problem(), "encoding `reach`: unknown base: `reach`");
/// assert!(error.help().is_some_and(|help| help.contains("edge+reach")));
///
/// let error = "slitherlink 2 2\n31\n.9\n".parse::<Puzzle>().unwrap_err();
/// assert_eq!((error.line, error.column), (3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ErrorHelp: Error {
    /// Returns the problem, without the fix.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let error = "sudoko".parse::<PuzzleKind>().unwrap_err();
    /// assert_eq!(error.problem(), "unknown kind of puzzle 'sudoko'");
    /// ```
    fn problem(&self) -> String {
        let text = self.to_string();
        text.split(HELP).next().unwrap_or_default().to_owned()
    }

    /// Returns the fix; `None` if there is none to suggest.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let options = GenerateOptions::new(PuzzleKind::Sudoku, 9, 8);
    /// let error = generate(&options, 1).unwrap_err();
    /// assert_eq!(error.help().as_deref(), Some("the usual Sudoku is 9x9"));
    /// ```
    fn help(&self) -> Option<String> {
        let text = self.to_string();
        let (_, help) = text.split_once(HELP)?;
        Some(help.replace(HELP, "\n"))
    }
}

impl<E: Error + ?Sized> ErrorHelp for E {}

/// The start of the line with the fix.
const HELP: &str = "\nhelp: ";
