//! Encodings, which express the rules of a puzzle as constraints and map models to solutions.
//!
//! An [`Encoding`] is a list of [parts](Part), which pass variables and constraints to a sink. If the constraints omit a
//! rule (in most cases "one loop"), the encoding has a [`GlobalConstraint`], which enforces the rule lazily: for each model that
//! violates the rule, it returns cuts. A further part adds constraints to any encoding. Sizes are counted: a run into a sink
//! that counts is exact and fast.

mod added;
mod atoms;
mod cut;
mod excluding;
mod global_constraint;
mod part;
mod repair;
pub mod symmetry;

pub use added::{ADDED_FAMILIES, CUT, EXCLUDED, PRESOLVED, SYMMETRY};
pub use atoms::{AtomLiteral, atom_literals, literals_by_name};
pub use cut::{Cut, CutForm, CutKind, CutReason, UnknownCutKind};
pub use excluding::excluding;
pub(crate) use global_constraint::block_solution;
pub use global_constraint::{CostBound, GlobalConstraint, Separated};
use part::Numbering;
pub(crate) use part::count_variables;
pub use part::{EncodingInfo, Part, RuleFamily};
pub use repair::{Repair, RepairSchedule, Sweep};

use std::ops::Range;

use crate::logic::{CardMethod, CnfMethod, ConstraintSink, ExternalPropagator, LoweringOptions};
#[allow(unused_imports, reason = "for the documentation")]
use crate::logic::{Constraint, Var};
use crate::puzzle::{Instance, Solution};
use crate::suggest;

/// A puzzle that has encodings.
///
/// ```
/// use encycle_encodings::encoding::Encodable as _;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// assert!(puzzle.encoding_names().contains(&puzzle.default_encoding()));
/// let error = puzzle.encoding("edge+ordre").err().expect("an unknown part");
/// assert!(error.to_string().contains("order"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Encodable: Instance {
    /// Returns the names of its encodings, the default first.
    fn encoding_names(&self) -> Vec<String>;

    /// Returns the name of the default encoding.
    fn default_encoding(&self) -> String {
        self.encoding_names().swap_remove(0)
    }

    /// Returns the name of the encoding whose first model a [`Sweep`] makes, if a sweep is worth its time for this
    /// puzzle and the default encoding has none.
    fn swept_encoding(&self) -> Option<String> {
        None
    }

    /// Returns the encoding with this name.
    ///
    /// # Errors
    /// The name is unknown, or the encoding is too large for this puzzle.
    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError>;
}

/// A function that maps a model.
type OfModel<'a, T> = Box<dyn Fn(&[bool]) -> T + Sync + 'a>;

/// A function that returns another solution of the puzzle, if there is one.
type OtherSolution<'a> = Box<dyn Fn(&Solution) -> Option<Solution> + Sync + 'a>;

