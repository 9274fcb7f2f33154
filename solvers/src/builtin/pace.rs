//! How often somebody looks over a solver's shoulder.

/// Says which partial assignments are worth a look: the more often, the more often a look finds something. But never
/// so often that looking takes more than deciding, which is what a look at all variables costs.
pub(crate) struct CheckSchedule {
    /// Decisions between looks: at least, now, and since the last one.
    shortest: usize,
    pause: usize,
    since: usize,
}

impl CheckSchedule {
    /// With a formula of so many variables.
    pub fn new(variables: usize) -> Self {
        Self { shortest: variables / 16, pause: variables, since: 0 }
    }

    /// After a decision: whether it is time to look.
    pub fn is_due(&mut self) -> bool {
        self.since += 1;
        let due = self.since >= self.pause;
        if due {
            self.since = 0;
        }
        due
    }

    /// After a look.
    pub fn looked(&mut self, found: bool) {
        self.pause = match found {
            true => (self.pause / 2).max(self.shortest),
            false => self.pause * 2,
        };
    }
}
