//! The interface of the frontier method: states and their transitions, one element at a time.

/// A family of sets as a transition system: elements are decided one by one, and a state contains everything that later
/// decisions depend on.
///
/// Equal states on the same level have the same continuations, so they become one node (Yoshinaka et al. 2012, 3).
pub trait Frontier {
    /// Returns the number of elements to decide.
    fn levels(&self) -> usize;

    /// Returns the length of a state in bytes, at least 1.
    fn state_size(&self) -> usize;

    /// Writes the state before the first decision.
    fn root(&self, state: &mut [u8]) -> Transition;

    /// Decides the element of `level` and writes the resulting state to `next`.
    ///
    /// On the last level, the result is never [`Transition::Open`].
    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition;
}

/// The outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// No set continues the decisions: the 0-terminal.
    Reject,
    /// Exactly one set continues the decisions: the set without any further element. This is the 1-terminal.
    Accept,
    /// The result depends on further elements.
    Open,
}

/// A callback that returns whether to continue. It is called at intervals with the number of bytes in use.
pub type GoOn<'a> = dyn FnMut(usize) -> bool + 'a;

/// The error of a computation that ended early, because the [`GoOn`] callback returned `false`, or because the states
/// of a level do not fit into 32-bit indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computation was stopped before it finished")]
pub struct BuildStopped;

/// A rate limiter for a [`GoOn`] callback: calls it on the first tick and then on every [`Self::PERIOD`]-th tick.
pub(crate) struct BudgetCheck<'a, 'b> {
    go_on: &'a mut GoOn<'b>,
    left: u32,
}

impl<'a, 'b> BudgetCheck<'a, 'b> {
    const PERIOD: u32 = 8192;

    pub fn new(go_on: &'a mut GoOn<'b>) -> Self {
        Self { go_on, left: 1 }
    }

    /// Counts one step; `bytes` is evaluated only when the callback is called.
    ///
    /// # Errors
    /// [`BuildStopped`] if the callback returns `false`.
    pub fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), BuildStopped> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = Self::PERIOD;
        if (self.go_on)(bytes()) { Ok(()) } else { Err(BuildStopped) }
    }
}
