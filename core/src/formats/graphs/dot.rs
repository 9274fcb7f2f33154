//! The DOT language of Graphviz.
//!
//! ```text
//! graph triangle {
//!   // attributes are ignored
//!   a -- b -- c [color=red];
//!   c -- a
//! }
//! ```
//!
//! The whole language of undirected graphs is read: quoted names and names in HTML, ports, attributes, subgraphs, and edges
//! between the vertices of subgraphs. Only the vertices and edges matter for a Hamilton cycle. Source: "DOT Language", the
//! grammar in the documentation of Graphviz.

use std::borrow::Cow;
use std::ops::Range;

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::graphs::simple_edges::SimpleEdges;
use crate::formats::graphs::vertex_names::{VertexNames, directed};
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// The maximum depth of subgraphs within subgraphs.
const MAX_DEPTH: usize = 100;

/// Returns whether a line begins a graph: `graph {` or `digraph {`, perhaps with `strict`, a name, and a comment.
pub(in crate::formats) fn claims(line: &str) -> bool {
    let Some(head) = line.split_inclusive('{').next() else { return false };
    let mut words = head.split_whitespace();
    let is_word = |word: &str, name: &str| word.trim_end_matches('{').eq_ignore_ascii_case(name);
    let first = words.next().unwrap_or_default();
    let graph = match is_word(first, "strict") {
        true => words.next().unwrap_or_default(),
        false => first,
    };
    let is_graph = is_word(graph, "graph") || is_word(graph, "digraph");
    let rest: Vec<&str> = words.collect();
    // a statement of attributes has brackets or `=`, and an arc list of GNF has numbers
    is_graph && (head.ends_with('{') || rest.is_empty() && !line.contains(['[', '=']))
}

/// Returns the ranges of the graphs of a text that begins with one, each of which begins in a line of its own, or `None`
/// for any other text.
pub(in crate::formats) fn list(text: Text<'_>) -> Option<Vec<Range<usize>>> {
    text.lines().next().filter(|line| claims(line.text))?;
    let starts: Vec<usize> =
        text.lines().filter(|line| claims(line.text)).map(|line| line.offset).collect();
    let ends = starts.iter().skip(1).copied().chain([text.0.len()]);
    Some(starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect())
}

