//! The sources of puzzle texts: files, standard input, and addresses that are given in place of a file name.

mod saved;
pub(super) mod stream;

use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use crate::formats::graphs::{graph_lists, metis, printable_graphs};
use crate::formats::other::{self, text_in};
use crate::formats::{
    ParseError, Parsed, PuzzleFormat, is_like_puzzle, kind_file, loopy, plain, puzzlink, read,
    read_in,
};
pub use saved::{load_saved, load_text};
use stream::Numbered;
pub use stream::read_all;

use crate::puzzle::PuzzleKind;
use encycle_encodings::text::Text;
use encycle_files::{compression, plain_ending};

/// The largest size of a puzzle in bytes, after decompression.
pub const SIZE_LIMIT: u64 = 64 << 20;

/// The name of standard input in error messages, and in `<stdin>#N`, where it means the same as `-`.
pub const STDIN: &str = "<stdin>";

/// An error from loading a puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The text cannot be read.
    #[error("{name}: {cause}")]
    Io {
        /// The file name, or `<stdin>`.
        name: String,
        /// The error of the operating system or of the decompressor.
        #[source]
        cause: io::Error,
    },
    /// The text exceeds [`SIZE_LIMIT`].
    #[error("{name}: the text exceeds the limit of {} MiB for puzzles", SIZE_LIMIT >> 20)]
    TooLarge {
        /// The file name, or `<stdin>`.
        name: String,
    },
    /// The text is not a valid puzzle.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// Loads one puzzle from `source`.
///
/// `source` is a file name (compressed files are decompressed), `-` for standard input, an address such as the
/// addresses of puzz.link, or a Loopy id. Addresses contain the puzzle, so nothing is fetched from the network.
/// `FILE#N` is the N-th puzzle of a file, and `-#N` is the N-th puzzle of standard input.
///
/// A Loopy id or a bare `slither/...` that is also the path of an existing file is read as that file. Unless
/// `kind` is set, the ending of a file name may imply the kind ([`PuzzleFormat::of_ending`]): for example, `.sdk` means a
/// Sudoku, and `.g6` a Hamilton puzzle.
///
/// # Errors
/// Returns an error if the source cannot be read, its text is invalid, or it holds several puzzles.
pub fn load(source: &str, kind: Option<PuzzleKind>) -> Result<Parsed, LoadError> {
    let only = |text: &str, kind| vec![(None, read(text, kind))];
    // `only` returns one result for one text
    Ok(load_with(source, kind, only)?.swap_remove(0).1?)
}

/// Loads all puzzles from `source`.
///
/// It accepts the same sources as [`load`], but a text may contain many puzzles ([`read_all`]). Each puzzle comes with
/// its name, which is the name of the source, followed by `#N` if there are several puzzles.
///
/// # Errors
/// Returns an error if the source cannot be read. If a file contains several puzzles, an invalid puzzle is an error at
/// its position in the list.
pub fn load_all(source: &str, kind: Option<PuzzleKind>) -> Result<Vec<NamedPuzzle>, LoadError> {
    load_with(source, kind, read_all)
}

/// Returns whether the content of a file is like a puzzle ([`is_like_puzzle`]), so that an error of [`load_all`] concerns a
/// damaged puzzle, not another file. A file that cannot be read may be a puzzle.
#[must_use]
pub fn is_puzzle_file(path: &Path) -> bool {
    let Ok(bytes) = bytes_of(path) else { return true };
    text_in(&bytes).is_ok_and(|text| is_like_puzzle(&text))
}

/// The result of reading the puzzles of a text: each with its number, if there are several.
type Reader = fn(&str, Option<PuzzleKind>) -> Vec<Numbered>;

/// Loads the puzzles that `reader` reads from `source`.
fn load_with(
    source: &str,
    kind: Option<PuzzleKind>,
    reader: Reader,
) -> Result<Vec<NamedPuzzle>, LoadError> {
    if source == "-" || source == STDIN {
        let input = compression::open_source(Path::new("-"));
        let input = input.map_err(|cause| LoadError::Io { name: STDIN.to_owned(), cause })?;
        return parse(&limited(input, STDIN)?, STDIN, kind, reader);
    }
    if is_address(source.trim()) {
        let parsed = read(source, kind).map_err(|error| error.in_origin("<address>"))?;
        return Ok(vec![(source.to_owned(), Ok(parsed))]);
    }
    match one_of_many(source) {
        Some((file, number)) => {
            Ok(vec![select(load_with(file, kind, stream::read_each)?, file, number)?])
        }
        None => {
            let bytes = bytes_of(Path::new(source))?;
            let implied = format_by_name(source, &bytes);
            let kind = kind.or(implied.map(|(_, own)| own));
            let is_graph = |own: PuzzleKind| own != PuzzleKind::Sudoku && kind == Some(own);
            match implied.filter(|&(_, own)| is_graph(own)) {
                Some((format, _)) => parse(&bytes, source, kind, |text, kind| {
                    read_of_ending(text, format, kind, reader)
                }),
                None => parse(&bytes, source, kind, reader),
            }
        }
    }
}

