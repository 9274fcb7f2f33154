//! Lowerings are equivalent to their constraints, on all small cases.

use std::collections::{BTreeSet, HashSet};

use encycle_encodings::export::{ByFamily, CnfSize};
use encycle_encodings::logic::{
    CLAUSE_LIMIT, CardMethod, CnfMethod, Constraint, ConstraintSink, DegreeRows, Formula,
    FormulaPattern, Lit, LoweringOptions, Origin, Place, Relation, TooLarge, lower_to_cnf,
};

use crate::common::{self, Counter, cnf, rows};

const ORIGIN: Origin = Origin { family: "test", place: Place::Whole, step: "" };

fn origin() -> Origin {
    ORIGIN
}

fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << count).map(move |bits| (0..count).map(|i| bits >> i & 1 == 1).collect())
}

/// Returns all formulas over three variables with at most `operators` operators.
fn formulas(operators: usize) -> Vec<Formula> {
    let mut by_size = vec![(0..3).map(|i| Formula::from(Lit::positive(i))).collect::<Vec<_>>()];
    for size in 1..=operators {
        let mut new: Vec<Formula> = by_size[size - 1].iter().cloned().map(Formula::not).collect();
        for left in 0..size {
            for a in &by_size[left] {
                for b in &by_size[size - 1 - left] {
                    let pair = || vec![a.clone(), b.clone()];
                    new.extend([
                        Formula::And(pair()),
                        Formula::Or(pair()),
                        Formula::implies(a.clone(), b.clone()),
                        Formula::iff(a.clone(), b.clone()),
                        Formula::xor(a.clone(), b.clone()),
                    ]);
                }
            }
        }
        by_size.push(new);
    }
    by_size.concat()
}

/// Asserts that the models of the clauses, projected to the first `count` variables, are those of the
/// constraint, and that no clause contains a variable twice. If the method guarantees it, each model
/// has one extension.
fn assert_same_models(count: usize, constraint: Constraint<'_>, choices: LoweringOptions) {
    let formula = cnf(choices, |sink| {
        (0..count).for_each(|i| {
            sink.variable("x", format_args!("x_{i}"));
        });
        sink.constraint(constraint, origin());
    });
    // only the raw clauses of distribution contain tautologies
    for clause in formula.clauses.iter().filter(|_| choices.cnf != CnfMethod::Naive) {
        let variables: HashSet<_> = clause.iter().map(|literal| literal.var()).collect();
        assert_eq!(variables.len(), clause.len(), "{choices:?} on {constraint:?}: {clause:?}");
    }
    let points = Counter::of_formula(&formula).points(count);
    let is_unique = choices.cnf != CnfMethod::PlaistedGreenbaum
        && matches!(choices.card, CardMethod::Binomial | CardMethod::Diagram);
    for assignment in assignments(count) {
        let extensions = points.get(&assignment).copied().unwrap_or(0);
        let expected = constraint.is_satisfied(&assignment);
        assert_eq!(extensions > 0, expected, "{choices:?} on {constraint:?} at {assignment:?}");
        if is_unique {
            assert!(extensions <= 1, "{choices:?} on {constraint:?} at {assignment:?}");
        }
    }
}

/// Covers 3 + 48 + 1488 + 57648 formulas with every method.
#[test]
fn lowering_keeps_the_models_of_every_small_formula() {
    let formulas = formulas(3);
    let sizes = [3, 3 + 5 * 9, 48 + 5 * 2 * 3 * 48, 1488 + 5 * (2 * 3 * 1488 + 48 * 48)];
    assert_eq!(formulas.len(), sizes.iter().sum::<usize>());
    for formula in &formulas {
        for &method in CnfMethod::ALL {
            assert_same_models(3, Constraint::Formula(formula), method.into());
        }
    }
}

/// Covers the helper functions of Westreicher 3.3 on up to five literals, one of them negated.
#[test]
fn helper_functions_count_true_literals() {
    for count in 0..=5_usize {
        let literals: Vec<Lit> = (0..count as u32).map(|i| Lit::new(i, i == 1)).collect();
        let table: [(Formula, &dyn Fn(usize) -> bool); 5] = [
            (Formula::none(&literals), &|n| n == 0),
            (Formula::at_least_one(&literals), &|n| n >= 1),
            (Formula::at_most_one(&literals), &|n| n <= 1),
            (Formula::exactly_one(&literals), &|n| n == 1),
            (Formula::exactly_two(&literals), &|n| n == 2),
        ];
        for (formula, expected) in &table {
            for assignment in assignments(count) {
                let number = literals.iter().filter(|l| assignment[l.vidx()] == l.is_pos()).count();
                assert_eq!(formula.is_satisfied(&assignment), expected(number), "{formula:?}");
            }
            for method in common::irredundant_methods() {
                assert_same_models(count, Constraint::Formula(formula), method.into());
            }
        }
    }
}

