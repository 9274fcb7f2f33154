//! The readers of proofs: exact examples in both forms, malformed proofs, and damaged ones.

use encycle_proofs::{DratError, DratReader, DratStep, Refutation};
use proptest::prelude::*;

fn drat(bytes: &[u8]) -> Result<Vec<DratStep>, DratError> {
    DratReader::drat(bytes).collect()
}

fn frat(bytes: &[u8]) -> Result<Vec<DratStep>, DratError> {
    DratReader::frat(bytes).collect()
}

/// Writes a number in groups of seven bits, the lowest first.
fn number(bytes: &mut Vec<u8>, mut code: u64) {
    while code > 127 {
        bytes.push((code & 127) as u8 | 128);
        code >>= 7;
    }
    bytes.push(code as u8);
}

fn literals(bytes: &mut Vec<u8>, clause: &[i32]) {
    for literal in clause.iter().chain(&[0]) {
        number(bytes, 2 * u64::from(literal.unsigned_abs()) + u64::from(*literal < 0));
    }
}

fn steps() -> Vec<DratStep> {
    vec![
        DratStep::Add(vec![1, -2]),
        DratStep::Delete(vec![-63, 8191]),
        DratStep::Add(vec![-2_000_000]),
        DratStep::Add(vec![]),
    ]
}

fn binary_drat(steps: &[DratStep]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in steps {
        let (kind, clause) = match step {
            DratStep::Add(clause) => (b'a', clause),
            DratStep::Delete(clause) => (b'd', clause),
        };
        bytes.push(kind);
        literals(&mut bytes, clause);
    }
    bytes
}

#[test]
fn drat_is_read_in_both_forms() {
    let text = b"c by hand\n1 -2 0\nd -63 8191 0\n-2000000 0\n0\n";
    assert_eq!(drat(text), Ok(steps()));
    assert_eq!(drat(&binary_drat(&steps())), Ok(steps()));
    // literal 16 has the code of a blank
    let deletion = [DratStep::Delete(vec![16, 1]), DratStep::Add(vec![16])];
    assert_eq!(drat(&binary_drat(&deletion)), Ok(deletion.to_vec()));
    assert_eq!(drat(b""), Ok(vec![]));
    // the header of PicoSAT's RUP proofs
    assert_eq!(
        drat(b"%RUPD32 2 4\n1 0\n0\n"),
        Ok(vec![DratStep::Add(vec![1]), DratStep::Add(vec![])])
    );
}

#[test]
fn frat_is_read_in_both_forms() {
    let text =
        b"c by hand\no 1 5 0\na 2 1 -2 0 l 1 -3 0\nd 3 -63 8191 0\nr 2 4 0\na 300 -2000000 0\n\
        t 7\na 301 0\nf 301 0\n";
    assert_eq!(frat(text), Ok(steps()));
    let mut bytes = Vec::new();
    for (keyword, id, clause) in [
        (b'o', 1, &[5][..]),
        (b'a', 2, &[1, -2]),
        (b'd', 3, &[-63, 8191]),
        (b'a', 300, &[-2_000_000]),
        (b'a', 301, &[]),
        (b'f', 301, &[]),
    ] {
        bytes.push(keyword);
        number(&mut bytes, id);
        literals(&mut bytes, clause);
        if keyword == b'a' {
            bytes.push(b'l');
            literals(&mut bytes, &[1, 200, -3]);
        }
    }
    assert_eq!(frat(&bytes), Ok(steps()));
}

