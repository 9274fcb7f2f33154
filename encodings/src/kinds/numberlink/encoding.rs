//! The encodings of Numberlink, each made of parts.

use std::ops::Range;

use crate::encoding::{
    Completeness, CutKind, Encodable, Encoding, EncodingError, Numbering, RuleFamily, Separated,
    Separation,
};
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::crossings::Crossings;
use crate::kinds::numberlink::detour::detour;
use crate::kinds::numberlink::induced::Induced;
use crate::kinds::numberlink::labels::PathLabels;
use crate::kinds::numberlink::mates::Mates;
use crate::kinds::numberlink::order::PathOrder;
use crate::kinds::numberlink::taut::Taut;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule, cuts};
use crate::logic::ConstraintSink;
use crate::loops::contraction::Contraction;
use crate::loops::labels::LabelMethod;
use crate::puzzle::Solution;

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

/// The encoding that allows only solutions of the kind that well-made puzzles have.
pub const WELL_MADE: &str = "induced+cover";

const INDUCED: &str =
    "our own: paths without chords; a solution with a chord turns into one without";

const TAUT: &str =
    "our own: a solution with one of these detours turns into one without; see `detour`";

const CROSSINGS: &str = "our own, from normal coordinates (Schaefer et al. 2002) and the cuts of Cole and Siegel 1984: true in \
                         every solution";

const SOURCE: &str = "Yoshinaka et al. 2012, definition 2 and remark 7, as constraints on edges";

/// Whether an encoding allows only paths without detours, so that it requires the rule `free`.
pub(super) fn is_taut(name: &str) -> bool {
    matches!(name, "induced" | "induced+crossings")
}

/// Whether an encoding has the part `crossings`, which requires a grid.
pub(super) fn has_crossings(name: &str) -> bool {
    name.ends_with("+crossings")
}

pub(super) fn encoding<'a>(
    name: &str,
    puzzle: &'a Numberlink,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    let known = || EncodingError::unknown(name, &NAMES.map(str::to_owned));
    let name = NAMES.into_iter().find(|&known| known == name).ok_or_else(known)?;
    if is_taut(name) && puzzle.rule() == NumberlinkRule::Cover {
        let reason = "excludes paths that touch themselves, which a solution that covers all \
                      vertices may need\nhelp: use `labels`";
        return Err(EncodingError::new(name, reason));
    }
    let base = NumberlinkBase::new(
        puzzle,
        if name == WELL_MADE { NumberlinkRule::Cover } else { puzzle.rule() },
    );
    let mut count = base.variable_count();
    let labels =
        (!matches!(name, "degree" | "mates")).then(|| PathLabels::new(puzzle, count as u32));
    count += labels.as_ref().map_or(0, PathLabels::variable_count);
    let taut = is_taut(name).then(|| Taut::new(&base, count as u32));
    count += taut.as_ref().map_or(0, Taut::variable_count);
    let crossings = if has_crossings(name) {
        let no_grid = || {
            let reason = "requires a grid, whose paths cannot cross\nhelp: use `labels`";
            EncodingError::new(name, reason)
        };
        let grid = puzzle.grid().ok_or_else(no_grid)?;
        // a triangulation takes longer than to see that the labels are too many
        within_limit(name, count)?;
        Some(Crossings::new(puzzle, grid, count as u32))
    } else {
        None
    };
    count += crossings.as_ref().map_or(0, Crossings::variable_count);
    let vertices = puzzle.graph().vertex_count();
    let order = if name == "labels+order" {
        let too_many = || {
            let reason = format!("too many vertices for numbers: {vertices}\nhelp: use `labels`");
            EncodingError::new(name, reason)
        };
        Some(PathOrder::new(&base, count as u32).ok_or_else(too_many)?)
    } else {
        None
    };
    count += order.as_ref().map_or(0, PathOrder::variable_count);
    let mates = if name == "mates" {
        let too_large = || {
            let reason = "too many variables on this graph\nhelp: use `labels`";
            EncodingError::new(name, reason)
        };
        Some(Mates::new(&base, count as u32).ok_or_else(too_large)?)
    } else {
        None
    };
    count += mates.as_ref().map_or(0, |mates| mates.variable_count(&base));
    within_limit(name, count)?;
    Ok(Box::new(NumberlinkEncoding { name, base, labels, taut, crossings, order, mates }))
}

fn within_limit(name: &str, count: usize) -> Result<(), EncodingError> {
    let mut numbering = Numbering::default();
    numbering.range(count);
    numbering.refuse_above_limit(name)
}

