//! Bundles of every track with real solvers.

use std::fs;

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::misbehaving;

/// The easy solver never answers, the hard one does; the files are those of the track, and the bundle has
/// no fault but the number of its instances.
#[test]
fn bundles_of_every_track_are_made_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let authors = folder.path().join("authors.txt");
    fs::write(&authors, "Ada Example, University of Examples\n").expect("a file");
    let authors = authors.display().to_string();
    let program = misbehaving::text("hangs-alone");
    let described = [("sat", "competition"), ("pb", "pseudo-boolean"), ("mip", "highs")].map(|(kind, answer)| {
        format!(
            "[[solver]]\nname = \"never-{kind}\"\nkind = \"{kind}\"\nprograms = [\"{program}\"]\n\
             arguments = [\"{{input}}\", \"{{output}}\"]\nanswer = \"{answer}\"\n"
        )
    });
    let list = folder.path().join("solvers.toml");
    fs::write(&list, described.concat()).expect("a file");
    let list = list.display().to_string();
    for (track, easy, hard, extension) in [
        ("sat", "never-sat:0.01", "kissat:30", "cnf"),
        ("mc", "never-sat:0.01", "cadical:30", "cnf"),
        ("pb", "never-pb:0.01", "clasp-opb:30", "opb"),
        ("mip", "never-mip:0.01", "highs:30", "mps"),
    ] {
        let out = folder.path().join(track).display().to_string();
        let output = encycle(&[
            "competition",
            "generate:slitherlink:4x4..6x6:2",
            "--track",
            track,
            "--instances",
            "4",
            "--easy",
            easy,
            "--hard",
            hard,
            "--solvers",
            &list,
            "--authors",
            &authors,
            "--out",
            &out,
        ]);
        assert_eq!(code(&output), 0, "{track}: {}", stderr(&output));
        let files = fs::read_dir(folder.path().join(track).join("instances")).expect("a folder");
        let names: Vec<String> = files
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let end = format!(".{extension}.xz");
        assert!(names.len() == 4 && names.iter().all(|name| name.ends_with(&end)), "{names:?}");
        let output = encycle(&["lint", "--bundle", &out]);
        assert_eq!(code(&output), 0, "{track}");
        let found = stdout(&output);
        assert!(
            found.lines().all(|line| line.contains("[bundle-count] 4 instances")),
            "{track}: {found}"
        );
    }
}
