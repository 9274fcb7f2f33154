//! A set of variables: a bit set in pages, which are allocated when they are needed.

/// The binary logarithm of the number of variables per page.
const PAGE: u32 = 16;
const WORDS: usize = (1 << PAGE) / 64;

/// A set of variables.
#[derive(Debug, Default)]
pub struct Variables {
    pages: Vec<Option<Box<[u64; WORDS]>>>,
}

impl Variables {
    /// Adds a variable.
    pub fn insert(&mut self, variable: u32) {
        let page = (variable >> PAGE) as usize;
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        let bits = self.pages[page].get_or_insert_with(|| Box::new([0; WORDS]));
        bits[(variable as usize >> 6) % WORDS] |= 1 << (variable % 64);
    }

    /// Returns the number of variables in the set.
    pub fn count(&self) -> u64 {
        self.count_up_to(u32::MAX)
    }

    /// Returns the number of variables of `1..=last` in the set.
    pub fn count_up_to(&self, last: u32) -> u64 {
        let pages = self.pages.iter().enumerate();
        let words =
            pages.filter_map(|(i, page)| Some((i, page.as_ref()?))).flat_map(|(i, page)| {
                page.iter().enumerate().map(move |(j, &bits)| (((i << PAGE) + j * 64) as u64, bits))
            });
        words
            .map(|(first, bits)| {
                let within = (u64::from(last) + 1).saturating_sub(first).min(64) as u32;
                let kept = bits & u64::MAX.checked_shr(64 - within).unwrap_or(0);
                u64::from(kept.count_ones())
            })
            .sum()
    }

    /// Returns the variables of `1..=last` that are not in the set, in ascending order.
    pub fn missing(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        (0..=last / 64)
            .flat_map(move |word| {
                let page = self.pages.get((word as usize) / WORDS).and_then(Option::as_deref);
                let bits = page.map_or(0, |page| page[(word as usize) % WORDS]);
                let candidates = if bits == u64::MAX { 0..0 } else { 0..64 };
                let missing = candidates.filter(move |bit| bits >> bit & 1 == 0);
                missing.map(move |bit| u64::from(word) * 64 + bit)
            })
            .filter_map(move |variable| u32::try_from(variable).ok())
            .filter(move |variable| (1..=last).contains(variable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_missing_variables_are_right_across_pages() {
        let mut set = Variables::default();
        let all = [1, 2, 63, 64, 65, 65_535, 65_536, i32::MAX as u32];
        all.iter().chain(&all).for_each(|&variable| set.insert(variable));
        assert_eq!(set.count(), all.len() as u64);
        assert_eq!((set.missing(66).count(), set.count_up_to(66)), (66 - 5, 5));
        assert_eq!((set.count_up_to(0), set.count_up_to(64), set.count_up_to(65_536)), (0, 4, 7));
        assert!(set.missing(65_538).eq((1..=65_538).filter(|variable| !all.contains(variable))));
        assert_eq!(Variables::default().missing(u32::MAX).next(), Some(1));
    }
}
