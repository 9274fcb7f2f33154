//! The selection of instances by their difficulty.

use std::collections::HashSet;

use crate::competition::Measured;

/// The difficulty of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The easy solver solves it.
    Easy,
    /// Only the hard solver solves it.
    Window,
    /// Neither solver solves it.
    TooHard,
}

impl Measured {
    /// Returns the difficulty.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        match (self.easy.satisfiable, self.hard.satisfiable) {
            (Some(_), _) => Difficulty::Easy,
            (None, Some(_)) => Difficulty::Window,
            (None, None) => Difficulty::TooHard,
        }
    }
}

/// The selected instances.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The instances, the fastest first.
    pub instances: Vec<Measured>,
    /// The number of candidates that were left out because they equal another candidate, or differ from it only by a
    /// renaming. The hashes of the formulas show this.
    pub twins: usize,
}

/// An error: too few instances have a suitable difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{window} of {all} candidates are in the window, {easy} are too easy and {hard} too hard; {wanted} instances \
     need {} in the window\nhelp: {}", .wanted.div_ceil(2), help(*.easy, *.window, *.hard, *.wanted)
)]
pub struct TooFew {
    /// The number of wanted instances.
    pub wanted: usize,
    /// The number of candidates without twins.
    pub all: usize,
    /// The number of candidates in the window.
    pub window: usize,
    /// The number of candidates that are too easy.
    pub easy: usize,
    /// The number of candidates that are too hard.
    pub hard: usize,
}

fn help(easy: usize, window: usize, hard: usize, wanted: usize) -> &'static str {
    if window >= wanted.div_ceil(2) {
        "add candidates: more puzzles, sizes, encodings or CNF methods"
    } else if easy > hard {
        "sweep larger sizes, such as generate:KIND:30x30..60x60, or use an encoding with weaker propagation"
    } else {
        "sweep smaller sizes, or give the hard solver more time"
    }
}

/// Selects `wanted` instances. All candidates in the window come first; if there are too many, they are spread evenly
/// over the times of the hard solver. Then come the hardest of the easy candidates, and finally candidates that are too
/// hard.
///
/// # Errors
/// Returns [`TooFew`] if there are fewer than `wanted` candidates, or fewer than half of them are in the window.
pub fn select(measured: Vec<Measured>, wanted: usize) -> Result<Selection, TooFew> {
    let before = measured.len();
    let mut known = HashSet::new();
    let mut is_new = |one: &Measured| {
        let hashes = [&one.gbdhash, &one.isohash, &Some(one.file.clone())];
        let hashes: Vec<String> = hashes.into_iter().flatten().cloned().collect();
        let is_new = hashes.iter().all(|hash| !known.contains(hash));
        known.extend(hashes);
        is_new
    };
    let mut all: Vec<Measured> = measured.into_iter().filter(|one| is_new(one)).collect();
    let count = |wanted| all.iter().filter(|one| one.difficulty() == wanted).count();
    let counts = [Difficulty::Easy, Difficulty::Window, Difficulty::TooHard].map(count);
    let [easy, window, hard] = counts;
    let twins = before - all.len();
    if all.len() < wanted || window < wanted.div_ceil(2) {
        return Err(TooFew { wanted, all: all.len(), window, easy, hard });
    }
    all.sort_by(|a, b| a.hard.cpu_seconds.total_cmp(&b.hard.cpu_seconds));
    let of = |wanted| all.iter().filter(move |one| one.difficulty() == wanted);
    let inside: Vec<&Measured> = of(Difficulty::Window).collect();
    let taken = inside.len().min(wanted);
    let spread = (0..taken).map(|i| inside[i * inside.len() / taken.max(1)]);
    let rest = of(Difficulty::Easy).rev().chain(of(Difficulty::TooHard));
    let mut instances: Vec<Measured> = spread.chain(rest).take(wanted).cloned().collect();
    instances.sort_by(|a, b| a.hard.cpu_seconds.total_cmp(&b.hard.cpu_seconds));
    Ok(Selection { instances, twins })
}
