//! The report of a campaign: tables and pictures of its rows, as a page, as Markdown and as comma-separated values.

mod boxes;
mod cactus;
mod csv;
mod html;
mod listing;
mod markdown;
mod scatter;
mod sizes;
mod summary;

use std::io;
use std::path::{Path, PathBuf};

pub use self::csv::csv;
pub use html::html;
pub use listing::{command_line, slowest, troubles};
pub use markdown::markdown;
pub use summary::{CampaignReport, ConfigurationPair, Summary};

/// A picture of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The stem of its file's name.
    pub name: String,
    /// What is to be seen, in a sentence or two.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

impl CampaignReport {
    /// All pictures: those of all configurations, and the scatter plots of two each.
    #[must_use]
    pub fn figures(&self) -> (Vec<Figure>, Vec<Figure>) {
        let common = [cactus::figure(self)].into_iter();
        let common = common.chain(boxes::figure(self)).chain(sizes::figure(self));
        let pairs = self.pairs.iter().map(|pair| scatter::figure(self, pair));
        (common.collect(), pairs.collect())
    }
}

/// Writes `report.html`, which needs no other file, and `report.md`, its pictures and `rows.csv`, into a campaign's
/// folder. Returns the page's path.
///
/// # Errors
/// The system's, with the file.
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
    put("report.md", &markdown(report, &common, &pairs))?;
    put("report.html", &html(report, folder, &common, &pairs))
}
