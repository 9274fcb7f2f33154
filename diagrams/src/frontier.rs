//! What the frontier method is told: states, and what becomes of them element by element.

/// A family of sets, described by what must be known of the elements decided so far: states that are equal have
/// the same continuations, and become one node (Yoshinaka et al. 2012, 3).
pub trait Frontier {
    /// How many elements there are to decide.
    fn levels(&self) -> usize;

    /// The length of a state in bytes: one at least.
    fn state_size(&self) -> usize;

    /// Writes the state before the first decision.
    fn root(&self, state: &mut [u8]) -> Next;

    /// Decides whether an element is taken, and writes the state after it. After the last element nothing is
    /// [`Next::Open`].
    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Next;
}

/// What becomes of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// No set goes on from here: the 0-terminal.
    Reject,
    /// One set goes on from here, and has no further element: the 1-terminal.
    Accept,
    /// The next element decides.
    Open,
}

/// Asked now and then, with the number of bytes that are held, whether to go on.
pub type GoOn<'a> = dyn FnMut(usize) -> bool + 'a;

/// After how many states [`GoOn`] is asked again.
pub(crate) const PERIOD: usize = 4096;

/// The caller did not want to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped before it was finished")]
pub struct Stopped;
