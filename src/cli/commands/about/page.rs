//! Markdown as text for a terminal.

use std::iter::Peekable;

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::WrapAlgorithm;

use crate::cli::terminal::{self, wrapping};

/// The maximum and minimum width of a page, in characters.
const WIDTHS: (usize, usize) = (100, 40);

/// The indentation of a code block.
const INDENT: &str = "    ";

/// Tables have a rule below the heading and no other lines.
const TABLE_STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('-'));

/// A section of a page.
#[derive(Debug)]
pub struct PageSection<'a> {
    /// The heading, without `#`.
    pub heading: &'a str,
    /// Markdown, including the heading.
    pub text: &'a str,
}

/// Returns the width of a page in characters: the width of the terminal, or else the variable `COLUMNS`, or else 80.
/// The result is at least 40 and at most 100.
pub fn width() -> usize {
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal::width().or_else(variable).unwrap_or(80).clamp(WIDTHS.1, WIDTHS.0)
}

/// Splits a page at its headings of the second level. The first section is the part before them.
pub fn sections(text: &str) -> Vec<PageSection<'_>> {
    let starts = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let starts = starts.filter_map(|(event, range)| match event {
        Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => Some(range.start),
        _ => None,
    });
    let starts: Vec<usize> = [0].into_iter().chain(starts).chain([text.len()]).collect();
    let section = |pair: &[usize]| {
        let text = &text[pair[0]..pair[1]];
        let heading = text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        PageSection { heading, text }
    };
    starts.windows(2).map(section).collect()
}

/// Renders Markdown as text that is at most `width` columns wide, except for code blocks.
pub fn render(text: &str, width: usize) -> String {
    let mut page =
        ReferencePage { events: Parser::new_ext(text, Options::ENABLE_TABLES).peekable() };
    let blocks = page.blocks(width);
    blocks.trim_start_matches('\n').to_owned()
}

struct ReferencePage<'a> {
    events: Peekable<Parser<'a>>,
}

impl<'a> ReferencePage<'a> {
    /// Renders blocks up to the end of the enclosing element. An empty line precedes each block.
    fn blocks(&mut self, width: usize) -> String {
        let mut out = String::new();
        while let Some(event) = self.events.peek() {
            match event {
                Event::End(_) => break,
                Event::Start(Tag::HtmlBlock) => self.skip(),
                Event::Start(Tag::Heading { level, .. }) => {
                    let level = *level;
                    self.events.next();
                    out += &heading(&self.inline(), level);
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    self.events.next();
                    out += "\n";
                    out += &indent(&self.inline(), INDENT, INDENT);
                }
                Event::Start(Tag::List(first)) => {
                    let first = *first;
                    self.events.next();
                    out += &self.list(first, width);
                }
                Event::Start(Tag::Table(_)) => {
                    self.events.next();
                    out += "\n";
                    out += &self.table(width);
                }
                Event::Start(Tag::Paragraph) => {
                    self.events.next();
                    out += "\n";
                    out += &wrapped(&self.inline(), width);
                }
                Event::Rule => {
                    self.events.next();
                }
                Event::Start(tag) if !is_inline(tag) => {
                    self.events.next();
                    out += &self.blocks(width);
                }
                // the text of a tight list item
                _ => out += &wrapped(&self.inline_until_block(), width),
            }
        }
        self.events.next();
        out
    }

    /// Skips an element and all that it contains.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        for event in self.events.by_ref() {
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }

    /// Returns the text up to the end of the enclosing element.
    fn inline(&mut self) -> String {
        let text = self.inline_until_block();
        self.events.next();
        text
    }

    /// Returns the text up to the end of the enclosing element or the start of a block.
    fn inline_until_block(&mut self) -> String {
        let (mut text, mut depth) = (String::new(), 0_usize);
        while let Some(event) = self.events.peek() {
            match event {
                Event::Start(tag) if is_inline(tag) => depth += 1,
                Event::Start(_) => break,
                Event::End(_) if depth == 0 => break,
                Event::End(_) => depth -= 1,
                Event::Text(part) => text += part,
                Event::Code(code) => text += &format!("`{code}`"),
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                _ => {}
            }
            self.events.next();
        }
        text
    }

    /// Renders a list whose start event has been read. `first` is the number of its first item.
    fn list(&mut self, first: Option<u64>, width: usize) -> String {
        let (mut out, mut number) = ("\n".to_owned(), first);
        while let Some(Event::Start(Tag::Item)) = self.events.next() {
            let mark = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
            number = number.map(|number| number + 1);
            let item = self.blocks(width.saturating_sub(mark.len()));
            let item = item.trim_start_matches('\n');
            out += &indent(item, &mark, &" ".repeat(mark.len()));
        }
        out
    }

    /// Renders a table whose start event has been read.
    fn table(&mut self, width: usize) -> String {
        let mut table = Table::new();
        table.load_style(TABLE_STYLE).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableHead) => {
                    let row = self.row();
                    if row.iter().any(|cell| !cell.is_empty()) {
                        table.set_header(row);
                    }
                }
                Event::Start(Tag::TableRow) => {
                    let row = self.row();
                    table.add_row(row);
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }

    /// Returns the cells of a row whose start event has been read.
    fn row(&mut self) -> Vec<String> {
        let mut cells = Vec::new();
        while let Some(Event::Start(Tag::TableCell)) = self.events.next() {
            cells.push(self.inline());
        }
        cells
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. })
}

/// Returns a heading. A line of `=` or `-` underlines the headings of the first two levels.
fn heading(text: &str, level: HeadingLevel) -> String {
    let rule = match level {
        HeadingLevel::H1 => "=",
        HeadingLevel::H2 => "-",
        _ => return format!("\n{text}\n"),
    };
    format!("\n{text}\n{}\n", rule.repeat(text.chars().count()))
}

fn wrapped(text: &str, width: usize) -> String {
    textwrap::fill(text, wrapping(width, "").wrap_algorithm(WrapAlgorithm::FirstFit)) + "\n"
}

/// Indents each line that is not empty: the first line by `first`, the other lines by `rest`.
fn indent(text: &str, first: &str, rest: &str) -> String {
    let lines = text.lines().enumerate().map(|(number, line)| match (number, line) {
        (0, _) => format!("{first}{line}\n"),
        (_, "") => "\n".to_owned(),
        _ => format!("{rest}{line}\n"),
    });
    lines.collect()
}
