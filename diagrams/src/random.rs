//! Random numbers that stay the same from one version to the next.

use num_bigint::BigUint;

/// The generator of Steele, Lea and Flood 2014 ("Fast splittable pseudorandom number generators"): what is
/// drawn depends on the seed alone.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below a bound, each equally likely; 0 if the bound is 0.
    pub fn below(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let mut halves: Vec<u32> =
                (0..bits.div_ceil(32)).map(|_| (self.bits() >> 32) as u32).collect();
            if let (Some(top), 1..) = (halves.last_mut(), bits % 32) {
                *top &= (1 << (bits % 32)) - 1;
            }
            let drawn = BigUint::new(halves);
            // more than half of what is drawn is below
            if drawn < *bound || bits == 0 {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers for the seed 1234567, as the reference implementation prints them (Vigna, splitmix64.c).
    #[test]
    fn it_is_the_published_generator() {
        let mut random = SplitMix64::new(1_234_567);
        let drawn = [random.bits(), random.bits(), random.bits()];
        assert_eq!(
            drawn,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_drawn_and_none_above() {
        let mut random = SplitMix64::new(1);
        for bound in [1_u64, 2, 5, 8] {
            let mut seen = vec![0; bound as usize];
            for _ in 0..1000 * bound {
                let drawn = random.below(&bound.into());
                seen[usize::try_from(&drawn).expect("a small number")] += 1;
            }
            // 1000 expected, with a standard deviation below 32
            assert!(seen.iter().all(|&times| (800..1200).contains(&times)), "{seen:?}");
        }
    }
}
