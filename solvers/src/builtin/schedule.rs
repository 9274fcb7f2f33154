//! The schedule on which an external propagator checks partial assignments.

use encycle_encodings::logic::ExternalPropagator;

/// The interval between checks of partial assignments. It halves after a check that finds a conflict and doubles after
/// a check that finds none. It has a lower bound because each check reads all variables: without the bound, the checks
/// could take more time than the search between them.
pub(crate) struct CheckSchedule {
    /// The lower bound, in decisions.
    shortest: usize,
    /// The interval, in decisions.
    interval: usize,
    /// The decisions since the last check.
    since: usize,
}

impl CheckSchedule {
    /// Makes the schedule of an external propagator for a formula with this number of variables.
    pub fn new(propagator: &dyn ExternalPropagator, variables: usize) -> Self {
        let shortest = propagator.shortest_interval(variables);
        Self { shortest, interval: 16 * shortest.max(1), since: 0 }
    }

    /// Counts a decision and returns whether a check is due.
    pub fn is_due(&mut self) -> bool {
        self.since += 1;
        let due = self.since >= self.interval;
        if due {
            self.since = 0;
        }
        due
    }

    /// Adapts the interval after a check.
    pub fn checked(&mut self, found: bool) {
        self.interval = match found {
            true => (self.interval / 2).max(self.shortest),
            false => self.interval.saturating_mul(2),
        };
    }
}
