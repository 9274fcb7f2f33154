//! Reencoding of unique and exclusive literal clauses.

use std::collections::{HashMap, HashSet};

use encycle_encodings::export::list_clauses;
use encycle_encodings::logic::{
    CardMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place, TooLarge,
};

/// The minimum number k of literals of a clause that is replaced. The sequential counter has 4k - 6 clauses, whereas
/// "exactly one" by pairs has 1 + k(k - 1)/2 clauses.
const SHORTEST: usize = 5;

/// Replaces clauses by the sequential counter of "exactly one of these literals", and removes the binary clauses that
/// the counter implies. Returns the number of variables and the clauses.
///
/// A clause is replaced in two cases:
///
/// - Each pair of its literals is excluded by a binary clause. Then "exactly one" already holds in every model.
/// - Its variables are not frozen, and each of its literals occurs in no other clause. Then all true literals but one
///   can be made false in any model, because no other clause needs them.
pub(super) fn reencode(
    variables: usize,
    clauses: &[Vec<Lit>],
    frozen: &[bool],
) -> Result<(usize, Vec<Vec<Lit>>), TooLarge> {
    let mut occurrences: HashMap<Lit, usize> = HashMap::new();
    clauses.iter().flatten().for_each(|&literal| *occurrences.entry(literal).or_default() += 1);
    let pair = |a: Lit, b: Lit| if a < b { (a, b) } else { (b, a) };
    let binary: HashSet<(Lit, Lit)> = clauses
        .iter()
        .filter_map(|clause| <[Lit; 2]>::try_from(&**clause).ok())
        .map(|[a, b]| pair(a, b))
        .collect();
    let mut counted: HashSet<usize> = HashSet::new();
    let mut implied: HashSet<(Lit, Lit)> = HashSet::new();
    for (number, clause) in clauses.iter().enumerate() {
        let mut literals: Vec<usize> = clause.iter().map(|literal| literal.vidx()).collect();
        literals.sort_unstable();
        literals.dedup();
        if clause.len() < SHORTEST || literals.len() < clause.len() {
            continue;
        }
        let pairs = || {
            let place = clause.iter().enumerate();
            place.flat_map(|(i, &a)| clause[..i].iter().map(move |&b| pair(!a, !b)))
        };
        let is_unique = clause
            .iter()
            .all(|literal| occurrences.get(literal) == Some(&1) && !frozen[literal.vidx()]);
        if is_unique || pairs().all(|pair| binary.contains(&pair)) {
            counted.insert(number);
            implied.extend(pairs());
            // the counter contains the negations of these literals, so the negations no longer count as unique
            clause.iter().for_each(|&literal| *occurrences.entry(!literal).or_default() += 1);
        }
    }
    let encode = |sink: &mut dyn ConstraintSink| {
        (0..variables).for_each(|one| {
            sink.variable("variable", format_args!("x{one}"));
        });
        for (number, clause) in clauses.iter().enumerate() {
            let constraint = match **clause {
                _ if counted.contains(&number) => {
                    Constraint::Cardinality { literals: clause, at_least: 1, at_most: 1 }
                }
                [a, b] if implied.contains(&pair(a, b)) => continue,
                _ => Constraint::Clause(clause),
            };
            sink.constraint(constraint, Origin::new("simplified", Place::Whole));
        }
    };
    let lowering = LoweringOptions { card: CardMethod::Sequential, ..LoweringOptions::default() };
    let list = list_clauses(lowering, &encode, usize::MAX, |_, _, _| true)?;
    Ok((list.names.len(), list.clauses.into_iter().map(|one| one.literals).collect()))
}
