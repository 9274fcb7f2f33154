//! What the frontier method is told: states, and what becomes of them element by element.

/// A family of sets, described by what must be known of the elements decided so far: states that are equal have
/// the same continuations, and become one node (Yoshinaka et al. 2012, 3).
pub trait Frontier {
    /// How many elements there are to decide.
    fn levels(&self) -> usize;

    /// The length of a state in bytes: one at least.
    fn state_size(&self) -> usize;

    /// Writes the state before the first decision.
    fn root(&self, state: &mut [u8]) -> Transition;

    /// Decides whether an element is taken, and writes the state after it. After the last element nothing is
    /// [`Transition::Open`].
    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition;
}

/// What becomes of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// No set goes on from here: the 0-terminal.
    Reject,
    /// One set goes on from here, and has no further element: the 1-terminal.
    Accept,
    /// The next element decides.
    Open,
}

/// Asked now and then, with the number of bytes that are held, whether to go on.
pub type GoOn<'a> = dyn FnMut(usize) -> bool + 'a;

/// The caller did not want to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped before it was finished")]
pub struct BuildStopped;

/// Asks whether to go on, but not for every state.
pub(crate) struct BudgetCheck<'a, 'b> {
    go_on: &'a mut GoOn<'b>,
    left: u32,
}

impl<'a, 'b> BudgetCheck<'a, 'b> {
    const PERIOD: u32 = 8192;

    pub fn new(go_on: &'a mut GoOn<'b>) -> Self {
        Self { go_on, left: 1 }
    }

    /// Another state, with `bytes` held.
    pub fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), BuildStopped> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = Self::PERIOD;
        if (self.go_on)(bytes()) { Ok(()) } else { Err(BuildStopped) }
    }
}
