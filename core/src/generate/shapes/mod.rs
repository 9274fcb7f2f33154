//! The solutions to start from: random loops, paths and grids, and loops that spell a message.

mod message;
mod mixed_grid;
mod random_grid;
mod random_loop;
mod random_path;

pub use message::message_inside;
pub use random_grid::random_grid;
pub(super) use random_loop::flip_keeps_one_loop;
pub use random_loop::{LoopSize, random_inside};
pub use random_path::random_path;
pub(super) use random_path::random_path_of_steps;