/// A token with its place.
#[derive(Clone, Debug)]
struct Token<'a> {
    kind: TokenKind<'a>,
    place: Span<'a>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TokenKind<'a> {
    /// A punctuation character, or an edge.
    Sign(&'static str),
    /// A name without quotation marks, which may be a keyword.
    Word(&'a str),
    /// A name in quotation marks or in HTML.
    Quoted(Cow<'a, str>),
    End,
}

/// The signs, longer ones first.
const SIGNS: [&str; 10] = ["--", "->", "{", "}", "[", "]", ";", ",", "=", ":"];

/// The tokens of a text.
struct Tokens<'a> {
    rest: Span<'a>,
    /// The next token.
    next: Token<'a>,
}

impl<'a> Tokens<'a> {
    fn new(text: Text<'a>) -> Result<Self, Fault> {
        let rest = Span { text: text.0.trim_end(), offset: 0 };
        let next = Token { kind: TokenKind::End, place: rest };
        let mut tokens = Self { rest, next };
        // a line that begins with `#` is a comment, even the first line
        tokens.skip_lines();
        tokens.advance()?;
        Ok(tokens)
    }

    /// Skips lines that begin with `#`.
    fn skip_lines(&mut self) {
        while self.rest.text.starts_with('#') {
            let end = self.rest.text.find('\n').map_or(self.rest.text.len(), |end| end + 1);
            self.rest = self.rest.from(end);
        }
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            let text = self.rest.text;
            if let Some(rest) = text.strip_prefix('\n') {
                self.rest = self.rest.from(text.len() - rest.len());
                self.skip_lines();
            } else if let Some(c) = text.chars().next().filter(|c| c.is_whitespace()) {
                self.rest = self.rest.from(c.len_utf8());
            } else if text.starts_with("//") {
                self.rest = self.rest.from(text.find('\n').unwrap_or(text.len()));
            } else if let Some(comment) = text.strip_prefix("/*") {
                let unclosed = || self.rest.fault("comment without an end\nhelp: end it with '*/'");
                let end = comment.find("*/").ok_or_else(unclosed)?;
                self.rest = self.rest.from(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    /// Reads the next token, and returns the one before it.
    fn advance(&mut self) -> Result<Token<'a>, Fault> {
        self.skip_blanks()?;
        let start = self.rest;
        let kind = match start.text.as_bytes() {
            [] => TokenKind::End,
            [b'"', ..] => TokenKind::Quoted(self.quoted()?),
            [b'<', ..] => TokenKind::Quoted(self.html()?),
            _ => self.sign_or_word()?,
        };
        let place = Span { text: &start.text[..start.text.len() - self.rest.text.len()], ..start };
        Ok(std::mem::replace(&mut self.next, Token { kind, place }))
    }

    fn sign_or_word(&mut self) -> Result<TokenKind<'a>, Fault> {
        let start = self.rest;
        if let Some(sign) = SIGNS.into_iter().find(|sign| start.text.starts_with(sign)) {
            self.rest = start.from(sign.len());
            return Ok(TokenKind::Sign(sign));
        }
        let is_letter = |c: char| c == '_' || c.is_ascii_alphabetic() || !c.is_ascii();
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let signed = usize::from(start.text.starts_with('-'));
        let first = start.text[signed..].chars().next().unwrap_or_default();
        let length = match () {
            () if signed == 0 && is_letter(first) => {
                start.text.find(|c: char| !is_letter(c) && !c.is_ascii_digit() || c.is_whitespace())
            }
            () if is_number(first) => {
                start.text[signed..].find(|c| !is_number(c)).map(|length| length + signed)
            }
            () => {
                let wrong = start.chars().next().unwrap_or(start);
                return Err(wrong.wrong("is not part of a graph in DOT\nhelp: write names with other characters in quotation marks"));
            }
        };
        let length = length.unwrap_or(start.text.len());
        self.rest = start.from(length);
        Ok(TokenKind::Word(&start.text[..length]))
    }

    /// Reads a name in quotation marks, or several such names joined by `+`.
    fn quoted(&mut self) -> Result<Cow<'a, str>, Fault> {
        let mut name = self.one_quoted()?;
        loop {
            let end = self.rest;
            self.skip_blanks()?;
            let Some(rest) = self.rest.text.strip_prefix('+') else {
                self.rest = end;
                return Ok(name);
            };
            self.rest = self.rest.from(self.rest.text.len() - rest.len());
            self.skip_blanks()?;
            if !self.rest.text.starts_with('"') {
                return Err(self.rest.fault("no text in quotation marks after '+'"));
            }
            name.to_mut().push_str(&self.one_quoted()?);
        }
    }

    /// Reads a name in quotation marks, in which `\"` is a quotation mark, and a backslash joins two lines.
    fn one_quoted(&mut self) -> Result<Cow<'a, str>, Fault> {
        let start = self.rest;
        let mut is_escaped = false;
        let end = start.text.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let unclosed = || start.fault(format!("quotation mark without an end: {}", start.shown()));
        let (end, _) = end.ok_or_else(unclosed)?;
        self.rest = start.from(end + 1);
        let inner = &start.text[1..end];
        match inner.contains('\\') {
            true => {
                Ok(inner.replace("\\\"", "\"").replace("\\\r\n", "").replace("\\\n", "").into())
            }
            false => Ok(inner.into()),
        }
    }

    /// Reads a name in HTML, in which `<` and `>` are in pairs.
    fn html(&mut self) -> Result<Cow<'a, str>, Fault> {
        let start = self.rest;
        let mut depth = 0_usize;
        let end = start.text.char_indices().find(|&(_, c)| {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let unclosed = || start.fault(format!("'<' without its '>': {}", start.shown()));
        let (end, _) = end.ok_or_else(unclosed)?;
        self.rest = start.from(end + 1);
        Ok(start.text[..=end].into())
    }

    /// Returns whether the next token is this sign.
    fn is_at(&self, sign: &'static str) -> bool {
        self.next.kind == TokenKind::Sign(sign)
    }

    /// Skips the next token if it is this sign, and returns whether it is.
    fn skip(&mut self, sign: &'static str) -> Result<bool, Fault> {
        let is_sign = self.is_at(sign);
        if is_sign {
            self.advance()?;
        }
        Ok(is_sign)
    }

    /// Returns whether the next token is this keyword, in any case.
    fn is_at_keyword(&self, keyword: &str) -> bool {
        matches!(self.next.kind, TokenKind::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    /// Skips the next token if it is this keyword, and returns whether it is.
    fn skip_keyword(&mut self, keyword: &str) -> Result<bool, Fault> {
        let is_keyword = self.is_at_keyword(keyword);
        if is_keyword {
            self.advance()?;
        }
        Ok(is_keyword)
    }

    /// Skips the next token, which must be this sign.
    fn expect(&mut self, sign: &'static str) -> Result<(), Fault> {
        match self.skip(sign)? {
            true => Ok(()),
            false => Err(self.unexpected(&format!("'{sign}'"))),
        }
    }

    /// Returns the fault of the next token where something else must be.
    fn unexpected(&self, expected: &str) -> Fault {
        match self.next.kind {
            TokenKind::End => self.next.place.fault(format!(
                "the graph ends without {expected}\nhelp: check whether the text is truncated"
            )),
            _ => self.next.place.wrong(format!("where {expected} is expected")),
        }
    }

    /// Reads a name.
    fn name(&mut self, what: &str) -> Result<Cow<'a, str>, Fault> {
        match self.next.kind {
            TokenKind::Word(_) | TokenKind::Quoted(_) => match self.advance()?.kind {
                TokenKind::Quoted(name) => Ok(name),
                TokenKind::Word(name) => Ok(name.into()),
                _ => Ok("".into()),
            },
            _ => Err(self.unexpected(what)),
        }
    }
}

/// The graph read so far.
struct DotGraph<'a> {
    tokens: Tokens<'a>,
    names: VertexNames<'a>,
    edges: SimpleEdges,
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let tokens = Tokens::new(text)?;
    let mut graph =
        DotGraph { tokens, names: VertexNames::default(), edges: SimpleEdges::default() };
    let start = graph.tokens.next.place;
    expect_kind(PuzzleKind::Hamilton, kind, start)?;
    graph.tokens.skip_keyword("strict")?;
    if graph.tokens.is_at_keyword("digraph") {
        return Err(directed(graph.tokens.next.place));
    }
    if !graph.tokens.skip_keyword("graph")? {
        return Err(graph.tokens.unexpected("'graph'"));
    }
    if !graph.tokens.is_at("{") {
        graph.tokens.name("a name or '{'")?;
    }
    graph.tokens.expect("{")?;
    graph.statements(0)?;
    match graph.tokens.next.kind {
        TokenKind::End => graph.names.into_cycle(graph.edges, start),
        _ => Err(graph.tokens.next.place.wrong("after the graph\nhelp: remove it")),
    }
}

impl<'a> DotGraph<'a> {
    /// Reads statements up to `}`. Returns the vertices in them.
    fn statements(&mut self, depth: usize) -> Result<Vec<u32>, Fault> {
        let mut vertices = Vec::new();
        while !self.tokens.skip("}")? {
            if self.tokens.next.kind == TokenKind::End {
                return Err(self.tokens.unexpected("'}'"));
            }
            if !self.tokens.skip(";")? {
                self.statement(depth, &mut vertices)?;
            }
        }
        Ok(vertices)
    }

    /// Reads a statement, and adds its vertices.
    fn statement(&mut self, depth: usize, vertices: &mut Vec<u32>) -> Result<(), Fault> {
        let is_default =
            ["graph", "node", "edge"].iter().any(|word| self.tokens.is_at_keyword(word));
        if is_default {
            self.tokens.advance()?;
            return self.attributes();
        }
        let is_name = !self.tokens.is_at("{") && !self.tokens.is_at_keyword("subgraph");
        let (mut from, is_assignment) = match is_name {
            true => {
                let name = self.tokens.name("a vertex")?;
                match self.tokens.skip("=")? {
                    true => (Vec::new(), true),
                    false => (self.vertex(name)?, false),
                }
            }
            false => (self.subgraph(depth)?, false),
        };
        if is_assignment {
            self.tokens.name("a value")?;
            return Ok(());
        }
        vertices.extend(&from);
        loop {
            let place = self.tokens.next.place;
            if self.tokens.is_at("->") {
                return Err(place
                    .wrong("is a directed edge\nhelp: write '--'; directed edges are not read"));
            }
            if !self.tokens.skip("--")? {
                break;
            }
            let to = self.end_of_edge(depth)?;
            for &a in &from {
                to.iter().try_for_each(|&b| self.edges.add([a, b], place))?;
            }
            vertices.extend(&to);
            from = to;
        }
        self.attributes()
    }

    /// Reads the vertex or the subgraph after `--`.
    fn end_of_edge(&mut self, depth: usize) -> Result<Vec<u32>, Fault> {
        if self.tokens.is_at("{") || self.tokens.is_at_keyword("subgraph") {
            return self.subgraph(depth);
        }
        let name = self.tokens.name("a vertex")?;
        self.vertex(name)
    }

    /// Returns the vertex of a name, after which there may be a port.
    fn vertex(&mut self, name: Cow<'a, str>) -> Result<Vec<u32>, Fault> {
        for _ in 0..2 {
            if self.tokens.skip(":")? {
                self.tokens.name("a port")?;
            }
        }
        Ok(vec![self.names.vertex(name).0])
    }

    /// Reads a subgraph. Returns its vertices.
    fn subgraph(&mut self, depth: usize) -> Result<Vec<u32>, Fault> {
        if depth == MAX_DEPTH {
            return Err(self
                .tokens
                .next
                .place
                .fault(format!("subgraph in more than {MAX_DEPTH} subgraphs")));
        }
        if self.tokens.skip_keyword("subgraph")? && !self.tokens.is_at("{") {
            self.tokens.name("a name or '{'")?;
        }
        self.tokens.expect("{")?;
        let mut vertices = self.statements(depth + 1)?;
        vertices.sort_unstable();
        vertices.dedup();
        Ok(vertices)
    }

    /// Skips lists of attributes.
    fn attributes(&mut self) -> Result<(), Fault> {
        while self.tokens.skip("[")? {
            while !self.tokens.skip("]")? {
                self.tokens.name("an attribute or ']'")?;
                if self.tokens.skip("=")? {
                    self.tokens.name("a value")?;
                }
                if !self.tokens.skip(";")? {
                    self.tokens.skip(",")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a graph whose vertices are named by their numbers.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the reader takes every graph as
/// a cycle problem.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let isolated = (0..graph.vertex_count()).filter(|&vertex| graph.incident(vertex).is_empty());
    let vertices: String = isolated.map(|vertex| format!("  {};\n", vertex + 1)).collect();
    let edge = |edge| {
        let [a, b] = graph.ends(edge);
        format!("  {} -- {};\n", a + 1, b + 1)
    };
    Some(format!("graph {{\n{vertices}{}}}\n", graph.edges().map(edge).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, read_all, write};

    #[test]
    fn the_language_of_undirected_graphs_is_read() {
        let plain = read("hamilton graph 4\n1 2\n2 3\n3 4\n4 1\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Dot).unwrap();
        assert_eq!(text, "graph {\n  1 -- 2;\n  2 -- 3;\n  3 -- 4;\n  4 -- 1;\n}\n");
        for other in [
            "graph { 1 -- 2 -- 3 -- 4 -- 1 }",
            "STRICT Graph \"a \\\" b\" {\n# a comment\n1--2--3;3--4/* c */;4--1[color=red,w=2][x=y]\n}\n",
            "graph g{a--b:n--c:p:sw; \"c\"--<d<i>>; <d<i>>--a // end\n}",
            "graph\n{\n node [shape=box]; rankdir=LR\n a; {b d} -- a; subgraph s { b; d } -- c }",
            "graph { \"a\" + \"b\" -- ü; ü -- -1.5; -1.5 -- 0; 0 -- ab }",
            "graph { a -- b; b -- a; b -- b; b -- c; c -- d; d -- a }",
        ] {
            let parsed = read(other, None).unwrap_or_else(|error| panic!("{error}\n{other}"));
            assert_eq!(parsed.format, PuzzleFormat::Dot, "{other}");
            assert_eq!(parsed.puzzle.extent(), plain.extent(), "{other}");
        }
        let named = read("graph { a -- b; b -- a; b -- b }", None).unwrap();
        assert_eq!(named.notes.len(), 3, "{:?}", named.notes);
        assert!(named.notes[0].contains("1 is 'a', 2 is 'b'"), "{:?}", named.notes);
        let product = read("graph { {1 2 3} -- {4 5} }", None).unwrap().puzzle;
        assert_eq!(product.atom_count(), 6);
    }

    #[test]
    fn several_graphs_in_a_file_are_several_puzzles() {
        let text = "graph a {\n  graph [label=x]\n  1 -- 2\n}\nstrict graph {\n1 -- 2 -- 3\n}\n";
        let all = read_all(text, None);
        let atoms: Vec<usize> =
            all.into_iter().map(|one| one.1.unwrap().puzzle.atom_count()).collect();
        assert_eq!(atoms, [1, 2]);
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(&[
            ("digraph { a -> b }\n", 1, 1, "'digraph' is a directed graph"),
            ("graph {\n  a -> b\n}\n", 2, 5, "'->' is a directed edge"),
            ("graph {\n  a -- b\n", 2, 9, "ends without '}'"),
            ("graph {\n  a -- ;\n}\n", 2, 8, "';' where a vertex is expected"),
            ("graph {\n  a -- \"b\n}\n", 2, 8, "quotation mark without an end"),
            ("graph {\n  a -- <b\n}\n", 2, 8, "'<' without its '>'"),
            ("graph {\n  a [x=]\n}\n", 2, 8, "']' where a value is expected"),
            ("graph {\n  a ! b\n}\n", 2, 5, "'!' is not part of a graph"),
            ("graph {\n  /* a\n}\n", 2, 3, "comment without an end"),
            ("graph {\n}\n}\n", 3, 1, "'}' after the graph"),
            ("graph {\n}\n", 1, 1, "no vertices"),
            (&format!("graph {{{}", "{".repeat(1000)), 1, 108, "in more than 100 subgraphs"),
        ]);
    }
}