/// Westreicher, example 5.1.
#[test]
fn example_5_1_is_displayed_as_in_the_paper() {
    let [r1, r2, r3] = [0, 1, 2].map(|i| Formula::from(Lit::positive(i)));
    let formula = Formula::implies(r1, Formula::And(vec![r2, r3]));
    let name = |literal: Lit| {
        format!("{}R{}", if literal.is_neg() { "-" } else { "" }, literal.vidx() + 1)
    };
    assert_eq!(formula.named(&name).to_string(), "(R1 => (R2 ^ R3))");
    let clauses = cnf(CnfMethod::Naive.into(), |sink| {
        (1..=3).for_each(|i| {
            sink.variable("R", format_args!("R{i}"));
        });
        sink.constraint(Constraint::Formula(&formula), origin());
    });
    let as_formula = |clause: &Vec<Lit>| Formula::at_least_one(clause);
    let conjunction = Formula::And(clauses.clauses.iter().map(as_formula).collect());
    assert_eq!(conjunction.named(&name).to_string(), "((-R1 v R2) ^ (-R1 v R3))");
}

/// Westreicher, example 3.19.
#[test]
fn example_3_19_is_displayed_as_in_the_paper() {
    let literals = [0, 1, 2].map(Lit::positive);
    let name = |literal: Lit| {
        format!("{}{}", if literal.is_neg() { "-" } else { "" }, ["a", "b", "c"][literal.vidx()])
    };
    let one = Formula::exactly_one(&literals);
    assert_eq!(one.named(&name).to_string(), "((a v b v c) ^ ((-a v -b) ^ (-a v -c) ^ (-b v -c)))");
    let two = Formula::exactly_two(&literals);
    assert_eq!(two.named(&name).to_string(), "((a ^ b ^ -c) v (a ^ -b ^ c) v (-a ^ b ^ c))");
}

/// The clauses that distribution yields, formed one by one: those of each part of a conjunction, and for a disjunction
/// one for each choice of a clause from each part.
fn raw_clauses(formula: &Formula, sign: bool) -> Vec<BTreeSet<Lit>> {
    let all = |parts: &[(&Formula, bool)]| {
        parts.iter().flat_map(|&(part, sign)| raw_clauses(part, sign)).collect()
    };
    let any = |parts: &[(&Formula, bool)]| {
        parts.iter().fold(vec![BTreeSet::new()], |product, &(part, sign)| {
            let clauses = raw_clauses(part, sign);
            let joined =
                product.iter().flat_map(|left| clauses.iter().map(move |right| left | right));
            joined.collect()
        })
    };
    match formula {
        Formula::Literal(literal) => vec![[if sign { *literal } else { !*literal }].into()],
        Formula::Not(part) => raw_clauses(part, !sign),
        Formula::And(parts) | Formula::Or(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| (part, sign)).collect();
            if matches!(formula, Formula::And(_)) == sign { all(&parts) } else { any(&parts) }
        }
        Formula::Implies(a, b) if sign => any(&[(a, false), (b, true)]),
        Formula::Implies(a, b) => all(&[(a, true), (b, false)]),
        Formula::Iff(a, b) | Formula::Xor(a, b) => {
            let equal = matches!(formula, Formula::Iff(..)) == sign;
            [any(&[(a, false), (b, equal)]), any(&[(a, true), (b, !equal)])].concat()
        }
    }
}

