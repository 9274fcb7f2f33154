//! What an encoding costs: exact sizes, counted by streaming, and what closed formulas predict.

mod chart;

pub use chart::chart;

use encycle_encodings::encoding::{Encoding, PredictedSize};
use encycle_encodings::export::{ByFamily, CnfSize, LpSize};
use encycle_encodings::logic::{
    CardMethod, CnfMethod, ConstraintSink, LoweringOptions, TooLarge, lower_to_cnf, lower_to_rows,
};
use encycle_encodings::puzzle::Extent;

/// The sizes of one puzzle by one encoding and one set of choices.
#[derive(Clone, Debug)]
pub struct EncodingSize {
    /// The puzzle's name.
    pub puzzle: String,
    /// The size of the puzzle.
    pub size: Extent,
    /// The encoding.
    pub encoding: String,
    /// The choices.
    pub choices: LoweringOptions,
    /// The CNF formula; variables and bytes as in its DIMACS file, without comments and header.
    pub cnf: ByFamily<CnfSize>,
    /// The linear program.
    pub lp: ByFamily<LpSize>,
    /// Variables and clauses of the CNF formula by closed formulas, where there are any: for the
    /// methods `direct` and `naive`.
    pub predicted: Option<(u128, u128)>,
}

impl EncodingSize {
    /// The families of both forms, those of the CNF formula first.
    #[must_use]
    pub fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<&'static str> =
            self.cnf.families().iter().map(|(family, _)| *family).collect();
        for (family, _) in self.lp.families() {
            if !families.contains(family) {
                families.push(family);
            }
        }
        families
    }

    /// The sizes of one family; zero where it does not occur.
    #[must_use]
    pub fn family(&self, name: &str) -> (CnfSize, LpSize) {
        let cnf = self.cnf.families().iter().find(|(family, _)| *family == name);
        let lp = self.lp.families().iter().find(|(family, _)| *family == name);
        (
            cnf.map(|(_, size)| *size).unwrap_or_default(),
            lp.map(|(_, size)| *size).unwrap_or_default(),
        )
    }
}

/// Counts. No formula is kept in memory.
///
/// # Errors
/// If a constraint would become too many clauses.
///
/// ```
/// use encycle::sizes::measure;
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// let encoding = encoding("edge+order", &puzzle)?;
/// let size = measure("example", &*encoding, LoweringOptions::default())?;
/// let total = size.cnf.total();
/// assert_eq!(size.predicted, Some((total.variables as u128, total.clauses as u128)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    puzzle: &str,
    encoding: &dyn Encoding,
    choices: LoweringOptions,
) -> Result<EncodingSize, TooLarge> {
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    // distribution gives the hand-made clauses again
    let is_predicted = matches!(choices.cnf, CnfMethod::Direct | CnfMethod::Naive)
        && choices.card == CardMethod::Binomial;
    let predicted = encoding.predicted().filter(|_| is_predicted).map(|families| {
        let sum = |of: fn(&PredictedSize) -> u128| families.iter().map(of).sum();
        (sum(|family| family.variables), sum(|family| family.clauses))
    });
    Ok(EncodingSize {
        puzzle: puzzle.to_owned(),
        size: encoding.puzzle().extent(),
        encoding: encoding.name().to_owned(),
        choices,
        cnf: lower_to_cnf(ByFamily::default(), choices, encode)?,
        lp: lower_to_rows(ByFamily::default(), choices, encode)?,
        predicted,
    })
}
