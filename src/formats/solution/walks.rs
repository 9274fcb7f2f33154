//! The reader of walks: solutions on a general graph as `encycle solve` lists them, such as `cycle: 1 2 3 1` or
//! `path: 1 2 3`.

use std::collections::HashMap;

use encycle_encodings::puzzle::Solution;
use encycle_encodings::text::{Fault, Span};

use crate::puzzle::Puzzle;

/// The words that begin a walk.
const STARTS: [&str; 2] = ["cycle:", "path:"];

/// Reads the walks of a text; `None` if it contains no walks.
pub(super) fn read(text: &str, puzzle: &Puzzle) -> Option<Result<Solution, Fault>> {
    let is_walk = |line: &&str| STARTS.iter().any(|start| line.starts_with(start));
    text.lines().find(is_walk)?;
    Some(drawn(text, puzzle))
}

fn drawn(text: &str, puzzle: &Puzzle) -> Result<Solution, Fault> {
    let whole = Span { text, offset: 0 };
    let Some(graph) = puzzle.graph_of_atoms() else {
        return Err(whole.fault("walks are solutions of puzzles with lines only"));
    };
    let numbers: HashMap<String, usize> =
        (0..graph.vertex_count()).map(|vertex| (graph.vertex_name(vertex), vertex)).collect();
    let mut atoms = vec![false; puzzle.atom_count()];
    let mut last: Option<usize> = None;
    let mut is_walk = false;
    for line in whole.split(|c| c == '\n') {
        // a long walk continues in indented lines
        is_walk = match STARTS.iter().any(|start| line.text.starts_with(start)) {
            true => {
                last = None;
                true
            }
            false => is_walk && line.text.starts_with(' '),
        };
        if !is_walk {
            continue;
        }
        for word in line.words().filter(|word| !STARTS.contains(&word.text)) {
            let &vertex = numbers.get(word.text).ok_or_else(|| {
                word.fault(format!("{} is not a vertex of the puzzle", word.shown()))
            })?;
            if let Some(from) = last.replace(vertex) {
                let edge = graph.edge_between(from, vertex).ok_or_else(|| {
                    let from = graph.vertex_name(from);
                    word.fault(format!("no edge joins the vertices {from} and {}", word.text))
                })?;
                atoms[edge.index()] = true;
            }
        }
    }
    Ok(Solution::new(atoms))
}
