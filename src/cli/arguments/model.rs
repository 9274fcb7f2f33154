//! The options of models: a formula of the user's own, and its rules.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::Args;
use encycle::bench::{CampaignEntry, FolderPuzzles, ProblemText};
use encycle::encodings::model::Model;
use encycle::files::folder_files;
use encycle::files::plain_ending;
use encycle::formats::map::{self, VariableMap};
use encycle::formats::model::{
    ModelFormat, format_of_source, is_problem_file, load_models, read_rules,
};
use encycle::formats::{self, LoadError, Parsed, STDIN};
use encycle::problem::Problem;
use encycle::puzzle::PuzzleKind;

use crate::cli::arguments::source::{NamedPuzzle, SourceArguments, without_solutions};
use crate::cli::exit::CliError;

/// The options that complete a model.
#[derive(Args, Clone, Debug)]
pub struct ModelArguments {
    /// Rules about graphs over the variables of a formula of your own (`encycle help own-problem`); PUZZLE is then a
    /// DIMACS CNF, WCNF, OPB, LP or MPS file
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Names of the variables of a CNF or OPB file, for --rules and results: the map that `encycle encode --map` writes
    #[arg(long, value_name = "FILE", requires = "rules")]
    names_map: Option<PathBuf>,
}

/// A file of rules.
struct RulesText {
    name: String,
    text: String,
    /// The names of variables.
    map: Option<VariableMap>,
}

/// A model with its name, or why it cannot be read.
pub type NamedModel = (String, Result<Model, CliError>);

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

/// Rejects `--unique` for a model without a second solution to search for.
pub fn check_unique(model: &dyn Problem) -> Result<(), CliError> {
    match model.program() {
        None => Ok(()),
        Some(_) => Err(CliError::Usage(
            "--unique asks for a second solution, and this model has an objective, or columns that are not 0-1\n\
             help: omit --unique"
                .to_owned(),
        )),
    }
}

/// Adds the name of a source to an error of usage, which does not name it.
fn at_source(source: &str, error: CliError) -> CliError {
    match error {
        CliError::Usage(message) => CliError::Usage(format!("{source}: {message}")),
        error => error,
    }
}

impl ModelArguments {
    /// Returns the models of some sources, each with its name, or why it cannot be read; `None` if all of them are puzzles.
    pub fn load_all(
        &self,
        sources: &[String],
        puzzles: &SourceArguments,
    ) -> Option<Vec<NamedModel>> {
        let sources: Vec<String> =
            sources.iter().flat_map(|source| self.in_folder(source, puzzles)).collect();
        if !sources.iter().any(|source| self.is_model(source)) {
            return None;
        }
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        Some(self.load_each(&sources, puzzles))
    }

    /// Returns the models in a folder: with rules, all formulas, otherwise the problems, unless the folder has puzzles, too. Any
    /// other source is returned as it is.
    fn in_folder(&self, source: &str, puzzles: &SourceArguments) -> Vec<String> {
        let folder = Path::new(source);
        let models = match folder.is_dir() {
            false => None,
            true if self.rules.is_some() => {
                files_in(folder, |file| format_of_source(file).is_some())
            }
            // most folders have puzzles only, which are not read for this
            true if files_in(folder, is_problem_file).is_none() => None,
            true => FolderPuzzles::read(folder, puzzles.named_kind())
                .ok()
                .and_then(|found| found.puzzles.is_empty().then_some(found.models)),
        };
        models.unwrap_or_else(|| vec![source.to_owned()])
    }

    /// Returns the problems of some sources: models, and puzzles.
    pub fn problems(&self, sources: &[String], puzzles: &SourceArguments) -> Vec<NamedProblem> {
        self.changed_problems(sources, puzzles, LoadedProblem::from)
    }

    /// Returns the problems of some sources, whose models have as many solutions as there are assignments of the user's variables.
    pub fn counted_problems(
        &self,
        sources: &[String],
        puzzles: &SourceArguments,
    ) -> Vec<NamedProblem> {
        self.changed_problems(sources, puzzles, |model| model.with_defined_soft().into())
    }