/// Returns the clauses of the four stages of distribution, each made from the raw clauses, in order.
fn stages(formula: &Formula) -> [Vec<BTreeSet<Lit>>; 4] {
    let raw = raw_clauses(formula, true);
    let is_tautology = |clause: &BTreeSet<Lit>| clause.iter().any(|&one| clause.contains(&!one));
    let nontautological: Vec<_> =
        raw.iter().filter(|clause| !is_tautology(clause)).cloned().collect();
    let distinct: BTreeSet<_> = nontautological.iter().cloned().collect();
    let is_minimal = |clause: &&BTreeSet<Lit>| {
        !distinct.iter().any(|other| other != *clause && other.is_subset(clause))
    };
    let irredundant = distinct.iter().filter(is_minimal).cloned().collect();
    let mut all = [raw, nontautological, distinct.iter().cloned().collect(), irredundant];
    all.iter_mut().for_each(|clauses| clauses.sort());
    all
}

const STAGES: [CnfMethod; 4] = [
    CnfMethod::Naive,
    CnfMethod::NaiveNontautological,
    CnfMethod::NaiveDistinct,
    CnfMethod::NaiveIrredundant,
];

/// Only the last stage existed, under the name `naive`: distribution cost no more than hand-made clauses.
#[test]
fn each_stage_of_distribution_has_the_clauses_that_one_by_one_forming_yields() {
    let exactly_two = [3, 4].map(|k| {
        let literals: Vec<Lit> = (0..k).map(Lit::positive).collect();
        Formula::Or(vec![Formula::none(&literals), Formula::exactly_two(&literals)])
    });
    for formula in formulas(2).iter().chain(&exactly_two) {
        for (method, expected) in STAGES.into_iter().zip(stages(formula)) {
            let found = cnf(method.into(), |sink| {
                (0..4).for_each(|i| {
                    sink.variable("x", format_args!("x_{i}"));
                });
                sink.constraint(Constraint::Formula(formula), origin());
            });
            let mut found: Vec<BTreeSet<Lit>> =
                found.clauses.into_iter().map(|clause| clause.into_iter().collect()).collect();
            found.sort();
            assert_eq!(found, expected, "{method:?} of {formula:?}");
        }
    }
}

/// The table of docs/encodings/README.md. The raw clauses of five edges are too many to be made, and are counted with
/// their literals and bytes.
#[test]
fn the_stages_of_equation_3_17_have_the_documented_sizes() {
    let expected =
        [[4, 2, 2, 2], [81, 12, 4, 4], [16_384, 592, 13, 8], [48_828_125, 586_160, 56, 15]];
    for (degree, expected) in (2..).zip(expected) {
        let literals: Vec<Lit> = (0..degree).map(Lit::positive).collect();
        let encode = |sink: &mut dyn ConstraintSink| {
            (0..degree).for_each(|i| {
                sink.variable("x", format_args!("x_{i}"));
            });
            sink.constraint(Constraint::ZeroOrTwo(&literals), origin());
        };
        let size = |method: CnfMethod| {
            lower_to_cnf(ByFamily::<CnfSize>::default(), method.into(), encode).expect("a size")
        };
        assert_eq!(STAGES.map(|method| size(method).total().clauses), expected, "{degree}");
        let raw = *size(CnfMethod::Naive).total();
        if degree == 5 {
            let refused = lower_to_cnf(common::Formula::default(), CnfMethod::Naive.into(), encode);
            let error = refused.expect_err("too large").to_string();
            assert!(error.contains("would become 48828125 clauses by distribution"), "{error}");
            assert!(error.contains("use naive-irredundant"), "{error}");
            // Of the eleven parts, four contain x and seven contain -x. A clause without x takes one of the other four
            // literals of each part with x.
            let without_positive = 4_u64.pow(4) * 5_u64.pow(7);
            let without_negative = 5_u64.pow(4) * 4_u64.pow(7);
            let literals = 5 * (2 * 48_828_125 - without_positive - without_negative);
            assert_eq!(raw.literals as u64, literals);
            let negative = 5 * (48_828_125 - without_negative);
            assert_eq!(raw.bytes, 2 * literals + negative + 2 * 48_828_125);
        } else {
            let written = cnf(CnfMethod::Naive.into(), encode);
            let literals: usize = written.clauses.iter().map(Vec::len).sum();
            assert_eq!((raw.literals, raw.clauses), (literals, written.clauses.len()));
        }
    }
}

