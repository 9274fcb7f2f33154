//! The preprocessors of external SAT solvers.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};

use encycle_encodings::logic::Lit;
use encycle_proofs::{DratReader, DratStep};
use encycle_solvers::{Limits, ProofFormat, RunEnd, Solver, VariableNames, WorkDir};

use super::SimplifyError;
use crate::formats::dimacs;

/// Simplifies a formula with an external program. Returns the number of variables, and the clauses.
pub(super) fn simplify(
    solver: &Solver,
    variables: usize,
    clauses: &[Vec<Lit>],
    limits: &Limits,
) -> Result<(usize, Vec<Vec<Lit>>), SimplifyError> {
    let name = solver.name();
    let Some(solver) = solver.simplifying() else {
        return Err(SimplifyError::NoSimplifier { name });
    };
    let work = WorkDir::new()?;
    let [input, proof] = ["formula.cnf", "proof"].map(|file| work.path().join(file));
    let numbers: Vec<Vec<i32>> =
        clauses.iter().map(|clause| clause.iter().map(|one| one.to_ipasir()).collect()).collect();
    let mut out = BufWriter::new(File::create(&input)?);
    dimacs::write(&mut out, variables, &numbers)?;
    out.flush()?;
    let names = VariableNames::Numbered(variables);
    let run = solver.prove(&input, names, limits, work.path(), (ProofFormat::Drat, &proof));
    // a run that ends before the search has no exit status for a result, or reports the result as unknown
    match run.end {
        RunEnd::Answered | RunEnd::Exited { code: 0 } => {}
        end => return Err(SimplifyError::Run { solver: name, end }),
    }
    let bad = |reason: String| SimplifyError::Output { solver: name.clone(), reason };
    let proof = File::open(&proof).map_err(|error| bad(format!("no proof: {error}")))?;
    let steps = DratReader::drat(BufReader::new(proof));
    let mut kept: HashMap<Vec<i32>, usize> = HashMap::new();
    for clause in &numbers {
        *kept.entry(sorted(clause)).or_default() += 1;
    }
    for step in steps {
        match step.map_err(|error| bad(error.to_string()))? {
            DratStep::Add(clause) => *kept.entry(sorted(&clause)).or_default() += 1,
            // as in drat-trim, the deletion of a unit clause is ignored, because its value stays fixed
            DratStep::Delete(clause) if clause.len() == 1 => {}
            DratStep::Delete(clause) => match kept.get_mut(&sorted(&clause)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Err(bad(format!("it deletes a clause that is not there: {clause:?}"))),
            },
        }
    }
    kept.retain(|_, count| *count > 0);
    let literal = |&number: &i32| Lit::new(number.unsigned_abs() - 1, number < 0);
    let of_proof = |clause: &Vec<i32>| clause.iter().map(literal).collect::<Vec<Lit>>();
    let mut found: Vec<Vec<Lit>> = Vec::new();
    if solver.description.arguments.iter().any(|one| one.contains("{output}")) {
        // the file does not contain the unit clauses, so they are added from the proof
        found.extend(kept.keys().filter(|clause| clause.len() <= 1).map(of_proof));
        let output = File::open(work.path().join(Solver::OUTPUT))
            .map_err(|error| bad(format!("no file: {error}")))?;
        dimacs::read(BufReader::new(output), |clause| found.push(clause.to_vec()))
            .map_err(|error| bad(error.to_string()))?;
    } else {
        found.extend(kept.keys().map(of_proof));
    }
    found.sort_unstable();
    let greatest = found.iter().flatten().map(|literal| literal.vidx() + 1).max();
    Ok((variables.max(greatest.unwrap_or(0)), found))
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause
}
