//! Several certificates in one command.

use crate::support::binary::{code, encycle, stderr, stdout};

#[test]
fn an_unreadable_folder_kept_the_next_certificate_unchecked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let good = path("good");
    let made = encycle(&["certify", "examples/slitherlink/first.txt", "--out", &good]);
    assert_eq!(code(&made), 0, "{made:?}");
    let run = encycle(&["verify", &path("missing"), &good, &path("none")]);
    assert_eq!(code(&run), 2, "{run:?}");
    assert_eq!(stdout(&run).matches(": verified: unique (").count(), 1, "{run:?}");
    for name in ["missing", "none"] {
        assert!(stderr(&run).contains(&format!("error: {}", path(name))), "{run:?}");
    }
}
