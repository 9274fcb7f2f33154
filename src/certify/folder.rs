//! Certificates as folders of files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use encycle_encodings::puzzle::Solution;
use encycle_files::sha256;
use encycle_proofs::{Clause, Lrat};
use serde::{Deserialize, Serialize};

use crate::certify::arguments::{Arguments, rules_text};
use crate::certify::checker::{CheckedProof, python};
use crate::certify::{Certificate, Claim, CountingProof, literals_of};
use crate::export::size_fact;
use crate::formats::{self, dimacs, map};
use crate::puzzle::Puzzle;
use crate::report::PuzzleSize;
use crate::solve::LedgerEntry;

/// The file that describes the others.
pub const MANIFEST: &str = "certificate.json";
/// The checker in Python, which is copied into every certificate.
pub const CHECKER: &str = "verify.py";
/// The rules of a certificate for VeriPB.
pub(super) const ROWS: &str = "rules.opb";
/// The rules of a certificate for VeriPB without the listed solutions.
pub(super) const OTHERS: &str = "others.opb";
/// The files of a certificate, all of them hashed.
const FILES: [&str; 6] =
    [PUZZLE, "formula.map", "formula.cnf", "cuts.jsonl", "solutions.txt", "proof.lrat"];

/// The rows and the steps of a counting proof; hashed, too.
const COUNTING: [&str; 2] = ["counting.opb", "counting.pbp"];

/// What the rules of a kind file say at each place of the puzzle, for the checker in Python; hashed, too.
const RULES: &str = "rules.txt";

/// The file with the puzzle.
const PUZZLE: &str = "puzzle.txt";

/// Returns the content of [`RULES`], if the kind needs it: the rows of the puzzle, given also as text, and its rules.
fn rules_of(puzzle: &Puzzle, text: &str) -> Result<Option<String>, FolderError> {
    let Puzzle::Written(puzzle) = puzzle else { return Ok(None) };
    // the checker in Python skips comments, and compares the other rows with the file of the puzzle
    let rows = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let rows = rows.filter(|row| !row.is_empty()).flat_map(|row| ["puzzle ", row, "\n"]);
    let rows: String = rows.collect();
    match rules_text(puzzle) {
        Some(rules) => Ok(Some(rows + &rules)),
        None => Err(bad(RULES, "the rules take too many steps on this grid")),
    }
}

/// The description of a certificate: `certificate.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CertificateInfo {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = CertificateInfo::SCHEMA)))]
    pub schema: String,
    /// What is claimed.
    pub claim: Claim,
    /// The number of listed solutions.
    pub solutions: usize,
    /// For the claim `forced`: the literals that every solution has, as names of atoms, with a `-` before an absent
    /// atom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<String>,
    /// The kind of the puzzle.
    pub kind: String,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The encoding of the rules.
    pub encoding: String,
    /// The solver that found the solutions and the cuts.
    pub solver: String,
    /// The solver whose clauses became the proof.
    pub prover: String,
    /// The version of Encycle.
    pub encycle: String,
    /// The SHA-256 of each file, in hexadecimal digits.
    pub files: BTreeMap<String, String>,
}

impl CertificateInfo {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-certificate-1";
}

/// A certificate that cannot be read. Each text begins with the file, followed by the line if there is one.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
    /// A file is malformed, or is not the file that the certificate names.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// The folder is a certificate for VeriPB, which checks everything from the rules alone.
    #[error("{}: a certificate for VeriPB\nhelp: {}", folder.display(), veripb_commands(.folder))]
    VeriPb {
        /// The folder.
        folder: PathBuf,
    },
}

/// Returns how VeriPB checks a folder with [`ROWS`].
fn veripb_commands(folder: &Path) -> String {
    let command = |rows: &str, proof: &str| {
        format!("`veripb {} {}`", folder.join(rows).display(), folder.join(proof).display())
    };
    let others = command(OTHERS, "others.pbp");
    match folder.join("solution-1.pbp").exists() {
        true => {
            let solution = command(ROWS, "solution-1.pbp");
            format!("check it by {solution}, for each listed solution, and {others}")
        }
        false => format!("check it by {others}"),
    }
}

