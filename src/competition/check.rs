//! The check of a bundle against the rules of the SAT competition, sentence by sentence.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead as _, Read as _};
use std::path::Path;

use encycle_files::gbd::{GbdHasher, GbdHashes};
use encycle_files::{compression, sha256};
use encycle_lint::{FileFormat, Severity};
use encycle_solvers::WorkDir;

use crate::competition::bundle::{
    BIBLIOGRAPHY, CHECKSUMS, DESCRIPTION, LICENCE, LINT, REPORT, TABLE, files, read_report, run,
    table,
};
use crate::competition::measure::BundleReport;
use crate::competition::{Difficulty, Measured, is_forbidden};
use crate::formats::dimacs;

/// A rule of bundles.
#[derive(Debug, PartialEq, Eq)]
pub struct BundleRule {
    /// The name.
    pub name: &'static str,
    /// The severity of a violation.
    pub severity: Severity,
    /// The requirement.
    pub about: &'static str,
    /// The sentence that it comes from.
    pub source: &'static str,
}

/// A violation of a rule of bundles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFinding {
    /// The rule.
    pub rule: &'static BundleRule,
    /// The file, relative to the folder of the bundle.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

const PAGE: &str = "https://satcompetition.github.io/2026/benchmarks.html";
const OURS: &str = "docs/guide/competitions.md";

macro_rules! rules {
    ($($name:ident, $severity:ident $text:literal, $about:literal, $source:expr;)*) => {
        $(static $name: BundleRule = BundleRule {
            name: $text,
            severity: Severity::$severity,
            about: $about,
            source: $source,
        };)*
        /// All rules, in the order in which they are checked.
        pub static RULES: &[&BundleRule] = &[$(&$name),*];
    };
}

rules! {
    READABLE, Error "bundle-readable", "bundle.json describes the instances", OURS;
    COUNT, Warning "bundle-count", "at least 20 instances", PAGE;
    NEW, Error "bundle-new", "all instances are new: none is the twin of another one", PAGE;
    WINDOW, Error "bundle-window", "at least half of the instances are neither too easy (solved by MiniSat in a minute) nor too hard (not solved by the own solver in an hour)", PAGE;
    FILES, Error "bundle-files", "the folder instances has exactly the instances of bundle.json, compressed by xz", OURS;
    NAMES, Error "bundle-names", "names have only small letters, digits and hyphens", OURS;
    CLEAN, Error "bundle-clean", "the instances follow the format: exact header, distinct literals, 0 at the end of the line", PAGE;
    HASHES, Error "bundle-hashes", "sizes and hashes are those of the files", OURS;
    STATUS, Error "bundle-status", "the answers of the solvers and the expected status agree", OURS;
    TABLE_RULE, Error "bundle-table", "instances.csv agrees with bundle.json", OURS;
    DESCRIBED, Error "bundle-description", "the description has one or two pages in the style of the IEEE proceedings", PAGE;
    AUTHORS, Error "bundle-authors", "the authors are named, and so is the license", PAGE;
    SUMS, Error "bundle-checksums", "SHA256SUMS has the right checksum of every other file outside of measured", OURS;
    COMMANDS, Error "bundle-commands", "the command of each instance makes it again, bit by bit", OURS;
}

/// The minimum number of instances that the SAT competition demands.
const LEAST: usize = 20;

/// Checks the bundle in a folder, and returns all violations of [`RULES`]. `program` is the `encycle` that writes the
/// instances again; without a program, the commands are not checked.
#[must_use]
pub fn check_bundle(folder: &Path, program: Option<&Path>) -> Vec<BundleFinding> {
    let mut check = BundleCheck { folder, findings: Vec::new() };
    match read_report(folder) {
        Err(message) => check.find(&READABLE, REPORT, message),
        Ok(report) => {
            check.selection(&report);
            check.instances(&report);
            check.documents(&report);
            check.checksums();
            if let Some(program) = program {
                check.commands(&report, program);
            }
        }
    }
    check.findings
}

struct BundleCheck<'a> {
    folder: &'a Path,
    findings: Vec<BundleFinding>,
}