#[test]
fn malformed_steps_are_named() {
    for (text, error) in [
        (&b"1 2\n"[..], "step 1, before byte 4: the 0 at its end is missing"),
        (b"1 x 0\n", "step 1, before byte 3: 'x' is no number"),
        (b"1 0 x", "step 2, before byte 5: 'x' is no number"),
        (b"-0 1 0\n", "step 1, before byte 2: 0 is no literal"),
        (b"1 99999999999 0", "step 1, before byte 13: 99999999999 is no literal"),
        (b"1 -2147483648 0", "step 1, before byte 13: -2147483648 is no literal"),
        (b"1 \xff 0", "step 1, before byte 3: '\\xff' is no number"),
        (
            b"1 123456789012345678901 0",
            "step 1, before byte 22: '123456789012345678901...' is too long",
        ),
        (b"a\x02", "step 1, before byte 2: it is cut off"),
        (b"a\x02\x01\0", "step 1, before byte 3: a literal is -0"),
        (b"a\x02\0z\0", "step 2, before byte 4: it begins with neither `a` nor `d`"),
        (b"a\xff\xff\xff\xff\x7f\0", "step 1, before byte 6: -17179869183 is no literal"),
        (
            b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            "step 1, before byte 11: a number is too large",
        ),
    ] {
        assert_eq!(drat(text).unwrap_err().to_string(), error);
    }
    for (text, error) in [
        (&b"a 1 2"[..], "step 1, before byte 5: the 0 at its end is missing"),
        (b"a 1 2 0\nx 5 0\n", "step 2, before byte 9: unknown step: `x`"),
        (b"a one 2 0\n", "step 1, before byte 5: 'one' is no number"),
        (b"a", "step 1, before byte 1: it is cut off"),
        (b"\xff\0", "step 1, before byte 1: unknown step: `\\xff`"),
    ] {
        assert_eq!(frat(text).unwrap_err().to_string(), error);
    }
}

/// Four pigeons in three holes: the formula, and a proof that needs each of its steps.
fn pigeons() -> (Vec<Vec<i32>>, Vec<DratStep>) {
    let variable = |pigeon: i32, hole: i32| 3 * pigeon + hole + 1;
    let mut formula: Vec<Vec<i32>> =
        (0..4).map(|pigeon| (0..3).map(|hole| variable(pigeon, hole)).collect()).collect();
    for hole in 0..3 {
        for one in 0..4 {
            formula
                .extend((0..one).map(|other| vec![-variable(one, hole), -variable(other, hole)]));
        }
    }
    let mut proof = Vec::new();
    for second in 1..3 {
        proof.push(DratStep::Add(vec![-variable(0, 0), -variable(1, second)]));
    }
    proof.push(DratStep::Add(vec![-variable(0, 0)]));
    for second in [0, 2] {
        proof.push(DratStep::Add(vec![-variable(0, 1), -variable(1, second)]));
    }
    proof.push(DratStep::Add(vec![-variable(0, 1)]));
    proof.push(DratStep::Delete(vec![-variable(0, 0), -variable(1, 1)]));
    for second in [0, 1] {
        proof.push(DratStep::Add(vec![-variable(1, second)]));
    }
    proof.push(DratStep::Add(vec![]));
    (formula, proof)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// A damaged proof is refused with a reason, or it is another proof. Its check never panics, and what is accepted has
    /// hints that the strict checker accepts.
    #[test]
    fn damaged_proofs_do_no_harm(
        is_binary in any::<bool>(), is_frat in any::<bool>(), cut in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(), bit in 0..8_u32, kind in 0..3,
    ) {
        let (formula, proof) = pigeons();
        let mut bytes = match is_binary {
            true => binary_drat(&proof),
            false => {
                let line = |step: &DratStep| {
                    let (prefix, clause) = match step {
                        DratStep::Add(clause) => ("", clause),
                        DratStep::Delete(clause) => ("d ", clause),
                    };
                    let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
                    format!("{prefix}{} 0\n", words.join(" "))
                };
                proof.iter().map(line).collect::<String>().into_bytes()
            }
        };
        if kind != 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        if kind != 1 && !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        let steps: Result<Vec<DratStep>, DratError> = match is_frat {
            true => frat(&bytes),
            false => drat(&bytes),
        };
        let Ok(steps) = steps else { return Ok(()) };
        let mut refutation = Refutation::new(&formula);
        if steps.iter().try_for_each(|step| refutation.apply(step)).is_ok()
            && let Ok(proof) = refutation.into_proof()
        {
            prop_assert_eq!(proof.check(&formula), Ok(()));
        }
    }
}

#[test]
fn the_undamaged_proof_is_accepted() {
    let (formula, proof) = pigeons();
    let mut refutation = Refutation::new(&formula);
    for step in drat(&binary_drat(&proof)).expect("a proof") {
        refutation.apply(&step).expect("it follows");
    }
    assert_eq!(refutation.into_proof().expect("a proof").check(&formula), Ok(()));
}
