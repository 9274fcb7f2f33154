//! Pictures of general graphs as text: the clues, and the walks along drawn edges.

use encycle_encodings::puzzle::GraphSketch;

/// The usual length of a line, in bytes.
const WIDTH: usize = 78;

/// Draws a general graph as text, in lines of at most this width.
pub(super) fn text(sketch: &GraphSketch, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH);
    let mut out = format!("{}\n", sketch.title);
    for given in &sketch.clues {
        push_wrapped(&mut out, width, given.split(' '));
    }
    if sketch.drawn.is_none() {
        return out;
    }
    for walk in &sketch.walks {
        let is_cycle = walk.len() > 1 && walk.first() == walk.last();
        let name = if is_cycle { "cycle:" } else { "path:" };
        let vertices = walk.iter().filter_map(|&vertex| sketch.vertices.get(vertex as usize));
        push_wrapped(&mut out, width, std::iter::once(name).chain(vertices.map(String::as_str)));
    }
    out
}

/// Appends words separated by blanks; wraps long lines and indents the continuation lines.
fn push_wrapped<'a>(out: &mut String, width: usize, words: impl Iterator<Item = &'a str>) {
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > width {
            out.push_str("\n ");
            length = 1;
        }
        if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += word.len();
    }
    out.push('\n');
}
