//! Triangulations: cuts between terminals and the border that divide a grid into triangles.

use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Cell, Grid};
use crate::kinds::numberlink::Numberlink;

/// A terminal, or a point of the border, which runs at distance 1 around the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub row: i64,
    pub col: i64,
}

/// A segment between two points that meets no other point.
#[derive(Clone, Debug)]
pub(super) struct CutSegment {
    /// The numbers of the end points.
    pub ends: [usize; 2],
    /// The cells along the segment, from the first end to the second. Consecutive cells have a corner or a side in
    /// common, so every path that crosses the segment visits one of them, a different cell for each crossing.
    pub cells: Vec<usize>,
    /// The largest number of paths that can cross the segment.
    pub capacity: usize,
}

/// Three points with no other point between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// The numbers of the corners.
    pub corners: [usize; 3],
    /// The numbers of the cuts opposite to the corners.
    pub cuts: [usize; 3],
}

/// The other diagonal of the convex quadrilateral of two triangles.
#[derive(Clone, Debug)]
pub(super) struct Diagonal {
    /// The number of the cut between the triangles.
    pub cut: usize,
    /// For each triangle, its number and the places of three corners in it: the corner that is not on the cut, and the
    /// first and the second end of the cut.
    pub sides: [(usize, [usize; 3]); 2],
    /// The largest number of paths that can cross the diagonal.
    pub capacity: usize,
}

/// Cuts that divide the grid into triangles.
#[derive(Debug)]
pub(super) struct Triangulation {
    /// The terminals, each with its pair, and the points of the border.
    pub points: Vec<(Point, Option<usize>)>,
    pub cuts: Vec<CutSegment>,
    pub triangles: Vec<Triangle>,
    pub diagonals: Vec<Diagonal>,
}

impl Triangulation {
    /// Adds cuts that do not cross, cuts with the fewest cells first, until every further cut would cross one of them.
    /// Cuts with few cells limit the paths most.
    pub fn new(puzzle: &Numberlink, grid: Grid) -> Self {
        let points = points(puzzle, grid);
        let is_on_border = |number: usize| points[number].1.is_none();
        let mut segments = Vec::new();
        for second in 0..points.len() {
            for first in 0..second {
                let [a, b] = [first, second].map(|number| points[number].0);
                let length = (a.row - b.row).pow(2) + (a.col - b.col).pow(2);
                let is_outer = is_on_border(first) && is_on_border(second);
                let is_across = is_outer && !is_at_side(a, b, grid);
                let cells = cells_between(a, b, grid).count();
                segments.push((is_across, cells, length, [first, second]));
            }
        }
        segments.sort_unstable();
        let mut cuts: Vec<CutSegment> = Vec::new();
        let mut numbers = BTreeMap::new();
        let at = |ends: [usize; 2]| ends.map(|end| points[end].0);
        // every triangulation of these points has this number of edges, and all its outer edges are at the border
        let border = points.iter().filter(|(_, pair)| pair.is_none()).count();
        let wanted = 3 * points.len() - 3 - border;
        for (_, _, _, ends) in segments {
            if cuts.len() == wanted {
                break;
            }
            let [a, b] = at(ends);
            let meets = |&(point, _): &(Point, Option<usize>)| {
                point != a && point != b && is_between(point, a, b)
            };
            if cuts.iter().any(|cut| do_cross(at(cut.ends), [a, b])) || points.iter().any(meets) {
                continue;
            }
            let cells: Vec<usize> = cells_between(a, b, grid).collect();
            numbers.insert(ends, cuts.len());
            cuts.push(CutSegment { ends, capacity: cells.len(), cells });
        }
        let triangles = triangles(&points, &numbers);
        tighten(&mut cuts, &triangles, &points);
        let diagonals = diagonals(&points, &cuts, &triangles, grid);
        Self { points, cuts, triangles, diagonals }
    }

    /// Returns the pair of a terminal; `None` at the border.
    pub fn pair(&self, point: usize) -> Option<usize> {
        self.points[point].1
    }
}

