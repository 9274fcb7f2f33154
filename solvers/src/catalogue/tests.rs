use crate::answers::Dialect;
use crate::catalogue::*;

fn extended(toml: &str) -> Catalogue {
    let mut catalogue = Catalogue::builtin().clone();
    catalogue.extend(toml).unwrap();
    catalogue
}

/// A list with one entry that has these lines.
fn entry(lines: &str) -> String {
    format!("[[solver]]\n{lines}\n")
}

#[test]
fn the_builtin_list_is_valid() {
    let builtin = Catalogue::builtin();
    assert!(builtin.descriptions().len() >= 15);
    let kissat = builtin.get("kissat").unwrap();
    assert_eq!(
        (&*kissat.time, &*kissat.programs),
        (&["--time={seconds}".into()][..], &["kissat".into()][..])
    );
    assert_eq!(kissat.proof.iter().count(), 1);
    // a solver that writes no proofs inherits no simplifier
    assert!(!kissat.simplify.is_empty() && builtin.get("lingeling").unwrap().simplify.is_empty());
    assert_eq!(builtin.of_program("glpsol").map(|one| one.answer), Some(Dialect::Glpk));
}

#[test]
fn like_inherits_from_known_solvers_and_from_later_entries() {
    let mut catalogue = extended(
        &(entry("name = 'mine'\nlike = 'yours'") + &entry("name = 'yours'\nlike = 'minisat'")),
    );
    let mine = catalogue.get("mine").unwrap();
    assert_eq!((mine.answer, &*mine.programs), (Dialect::Minisat, &["mine".to_owned()][..]));
    // an entry may extend the solver that it replaces
    catalogue.extend(&entry("name = 'cbc'\nlike = 'cbc'\nprograms = ['/a/cbc2']")).unwrap();
    assert_eq!(catalogue.get("cbc").unwrap().programs, ["/a/cbc2"]);
    assert_eq!(catalogue.of_program("cbc2").unwrap().name, "cbc");
    assert!(catalogue.get("cbc").unwrap().version.is_some());
    catalogue.extend(&entry("name = 'cbc'\nlike = 'cbc'\nversion = false")).unwrap();
    assert_eq!(catalogue.get("cbc").unwrap().version, None);
}

#[test]
fn written_descriptions_are_read_back() {
    let plain = entry("name = 'plain'\nlike = 'kissat'\narguments = ['{input}']");
    let catalogue = extended(&(plain + &entry("name = 'mute'\nlike = 'cbc'\nversion = false")));
    for description in catalogue.descriptions() {
        let mut fresh = Catalogue::default();
        fresh.extend(&description.to_toml()).unwrap();
        assert_eq!(fresh.descriptions(), std::slice::from_ref(description));
    }
    assert!(catalogue.get("plain").unwrap().time.is_empty());
}

#[test]
fn empty_lists_add_nothing() {
    for text in ["", "# nothing\n", "solver = []"] {
        assert_eq!(extended(text).descriptions(), Catalogue::builtin().descriptions());
    }
}

