//! Tests that need no external solver.

#[path = "../support/mod.rs"]
mod support;

mod about;
mod architecture;
mod campaigns;
mod certificates;
mod claims;
mod commands;
mod competition;
mod decode;
mod deduction;
mod defaults;
mod documentation;
mod encoding_examples;
mod formats;
mod generate;
mod help;
mod kind_clues;
mod kind_files;
mod kind_folder;
mod kinds;
mod kinds_reference;
mod laboratory;
mod lint;
mod models;
mod page;
mod pictures;
mod pieces;
mod prelude;
mod processes;
mod programs;
mod provers;
mod replay;
mod reports;
mod second;
mod serve;
mod solutions;
