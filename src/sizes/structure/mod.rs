//! Structural features of a formula: treewidth, modularity, backbone and backdoors.

mod backbone;
mod backdoor;
mod clauses;
mod graph;
mod modularity;
mod width;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{LoweringOptions, TooLarge, lower_to_cnf};
use serde::{Deserialize, Serialize};

use clauses::ClauseList;
use graph::PrimalGraph;
use width::EliminationRule;

/// Structural features of a CNF formula.
///
/// The *primal graph* has a vertex for each variable and an edge between two variables that occur in a clause together.
/// Each feature has a limit of size or work, which does not depend on the machine; beyond it, the feature is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StructureFeatures {
    /// The number of clauses divided by the number of variables that occur. Null without variables.
    pub clause_variable_ratio: Option<f64>,
    /// An upper bound of the treewidth of the primal graph: the width of the elimination order that takes a vertex of
    /// least degree each time (Bodlaender and Koster 2010, Treewidth computations I, section 3).
    pub treewidth_min_degree: Option<usize>,
    /// An upper bound of the treewidth of the primal graph: the width of the elimination order that takes a vertex each
    /// time whose neighbours lack the fewest edges to be a clique (the same paper).
    pub treewidth_min_fill: Option<usize>,
    /// The modularity of the communities that the Louvain method finds in the variable incidence graph: the primal graph
    /// in which a clause of k literals adds 1/(k(k-1)/2) to the weight of each of its edges (Ansótegui, Giráldez-Cru and
    /// Levy 2012, The Community Structure of SAT Formulas). It is a lower bound of the largest modularity.
    pub modularity: Option<f64>,
    /// The number of these communities.
    pub communities: Option<usize>,
    /// The number of variables with the same value in all models. Null if there is no model.
    pub backbone: Option<usize>,
    /// The size of the smallest strong backdoor for unit propagation (Williams, Gomes and Selman 2003, Backdoors to
    /// Typical Case Complexity): whatever the values of its variables, unit propagation finds a false clause, or satisfies
    /// all clauses.
    pub backdoor: Option<usize>,
}

impl StructureFeatures {
    /// Returns the names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        let of = |count: Option<usize>| count.map(|count| count as f64);
        [
            ("clause_variable_ratio", self.clause_variable_ratio),
            ("treewidth_min_degree", of(self.treewidth_min_degree)),
            ("treewidth_min_fill", of(self.treewidth_min_fill)),
            ("modularity", self.modularity),
            ("communities", of(self.communities)),
            ("backbone", of(self.backbone)),
            ("backdoor", of(self.backdoor)),
        ]
        .into_iter()
    }
}

/// Computes the structural features of an encoding. It keeps the clauses of formulas with up to 4 million literals.
///
/// ```
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::sizes::structure_features;
///
/// let puzzle = Slitherlink::from_rows(&["."])?;
/// let found = structure_features(&*encoding("edge", &puzzle)?, LoweringOptions::default())?;
/// // at least one edge is drawn, and each of four vertices makes two edges equal
/// assert_eq!(found.clause_variable_ratio, Some(9.0 / 4.0));
/// // the clause of all four edges makes the primal graph a clique
/// assert_eq!((found.treewidth_min_degree, found.treewidth_min_fill), (Some(3), Some(3)));
/// // the four edges are drawn, and any one of them decides the others
/// assert_eq!((found.backbone, found.backdoor), (Some(4), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A constraint has too many clauses.
pub fn structure_features(
    encoding: &dyn Encoding,
    choices: LoweringOptions,
) -> Result<StructureFeatures, TooLarge> {
    let clauses = lower_to_cnf(ClauseList::default(), choices, |sink| encoding.encode(sink))?;
    Ok(features(&clauses))
}

fn features(clauses: &ClauseList) -> StructureFeatures {
    let occurring = clauses.occurring();
    let ratio = clauses.len() as f64 / occurring as f64;
    let clause_variable_ratio = (occurring > 0).then_some(ratio);
    let mut features = StructureFeatures { clause_variable_ratio, ..StructureFeatures::default() };
    if !clauses.is_kept() {
        return features;
    }
    if let Some(graph) = PrimalGraph::of(clauses) {
        features.treewidth_min_degree =
            width::elimination_width(&graph, EliminationRule::MinDegree);
        features.treewidth_min_fill = width::elimination_width(&graph, EliminationRule::MinFill);
        let found = modularity::louvain(&graph);
        features.modularity = found.map(|found| found.modularity);
        features.communities = found.map(|found| found.communities);
    }
    features.backbone = backbone::backbone(clauses).map(|literals| literals.len());
    features.backdoor = backdoor::smallest_backdoor(clauses).map(|variables| variables.len());
    features
}
