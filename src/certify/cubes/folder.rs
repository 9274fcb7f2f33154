//! A folder with the proofs of cubes, so that any process on any machine can make them.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use encycle_encodings::export::write_cubes;
use encycle_encodings::logic::Lit;
use encycle_files::UnfinishedFile;
use encycle_proofs::{DratReader, DratStep};

use crate::certify::FolderError;
use crate::certify::cubes::CubeProof;
use crate::certify::folder::{bad, io_error};
use crate::solve::LedgerEntry;

/// The file with all cubes.
const CUBES: &str = "cubes";
/// The cuts of a cube.
const CUTS: &str = "cuts.jsonl";
/// The clauses of a cube. This file is written last, so a cube with this file is done.
const PROOF: &str = "proof.drat";

/// A folder with the cubes of a puzzle, and the proofs of the cubes that are done:
///
/// ```text
/// DIR/cubes             a line `a 1 -2 0` for each cube
/// DIR/1/cuts.jsonl      the cuts and solutions of the first cube (LedgerEntry)
/// DIR/1/proof.drat      the clauses that refute the first cube, in DRAT; written when the cube is done
/// ```
#[derive(Clone, Debug)]
pub struct CubeFolder {
    folder: PathBuf,
    /// The number of cubes.
    count: usize,
}

impl CubeFolder {
    /// Creates the folder, or opens one that has the same cubes.
    ///
    /// # Errors
    /// Returns an error if the folder has other cubes, or a file cannot be read or written.
    pub fn open(folder: &Path, cubes: &[Vec<Lit>]) -> Result<Self, FolderError> {
        let mut text = Vec::new();
        // writing to a vector cannot fail
        let _ = write_cubes(&mut text, cubes);
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        let file = folder.join(CUBES);
        match fs::read(&file) {
            Ok(known) if known == text => {}
            Ok(_) => {
                let reason = "the cubes are those of other options\nhelp: remove the folder, or use the same options";
                return Err(bad(&file.display().to_string(), reason));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                whole(&file, |out| out.write_all(&text)).map_err(io_error(&file))?;
            }
            Err(error) => return Err(io_error(&file)(error)),
        }
        Ok(Self { folder: folder.to_owned(), count: cubes.len() })
    }

    /// Returns the folder of a cube, counted from 1.
    #[must_use]
    pub fn of(&self, cube: usize) -> PathBuf {
        self.folder.join(cube.to_string())
    }

    /// Returns the cubes without a proof, counted from 1.
    #[must_use]
    pub fn left(&self) -> Vec<usize> {
        (1..=self.count).filter(|&cube| !self.of(cube).join(PROOF).exists()).collect()
    }

    /// Writes the proof of a cube.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&self, cube: usize, proof: &CubeProof) -> Result<(), FolderError> {
        let folder = self.of(cube);
        fs::create_dir_all(&folder).map_err(io_error(&folder))?;
        let cuts = folder.join(CUTS);
        let lines = |out: &mut dyn Write| {
            proof.ledger.iter().try_for_each(|entry| out.write_all(entry.line().as_bytes()))
        };
        whole(&cuts, lines).map_err(io_error(&cuts))?;
        let file = folder.join(PROOF);
        let steps = |out: &mut dyn Write| {
            proof.clauses.iter().try_for_each(|clause| {
                clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
                writeln!(out, "0")
            })
        };
        whole(&file, steps).map_err(io_error(&file))
    }

    /// Reads the proofs of all cubes.
    ///
    /// # Errors
    /// Returns an error if a file is missing or malformed.
    pub fn read(&self) -> Result<Vec<CubeProof>, FolderError> {
        (1..=self.count).map(|cube| self.read_one(cube)).collect()
    }

    fn read_one(&self, cube: usize) -> Result<CubeProof, FolderError> {
        let [cuts, proof] = [CUTS, PROOF].map(|name| self.of(cube).join(name));
        let mut ledger: Vec<LedgerEntry> = Vec::new();
        for (line, text) in (1..).zip(fs::read_to_string(&cuts).map_err(io_error(&cuts))?.lines()) {
            let place = || format!("{}:{line}", cuts.display());
            ledger.push(serde_json::from_str(text).map_err(|error| bad(&place(), error))?);
        }
        let mut clauses = Vec::new();
        let file = File::open(&proof).map_err(io_error(&proof))?;
        for step in DratReader::drat(BufReader::new(file)) {
            match step.map_err(|error| bad(&proof.display().to_string(), error))? {
                DratStep::Add(clause) => clauses.push(clause),
                DratStep::Delete(_) => {}
            }
        }
        Ok(CubeProof { ledger, clauses })
    }

    /// Removes the folder with all files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn remove(self) -> Result<(), FolderError> {
        fs::remove_dir_all(&self.folder).map_err(io_error(&self.folder))
    }
}

/// Writes a file that appears only when it is complete, so a process that is stopped leaves no partial proof.
fn whole(file: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let unfinished = UnfinishedFile::new(file.parent().unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::new(unfinished.writer()?);
    write(&mut out)?;
    out.flush()?;
    unfinished.finish(file)
}
