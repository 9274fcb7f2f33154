//! The hashes of the formulas of a campaign.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use encycle_encodings::logic::{CardMethod, CnfMethod, LoweringOptions, lower_to_cnf};
use encycle_files::gbd::GbdHashes;

use crate::problem::Problem;
use crate::sizes::HashedSizes;

/// The hashes of a formula, once they have been computed; they are `None` if the formula is too large.
type Computed = Arc<OnceLock<Option<GbdHashes>>>;

/// The hashes of formulas, by puzzle, encoding and lowering options. Each hash is computed once, after the first run with the
/// formula, so the measured times do not contain it.
#[derive(Debug, Default)]
pub(super) struct FormulaHashes {
    known: Mutex<HashMap<(usize, String, LoweringOptions), Computed>>,
}

impl FormulaHashes {
    /// Returns the hashes of the CNF formula of a problem, without facts of the presolver and without cuts.
    pub fn of(
        &self,
        (number, problem): (usize, &dyn Problem),
        encoding: &str,
        method: &str,
        card: Option<CardMethod>,
    ) -> Option<GbdHashes> {
        let cnf = CnfMethod::ALL.iter().copied().find(|cnf| cnf.name() == method)?;
        let card = card.unwrap_or(problem.default_lowering().card);
        let lowering = LoweringOptions { cnf, card, ..LoweringOptions::default() };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let computed =
            Arc::clone(known.entry((number, encoding.to_owned(), lowering)).or_default());
        drop(known);
        computed.get_or_init(|| hashes(problem, encoding, lowering)).clone()
    }
}

fn hashes(problem: &dyn Problem, encoding: &str, lowering: LoweringOptions) -> Option<GbdHashes> {
    let encoding = problem.encoding(encoding).ok()?;
    let hashed = lower_to_cnf(HashedSizes::default(), lowering, |sink| encoding.encode(sink));
    Some(hashed.ok()?.hasher.finish())
}
