//! Hamilton cycles of general graphs, piece by piece: decomposition, and the method that suits each piece.
//!
//! A graph falls into triconnected pieces, whose solutions fit together whatever they are ([`Hamilton::decompose`]).
//! A cycle of a dense piece is found by rotations (`rotation`). Each other piece is first given to the frontier program (a dynamic program that visits the edges one by one and records
//! how the vertices with both visited and unvisited edges are joined), which decides in at most [`FRONTIER_TIME`] every
//! piece whose frontier stays narrow, even if the piece is long. All pieces get that chance before any search begins,
//! because a single piece without a cycle decides the whole puzzle. The wide pieces remain for a solver (`search`),
//! which follows a restart schedule (`plan`), and, if its first search finds nothing, for a `lookahead` search.

mod lookahead;
mod plan;
mod rotation;
mod search;

use std::collections::HashMap;
use std::time::Duration;

use web_time::Instant;

use encycle_diagrams::hamilton_cycle;
use encycle_encodings::kinds::hamilton::{Decomposition, Hamilton, HamiltonGoal, Piece};
use encycle_encodings::puzzle::{Instance as _, Solution};

use crate::puzzle::Puzzle;
use crate::solve::deadline::Deadline;
use crate::solve::engine::Engine;
use crate::solve::pieces::rotation::cycle_by_rotations;
use crate::solve::pieces::search::{PieceSearch, SearchedPiece};
use crate::solve::result::Attempt;
use crate::solve::rounds::ForwardedRounds;
use crate::solve::search::{LoopCheckMode, Outcome, Verdict};
use crate::solve::session::{Failure, SolverId};
use crate::solve::settings::RunSettings;

/// The largest number of states of a level of the frontier program.
const MOST_STATES: usize = 50_000;
/// The time limit of the frontier program for one piece.
const FRONTIER_TIME: Duration = Duration::from_secs(2);

/// The prefix of the encoding name that an attempt reports; the methods of the pieces follow.
const NAME: &str = "pieces";

/// Solves a Hamilton cycle problem in a general graph piece by piece ([`Hamilton::decompose`]), if no option asks for an
/// encoding of the whole puzzle. The attempt has the methods in place of the name of an encoding.
///
/// The frontier program is exact if the frontier is narrow. For the other pieces, `engine` solves an encoding. The
/// whole cycle is checked against the rules.
pub(super) fn attempt_by_pieces(run: &RunSettings<'_>, engine: &Engine) -> Option<Attempt> {
    let options = &run.options;
    let is_plain = run.presolve
        && !run.heat
        && run.encodings.is_none()
        && run.rounds.is_none()
        && !run.unique
        && run.goal.is_none()
        && options.cuts.is_none()
        && options.mode != LoopCheckMode::Propagate
        && !options.fractional
        && options.start.cuts.is_empty()
        && options.start.solutions.is_empty();
    let Some(Puzzle::Hamilton(puzzle)) = run.problem.as_puzzle() else { return None };
    let is_suited = puzzle.goal() == HamiltonGoal::Cycle && puzzle.grid().is_none();
    if !is_plain || !is_suited || !engine.is_builtin_sat() {
        return None;
    }
    let mut rounds = ForwardedRounds::new(engine.name(), run.observer);
    let search = PieceSearch::new(engine, run.lowering, options, &mut rounds);
    let mut pieces =
        PiecesRun { search, known: HashMap::new(), methods: vec![NAME.to_owned()], solver: None };
    // the decomposition builds no formula, so its time counts as presolve time
    let begin = Instant::now();
    let decomposition = puzzle.decompose(&mut || pieces.search.limits.reached().is_none());
    let presolve = begin.elapsed();
    let result = match decomposition {
        Some(decomposition) => pieces.solve(puzzle, decomposition),
        None => Ok(CycleResult::NoCycle),
    };
    let outcome = match result {
        Ok(CycleResult::Cycle(solution)) => Outcome::new(Verdict::Solved, vec![solution]),
        Ok(CycleResult::NoCycle) => Outcome::new(Verdict::NoSolution, Vec::new()),
        Ok(CycleResult::Unknown(reason)) => Outcome::unknown(reason, Vec::new()),
        Err(failure) => Outcome::failed(failure, Vec::new()),
    };
    let outcome = Outcome { rounds: pieces.search.finish(), ..outcome };
    let engine = engine.suited_to(run.problem, false).clone();
    let solver = pieces.solver.unwrap_or_else(|| match engine.session(run.lowering, None) {
        Ok(session) => session.solver().clone(),
        Err(_) => engine.unversioned_id(),
    });
    let encoding = pieces.methods.join("+");
    Some(Attempt { outcome, solver, engine, encoding, cuts: None, presolve, heat: None })
}