/// Returns a function that names the file of an error.
pub(super) fn io_error(file: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let file = file.to_owned();
    move |error| FolderError::Io { file, error }
}

pub(super) fn bad(file: &str, reason: impl ToString) -> FolderError {
    FolderError::File { file: file.to_owned(), reason: reason.to_string() }
}

impl Certificate {
    /// Writes the files into a folder, which is created if it does not exist. If writing fails, no file of the
    /// certificate is left.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let folder = tempfile::tempdir()?;
    /// let info = certify(&puzzle, &CertifyOptions::default())?.write(folder.path())?;
    /// // a checker in Python, which shares no code with Encycle
    /// assert!(folder.path().join("verify.py").exists());
    /// assert_eq!(info.kind, "slitherlink");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or no format can express the puzzle.
    pub fn write(&self, folder: &Path) -> Result<CertificateInfo, FolderError> {
        self.write_files(folder).inspect_err(|_| {
            for name in FILES.into_iter().chain([MANIFEST, CHECKER, RULES]).chain(COUNTING) {
                // after an error, some of the files may not exist
                let _ = fs::remove_file(folder.join(name));
            }
            // this removes the folder only if it is empty
            let _ = fs::remove_dir(folder);
        })
    }

    fn write_files(&self, folder: &Path) -> Result<CertificateInfo, FolderError> {
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        let puzzle = formats::write_default(&self.puzzle).map_err(|error| bad(PUZZLE, error))?;
        let rules = rules_of(&self.puzzle, &puzzle)?.map(|text| (RULES, text));
        let texts = [
            puzzle,
            self.map_text(),
            self.formula_text(),
            self.cuts.iter().map(LedgerEntry::line).collect(),
            self.solutions_text(),
            self.proof.to_string(),
        ];
        // the files of an earlier certificate that is replaced
        for name in COUNTING.into_iter().filter(|_| self.counting.is_none()) {
            let _ = fs::remove_file(folder.join(name));
        }
        let mut files = BTreeMap::new();
        let counting = COUNTING.into_iter().zip(self.counting_texts().into_iter().flatten());
        for (name, text) in FILES.into_iter().zip(texts).chain(rules).chain(counting) {
            let path = folder.join(name);
            fs::write(&path, &text).map_err(io_error(&path))?;
            files.insert(name.to_owned(), sha256::of_text(&text));
        }
        let info = CertificateInfo {
            schema: CertificateInfo::SCHEMA.to_owned(),
            claim: self.claim,
            solutions: self.solutions.len(),
            forced: self
                .forced
                .iter()
                .map(|&(atom, value)| self.literal_name(atom, value))
                .collect(),
            kind: self.puzzle.kind().name().to_owned(),
            variant: self.puzzle.variant().map(str::to_owned),
            size: self.puzzle.extent().into(),
            encoding: self.encoding.clone(),
            solver: self.solver.clone(),
            prover: self.prover.clone(),
            encycle: env!("CARGO_PKG_VERSION").to_owned(),
            files,
        };
        let proof = match self.counting {
            Some(_) => CheckedProof::Counting,
            None if self.needs_meanings() => CheckedProof::Meanings,
            None => CheckedProof::Clauses,
        };
        let python = python(self.puzzle.kind(), proof);
        let text = serde_json::to_string_pretty(&info).unwrap_or_default() + "\n";
        let python = python.iter().map(|python| (CHECKER, python.as_str()));
        for (name, text) in [(MANIFEST, text.as_str())].into_iter().chain(python) {
            let path = folder.join(name);
            fs::write(&path, text).map_err(io_error(&path))?;
        }
        Ok(info)
    }

