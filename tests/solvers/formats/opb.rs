//! Pseudo-Boolean solvers find all solutions of small Slitherlinks through OPB files.

use crate::support::kinds::agrees;
use crate::support::loops::{finds_exactly_all_solutions, takes_every_encoding};

#[test]
fn clasp_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("clasp-opb");
}

#[test]
fn minisat_plus_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("minisat+");
}

#[test]
fn scip_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("scip-opb");
}

#[test]
fn clasp_takes_every_encoding() {
    takes_every_encoding("clasp-opb");
}

#[test]
fn minisat_plus_takes_every_encoding() {
    takes_every_encoding("minisat+");
}

#[test]
fn scip_takes_every_encoding() {
    takes_every_encoding("scip-opb");
}

#[test]
fn clasp_agrees() {
    agrees("clasp-opb");
}

#[test]
fn minisat_plus_agrees() {
    agrees("minisat+");
}

#[test]
fn scip_agrees() {
    agrees("scip-opb");
}
