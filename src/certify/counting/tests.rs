use super::*;

/// Returns the inequality with these factors of the atoms 0, 1, 2, ... and this bound.
fn inequality(factors: &[i128], bound: i128) -> Inequality {
    let factors = (0..).zip(factors.iter().copied()).filter(|(_, factor)| *factor != 0);
    Inequality { factors: factors.collect(), bound }
}

/// Returns whether an assignment, the bits of a number, satisfies an inequality.
fn holds(inequality: &Inequality, values: u32) -> bool {
    let terms = inequality.factors.iter().filter(|(atom, _)| values >> **atom & 1 == 1);
    terms.map(|(_, factor)| factor).sum::<i128>() >= inequality.bound
}

/// A division keeps every solution, for all small inequalities over three atoms; it rounds away others.
#[test]
fn a_division_keeps_every_solution() {
    let mut rounded = 0;
    let range = || -3..=3;
    for (a, b) in range().flat_map(|a| range().map(move |b| (a, b))) {
        for (c, bound) in range().flat_map(|c| (-9..=9).map(move |bound| (c, bound))) {
            for divisor in 1..=4 {
                let before = inequality(&[a, b, c], bound);
                let mut after = before.clone();
                after.divide(divisor).expect("small numbers");
                let has = |which: &Inequality| (0..8).filter(|&v| holds(which, v)).count();
                assert!(
                    (0..8).all(|v| !holds(&before, v) || holds(&after, v)),
                    "{before:?} {divisor}"
                );
                let is_stronger = after.bound * divisor > before.bound
                    && before.factors.values().all(|factor| factor % divisor == 0);
                rounded += usize::from(is_stronger);
                assert!(!before.is_contradictory() || has(&before) == 0, "{before:?}");
            }
        }
    }
    assert!(rounded > 50, "{rounded}");
}

/// The equations of a triangle in which each vertex has one line: only rounding refutes them.
#[test]
fn steps_are_calculated_in_reverse_polish_notation() {
    let row = |atoms: [usize; 2]| CountingRow { atoms: atoms.into(), is_equation: true, bound: 1 };
    let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
    let rows = vec![row([0, 1]), row([1, 2]), row([0, 2])];
    let known: Vec<Inequality> = rows.iter().flat_map(Inequality::of_row).collect();
    let step = |text: &str| {
        let text = format!(
            "pseudo-Boolean proof version 3.0\npol {text};\noutput NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n"
        );
        let steps = CountingProof::read_steps(&text, &names).map_err(|(_, reason)| reason)?;
        let proof = CountingProof { rows: rows.clone(), steps: steps.clone() };
        assert_eq!(
            proof.steps_text(&names),
            text.replace("pol ;", "pol;"),
            "a step is written as it is read"
        );
        derive(&known, &steps[0]).map_err(str::to_owned)
    };
    let is_contradictory = |text: &str| step(text).map(|row| row.is_contradictory());
    assert_eq!(is_contradictory("1 3 + 5 + 2 d 2 * 2 + 4 + 6 +"), Ok(true));
    assert_eq!(is_contradictory("1 3 + 5 + 2 + 4 + 6 +"), Ok(false));
    assert_eq!(is_contradictory("1 ~a + ~b +"), Ok(false));
    for (text, reason) in [
        ("1 3", "it leaves several inequalities"),
        ("1 +", "an operation has too few operands"),
        ("", "an operation has too few operands"),
        ("0", "it names an inequality that does not precede it"),
        ("7", "it names an inequality that does not precede it"),
        ("1 0 d", "it multiplies or divides by 0"),
        ("1 18446744073709551615 * 18446744073709551615 *", "its numbers are too large"),
        ("1 x +", "`x` is not an atom of the puzzle"),
        ("1 18446744073709551616 *", "`18446744073709551616` is not a number"),
    ] {
        assert_eq!(step(text).expect_err(text), reason, "{text}");
    }
}

#[test]
fn malformed_lines_are_rejected_with_their_number() {
    let names: Vec<String> = ["a", "b"].map(str::to_owned).into();
    let rows = |text: &str| CountingProof::read_rows(text, &names);
    let good = "* #variable= 2 #constraint= 2\n1 a 1 b = 1;\n >= 2;\n";
    assert_eq!(rows(good).expect("two rows").len(), 2);
    for (line, reason) in [
        ("1 a = 1", "the line does not end with `;`"),
        ("1;", "the line is not a sum, `=` or `>=`, and a number"),
        ("1 a < 1;", "`<` is not `=` or `>=`"),
        ("2 a = 1;", "the factor `2` is not 1"),
        ("1 = 1;", "a term is not a factor and an atom"),
        ("1 c = 1;", "`c` is not an atom of the puzzle"),
        ("1 a = -1;", "`-1` is not a number"),
    ] {
        assert_eq!(rows(&format!("1 b = 1;\n{line}\n")), Err((2, reason.to_owned())));
    }
    let steps = |text: &str| CountingProof::read_steps(text, &names).expect_err(text).0;
    assert_eq!(steps("pol 1;\n"), 1);
    assert_eq!(steps("pseudo-Boolean proof version 3.0\npol 1;\n"), 2);
    let end = "output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n";
    assert_eq!(steps(&format!("pseudo-Boolean proof version 3.0\npol 1;\nrup >= 1;\n{end}")), 3);
}
