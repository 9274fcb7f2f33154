//! Real solvers read the files of each format.

mod exported;
mod lp;
mod opb;
