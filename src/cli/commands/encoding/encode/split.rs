//! The options of `encycle encode` that split a formula into cubes.

use std::path::PathBuf;

use clap::Args;
use encycle::certify::check_partition;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{Lit, LoweringOptions};
use encycle::solve::{Failure, cubes};

use crate::cli::arguments::limits::whole_number_from;
use crate::cli::exit::CliError;

#[derive(Args, Debug)]
pub struct SplitArguments {
    /// Split the formula by lookahead into at most N cubes (the greatest power of two up to N), and write
    /// iCNF: the header `p inccnf`, and a line `a 1 -2 0` for each cube. Every model lies in exactly one
    /// cube, which is checked (DIMACS)
    #[arg(long, value_name = "N", value_parser = whole_number_from(1), conflicts_with = "second")]
    pub cubes: Option<usize>,
    /// Write the cubes into this file, and the formula without them as DIMACS CNF
    #[arg(long, value_name = "FILE", requires = "cubes")]
    pub cube_file: Option<PathBuf>,
}

/// The cubes of a formula, either inside its file or in a separate file.
#[derive(Default)]
pub struct Cubes {
    /// The cubes inside the file of the formula, which is then iCNF.
    pub inside: Option<Vec<Vec<Lit>>>,
    /// The cubes of the separate file.
    pub beside: Vec<Vec<Lit>>,
}

impl SplitArguments {
    /// Whether the cubes are part of the file of the formula.
    pub fn is_inside(&self) -> bool {
        self.cubes.is_some() && self.cube_file.is_none()
    }

    /// Splits an encoding.
    ///
    /// # Errors
    /// The formula is too large.
    pub fn split(
        &self,
        encoding: &Encoding<'_>,
        lowering: LoweringOptions,
    ) -> Result<Cubes, CliError> {
        let Some(most) = self.cubes else { return Ok(Cubes::default()) };
        let mut cubes = cubes(encoding, lowering, most.ilog2())?;
        if cubes.is_empty() {
            // unit propagation refutes the formula; the empty cube stands for all of it, because a solver would find
            // nothing to do in a file without cubes
            cubes.push(Vec::new());
        }
        check_partition(encoding, lowering, &cubes)
            .map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(match self.is_inside() {
            true => Cubes { inside: Some(cubes), beside: Vec::new() },
            false => Cubes { inside: None, beside: cubes },
        })
    }
}