    fn literal_name(&self, atom: usize, value: bool) -> String {
        format!("{}{}", if value { "" } else { "-" }, self.puzzle.atom_name(atom))
    }

    /// Returns the texts of [`COUNTING`].
    fn counting_texts(&self) -> Option<[String; 2]> {
        let counting = self.counting.as_ref()?;
        let names = Arguments::new(&self.puzzle)?.names;
        Some([counting.rows_text(&names), counting.steps_text(&names)])
    }

    /// Returns the solutions, one per line, with the added atoms of the arguments.
    fn solutions_text(&self) -> String {
        let Some(arguments) = Arguments::new(&self.puzzle) else { return String::new() };
        let line = |solution: &Solution| {
            let atoms = arguments.true_atoms(solution);
            let names: Vec<&str> =
                atoms.into_iter().map(|atom| arguments.names[atom].as_str()).collect();
            names.join(" ") + "\n"
        };
        self.solutions.iter().map(line).collect()
    }

    fn map_text(&self) -> String {
        let (key, size) = size_fact(&self.puzzle);
        let names =
            (1..).zip(&self.names).map(|(number, name): (usize, _)| format!("{number} {name}\n"));
        let kind = self.puzzle.kind();
        format!(
            "encycle-map 1\nkind {kind}\n{key} {size}\nencoding {}\n{}",
            self.encoding,
            names.collect::<String>()
        )
    }

