//! Zero-suppressed decision diagrams (ZDDs).
//!
//! The crate represents families of sets as ZDDs (Minato 1993) and builds the ZDD of all solutions of a loop
//! or path puzzle on a graph. The construction is the frontier method: Knuth's Simpath (The Art of Computer
//! Programming 4A, 7.1.4, exercise 225) with the extensions of Yoshinaka et al. 2012.
//!
//! The crate starts no process, opens no file and reads no clock. A callback of the caller ([`GoOn`]) limits
//! running time and memory.
//!
//! # Example
//!
//! All paths between opposite corners of 3 x 3 vertices (Berschneider 2024, figure 2.10):
//!
//! ```
//! use encycle_diagrams::lines::LineSolutions;
//! use encycle_encodings::puzzle::Instance;
//! use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
//!
//! let puzzle = Numberlink::from_rows(&["1..", "...", "..1"], NumberlinkRule::Free)?;
//! let problem = puzzle.line_problem().expect("a path puzzle");
//! let solutions = LineSolutions::build(&problem, None, &mut |_| true)?;
//! assert_eq!(solutions.count(), 12_u32.into());
//! assert!(solutions.iter().all(|solution| puzzle.check(&solution).is_ok()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algebra;
mod arena;
mod build;
mod checkpoint;
mod cycle;
mod export;
mod frontier;
pub mod instances;
mod levels;
pub mod lines;
mod sets;
mod states;
mod tally;

pub use arena::{Arena, Node, SetFamily};
pub use build::build;
pub use checkpoint::{CheckpointError, LevelStore};
pub use cycle::hamilton_cycle;
pub use frontier::{BuildStopped, Frontier, GoOn, Transition};
pub use sets::{Counts, Sets};
pub use tally::{CountFailure, CountResources, count};
