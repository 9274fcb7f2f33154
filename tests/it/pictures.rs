//! Pictures as SVG.

use std::collections::BTreeSet;

use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle::encodings::kinds::written::picture_names;
use encycle::encodings::puzzle::Solution;
use encycle::prelude::Puzzle;
use encycle::render::{Picture, svg};
use roxmltree::{Document, Node};

/// Draws a puzzle and its only solution.
fn solved(name: &str) -> String {
    let load = |name: &str| encycle::formats::load(name, None).expect(name).puzzle;
    let puzzle: Puzzle = load(&format!("examples/{name}"));
    let outcome = encycle::prelude::Solve::new(&puzzle).run().expect("a run");
    svg(&Picture::solved(&*puzzle, outcome.solution().expect("a solution")))
}

/// A solved Numberlink with a pair in each row.
fn pairs(count: usize) -> String {
    let rows: Vec<String> = (0..count)
        .map(|row| char::from(b'a' + row as u8))
        .map(|name| format!("{name}.{name}"))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let puzzle = Numberlink::from_rows(&rows, NumberlinkRule::Free).expect("a puzzle");
    let atoms = encycle::encodings::puzzle::Instance::atom_count(&puzzle);
    // the links to the right come first
    let solution = Solution::new((0..atoms).map(|atom| atom < 2 * count).collect());
    svg(&Picture::solved(&puzzle, &solution))
}

/// The elements with a thick stroke, in document order.
fn lines<'a, 'i: 'a>(document: &'a Document<'i>) -> Vec<Node<'a, 'i>> {
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    paths
        .filter(|node| ["2", "4", "5"].map(Some).contains(&node.attribute("stroke-width")))
        .collect()
}

/// Squares are counted; a picture without `shaded` has none.
#[test]
fn the_cells_inside_the_loop_are_shaded_on_demand() {
    let puzzle: Puzzle = "slitherlink 2 2\n3.\n..\n".parse().expect("a puzzle");
    let outcome = encycle::prelude::Solve::new(&puzzle).run().expect("a run");
    let solution = outcome.solution().expect("a solution");
    let picture = Picture::solved(&*puzzle, solution);
    let squares = |text: &str| text.matches("h32v32h-32z").count();
    assert_eq!(squares(&svg(&picture)), 0);
    // each line separates a cell inside from one outside
    let inside = squares(&svg(&picture.shaded(true)));
    assert!((1..4).contains(&inside), "{inside}");
}

#[test]
fn the_line_of_each_pair_has_its_own_look() {
    let text = pairs(20);
    let document = Document::parse(&text).expect("well-formed");
    let lines = lines(&document);
    assert_eq!(lines.len(), 20);
    let look = |node: &Node| {
        ["class", "color", "stroke-width", "stroke-dasharray"]
            .map(|name| node.attribute(name).map(str::to_owned))
    };
    assert_eq!(lines.iter().map(look).collect::<BTreeSet<_>>().len(), 20);
    let colours: Vec<_> = lines.iter().map(|node| node.attribute("color")).collect();
    assert_eq!(colours[..8].iter().collect::<BTreeSet<_>>().len(), 8);
    assert!(lines[..8].iter().all(|node| node.attribute("stroke-dasharray").is_none()));
    // the rings of both terminals have the colour of the line
    for colour in &colours[..8] {
        let rings = document.descendants().filter(|node| node.has_tag_name("circle"));
        let rings = rings.filter(|node| node.attribute("color") == *colour).count();
        assert!(rings >= 4, "{rings} in {colour:?}");
    }
}

#[test]
fn nothing_covers_the_loop_of_a_graph() {
    for name in ["hamilton/petrel.txt", "slitherlink/honeycomb.json"] {
        let text = solved(name);
        let document = Document::parse(&text).expect("well-formed");
        let lines = lines(&document);
        let [line] = lines[..] else { panic!("{name}: {} lines", lines.len()) };
        let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
        let circles: Vec<Node> = circles.collect();
        assert!(
            !circles.is_empty() && circles.iter().all(|node| node.range().end < line.range().start)
        );
        assert!(document.descendants().any(|node| node.has_tag_name("text")), "the names remain");
    }
}

