//! Large random numbers.

use num_bigint::BigUint;
use rand::Rng;

/// Draws a number below a bound, uniformly at random; returns 0 if the bound is 0.
pub fn below(bound: &BigUint, random: &mut impl Rng) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut halves: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random.next_u32()).collect();
        if let (Some(top), 1..) = (halves.last_mut(), bits % 32) {
            *top &= (1 << (bits % 32)) - 1;
        }
        let drawn = BigUint::new(halves);
        // a draw is below the bound with probability at least 1/2
        if drawn < *bound || bits == 0 {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn draws_are_uniform_below_the_bound() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for bound in [1_u64, 2, 5, 8] {
            let mut seen = vec![0; bound as usize];
            for _ in 0..1000 * bound {
                let drawn = below(&bound.into(), &mut random);
                seen[usize::try_from(&drawn).expect("a small number")] += 1;
            }
            // 1000 are expected, with a standard deviation below 32
            assert!(seen.iter().all(|&times| (800..1200).contains(&times)), "{seen:?}");
        }
        assert_eq!(below(&BigUint::ZERO, &mut random), BigUint::ZERO);
        // the topmost 32-bit word varies too
        let bound = BigUint::from(3_u32) << 64;
        let drawn = (0..100).map(|_| below(&bound, &mut random) >> 64_u32);
        let tops: std::collections::BTreeSet<BigUint> = drawn.collect();
        assert_eq!(tops, [0_u32, 1, 2].map(BigUint::from).into());
    }
}
