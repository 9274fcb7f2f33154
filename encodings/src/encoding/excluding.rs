//! An encoding that excludes one known solution.

use crate::encoding::{Completeness, EXCLUDED, Encoding, EncodingInfo, Part};

/// Returns the encoding without the solution that one of its models represents. If this was the only solution, the
/// formula is unsatisfiable.
///
/// ```
/// use encycle_encodings::encoding::excluding;
/// use encycle_encodings::export::CnfSize;
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
/// use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
///
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// let all = encoding("edge", &puzzle)?;
/// let clauses = |encoding: &encycle_encodings::encoding::Encoding<'_>| {
///     let lowering = LoweringOptions::default();
///     lower_to_cnf(CnfSize::default(), lowering, |sink| encoding.encode(sink)).map(|size| size.clauses)
/// };
/// let before = clauses(&all)?;
/// assert_eq!(clauses(&excluding(all, &[true; 4]))?, before + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn excluding<'a>(encoding: Encoding<'a>, model: &[bool]) -> Encoding<'a> {
    let cuts = encoding.block(model).cuts;
    let part = Part::new(ABOUT, move |sink| {
        cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
    });
    encoding.with_part(part).with_completeness(Completeness::AllButOne)
}

const ABOUT: EncodingInfo = EncodingInfo {
    name: "excluding",
    meaning: "without a known solution",
    source: "a second solution: Yato and Seta 2003, Complexity and completeness of finding another solution and its \
             application to puzzles",
    families: &[(EXCLUDED, "every model differs from the known solution")],
};
