//! The lowering of cardinality constraints to clauses, by the encodings of the crate `rustsat` and by the sequential
//! counter.

use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise};
use rustsat::encodings::card::{BoundUpper, Totalizer};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};

use crate::logic::emit::{CLAUSE_LIMIT, Emit, Refusal, RefusedStep};
use crate::logic::subsets::binomial;
use crate::logic::{CardMethod, Lit, Var, sequential};

const STEP: &str = "cardinality encoding";

/// Emits the clauses of "at least `at_least` and at most `at_most` of the literals". With a condition
/// `when`, each clause begins with its negation.
pub(super) fn lower(
    method: CardMethod,
    when: Option<Lit>,
    literals: &[Lit],
    (at_least, at_most): (usize, usize),
    out: &mut dyn Emit,
) -> Result<(), Refusal> {
    let count = literals.len();
    let pairs = binomial(count, 2);
    if method == CardMethod::Pairwise && pairs > CLAUSE_LIMIT as u64 {
        return Err((RefusedStep::Pairwise, pairs.into()));
    }
    let opposites: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
    if at_least > count {
        put(when, &[], out);
        return Ok(());
    }
    if method == CardMethod::Sequential && (at_least, at_most) == (1, 1) && count > 1 {
        count_to_one(when, literals, true, out);
        return Ok(());
    }
    at_most_of(method, when, literals, at_most, out);
    at_most_of(method, when, &opposites, count - at_least, out);
    Ok(())
}

/// Emits the clauses of "at most `at_most` of the literals".
fn at_most_of(
    method: CardMethod,
    when: Option<Lit>,
    literals: &[Lit],
    at_most: usize,
    out: &mut dyn Emit,
) {
    let opposites = || literals.iter().map(|&literal| !literal);
    if at_most >= literals.len() {
        return;
    }
    if at_most == 0 {
        return opposites().for_each(|literal| put(when, &[literal], out));
    }
    if at_most + 1 == literals.len() {
        return put(when, &opposites().collect::<Vec<_>>(), out);
    }
    if method == CardMethod::Sequential && at_most == 1 {
        return count_to_one(when, literals, false, out);
    }
    let mut manager = BasicVarManager::from_next_free(Var::new(out.variables()));
    let mut clauses = Cnf::new();
    let inputs = literals.iter().copied();
    // `rustsat` returns a failed allocation as an error; like any other failed allocation, it is not recoverable here
    const MEMORY: &str = "enough memory for the clauses of one constraint";
    macro_rules! at_most_one {
        ($encoding:ty) => {
            inputs.collect::<$encoding>().encode(&mut clauses, &mut manager).expect(MEMORY)
        };
    }
    match method {
        CardMethod::Pairwise if at_most == 1 => at_most_one!(Pairwise),
        CardMethod::Ladder if at_most == 1 => at_most_one!(Ladder),
        CardMethod::Bitwise if at_most == 1 => at_most_one!(Bitwise),
        CardMethod::Bimander if at_most == 1 => at_most_one!(Bimander<4>),
        CardMethod::Commander if at_most == 1 => at_most_one!(Commander<4>),
        _ => {
            let mut totalizer: Totalizer = inputs.collect();
            totalizer.encode_ub(at_most..=at_most, &mut clauses, &mut manager).expect(MEMORY);
            let bound = totalizer.enforce_ub(at_most).expect("the bound is encoded above");
            bound.into_iter().for_each(|literal| clauses.add_unit(literal));
        }
    }
    for _ in out.variables()..manager.n_used() {
        out.fresh();
    }
    for clause in &clauses {
        put(when, &clause.iter().copied().collect::<Vec<_>>(), out);
    }
}

/// Emits the sequential counter of "at most one", or "exactly one", of two or more literals. The first variable of the
/// order encoding would equal the first literal, so this literal replaces it.
fn count_to_one(when: Option<Lit>, literals: &[Lit], is_exact: bool, out: &mut dyn Emit) {
    let seen: Vec<Lit> = (2..literals.len()).map(|_| out.fresh()).collect();
    let seen = |i: usize| if i == 1 { literals[0] } else { seen[i - 2] };
    sequential::count_to_one(literals, is_exact, seen, |clause| put(when, clause, out));
}

fn put(when: Option<Lit>, clause: &[Lit], out: &mut dyn Emit) {
    match when {
        None => out.clause(clause, STEP),
        Some(when) => {
            let conditional: Vec<Lit> = [!when].into_iter().chain(clause.iter().copied()).collect();
            out.clause(&conditional, STEP);
        }
    }
}
