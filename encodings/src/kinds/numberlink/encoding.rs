//! Encodings of Numberlink, each composed of parts, and the cuts against subtours and against paths between terminals of
//! different pairs.

use std::collections::HashSet;
use std::sync::Arc;

use crate::encoding::{
    Completeness, Cut, CutForm, CutKind, CutReason, Encodable, Encoding, EncodingError,
    EncodingInfo, GlobalConstraint, Part, Separated, block_solution,
};
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::crossings::Crossings;
use crate::kinds::numberlink::induced::{self, Taut, detour};
use crate::kinds::numberlink::labels::PathLabels;
use crate::kinds::numberlink::mates::Mates;
use crate::kinds::numberlink::order::PathOrder;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::Lit;
use crate::rules::acyclic::labels::LabelMethod;
use crate::rules::one_loop::{Walk, drawn, leaving, not_all, walks};
use crate::rules::one_path::contraction::Contraction;

/// The names of all encodings, the default first.
pub const NAMES: [&str; 8] = [
    "labels",
    "degree",
    "labels+order",
    "labels+crossings",
    "induced",
    "induced+crossings",
    "induced+cover",
    "mates",
];

/// The encoding that admits only solutions of the kind that well-made puzzles have.
pub const WELL_MADE: &str = "induced+cover";

const INDUCED: &str =
    "our own: paths without chords; a solution with a chord turns into one without";

const TAUT: &str =
    "our own: a solution with one of these detours turns into one without; see `detour`";

const CROSSINGS: &str = "our own, from normal coordinates (Schaefer et al. 2002) and the cuts of Cole and Siegel 1984: true in \
                         every solution";

const SOURCE: &str = "Yoshinaka et al. 2012, definition 2 and remark 7, as constraints on edges";

/// Returns whether an encoding allows only paths without detours, so that it requires the rule `free`.
fn is_taut(name: &str) -> bool {
    matches!(name, "induced" | "induced+crossings")
}

/// Returns whether an encoding has the part `crossings`, which requires a grid.
fn has_crossings(name: &str) -> bool {
    name.ends_with("+crossings")
}

impl Encodable for Numberlink {
    fn encoding_names(&self) -> Vec<String> {
        let fits = |name: &&str| {
            (!is_taut(name) || self.rule() == NumberlinkRule::Free)
                && (!has_crossings(name) || self.grid().is_some())
        };
        NAMES.into_iter().filter(fits).map(str::to_owned).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let known = || EncodingError::unknown(name, &NAMES.map(str::to_owned));
        let name = NAMES.into_iter().find(|&known| known == name).ok_or_else(known)?;
        if is_taut(name) && self.rule() == NumberlinkRule::Cover {
            let reason = "excludes paths that touch themselves, which a solution that covers all \
                          vertices may need\nhelp: use `labels`";
            return Err(EncodingError::new(name, reason));
        }
        let rule = if name == WELL_MADE { NumberlinkRule::Cover } else { self.rule() };
        let base = Arc::new(NumberlinkBase::new(self, rule));
        let mut encoding = Encoding::new(self, name, meaning(name));
        encoding.completeness = completeness(name);
        // the lines do not determine the labels on a subtour, so only `order` makes labels determined
        encoding.is_determined = matches!(name, "degree" | "mates" | "labels+order");
        if encoding.completeness == Completeness::Equisatisfiable {
            encoding.other = Some(Box::new(move |only| detour(self.graph(), only)));
        }
        encoding.add(
            EncodingInfo::of_families("degree", SOURCE, &NumberlinkBase::FAMILIES),
            base.clone(),
            |base, sink| base.variables(sink),
            |base, sink| base.constraints(sink),
        )?;
        if !matches!(name, "degree" | "mates") {
            push_labels(name, &base, &mut encoding)?;
        }
        match name {
            "labels+order" => push_order(&base, &mut encoding)?,
            "mates" => push_mates(&base, &mut encoding)?,
            _ => encoding = encoding.with_global_constraint(Some(Box::new(PairedLines(base)))),
        }
        Ok(encoding)
    }
}