#[test]
fn terminals_of_a_graph_show_the_name_of_their_pair() {
    let text = solved("numberlink/cube.txt");
    let document = Document::parse(&text).expect("well-formed");
    let rings = document.descendants().filter(|node| node.attribute("r") == Some("9"));
    assert_eq!(rings.count(), 4);
    assert_eq!(text.matches("font-size=\"12\">1</text>").count(), 2);
    assert_eq!(lines(&document).len(), 2, "a line for each pair");
}

/// Without CSS, a picture has its light colours; every colour has a dark form.
#[test]
fn pictures_have_a_light_and_a_dark_form() {
    let names = [
        "numberlink/swallow.txt",
        "slitherlink/first.txt",
        "hamilton/petrel.txt",
        "sudoku/finch.txt",
    ];
    for name in names {
        let text = solved(name);
        let document = Document::parse(&text).expect("well-formed");
        let style = document.descendants().find(|node| node.has_tag_name("style"));
        let style = style.and_then(|node| node.text()).expect("a style sheet");
        assert!(style.contains("@media (prefers-color-scheme:dark){.encycle{color:#"), "{style}");
        assert_eq!(document.root_element().attribute("class"), Some("encycle"));
        for node in document.descendants().filter(|node| node.attribute("color").is_some()) {
            let class = node.attribute("class").expect("a class");
            assert!(class == "encycle" || style.contains(&format!(".{class}{{color:#")), "{class}");
        }
        // other colours than `currentColor` are only those of the background
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            if ["fill", "stroke"].contains(&attribute.name()) {
                assert!(
                    ["none", "currentColor", "#fff"].contains(&attribute.value()),
                    "{attribute:?}"
                );
            }
        }
    }
}

/// The sample of a kind as SVG.
fn sample(kind: &str) -> String {
    let mut kinds = encycle::puzzle::PuzzleKind::all().iter();
    let kind = kinds.find(|one| one.name() == kind).expect("a kind");
    let puzzle: Puzzle = kind.sample().parse().expect("a puzzle");
    svg(&Picture::puzzle(&*puzzle))
}

#[test]
fn clues_were_letters_in_place_of_signs() {
    // a white circle has two discs
    assert_eq!(sample("galaxies").matches("<circle").count(), 2 * 7);
    assert_eq!(sample("hashi").matches("<circle").count(), 2 * 8);
    for kind in ["galaxies", "makaro", "tatamibari"] {
        let text = sample(kind);
        let document = Document::parse(&text).expect("well-formed");
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let letters =
            texts.filter_map(|node| node.text()).filter(|text| text.contains(char::is_alphabetic));
        assert_eq!(letters.collect::<Vec<_>>(), Vec::<&str>::new(), "{kind}");
    }
}

/// Black circles were light, and white ones dark, in a dark scheme.
#[test]
fn black_circles_were_light_in_a_dark_scheme() {
    for kind in ["masyu", "shingoki", "yin-yang", "snake"] {
        let text = sample(kind);
        let document = Document::parse(&text).expect("well-formed");
        let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
        let insides: BTreeSet<Option<&str>> = circles
            .filter(|node| node.attribute("r") == Some("9"))
            .map(|node| node.attribute("class"))
            .collect();
        let is_inside = |class: &str| insides.contains(&Some(class));
        assert!(is_inside("black") && !is_inside("paper"), "{kind}: {insides:?}");
        assert_eq!(
            is_inside("white"),
            ["masyu", "yin-yang"].contains(&kind),
            "{kind}: {insides:?}"
        );
        assert!(text.contains(".black{color:#000}") && text.contains(".white{color:#fff}"));
    }
    // values are written over these circles
    assert!(!sample("even-odd-sudoku").contains("class=\"white\""));
}