/// The rules of a puzzle as constraints, with the mapping of models to solutions.
///
/// It is a list of [parts](Part), together with the meaning of its models. A kind builds it:
///
/// ```
/// use encycle_encodings::encoding::{Encoding, EncodingInfo, Part};
/// use encycle_encodings::export::{CnfSize, count_clauses};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::logic::{Constraint, Lit, LoweringOptions, Origin, Place};
///
/// const ABOUT: EncodingInfo = EncodingInfo {
///     name: "around",
///     meaning: "all lines around a cell",
///     source: "this example",
///     families: &[("edge", "whether an edge is drawn"), ("all", "every edge is drawn")],
/// };
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// let mut encoding = Encoding::new(&puzzle, ABOUT.name, ABOUT.meaning);
/// let first = encoding.numbers(4_u8)?;
/// let part = Part::new(ABOUT, move |sink| {
///     for edge in first..first + 4 {
///         sink.add_clause(&[Lit::positive(edge)], Origin::new("all", Place::Whole));
///     }
/// });
/// encoding.push(part.with_variables(first, |sink| {
///     (1..=4).for_each(|edge| { sink.variable("edge", format_args!("e_{edge}")); });
/// }));
/// let clauses = count_clauses(9, LoweringOptions::default(), &|sink| encoding.encode(sink))?;
/// assert_eq!((clauses, encoding.variable_count()), (Some(4), 4));
/// assert!(encoding.is_exact());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Encoding<'a> {
    puzzle: &'a dyn Encodable,
    name: String,
    meaning: String,
    numbering: Numbering,
    /// The parts, in the order of their constraints.
    parts: Vec<Part<'a>>,
    /// The size of the projection set.
    pub(crate) projection_size: usize,
    /// Whether the projection set determines all other variables.
    pub(crate) is_determined: bool,
    pub(crate) completeness: Completeness,
    pub(crate) outline: Option<Range<u32>>,
    /// Maps a model to a solution, if the first variables are not the atoms.
    pub(crate) read: Option<OfModel<'a, Solution>>,
    /// Returns the solution of a model with the cut that excludes it, if the default cut over the projection set does
    /// not suffice.
    pub(crate) block: Option<OfModel<'a, Separated>>,
    pub(crate) other: Option<OtherSolution<'a>>,
    /// The constraint that the parts omit.
    global_constraint: Option<Box<dyn GlobalConstraint + 'a>>,
}

