//! The commands of the documentation that run installed solvers.

use crate::support::documentation::{blocks, pages, table_commands};

#[test]
fn commands_with_installed_solvers_work() {
    let mut blocks = blocks();
    blocks.extend(pages().iter().flat_map(|page| table_commands(page)));
    blocks.retain(|block| block.not_run.is_none() && block.needs_solvers());
    assert!(blocks.len() > 2, "{} blocks", blocks.len());
    blocks.iter().for_each(|block| block.run());
}