/// Distributing Westreicher 3.17 yields exactly the hand-made clauses of Berschneider 2.16-2.29.
#[test]
fn distribution_of_zero_or_two_yields_the_hand_made_clauses() {
    for degree in 2..=4 {
        let literals: Vec<Lit> = (0..degree).map(Lit::positive).collect();
        let clauses = |method: CnfMethod, constraint: Constraint<'_>| -> HashSet<Vec<Lit>> {
            let formula = cnf(method.into(), |sink| {
                (0..degree).for_each(|i| {
                    sink.variable("x", format_args!("x_{i}"));
                });
                sink.constraint(constraint, origin());
            });
            formula
                .clauses
                .into_iter()
                .map(|mut clause| {
                    clause.sort_unstable();
                    clause
                })
                .collect()
        };
        let hand_made = clauses(CnfMethod::Direct, Constraint::ZeroOrTwo(&literals));
        let formula = Constraint::ZeroOrTwo(&literals).to_formula();
        assert_eq!(clauses(CnfMethod::NaiveIrredundant, Constraint::Formula(&formula)), hand_made);
        assert_eq!(hand_made.len(), [2, 4, 8][degree as usize - 2]);
    }
}

/// Calls `test` with every kind of constraint over up to `max_literals` literals, one of them negated.
fn for_each_constraint(max_literals: u32, test: impl Fn(usize, Constraint<'_>)) {
    for k in 1..=max_literals {
        let literals: Vec<Lit> = (0..k).map(|i| Lit::new(i, i == 1)).collect();
        let count = k as usize;
        test(count, Constraint::Clause(&literals));
        test(count, Constraint::ZeroOrTwo(&literals));
        let formula = Constraint::ZeroOrTwo(&literals).to_formula();
        test(count, Constraint::Formula(&formula));
        let (when, rest) = (literals[0], &literals[1..]);
        test(count, Constraint::Crossing { edge: when, boundary: rest });
        for relation in [Relation::AtLeast, Relation::AtMost, Relation::Equal] {
            for right in -3..=4 {
                for coefficients in [[1; 5], [-1, 1, 1, -1, 1], [-2, 1, 1, 1, 1], [3, 0, -2, 1, -1]]
                {
                    let terms: Vec<(i64, Lit)> =
                        coefficients.into_iter().zip(literals.iter().copied()).collect();
                    test(count, Constraint::Linear { terms: &terms, relation, right });
                }
            }
        }
        for at_least in 0..=count + 1 {
            for at_most in at_least.min(count)..=count + 1 {
                let literals = &literals;
                test(count, Constraint::Cardinality { literals, at_least, at_most });
                let literals = rest;
                test(count, Constraint::Conditional { when, literals, at_least, at_most });
            }
        }
    }
}

#[test]
fn clauses_are_equivalent_to_the_constraint() {
    for_each_constraint(5, |count, constraint| {
        for method in common::irredundant_methods() {
            assert_same_models(count, constraint, method.into());
        }
        for &card in CardMethod::ALL {
            assert_same_models(
                count,
                constraint,
                LoweringOptions { card, ..LoweringOptions::default() },
            );
        }
    });
}

/// Ten literals fill several groups of the grouping encodings.
#[test]
fn cardinality_encodings_are_correct_on_ten_literals() {
    let literals: Vec<Lit> = (0..10).map(|i| Lit::new(i, i == 3)).collect();
    for &card in CardMethod::ALL {
        for (at_least, at_most) in [(0, 1), (1, 1), (9, 9), (3, 3), (2, 7)] {
            let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most };
            assert_same_models(
                10,
                constraint,
                LoweringOptions { card, ..LoweringOptions::default() },
            );
        }
    }
}

#[test]
fn rows_are_equivalent_to_the_constraint() {
    for_each_constraint(5, |count, constraint| {
        // the row of a crossing is stronger than its clause: see `crossing_row_requires_two_boundary_edges`
        if matches!(constraint, Constraint::Crossing { .. }) {
            return;
        }
        for &degree_rows in DegreeRows::ALL {
            for cnf in common::irredundant_methods() {
                let choices = LoweringOptions { cnf, degree_rows, ..LoweringOptions::default() };
                let program = rows(choices, |sink| {
                    (0..count).for_each(|i| {
                        sink.variable("x", format_args!("x_{i}"));
                    });
                    sink.constraint(constraint, origin());
                });
                let points = Counter::of_program(&program).points(count);
                for assignment in assignments(count) {
                    let found = points.contains_key(&assignment);
                    let expected = constraint.is_satisfied(&assignment);
                    assert_eq!(found, expected, "{choices:?} on {constraint:?} at {assignment:?}");
                }
            }
        }
    });
}

