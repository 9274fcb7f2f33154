//! The result of `encycle count` as text.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::cli::views::{atoms_of, drawn};
use encycle::encodings::puzzle::Solution;
use encycle::encodings::text;

use crate::cli::views::head;
use crate::cli::views::model::common_text;
use encycle::count::{BigUint, CountError, CountMethod, Diagram, OrbitCount, SolutionCount};
use encycle::problem::Problem;
use encycle::render::{Picture, TextStyle};
use encycle::report::{CountReport, LengthFields, SolutionKeys};

/// The result of counting the solutions of a puzzle.
pub struct CountedView<'a> {
    /// The number of solutions.
    pub count: SolutionCount,
    /// The number of solutions up to symmetry, if requested.
    pub orbits: Option<OrbitCount>,
    /// The diagram of all solutions, if an option required it.
    pub diagram: Option<Diagram<'a>>,
    /// For each atom, `Some(true)` if it is in all solutions, `Some(false)` if it is in none, and `None` if it is in
    /// some. There is no list if it was not requested or if the puzzle has no solution.
    pub common: Option<Vec<Option<bool>>>,
    /// The random solutions.
    pub samples: Vec<Solution>,
}

impl CountedView<'_> {
    fn nodes(&self) -> Option<usize> {
        let solutions = self.diagram.as_ref()?.solutions();
        Some(solutions.arena().size(solutions.family()))
    }
}

/// The report on one puzzle.
pub struct Report<'a> {
    pub name: &'a str,
    pub problem: &'a dyn Problem,
    pub method: CountMethod,
    /// The numbers of lines of the solutions that are counted.
    pub lengths: &'a RangeInclusive<usize>,
    pub counted: &'a Result<CountedView<'a>, CountError>,
    pub time: Duration,
}

impl Report<'_> {
    /// Formats the number of solutions, what they have in common, and the random solutions.
    pub fn text(&self, style: &TextStyle) -> String {
        let (name, head) = (self.name, head(self.problem));
        let method = match self.counted {
            Ok(counted) => counted.count.methods.join(" = "),
            Err(_) => self.method.name().to_owned(),
        };
        let counted = match self.counted {
            Ok(counted) => counted,
            Err(CountError::Limit(reason)) => {
                return format!("{name}: unknown, {reason} ({head}, {method})\n");
            }
            Err(_) => return format!("{name}: failed ({head}, {method})\n"),
        };
        let number = match &counted.count.solutions {
            none if *none == BigUint::ZERO => "no solution".to_owned(),
            one if *one == BigUint::from(1_u32) => "1 solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let nodes = counted
            .nodes()
            .map_or_else(String::new, |nodes| format!(", {}", text::counted(nodes, "node")));
        let length = LengthFields::new(self.lengths).map_or_else(String::new, length_text);
        let mut out = format!("{name}: {number}{length} ({head}, {method}{nodes})\n");
        if let Some(orbits) = &counted.orbits {
            let plural = if orbits.symmetries == 1 { "y" } else { "ies" };
            // writing to a String cannot fail
            let _ = writeln!(
                out,
                "{} up to symmetry ({} symmetr{plural})",
                orbits.orbits, orbits.symmetries
            );
        }
        if let Some(common) = &counted.common {
            let [lines, empty, open] = [Some(true), Some(false), None]
                .map(|wanted| common.iter().filter(|&&known| known == wanted).count());
            let what = atoms_of(self.problem);
            // writing to a String cannot fail
            let _ =
                writeln!(out, "{lines} {what} in all solutions, {empty} in none, {open} in some");
            out.push_str(&match self.problem.as_model() {
                Some(model) => common_text(model, common),
                None => drawn(&Picture::partial(self.problem.as_encodable(), common), style),
            });
        }
        for solution in &counted.samples {
            out.push_str(&drawn(&Picture::solved(self.problem.as_encodable(), solution), style));
        }
        out
    }

    /// Returns the result as JSON.
    pub fn report(&self) -> CountReport {
        let outcome = self.counted.as_ref().map(|counted| &counted.count);
        let report = CountReport {
            length: LengthFields::new(self.lengths),
            ..CountReport::new(self.name, self.problem, self.method, outcome, self.time)
        };
        let Ok(counted) = self.counted else { return report };
        let keys = SolutionKeys::new(self.problem);
        let report = CountReport {
            nodes: counted.nodes(),
            up_to_symmetry: counted.orbits.as_ref().map(Into::into),
            samples: counted.samples.iter().map(|sample| keys.value(sample)).collect(),
            ..report
        };
        match &counted.common {
            Some(common) => report.with_common(self.problem, common),
            None => report,
        }
    }
}

/// Formats a range of numbers of lines, for example ` with 10 to 20 lines`.
fn length_text(length: LengthFields) -> String {
    let LengthFields { least, most } = length;
    match most {
        None => format!(" with at least {}", text::counted(least, "line")),
        Some(most) if most == least => format!(" with {}", text::counted(most, "line")),
        Some(most) if least == 0 => format!(" with at most {}", text::counted(most, "line")),
        Some(most) => format!(" with {least} to {most} lines"),
    }
}
