//! The files of the page: the folder `page/`, compiled into the program.

use std::hash::{DefaultHasher, Hasher as _};
use std::sync::LazyLock;

use super::bundle::bundle;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageAsset {
    /// The path in the folder `page/`, with slashes.
    path: &'static str,
    /// The content.
    pub content: &'static [u8],
}

/// Makes the table of files from the names in each folder.
macro_rules! assets {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($(PageAsset {
            path: concat!($folder, $name),
            content: include_bytes!(concat!("../../../../page/", $folder, $name)),
        }),*),*]
    };
}

/// All files of the folder `page/`. A test compares the folder with this list.
const ASSETS: &[PageAsset] = assets![
    "": "icon.svg" "index.html";
    "css/": "base.css" "controls.css" "dark.css" "layout.css" "panels.css";
    "js/": "app.js" "config.js" "main.js" "types.js";
    "js/board/": "base.js" "clues.js" "cursor.js" "gestures.js" "highlights.js" "ink.js" "layout.js"
        "symbols.js" "theme.js" "values.js" "view.js" "words.js";
    "js/edit/": "mode.js" "model.js" "panel.js" "places.js" "plain.js" "rooms.js" "work.js";
    "js/engine/": "errors.js" "index.js" "server.js" "worker.js";
    "js/inspect/": "clauses.js" "files.js" "mode.js" "sizes.js";
    "js/open/": "dialogs.js" "files.js" "new.js";
    "js/play/": "cells.js" "check.js" "game.js" "hint.js" "keypad.js" "lines.js" "mode.js" "next.js" "pieces.js"
        "save.js" "shades.js" "sweep.js" "timer.js" "values.js" "walls.js";
    "js/share/": "address.js" "export.js" "picture.js" "png.js" "print.js";
    "js/ui/": "announce.js" "dialog.js" "dom.js" "formula.js" "help.js" "icons.js" "keys.js"
        "probe.js" "setting.js" "tabs.js" "tools.js";
    "js/watch/": "choices.js" "command.js" "mode.js" "player.js" "rounds.js" "scene.js" "solvers.js";
];

/// The media type of each ending of a file name.
const CONTENT_TYPES: [(&str, &str); 7] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// The module with which the page starts.
const START: &str = "js/main.js";

/// All modules as one script.
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    bundle(START, &|path| {
        let asset = ASSETS.iter().find(|asset| asset.path == path)?;
        str::from_utf8(asset.content).ok()
    })
});

/// Returns the file of a path. The path must be equal to an entry of the table, byte for byte, so no spelling of a path
/// (such as `/../Cargo.toml` or `/%69ndex.html`) reaches another file.
pub fn find(path: &str) -> Option<PageAsset> {
    let path = path.strip_prefix('/')?;
    let path = if path.is_empty() { "index.html" } else { path };
    let asset = ASSETS.iter().find(|asset| asset.path == path).copied()?;
    Some(match path {
        START => PageAsset { content: SCRIPT.as_bytes(), ..asset },
        _ => asset,
    })
}

impl PageAsset {
    /// Returns whether this is the page itself, which the browser must not store.
    pub fn is_page(&self) -> bool {
        self.path == "index.html"
    }

    /// Returns the media type.
    pub fn content_type(&self) -> &'static str {
        let ending = self.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let known = CONTENT_TYPES.iter().find(|(known, _)| *known == ending);
        known.map_or("application/octet-stream", |(_, media_type)| media_type)
    }

    /// Returns the entity tag (`ETag`) of the content, a hash.
    pub fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        hasher.write(self.content);
        format!("\"{:016x}\"", hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{ASSETS, find};

    #[test]
    fn the_table_has_the_files_of_the_folder() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut found = BTreeSet::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => {
                        let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
                        found.insert(path.replace('\\', "/"));
                    }
                }
            }
        }
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_owned()).collect();
        assert_eq!(listed.len(), ASSETS.len(), "a file is listed twice");
        assert_eq!(found, listed);
    }

    #[test]
    fn the_script_has_all_modules_and_imports_nothing() {
        let script = str::from_utf8(find("/js/main.js").unwrap().content).unwrap();
        let begins = |word: &str| script.lines().any(|line| line.starts_with(word));
        assert!(!begins("import ") && !begins("export "));
        for asset in ASSETS.iter().filter(|asset| asset.path.ends_with(".js")) {
            let has_types_only = asset.path == "js/types.js";
            let head = format!("(() => {{ // {}\n", asset.path);
            assert_eq!(script.matches(&head).count(), usize::from(!has_types_only), "{head}");
        }
    }

    #[test]
    fn every_file_has_a_media_type() {
        for asset in ASSETS {
            assert_ne!(asset.content_type(), "application/octet-stream", "{}", asset.path);
        }
    }

    #[test]
    fn only_the_spelling_of_the_table_is_found() {
        assert_eq!(find("/").unwrap().content, find("/index.html").unwrap().content);
        let strange = ["", "index.html", "//", "/./index.html", "/index.html/", "/INDEX.HTML"];
        for path in strange.into_iter().chain(["/../Cargo.toml", "/%69ndex.html", "/\0"]) {
            assert!(find(path).is_none(), "{path:?}");
        }
    }
}