impl<'a> Encoding<'a> {
    /// Creates an encoding without parts. It claims to be exact, and its first variables are the atoms of the puzzle.
    ///
    /// ```
    /// use encycle_encodings::encoding::Encoding;
    /// use encycle_encodings::kinds::slitherlink::Slitherlink;
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = Encoding::new(&puzzle, "mine", "no rules yet");
    /// assert_eq!((encoding.variable_count(), encoding.projection_size()), (0, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(puzzle: &'a dyn Encodable, name: &str, meaning: impl Into<String>) -> Self {
        Self {
            puzzle,
            name: name.to_owned(),
            meaning: meaning.into(),
            numbering: Numbering::default(),
            parts: Vec::new(),
            projection_size: puzzle.atom_count(),
            is_determined: true,
            completeness: Completeness::Complete,
            outline: None,
            read: None,
            block: None,
            other: None,
            global_constraint: None,
        }
    }

    /// Allocates the numbers of `count` variables for the next part, and returns the first number.
    ///
    /// ```
    /// use encycle_encodings::encoding::Encoding;
    /// use encycle_encodings::kinds::slitherlink::Slitherlink;
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let mut encoding = Encoding::new(&puzzle, "mine", "edges, and a counter");
    /// assert_eq!(encoding.numbers(4_u8)?, 0);
    /// assert_eq!(encoding.numbers(7_u8)?, 4);
    /// assert!(encoding.numbers(u64::MAX).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There are more variables than files can number.
    pub fn numbers(&mut self, count: impl TryInto<u128>) -> Result<u32, EncodingError> {
        self.numbering.range(&self.name, count.try_into().unwrap_or(u128::MAX >> 1))
    }

    /// Refuses an encoding with approximately this number of further variables, before they are counted.
    pub(crate) fn refuse_about(&self, count: u128) -> Result<(), EncodingError> {
        let mut numbering = self.numbering;
        numbering.range(&self.name, count).map(|_| ())
    }

    /// Adds a part from a value that knows the numbers of its variables, which begin at [`Self::variable_count`]. Counts
    /// the variables by creating them. The constraints come after the constraints of the existing parts.
    ///
    /// # Errors
    /// There are more variables than files can number.
    pub(crate) fn add<T: Send + Sync + 'a>(
        &mut self,
        about: EncodingInfo,
        value: T,
        variables: impl Fn(&T, &mut dyn ConstraintSink) + Sync + 'a,
        constraints: impl Fn(&T, &mut dyn ConstraintSink) + Sync + 'a,
    ) -> Result<(), EncodingError> {
        let first = self.numbers(count_variables(|sink| variables(&value, sink)))?;
        self.push(Part::of(about, first, value, variables, constraints));
        Ok(())
    }

    /// Adds a part. Its constraints come after the constraints of the existing parts.
    ///
    /// ```
    /// use encycle_encodings::encoding::{EncodingInfo, Part};
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    /// use encycle_encodings::logic::{ConstraintSink as _, Lit, Origin, Place};
    ///
    /// const TOP: EncodingInfo =
    ///     EncodingInfo::of_families("top", "this example", &[("top", "the first edge is drawn")]);
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let mut encoding = encoding("edge", &puzzle)?;
    /// encoding.push(Part::new(TOP, |sink| {
    ///     sink.add_clause(&[Lit::positive(0)], Origin::new("top", Place::Whole));
    /// }));
    /// assert_eq!(encoding.families().last().map(|family| family.name), Some("top"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, part: Part<'a>) {
        self.parts.push(part);
    }

    /// Adds a part, whose constraints come after the existing constraints, and whose meaning is appended to the meaning
    /// of the encoding.
    ///
    /// ```
    /// use encycle_encodings::encoding::{EncodingInfo, Part};
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    /// use encycle_encodings::logic::{ConstraintSink as _, Lit, Origin, Place};
    ///
    /// const TOP: EncodingInfo =
    ///     EncodingInfo::of_families("top", "this example", &[("top", "the first edge is drawn")]);
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let part = Part::new(TOP, |sink| {
    ///     sink.add_clause(&[Lit::positive(0)], Origin::new("top", Place::Whole));
    /// });
    /// let encoding = encoding("edge", &puzzle)?.with_part(part);
    /// assert!(encoding.meaning().contains("; "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_part(mut self, part: Part<'a>) -> Self {
        self.meaning = format!("{}; {}", self.meaning.trim_end_matches('.'), part.about.meaning);
        self.push(part);
        self
    }

    /// Replaces each part, for example by a part that drops a family.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// let mut parts = 0;
    /// let same = encoding.map_parts(|part| {
    ///     parts += 1;
    ///     part
    /// });
    /// assert!(parts > 0 && same.variable_count() == 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn map_parts(self, map: impl FnMut(Part<'a>) -> Part<'a>) -> Self {
        Self { parts: self.parts.into_iter().map(map).collect(), ..self }
    }

    /// Replaces the name.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// assert_eq!(encoding("edge", &puzzle)?.with_name("mine").name(), "mine");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Replaces the completeness, for example for a part that excludes some solutions.
    ///
    /// ```
    /// use encycle_encodings::encoding::Completeness;
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let guess = encoding("edge+order", &puzzle)?.with_completeness(Completeness::Underapproximation);
    /// // so a solver that finds no model proves nothing about the puzzle
    /// assert!(guess.is_exact() && !guess.is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_completeness(self, completeness: Completeness) -> Self {
        Self { completeness, ..self }
    }

    /// Replaces the constraint that the parts omit. With `None`, the encoding claims to be exact: a model that is not a
    /// solution is then a failure.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// assert!(!encoding.is_exact());
    /// // models with several loops are then failures, which no cut repairs
    /// assert!(encoding.with_global_constraint(None).is_exact());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_global_constraint(
        self,
        constraint: Option<Box<dyn GlobalConstraint + 'a>>,
    ) -> Self {
        Self { global_constraint: constraint, ..self }
    }

    /// Returns the puzzle.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// assert!(encoding.puzzle().check(&encoding.solution(&[true; 4])).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn puzzle(&self) -> &'a dyn Encodable {
        self.puzzle
    }

    /// Returns the name, such as `edge+order`.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert_eq!(encoding("edge+order", &puzzle)?.name(), "edge+order");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Describes the encoding in one sentence.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// println!("{}", encoding("edge+order", &puzzle)?.meaning());
    /// # assert!(!encoding("edge+order", &puzzle)?.meaning().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn meaning(&self) -> &str {
        &self.meaning
    }

    /// Returns the rule families, including the families of variables, each once.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// let names: Vec<&str> = encoding.families().iter().map(|family| family.name).collect();
    /// assert!(names.contains(&"clue") && names.contains(&"degree"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn families(&self) -> Vec<RuleFamily> {
        let mut families: Vec<RuleFamily> = Vec::new();
        for family in self.parts.iter().flat_map(|part| part.about.families()) {
            if !families.iter().any(|known| known.name == family.name) {
                families.push(family);
            }
        }
        families
    }

    /// Returns the number of variables.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert_eq!(encoding("edge", &puzzle)?.variable_count(), 4);
    /// // whether the only cell is inside
    /// assert_eq!(encoding("colour", &puzzle)?.variable_count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn variable_count(&self) -> u32 {
        self.numbering.count
    }

    /// Passes the variables to `sink`, by number. Every call passes the same variables.
    ///
    /// ```
    /// use encycle_encodings::export::variable_names;
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// assert_eq!(variable_names(&|sink| encoding.variables(sink)), ["h_1_1", "h_2_1", "v_1_1", "v_1_2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        let mut all: Vec<_> =
            self.parts.iter().filter_map(|part| part.variables.as_ref()).collect();
        all.sort_by_key(|(first, _)| *first);
        all.into_iter().for_each(|(_, create)| create(sink));
    }

    /// Passes the variables and the constraints to `sink`. Every call passes the same variables and constraints.
    ///
    /// ```
    /// use encycle_encodings::export::CnfSize;
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    /// use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// // a sink that counts; others write files, or feed a solver
    /// let encode = |sink: &mut dyn encycle_encodings::logic::ConstraintSink| encoding.encode(sink);
    /// let size = lower_to_cnf(CnfSize::default(), LoweringOptions::default(), encode)?;
    /// assert_eq!(size.variables, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.variables(sink);
        self.parts.iter().for_each(|part| (part.constraints)(sink));
    }

    /// Returns the size of the projection set, which consists of the first variables of the encoding. They determine
    /// the solution of a model, and no two of their assignments represent the same solution.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge+order", &puzzle)?;
    /// // the four edges; the variables of the order come after them
    /// assert_eq!(encoding.projection_size(), 4);
    /// assert!(encoding.variable_count() > 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn projection_size(&self) -> usize {
        self.projection_size
    }

    /// Returns whether the projection set determines all other variables of the encoding.
    ///
    /// ```
    /// use encycle_encodings::encoding::Encodable as _;
    /// use encycle_encodings::model::{AcyclicEdges, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::directed("before");
    /// graph.edge("a", "b", model.variable("ab"));
    /// model.require(AcyclicEdges::new(graph));
    /// // an acyclic graph may have several orders of its vertices
    /// assert!(model.encoding("cuts")?.is_determined() && !model.encoding("order")?.is_determined());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_determined(&self) -> bool {
        self.is_determined
    }

    /// Maps a model to the puzzle. The result may violate a rule that the constraints omit.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    /// use encycle_encodings::puzzle::Instance as _;
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// // one value a variable, as a solver returns them
    /// let solution = encoding.solution(&[true, true, true, true]);
    /// assert!(puzzle.check(&solution).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solution(&self, model: &[bool]) -> Solution {
        match &self.read {
            Some(read) => read(model),
            None => Solution::of_model(model, self.puzzle.atom_count()),
        }
    }

    /// Returns whether every solution of the puzzle is a model.
    ///
    /// ```
    /// use encycle_encodings::encoding::Completeness;
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert_eq!(encoding("edge", &puzzle)?.completeness(), Completeness::Complete);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn completeness(&self) -> Completeness {
        self.completeness
    }

    /// Returns the variables of an *outline*, if the encoding has one. The clauses over these variables alone are a
    /// formula that is worth solving first, because each of its few models leaves little to search.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert_eq!(encoding("edge", &puzzle)?.outline(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outline(&self) -> Option<Range<u32>> {
        self.outline.clone()
    }

    /// Returns a second solution of the puzzle, or `None` if `only` is unique. Must be called only if `only` is the
    /// single solution that the constraints allow, because a second solution is then a solution that the constraints
    /// exclude.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// // a complete encoding misses no solution
    /// assert_eq!(encoding.missed_solution(&encoding.solution(&[true; 4])), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        self.other.as_ref()?(only)
    }

    /// Maps a model that satisfies all rules to its solution. Returns it with a cut that excludes this solution and no
    /// other solution.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// let blocked = encoding.block(&[true; 4]);
    /// assert_eq!(blocked.solution, Some(encoding.solution(&[true; 4])));
    /// assert_eq!(blocked.cuts.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn block(&self, model: &[bool]) -> Separated {
        match &self.block {
            Some(block) => block(model),
            None => block_solution(self, model),
        }
    }

    /// Returns cuts that exclude a model, or if there are none, [`Self::block`].
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// assert!(encoding.cut_or_block(Vec::new(), &[true; 4]).solution.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cut_or_block(&self, cuts: Vec<Cut>, model: &[bool]) -> Separated {
        if cuts.is_empty() { self.block(model) } else { Separated { solution: None, cuts } }
    }

    /// Returns the constraint that the parts omit, or `None` if every model is a solution.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge", &puzzle)?.global_constraint().is_some());
    /// assert!(encoding("edge+order", &puzzle)?.global_constraint().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn global_constraint(&self) -> Option<&(dyn GlobalConstraint + 'a)> {
        self.global_constraint.as_deref()
    }

    /// Returns whether the encoding is exact, that is, every model is a solution, so that no cuts are needed.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// // `edge` allows several loops, which cuts exclude
    /// assert!(!encoding("edge", &puzzle)?.is_exact());
    /// assert!(encoding("edge+order", &puzzle)?.is_exact());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.global_constraint().is_none()
    }

    /// Returns whether the models are exactly the solutions of the puzzle, without cuts.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge+order", &puzzle)?.is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_exact() && self.completeness() == Completeness::Complete
    }

    /// Returns whether each solution has exactly one model if the encoding is lowered with these options. If not, a
    /// model counter must project on the projection set.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    /// use encycle_encodings::logic::{CnfMethod, LoweringOptions};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// let encoding = encoding("colour", &puzzle)?;
    /// assert!(encoding.has_one_model_per_solution(LoweringOptions::default()));
    /// let auxiliary = LoweringOptions::from(CnfMethod::PlaistedGreenbaum);
    /// assert!(!encoding.has_one_model_per_solution(auxiliary));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_one_model_per_solution(&self, options: LoweringOptions) -> bool {
        // Plaisted-Greenbaum and the cardinality methods except `binomial` add auxiliary variables that the other
        // variables do not determine, so one solution can have several models
        options.cnf != CnfMethod::PlaistedGreenbaum
            && matches!(options.card, CardMethod::Binomial | CardMethod::Diagram)
            && self.is_determined()
    }

    /// Returns the kinds of cut that the encoding supports, the default first; empty if the encoding is exact.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(!encoding("edge", &puzzle)?.cut_kinds().is_empty());
    /// assert!(encoding("edge+order", &puzzle)?.cut_kinds().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cut_kinds(&self) -> &'static [CutKind] {
        self.global_constraint().map_or(&[], GlobalConstraint::cut_kinds)
    }

    /// Returns whether the cuts of a model hold in every solution even if the model violates constraints.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("colour", &puzzle)?.separates_any_model());
    /// assert!(!encoding("edge", &puzzle)?.separates_any_model());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn separates_any_model(&self) -> bool {
        self.global_constraint().is_some_and(GlobalConstraint::separates_any_model)
    }

    /// Returns the external propagator that finds violations during the search, if the encoding has one.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("colour", &puzzle)?.propagator().is_some());
    /// assert!(encoding("edge", &puzzle)?.propagator().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        self.global_constraint()?.propagator()
    }

    /// Returns when repairs of invalid models and a sweep are worth their time, if the encoding has a repair.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge+order", &puzzle)?.repair_schedule().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repair_schedule(&self) -> Option<RepairSchedule> {
        self.global_constraint()?.repair_schedule()
    }

    /// Returns the construction of a first model, if the encoding has one.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge+order", &puzzle)?.sweep().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.global_constraint()?.sweep()
    }

    /// Returns the local repair of invalid models, if the encoding has one.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge+order", &puzzle)?.repair().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.global_constraint()?.repair()
    }

    /// Separates a model that satisfies the constraints and all earlier cuts. Returns the solution that the model
    /// contains, if any, and the cuts that the model violates, if any; there is at least one of them. Exact encodings
    /// ignore `kind`.
    ///
    /// ```
    /// use encycle_encodings::encoding::CutKind;
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// // two loops that do not touch, around the first and the last of three cells
    /// let puzzle = Slitherlink::from_rows(&["4.4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// let model = [true, false, true, true, false, true, true, true, true, true];
    /// let separated = encoding.separate(&model, CutKind::default());
    /// assert!(separated.solution.is_none());
    /// assert!(!separated.cuts.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        match self.global_constraint() {
            Some(constraint) => constraint.separate(self, model, kind),
            None => self.block(model),
        }
    }

    /// Returns whether [`separate_fractional`](#method.separate_fractional) can find cuts.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// let puzzle = Slitherlink::from_rows(&["4"])?;
    /// assert!(encoding("edge", &puzzle)?.has_fractional_cuts());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_fractional_cuts(&self) -> bool {
        self.global_constraint().is_some_and(GlobalConstraint::has_fractional_cuts)
    }

    /// Returns rows that are valid for every solution and that `point`, a point of the linear relaxation, violates by
    /// more than a rounding error. `point` has a value from 0 to 1 for each variable. The separation is incomplete, so
    /// an empty result does not imply that the point is a convex combination of solutions.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
    ///
    /// // two loops that do not touch, around the first and the last of three cells
    /// let puzzle = Slitherlink::from_rows(&["4.4"])?;
    /// let encoding = encoding("edge", &puzzle)?;
    /// let point = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    /// assert!(!encoding.separate_fractional(&point).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        self.global_constraint().map_or_else(Vec::new, |one| one.separate_fractional(point))
    }
}