/// The literal of a rule may be that of one of its edges, and programs refuse a row that names a variable twice.
#[test]
fn a_row_of_repeated_literals_names_each_variable_once() {
    let [x, y, z] = [0, 1, 2].map(Lit::positive);
    let long = [vec![x; 9], vec![!x; 8], vec![z]].concat();
    for literals in [vec![x, !x], vec![x, y, !x], vec![x, x, y], vec![!x, y, z, !y, !x], long] {
        let count = literals.len();
        let terms: Vec<(i64, Lit)> = literals.iter().map(|&literal| (2, literal)).collect();
        for constraint in [
            Constraint::Clause(&literals),
            Constraint::Cardinality { literals: &literals, at_least: 1, at_most: count - 1 },
            Constraint::Cardinality { literals: &literals, at_least: 2, at_most: 2 },
            Constraint::Conditional { when: y, literals: &literals, at_least: 1, at_most: 1 },
            Constraint::Linear { terms: &terms, relation: Relation::AtMost, right: 3 },
        ] {
            let program = rows(LoweringOptions::default(), |sink| {
                (0..3).for_each(|i| {
                    sink.variable("x", format_args!("x_{i}"));
                });
                sink.constraint(constraint, origin());
            });
            for (terms, ..) in &program.rows {
                let variables: HashSet<_> = terms.iter().map(|term| term.1).collect();
                assert_eq!(variables.len(), terms.len(), "{constraint:?}: {program:?}");
            }
            let points = Counter::of_program(&program).points(3);
            for assignment in assignments(3) {
                let expected = constraint.is_satisfied(&assignment);
                let message = format!("{constraint:?} at {assignment:?}: {program:?}");
                assert_eq!(points.contains_key(&assignment), expected, "{message}");
            }
        }
    }
}

/// A single boundary edge would be an odd number of crossings, which is impossible for a loop.
#[test]
fn crossing_row_requires_two_boundary_edges() {
    let literals: Vec<Lit> = (0..3).map(Lit::positive).collect();
    let program = rows(LoweringOptions::default(), |sink| {
        (0..3).for_each(|i| {
            sink.variable("x", format_args!("x_{i}"));
        });
        let crossing = Constraint::Crossing { edge: literals[0], boundary: &literals[1..] };
        sink.constraint(crossing, origin());
    });
    let points = Counter::of_program(&program).points(3);
    assert!(points.contains_key(&vec![true, true, true]));
    assert!(points.contains_key(&vec![false, false, false]));
    assert!(!points.contains_key(&vec![true, true, false]));
}

/// The sizes of "none or two of these" by raw distribution, k^(k(k-1)/2 + 1) clauses for k literals. Sums beyond 63 bits once
/// wrapped round, so that a formula with 10^26 clauses was said to have one.
#[test]
fn sizes_of_raw_distribution_do_not_wrap_round() {
    let size = |count: u32| {
        let literals: Vec<Lit> = (0..count).map(Lit::positive).collect();
        lower_to_cnf(ByFamily::<CnfSize>::default(), CnfMethod::Naive.into(), |sink| {
            (0..count).for_each(|i| {
                sink.variable("x", format_args!("x_{i}"));
            });
            sink.constraint(Constraint::ZeroOrTwo(&literals), origin());
        })
    };
    assert_eq!(size(6).expect("a size").total().clauses, 6_usize.pow(16));
    // 7^22 literals have more than 63 bits
    for (literals, exact) in [(7_u128, 7_u128.pow(22)), (8, 8_u128.pow(29))] {
        let refused = size(literals as u32).expect_err("too large").to_string();
        assert!(refused.contains(&format!("would become {exact} clauses")), "{refused}");
    }
    let refused = size(12).expect_err("12^67 clauses").to_string();
    assert!(refused.contains("would become at least "), "{refused}");
}

