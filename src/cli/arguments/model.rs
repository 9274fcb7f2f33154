//! The options of models: a formula of the user's own, and its rules.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::Args;
use encycle::bench::{CampaignEntry, ModelFile};
use encycle::encodings::model::Model;
use encycle::files::compression::{Compression, open, open_source, stdin_start};
use encycle::formats::map::{self, VariableMap};
use encycle::formats::model::{ModelFormat, read_any_model, read_rules, recognize_model};
use encycle::formats::{LoadError, Parsed, load_text};
use encycle::problem::Problem;
use encycle::puzzle::PuzzleKind;

use crate::cli::arguments::source::{SourceArguments, without_solutions};
use crate::cli::exit::CliError;

/// The options that complete a model.
#[derive(Args, Clone, Debug)]
pub struct ModelArguments {
    /// Rules about graphs over the variables of a formula of your own (`encycle help own-problem`); PUZZLE is then a
    /// DIMACS CNF, WCNF, OPB, LP or MPS file
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Names of the variables of a CNF or OPB file, for --rules: the map that `encycle encode --map` writes
    #[arg(long, value_name = "FILE", requires = "rules")]
    names_map: Option<PathBuf>,
}

/// A problem with its name, or why it cannot be read.
pub type NamedProblem = (String, Result<LoadedProblem, CliError>);

/// A problem of a source.
pub struct LoadedProblem {
    problem: Box<dyn Problem>,
    /// The bound of the text on the length of solutions ([`Parsed::length_bound`]).
    pub length_bound: Option<usize>,
}

impl Deref for LoadedProblem {
    type Target = dyn Problem;

    fn deref(&self) -> &Self::Target {
        &*self.problem
    }
}

impl From<Model> for LoadedProblem {
    fn from(model: Model) -> Self {
        Self { problem: Box::new(model), length_bound: None }
    }
}

impl From<Parsed> for LoadedProblem {
    fn from(parsed: Parsed) -> Self {
        Self { problem: Box::new(parsed.puzzle), length_bound: parsed.length_bound }
    }
}

impl ModelArguments {
    /// Returns the models of some sources, each with its name; `None` if all of them are puzzles.
    ///
    /// # Errors
    /// Some, but not all of the sources are models; a model or the rules cannot be read.
    pub fn load_all(
        &self,
        sources: &[String],
        puzzles: &SourceArguments,
    ) -> Result<Option<Vec<(String, Model)>>, CliError> {
        let is_model = |source: &String| self.rules.is_some() || format_of(source).is_some();
        if !sources.iter().any(is_model) {
            return Ok(None);
        }
        let named = |source: &String| Ok((source.clone(), self.load(source, puzzles)?));
        sources.iter().map(named).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the problems of some sources: models, and puzzles.
    pub fn problems(&self, sources: &[String], puzzles: &SourceArguments) -> Vec<NamedProblem> {
        let mut problems: Vec<NamedProblem> = Vec::new();
        for source in without_solutions(sources) {
            if self.rules.is_some() || format_of(source).is_some() {
                let model = self.load(source, puzzles);
                problems.push((source.to_owned(), model.map(LoadedProblem::from)));
                continue;
            }
            let all = puzzles.load_all(source).into_iter();
            problems.extend(all.map(|(name, parsed)| (name, parsed.map(LoadedProblem::from))));
        }
        problems
    }

    /// Returns the single problem of a source.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn problem(
        &self,
        source: &str,
        puzzles: &SourceArguments,
    ) -> Result<Box<dyn Problem>, CliError> {
        match self.model(source, puzzles)? {
            Some(model) => Ok(Box::new(model)),
            None => Ok(Box::new(puzzles.load(source)?.puzzle)),
        }
    }

    /// Returns the model of a source; `None` if it is a puzzle.
    ///
    /// # Errors
    /// The model or the rules cannot be read.
    pub fn model(
        &self,
        source: &str,
        puzzles: &SourceArguments,
    ) -> Result<Option<Model>, CliError> {
        match self.rules.is_some() || format_of(source).is_some() {
            true => self.load(source, puzzles).map(Some),
            false => Ok(None),
        }
    }

    /// Reads a model. Of the options for puzzles, a directed graph has the variant and the kind `hamilton`.
    fn load(&self, source: &str, puzzles: &SourceArguments) -> Result<Model, CliError> {
        let is_digraph = || format_of(source) == Some(ModelFormat::Digraph);
        if let Some(kind) = puzzles.named_kind()
            && !(kind == PuzzleKind::Hamilton && is_digraph())
        {
            return Err(CliError::Usage(format!(
                "{source}: a problem of your own, not a puzzle of the kind {kind}\nhelp: omit --kind and --kind-file"
            )));
        }
        let input = open_source(Path::new(source)).map_err(CliError::io(source.to_owned()))?;
        let mut model = read_any_model(input, source, puzzles.variant.as_deref())?.ok_or_else(|| {
            CliError::Usage(format!(
                "{source}: not recognized as a formula or a graph\nhelp: with --rules, and beside other formulas, give \
                 a file in one of these formats: {}",
                ModelFormat::all_names()
            ))
        })?;
        if let Some(path) = &self.rules {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(CliError::io(name.clone()))?;
            let map = self.names_map.as_deref().map(read_map).transpose()?;
            read_rules(&text, &name, &mut model, map.as_ref()).map_err(LoadError::from)?;
        }
        Ok(model)
    }

    /// Returns the model of a source with the files that the runs of a campaign read; `None` if it is a puzzle.
    ///
    /// # Errors
    /// A model or the rules cannot be read.
    pub fn campaign_entry(
        &self,
        source: &str,
        puzzles: &SourceArguments,
    ) -> Result<Option<CampaignEntry>, CliError> {
        let Some(model) = self.model(source, puzzles)? else { return Ok(None) };
        let file = |option: &'static str, path: &Path| {
            let text = load_text(path)?;
            let is_plain = Compression::of(path) == Compression::None;
            let stem = path.file_stem().map_or(path, Path::new);
            let name = if is_plain { path } else { stem };
            let ending = name.extension().unwrap_or("txt".as_ref());
            Ok::<_, CliError>(ModelFile { option, ending: ending.display().to_string(), text })
        };
        let mut files = vec![file("", Path::new(source))?];
        let further = [("--rules", &self.rules), ("--names-map", &self.names_map)];
        for (option, path) in further {
            if let Some(path) = path {
                files.push(file(option, path)?);
            }
        }
        let variant = puzzles.variant.clone();
        Ok(Some(CampaignEntry::of_model(source.to_owned(), model, variant, files)))
    }
}

fn read_map(path: &Path) -> Result<VariableMap, CliError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(CliError::io(name.clone()))?;
    map::read(&text).map_err(|error| CliError::Usage(format!("{name}: {error}")))
}

/// Returns the format of a file, or of standard input, that is a model; `None` for every other source.
fn format_of(source: &str) -> Option<ModelFormat> {
    let path = Path::new(source);
    if source == "-" {
        return recognize_model(&stdin_start().ok()?[..], source).ok()?;
    }
    if !path.is_file() {
        return None;
    }
    recognize_model(open(path).ok()?, source).ok()?
}