/// `§` marks the place of the error and is removed before reading.
#[test]
fn invalid_lists_are_rejected_with_place_and_reason() {
    let mut failures = Vec::new();
    for (marked, expected) in [
        ("name = §]", "missing array opening"),
        ("§name = 'a'", "unknown field `name`, expected `solver`"),
        ("solver = §7", "invalid type: integer `7`"),
        (
            "[[solver]]\nname = 'a'\n§likes = 'cbc'",
            "unknown field `likes`, expected one of `name`, `like`",
        ),
        ("[[solver]]\nname = 'a'\n§name = 'b'", "duplicate key"),
        ("§[[solver]]\nlike = 'cbc'", "missing field `name`"),
        ("[[solver]]\nname = §3", "invalid type: integer `3`, expected a string"),
        ("[[solver]]\nname = §'a b'", "invalid solver name: `a b`, expected letters"),
        ("[[solver]]\nname = §''", "expected letters"),
        ("[[solver]]\nname = §'batsat'", "`batsat`, which is reserved for the built-in"),
        ("[[solver]]\nname = §'stable'", "`stable`, which is reserved for the built-in"),
        ("[[solver]]\nname = §'default'", "`default`, which is reserved for the built-in"),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\n[[solver]]\nname = §'a'\nlike = 'cbc'",
            "duplicate solver: `a`\n5 | name = 'a'\n  |        ^^^\nhelp: remove one of the two; the first is in line 2",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = §'nobody'",
            "unknown solver: `nobody`\n3 | like = 'nobody'\n  |        ^^^^^^^^\nhelp: known solvers: competition, ",
        ),
        ("[[solver]]\nname = 'a'\nlike = §'a'", "unknown solver: `a`"),
        (
            "[[solver]]\nname = 'a'\nlike = 'b'\n[[solver]]\nname = 'b'\nlike = §'a'",
            "cycle of `like`: `a` is like `b` is like `a`",
        ),
        // both names are known already, but the cycle is an error nevertheless
        (
            "[[solver]]\nname = 'cbc'\nlike = 'scip'\n[[solver]]\nname = 'scip'\nlike = §'cbc'",
            "cycle",
        ),
        ("[[solver]]\nname = §'a'", "missing field `kind` of solver `a`"),
        (
            "[[solver]]\nname = 'a'\nkind = §'smt'",
            "unknown variant `smt`, expected one of `sat`, `mip`, `pb`",
        ),
        (
            "[[solver]]\nname = §'a'\nlike = 'cbc'\nkind = 'sat'",
            "`answer` of solver `a`: `cbc` is a dialect of mip solvers",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\nanswer = §'lp'",
            "`lp`, expected one of `competition`, `minisat`",
        ),
        ("[[solver]]\nname = 'a'\nprograms = §['b', './c']", "invalid program: `./c`"),
        ("[[solver]]\nname = 'a'\nversion = §{ after = 'x' }", "missing field `arguments`"),
        ("[[solver]]\nname = 'a'\nversion = { §before = 1 }", "expected `arguments` or `after`"),
        ("[[solver]]\nname = 'a'\nversion = §true", "expected `false` or a table"),
        ("[[solver]]\nname = 'a'\narguments = §'x'", "expected a sequence"),
        ("[[solver]]\nname = 'a'\narguments = ['x', §1]", "expected a string"),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\narguments = §['{output}']",
            "missing placeholder: `{input}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\narguments = §['{input}']",
            "missing placeholder: `{output}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\ntime = §['{second}']",
            "help: allowed here: `{seconds}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cbc'\ntime = §['-x']",
            "missing placeholder: `{seconds}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'varisat'\ntime = §['{seconds}']",
            "does not contain `{time}`",
        ),
        ("[[solver]]\nname = 'a'\nproof = { §drup = [] }", "unknown variant `drup`"),
        (
            "[[solver]]\nname = 'a'\nlike = 'cadical'\nsimplify = §['-c', '{input}']",
            "missing placeholder: `{proof}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'picosat'\nsimplify = §['{input}', '{proof}']",
            "`proof` has no `drat`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cadical'\nproof = §{ drat = [] }",
            "no arguments for the proof format `drat`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cadical'\nproof = §{ drat = ['p'] }",
            "missing placeholder: `{proof}`",
        ),
        (
            "[[solver]]\nname = 'a'\nlike = 'cadical'\narguments = §['{input}', '-x{time}']",
            "unknown placeholder in `-x{time}`: `{time}`",
        ),
        ("# ä\n[[solver]]\nname = 'ä'\narguments = ['ä', §1]", "invalid type: integer `1`"),
    ] {
        let (before, after) = marked.split_once('§').unwrap();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
        let text = format!("{before}{after}");
        let mut catalogue = Catalogue::builtin().clone();
        let Err(CatalogueError::Invalid(error)) = catalogue.extend(&text) else {
            panic!("{text} was accepted")
        };
        let message = error.to_string();
        if !message.contains(expected) || (error.line, error.column) != (line, column) {
            failures.push(format!("{marked}\n=> {message}"));
        }
        assert_eq!(catalogue.descriptions(), Catalogue::builtin().descriptions());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn excerpts_are_short_and_have_no_control_characters() {
    let long = format!(
        "[[solver]]\nname = 'a'\n{}\tlike = \"{}\\u001b\"",
        " ".repeat(200),
        "x".repeat(200)
    );
    let message = Catalogue::builtin().clone().extend(&long).unwrap_err().to_string();
    let excerpt: Vec<&str> = message.lines().skip(1).take(2).collect();
    assert!(excerpt.iter().all(|line| line.chars().count() <= 110), "{message}");
    assert!(excerpt[0].contains("like = \"xxx") && excerpt[1].contains(" ^^^"), "{message}");
    assert!(!message.contains(['\t', '\u{1b}']), "{message:?}");
}