/// Constraints with too many clauses are refused before the clauses are generated.
#[test]
fn exponential_lowerings_are_refused() {
    let literals: Vec<Lit> = (0..60).map(Lit::positive).collect();
    let pairs =
        literals.chunks(2).map(|pair| Formula::And(pair.iter().map(|&l| l.into()).collect()));
    // 2^30 clauses
    let formula = Formula::Or(pairs.collect());
    let constraint = Constraint::Formula(&formula);
    let lower = |method: CnfMethod| {
        lower_to_cnf(common::Formula::default(), method.into(), |sink| {
            (0..60).for_each(|i| {
                sink.variable("x", format_args!("x_{i}"));
            });
            sink.constraint(constraint, origin());
        })
    };
    let step = 2 * CLAUSE_LIMIT as u128;
    let counts = [
        (CnfMethod::Direct, step),
        (CnfMethod::NaiveIrredundant, step),
        (CnfMethod::NaiveDistinct, 1 << 21),
        (CnfMethod::Naive, 1 << 30),
    ];
    for (method, expected) in counts {
        let refused = lower(method).expect_err("too large");
        assert!(matches!(refused, TooLarge::Constraint { count, .. } if count.get() == expected));
        assert!(refused.to_string().contains("tseitin or plaisted-greenbaum"), "{refused}");
    }
    // 30 auxiliary variables with 3 clauses each (2 for one-sided definitions), and the top clause
    assert_eq!(lower(CnfMethod::Tseitin).expect("small").clauses.len(), 30 * 3 + 1);
    assert_eq!(lower(CnfMethod::PlaistedGreenbaum).expect("small").clauses.len(), 30 * 2 + 1);

    let constraint = Constraint::Cardinality { literals: &literals, at_least: 0, at_most: 30 };
    for &cnf in CnfMethod::ALL {
        let lower = |card| {
            lower_to_cnf(
                common::Formula::default(),
                LoweringOptions { cnf, card, ..LoweringOptions::default() },
                |sink| {
                    (0..60).for_each(|i| {
                        sink.variable("x", format_args!("x_{i}"));
                    });
                    sink.constraint(constraint, origin());
                },
            )
        };
        // a decision diagram in place of the binomial encoding
        assert!(lower(CardMethod::Binomial).is_ok());
        assert!(lower(CardMethod::Totalizer).is_ok());
    }
}

/// An instance of a pattern has the clauses of its formula, even if the same variable stands at two positions.
#[test]
fn an_instance_has_the_clauses_of_its_formula() {
    let [a, b, c] = [0, 1, 2].map(Lit::positive);
    let formula = Formula::iff(a.into(), Formula::And(vec![b.into(), Formula::not(c.into())]));
    let pattern = FormulaPattern::new(formula);
    let choices: Vec<Lit> = (0..3).flat_map(|i| [Lit::positive(i), Lit::negative(i)]).collect();
    for &cnf_method in CnfMethod::ALL {
        let lowered = |add: &dyn Fn(&mut dyn ConstraintSink)| {
            let encode = |sink: &mut dyn ConstraintSink| {
                for i in 0..3 {
                    sink.variable("x", format_args!("x_{i}"));
                }
                add(sink);
            };
            cnf(cnf_method.into(), encode).clauses
        };
        for number in 0..choices.len().pow(3) {
            let literals = [number / 36, number / 6 % 6, number % 6].map(|one| choices[one]);
            let whole = pattern.formula(&literals);
            assert_eq!(
                lowered(&|sink| sink.add_instance(&pattern, &literals, origin())),
                lowered(&|sink| sink.constraint(Constraint::Formula(&whole), origin())),
                "{cnf_method:?}: {literals:?}"
            );
        }
    }
}

/// Sums of ten terms with all coefficients from -4 to 5, and every relation, at bounds near their middle: each becomes a
/// diagram, whose variables follow from the literals.
#[test]
fn diagrams_of_sums_are_correct_and_determined() {
    let terms: Vec<(i64, Lit)> =
        (0..10).map(|i| (i64::from(i) - 4, Lit::new(i, i % 3 == 0))).collect();
    let choices = LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() };
    for relation in [Relation::AtMost, Relation::AtLeast, Relation::Equal] {
        for right in -3..8 {
            let constraint = Constraint::Linear { terms: &terms, relation, right };
            assert_same_models(10, constraint, choices);
        }
    }
    let literals: Vec<Lit> = (0..12).map(Lit::positive).collect();
    assert_same_models(12, Constraint::ZeroOrTwo(&literals), choices);
    let size = lower_to_cnf(CnfSize::default(), choices, |sink| {
        literals.iter().for_each(|_| {
            sink.variable("x", format_args!("x"));
        });
        sink.constraint(Constraint::ZeroOrTwo(&literals), origin());
    });
    assert!(size.expect("a small diagram").variables > 12);
}
