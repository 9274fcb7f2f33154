//! The result of `encycle decode` as text.

use crate::cli::views::drawn;
use crate::cli::views::head;
use crate::cli::views::model::solution_text;
use crate::cli::views::solve::rounded;
use encycle::decode::{Decoded, DecodedModel};
use encycle::encodings::text::counted;
use encycle::problem::Problem;
use encycle::render::{Picture, TextStyle};
use encycle::report::DecodeReport;

/// The maximum number of loops whose lengths are listed.
const LISTED: usize = 10;

/// The result for one solver output.
pub struct DecodeView<'a> {
    pub report: &'a DecodeReport,
    pub problem: &'a dyn Problem,
    pub decoded: &'a Decoded,
}

impl DecodeView<'_> {
    /// Formats the verdict, the reason if there is one, and the picture.
    pub fn text(&self, style: &TextStyle) -> String {
        let value = self.report.objective;
        let value = value.map_or_else(String::new, |value| format!(" {}", rounded(value)));
        let mut out = format!(
            "{}: {}{value} ({}, read as {})\n",
            self.report.puzzle,
            self.report.verdict.name(),
            head(self.problem),
            self.report.dialect,
        );
        out.extend(self.report.reason.iter().map(|reason| format!("{reason}\n")));
        if let Decoded::Model(model) = self.decoded {
            if !model.loops.is_empty() {
                out += &self.loops(model);
            }
            out += &match self.problem.as_model() {
                Some(own) => solution_text(own, &model.solution, &model.others),
                None => {
                    drawn(&Picture::solved(self.problem.as_encodable(), &model.solution), style)
                }
            };
        }
        out
    }

    /// Formats the number of loops, their lengths, and whether one of them is a solution by itself.
    fn loops(&self, model: &DecodedModel) -> String {
        let lengths: Vec<String> =
            model.loops.iter().take(LISTED).map(|edges| edges.len().to_string()).collect();
        let more = if model.loops.len() > LISTED { ", ..." } else { "" };
        let alone = match model.loop_solution.as_ref().and_then(|edges| edges.first()) {
            Some(edge) => {
                let edge = self.problem.atom_label(edge.index());
                format!("the one through {edge} is a solution by itself")
            }
            None => "none is a solution by itself".to_owned(),
        };
        format!(
            "{}, of {}{more} edges; {alone}\n\
             help: `encycle solve` adds cuts against such loops and solves again\n",
            counted(model.loops.len(), "loop"),
            lengths.join(", "),
        )
    }
}
