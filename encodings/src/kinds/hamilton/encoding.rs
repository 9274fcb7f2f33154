//! Encodings of Hamilton: the base that they share, and the parts that enforce one line.

use std::sync::Arc;

use crate::encoding::{
    CutKind, Encodable, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, Separated,
};
use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::contraction::HamiltonContraction;
use crate::kinds::hamilton::directed::AcyclicLine;
use crate::kinds::hamilton::directed::HamiltonDirections;
use crate::kinds::hamilton::directed::HamiltonOrder;
use crate::kinds::hamilton::positions::Positions;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal, degree, parity};
use crate::rules::acyclic::AcyclicMethod;
use crate::rules::acyclic::arcs::Arcs;
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};

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

impl Encodable for Hamilton {
    fn encoding_names(&self) -> Vec<String> {
        NAMES.map(str::to_owned).to_vec()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let known = || EncodingError::unknown(name, &self.encoding_names());
        let name = NAMES.into_iter().find(|&known| known == name).ok_or_else(known)?;
        let base = Arc::new(HamiltonBase::new(self));
        let mut encoding = Encoding::new(self, name, meaning(name));
        let about = EncodingInfo::of_families("degree", DEGREE, &HamiltonBase::FAMILIES);
        encoding.add(
            about,
            base.clone(),
            |base, sink| base.variables(sink),
            |base, sink| base.constraints(sink),
        )?;
        // Labath's encoding does not have this redundant family
        if name != "positions" {
            let about = EncodingInfo { families: &[parity::FAMILY], ..about };
            let base = base.clone();
            encoding.push(Part::new(about, move |sink| parity::constraints(&base, sink)));
        }
        match name {
            "degree" => {
                encoding = encoding.with_global_constraint(Some(Box::new(OneLine(base))));
            }
            _ => push_line(name, &base, &mut encoding)?,
        }
        Ok(encoding)
    }
}

fn meaning(name: &str) -> &'static str {
    match name {
        "degree" => "one or two edges at each vertex; subtours are cut",
        "contraction" => "vertices are eliminated one by one, and the line remains one",
        "order" => "each vertex has a state of a shift register that advances along the line",
        "binary" => "each vertex has a binary number that increases by one along the line",
        "remainder" => "each vertex has remainders that advance along the line",
        "elimination" => "the directed line has no cycle, by vertex elimination",
        "elimination-natural" => {
            "the directed line has no cycle, by vertex elimination in the order of the numbers"
        }
        "leaf" => "the directed line has no cycle, by leaf elimination",
        "leaf-hybrid" => {
            "the directed line has no cycle, by leaf elimination after vertex elimination where it pays"
        }
        _ => "each vertex has a position on the line (Labath)",
    }
}

/// Adds the part that enforces one line.
fn push_line<'a>(
    name: &'static str,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    match name {
        "order" => push_order(name, LabelMethod::Register, base, encoding),
        "binary" => push_order(name, LabelMethod::Counter, base, encoding),
        "remainder" => push_order(name, LabelMethod::Remainders, base, encoding),
        "elimination" => push_acyclic(name, AcyclicMethod::MinimumDegree, base, encoding),
        "elimination-natural" => push_acyclic(name, AcyclicMethod::Natural, base, encoding),
        "leaf" => push_acyclic(name, AcyclicMethod::Leaf, base, encoding),
        "leaf-hybrid" => push_acyclic(name, AcyclicMethod::Hybrid, base, encoding),
        "contraction" => {
            let first = encoding.variable_count();
            let contraction = HamiltonContraction::new(base, first).ok_or_else(|| {
                let reason = "too many variables on this graph\nhelp: use `degree`";
                EncodingError::new(name, reason)
            })?;
            encoding.numbers(contraction.variable_count(base))?;
            let families = &HamiltonContraction::FAMILIES;
            encoding.push(Part::of(
                EncodingInfo::of_families(name, HamiltonContraction::SOURCE, families),
                first,
                (contraction, base.clone()),
                |(contraction, base), sink| contraction.variables(base, sink),
                |(contraction, base), sink| contraction.constraints(base, sink),
            ));
            Ok(())
        }
        _ => {
            let vertices = base.graph().vertex_count();
            let first = encoding.numbers(vertices * vertices)?;
            encoding.push(Part::of(
                EncodingInfo::of_families(name, POSITIONS, &Positions::FAMILIES),
                first,
                (Positions { first }, base.clone()),
                |(positions, base), sink| positions.variables(base, sink),
                |(positions, base), sink| positions.constraints(base, sink),
            ));
            Ok(())
        }
    }
}

/// Adds the directions of the edges and returns their arcs.
fn push_directions<'a>(
    about: EncodingInfo,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<Arcs<'a>, EncodingError> {
    let directed = HamiltonDirections::new(base, encoding.variable_count());
    let arcs = directed.arcs;
    encoding.add(
        EncodingInfo { families: &[Arcs::FAMILY], ..about },
        (directed, base.clone()),
        |(directed, _), sink| directed.variables(sink),
        |(directed, base), sink| directed.constraints(base, sink),
    )?;
    Ok(arcs)
}

fn push_order<'a>(
    name: &'static str,
    method: LabelMethod,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    let vertices = base.graph().vertex_count();
    let circuit = LabelCircuit::new(method, vertices).ok_or_else(|| {
        let reason = format!("too many vertices for labels: {vertices}\nhelp: use `degree`");
        EncodingError::new(name, reason)
    })?;
    let about = EncodingInfo::of_families(name, method.source(), &HamiltonOrder::FAMILIES);
    let arcs = push_directions(about, base, encoding)?;
    encoding.add(
        about,
        (HamiltonOrder::new(arcs, circuit, encoding.variable_count()), base.clone()),
        |(order, _), sink| order.0.variables(sink),
        |(order, base), sink| order.constraints(base, sink),
    )
}

fn push_acyclic<'a>(
    name: &'static str,
    method: AcyclicMethod,
    base: &Arc<HamiltonBase<'a>>,
    encoding: &mut Encoding<'a>,
) -> Result<(), EncodingError> {
    let about = EncodingInfo::of_families(name, method.source(), &AcyclicLine::FAMILIES);
    let arcs = push_directions(about, base, encoding)?;
    let first = encoding.variable_count();
    let line = AcyclicLine::new(base, arcs, method, first).ok_or_else(|| {
        let reason = "too many clauses on this graph\nhelp: use `leaf` or `degree`";
        EncodingError::new(name, reason)
    })?;
    encoding.numbers(line.acyclic.variable_count())?;
    encoding.is_determined = false;
    encoding.push(Part::of(
        about,
        first,
        (line, base.clone()),
        |(line, base), sink| line.variables(base, sink),
        |(line, base), sink| line.constraints(base, sink),
    ));
    Ok(())
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
        encoding.cut_or_block(cuts, model)
    }
}
