//! The commands of the command line, run as processes.

mod count;
mod encode;
mod exported;
mod features;
mod instances;
mod lint;
mod manners;
mod microlp;
mod sheet;
mod sizes;
mod solve;
mod symmetry;
mod too_large;
