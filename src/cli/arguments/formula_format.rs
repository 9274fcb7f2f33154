//! The file formats of formulas.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use encycle::encodings::export::{
    Encode, MapTarget, MpsLayout, OpbRevision, Preamble, write_dimacs, write_lp, write_mps,
    write_opb,
};
use encycle::encodings::logic::LoweringOptions;
use encycle::files::compression::plain_name;

use crate::cli::outputs::Output;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormulaFormat {
    /// DIMACS CNF
    #[value(alias = "cnf")]
    Dimacs,
    /// CPLEX LP
    Lp,
    /// MPS in free format
    Mps,
    /// MPS in fixed format, in which column N is named xN
    MpsFixed,
    /// OPB, the format of the pseudo-Boolean competitions, in which variable N is named xN
    Opb,
    /// OPB without the numbers that the competition of 2024 added to the first line; clasp needs it
    #[value(name = "opb-2016")]
    Opb16,
}

impl FromStr for FormulaFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        ValueEnum::from_str(name, false)
    }
}

impl FormulaFormat {
    /// Returns the format for the extension of a file name, ignoring `.gz` or `.xz` after it.
    pub fn of_name(path: &Path) -> Option<Self> {
        match plain_name(path).extension()?.to_ascii_lowercase().to_str()? {
            "lp" => Some(Self::Lp),
            "mps" => Some(Self::Mps),
            "opb" => Some(Self::Opb),
            "cnf" | "dimacs" => Some(Self::Dimacs),
            _ => None,
        }
    }

    /// Returns the extension of file names in this format, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Dimacs => "cnf",
            Self::Lp => "lp",
            Self::Mps | Self::MpsFixed => "mps",
            Self::Opb | Self::Opb16 => "opb",
        }
    }

    /// Returns an output file of this format.
    pub fn output(self, path: &Path) -> Output<'_> {
        match self {
            Self::Dimacs => Output::dimacs(path),
            Self::Lp => Output::lp(path),
            Self::Mps | Self::MpsFixed => Output::mps(path),
            Self::Opb | Self::Opb16 => Output::opb(path),
        }
    }

    /// Returns the target of a map for a file in this format. The targets differ because the formats name and number
    /// the variables differently.
    pub fn map_target(self) -> MapTarget {
        match self {
            Self::Dimacs => MapTarget::Cnf,
            Self::Lp | Self::Mps => MapTarget::Lp,
            Self::MpsFixed | Self::Opb | Self::Opb16 => MapTarget::Opb,
        }
    }

    /// Writes a formula in this format.
    pub fn write(
        self,
        out: &mut dyn Write,
        preamble: &Preamble,
        choices: LoweringOptions,
        encode: Encode<'_>,
    ) -> io::Result<()> {
        let comments = &preamble.comments;
        let mps = |out, layout| write_mps(out, comments, layout, choices, encode).map(drop);
        let opb = |out, revision| write_opb(out, comments, revision, choices, encode).map(drop);
        match self {
            Self::Dimacs => write_dimacs(out, preamble, choices, encode).map(drop),
            Self::Lp => write_lp(out, comments, choices, encode).map(drop),
            Self::Mps => mps(out, MpsLayout::Free),
            Self::MpsFixed => mps(out, MpsLayout::Fixed),
            Self::Opb => opb(out, OpbRevision::Pb24),
            Self::Opb16 => opb(out, OpbRevision::Pb16),
        }
    }
}
