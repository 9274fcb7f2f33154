//! Encodings of Hamilton: the base that they share, and the parts that enforce one line.

use std::sync::Arc;

use crate::encoding::{
    CutKind, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, Separated,
};
use crate::kinds::hamilton::acyclic::AcyclicLine;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::contraction::HamiltonContraction;
use crate::kinds::hamilton::order::HamiltonOrder;
use crate::kinds::hamilton::positions::Positions;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal, degree, parity};
use crate::rules::acyclic::AcyclicMethod;
use crate::rules::acyclic::labels::LabelMethod;

/// The names of all encodings, the default first.
pub const NAMES: [&str; 10] = [
    "degree",
    "contraction",
    "order",
    "positions",
    "binary",
    "remainder",
    "elimination",
    "elimination-natural",
    "leaf",
    "leaf-hybrid",
];

const DEGREE: &str = "Labath 2010, section 2.3.2, families H1, H2 and Zd; our own: free ends, \
                      counters (Sinz 2005) and parity";
const POSITIONS: &str = "Labath 2010, section 2.3.2 and definition 2.16, with corrections; our \
                         own: free ends and cycles";

impl Hamilton {
    /// Returns whether the encoding `contraction` stays small on this graph, by a bound on its variables.
    #[must_use]
    pub fn has_small_contraction(&self) -> bool {
        HamiltonContraction::is_small(&HamiltonBase::new(self))
    }
}

pub(super) fn encoding<'a>(
    name: &str,
    puzzle: &'a Hamilton,
) -> Result<Encoding<'a>, EncodingError> {
    let known = || EncodingError::unknown(name, &NAMES.map(str::to_owned));
    let name = NAMES.into_iter().find(|&known| known == name).ok_or_else(known)?;
    let base = Arc::new(HamiltonBase::new(puzzle));
    let mut encoding = Encoding::new(puzzle, name, meaning(name));
    let first = encoding.numbers(base.variable_count())?;
    let line = line(name, &base, &mut encoding)?;
    let about = EncodingInfo::of_families("degree", DEGREE, &HamiltonBase::FAMILIES);
    let degree = base.clone();
    let named = base.clone();
    let part = Part::new(about, move |sink| degree.constraints(sink));
    encoding.push(part.with_variables(first, move |sink| named.variables(sink)));
    // Labath's encoding does not have this redundant family
    if name != "positions" {
        let about = EncodingInfo { families: &[parity::FAMILY], ..about };
        let base = base.clone();
        encoding.push(Part::new(about, move |sink| parity::constraints(&base, sink)));
    }
    match line {
        Some(part) => encoding.push(part),
        None => encoding = encoding.with_global_constraint(Some(Box::new(OneLine(base)))),
    }
    Ok(encoding)
}

fn meaning(name: &str) -> &'static str {
    match name {
        "degree" => "one or two edges at each vertex; subtours are cut",
        "contraction" => "vertices are eliminated one by one, and the line remains one",
        "order" => "each vertex has a binary number that advances along the line",
        "binary" => "each vertex has a binary number that increases by one along the line",
        "remainder" => "each vertex has remainders that advance along the line",
        "elimination" => "the directed line has no cycle, by vertex elimination",
        "elimination-natural" => "the same, and the vertices are eliminated by number",
        "leaf" => "the directed line has no cycle, by leaf elimination",
        "leaf-hybrid" => "the same, after the elimination of vertices where it pays",
        _ => "each vertex has a position on the line (Labath)",
    }
}

/// Returns the part that enforces one line, or `None` if cuts enforce it.
fn line<'a>(
    name: &'static str,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<Option<Part<'a>>, EncodingError> {
    let part = match name {
        "positions" => {
            let vertices = base.graph().vertex_count();
            let first = encoding.numbers(vertices * vertices)?;
            let about = EncodingInfo::of_families(name, POSITIONS, &Positions::FAMILIES);
            let value = (Positions { first }, base.clone());
            Part::of(
                about,
                first,
                value,
                |(positions, base), sink| positions.variables(base, sink),
                |(positions, base), sink| positions.constraints(base, sink),
            )
        }
        "order" => order(name, LabelMethod::Register, base, encoding)?,
        "binary" => order(name, LabelMethod::Counter, base, encoding)?,
        "remainder" => order(name, LabelMethod::Remainders, base, encoding)?,
        "elimination" => acyclic(name, AcyclicMethod::MinimumDegree, base, encoding)?,
        "elimination-natural" => acyclic(name, AcyclicMethod::Natural, base, encoding)?,
        "leaf" => acyclic(name, AcyclicMethod::Leaf, base, encoding)?,
        "leaf-hybrid" => acyclic(name, AcyclicMethod::Hybrid, base, encoding)?,
        "contraction" => {
            let first = encoding.variable_count();
            let contraction = HamiltonContraction::new(base, first).ok_or_else(|| {
                let reason = "too many variables on this graph\nhelp: use `degree`";
                EncodingError::new(name, reason)
            })?;
            encoding.numbers(contraction.variable_count(base))?;
            let families = &HamiltonContraction::FAMILIES;
            Part::of(
                EncodingInfo::of_families(name, HamiltonContraction::SOURCE, families),
                first,
                (contraction, base.clone()),
                |(contraction, base), sink| contraction.variables(base, sink),
                |(contraction, base), sink| contraction.constraints(base, sink),
            )
        }
        _ => return Ok(None),
    };
    Ok(Some(part))
}

fn order<'a>(
    name: &'static str,
    method: LabelMethod,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<Part<'a>, EncodingError> {
    let first = encoding.variable_count();
    let order = HamiltonOrder::new(base, method, first).ok_or_else(|| {
        let vertices = base.graph().vertex_count();
        let reason = format!("too many vertices for labels: {vertices}\nhelp: use `degree`");
        EncodingError::new(name, reason)
    })?;
    encoding.numbers(order.variable_count())?;
    Ok(Part::of(
        EncodingInfo::of_families(name, method.source(), &HamiltonOrder::FAMILIES),
        first,
        (order, base.clone()),
        |(order, _), sink| order.variables(sink),
        |(order, base), sink| order.constraints(base, sink),
    ))
}

fn acyclic<'a>(
    name: &'static str,
    method: AcyclicMethod,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<Part<'a>, EncodingError> {
    let first = encoding.variable_count();
    let line = AcyclicLine::new(base, method, first).ok_or_else(|| {
        let reason = "too many clauses on this graph\nhelp: use `leaf` or `degree`";
        EncodingError::new(name, reason)
    })?;
    encoding.numbers(line.variable_count())?;
    encoding.is_determined = false;
    Ok(Part::of(
        EncodingInfo::of_families(name, method.source(), &AcyclicLine::FAMILIES),
        first,
        (line, base.clone()),
        |(line, base), sink| line.variables(base, sink),
        |(line, base), sink| line.constraints(base, sink),
    ))
}

/// The constraint that the drawn edges form one line.
struct OneLine<'a>(Arc<HamiltonBase<'a>>);

impl GlobalConstraint for OneLine<'_> {
    fn name(&self) -> &'static str {
        match self.0.puzzle.goal() {
            HamiltonGoal::Cycle => "one cycle",
            _ => "one path",
        }
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Leave, CutKind::Loop]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        let cuts = degree::cuts(&self.0, model, kind);
        if cuts.is_empty() { encoding.block(model) } else { Separated { solution: None, cuts } }
    }
}
