//! Cuts against points of the linear relaxation, before the first solver call.

use std::time::Duration;

use web_time::Instant;

use crate::solve::search::finder::Finder;
use crate::solve::search::round::Observer;
use crate::solve::session::Failure;

/// The maximum number of fractional points that are cut off before the first solver call.
const MAX_RELAXATIONS: usize = 50;

/// The time and the cuts of the linear relaxations.
#[derive(Default)]
pub(super) struct RelaxationReport {
    pub wall: Duration,
    pub relaxations: usize,
    pub cuts: usize,
    pub cpu: Duration,
}

impl Finder<'_> {
    /// Cuts off fractional points until a point violates no cut of the encoding, or a limit or [`MAX_RELAXATIONS`] is
    /// reached. This runs only before the first solver call because, on the measured puzzles, later relaxations
    /// violated no cuts.
    pub(super) fn tighten(
        &mut self,
        observer: &mut dyn Observer,
    ) -> Result<RelaxationReport, Failure> {
        let start = Instant::now();
        let mut done = RelaxationReport::default();
        while self.options.fractional && done.relaxations < MAX_RELAXATIONS {
            let Ok(limits) = self.budget.limits() else { break };
            let Some(point) = self.session.relax(&limits)? else { break };
            let cpu = self.session.last_usage().cpu.unwrap_or_default();
            self.budget.spend(cpu);
            let cuts = self.encoding.separate_fractional(&point);
            done.relaxations += 1;
            done.cpu += cpu;
            done.cuts += cuts.len();
            if cuts.is_empty() {
                break;
            }
            observer.fractional_cuts(&cuts)?;
            // `newest` does not change, so the next model is checked against these cuts and the last round's cuts
            self.add(cuts);
        }
        done.wall = start.elapsed();
        Ok(done)
    }
}
