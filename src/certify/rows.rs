//! Certificates for VeriPB: the rules as pseudo-Boolean constraints, and proofs that have no other premise.
//!
//! A [`Certificate`](crate::certify::Certificate) has cuts, for which this crate knows local arguments. Here the encoding states
//! all rules, also that there is one loop, so a foreign checker derives everything: `rules.opb` are the rules of the
//! puzzle or of a user's own model, `solution-N.pbp` shows that a listed solution satisfies them, `others.opb` adds "not a listed solution", and
//! `others.pbp` derives a contradiction, step by step by reverse unit propagation. What remains to be trusted is that
//! `rules.opb` states the problem.
//!
//! Each constraint becomes one row, which propagates all that its clauses do, so the clauses themselves need not be derived. Only
//! a proof whose steps have further variables, such as those of a count over many cells, has no such form.
//!
//! Format: VeriPB 3.0 (<https://gitlab.com/MIAOresearch/software/VeriPB>).

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use encycle_encodings::encoding::{Cut, Encoding, EncodingError};
use encycle_encodings::export::{MapTarget, OpbRevision, variable_names, write_opb};
use encycle_encodings::logic::{ConstraintSink, LoweringOptions};
use encycle_encodings::puzzle::Solution;
use encycle_proofs::Clause;
use encycle_solvers::Limits;
use web_time::Instant;

use crate::certify::counting::HEAD;
use crate::certify::folder::{OTHERS, ROWS, io_error};
use crate::certify::make::{all_solutions, contradicted, final_formula, search};
use crate::certify::{CertifyError, CertifyOptions, Claim, FolderError};
use crate::export::write_variable_map;
use crate::problem::Problem;
use crate::solve::{BatSatSession, CallResult, Finder, Session as _, atom_literals};

/// Why some puzzles have no certificate for VeriPB.
const FURTHER_VARIABLES: &str = "a count or sum over many cells takes clauses with further variables, which the rows do not define\n\
                                 help: make a certificate with local arguments";

/// A claim with everything that VeriPB needs.
#[derive(Clone, Debug)]
pub struct RowsCertificate {
    /// The claim.
    pub claim: Claim,
    /// All solutions.
    pub solutions: Vec<Solution>,
    /// The encoding of the rules.
    pub encoding: String,
    /// The number of steps of the proof that there are no further solutions.
    pub steps: usize,
    /// The names of the files with their contents.
    files: Vec<(String, String)>,
}

impl RowsCertificate {
    /// Makes a certificate for the number of solutions of a puzzle or a model.
    ///
    /// ```
    /// use encycle::certify::{CertifyOptions, Claim, RowsCertificate};
    /// use encycle::encodings::model::{Model, exactly};
    /// use encycle::puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let certificate = RowsCertificate::make(&puzzle, &CertifyOptions::default())?;
    /// assert_eq!(certificate.claim, Claim::Unique);
    ///
    /// let mut model = Model::new();
    /// let pair = ["a", "b"].map(|name| model.variable(name));
    /// model.add(exactly(1, &pair));
    /// let options = CertifyOptions { limit: 2, ..CertifyOptions::default() };
    /// assert_eq!(RowsCertificate::make(&model, &options)?.claim, Claim::Exactly);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There are more solutions than the limit, a limit was reached, the encoding does not state all rules, a row would be too
    /// many clauses, or a model has an objective or columns that are not 0-1.
    pub fn make(problem: &dyn Problem, options: &CertifyOptions) -> Result<Self, CertifyError> {
        problem.require_boolean()?;
        if problem.program().is_some() {
            return Err(CertifyError::Objective);
        }
        // without further variables, except for counts and sums over many cells
        let lowering = LoweringOptions::default();
        let start = Instant::now();
        let name = options.encoding.clone().unwrap_or_else(|| problem.exported_encoding());
        let encoding = problem.encoding(&name)?;
        if !encoding.is_whole() {
            let reason = "its models are not exactly the solutions\nhelp: omit the encoding";
            return Err(EncodingError::new(encoding.name(), reason).into());
        }
        let mut session = options.engine.confirmed_session(lowering, None)?;
        let mut finder = Finder::new(&encoding, &mut *session, search(problem, &encoding, options));
        let solutions = all_solutions(&mut finder, &[], &[], options.limit)?;
        let cuts = finder.cuts().to_vec();
        drop(finder);
        let (formula, names) = final_formula(&encoding, lowering, &cuts)?;
        let timeout = options.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        let limits = Limits { wall: timeout, stop: options.stop.clone(), ..Limits::default() };
        let proof = options.prover.refute(&formula, &limits);
        let proof = proof.map_err(|error| contradicted(error, options))?;
        let own = variable_names(&|sink| encoding.encode(sink));
        let is_own = |literal: &i32| literal.unsigned_abs() as usize <= own.len();
        let mut literals = proof.steps.iter().flat_map(|step| &step.clause);
        if !names.starts_with(&own) || !literals.all(is_own) {
            return Err(EncodingError::new(encoding.name(), FURTHER_VARIABLES).into());
        }
        let mut files = vec![
            (ROWS.to_owned(), rows_text(problem, &encoding, &[])?),
            ("rules.map".to_owned(), map_text(problem, &encoding)?),
            (OTHERS.to_owned(), rows_text(problem, &encoding, &cuts)?),
            ("others.pbp".to_owned(), refutation_text(proof.steps.iter().map(|step| &step.clause))),
        ];
        for (number, solution) in (1..).zip(&solutions) {
            let text = solution_text(&encoding, solution, &limits)?;
            files.push((format!("solution-{number}.pbp"), text));
        }
        let (encoding, steps) = (encoding.name().to_owned(), proof.steps.len());
        files.extend(problem.text().map(|text| ("puzzle.txt".to_owned(), text)));
        Ok(Self { claim: Claim::of(solutions.len()), solutions, encoding, steps, files })
    }

