//! The partition of jobs into the batches of tasks.

use crate::bench::campaign::CampaignJob;

/// Divides jobs, in order, into at most `most` batches of at most `size` jobs. If `most` batches do not
/// suffice, the batches become larger.
///
/// All entrants on one puzzle are compared with each other. Therefore they stay in one batch, and so on one machine,
/// unless they exceed the batch size.
#[must_use]
pub fn batches(jobs: &[CampaignJob], size: usize, most: usize) -> Vec<Vec<&CampaignJob>> {
    let most = most.max(1);
    let mut size = size.max(1).max(jobs.len().div_ceil(most));
    loop {
        let batches = of_size(jobs, size);
        if batches.len() <= most {
            return batches;
        }
        size += size.div_ceil(8);
    }
}

fn of_size(jobs: &[CampaignJob], size: usize) -> Vec<Vec<&CampaignJob>> {
    let mut batches: Vec<Vec<&CampaignJob>> = Vec::new();
    for group in jobs.chunk_by(|a, b| (a.repeat, a.puzzle) == (b.repeat, b.puzzle)) {
        match batches.last_mut() {
            Some(batch) if batch.len() + group.len() <= size => batch.extend(group),
            _ => batches.extend(group.chunks(size).map(|piece| piece.iter().collect())),
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one job for each puzzle number, all in the same repeat.
    fn jobs(puzzles: &[usize]) -> Vec<CampaignJob> {
        let job = |(entrant, &puzzle): (usize, &usize)| CampaignJob {
            id: format!("{puzzle} {entrant}"),
            puzzle,
            entrant,
            repeat: 1,
            seed: None,
        };
        puzzles.iter().enumerate().map(job).collect()
    }

    fn sizes(puzzles: &[usize], size: usize, most: usize) -> Vec<usize> {
        let jobs = jobs(puzzles);
        let batches = batches(&jobs, size, most);
        let together: Vec<&CampaignJob> = batches.iter().flatten().copied().collect();
        assert_eq!(together, jobs.iter().collect::<Vec<_>>(), "each job once, in order");
        batches.iter().map(Vec::len).collect()
    }

    /// Times that were measured on different nodes are not comparable.
    #[test]
    fn entrants_on_one_puzzle_stay_in_one_batch() {
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 3, 100), [2, 2, 2]);
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 4, 100), [4, 2]);
        // three entrants exceed a batch of two
        assert_eq!(sizes(&[0, 0, 0, 1], 2, 100), [2, 2]);
    }

    #[test]
    fn batches_grow_until_the_array_is_small_enough() {
        assert_eq!(sizes(&[0, 1, 2, 3, 4, 5, 6], 1, 100), [1; 7]);
        assert_eq!(sizes(&[0, 1, 2, 3, 4, 5, 6], 1, 3), [3, 3, 1]);
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 1, 2), [4, 2]);
        assert_eq!(sizes(&[0, 1, 2], 1, 0), [3]);
        assert_eq!(sizes(&[], 5, 5), [0; 0]);
    }
}