/// Returns the terminals, the corners of the border, and the points of the border that face a terminal.
fn points(puzzle: &Numberlink, grid: Grid) -> Vec<(Point, Option<usize>)> {
    let (rows, cols) = (grid.rows() as i64, grid.cols() as i64);
    let mut border: BTreeSet<Point> = BTreeSet::new();
    let mut terminals = Vec::new();
    for row in [-1, rows] {
        border.extend([-1, cols].map(|col| Point { row, col }));
    }
    for (pair, ends) in puzzle.pairs().iter().enumerate() {
        for &end in ends.terminals() {
            let Cell { row, col } = grid.cell_at(end);
            let (row, col) = (row as i64, col as i64);
            terminals.push((Point { row, col }, Some(pair)));
            border.extend([-1, rows].map(|row| Point { row, col }));
            border.extend([-1, cols].map(|col| Point { row, col }));
        }
    }
    terminals.sort_unstable();
    terminals.extend(border.into_iter().map(|point| (point, None)));
    terminals
}

/// Returns whether two points of the border are at the same side of the grid.
fn is_at_side(a: Point, b: Point, grid: Grid) -> bool {
    let (rows, cols) = (grid.rows() as i64, grid.cols() as i64);
    a.row == b.row && (a.row == -1 || a.row == rows)
        || a.col == b.col && (a.col == -1 || a.col == cols)
}

/// Returns twice the area of the triangle, with a sign: positive for one sense of rotation of its corners, negative for
/// the other.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    (b.row - a.row) * (c.col - a.col) - (b.col - a.col) * (c.row - a.row)
}

/// Returns whether a point is on the segment from `a` to `b`.
fn is_between(point: Point, a: Point, b: Point) -> bool {
    let within = |x: i64, one: i64, other: i64| one.min(other) <= x && x <= one.max(other);
    within(point.row, a.row, b.row) && within(point.col, a.col, b.col) && turn(a, b, point) == 0
}

/// Returns whether two segments have exactly one point in common that is an end of neither.
fn do_cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let sides = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum();
    sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
}

/// Returns the cells of the grid nearest to the segment from `a` to `b`, without its ends: one cell in each row or in
/// each column that the segment passes, whichever gives more cells; none along a side. No other cell lies between these
/// cells and the segment.
fn cells_between(a: Point, b: Point, grid: Grid) -> impl Iterator<Item = usize> {
    let (down, right) = (b.row - a.row, b.col - a.col);
    let steps = down.abs().max(right.abs());
    let nearest = move |from: i64, by: i64, step: i64| {
        (2 * (from * steps + by * step) + steps).div_euclid(2 * steps)
    };
    let cell = move |step| {
        let row = usize::try_from(nearest(a.row, down, step)).ok()?;
        let col = usize::try_from(nearest(a.col, right, step)).ok()?;
        (row < grid.rows() && col < grid.cols()).then(|| grid.cell_index(Cell { row, col }))
    };
    (1..steps).filter_map(cell)
}

/// Returns the triangles of cuts that contain no point.
fn triangles(
    points: &[(Point, Option<usize>)],
    numbers: &BTreeMap<[usize; 2], usize>,
) -> Vec<Triangle> {
    let at = |number: usize| points[number].0;
    let mut after = vec![Vec::new(); points.len()];
    numbers.keys().for_each(|&[first, second]| after[first].push(second));
    let mut triangles = Vec::new();
    for (&[a, b], &opposite) in numbers {
        for &c in after[b].iter().filter(|&&c| numbers.contains_key(&[a, c])) {
            let area = turn(at(a), at(b), at(c)).signum();
            let is_inside = |point: usize| {
                let on = |a, b| turn(at(a), at(b), at(point)) * area >= 0;
                ![a, b, c].contains(&point) && on(a, b) && on(b, c) && on(c, a)
            };
            if area != 0 && !(0..points.len()).any(is_inside) {
                let cuts = [numbers[&[b, c]], numbers[&[a, c]], opposite];
                triangles.push(Triangle { corners: [a, b, c], cuts });
            }
        }
    }
    triangles
}

/// Lowers capacities: a path that crosses a side of a triangle also crosses another side, or starts in the corner
/// opposite.
fn tighten(cuts: &mut [CutSegment], triangles: &[Triangle], points: &[(Point, Option<usize>)]) {
    loop {
        let before: usize = cuts.iter().map(|cut| cut.capacity).sum();
        for triangle in triangles {
            for place in 0..3 {
                let [own, one, other] = [0, 1, 2].map(|step| triangle.cuts[(place + step) % 3]);
                let starts = usize::from(points[triangle.corners[place]].1.is_some());
                let most = cuts[one].capacity + cuts[other].capacity + starts;
                cuts[own].capacity = cuts[own].capacity.min(most);
            }
        }
        if cuts.iter().map(|cut| cut.capacity).sum::<usize>() == before {
            return;
        }
    }
}

