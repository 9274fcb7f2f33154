//! Charts of arbitrary data: well-formed, complete, and true to the data.

use encycle::render::chart::{BoxChart, BoxSeries, Chart, Level, Scale, Series, svg};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use roxmltree::{Document, Node};

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (0..10_000_000_u32).prop_map(f64::from),
        2 => select(&[0.0, 1.0, -1.0, 7.0, 1e-3, 1e9, 1e300, f64::MAX, f64::MIN, 5e-324][..]),
        1 => any::<f64>(),
    ]
}

fn chart() -> impl Strategy<Value = Chart> {
    let scale = || select(&[Scale::Linear, Scale::Log][..]);
    let series = ("\\PC{0,40}|.{0,10}", vec((number(), number()), 0..12))
        .prop_map(|(name, points)| Series { name, points, ..Series::default() });
    (any::<String>(), "\\PC{0,120}", "\\PC{0,120}", scale(), scale(), vec(series, 0..30)).prop_map(
        |(title, x_label, y_label, x_scale, y_scale, series)| Chart {
            title,
            x_label,
            y_label,
            x_scale,
            y_scale,
            series,
            ..Chart::default()
        },
    )
}

/// A chart of one series.
fn line(scale: Scale, points: Vec<(f64, f64)>) -> Chart {
    let series = vec![Series { name: "line".to_owned(), points, ..Series::default() }];
    Chart { x_scale: scale, y_scale: scale, series, ..Chart::default() }
}

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

fn attribute(node: Node, name: &str) -> f64 {
    node.attribute(name).expect(name).parse().expect("a number")
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    words.filter(|word| !word.is_empty()).map(|word| word.parse().expect("a number")).collect()
}

fn is_in([left, top, right, bottom]: Area, (x, y): (f64, f64)) -> bool {
    // coordinates are rounded to a tenth
    left - 0.1 <= x && x <= right + 0.1 && top - 0.1 <= y && y <= bottom + 0.1
}

fn of_class<'a, 'i: 'a>(node: Node<'a, 'i>, class: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |node| node.attribute("class") == Some(class))
}

fn plot_of(chart: Node) -> Area {
    let plot = of_class(chart, "plot").next().expect("a plot");
    let (left, top) = (attribute(plot, "x"), attribute(plot, "y"));
    [left, top, left + attribute(plot, "width"), top + attribute(plot, "height")]
}

/// Where the markers below a node stand.
fn markers(node: Node) -> Vec<(f64, f64)> {
    of_class(node, "marker")
        .map(|marker| match numbers(marker.attribute("transform").expect("a place"))[..] {
            [x, y] => (x, y),
            ref other => panic!("{other:?}"),
        })
        .collect()
}

/// All corners of the lines below a node.
fn corners(node: Node) -> Vec<(f64, f64)> {
    of_class(node, "line")
        .flat_map(|line| numbers(line.attribute("d").expect("a path")))
        .collect::<Vec<_>>()
        .chunks(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

/// The text as it appears in the document, without control characters.
fn sanitized(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
            c => c,
        })
        .collect()
}

