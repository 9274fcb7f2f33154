//! The options for the formula of a second solution.

use std::time::Duration;

use clap::Args;
use encycle::encodings::encoding::Encoding;
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::solve::{Solve, second_solution};

use crate::cli::arguments::limits::seconds;
use crate::cli::exit::CliError;

#[derive(Args, Debug)]
pub struct SecondArguments {
    /// Exclude the solution that the built-in solver finds: the formula is unsatisfiable if it is the only one
    #[arg(id = "second", long)]
    pub is_wanted: bool,
    /// Wall-clock limit of the built-in solver with --second, for each formula, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true, requires = "second")]
    pub timeout: Option<Duration>,
}

impl SecondArguments {
    /// Returns the search for the solution that `--second` excludes.
    pub fn first_search<'a>(&self, puzzle: &'a Puzzle) -> Solve<'a> {
        match self.timeout {
            Some(timeout) => Solve::new(puzzle).timeout(timeout),
            None => Solve::new(puzzle),
        }
    }

    /// Returns the encoding, with `--second` that of a second solution.
    ///
    /// # Errors
    /// The first solution is not found, or the problem is not a puzzle.
    pub fn of<'a>(
        &self,
        problem: &'a dyn Problem,
        encoding: Encoding<'a>,
    ) -> Result<Encoding<'a>, CliError> {
        if !self.is_wanted {
            return Ok(encoding);
        }
        let puzzle = problem.as_puzzle().ok_or_else(|| {
            let message =
                "--second applies to puzzles, not to a formula of your own\nhelp: omit --second";
            CliError::Usage(message.to_owned())
        })?;
        Ok(second_solution(puzzle, encoding, &self.first_search(puzzle))?)
    }
}