    fn formula_text(&self) -> String {
        let mut text = Vec::new();
        // writing to a vector cannot fail
        let _ = dimacs::write(&mut text, self.names.len(), &self.formula);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Reads the files of a folder, and checks that they are the files that the certificate names.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let folder = tempfile::tempdir()?;
    /// certify(&puzzle, &CertifyOptions::default())?.write(folder.path())?;
    /// let (certificate, _) = Certificate::read(folder.path())?;
    /// certificate.verify()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a file is missing, malformed or not the file that the certificate names.
    pub fn read(folder: &Path) -> Result<(Self, CertificateInfo), FolderError> {
        if !folder.join(MANIFEST).exists() && folder.join(ROWS).exists() {
            return Err(FolderError::VeriPb { folder: folder.to_owned() });
        }
        let text = |name: &str| {
            let file = folder.join(name);
            fs::read_to_string(&file).map_err(io_error(&file))
        };
        let info: CertificateInfo =
            serde_json::from_str(&text(MANIFEST)?).map_err(|error| bad(MANIFEST, error))?;
        if info.schema != CertificateInfo::SCHEMA {
            return Err(bad(
                MANIFEST,
                format!("the layout is `{}`, not `{}`", info.schema, CertificateInfo::SCHEMA),
            ));
        }
        let file = |name: &str| {
            let content = text(name)?;
            let hash = sha256::of_text(&content);
            match info.files.get(name) {
                Some(known) if *known == hash => Ok(content),
                Some(known) => Err(bad(name, format!("its SHA-256 is {hash}, not {known}"))),
                None => Err(bad(name, format!("{MANIFEST} does not name it"))),
            }
        };
        let texts = FILES.into_iter().map(file).collect::<Result<Vec<String>, FolderError>>()?;
        let [rows, map, formula, cuts, solutions, proof] = &texts[..] else {
            return Err(bad(MANIFEST, "files are missing"));
        };
        let puzzle = formats::read(rows, None).map_err(|error| bad(PUZZLE, error))?.puzzle;
        if puzzle.kind().name() != info.kind || puzzle.variant() != info.variant.as_deref() {
            return Err(bad(MANIFEST, "kind and variant are not those of the puzzle"));
        }
        if let Some(rules) = rules_of(&puzzle, rows)?
            && file(RULES)? != rules
        {
            return Err(bad(RULES, "it is not what the rules say about the puzzle"));
        }
        // the formula of a puzzle without a choice has no variables, so its map names none
        let has_variables = map.lines().any(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let names = match has_variables {
            true => {
                let map = map::read(map).map_err(|error| bad("formula.map", error))?;
                map.names().to_vec()
            }
            false => Vec::new(),
        };
        let mut clauses: Vec<Clause> = Vec::new();
        // as strict as the checker in Python
        dimacs::read_strict(formula.as_bytes(), |clause| {
            clauses.push(clause.iter().map(|literal| literal.to_ipasir()).collect());
        })
        .map_err(|error| bad("formula.cnf", error))?;
        let solutions = solution_lines(&puzzle, solutions)?;
        if solutions.len() != info.solutions {
            return Err(bad(
                "solutions.txt",
                format!("{} solutions, not {}", solutions.len(), info.solutions),
            ));
        }
        let forced = literals_of(&puzzle, info.forced.iter().map(String::as_str))
            .map_err(|name| bad(MANIFEST, format!("`{}` is no atom", name.escape_debug())))?;
        let counting = match COUNTING.iter().any(|name| info.files.contains_key(*name)) {
            true => Some(counting_proof(&puzzle, COUNTING.map(file))?),
            false => None,
        };
        let cuts = cuts.lines().map(serde_json::from_str).collect::<Result<Vec<_>, _>>();
        let certificate = Self {
            claim: info.claim,
            solutions,
            forced,
            formula: clauses,
            names,
            proof: Lrat::read(proof).map_err(|error| bad("proof.lrat", error))?,
            counting,
            cuts: cuts.map_err(|error| bad("cuts.jsonl", error))?,
            encoding: info.encoding.clone(),
            solver: info.solver.clone(),
            prover: info.prover.clone(),
            puzzle,
            has_kept_variables: OnceLock::new(),
        };
        Ok((certificate, info))
    }
}

/// Reads the files [`COUNTING`].
fn counting_proof(
    puzzle: &Puzzle,
    [rows, steps]: [Result<String, FolderError>; 2],
) -> Result<CountingProof, FolderError> {
    let arguments = Arguments::new(puzzle);
    let names = arguments.ok_or_else(|| bad(PUZZLE, "a kind without certificates"))?.names;
    let bad_line = |file: &'static str| {
        move |(line, reason): (usize, String)| bad(&format!("{file}:{line}"), reason)
    };
    Ok(CountingProof {
        rows: CountingProof::read_rows(&rows?, &names).map_err(bad_line(COUNTING[0]))?,
        steps: CountingProof::read_steps(&steps?, &names).map_err(bad_line(COUNTING[1]))?,
    })
}

/// Reads solutions, one per line: the names of the true atoms, including the added atoms.
fn solution_lines(puzzle: &Puzzle, text: &str) -> Result<Vec<Solution>, FolderError> {
    let arguments = Arguments::new(puzzle);
    let arguments = arguments.ok_or_else(|| bad(PUZZLE, "a kind without certificates"))?;
    let numbers: HashMap<&str, usize> =
        arguments.names.iter().enumerate().map(|(atom, name)| (name.as_str(), atom)).collect();
    let line = |(line, content): (usize, &str)| {
        let bad_line = |reason: String| bad(&format!("solutions.txt:{line}"), reason);
        let mut listed = BTreeSet::new();
        for name in content.split_ascii_whitespace() {
            let atom = numbers.get(name).ok_or_else(|| {
                bad_line(format!("`{}` is no atom of the puzzle", name.escape_debug()))
            })?;
            if !listed.insert(*atom) {
                return Err(bad_line(format!("`{name}` is listed twice")));
            }
        }
        let atoms = (0..puzzle.atom_count()).map(|atom| listed.contains(&atom)).collect();
        let solution = Solution::new(atoms);
        let expected: BTreeSet<usize> = arguments.true_atoms(&solution).into_iter().collect();
        match expected.symmetric_difference(&listed).next() {
            None => Ok(solution),
            Some(&atom) => Err(bad_line(format!("`{}` is wrong", arguments.names[atom]))),
        }
    };
    (1..).zip(text.lines()).map(line).collect()
}