impl BundleCheck<'_> {
    fn find(&mut self, rule: &'static BundleRule, file: &str, message: impl Into<String>) {
        let (file, message) = (file.to_owned(), message.into());
        self.findings.push(BundleFinding { rule, file, message });
    }

    fn text(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    fn selection(&mut self, report: &BundleReport) {
        let all = report.instances.len();
        if all < LEAST {
            self.find(&COUNT, REPORT, format!("{all} instances; the competition demands {LEAST}"));
        }
        let mut known = HashSet::new();
        for one in &report.instances {
            let hashes = [&one.gbdhash, &one.isohash, &one.sha256];
            for hash in hashes.into_iter().flatten() {
                if !known.insert(hash.clone()) {
                    let message = format!("another instance has the same hash: {hash}");
                    self.find(&NEW, &one.file, message);
                }
            }
        }
        let inside = |one: &&Measured| one.difficulty() == Difficulty::Window;
        let window = report.instances.iter().filter(inside).count();
        if window < all.div_ceil(2) {
            self.find(&WINDOW, REPORT, format!("{window} of {all} instances are in the window"));
        }
        for one in &report.instances {
            let answers = [one.easy.satisfiable, one.hard.satisfiable];
            if answers.into_iter().flatten().any(|answer| Some(answer) != one.satisfiable) {
                self.find(&STATUS, &one.file, "a solver's answer is not the expected status");
            }
        }
    }

    fn instances(&mut self, report: &BundleReport) {
        let mut present: HashSet<String> = files(self.folder)
            .unwrap_or_default()
            .into_iter()
            .filter(|file| file.starts_with("instances/"))
            .collect();
        for one in &report.instances {
            if !present.remove(&one.file) {
                self.find(&FILES, &one.file, "no such file");
                continue;
            }
            self.instance(report, one);
        }
        for file in present {
            self.find(&FILES, &file, "not in bundle.json");
        }
    }

    fn instance(&mut self, report: &BundleReport, one: &Measured) {
        let path = self.folder.join(&one.file);
        let plain = compression::plain_name(Path::new(&one.file));
        let stem = plain.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if stem.is_empty() || !stem.chars().all(is_plain) {
            self.find(&NAMES, &one.file, "a name has small letters, digits and hyphens only");
        }
        if !one.file.ends_with(".xz") {
            self.find(&FILES, &one.file, "not compressed by xz");
        }
        let Some(format) = FileFormat::of_name(&path) else {
            return self.find(&CLEAN, &one.file, "the name has no extension of a format");
        };
        let checked = compression::open(&path).and_then(|input| encycle_lint::check(format, input));
        match checked {
            Err(error) => return self.find(&CLEAN, &one.file, error.to_string()),
            Ok(lint) => {
                for finding in lint.findings().iter().filter(|one| is_forbidden(one.rule)) {
                    let message = format!("line {}: {}", finding.line, finding.message);
                    self.find(&CLEAN, &one.file, message);
                }
                if lint.size.clauses != one.clauses {
                    self.find(
                        &HASHES,
                        &one.file,
                        format!("{} clauses or rows, not {}", lint.size.clauses, one.clauses),
                    );
                }
            }
        }
        if !report.comments && has_comments(&path, format) {
            self.find(
                &CLEAN,
                &one.file,
                "it has comments, although the bundle is without comments",
            );
        }
        let sum = sha256::of_file(&path).ok();
        if sum != one.sha256 {
            self.find(&HASHES, &one.file, "the SHA-256 differs");
        }
        if format == FileFormat::Cnf {
            let hashes = gbd_hashes(&path);
            let expected = one.gbdhash.clone().zip(one.isohash.clone());
            if hashes.map(|found| (found.gbdhash, found.isohash)) != expected {
                self.find(&HASHES, &one.file, "gbdhash or isohash differs");
            }
        }
    }

    fn documents(&mut self, report: &BundleReport) {
        if self.text(TABLE).as_deref() != Some(&*table(report)) {
            self.find(&TABLE_RULE, TABLE, "it does not agree with bundle.json");
        }
        let text = self.text(DESCRIPTION[0]).unwrap_or_default();
        if !text.contains("{IEEEtran}") || !text.contains("\\end{document}") {
            self.find(&DESCRIBED, DESCRIPTION[0], "no document of the class IEEEtran");
        }
        // about 5,500 characters of LaTeX fill a page of two columns
        if text.len() > 11_000 {
            self.find(&DESCRIBED, DESCRIPTION[0], "more than two pages");
        }
        if let Some(pages) = pdf_pages(&self.folder.join(DESCRIPTION[1])).filter(|&pages| pages > 2)
        {
            self.find(&DESCRIBED, DESCRIPTION[1], format!("{pages} pages"));
        }
        for file in [BIBLIOGRAPHY, LINT] {
            if self.text(file).is_none_or(|text| text.is_empty()) {
                self.find(&DESCRIBED, file, "the file is missing or empty");
            }
        }
        if report.authors.iter().all(|author| author.trim().is_empty())
            || !text.contains("\\author{")
        {
            self.find(&AUTHORS, REPORT, "no author");
        }
        if self.text(LICENCE).is_none_or(|text| text.trim().is_empty()) {
            self.find(&AUTHORS, LICENCE, "no license");
        }
    }

    fn checksums(&mut self) {
        let sums = self.text(CHECKSUMS).unwrap_or_default();
        let listed: HashSet<(&str, &str)> =
            sums.lines().filter_map(|line| line.split_once("  ")).collect();
        for file in files(self.folder).unwrap_or_default() {
            let sum = sha256::of_file(&self.folder.join(&file)).unwrap_or_default();
            if !listed.contains(&(&*sum, &*file)) {
                self.find(&SUMS, &file, "no right checksum in SHA256SUMS");
            }
        }
        for (_, file) in listed {
            if !self.folder.join(file).is_file() {
                self.find(&SUMS, file, "listed in SHA256SUMS, but missing");
            }
        }
    }

    /// Runs each command in a folder with a copy of the puzzles, and compares the resulting files.
    fn commands(&mut self, report: &BundleReport, program: &Path) {
        let Ok(work) = WorkDir::new() else { return };
        for one in &report.instances {
            let made = again(self.folder, work.path(), one, program);
            if let Err(message) = made {
                self.find(&COMMANDS, &one.file, message);
            }
        }
    }
}

