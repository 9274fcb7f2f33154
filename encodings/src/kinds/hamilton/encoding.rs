//! The encodings of Hamilton: what they share, and the parts that enforce one line.

use crate::encoding::{
    CutKind, Encodable, Encoding, EncodingError, Numbering, RuleFamily, Separated, Separation,
};
use crate::kinds::hamilton::acyclic::AcyclicLine;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::contraction::HamiltonContraction;
use crate::kinds::hamilton::order::HamiltonOrder;
use crate::kinds::hamilton::positions::Positions;
use crate::kinds::hamilton::{Hamilton, degree, parity};
use crate::logic::ConstraintSink;
use crate::loops::acyclic::AcyclicMethod;
use crate::loops::labels::LabelMethod;

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
    /// Returns whether the encoding `contraction` stays small on this graph, by a bound on its clauses.
    #[must_use]
    pub fn has_small_contraction(&self) -> bool {
        HamiltonContraction::is_small(&HamiltonBase::new(self))
    }
}

pub(super) fn encoding<'a>(
    name: &str,
    puzzle: &'a Hamilton,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    let known = || EncodingError::unknown(name, &NAMES.map(str::to_owned));
    let name = NAMES.into_iter().find(|&known| known == name).ok_or_else(known)?;
    let too_large = |what: String| EncodingError::new(name, what);
    let base = HamiltonBase::new(puzzle);
    let first = base.variable_count();
    let vertices = puzzle.graph().vertex_count() as u128;
    let labels = |method| {
        let order = HamiltonOrder::new(&base, method, first as u32).ok_or_else(|| {
            too_large(format!("too many vertices for labels: {vertices}\nhelp: use `degree`"))
        })?;
        let count = order.variable_count() as u128;
        Ok((LinePart::Order(order, method), count))
    };
    let acyclic = |method| {
        let line = AcyclicLine::new(&base, method, first as u32).ok_or_else(|| {
            too_large("too many clauses on this graph\nhelp: use `leaf` or `degree`".to_owned())
        })?;
        let count = line.variable_count() as u128;
        Ok((LinePart::Acyclic(line, method), count))
    };
    let (part, bound) = match name {
        "positions" => {
            (LinePart::Positions(Positions { first: first as u32 }), vertices * vertices)
        }
        "order" => labels(LabelMethod::Register)?,
        "binary" => labels(LabelMethod::Counter)?,
        "remainder" => labels(LabelMethod::Remainders)?,
        "elimination" => acyclic(AcyclicMethod::MinimumDegree)?,
        "elimination-natural" => acyclic(AcyclicMethod::Natural)?,
        "leaf" => acyclic(AcyclicMethod::Leaf)?,
        "leaf-hybrid" => acyclic(AcyclicMethod::Hybrid)?,
        "contraction" => {
            let contraction = HamiltonContraction::new(&base, first as u32).ok_or_else(|| {
                too_large("too many variables on this graph\nhelp: use `degree`".to_owned())
            })?;
            let count = contraction.variable_count(&base) as u128;
            (LinePart::Contraction(contraction), count)
        }
        _ => (LinePart::Cuts, 0),
    };
    let mut numbering = Numbering::default();
    numbering.range(first as u128 + bound);
    numbering.refuse_above_limit(name)?;
    Ok(Box::new(HamiltonEncoding { name, base, part }))
}

/// The part that enforces one line.
enum LinePart<'a> {
    Cuts,
    Contraction(HamiltonContraction),
    Positions(Positions),
    Order(HamiltonOrder<'a>, LabelMethod),
    Acyclic(AcyclicLine<'a>, AcyclicMethod),
}

struct HamiltonEncoding<'a> {
    name: &'static str,
    base: HamiltonBase<'a>,
    part: LinePart<'a>,
}

impl HamiltonEncoding<'_> {
    /// Returns whether the encoding has the redundant family `parity`; Labath's own encoding does
    /// not.
    fn has_parity(&self) -> bool {
        !matches!(self.part, LinePart::Positions(_))
    }
}

impl Encoding for HamiltonEncoding<'_> {
    fn puzzle(&self) -> &dyn Encodable {
        self.base.puzzle
    }

    fn name(&self) -> &str {
        self.name
    }

    fn meaning(&self) -> String {
        match self.name {
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
        .to_owned()
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.base.variables(sink);
        match &self.part {
            LinePart::Cuts => {}
            LinePart::Contraction(contraction) => contraction.variables(&self.base, sink),
            LinePart::Positions(positions) => positions.variables(&self.base, sink),
            LinePart::Order(order, _) => order.variables(sink),
            LinePart::Acyclic(line, _) => line.variables(&self.base, sink),
        }
        self.base.constraints(sink);
        if self.has_parity() {
            parity::constraints(&self.base, sink);
        }
        match &self.part {
            LinePart::Cuts => {}
            LinePart::Contraction(contraction) => contraction.constraints(&self.base, sink),
            LinePart::Positions(positions) => positions.constraints(&self.base, sink),
            LinePart::Order(order, _) => order.constraints(&self.base, sink),
            LinePart::Acyclic(line, _) => line.constraints(&self.base, sink),
        }
    }

    fn is_determined(&self) -> bool {
        !matches!(self.part, LinePart::Acyclic(..))
    }

    fn separation(&self) -> Option<&dyn Separation> {
        matches!(self.part, LinePart::Cuts).then_some(self)
    }

    fn families(&self) -> Vec<RuleFamily> {
        let of = |source: &'static str| {
            move |&(name, meaning): &(&'static str, &'static str)| RuleFamily {
                name,
                meaning,
                source,
            }
        };
        let mut families: Vec<RuleFamily> = HamiltonBase::FAMILIES.iter().map(of(DEGREE)).collect();
        if self.has_parity() {
            families.extend([parity::FAMILY].iter().map(of(DEGREE)));
        }
        match self.part {
            LinePart::Cuts => {}
            LinePart::Contraction(_) => {
                families.extend(
                    HamiltonContraction::FAMILIES.iter().map(of(HamiltonContraction::SOURCE)),
                );
            }
            LinePart::Positions(_) => {
                families.extend(Positions::FAMILIES.iter().map(of(POSITIONS)))
            }
            LinePart::Order(_, method) => {
                families.extend(HamiltonOrder::FAMILIES.iter().map(of(method.source())));
            }
            LinePart::Acyclic(_, method) => {
                families.extend(AcyclicLine::FAMILIES.iter().map(of(method.source())));
            }
        }
        families
    }
}

impl Separation for HamiltonEncoding<'_> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Leave, CutKind::Loop]
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        let cuts = degree::cuts(&self.base, model, kind);
        if cuts.is_empty() { self.block(model) } else { Separated { solution: None, cuts } }
    }
}
