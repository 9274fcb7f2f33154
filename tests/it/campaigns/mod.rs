//! Campaigns (`encycle bench`) and their reports.

mod chart;
mod replay;
mod report;
mod rows;

use std::path::Path;

use crate::support::binary::encycle;

fn bench(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let folder = folder.to_str().expect("text");
    encycle(&[&["bench", "--out", folder], arguments].concat())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}