#[test]
fn rows_were_framed_in_place_of_boxes() {
    // a thick line between the first two columns of boxes
    for kind in ["clueless-sudoku-1", "clueless-sudoku-2", "samurai-sudoku"] {
        assert!(sample(kind).contains("M112 16L112 48"), "{kind}");
    }
}

/// The border between two black cells is drawn on them, in white.
#[test]
fn a_border_between_two_black_cells_was_covered() {
    let text = "kind dark\nboard rooms\nsymbol x black cell\ndraw shaded cells\n\
        rule a for c in cells: unshaded(c)\n\ndark 1 3\nxx.\nabc\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let picture = svg(&Picture::puzzle(&*puzzle));
    let document = Document::parse(&picture).expect("XML");
    let paths: Vec<Node<'_, '_>> =
        document.descendants().filter(|node| node.has_tag_name("path")).collect();
    let last = paths.last().expect("a path");
    // the side of a cell is 32, and the margin 16
    assert_eq!(last.attribute("d"), Some("M48 16L48 48"), "{picture}");
}

/// Black cells were light in a dark scheme.
#[test]
fn black_cells_were_light_in_a_dark_scheme() {
    for kind in ["akari", "kakuro", "str8ts"] {
        let text = sample(kind);
        let document = Document::parse(&text).expect("well-formed");
        let is_cell = |node: &Node<'_, '_>| {
            node.attribute("d").is_some_and(|path| path.ends_with("h32v32h-32z"))
        };
        let cells = document.descendants().filter(is_cell);
        let classes: BTreeSet<Option<&str>> = cells.map(|node| node.attribute("class")).collect();
        assert_eq!(classes, BTreeSet::from([Some("black")]), "{kind}");
        assert!(text.contains("<text class=\"white\""), "{kind}");
        // a light rim
        assert!(text.contains("h31v31h-31z"), "{kind}");
    }
}

/// The ends of ships were light in a dark scheme, where their middles are black.
#[test]
fn the_parts_of_a_ship_have_one_color() {
    let text = "battleship 3 3 0 0 1 0 0\n.....\n.n...\n.m...\n.s...\n.....\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let picture = svg(&Picture::puzzle(&*puzzle));
    assert_eq!(picture.matches("<path class=\"black\"").count(), 3, "{picture}");
}

/// Numbers of two digits touched the frame of the grid, and the edge of the picture.
#[test]
fn numbers_beside_the_grid_have_room() {
    let text = sample("number-cross");
    let document = Document::parse(&text).expect("well-formed");
    let view = document.root_element().attribute("viewBox").expect("a view");
    let edge: f64 = view.split(' ').next().and_then(|left| left.parse().ok()).expect("a number");
    let number = |node: &Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).and_then(|text| text.parse().ok()).expect("a number")
    };
    let beside: Vec<Node<'_, '_>> = document
        .descendants()
        .filter(|node| node.attribute("font-size") == Some("11") && number(node, "x") < 16.0)
        .collect();
    assert_eq!(beside.len(), 4);
    for node in beside {
        // half of the width of its digits
        let half = 3.1 * node.text().expect("a number").len() as f64;
        let x = number(&node, "x");
        assert!(x + half < 14.0 && x - half > edge + 2.0, "{node:?}");
    }
}

/// `12→` was wider than its circle, and `×1234` crossed the border of its room.
#[test]
fn long_clues_are_small() {
    let size = |text: &str, clue: &str| {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let picture = svg(&Picture::puzzle(&*puzzle));
        let document = Document::parse(&picture).expect("well-formed");
        let node = document
            .descendants()
            .find(|node| node.has_tag_name("text") && node.text() == Some(clue));
        node.and_then(|node| node.attribute("font-size")).map(str::to_owned)
    };
    assert_eq!(size("castle-wall 2 3\n. w12e .\n. . .\n", "12→").as_deref(), Some("8"));
    for (clue, drawn, expected) in [("t12", "×12", "9"), ("t1234", "×1234", "7")] {
        let text = format!("kenken 2 2\n{clue} .\n. .\na a\na a\n");
        assert_eq!(size(&text, drawn).as_deref(), Some(expected), "{clue}");
    }
}

