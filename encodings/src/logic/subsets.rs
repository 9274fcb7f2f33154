//! The subsets of a given size, in lexicographic order.

/// Calls `visit` for each subset of `0..count` with `size` elements.
pub(super) fn each_subset(count: usize, size: usize, mut visit: impl FnMut(&[usize])) {
    if size > count {
        return;
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        visit(&chosen);
        let Some(i) = (0..size).rfind(|&i| chosen[i] < count - size + i) else { return };
        chosen[i] += 1;
        for j in i + 1..size {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

/// Returns the binomial coefficient: the number of subsets of `size` elements among `count` elements.
///
/// Intermediate products saturate at [`u64::MAX`]. The result is then too small, but still far above
/// [`CLAUSE_LIMIT`](crate::logic::CLAUSE_LIMIT).
#[must_use]
pub fn binomial(count: usize, size: usize) -> u64 {
    let Some(others) = count.checked_sub(size) else { return 0 };
    (0..size.min(others))
        .fold(1, |sets: u64, i| sets.saturating_mul((count - i) as u64) / (i as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subset_visits_every_subset_once() {
        for count in 0..8 {
            for size in 0..10 {
                let mut seen = Vec::new();
                each_subset(count, size, |set| seen.push(set.to_vec()));
                assert!(seen.is_sorted() && seen.iter().all(|set| set.is_sorted()));
                seen.dedup();
                assert_eq!(seen.len() as u64, binomial(count, size));
            }
        }
        assert_eq!(binomial(60, 30), 118_264_581_564_861_424);
        assert!(binomial(1000, 500) > 1 << 40);
    }
}
