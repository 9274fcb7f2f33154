//! Proofs of random formulas, compared with brute force, and damaged proofs.

use encycle_proofs::{Clause, DratStep, Lrat, LratError, LratStep, Refutation, RefutationError};
use proptest::collection::vec;
use proptest::prelude::*;

const VARIABLES: i32 = 5;

fn literal() -> impl Strategy<Value = i32> {
    (1..=VARIABLES, any::<bool>())
        .prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn formula() -> impl Strategy<Value = Vec<Clause>> {
    vec(vec(literal(), 1..=3), 1..40)
}

fn has_model(formula: &[Clause]) -> bool {
    (0..1_u32 << VARIABLES).any(|model| {
        let holds =
            |literal: &i32| (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        formula.iter().all(|clause| clause.iter().any(holds))
    })
}

/// The clauses that exclude each branch of the tree of all decisions, the deepest first: each follows from the two below.
fn tree(depth: i32, variables: i32, decisions: &mut Clause, proof: &mut Vec<Clause>) {
    if depth <= variables {
        for literal in [depth, -depth] {
            decisions.push(-literal);
            tree(depth + 1, variables, decisions, proof);
            decisions.pop();
        }
    }
    proof.push(decisions.clone());
}

fn refute(formula: &[Clause]) -> Result<Lrat, RefutationError> {
    let (mut refutation, mut proof) = (Refutation::new(formula), Vec::new());
    let variables = formula.iter().flatten().map(|literal| literal.abs()).max().unwrap_or(0);
    tree(1, variables, &mut Vec::new(), &mut proof);
    proof.iter().try_for_each(|clause| refutation.add(clause))?;
    refutation.into_proof()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A proof exists exactly for formulas without a model, and its text is read back.
    #[test]
    fn formulas_without_a_model_are_refuted(formula in formula()) {
        match refute(&formula) {
            Ok(proof) => {
                prop_assert!(!has_model(&formula));
                prop_assert_eq!(proof.check(&formula), Ok(()));
                prop_assert_eq!(Lrat::read(&proof.to_string()), Ok(proof));
            }
            Err(_) => prop_assert!(has_model(&formula)),
        }
    }

    /// An added clause is accepted only if the formula implies it, whatever is added and deleted before.
    #[test]
    fn a_wrong_clause_is_rejected(
        formula in formula(), steps in vec((vec(literal(), 0..=3), any::<bool>()), 1..20),
    ) {
        let mut refutation = Refutation::new(&formula);
        for (clause, is_deletion) in steps {
            if is_deletion {
                refutation.delete(&clause);
            } else if refutation.add(&clause).is_ok() {
                // the formula implies the clause if it contradicts the negations of its literals
                let mut denied = formula.clone();
                denied.extend(clause.iter().map(|literal| vec![-literal]));
                prop_assert!(!has_model(&denied), "{clause:?}");
            }
        }
        if let Ok(proof) = refutation.into_proof() {
            prop_assert_eq!(proof.check(&formula), Ok(()));
        }
    }

    /// A proof is accepted for no formula with a model: not for one with a clause less, nor with a changed literal, nor
    /// after a change of the proof.
    #[test]
    fn a_damaged_proof_is_accepted_for_no_formula_with_a_model(
        formula in formula(), place in any::<prop::sample::Index>(), other in literal(), kind in 0..6,
    ) {
        let Ok(mut proof) = refute(&formula) else { return Ok(()) };
        let mut formula = formula;
        let step = place.index(proof.steps.len());
        match kind {
            0 => drop(formula.remove(place.index(formula.len()))),
            1 => {
                let clause = place.index(formula.len());
                let at = place.index(formula[clause].len());
                formula[clause][at] = other;
            }
            2 => drop(proof.steps.remove(step)),
            3 => {
                let hints = &mut proof.steps[step].hints;
                if !hints.is_empty() {
                    let at = place.index(hints.len());
                    hints[at] = hints[at].wrapping_add(1);
                }
            }
            4 => proof.steps[step].clause.push(other),
            _ => drop(proof.steps[step].hints.pop()),
        }
        if proof.check(&formula).is_ok() {
            prop_assert!(!has_model(&formula));
        }
    }
}

/// Each rule of the check rejects a proof that breaks only this rule.
#[test]
fn every_rule_of_the_check_rejects() {
    let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    let good = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
    let check = |text: &str| Lrat::read(text).and_then(|proof| proof.check(&formula));
    assert_eq!(check(good), Ok(()));
    for (text, error) in [
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", LratError::Order { number: 5 }),
        ("4 1 0 1 2 0\n", LratError::Order { number: 4 }),
        ("5 1 0 1 7 0\n", LratError::NoClause { number: 5, hint: 7 }),
        ("5 1 0 5 0\n", LratError::NoClause { number: 5, hint: 5 }),
        ("5 1 0 3 2 0\n", LratError::NotUnit { number: 5, hint: 3 }),
        ("5 0 1 0\n", LratError::NotUnit { number: 5, hint: 1 }),
        ("5 1 0 1 0\n", LratError::NoConflict { number: 5 }),
        ("5 1 0 1 2 1 0\n", LratError::AfterConflict { number: 5, hint: 1 }),
        ("5 1 0 1 2 0\n", LratError::NoEmptyClause),
        ("", LratError::NoEmptyClause),
    ] {
        assert_eq!(check(text), Err(error), "{text}");
    }
    for (text, reason) in [
        ("x 1 0 1 0\n", "'x' is no number"),
        ("5 1 0 1 2\n", "the 0 after the hints is missing"),
        ("5 1\n", "the 0 after the literals is missing"),
        ("5 1 0 -1 2 0\n", "hint -1: steps of RAT are not supported"),
        ("5 1 0 1 2 0 3\n", "'3' after the step"),
        ("5 99999999999 0 1 0\n", "literal 99999999999 is too large"),
        ("5 1 0 one 0\n", "'one' is no hint"),
    ] {
        assert_eq!(Lrat::read(text), Err(LratError::Syntax { line: 1, reason: reason.to_owned() }));
    }
    // deletions and comments change nothing
    assert_eq!(check(&good.replace("6 0", "c a comment\n5 d 1 2 0\n6 0")), Ok(()));
}

/// Steps that the contradiction does not need are left out.
#[test]
fn idle_steps_are_left_out() {
    let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2], vec![3, 4], vec![3, -4]];
    let mut refutation = Refutation::new(&formula);
    for clause in [&[3][..], &[1], &[2]] {
        refutation.add(clause).expect("it follows");
    }
    let proof = refutation.into_proof().expect("a proof");
    let empty = proof.steps.last().expect("a step");
    assert!(proof.steps.len() <= 3 && empty.clause.is_empty(), "{proof}");
    assert!(proof.steps.iter().all(|step| step.clause != [3]), "{proof}");
    assert_eq!(proof.check(&formula), Ok(()));
}

