//! Which lowerings are propagation complete: unit propagation derives all that follows from any partial assignment.

use encycle_encodings::logic::{
    CardMethod, CnfMethod, Constraint, Lit, LoweringOptions, Origin, Place, Relation,
    UnitPropagator, lower_to_cnf,
};

/// Returns whether unit propagation derives every implied literal and finds every contradiction, in all partial
/// assignments.
fn is_complete(count: usize, constraint: Constraint<'_>, choices: LoweringOptions) -> bool {
    let models: Vec<Vec<bool>> = (0..1_u32 << count)
        .map(|bits| (0..count).map(|one| bits >> one & 1 == 1).collect::<Vec<bool>>())
        .filter(|model| constraint.is_satisfied(model))
        .collect();
    let lowered = lower_to_cnf(UnitPropagator::default(), choices, |sink| {
        (0..count).for_each(|one| {
            sink.variable("x", format_args!("x_{one}"));
        });
        sink.constraint(constraint, Origin::new("test", Place::Whole));
    });
    let mut propagator = lowered.expect("small");
    let is_open = propagator.propagate();
    let root = propagator.trail().len();
    (0..3_u32.pow(count as u32)).all(|code| {
        let digit = |place: usize| code / 3_u32.pow(place as u32) % 3;
        let given = (0..count).filter(|&place| digit(place) > 0);
        let given: Vec<Lit> =
            given.map(|place| Lit::new(place as u32, digit(place) == 1)).collect();
        let holds = |model: &&Vec<bool>| {
            given.iter().all(|literal| model[literal.vidx()] == literal.is_pos())
        };
        let agreeing: Vec<&Vec<bool>> = models.iter().filter(holds).collect();
        propagator.undo(root);
        let found = is_open
            && given.iter().all(|&literal| propagator.assign(literal))
            && propagator.propagate();
        match agreeing.first() {
            None => !found,
            Some(first) => {
                // a lowering that finds a contradiction here would be wrong
                assert!(found, "{choices:?} on {constraint:?}: {given:?}");
                (0..count).all(|one| {
                    let follows = agreeing.iter().all(|model| model[one] == first[one]);
                    let value = propagator.value(Lit::positive(one as u32));
                    value == follows.then_some(first[one])
                })
            }
        }
    })
}

/// The second literal is negative.
fn literals(count: usize) -> Vec<Lit> {
    (0..count as u32).map(|one| Lit::new(one, one == 1)).collect()
}

/// A theorem for each size: the clauses of `direct` and of distribution are all prime implicates of the constraint, so they
/// derive all that follows. Tseitin's clauses of degree constraints derive as much.
#[test]
fn clauses_of_counts_and_degrees_are_propagation_complete() {
    for method in [CnfMethod::Direct, CnfMethod::NaiveIrredundant] {
        let choices = LoweringOptions::from(method);
        for count in 0..=6 {
            let literals = literals(count);
            let degree = Constraint::ZeroOrTwo(&literals);
            assert!(is_complete(count, degree, choices), "{choices:?}, {count}");
            assert!(is_complete(count, degree, CnfMethod::Tseitin.into()), "{count}");
            for at_most in 0..=count {
                for at_least in 0..=at_most {
                    let literals = &literals;
                    let constraint = Constraint::Cardinality { literals, at_least, at_most };
                    assert!(is_complete(count, constraint, choices), "{constraint:?}");
                }
            }
            let terms: Vec<(i64, Lit)> =
                [3, -1, 2, 1, -2, 4].into_iter().zip(literals.iter().copied()).collect();
            for right in -3..8 {
                let constraint =
                    Constraint::Linear { terms: &terms, relation: Relation::AtLeast, right };
                assert!(is_complete(count, constraint, CnfMethod::Direct.into()), "{constraint:?}");
            }
        }
    }
}

/// The cardinality encodings of the literature are propagation complete for "at most" and "at least". Sources: Bailleux and
/// Boufkhad 2003 (totalizer), Gent and Nightingale 2004 (ladder), Sinz 2005 (sequential counter), Prestwich 2007 (bitwise),
/// Kučera, Savický and Vorel 2019, A lower bound on CNF encodings of the at-most-one constraint.
#[test]
fn cardinality_encodings_are_propagation_complete_for_one_bound() {
    for &card in CardMethod::ALL {
        let choices = LoweringOptions { card, ..LoweringOptions::default() };
        for count in 1..=6 {
            let literals = &literals(count)[..];
            for bound in 0..=count {
                for (at_least, at_most) in [(0, bound), (bound, count)] {
                    let constraint = Constraint::Cardinality { literals, at_least, at_most };
                    let case = format!("{}: {at_least} to {at_most} of {count}", card.name());
                    assert!(is_complete(count, constraint, choices), "{case}");
                }
            }
        }
    }
}