fn again(folder: &Path, work: &Path, one: &Measured, program: &Path) -> Result<(), String> {
    // the commands of a bundle by other authors must not write files elsewhere
    let is_inside = |word: &String| !Path::new(word).is_absolute() && !word.contains("..");
    let is_ours = one.command.first().is_some_and(|word| word == "encode")
        && one.command.last() == Some(&one.file)
        && one.command.iter().all(is_inside);
    if !is_ours {
        return Err("not a command `encode` that writes this file".to_owned());
    }
    let text = |error: std::io::Error| error.to_string();
    for file in [&one.puzzle, &one.file] {
        let target = work.join(file);
        fs::create_dir_all(target.parent().unwrap_or(work)).map_err(text)?;
    }
    fs::copy(folder.join(&one.puzzle), work.join(&one.puzzle)).map_err(text)?;
    run(program, &one.command, work).map_err(|error| error.to_string())?;
    let same = sha256::of_file(&work.join(&one.file)).ok()
        == sha256::of_file(&folder.join(&one.file)).ok();
    if same { Ok(()) } else { Err("the command makes another file".to_owned()) }
}

fn gbd_hashes(path: &Path) -> Option<GbdHashes> {
    let mut hasher = GbdHasher::default();
    let input = compression::open(path).ok()?;
    dimacs::read(input, |clause| {
        clause.iter().for_each(|literal| hasher.number(literal.to_ipasir()));
        hasher.number(0);
    })
    .ok()?;
    Some(hasher.finish())
}

/// Returns whether a file has comments, apart from the lines that its format demands.
fn has_comments(path: &Path, format: FileFormat) -> bool {
    let Ok(input) = compression::open(path) else { return false };
    let is_comment = |line: &str| match format {
        FileFormat::Cnf => {
            line.starts_with('c') && !line.starts_with("c t ") && !line.starts_with("c p show")
        }
        FileFormat::Opb => line.starts_with('*') && !line.starts_with("* #variable="),
        FileFormat::Mps => line.starts_with('*'),
        FileFormat::Lp => line.starts_with('\\'),
    };
    input.lines().map_while(Result::ok).take(1000).any(|line| is_comment(&line))
}

/// Returns the number of pages of a PDF, if the file contains it in plain text.
fn pdf_pages(path: &Path) -> Option<usize> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let count = text
        .match_indices("/Type /Page")
        .filter(|(at, word)| !text[at + word.len()..].starts_with('s'));
    Some(count.count()).filter(|&count| count > 0)
}
