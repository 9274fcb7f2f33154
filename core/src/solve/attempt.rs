//! Attempts: one solver with one encoding.

use web_time::Instant;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::NameCollector;
use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
use encycle_encodings::puzzle::SolutionForm;

use crate::problem::Problem;
use crate::solve::counting::attempt_by_counting;
use crate::solve::cubes::conquer;
use crate::solve::engine::Engine;
use crate::solve::pieces::attempt_by_pieces;
use crate::solve::result::{Attempt, SolveError, cut_kind};
use crate::solve::rounds::{ForwardedRounds, RoundsFolder};
use crate::solve::search::{
    LoopCheckMode, Objective, Outcome, RepairMode, SearchOptions, optimize, solve,
};
use crate::solve::session::Failure;
use crate::solve::settings::RunSettings;

/// Runs one solver with one encoding. A failure of the solver is an outcome, not an error. If a constraint of a model would
/// become too many clauses, the built-in MIP solver takes the place of the built-in SAT solver.
pub(super) fn attempt(
    run: &RunSettings<'_>,
    engine: &Engine,
    name: &str,
) -> Result<Attempt, SolveError> {
    let attempt = attempt_once(run, engine, name)?;
    let is_too_large = matches!(attempt.outcome.failure, Some(Failure::TooLarge(_)));
    let is_default = matches!(engine, Engine::Default) && run.problem.as_model().is_some();
    match is_too_large && is_default && !run.unique {
        true => attempt_once(run, &Engine::Microlp, name),
        false => Ok(attempt),
    }
}

fn attempt_once(run: &RunSettings<'_>, engine: &Engine, name: &str) -> Result<Attempt, SolveError> {
    let early = attempt_by_counting(run, engine).or_else(|| attempt_by_pieces(run, engine));
    if let Some(attempt) = early {
        return Ok(attempt);
    }
    let RunSettings { problem, unique, ref options, .. } = *run;
    let propagates = options.mode == LoopCheckMode::Propagate;
    // of the solvers that the default chooses from, only BatSat counts conflicts and accepts a propagator
    let needs_batsat = unique || run.heat || propagates || run.goal.is_some();
    let engine = engine.suited_to(problem, needs_batsat);
    let lowering = run.lowering_for(engine);
    let encoding = problem.encoding(name)?;
    let start = Instant::now();
    let encoding = match run.presolve {
        true => problem.presolved(encoding),
        false => encoding,
    };
    let presolve = start.elapsed();
    let target = target(run, &encoding)?;
    let cuts = cut_kind(&encoding, options.cuts.or_else(|| engine.suited_cuts(&encoding)))?;
    if propagates && (!engine.accepts_propagator() || encoding.propagator().is_none()) {
        return Err(SolveError::NoPropagator(Failure::NoPropagator));
    }
    if options.fractional && !(engine.has_relaxation() && encoding.has_fractional_cuts()) {
        let (solver, encoding) = (engine.name(), name.to_owned());
        return Err(SolveError::NoFractionalCuts { solver, encoding });
    }
    let folder = run.rounds.as_ref().map(|folder| {
        let program = target.as_ref().map(Objective::program);
        RoundsFolder::new(folder, problem, &encoding, lowering, engine.kind(), program)
            .and_then(|mut rounds| rounds.add(&options.start.cuts).map(|()| rounds))
            .map_err(|error| SolveError::RoundsFolder { folder: folder.clone(), error })
    });
    let folder = folder.transpose()?;
    log::debug!("{}: building the formula of {name}", engine.name());
    // a repaired model is a solution, but not one of the value that the solver found
    let repair = match run.goal {
        Some(_) => RepairMode::Never,
        None => options.repair_for(engine),
    };
    let fractional = options.fractional || is_relaxed(problem, engine, &encoding);
    let mut options = SearchOptions { cuts, repair, fractional, ..options.clone() };
    if folder.is_some() && options.mode == LoopCheckMode::Auto {
        // the files contain the cuts, and cuts during the search are not recorded
        options.mode = LoopCheckMode::Cuts;
    }
    let threads = options.builtin_threads().unwrap_or(1);
    let is_shared = threads > 1
        && !run.heat
        && engine.is_builtin_sat()
        && target.is_none()
        && folder.is_none()
        && options.mode != LoopCheckMode::Propagate;
    let mut heat = None;
    let (outcome, solver) = match engine.session_for(problem, &encoding, lowering, options.seed) {
        Ok(session) if is_shared => {
            (conquer(run, engine, &encoding, &options, threads), session.solver().clone())
        }
        Ok(mut session) => {
            if let Some(solver) = session.incremental().filter(|_| run.heat) {
                solver.count_conflicts();
            }
            let mut rounds = ForwardedRounds::new(engine.name(), run.observer);
            let kinds = [engine.takes_objective(), folder.is_some()];
            rounds.folder = folder;
            let (session, rounds) = (&mut *session, &mut rounds);
            let outcome = match &target {
                Some(target) => optimize(&encoding, session, options, target, kinds, rounds),
                None => solve(&encoding, session, options, unique, rounds),
            };
            let solver = session.incremental();
            let counts = solver.and_then(|solver| solver.conflicts_by_variable());
            heat = counts.map(|counts| named_counts(&encoding, lowering, counts));
            (outcome, session.solver().clone())
        }
        Err(failure) => (Outcome::failed(failure, Vec::new()), engine.unversioned_id()),
    };
    let encoding = encoding.name().to_owned();
    Ok(Attempt { outcome, solver, engine: engine.clone(), encoding, cuts, presolve, heat })
}

/// Returns what is optimized: the program of a model, or the length of the lines or the weight of the atoms of a puzzle.
///
/// # Errors
/// The puzzle has no lines, or the encoding has not each atom, or not all solutions, or the problem is no puzzle.
fn target<'a>(
    run: &RunSettings<'a>,
    encoding: &Encoding<'_>,
) -> Result<Option<Objective<'a>>, SolveError> {
    let Some(goal) = &run.goal else {
        return Ok(run.problem.program().map(Objective::of_program));
    };
    let has_weights = goal.weights.is_some();
    if has_weights && run.problem.as_puzzle().is_none() {
        return Err(SolveError::NoAtoms);
    }
    if !has_weights && run.problem.as_encodable().form() != SolutionForm::Edges {
        return Err(SolveError::NoLines(run.problem.kind_name()));
    }
    let name = || encoding.name().to_owned();
    let missing = || match has_weights {
        true => SolveError::NoWeights(name()),
        false => SolveError::NoLength(name()),
    };
    Objective::of_goal(encoding, goal).map(Some).ok_or_else(missing)
}

/// Returns whether the linear relaxation of a model is cut first: with an objective, its bound saves most rounds.
fn is_relaxed(problem: &dyn Problem, engine: &Engine, encoding: &Encoding<'_>) -> bool {
    let has_objective = problem.program().is_some_and(|program| program.objective.is_some());
    has_objective && engine.has_relaxation() && encoding.has_fractional_cuts()
}

/// Returns the variables of a formula, by name, with the counts that are not 0.
fn named_counts(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    counts: &[u64],
) -> Vec<(String, u64)> {
    let names = lower_to_cnf(NameCollector::default(), lowering, |sink| encoding.encode(sink));
    // a formula that is too large was not searched, so it has no counts
    let names = names.unwrap_or_default();
    let counts = names.iter().zip(counts).filter(|&(_, &count)| count > 0);
    counts.map(|(name, &count)| (name.to_owned(), count)).collect()
}