/// Adds the labels, and the parts that extend them according to the name of the encoding.
fn push_labels<'a>(
    name: &'static str,
    base: &Arc<NumberlinkBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    let puzzle = base.puzzle;
    let labels = PathLabels::new(puzzle, encoding.variable_count());
    let lines = Arc::new((base.clone(), labels));
    encoding.add(
        EncodingInfo::of_families("labels", SOURCE, &PathLabels::FAMILIES),
        lines.clone(),
        |lines, sink| lines.1.variables(&lines.0, sink),
        |lines, sink| lines.1.constraints(&lines.0, sink),
    )?;
    if name.starts_with("induced") {
        let about = EncodingInfo::of_families("induced", INDUCED, &induced::FAMILIES);
        let lines = lines.clone();
        encoding.push(Part::new(about, move |sink| {
            induced::constraints(&lines.0, &lines.1, sink);
        }));
    }
    if is_taut(name) {
        encoding.add(
            EncodingInfo::of_families("taut", TAUT, &Taut::FAMILIES),
            (Taut::new(base, encoding.variable_count()), lines.clone()),
            |(taut, lines), sink| taut.variables(&lines.0, sink),
            |(taut, lines), sink| taut.constraints(&lines.0, &lines.1, sink),
        )?;
    }
    if has_crossings(name) {
        let grid = puzzle.grid().ok_or_else(|| {
            let reason = "requires a grid, whose paths cannot cross\nhelp: use `labels`";
            EncodingError::new(name, reason)
        })?;
        let crossings = Crossings::new(puzzle, grid, encoding.variable_count());
        encoding.outline = Some(crossings.outline());
        encoding.add(
            EncodingInfo::of_families("crossings", CROSSINGS, &Crossings::FAMILIES),
            (crossings, lines),
            |(crossings, _), sink| crossings.variables(sink),
            |(crossings, lines), sink| crossings.constraints(&lines.0, &lines.1, sink),
        )?;
    }
    Ok(())
}

/// Adds numbers along the paths.
fn push_order<'a>(
    base: &Arc<NumberlinkBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    let order = PathOrder::new(base, encoding.variable_count()).ok_or_else(|| {
        let vertices = base.graph().vertex_count();
        let reason = format!("too many vertices for numbers: {vertices}\nhelp: use `labels`");
        EncodingError::new(encoding.name(), reason)
    })?;
    encoding.add(
        EncodingInfo::of_families("order", LabelMethod::Register.source(), &PathOrder::FAMILIES),
        (order, base.clone()),
        |(order, _), sink| order.variables(sink),
        |(order, base), sink| order.constraints(base, sink),
    )
}

/// Adds the mate function.
fn push_mates<'a>(
    base: &Arc<NumberlinkBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    let first = encoding.variable_count();
    let mates = Mates::new(base, first).ok_or_else(|| {
        let reason = "too many variables on this graph\nhelp: use `labels`";
        EncodingError::new(encoding.name(), reason)
    })?;
    encoding.numbers(mates.variable_count(base))?;
    encoding.push(Part::of(
        EncodingInfo::of_families("mates", Contraction::SOURCE, &Mates::FAMILIES),
        first,
        (mates, base.clone()),
        |(mates, base), sink| mates.variables(base, sink),
        |(mates, base), sink| mates.constraints(base, sink),
    ));
    Ok(())
}

fn meaning(name: &str) -> &'static str {
    match name {
        "labels" => "each vertex has the label of its pair; subtours are cut",
        "induced" => "labels, and no path touches itself or takes a detour; subtours are cut",
        "labels+crossings" => "labels, and the order of paths between terminals; subtours are cut",
        "induced+crossings" => {
            "no path touches itself or takes a detour, and the order of paths between terminals; \
             subtours are cut"
        }
        WELL_MADE => {
            "labels, no path touches itself, and all vertices are covered; subtours are cut"
        }
        "mates" => "vertices are eliminated one by one, and the two neighbours of each are joined",
        "degree" => "degree rules only; subtours and wrong paths are cut",
        _ => "labels, and a state of a shift register that advances along each path",
    }
}