struct NumberlinkEncoding<'a> {
    name: &'static str,
    base: NumberlinkBase<'a>,
    labels: Option<PathLabels>,
    taut: Option<Taut>,
    crossings: Option<Crossings<'a>>,
    order: Option<PathOrder<'a>>,
    mates: Option<Mates>,
}

impl Encoding for NumberlinkEncoding<'_> {
    fn puzzle(&self) -> &dyn Encodable {
        self.base.puzzle
    }

    fn name(&self) -> &str {
        self.name
    }

    fn meaning(&self) -> String {
        match self.name {
            "labels" => "each vertex has the label of its pair; subtours are cut",
            "induced" => "labels, and no path touches itself or takes a detour; subtours are cut",
            "labels+crossings" => {
                "labels, and the order of paths between terminals; subtours are cut"
            }
            "induced+crossings" => {
                "no path touches itself or takes a detour, and the order of paths between \
                 terminals; subtours are cut"
            }
            WELL_MADE => {
                "labels, no path touches itself, and all vertices are covered; subtours are cut"
            }
            "mates" => {
                "vertices are eliminated one by one, and the two neighbours of each are joined"
            }
            "degree" => "degree rules only; subtours and wrong paths are cut",
            _ => "labels, and a binary number that advances along each path",
        }
        .to_owned()
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.base.variables(sink);
        if let Some(labels) = &self.labels {
            labels.variables(&self.base, sink);
        }
        if let Some(taut) = &self.taut {
            taut.variables(&self.base, sink);
        }
        if let Some(crossings) = &self.crossings {
            crossings.variables(sink);
        }
        if let Some(order) = &self.order {
            order.variables(sink);
        }
        if let Some(mates) = &self.mates {
            mates.variables(&self.base, sink);
        }
        self.base.constraints(sink);
        if let Some(labels) = &self.labels {
            labels.constraints(&self.base, sink);
            if self.is_induced() {
                Induced::constraints(&self.base, labels, sink);
            }
            if let Some(taut) = &self.taut {
                taut.constraints(&self.base, labels, sink);
            }
            if let Some(crossings) = &self.crossings {
                crossings.constraints(&self.base, labels, sink);
            }
        }
        if let Some(order) = &self.order {
            order.constraints(&self.base, sink);
        }
        if let Some(mates) = &self.mates {
            mates.constraints(&self.base, sink);
        }
    }

    /// The lines do not determine the labels on a subtour, so only `order` makes labels determined.
    fn is_determined(&self) -> bool {
        self.labels.is_none() || self.order.is_some()
    }

    fn completeness(&self) -> Completeness {
        match self.name {
            name if is_taut(name) => Completeness::Equisatisfiable,
            WELL_MADE => Completeness::Underapproximation,
            _ => Completeness::Complete,
        }
    }

    fn outline(&self) -> Option<Range<u32>> {
        self.crossings.as_ref().map(Crossings::outline)
    }

    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        match self.completeness() {
            Completeness::Equisatisfiable => detour(self.base.graph(), only),
            _ => None,
        }
    }

    fn separation(&self) -> Option<&dyn Separation> {
        let is_exact = self.order.is_some() || self.mates.is_some();
        (!is_exact).then_some(self)
    }

    fn families(&self) -> Vec<RuleFamily> {
        let of = |source: &'static str| {
            move |&(name, meaning): &(&'static str, &'static str)| RuleFamily {
                name,
                meaning,
                source,
            }
        };
        let mut families: Vec<RuleFamily> =
            NumberlinkBase::FAMILIES.iter().map(of(SOURCE)).collect();
        if self.labels.is_some() {
            families.extend(PathLabels::FAMILIES.iter().map(of(SOURCE)));
        }
        if self.is_induced() {
            families.extend(Induced::FAMILIES.iter().map(of(INDUCED)));
        }
        if self.taut.is_some() {
            families.extend(Taut::FAMILIES.iter().map(of(TAUT)));
        }
        if self.crossings.is_some() {
            families.extend(Crossings::FAMILIES.iter().map(of(CROSSINGS)));
        }
        if self.order.is_some() {
            families.extend(PathOrder::FAMILIES.iter().map(of(LabelMethod::Register.source())));
        }
        if self.mates.is_some() {
            families.extend(Mates::FAMILIES.iter().map(of(Contraction::SOURCE)));
        }
        families
    }
}

impl Separation for NumberlinkEncoding<'_> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &cuts::KINDS
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        cuts::separate(self, &self.base, model, kind)
    }
}

impl NumberlinkEncoding<'_> {
    fn is_induced(&self) -> bool {
        self.name.starts_with("induced")
    }
}