/// The result for one piece, with a cycle as indices of the edges of the piece, or for the whole puzzle.
enum CycleResult<T> {
    Cycle(T),
    NoCycle,
    /// A limit was reached.
    Unknown(String),
}

type PieceResult = CycleResult<Vec<usize>>;

struct PiecesRun<'a> {
    search: PieceSearch<'a>,
    /// The cycles of the pieces solved so far, because equal pieces are solved only once.
    known: HashMap<PieceKey, Vec<usize>>,
    /// [`NAME`], and the methods of the pieces.
    methods: Vec<String>,
    /// The solver of the last piece that was encoded.
    solver: Option<SolverId>,
}

/// A piece without the edges of the original graph that its edges stand for.
type PieceKey = (usize, Vec<([u32; 2], bool)>);

fn key(piece: &Piece) -> PieceKey {
    let edges = piece.edges().iter().map(|edge| (edge.ends, edge.forced));
    (piece.vertex_count(), edges.collect())
}

impl PiecesRun<'_> {
    fn solve(
        &mut self,
        puzzle: &Hamilton,
        parts: Decomposition,
    ) -> Result<CycleResult<Solution>, Failure> {
        let Decomposition { forced, mut pieces } = parts;
        log::debug!("{} forced edges, {} pieces", forced.len(), pieces.len());
        pieces.sort_by_key(Piece::vertex_count);
        let mut taken = forced;
        let mut wide = Vec::new();
        for piece in pieces {
            match self.known_or(&piece, |run| Ok(run.by_frontier(&piece)))? {
                CycleResult::NoCycle => return Ok(CycleResult::NoCycle),
                CycleResult::Cycle(cycle) => taken.extend(piece.original(&cycle)),
                CycleResult::Unknown(_) => wide.push(piece),
            }
        }
        for piece in wide {
            match self.known_or(&piece, |run| run.by_search(&piece))? {
                CycleResult::NoCycle => return Ok(CycleResult::NoCycle),
                CycleResult::Cycle(cycle) => taken.extend(piece.original(&cycle)),
                CycleResult::Unknown(reason) => return Ok(CycleResult::Unknown(reason)),
            }
        }
        let mut atoms = vec![false; puzzle.atom_count()];
        taken.iter().for_each(|edge| atoms[edge.index()] = true);
        let solution = Solution::new(atoms);
        let checked = puzzle.check(&solution);
        checked.map_err(|broken| Failure::Internal(format!("the pieces do not fit: {broken}")))?;
        Ok(CycleResult::Cycle(solution))
    }

    /// Returns the known cycle of a piece, or the result of `method`, whose cycle is then known.
    fn known_or(
        &mut self,
        piece: &Piece,
        method: impl FnOnce(&mut Self) -> Result<PieceResult, Failure>,
    ) -> Result<PieceResult, Failure> {
        let key = key(piece);
        if let Some(cycle) = self.known.get(&key) {
            return Ok(CycleResult::Cycle(cycle.clone()));
        }
        let result = method(self)?;
        if let CycleResult::Cycle(cycle) = &result {
            self.known.insert(key, cycle.clone());
        }
        Ok(result)
    }

    /// Rotates a path, or runs the frontier program within its limits.
    fn by_frontier(&mut self, piece: &Piece) -> PieceResult {
        if let Some(cycle) = cycle_by_rotations(piece) {
            self.record("rotation");
            return CycleResult::Cycle(cycle);
        }
        let end = Deadline::starting_now(Some(FRONTIER_TIME));
        let is_over =
            || end.is_some_and(Deadline::has_passed) || self.search.limits.reached().is_some();
        let found = match hamilton_cycle(piece, MOST_STATES, &mut |_| !is_over()) {
            Ok(found) => found,
            Err(stopped) => return CycleResult::Unknown(stopped.to_string()),
        };
        self.record("frontier");
        log::debug!("frontier: {} vertices", piece.vertex_count());
        found.map_or(CycleResult::NoCycle, CycleResult::Cycle)
    }

    /// Solves an encoding of the piece.
    fn by_search(&mut self, piece: &Piece) -> Result<PieceResult, Failure> {
        let SearchedPiece { result, method, solver, .. } = self.search.solve(piece)?;
        self.solver = Some(solver);
        let result = result?;
        self.record(&method);
        Ok(result)
    }

    fn record(&mut self, method: &str) {
        if !self.methods.iter().any(|known| known == method) {
            self.methods.push(method.to_owned());
        }
    }
}