fn completeness(name: &str) -> Completeness {
    match name {
        name if is_taut(name) => Completeness::Equisatisfiable,
        WELL_MADE => Completeness::Underapproximation,
        _ => Completeness::Complete,
    }
}

/// The constraint that every line joins the terminals of a pair.
struct PairedLines<'a>(Arc<NumberlinkBase<'a>>);

impl GlobalConstraint for PairedLines<'_> {
    fn name(&self) -> &'static str {
        "paths between pairs"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Leave, CutKind::Loop]
    }

    /// Returns the solution in a model of the degree rules, or the cuts that the model violates. The edges of the model
    /// form paths between terminals, and subtours.
    ///
    /// Let S be the vertices of such a component.
    ///
    /// - A *subtour* contains no terminal, but each line of a solution leads to two terminals. So it may always be cut.
    ///   [`CutKind::Loop`]: not all of its edges. [`CutKind::Leave`]: a path that visits S enters and leaves it, so an edge
    ///   of the subtour implies two edges that leave S. If all vertices must be covered, two edges leave S in any case.
    /// - A *path between terminals of two pairs* may always be cut, too. [`CutKind::Loop`]: not all of its edges.
    ///   [`CutKind::Leave`]: a path has terminals at its ends only, so the partners of these two terminals are outside S,
    ///   and two paths of every solution leave S.
    ///
    /// If vertices may remain unvisited and all paths join their pairs, the model without its subtours is a solution. No
    /// solution contains all edges of another (Yoshinaka, remark 6), so the clause *not all of its edges* blocks exactly
    /// this solution.
    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        let base = &*self.0;
        let graph = base.graph();
        let parts = walks(graph, &model[..model.len().min(graph.edge_count())]);
        let (loops, paths): (Vec<Walk>, Vec<Walk>) = parts.into_iter().partition(Walk::is_cycle);
        let wrong: Vec<&Walk> = paths.iter().filter(|path| is_wrong(base.puzzle, path)).collect();
        if loops.is_empty() && wrong.is_empty() {
            return block_solution(encoding, model);
        }
        if wrong.is_empty() && base.puzzle.rule() == NumberlinkRule::Free {
            let edges: Vec<_> = paths.iter().flat_map(|path| &path.edges).copied().collect();
            let solution = Some(drawn(graph, &edges));
            return Separated { solution, cuts: vec![not_all(&edges, CutReason::KnownSolution)] };
        }
        let leave = |walk: &Walk| -> Vec<Lit> {
            let inside: HashSet<usize> = walk.vertices.iter().copied().collect();
            leaving(graph, &inside)
        };
        let mut cuts = Vec::with_capacity(loops.len() + wrong.len());
        for subtour in &loops {
            let edge = subtour.edges.first().map(|&edge| base.edge(edge));
            cuts.push(match (kind, base.puzzle.rule(), edge) {
                (CutKind::Leave, NumberlinkRule::Cover, _) => {
                    Cut::new(leave(subtour), CutForm::AtLeastTwo, CutReason::NoTerminal)
                }
                (CutKind::Leave, NumberlinkRule::Free, Some(edge)) => {
                    Cut::new(leave(subtour), CutForm::Crossing(edge), CutReason::NoTerminal)
                }
                _ => not_all(&subtour.edges, CutReason::NoTerminal),
            });
        }
        for path in wrong {
            cuts.push(match kind {
                CutKind::Leave => Cut::new(leave(path), CutForm::AtLeastTwo, CutReason::NoPair),
                _ => not_all(&path.edges, CutReason::NoPair),
            });
        }
        Separated { solution: None, cuts }
    }
}

/// Returns whether the path joins terminals of two pairs.
fn is_wrong(puzzle: &Numberlink, path: &Walk) -> bool {
    let ends = [path.vertices.first(), path.vertices.last()];
    let [a, b] = ends.map(|end| end.and_then(|&end| puzzle.terminal(end)));
    a != b
}