/// Returns the other diagonals of the convex quadrilaterals of two triangles, except diagonals between two border
/// points.
fn diagonals(
    points: &[(Point, Option<usize>)],
    cuts: &[CutSegment],
    triangles: &[Triangle],
    grid: Grid,
) -> Vec<Diagonal> {
    let mut at_cut: Vec<Vec<(usize, [usize; 3])>> = vec![Vec::new(); cuts.len()];
    for (number, triangle) in triangles.iter().enumerate() {
        for (apex, &cut) in triangle.cuts.iter().enumerate() {
            let place_of = |end| (0..3).find(|&place| triangle.corners[place] == end);
            let [first, second] = cuts[cut].ends.map(|end| place_of(end).expect("a corner"));
            at_cut[cut].push((number, [apex, first, second]));
        }
    }
    let of = |(cut, sides): (usize, Vec<(usize, [usize; 3])>)| {
        let sides: [_; 2] = sides.try_into().ok()?;
        let apexes = sides.map(|(number, [apex, ..])| triangles[number].corners[apex]);
        let [a, b] = apexes.map(|apex| points[apex].0);
        let ends = cuts[cut].ends.map(|end| points[end].0);
        let is_inner = apexes.iter().any(|&apex| points[apex].1.is_some());
        let capacity = cells_between(a, b, grid).count();
        (is_inner && do_cross(ends, [a, b])).then_some(Diagonal { cut, sides, capacity })
    };
    at_cut.into_iter().enumerate().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::numberlink::NumberlinkRule;

    fn of(rows: &[&str]) -> Triangulation {
        let puzzle = Numberlink::from_rows(rows, NumberlinkRule::Free).expect("a puzzle");
        Triangulation::new(&puzzle, puzzle.grid().expect("a grid"))
    }

    /// By Euler's formula, V points, B of them at the border, have 2V - 2 - B triangles and 3V - 3 - B cuts.
    #[test]
    fn the_triangles_fill_the_grid() {
        for rows in [
            &["1.1"][..],
            &["1", "1"],
            &["12.", "...", "2.1"],
            &["1...2", ".....", "2.3.3", "...1."],
        ] {
            let mesh = of(rows);
            let border = mesh.points.iter().filter(|(_, pair)| pair.is_none()).count();
            assert_eq!(mesh.cuts.len(), 3 * mesh.points.len() - 3 - border, "{rows:?}");
            assert_eq!(mesh.triangles.len(), 2 * mesh.points.len() - 2 - border, "{rows:?}");
            let at = |number: usize| mesh.points[number].0;
            let area: i64 = mesh
                .triangles
                .iter()
                .map(|triangle| {
                    let [a, b, c] = triangle.corners.map(at);
                    turn(a, b, c).abs()
                })
                .sum();
            let (height, width) = (rows.len() as i64 + 1, rows[0].len() as i64 + 1);
            assert_eq!(area, 2 * height * width, "{rows:?}");
        }
    }

    #[test]
    fn a_cut_has_one_cell_in_each_row_or_column_that_it_passes() {
        let grid = Grid::new(4, 6).expect("a grid");
        let at = |row, col| Point { row, col };
        let cells = |a, b| -> Vec<(usize, usize)> {
            cells_between(a, b, grid)
                .map(|cell| grid.cell_at(cell))
                .map(|cell| (cell.row, cell.col))
                .collect()
        };
        assert_eq!(cells(at(0, 0), at(0, 3)), [(0, 1), (0, 2)]);
        assert_eq!(cells(at(0, 0), at(1, 1)), []);
        assert_eq!(cells(at(3, 1), at(0, 0)), [(2, 1), (1, 0)]);
        // the cells end where the segment leaves the grid
        assert_eq!(cells(at(1, 1), at(4, 1)), [(2, 1), (3, 1)]);
        assert_eq!(cells(at(2, 1), at(-1, 5)), [(1, 2), (1, 3), (0, 4)]);
    }
}