    fn changed_problems(
        &self,
        sources: &[String],
        puzzles: &SourceArguments,
        change: fn(Model) -> LoadedProblem,
    ) -> Vec<NamedProblem> {
        let (sources, mut problems) = (without_solutions(sources), Vec::new());
        let models = |sources: &[&str]| {
            let all = self.load_each(sources, puzzles).into_iter();
            all.map(|(name, model)| (name, model.map(change)))
        };
        let of_puzzle = |(name, parsed): NamedPuzzle| (name, parsed.map(LoadedProblem::from));
        for source in sources {
            if self.rules.is_some() {
                let all = self.in_folder(source, puzzles);
                problems.extend(models(&all.iter().map(String::as_str).collect::<Vec<_>>()));
            } else if self.is_model(source) {
                problems.extend(models(&[source]));
            } else if Path::new(source).is_dir() {
                let (all, files) = puzzles.load_folder(source);
                problems.extend(all.into_iter().map(of_puzzle));
                files.iter().for_each(|file| problems.extend(models(&[file])));
            } else {
                problems.extend(puzzles.load_all(source).into_iter().map(of_puzzle));
            }
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

    /// Returns the single model of a source; `None` if it is a puzzle.
    ///
    /// # Errors
    /// The model or the rules cannot be read, or there are several models.
    pub fn model(
        &self,
        source: &str,
        puzzles: &SourceArguments,
    ) -> Result<Option<Model>, CliError> {
        if !self.is_model(source) {
            return Ok(None);
        }
        let rules = self.rules_text(&[source])?;
        let loaded = self.load(source, puzzles, rules.as_ref());
        let mut all = loaded.map_err(|error| at_source(source, error))?;
        match (all.pop(), all.len()) {
            (Some((_, model)), 0) => model.map(Some),
            (_, others) => {
                let (count, name) = (others + 1, if source == "-" { "-" } else { "FILE" });
                Err(CliError::Usage(format!(
                    "{source}: {count} problems\nhelp: name one of them as {name}#1 to {name}#{count}"
                )))
            }
        }
    }

    fn is_model(&self, source: &str) -> bool {
        self.rules.is_some() || format_of_source(source).is_some()
    }

    /// Returns the models of a source with the files that the runs of a campaign read; `None` if it has puzzles.
    ///
    /// # Errors
    /// A model or the rules cannot be read, or the runs with `--unique` would be refused.
    pub fn campaign_entries(
        &self,
        source: &str,
        puzzles: &SourceArguments,
        is_unique: bool,
    ) -> Result<Option<Vec<CampaignEntry>>, CliError> {
        let is_puzzle_folder = Path::new(source).is_dir() && self.rules.is_none();
        if is_puzzle_folder || !self.is_model(source) {
            return Ok(None);
        }
        let mut entries = Vec::new();
        for file in self.in_folder(source, puzzles) {
            let text = formats::load_text(Path::new(
                formats::one_of_many(&file).map_or(&*file, |(path, _)| path),
            ))?;
            for (name, model) in self.load_each(&[&file], puzzles) {
                let model = model.map_err(|error| at_source(&name, error))?;
                if is_unique {
                    check_unique(&model).map_err(|error| at_source(&name, error))?;
                }
                entries.push(self.campaign_entry(name, model, &text, puzzles)?);
            }
        }
        Ok(Some(entries))
    }

    fn campaign_entry(
        &self,
        name: String,
        model: Model,
        text: &str,
        puzzles: &SourceArguments,
    ) -> Result<CampaignEntry, CliError> {
        // a run selects the same model of the copy
        let (path, number) = formats::one_of_many(&name)
            .map_or((&*name, None), |(path, number)| (path, Some(number)));
        let ending = plain_ending(Path::new(path)).unwrap_or_else(|| "txt".to_owned());
        let text = ProblemText { ending, text: text.to_owned(), number };
        let files = [("--rules", &self.rules), ("--names-map", &self.names_map)];
        let named = files.into_iter().filter_map(|(option, path)| Some((option, path.as_ref()?)));
        let options = named.map(|(option, path)| Ok((option, formats::load_text(path)?)));
        let options = options.collect::<Result<_, LoadError>>()?;
        Ok(CampaignEntry::of_model(name, model, puzzles.variant.clone(), text, options))
    }

    /// Returns the models of some sources. A source that cannot be read is an entry with the error.
    fn load_each(&self, sources: &[&str], puzzles: &SourceArguments) -> Vec<NamedModel> {
        let failed = |source: &str, error| vec![(source.to_owned(), Err(error))];
        match self.rules_text(sources) {
            Err(error) => sources.first().map_or_else(Vec::new, |first| failed(first, error)),
            Ok(rules) => {
                let all = |source: &&str| {
                    let models = self.load(source, puzzles, rules.as_ref());
                    models.unwrap_or_else(|error| failed(source, error))
                };
                sources.iter().flat_map(all).collect()
            }
        }
    }

    /// Reads the file of rules, and the names that it uses.
    fn rules_text(&self, sources: &[&str]) -> Result<Option<RulesText>, CliError> {
        let files = [&self.rules, &self.names_map].into_iter().flatten().map(PathBuf::as_path);
        let is_input = |source: &&&str| **source == "-" || source.starts_with(STDIN);
        let inputs = sources.iter().filter(is_input).count();
        if inputs + files.filter(|path| *path == Path::new("-")).count() > 1 {
            let message =
                "only one of the formulas, the rules and the map can be `-` (standard input)";
            return Err(CliError::Usage(message.to_owned()));
        }
        let Some(path) = &self.rules else { return Ok(None) };
        let map = self.names_map.as_ref().map(|path| map::load(&path.display().to_string()));
        Ok(Some(RulesText {
            name: path.display().to_string(),
            text: formats::load_text(path)?,
            map: map.transpose()?,
        }))
    }

    /// Reads the models of a source, each with the rules. Of the options for puzzles, a directed graph has the variant and the
    /// kind `hamilton`.
    fn load(
        &self,
        source: &str,
        puzzles: &SourceArguments,
        rules: Option<&RulesText>,
    ) -> Result<Vec<NamedModel>, CliError> {
        let is_digraph = || format_of_source(source) == Some(ModelFormat::Digraph);
        if let Some(kind) = puzzles.named_kind()
            && !(kind == PuzzleKind::Hamilton && is_digraph())
        {
            return Err(CliError::Usage(format!(
                "a problem of your own, not a puzzle of the kind {kind}\nhelp: omit --kind and --kind-file"
            )));
        }
        let all = load_models(source, puzzles.variant.as_deref())?.ok_or_else(|| {
            CliError::Usage(format!(
                "not recognized as a formula or a graph\nhelp: with --rules, and beside other formulas, give a file in one \
                 of these formats: {}",
                ModelFormat::all_names()
            ))
        })?;
        let all = all.into_iter().map(|(name, model)| (name, model.map_err(CliError::from)));
        let Some(RulesText { name, text, map }) = rules else { return Ok(all.collect()) };
        let with_rules = |mut model: Model| {
            read_rules(text, name, &mut model, map.as_ref()).map_err(LoadError::from)?;
            if let Some(map) = map {
                // names that occur twice tell nothing apart
                model.rename(map.names());
            }
            Ok(model)
        };
        Ok(all.map(|(name, model)| (name, model.and_then(with_rules))).collect())
    }
}

/// Returns the files of a folder that `is_wanted`; `None` if there is none.
fn files_in(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let files = folder_files(folder).ok()?.into_iter();
    let files = files.filter_map(|path| path.to_str().map(str::to_owned));
    let wanted: Vec<String> = files.filter(|file| is_wanted(file)).collect();
    (!wanted.is_empty()).then_some(wanted)
}
