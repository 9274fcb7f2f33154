//! Pictures of formulas as SVG: variables at their places on the puzzle, joined by a line if they share a clause.

use std::collections::BTreeMap;

use encycle_encodings::grid::{Cell, Grid, Vertex};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{Instance, Sketch};

use crate::render::colours::{FAINT, MUTED, SERIES, TEXT};
use crate::render::places::VariablePlace;
use crate::render::svg::graph::positions;
use crate::render::svg::{SvgPage, escaped};

/// The side of a cell, in pixels. It is larger than in a picture of the puzzle, because a cell may have many variables.
const CELL: f64 = 56.0;
/// The margin around the puzzle, in pixels.
const MARGIN: f64 = 28.0;
/// The height of a line of the legend, in pixels.
const LEGEND: f64 = 18.0;

/// The maximum number of lines of a picture.
const MOST_LINES: usize = 20_000;

/// The maximum length of a clause whose variables are joined in pairs; the variables of a longer clause are joined in a
/// ring, because pairs would be too many.
const LONGEST_CLIQUE: usize = 4;

/// The distance of an auxiliary variable from the middle of its neighbors, in pixels.
const ASIDE: f64 = 9.0;

/// A formula to draw.
#[derive(Clone, Debug)]
pub struct FormulaPicture<'a> {
    /// The names of the variables.
    pub names: &'a [String],
    /// The weight of each variable, for its size.
    pub weights: &'a [f64],
    /// The clauses: the literals, the rule family, and whether the clause is highlighted.
    pub clauses: Vec<(&'a [Lit], &'static str, bool)>,
}

/// A formula with too many clauses to draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "too large for a picture: more than {MOST_LINES} pairs of variables share a clause\nhelp: draw a heat map instead"
)]
pub struct FormulaPictureError;

