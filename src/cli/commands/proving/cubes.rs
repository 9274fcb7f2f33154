//! `encycle certify --cubes`: the cubes of one puzzle on several threads, or on the nodes of a cluster.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use encycle::bench::slurm::TaskArray;
use encycle::certify::{
    Certificate, CertifyError, CertifyOptions, CubeFolder, CubeProof, cubes_of, join, refute_cube,
};
use encycle::encodings::logic::Lit;
use encycle::puzzle::Puzzle;

use crate::cli::arguments::executor::{Executor, ExecutorArguments, own_words};
use crate::cli::arguments::limits::whole_number_from;
use crate::cli::exit::{CliError, Exit};
use crate::cli::in_order::each_in_order;
use crate::cli::outputs;
use crate::cli::progress::{Progress, set_kept, set_position};

/// The folder of the cubes, inside the folder of the certificate.
const FOLDER: &str = "cubes";

#[derive(Args, Debug)]
pub struct CubeArguments {
    /// Split the search by lookahead into at most N cubes (the greatest power of two up to N). Each is
    /// searched and refuted on its own, and the proofs of all become one. --timeout is the limit of each
    #[arg(long, value_name = "N", value_parser = whole_number_from(1))]
    pub cubes: Option<usize>,
    /// Number of cubes at a time, on this machine
    #[arg(long, value_name = "N", default_value_t = 1, requires = "cubes", value_parser = whole_number_from(1))]
    jobs: usize,
    /// Continue with the cubes that have no proof in the folder PATH/cubes
    #[arg(long, requires = "cubes")]
    resume: bool,
    #[command(flatten)]
    place: ExecutorArguments,
}

impl CubeArguments {
    /// Checks the combination of options, and the folder of the certificate.
    ///
    /// # Errors
    /// An option requires another option, or the folder is not empty.
    pub fn check(&self, out: &Path) -> Result<(), CliError> {
        self.place.check()?;
        if self.place.executor == Executor::Slurm && self.cubes.is_none() {
            return Err(CliError::Usage("--executor slurm requires --cubes".to_owned()));
        }
        let is_continued = self.resume || self.place.task.is_some();
        if is_continued { Ok(()) } else { outputs::check_folder(out) }
    }

    /// Returns the folder of the cube that this process works on, if it is a task of a job array.
    pub fn task(&self) -> Option<&Path> {
        self.place.task.as_deref()
    }

    /// Makes the certificate of a puzzle from at most `most` cubes. Also returns the folder of the cubes, which the
    /// caller removes after writing the certificate.
    pub fn certify(
        &self,
        name: &str,
        puzzle: &Puzzle,
        options: &CertifyOptions,
        (most, out): (usize, &Path),
    ) -> Result<(Result<Certificate, CertifyError>, CubeFolder), CliError> {
        let cubes = cubes_of(puzzle, options, most)?;
        let folder = CubeFolder::open(&out.join(FOLDER), &cubes)?;
        set_kept(format!(
            "finished cubes are kept in {}; the same command with --resume continues",
            out.join(FOLDER).display()
        ));
        let left = folder.left();
        let made = match self.place.executor {
            Executor::Local => {
                let _shown = Progress::steps(left.len() as u64, name);
                self.run_here(puzzle, options, &cubes, (&folder, &left))
            }
            Executor::Slurm => {
                let _shown = Progress::start(name);
                self.run_on_slurm(options, out, (&folder, &left))?
            }
        };
        let joined = made.and_then(|()| join(puzzle, options, &cubes, &folder.read()?));
        Ok((joined, folder))
    }

    /// Refutes the cubes of `left`, numbered from 1, on the threads of this process.
    fn run_here(
        &self,
        puzzle: &Puzzle,
        options: &CertifyOptions,
        cubes: &[Vec<Lit>],
        (folder, left): (&CubeFolder, &[usize]),
    ) -> Result<(), CertifyError> {
        let make = |index: u64| {
            let cube = left[index as usize];
            let proof = refute_cube(puzzle, options, &cubes[cube - 1])?;
            folder.write(cube, &proof)?;
            Ok(proof)
        };
        let mut end = Ok(());
        let handed_on = |index: u64, made: Result<CubeProof, CertifyError>| {
            set_position(index + 1);
            end = match made {
                Ok(proof) if proof.clauses.is_empty() => Err(CertifyError::Several(options.limit)),
                other => other.map(drop),
            };
            if end.is_err() {
                // stop the other threads
                options.stop.request();
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        };
        match each_in_order(left.len() as u64, self.jobs as u64, make, handed_on) {
            Ok(()) => end,
            Err(error) => Err(CertifyError::Internal(error.to_string())),
        }
    }

    /// Refutes the cubes of `left` as the tasks of a Slurm job array.
    fn run_on_slurm(
        &self,
        options: &CertifyOptions,
        out: &Path,
        (folder, left): (&CubeFolder, &[usize]),
    ) -> Result<Result<(), CertifyError>, CliError> {
        if !left.is_empty() {
            let array = TaskArray {
                subcommand: "certify",
                words: own_words(),
                folder: out.join(FOLDER),
                timeout: options.timeout,
                options: &self.place.sbatch,
            };
            array.run(left)?;
        }
        let left = folder.left();
        let Some(&first) = left.first() else { return Ok(Ok(())) };
        let words = TaskArray::last_words(&folder.of(first));
        let words = words.unwrap_or_else(|| "its log is empty".to_owned());
        let count = left.len();
        Ok(Err(CertifyError::Limit(format!(
            "cubes without a proof: {count}; the first is {first}: {words}\nhelp: repeat the command with --resume"
        ))))
    }
}

/// Refutes the cube of a task. The last component of the path of the task's folder is the number of the cube, from 1.
pub fn run_task(
    puzzle: &Puzzle,
    options: &CertifyOptions,
    (most, task): (usize, &Path),
) -> Result<ExitCode, CliError> {
    let cubes = cubes_of(puzzle, options, most)?;
    let number = task.file_name().and_then(|name| name.to_str()?.parse::<usize>().ok());
    let cube = number.and_then(|number| Some((number, cubes.get(number.checked_sub(1)?)?)));
    let (Some((number, cube)), Some(parent)) = (cube, task.parent()) else {
        let message = format!("--task {}: no folder of a cube", task.display());
        return Err(CliError::Usage(message));
    };
    let folder = CubeFolder::open(parent, &cubes)?;
    folder.write(number, &refute_cube(puzzle, options, cube)?)?;
    Ok(Exit::Positive.code())
}