/// The error for an unknown or unsuitable encoding, for example an encoding that is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The requested name.
    pub name: String,
    /// The reason, optionally followed by a `help:` line.
    pub reason: String,
}

impl EncodingError {
    /// Creates an error. Truncates the name to 60 characters.
    ///
    /// ```
    /// use encycle_encodings::encoding::EncodingError;
    ///
    /// let error = EncodingError::new("mine", "too large");
    /// assert_eq!(error.to_string(), "encoding `mine`: too large");
    /// ```
    #[must_use]
    pub fn new(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.chars().take(60).collect(), reason: reason.into() }
    }

    /// Creates the error for an unknown name; `known` lists the valid names.
    ///
    /// ```
    /// use encycle_encodings::encoding::EncodingError;
    ///
    /// let error = EncodingError::unknown("edeg", &["edge".to_owned()]);
    /// assert!(error.reason.contains("did you mean `edge`?"));
    /// ```
    #[must_use]
    pub fn unknown(name: &str, known: &[String]) -> Self {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Self::new(name, format!("unknown name\nhelp: {}", suggest::help(name, &known)))
    }
}

/// The relation between the solutions of a puzzle and the models of its encoding. Unless it is [`Self::Complete`], the
/// number of models is not the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution is a model.
    Complete,
    /// If the puzzle has a solution, at least one solution is a model. If exactly one solution is a model,
    /// [`Encoding::missed_solution`] decides whether the puzzle has another solution.
    Equisatisfiable,
    /// Some or all solutions may have no model. A model still yields a solution, but UNSAT proves nothing about the
    /// puzzle.
    Underapproximation,
    /// Every solution is a model but a known one, so UNSAT means that there is no other solution.
    AllButOne,
}

impl Completeness {
    /// Returns whether a solvable puzzle has a model, so that UNSAT means that it has no solution.
    #[must_use]
    pub fn keeps_a_solution(self) -> bool {
        matches!(self, Self::Complete | Self::Equisatisfiable)
    }
}
