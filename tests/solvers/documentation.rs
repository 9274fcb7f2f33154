//! The commands of the documentation that run installed solvers.

use crate::support::documentation::{
    Block, guides, pages, run_guide, single_blocks, table_commands,
};

#[test]
fn commands_with_installed_solvers_work() {
    let mut blocks = single_blocks();
    blocks.extend(pages().iter().flat_map(|page| table_commands(page)));
    blocks.retain(|block| block.not_run.is_none() && block.needs_solvers());
    assert!(blocks.len() > 1, "{} blocks", blocks.len());
    blocks.iter().for_each(|block| block.run());
}

/// The commands of a guide can be pasted one after the other into one folder.
#[test]
fn guides_with_installed_solvers_work_in_one_folder() {
    for guide in guides() {
        if guide.iter().any(Block::needs_solvers) {
            run_guide(&guide.iter().collect::<Vec<_>>());
        }
    }
}