/// A puzzle's name, and the puzzle or its error.
pub type NamedPuzzle = (String, Result<Parsed, ParseError>);

/// Splits `FILE#N` into the file and the number, unless a file with the whole name exists.
///
/// ```
/// assert_eq!(encycle::formats::one_of_many("graphs.g6#2"), Some(("graphs.g6", 2)));
/// assert_eq!(encycle::formats::one_of_many("graphs.g6"), None);
/// ```
#[must_use]
pub fn one_of_many(source: &str) -> Option<(&str, usize)> {
    let (file, number) = source.rsplit_once('#')?;
    Some((file, number.parse().ok()?)).filter(|_| !Path::new(source).exists())
}

/// Returns the problem with this number, counted from 1, among all problems of a file.
pub(super) fn select<T>(mut all: Vec<T>, file: &str, number: usize) -> Result<T, ParseError> {
    let count = all.len();
    if number == 0 || number > count {
        let message = format!("no puzzle #{number}: the file has {count}");
        return Err(ParseError::at("", 0, message).in_origin(file));
    }
    Ok(all.swap_remove(number - 1))
}

/// Reads a file whose ending names a format of graphs. The content may still show another format, because an edge list in a file
/// `.graph` is read, too. But if the content shows no format and cannot be read, the errors are those of the named format.
fn read_of_ending(
    text: &str,
    format: PuzzleFormat,
    kind: Option<PuzzleKind>,
    reader: Reader,
) -> Vec<Numbered> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // two numbers in every line are also a list of edges
    if format == PuzzleFormat::Metis && metis::is_regular(Text(text)) {
        return read_as(text, format, kind);
    }
    let all = reader(text, kind);
    let is_refused = matches!(all[..], [(_, Err(_))]);
    if is_refused && is_vague(Text(text), kind) { read_as(text, format, kind) } else { all }
}

/// Returns whether a text does not show its format: it would be read as a bare grid, or as numbers in lines.
fn is_vague(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    if text.lines().next().is_none() || kind_file::begins(text.0) || other::named(text).is_some() {
        return false;
    }
    match PuzzleFormat::recognize(text, kind) {
        PuzzleFormat::Plain => plain::is_bare(text, kind),
        PuzzleFormat::Edges | PuzzleFormat::Metis => true,
        _ => false,
    }
}

/// Reads a text in a format. Each line is a graph in the formats that have one graph a line.
fn read_as(text: &str, format: PuzzleFormat, kind: Option<PuzzleKind>) -> Vec<Numbered> {
    let is_by_line = matches!(format, PuzzleFormat::Graph6 | PuzzleFormat::Sparse6);
    let pieces: Vec<Range<usize>> = match is_by_line {
        true => graph_lists::graph_lines(Text(text)),
        false => std::iter::once(0..text.len()).collect(),
    };
    let is_list = pieces.len() > 1;
    let one = |(number, piece): (usize, Range<usize>)| {
        let part = Text(&text[piece.clone()]);
        let format = if is_by_line { printable_graphs::format_of(part) } else { format };
        let parsed = read_in(part, format, kind)
            .map_err(|fault| ParseError::at(text, piece.start + fault.offset, fault.message));
        (is_list.then_some(number), parsed)
    };
    (1..).zip(pieces).map(one).collect()
}

/// Returns the format and the kind implied by the ending of a file name, unless the content shows that the ending means
/// another format.
fn format_by_name(source: &str, content: &[u8]) -> Option<(PuzzleFormat, PuzzleKind)> {
    let (format, kind) = PuzzleFormat::of_ending(&plain_ending(Path::new(source))?)?;
    // `.graph` is the ending of METIS, but it may also be a file in the format `graph`, which is JSON
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let is_json = format == PuzzleFormat::Metis && content.trim_ascii_start().starts_with(b"{");
    // a problem of the challenge ICGCA is a Numberlink
    let is_paths = format == PuzzleFormat::Col
        && content.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"t "));
    let kind = if is_paths { PuzzleKind::Numberlink } else { kind };
    (!is_json).then_some((format, kind))
}

