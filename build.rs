//! Links the command on Linux at a fixed address: otherwise the loader relocates 22,000 pointers at each start, on
//! 90 pages that it copies for that (`docs/research/measurements.md`).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    // programs with the C library musl are static, and linked by other rules
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