/// Draws a formula as SVG, with a dot for each variable at its place on the puzzle, and a line between two variables of
/// a clause, in the color of its rule family. An auxiliary variable lies between the variables with which it shares
/// clauses. The area of a dot grows with the weight; lines of clauses that are not highlighted are faint.
///
/// # Errors
/// Returns an error if the formula is too large for a picture.
pub fn formula_svg(
    puzzle: &dyn Instance,
    formula: &FormulaPicture<'_>,
) -> Result<String, FormulaPictureError> {
    let lines = lines(formula)?;
    let sketch = puzzle.sketch(None);
    let (title, mut points) = match &sketch {
        Sketch::Grid(sketch) => {
            let point = |name: &String| {
                VariablePlace::of(name, sketch).map(|place| point_of(sketch.grid, place))
            };
            (&sketch.title, formula.names.iter().map(point).collect::<Vec<_>>())
        }
        Sketch::Graph(sketch) => {
            let vertices = positions(sketch);
            let middles: BTreeMap<String, Point> = (0..)
                .zip(&sketch.edges)
                .map(|(edge, &(a, b))| {
                    let [(ax, ay), (bx, by)] = [a, b].map(|end| vertices[end as usize]);
                    (puzzle.atom_name(edge), ((ax + bx) / 2.0, (ay + by) / 2.0))
                })
                .collect();
            (&sketch.title, formula.names.iter().map(|name| middles.get(name).copied()).collect())
        }
    };
    place_auxiliary(&mut points, &formula.clauses);
    let points: Vec<Point> = points.into_iter().map(|point| point.unwrap_or((0.0, 0.0))).collect();
    let mut families: Vec<&'static str> = Vec::new();
    for &(_, family, _) in &formula.clauses {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let far = |of: fn(&Point) -> f64| points.iter().map(of).fold(0.0, f64::max) + MARGIN;
    let (width, bottom) = (far(|point| point.0).max(160.0), far(|point| point.1));
    let height = bottom + LEGEND * families.len() as f64;
    let title = format!("{title}: formula");
    let mut page = SvgPage::new(&title, (width.ceil() as usize, height.ceil() as usize));
    if let Sketch::Grid(sketch) = &sketch {
        put_grid(&mut page, sketch.grid);
    }
    for stands_out in [false, true] {
        for (number, &family) in families.iter().enumerate() {
            let of_family =
                lines.iter().filter(|((_, _, one), used)| *one == family && **used == stands_out);
            let path: String = of_family
                .map(|(&(a, b, _), _)| {
                    let ((ax, ay), (bx, by)) = (points[a], points[b]);
                    format!("M{ax:.1} {ay:.1}L{bx:.1} {by:.1}")
                })
                .collect();
            let style = match stands_out {
                true => "stroke-width=\"1.4\"",
                false => "stroke-width=\"0.7\" stroke-opacity=\"0.25\"",
            };
            page.path((SERIES[number % SERIES.len()], style), &path);
        }
    }
    put_variables(&mut page, formula, &points);
    for (number, family) in families.iter().enumerate() {
        let (colour, y) = (SERIES[number % SERIES.len()], bottom + LEGEND * number as f64);
        page.path((colour, "stroke-width=\"3\""), &format!("M{MARGIN} {y}h24"));
        page.put(format_args!(
            "<text {} x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"12\">{}</text>",
            TEXT.attributes(),
            MARGIN + 32.0,
            y + 4.0,
            escaped(family)
        ));
    }
    Ok(page.finish())
}

/// A point of the picture, in pixels.
type Point = (f64, f64);

/// Two variables, and the family of a clause that contains both.
type Line = (usize, usize, &'static str);

/// Returns the lines, each with whether one of its clauses is highlighted.
fn lines(formula: &FormulaPicture<'_>) -> Result<BTreeMap<Line, bool>, FormulaPictureError> {
    let mut lines = BTreeMap::new();
    for &(literals, family, stands_out) in &formula.clauses {
        let variables: Vec<usize> = literals.iter().map(|literal| literal.vidx()).collect();
        let count = variables.len();
        let pairs: Vec<(usize, usize)> = match count {
            0 | 1 => Vec::new(),
            2..=LONGEST_CLIQUE => (0..count).flat_map(|b| (0..b).map(move |a| (a, b))).collect(),
            _ => (0..count).map(|a| (a, (a + 1) % count)).collect(),
        };
        for (a, b) in pairs {
            let (a, b) = (variables[a].min(variables[b]), variables[a].max(variables[b]));
            *lines.entry((a, b, family)).or_insert(false) |= stands_out;
        }
        if lines.len() > MOST_LINES {
            return Err(FormulaPictureError);
        }
    }
    Ok(lines)
}

/// Returns the point of a place.
fn point_of(grid: Grid, place: VariablePlace) -> Point {
    let at = |row: f64, col: f64| (MARGIN + col * CELL, MARGIN + row * CELL);
    let middle = |cell: Cell| (cell.row as f64 + 0.5, cell.col as f64 + 0.5);
    match place {
        VariablePlace::Edge(edge) | VariablePlace::Link(edge) | VariablePlace::Direction(edge) => {
            let [a, b] = grid.edge_ends(edge);
            let mean = |a: usize, b: usize| (a + b) as f64 / 2.0;
            // a direction lies next to its edge
            let aside = if matches!(place, VariablePlace::Direction(_)) { 0.12 } else { 0.0 };
            at(mean(a.row, b.row) + aside, mean(a.col, b.col) + aside)
        }
        VariablePlace::Value(cell, value) => {
            let (row, col) = middle(cell);
            let angle = std::f64::consts::TAU * value as f64 / 9.0;
            at(row + 0.33 * angle.sin(), col + 0.33 * angle.cos())
        }
        VariablePlace::Inside(cell) => {
            let (row, col) = middle(cell);
            at(row, col)
        }
        VariablePlace::Vertex(Vertex { row, col }) => at(row as f64, col as f64),
        VariablePlace::Cells(cells) => {
            let count = cells.len() as f64;
            let sum =
                |of: fn((f64, f64)) -> f64| cells.iter().map(|&cell| of(middle(cell))).sum::<f64>();
            at(sum(|at| at.0) / count, sum(|at| at.1) / count + 0.15)
        }
    }
}

/// Places each variable without a point next to the middle of the variables with which it shares clauses.
fn place_auxiliary(points: &mut [Option<Point>], clauses: &[(&[Lit], &'static str, bool)]) {
    // an auxiliary variable may have only auxiliary neighbors, so several rounds are needed
    for _ in 0..4 {
        let mut sums = vec![(0.0, 0.0, 0_u32); points.len()];
        for &(literals, ..) in clauses {
            let known: Vec<Point> =
                literals.iter().filter_map(|literal| points[literal.vidx()]).collect();
            for literal in literals.iter().filter(|literal| points[literal.vidx()].is_none()) {
                let sum = &mut sums[literal.vidx()];
                for &(x, y) in &known {
                    *sum = (sum.0 + x, sum.1 + y, sum.2 + 1);
                }
            }
        }
        for (number, (point, (x, y, count))) in points.iter_mut().zip(sums).enumerate() {
            if point.is_none() && count > 0 {
                // the directions differ, so that variables in the same clauses do not coincide
                let angle = number as f64 * 2.399_963;
                let (count, aside) = (f64::from(count), (ASIDE * angle.cos(), ASIDE * angle.sin()));
                *point = Some((x / count + aside.0, y / count + aside.1));
            }
        }
    }
}

/// Appends the faint lines of the grid.
fn put_grid(page: &mut SvgPage, grid: Grid) {
    let (right, bottom) = (MARGIN + grid.cols() as f64 * CELL, MARGIN + grid.rows() as f64 * CELL);
    let rows =
        (0..=grid.rows()).map(|row| format!("M{MARGIN} {}H{right}", MARGIN + row as f64 * CELL));
    let cols =
        (0..=grid.cols()).map(|col| format!("M{} {MARGIN}V{bottom}", MARGIN + col as f64 * CELL));
    page.path((FAINT, ""), &rows.chain(cols).collect::<String>());
}

/// Appends the dots, which show the names of the variables as tooltips.
fn put_variables(page: &mut SvgPage, formula: &FormulaPicture<'_>, points: &[Point]) {
    let greatest = formula.weights.iter().copied().fold(0.0, f64::max);
    page.put(format_args!("<g {}>", MUTED.attributes()));
    for ((name, &weight), &(x, y)) in formula.names.iter().zip(formula.weights).zip(points) {
        let share = if greatest > 0.0 { weight / greatest } else { 0.0 };
        let radius = 1.8 + 6.0 * share.sqrt();
        page.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{}: {weight}</title></circle>",
            escaped(name)
        ));
    }
    page.put(format_args!("</g>"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::kinds::slitherlink::Slitherlink;

    #[test]
    fn variables_of_a_clause_are_joined_in_the_colour_of_its_family() {
        let puzzle = Slitherlink::from_rows(&["3"]).expect("a puzzle");
        let names = ["h_1_1", "h_2_1", "v_1_1", "v_1_2", "t_5"].map(str::to_owned);
        let [a, b, c, d, t] = [0, 1, 2, 3, 4].map(Lit::positive);
        let (pair, sum) = ([a, !b], [a, b, c, d, !t]);
        let formula = FormulaPicture {
            names: &names,
            weights: &[4.0, 1.0, 0.0, 0.0, 0.0],
            clauses: vec![(&pair, "clue", true), (&sum, "sum", false)],
        };
        // a pair, and a ring of five, one of whose lines joins the same pair
        let found = lines(&formula).expect("a small formula");
        assert_eq!(found.len(), 1 + 5);
        assert!(found[&(0, 1, "clue")] && !found[&(0, 1, "sum")]);
        let svg = formula_svg(&puzzle, &formula).expect("a small formula");
        assert_eq!(svg.matches("<circle").count(), names.len());
        assert!(svg.contains(">sum</text>") && svg.contains("<title>h_1_1: 4</title>"), "{svg}");
        // the auxiliary variable lies around the middle of the cell
        let middle = MARGIN + CELL / 2.0;
        let mut points: Vec<Option<Point>> = ["h_1_1", "h_2_1", "v_1_1", "v_1_2"]
            .map(|name| match puzzle.sketch(None) {
                Sketch::Grid(sketch) => {
                    VariablePlace::of(name, &sketch).map(|place| point_of(sketch.grid, place))
                }
                Sketch::Graph(_) => None,
            })
            .into();
        points.push(None);
        place_auxiliary(&mut points, &formula.clauses);
        let (x, y) = points[4].expect("a point");
        assert!((x - middle).hypot(y - middle) < ASIDE + 1.0, "{x} {y}");
    }

    #[test]
    fn a_formula_that_is_too_large_is_refused() {
        let puzzle = Slitherlink::from_rows(&["3"]).expect("a puzzle");
        let names: Vec<String> = (0..300).map(|number| format!("t_{number}")).collect();
        let pairs: Vec<[Lit; 2]> =
            (0..300).flat_map(|b| (0..b).map(move |a| [a, b].map(Lit::positive))).collect();
        let clauses = pairs.iter().map(|pair| (&pair[..], "pair", true)).collect();
        let formula = FormulaPicture { names: &names, weights: &[0.0; 300], clauses };
        assert_eq!(formula_svg(&puzzle, &formula), Err(FormulaPictureError));
    }
}