/// Where two parts of a bridge overlap, there was a seam, and a square had open corners.
#[test]
fn lines_of_signs_have_no_seams() {
    let puzzle: Puzzle = "hashi 1 4\n2..2\n".parse().expect("a puzzle");
    let outcome = encycle::prelude::Solve::new(&puzzle).run().expect("a run");
    let text = svg(&Picture::solved(&*puzzle, outcome.solution().expect("a solution")));
    let bridges = text.lines().filter(|line| line.contains("stroke-width=\"3\""));
    let moves: Vec<usize> = bridges.map(|line| line.matches('M').count()).collect();
    assert_eq!(moves, [4], "two lines in each of two cells, in one path: {text}");
    assert!(!sample("even-odd-sudoku").contains("stroke-width=\"3\""));
}

/// The vertices of a graph were at other places in the picture of its solution.
#[test]
fn a_solution_with_pairs_has_the_places_of_the_puzzle() {
    let places = |text: &str| {
        let document = Document::parse(text).expect("well-formed");
        let circles = document.descendants().filter(|node| node.attribute("r") == Some("2"));
        let place =
            |node: Node<'_, '_>| ["cx", "cy"].map(|name| node.attribute(name).map(str::to_owned));
        circles.map(place).collect::<Vec<_>>()
    };
    let puzzle = encycle::formats::load("examples/numberlink/cube.txt", None).expect("a puzzle");
    let drawn = places(&svg(&Picture::puzzle(&*puzzle.puzzle)));
    assert_eq!(drawn.len(), 8);
    assert_eq!(drawn, places(&solved("numberlink/cube.txt")));
}

/// The solution of a puzzle of another kind was read as a drawing without lines.
#[test]
fn the_solution_of_another_kind_is_refused() {
    use encycle::formats::read_solution;
    let masyu: Puzzle = "masyu 3 3\n...\n.b.\n...\n".parse().expect("a puzzle");
    let tapa = "a: solved (3 x 3, batsat)\n┏━━━━━━━━━━━┓\n┃▒▒▒ ▒▒▒ ▒▒▒┃\n┃           ┃\n┃▒▒▒  1     ┃\n┃           ┃\n┃▒▒▒        ┃\n┗━━━━━━━━━━━┛\n";
    let error = read_solution(tapa, &masyu).unwrap_err().to_string();
    assert!(error.contains("no mark of a solution of this puzzle"), "{error}");
    let shading: Puzzle = "kuromasu 3 3\n...\n...\n...\n".parse().expect("a puzzle");
    let line = "a: solved (3 x 3, batsat)\n┏━━━━━━━━━━━┓\n┃ ┌───────┐ ┃\n┃ │       │ ┃\n┃ │     ┌─┘ ┃\n┃ │     │   ┃\n┃ └─────┘   ┃\n┗━━━━━━━━━━━┛\n";
    let error = read_solution(line, &shading).unwrap_err().to_string();
    assert!(error.contains("no mark of a solution of this puzzle"), "{error}");
}

