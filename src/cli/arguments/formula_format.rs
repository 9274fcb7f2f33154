//! The file formats of formulas.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use encycle::encodings::export::{
    Encode, MapTarget, MpsLayout, OpbRevision, Preamble, write_dimacs, write_lp_program,
    write_mps_program, write_opb_program, write_wcnf_program,
};
use encycle::encodings::logic::{LoweringOptions, ObjectiveError, ProgramPart};

use crate::cli::outputs::Output;
use encycle::files::plain_ending;

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
    /// WCNF, the format of the MaxSAT evaluations since 2022
    Wcnf,
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
        match &*plain_ending(path)? {
            "lp" => Some(Self::Lp),
            "mps" => Some(Self::Mps),
            "opb" => Some(Self::Opb),
            "wcnf" => Some(Self::Wcnf),
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
            Self::Wcnf => "wcnf",
        }
    }

    /// Returns an output file of this format.
    pub fn output(self, path: &Path) -> Output<'_> {
        match self {
            Self::Dimacs => Output::dimacs(path),
            Self::Lp => Output::lp(path),
            Self::Mps | Self::MpsFixed => Output::mps(path),
            Self::Opb | Self::Opb16 => Output::opb(path),
            Self::Wcnf => Output::wcnf(path),
        }
    }

    /// Returns the target of a map for a file in this format. The targets differ because the formats name and number
    /// the variables differently.
    pub fn map_target(self) -> MapTarget {
        match self {
            Self::Dimacs | Self::Wcnf => MapTarget::Cnf,
            Self::Lp | Self::Mps => MapTarget::Lp,
            Self::MpsFixed | Self::Opb | Self::Opb16 => MapTarget::Opb,
        }
    }

    /// Checks that the format can express a program. An objective is missing in DIMACS files.
    ///
    /// # Errors
    /// It cannot express the columns, the rows or the objective.
    pub fn check(self, program: &ProgramPart) -> Result<(), ObjectiveError> {
        match self {
            Self::Lp | Self::Mps | Self::MpsFixed => Ok(()),
            Self::Dimacs if program.needs_mip() => Err(ObjectiveError::NotBoolean),
            Self::Dimacs => Ok(()),
            Self::Opb | Self::Opb16 | Self::Wcnf => program.cost().map(drop),
        }
    }

    /// Writes a formula in this format, with the rest of a program if there is one.
    pub fn write(
        self,
        out: &mut dyn Write,
        preamble: &Preamble,
        choices: LoweringOptions,
        encode: Encode<'_>,
        program: Option<&ProgramPart>,
    ) -> io::Result<()> {
        let comments = &preamble.comments;
        let default = ProgramPart::default();
        let part = program.unwrap_or(&default);
        let mps =
            |out, layout| write_mps_program(out, comments, layout, choices, encode, part).map(drop);
        let opb = |out, revision| {
            write_opb_program(out, comments, revision, choices, encode, part).map(drop)
        };
        match self {
            Self::Dimacs => write_dimacs(out, preamble, choices, encode).map(drop),
            Self::Lp => write_lp_program(out, comments, choices, encode, part),
            Self::Mps => mps(out, MpsLayout::Free),
            Self::MpsFixed => mps(out, MpsLayout::Fixed),
            Self::Opb => opb(out, OpbRevision::Pb24),
            Self::Opb16 => opb(out, OpbRevision::Pb16),
            Self::Wcnf => write_wcnf_program(out, comments, choices, encode, part).map(drop),
        }
    }
}