/// Returns whether `source` is the puzzle itself rather than the name of a file.
fn is_address(source: &str) -> bool {
    let scheme = |scheme: &str| {
        source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let sure = scheme("http://") || scheme("https://") || puzzlink::names_a_puzzle(source);
    sure || ((puzzlink::claims(source) || loopy::is_id(source)) && !Path::new(source).exists())
}

/// Parses all puzzles in the bytes of a source.
fn parse(
    bytes: &[u8],
    name: &str,
    kind: Option<PuzzleKind>,
    reader: impl Fn(&str, Option<PuzzleKind>) -> Vec<Numbered>,
) -> Result<Vec<NamedPuzzle>, LoadError> {
    let text = text_in(bytes).map_err(|error| error.in_origin(name))?;
    let named = |(number, parsed): Numbered| {
        // puzzles carry the name that the command line uses, whereas errors carry the name of the stream
        let source = if name == STDIN { "-" } else { name };
        let own = number.map_or_else(|| source.to_owned(), |number| format!("{source}#{number}"));
        (own, parsed.map_err(|error| error.in_origin(name)))
    };
    Ok(reader(&text, kind).into_iter().map(named).collect())
}

/// Reads a file, after decompression, up to [`SIZE_LIMIT`].
fn bytes_of(path: &Path) -> Result<Vec<u8>, LoadError> {
    let name = path.display().to_string();
    let failed = |cause| LoadError::Io { name: name.clone(), cause };
    if fs::metadata(path).map_err(failed)?.len() > SIZE_LIMIT {
        return Err(LoadError::TooLarge { name });
    }
    limited(compression::open(path).map_err(failed)?, &name)
}

/// Reads at most [`SIZE_LIMIT`] bytes.
fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let failed = |cause| LoadError::Io { name: name.to_owned(), cause };
    reader.take(SIZE_LIMIT + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(LoadError::TooLarge { name: name.to_owned() });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_files::compression::Compression;

    /// Writes a file of this name and content; its directory is deleted when the first value is dropped.
    fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap().to_owned();
        (dir, path)
    }

    /// Compresses the content with the method of this file ending.
    fn packed(ending: &str, content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let compression = Compression::of(Path::new(&format!("a.{ending}")));
        compression.write(&mut bytes, |out| out.write_all(content)).unwrap();
        bytes
    }

    /// A byte order mark in joined files, a final Ctrl-Z and the line ends of old Macs were errors.
    #[test]
    fn traces_of_other_systems_are_skipped() {
        let puzzle = "slitherlink 1 2\n3.\n";
        for (text, count) in [
            (format!("\u{feff}{puzzle}\u{feff}{puzzle}"), 2),
            (format!("{puzzle}\u{1a}"), 1),
            (format!("{puzzle}\u{1a}\r\n"), 1),
            (puzzle.replace('\n', "\r"), 1),
            (puzzle.replace('\n', "\r\n"), 1),
        ] {
            let (_folder, path) = file("joined.txt", text.as_bytes());
            let all = load_all(&path, None).expect("puzzles");
            assert_eq!(all.len(), count, "{text:?}");
            assert!(all.iter().all(|(_, parsed)| parsed.is_ok()), "{text:?}");
        }
    }

    #[test]
    fn files_addresses_and_ids_hold_the_same_puzzle() {
        let (_dir, plain) = file("a.txt", b"3.2\n.0.\n");
        let (_dir, gz) = file("a.txt.gz", &packed("gz", b"3.2\n.0.\n"));
        let (_dir, xz) = file("a.txt.XZ", &packed("xz", b"3.2\n.0.\n"));
        let puzzle = load(&plain, None).unwrap().puzzle;
        let address = "https://puzz.link/p?slither/3/2/87a";
        for source in [&gz, &xz, address, "slither/3/2/87a", "3x2:3a2a0a"] {
            assert_eq!(load(source, None).unwrap().puzzle, puzzle, "{source}");
        }
    }

    #[test]
    fn a_file_in_the_format_graph_with_the_ending_graph_was_read_as_metis() {
        let json = br#"{"kind": "slitherlink", "vertices": 3, "edges": [[1, 2], [2, 3], [3, 1]]}"#;
        for (name, content) in [("a.graph", &json[..]), ("a.GRAPH.gz", &packed("gz", json))] {
            let (_dir, path) = file(name, content);
            let parsed = load(&path, None).unwrap();
            assert_eq!(
                (parsed.format, parsed.puzzle.kind()),
                (PuzzleFormat::Graph, PuzzleKind::Slitherlink)
            );
            // a kind of the caller is not replaced
            let error = load(&path, Some(PuzzleKind::Hamilton)).unwrap_err().to_string();
            assert!(error.contains("expected a puzzle of the kind hamilton"), "{error}");
        }
        let (_dir, metis) = file("b.graph", b"3 4 0\n2 3\n1 3\n1 2\n");
        let error = load(&metis, None).unwrap_err().to_string();
        assert!(error.contains("4 edges announced, 3 listed"), "{error}");
    }

    /// The messages were those of a bare grid, of a list of edges, or of no format at all.
    #[test]
    fn errors_of_a_damaged_graph_were_not_of_the_format_that_the_ending_names() {
        for (name, content, place, words) in [
            ("a.metis", &b"3 3\n2 4\n1 3\n1 2\n"[..], "2:3", "'4' is not a vertex from 1 to 3"),
            ("a.metis", b"3 1\n2\n1\n", "1:1", "3 vertices announced, and 2 lines below"),
            ("a.graph", b"3 1\n2\n1\n\n3\n", "1:1", "3 vertices announced, and 4 lines below"),
            ("a.g6", b"DQ\x01\n", "1:3", "is not a character of a graph"),
            ("a.g6", b"DQ\x7f\n", "1:3", "is not a character of a graph"),
            ("a.g6", "D\u{e9}c\n".as_bytes(), "1:2", "is not a character of a graph"),
            ("a.s6", b":Fa@x\x01\n", "1:6", "is not a character of a graph"),
            ("a.col", b"e 1 2\n", "1:1", "'e' before the problem line"),
            ("a.col", b"l 5\np edge 2 1\ne 1 2\nt 1 2\n", "1:1", "'l' before the problem line"),
            ("a.col", b"t 1 2\np edge 2 1\ne 1 2\n", "1:1", "'t' before the problem line"),
            ("a.dot", b"// c\ngrph { 1--2 }\n", "2:1", "'grph' where 'graph' is expected"),
            ("a.mtx", b"3 3 1\n2 1\n", "1:1", "the first line has not five words"),
        ] {
            let (_dir, path) = file(name, content);
            let error = load(&path, None).expect_err(name).to_string();
            assert!(error.starts_with(&format!("{path}:{place}: ")), "{error}");
            assert!(error.contains(words), "{error}");
        }
        // content in another format, and text that is no puzzle, have their own errors
        for (name, content, words) in [
            ("a.g6", &b"graph {\n1 -> 2\n}\n"[..], "'->' is a directed edge"),
            ("a.col", b"hamilton graph 2\n1 3\n", "'3' is not a vertex"),
            ("a.metis", b"<!doctype html>\n<html></html>\n", "a web page"),
            ("a.g6", b"", "the text is empty"),
        ] {
            let (_dir, path) = file(name, content);
            let error = load(&path, None).expect_err(name).to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_damaged_first_graph_of_a_file_hid_the_others() {
        let (_dir, path) = file("a.g6", b"DQ\x01\nDQc\n:Fa@x^\n");
        let all = load_all(&path, None).unwrap();
        let are_read: Vec<bool> = all.iter().map(|(_, parsed)| parsed.is_ok()).collect();
        assert_eq!(are_read, [false, true, true]);
        assert_eq!(all[2].0, format!("{path}#3"));
        assert!(load(&format!("{path}#2"), None).is_ok());
        let error = load(&path, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{path}:1:3: ")), "{error}");
    }

    #[test]
    fn errors_contain_the_file_name_or_address() {
        let (_dir, wrong) = file("a.txt", b"3.\n.y\n");
        let error = load(&wrong, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{wrong}:2:2: ")), "{error}");
        let error = load("slither/3/2/87", None).unwrap_err().to_string();
        assert!(error.starts_with("<address>:1:15: "), "{error}");
        let error = load("no/such/file", None).unwrap_err().to_string();
        assert!(error.starts_with("no/such/file: "), "{error}");
    }

    #[test]
    fn truncated_and_uncompressed_files_are_rejected() {
        for ending in ["gz", "xz"] {
            let whole = packed(ending, b"3.2\n.0.\n");
            for content in [&whole[..whole.len() - 1], &whole[..15], b"3.2\n.0.\n", b""] {
                let (_dir, name) = file(&format!("a.{ending}"), content);
                let error = load(&name, None).unwrap_err();
                assert!(matches!(error, LoadError::Io { .. }), "{ending} {content:?}: {error}");
                assert!(error.to_string().contains(&format!(".{ending} data")), "{error}");
            }
        }
    }

    #[test]
    fn a_small_file_that_decompresses_to_a_huge_one_is_rejected() {
        let huge = vec![b' '; usize::try_from(SIZE_LIMIT).unwrap() + 1];
        for ending in ["gz", "xz"] {
            let (_dir, bomb) = file(&format!("a.{ending}"), &packed(ending, &huge));
            assert!(matches!(load(&bomb, None), Err(LoadError::TooLarge { .. })), "{ending}");
        }
    }
}