/// The error about a Kakuro with another clue was that the clue is not a cell, and asked for a value.
#[test]
fn a_picture_with_other_clues_is_named() {
    use encycle::formats::read_solution;
    let puzzle: Puzzle = "kakuro 3 3\n\\ 4\\ 3\\\n\\3 . .\n\\4 . .\n".parse().expect("a puzzle");
    let outcome = encycle::prelude::Solve::new(&puzzle).run().expect("a run");
    let solution = outcome.solution().expect("a solution");
    let style = encycle::render::TextStyle::default();
    let drawn = encycle::render::text(&Picture::solved(&*puzzle, solution), style);
    assert_eq!(read_solution(&drawn, &puzzle).expect("a solution"), *solution);
    for (known, other, expected) in [
        ("4\\", "8\\", "has '8\\' at row 1, column 2, where the puzzle has the clue '4\\'"),
        ("2", "/", "has '/' at row 2, column 3, where the puzzle has no clue"),
    ] {
        assert!(drawn.contains(known), "{drawn}");
        let error = read_solution(&drawn.replacen(known, other, 1), &puzzle).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// The points of each part of a path.
fn parts(path: &str) -> Vec<Vec<[f64; 2]>> {
    let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic());
        let end = end.map_or(rest.len(), |end| end + 1);
        let numbers = rest[1..end].split_whitespace().map(|number| number.parse().expect(path));
        let numbers: Vec<f64> = numbers.collect();
        let [x, y] = parts.last().and_then(|part| part.last()).copied().unwrap_or_default();
        let start = parts.last().and_then(|part| part.first()).copied().unwrap_or_default();
        let next = match (command, &numbers[..]) {
            ('M' | 'L', &[x, y]) => [x, y],
            ('H', &[x]) => [x, y],
            ('V', &[y]) => [x, y],
            ('h', &[right]) => [x + right, y],
            ('v', &[down]) => [x, y + down],
            ('z', &[]) => start,
            _ => panic!("{path}"),
        };
        match parts.last_mut() {
            Some(part) if command != 'M' => part.push(next),
            _ => parts.push(vec![next]),
        }
        rest = &rest[end..];
    }
    parts
}

/// Whether an outline goes around a point.
fn surrounds(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let crossings = outline.windows(2).filter(|line| {
        let [[ax, ay], [bx, by]] = [line[0], line[1]];
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossings.count() % 2 == 1
}

/// The distance of a point from a line between two points.
fn distance([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (x - ax - share * dx).hypot(y - ay - share * dy)
}

/// A value in a black cell, a black circle, a triangle or a cross was dark on dark.
#[test]
fn values_over_clues_are_readable() {
    let middle = [32.0, 32.0];
    for (name, clue) in
        picture_names().into_iter().flat_map(|name| ["z", "z2", "z9"].map(|clue| (name, clue)))
    {
        let text = format!(
            "kind over\nsymbol z {name} number\ndraw values 1..2\nrule a for c in cells: value(c) = 2\n\n\
             over 1 2\n{clue} .\n"
        );
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let picture = svg(&Picture::solved(&*puzzle, &Solution::of_values(&[2, 2], 2)));
        let document = Document::parse(&picture).expect("well-formed");
        let number = |node: Node<'_, '_>, name: &str| -> f64 {
            node.attribute(name).and_then(|number| number.parse().ok()).expect("a number")
        };
        let mut background = "paper";
        let mut value = None;
        for node in document.descendants() {
            let class = node.attribute("class").unwrap_or_default();
            match node.tag_name().name() {
                "circle" => {
                    let center = ["cx", "cy"].map(|name| number(node, name));
                    if distance(center, center, middle) < number(node, "r") {
                        background = class;
                    }
                }
                "path" => {
                    let parts = parts(node.attribute("d").expect("a path"));
                    if node.attribute("fill") != Some("none") {
                        if parts.iter().any(|part| surrounds(part, middle)) {
                            background = class;
                        }
                        continue;
                    }
                    for line in parts.iter().flat_map(|part| part.windows(2)) {
                        assert!(distance(line[0], line[1], middle) > 5.0, "{name}: {node:?}");
                    }
                }
                "text" if node.text() == Some("2") && number(node, "x") < 40.0 => {
                    value = Some(class);
                }
                _ => {}
            }
        }
        let expected: &[&str] = match background {
            "paper" => &["solution", "text"],
            _ => &["white"],
        };
        let value = value.unwrap_or_else(|| panic!("{name}: no value in {picture}"));
        assert!(expected.contains(&value), "{name}, {clue}: {value} on {background}");
    }
}
