//! `encycle decode` and the readers of saved outputs.

mod command;
mod outputs;
