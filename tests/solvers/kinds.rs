//! Real solvers and the built-in one give the same verdicts for the sample of every kind.

use crate::support::kinds::agrees;

#[test]
fn cadical_agrees() {
    agrees("cadical");
}

#[test]
fn minisat_agrees() {
    agrees("minisat");
}

#[test]
fn highs_agrees() {
    agrees("highs");
}

#[test]
fn cbc_agrees() {
    agrees("cbc");
}

#[test]
fn glpsol_agrees() {
    agrees("glpsol");
}
