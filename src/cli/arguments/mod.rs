//! Groups of arguments that several commands share.

pub mod certificate;
pub mod clue_cells;
pub mod collection;
pub mod executor;
pub mod formula_format;
pub mod kind_file;
pub mod limits;
pub mod lowering;
pub mod map;
pub mod markup;
pub mod method;
pub mod model;
pub mod picture;
pub mod repair;
pub mod second;
pub mod solver;
pub mod solver_list;
pub mod source;
