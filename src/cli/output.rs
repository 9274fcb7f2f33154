//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::exit::CliError;
use crate::compress::Compression;

/// Writes to a file, or to standard output for `None` and `-`. A name that ends in `.gz` or
/// `.xz` is compressed. An existing file is replaced only once everything is written.
pub fn write_to(
    target: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(path) = target.filter(|path| *path != Path::new("-")) else {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        return write(&mut out).and_then(|()| out.flush()).map_err(CliError::io("standard output"));
    };
    let attempt = || {
        // a device or a pipe is written to, never replaced
        if path.exists() && !path.is_file() {
            return fill(File::options().write(true).open(path)?, path, write).map(drop);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        // the permissions that a plain new file gets: the process's umask is applied to them
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        let (file, kept) = temporary.into_parts();
        fill(file, path, write)?;
        kept.persist(path).map_err(|error| error.error)
    };
    attempt().map_err(CliError::io(path.display().to_string()))
}

fn fill(
    file: File,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    Compression::of(path).write(BufWriter::with_capacity(1 << 16, file), write)
}