    /// Writes the files into a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        for (name, text) in &self.files {
            let path = folder.join(name);
            fs::write(&path, text).map_err(io_error(&path))?;
        }
        Ok(())
    }

    /// Returns the content of a file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str())
    }
}

fn internal(error: &dyn std::fmt::Display) -> CertifyError {
    CertifyError::Internal(error.to_string())
}

/// Returns the rules, and the clauses that exclude solutions, as rows.
fn rows_text(
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    excluded: &[Cut],
) -> Result<String, CertifyError> {
    let rules = format!("the rules of this {}, encoding {}", problem.kind_name(), encoding.name());
    let mut comments = vec![rules];
    if !excluded.is_empty() {
        comments.push("the last constraints exclude the listed solutions".to_owned());
    }
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(sink);
        excluded.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
    };
    let mut text = Vec::new();
    write_opb(&mut text, &comments, OpbRevision::Pb16, LoweringOptions::default(), &encode)
        .map_err(|error| internal(&error))?;
    String::from_utf8(text).map_err(|error| internal(&error))
}

/// Returns the names of the variables.
fn map_text(problem: &dyn Problem, encoding: &Encoding<'_>) -> Result<String, CertifyError> {
    let mut text = Vec::new();
    write_variable_map(&mut text, problem, encoding, LoweringOptions::default(), MapTarget::Opb)
        .map_err(|error| internal(&error))?;
    String::from_utf8(text).map_err(|error| internal(&error))
}

/// Returns a proof with this conclusion.
fn proof_text(steps: &str, conclusion: &str) -> String {
    format!("{HEAD}\n{steps}output NONE;\nconclusion {conclusion};\nend pseudo-Boolean proof;\n")
}

/// Returns clauses, each of which follows from the constraints and the clauses before it, as a proof of a contradiction.
fn refutation_text<'c>(clauses: impl Iterator<Item = &'c Clause>) -> String {
    let mut steps = String::new();
    for clause in clauses {
        // writing to a string cannot fail
        steps.push_str("rup");
        for literal in clause {
            let sign = if *literal < 0 { "~" } else { "" };
            let _ = write!(steps, " 1 {sign}x{}", literal.unsigned_abs());
        }
        steps.push_str(" >= 1 ;\n");
    }
    proof_text(&steps, "UNSAT")
}

/// Returns a proof that a solution, extended to all variables, satisfies the rules.
fn solution_text(
    encoding: &Encoding<'_>,
    solution: &Solution,
    limits: &Limits,
) -> Result<String, CertifyError> {
    let atoms = atom_literals(encoding)
        .ok_or_else(|| EncodingError::new(encoding.name(), "an atom has no variable"))?;
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    encoding.encode(&mut session);
    let fixed = (0..).zip(atoms).filter_map(|(atom, literal)| Some((solution.has(atom), literal?)));
    let fixed: Vec<_> =
        fixed.map(|(value, literal)| if value { literal } else { !literal }).collect();
    session.assume(&fixed);
    match session.solve(limits)? {
        CallResult::Model(values) => {
            let literals: Vec<String> = (1..)
                .zip(values)
                .map(|(number, value)| format!("{}x{number}", if value { "" } else { "~" }))
                .collect();
            Ok(proof_text("", &format!("SAT : {}", literals.join(" "))))
        }
        CallResult::Unsatisfiable => Err(internal(&"a solution does not satisfy the encoding")),
        CallResult::Unknown(limit) => Err(CertifyError::Limit(limit)),
    }
}
