//! The report of a campaign: tables and plots of its rows, as an HTML page, as Markdown, for LaTeX and as CSV.

mod benchexec;
mod boxes;
mod cactus;
mod csv;
mod facts;
mod html;
mod latex;
mod markdown;
mod scatter;
mod sizes;
mod summary;
mod table;

use std::io;
use std::path::{Path, PathBuf};

pub use self::csv::csv;
pub use benchexec::write_benchexec;
pub use cactus::cactus_points;
pub use html::html;
pub use latex::latex_tables;
pub use markdown::markdown;
pub use summary::{CampaignReport, ConfigurationPair, Summary};
pub use table::{command_line, slowest, troubles};

/// A plot of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The stem of the file name.
    pub name: String,
    /// The caption, one or two sentences.
    pub caption: String,
    /// The plot as an SVG document.
    pub svg: String,
}

impl CampaignReport {
    /// Returns all plots: the plots of all configurations, and one scatter plot for each pair of
    /// [`CampaignReport::pairs`].
    #[must_use]
    pub fn figures(&self) -> (Vec<Figure>, Vec<Figure>) {
        let common = [cactus::figure(self)].into_iter();
        let common = common.chain(boxes::figure(self)).chain(sizes::figure(self));
        let pairs = self.pairs.iter().map(|pair| scatter::figure(self, pair));
        (common.collect(), pairs.collect())
    }
}

/// Writes the self-contained `report.html`, `report.md` with its plots, `report.tex` with its tables, `rows.csv`, and the points
/// of the cactus plot, `cactus.csv`, into a campaign's folder. Returns the path of `report.html`.
///
/// # Errors
/// Returns an error if a file cannot be written. The error contains the path of the file.
pub fn write(folder: &Path, report: &CampaignReport) -> Result<PathBuf, (PathBuf, io::Error)> {
    let (common, pairs) = report.figures();
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| (path.clone(), error)).map(|()| path)
    };
    for figure in common.iter().chain(&pairs) {
        put(&format!("{}.svg", figure.name), &figure.svg)?;
    }
    put("rows.csv", &csv(&report.rows))?;
    put("cactus.csv", &cactus_points(report))?;
    put("report.tex", &latex_tables(report))?;
    put("report.md", &markdown(report, &common, &pairs))?;
    put("report.html", &html(report, folder, &common, &pairs))
}
