//! The sizes of encodings, which are counted while the encoder runs, without keeping a formula.

mod chart;
mod features;
mod hashed;

pub use chart::{chart, units_label};
pub use features::{BaseFeatures, base_features};
use hashed::CountedSizes;
pub use hashed::HashedSizes;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::{ByFamily, CnfSize, RowSize};
use encycle_encodings::logic::{
    ConstraintSink, LoweringOptions, ProgramPart, TooLarge, lower_to_cnf, lower_to_rows,
};
use encycle_encodings::puzzle::Extent;
use encycle_files::gbd::GbdHashes;

/// The sizes of one puzzle with one encoding and one set of lowering options.
#[derive(Clone, Debug)]
pub struct EncodingSize {
    /// The puzzle's name.
    pub puzzle: String,
    /// The size of the puzzle.
    pub size: Extent,
    /// The encoding's name.
    pub encoding: String,
    /// The lowering options.
    pub choices: LoweringOptions,
    /// The size of the CNF formula. Variables and bytes are counted as in its DIMACS file, without comments and header.
    pub cnf: ByFamily<CnfSize>,
    /// The hashes of the CNF formula; `None` if some of its clauses are too many to be made.
    pub hashes: Option<GbdHashes>,
    /// The size of the linear program, and of its OPB file.
    pub rows: ByFamily<RowSize>,
    /// The base features of the CNF formula, if [`base_features`] was called.
    pub features: Option<BaseFeatures>,
    /// Whether the formula is for MIP solvers only, so that it has no CNF and OPB file.
    pub needs_mip: bool,
}

impl EncodingSize {
    /// Adds the columns and rows of a program that are not constraints over Boolean variables.
    pub fn add_program(&mut self, program: &ProgramPart) {
        self.rows.add_program(program);
        self.needs_mip |= program.needs_mip();
    }

    /// Returns the names of the rule families of the CNF formula, followed by the names of the families that only the
    /// linear program has.
    #[must_use]
    pub fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<&'static str> =
            self.cnf.families().iter().map(|(family, _)| *family).collect();
        for (family, _) in self.rows.families() {
            if !families.contains(family) {
                families.push(family);
            }
        }
        families
    }

    /// Returns the sizes of one rule family, which are zero if the family does not occur.
    #[must_use]
    pub fn family(&self, name: &str) -> (CnfSize, RowSize) {
        let cnf = self.cnf.families().iter().find(|(family, _)| *family == name);
        let rows = self.rows.families().iter().find(|(family, _)| *family == name);
        (
            cnf.map(|(_, size)| *size).unwrap_or_default(),
            rows.map(|(_, size)| *size).unwrap_or_default(),
        )
    }
}

/// Counts the variables, clauses and rows of a puzzle's encoding, without keeping a formula in memory.
///
/// # Errors
/// Returns [`TooLarge`] if a constraint has too many clauses.
///
/// ```
/// use encycle::sizes::measure;
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// let encoding = encoding("edge+order", &puzzle)?;
/// let size = measure("example", &encoding, LoweringOptions::default())?;
/// assert!(size.cnf.total().clauses > size.family("label").0.clauses);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    puzzle: &str,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
) -> Result<EncodingSize, TooLarge> {
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let CountedSizes { hashed, has_counts } =
        lower_to_cnf(CountedSizes::default(), choices, encode)?;
    Ok(EncodingSize {
        puzzle: puzzle.to_owned(),
        size: encoding.puzzle().extent(),
        encoding: encoding.name().to_owned(),
        choices,
        cnf: hashed.sizes,
        hashes: (!has_counts).then(|| hashed.hasher.finish()),
        rows: lower_to_rows(ByFamily::default(), choices, encode)?,
        features: None,
        needs_mip: false,
    })
}