fn check(charts: &[Chart]) -> Result<(), TestCaseError> {
    let text = svg(charts);
    let document = Document::parse(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
    let root = document.root_element();
    let picture = [0.0, 0.0, attribute(root, "width"), attribute(root, "height")];
    let view: Vec<f64> = numbers(root.attribute("viewBox").expect("a view"));
    prop_assert_eq!(&view[..], &picture[..]);
    let drawn: Vec<Node> = of_class(root, "chart").collect();
    prop_assert_eq!(drawn.len(), charts.len());

    for (&node, chart) in drawn.iter().zip(charts) {
        let plot = plot_of(node);
        prop_assert!(is_in(picture, (plot[0], plot[1])) && is_in(picture, (plot[2], plot[3])));
        let placed =
            |scale: Scale, value: f64| value.is_finite() && (scale == Scale::Linear || value > 0.0);
        let series: Vec<Node> = of_class(node, "series").collect();
        prop_assert_eq!(series.len(), chart.series.len());
        // the last series is drawn first
        for (&node, series) in series.iter().rev().zip(&chart.series) {
            let seen = series
                .points
                .iter()
                .filter(|(x, y)| placed(chart.x_scale, *x) && placed(chart.y_scale, *y))
                .count();
            prop_assert_eq!(markers(node).len(), seen);
            let points = [markers(node), corners(node)].concat();
            prop_assert!(points.iter().all(|&point| is_in(plot, point)), "{:?}", points);
        }
        check_legend(node, chart, plot, picture)?;
    }
    for text in root.descendants().filter(|node| node.has_tag_name("text")) {
        if let (Some(_), Some(_)) = (text.attribute("x"), text.attribute("y")) {
            let place = (attribute(text, "x"), attribute(text, "y"));
            prop_assert!(is_in(picture, place), "{:?}", text.text());
        }
    }
    Ok(())
}

/// The legend has one entry per series, in order, below the plot; entries neither overlap nor leave the picture.
fn check_legend(node: Node, chart: &Chart, plot: Area, picture: Area) -> Result<(), TestCaseError> {
    let legend = of_class(node, "legend").next().expect("a legend");
    let entries: Vec<Node> = legend.children().filter(|node| node.has_tag_name("text")).collect();
    prop_assert_eq!(entries.len(), chart.series.len());
    let samples = [markers(legend), corners(legend)].concat();
    prop_assert!(samples.iter().all(|&(x, y)| y > plot[3] && is_in(picture, (x, y))));
    let mut areas: Vec<Area> = Vec::new();
    for (entry, series) in entries.iter().zip(&chart.series) {
        let text = entry.text().unwrap_or_default();
        prop_assert!(text.starts_with(&sanitized(&series.name)), "{:?}", text);
        let (x, y) = (attribute(*entry, "x"), attribute(*entry, "y"));
        // an upper bound on the average width of ASCII letters in common fonts
        let letters = text.chars().filter(char::is_ascii_lowercase).count() as f64;
        areas.push([x - 46.0, y - 15.0, x + 15.0 * 0.6 * letters, y + 4.0]);
    }
    for (index, area) in areas.iter().enumerate() {
        prop_assert!(area[1] > plot[3] && area[2] <= picture[2] && area[3] <= picture[3]);
        for other in &areas[..index] {
            let apart = area[0] >= other[2]
                || other[0] >= area[2]
                || area[1] >= other[3]
                || other[1] >= area[3];
            prop_assert!(apart, "{area:?} and {other:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn charts_of_any_data_are_well_formed_and_complete(charts in vec(chart(), 0..4)) {
        check(&charts)?;
    }

    /// A greater value is never drawn further left or lower.
    #[test]
    fn positions_grow_with_values(
        scale in select(&[Scale::Linear, Scale::Log][..]),
        values in vec(number(), 1..20),
    ) {
        let mut values: Vec<f64> =
            values.into_iter().filter(|value| value.is_finite() && *value > 0.0).collect();
        values.sort_by(f64::total_cmp);
        let text = svg(&[line(scale, values.iter().map(|&value| (value, value)).collect())]);
        let document = Document::parse(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let series = of_class(document.root_element(), "series").next().expect("a series");
        let places = markers(series);
        prop_assert_eq!(places.len(), values.len());
        for pair in places.windows(2) {
            prop_assert!(pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1, "{:?}", pair);
        }
    }
}

#[test]
fn many_series_have_a_legend_below_the_plot() {
    let series = |number: usize| Series {
        name: format!("two-line/plaisted-greenbaum/reach with & <number> {number}"),
        points: (1..20).map(|side| (f64::from(side * side), f64::from(side).powi(4))).collect(),
        ..Series::default()
    };
    for count in [1, 3, 12, 24, 25, 100] {
        let series: Vec<Series> = (0..count).map(series).collect();
        check(&[Chart { y_scale: Scale::Log, series, ..Chart::default() }]).expect("a whole chart");
    }
}

/// The numbers along the y axis, the lowest first.
fn y_numbers(chart: Chart) -> Vec<String> {
    let text = svg(&[chart]);
    let document = Document::parse(&text).expect("well-formed");
    of_class(document.root_element(), "numbers")
        .flat_map(|group| group.children())
        .filter(|node| node.attribute("text-anchor") == Some("end"))
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[test]
fn numbers_are_round_and_readable() {
    let log = |low: f64, high: f64| y_numbers(line(Scale::Log, vec![(1.0, low), (2.0, high)]));
    let linear = |low, high| y_numbers(line(Scale::Linear, vec![(1.0, low), (2.0, high)]));
    assert_eq!(log(12.0, 900.0), ["10", "20", "50", "100", "200", "500", "1\u{2009}000"]);
    assert_eq!(
        log(30.0, 120_000.0),
        ["100", "1\u{2009}000", "10\u{2009}000", "100\u{2009}000"],
        "an axis ends at 1, 2 or 5 times a power of ten"
    );
    assert_eq!(log(30.0, 3e8)[..3], ["10²", "10³", "10⁴"]);
    assert_eq!(log(0.02, 0.04), ["0.02", "0.03", "0.04", "0.05"]);
    assert_eq!(log(1.0, 1e300)[..2], ["10⁰", "10³⁰"], "never more than a dozen");
    assert_eq!(linear(4.0, 23.0), ["0", "5", "10", "15", "20", "25"]);
    assert_eq!(linear(-0.2, 0.5)[..3], ["−0.2", "−0.1", "0"]);
    assert_eq!(linear(0.0, 5e9)[1], "1·10⁹");
}

#[test]
fn points_without_a_position_are_left_out_and_marked_in_the_legend() {
    let points =
        |y| vec![Series { name: "zero".to_owned(), points: vec![(4.0, y)], ..Series::default() }];
    let chart = |y| Chart { y_scale: Scale::Log, series: points(y), ..Chart::default() };
    for (y, empty) in [(0.0, true), (-1.0, true), (f64::NAN, true), (1.0, false)] {
        let text = svg(&[chart(y)]);
        assert_eq!(text.contains("zero (no points)"), empty, "{y}");
        assert_eq!(text.contains(">no points<"), empty, "{y}");
    }
}

/// At a width of 600 pixels, the texts of a chart have at least 11 pixels, whatever the number of series.
#[test]
fn charts_are_legible_at_600_pixels() {
    let named = |number: usize| format!("cadical-2.1 colour presolve={number}");
    for count in [1, 5, 16, 40] {
        let series = (0..count).map(|number| Series {
            name: named(number),
            points: vec![(1.0, 0.01), (300.0, 55.0)],
            ..Series::default()
        });
        let line = Chart { y_scale: Scale::Log, series: series.collect(), ..Chart::default() };
        let series = (0..count).map(|number| BoxSeries {
            name: named(number),
            boxes: vec![Some([1.0, 2.0, 3.0, 4.0, 5.0]); 8],
        });
        let categories = (1..9).map(|side| format!("{side}00–{side}99")).collect();
        let boxes = BoxChart { categories, series: series.collect(), ..BoxChart::default() };
        for text in [svg(&[line]), boxes.svg()] {
            let document = Document::parse(&text).expect("well-formed");
            let width = attribute(document.root_element(), "width");
            let sizes = document.descendants().filter_map(|node| node.attribute("font-size"));
            let sizes = sizes.map(|size| size.parse::<f64>().expect("a number"));
            let least = sizes.fold(f64::MAX, f64::min) * 568.0 / width;
            assert!(least >= 11.0, "{count}: {least:.1} px");
        }
    }
}

#[test]
fn box_plots_with_many_boxes_have_several_plots() {
    let chart = |series: usize| BoxChart {
        categories: (0..8).map(|number| number.to_string()).collect(),
        series: (0..series)
            .map(|number| BoxSeries {
                name: format!("series {number}"),
                boxes: vec![Some([1.0, 2.0, 3.0, 4.0, 5.0]); 8],
            })
            .collect(),
        ..BoxChart::default()
    };
    for (series, plots) in [(1, 1), (16, 8), (60, 8)] {
        let text = chart(series).svg();
        let document = Document::parse(&text).expect("well-formed");
        let root = document.root_element();
        let areas: Vec<Area> = of_class(root, "plot").map(|plot| plot_of(plot)).collect();
        assert_eq!(areas.len(), plots);
        assert_eq!(of_class(root, "box").count(), 8 * series);
        // the rectangle of each box is inside a plot
        for body in of_class(root, "box").flat_map(|node| node.children()) {
            let Some("rect") = body.is_element().then(|| body.tag_name().name()) else { continue };
            let (x, y) = (attribute(body, "x"), attribute(body, "y"));
            let end = (x + attribute(body, "width"), y + attribute(body, "height"));
            assert!(areas.iter().any(|&area| is_in(area, (x, y)) && is_in(area, end)), "{x} {y}");
        }
    }
}

#[test]
fn a_level_is_a_named_line_across_the_plot() {
    let levels = vec![Level { value: 10.0, name: "limit <10> s".to_owned() }];
    let series = vec![Series { points: vec![(1.0, 0.1), (4.0, 2.0)], ..Series::default() }];
    let chart = Chart { y_scale: Scale::Log, series, levels, ..Chart::default() };
    let text = svg(&[chart]);
    let document = Document::parse(&text).expect("well-formed");
    let plot = plot_of(document.root_element());
    let level = of_class(document.root_element(), "level").next().expect("a line");
    let [left, y, right] = numbers(level.attribute("d").expect("a path"))[..] else {
        panic!("{level:?}")
    };
    assert_eq!((left, right), (plot[0], plot[2]));
    // the axis ends at the level, because no point is above it
    assert!((y - plot[1]).abs() < 0.1, "{y}");
    assert!(document.descendants().any(|node| node.text() == Some("limit <10> s")));
}