/// A fact that many steps need is derived once: each of the steps has one hint for it.
#[test]
fn facts_become_steps() {
    // 1 implies 2, 2 implies 3, ..., and two clauses need the last one
    let mut formula = vec![vec![1], vec![-20, 30, 31], vec![-20, 30, -31], vec![-30, 31]];
    formula.push(vec![-30, -31, -20]);
    formula.extend((1..20).map(|from| vec![-from, from + 1]));
    let mut refutation = Refutation::new(&formula);
    refutation.add(&[30]).expect("it follows");
    let proof = refutation.into_proof().expect("a proof");
    assert_eq!(proof.check(&formula), Ok(()));
    assert!(proof.steps.iter().all(|step| step.hints.len() <= 4), "{proof}");
}

/// A deleted clause is not used, one that does not follow is refused, and so is one with a new variable.
#[test]
fn deletions_are_followed_and_clauses_that_do_not_follow_refused() {
    let formula = [vec![1, 2], vec![1, -2]];
    let mut refutation = Refutation::new(&formula);
    refutation.delete(&[2, 1]);
    refutation.delete(&[7]);
    let error = refutation.add(&[1]).unwrap_err();
    assert_eq!(error.to_string(), "added clause 1 does not follow by unit propagation: [1]");
    let error = refutation.apply(&DratStep::Add(vec![1, -3])).unwrap_err();
    assert_eq!(error, RefutationError::NewVariable { step: 2, variable: 3 });
    let long = RefutationError::NotImplied { step: 3, clause: (1..=50).collect() };
    assert!(
        long.to_string().ends_with("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10] ... (50 literals)"),
        "{long}"
    );
    assert_eq!(Refutation::new(&formula).into_proof(), Err(RefutationError::Incomplete));
    let with_empty = [vec![1], vec![]];
    let proof = Refutation::new(&with_empty).into_proof().expect("a proof");
    assert_eq!(proof.steps, [LratStep { number: 3, clause: vec![], hints: vec![2] }]);
    assert_eq!(proof.check(&with_empty), Ok(()));
}

/// Solvers delete the clause that made a literal true, and rely on its value.
#[test]
fn facts_remain_when_their_clause_is_deleted() {
    let formula = [vec![1], vec![-1, 2], vec![-2, 3, 4], vec![-2, 3, -4], vec![-2, -3]];
    let mut refutation = Refutation::new(&formula);
    refutation.delete(&[1]);
    refutation.delete(&[2, -1]);
    refutation.add(&[4]).expect("it follows");
    assert!(refutation.is_refuted());
    let proof = refutation.into_proof().expect("a proof");
    assert_eq!(proof.check(&formula), Ok(()));
}
