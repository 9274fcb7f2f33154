//! Every external solver that we promise to support, really run. A solver that is not installed is
//! a failure, not a skipped test.

use encycle::solvers::{find, probe};

fn conforms(name: &str) {
    let solver = match find(name) {
        Ok(solver) => solver,
        Err(error) => panic!("run scripts/install-solvers: {error}"),
    };
    let probe = probe(&solver);
    eprintln!("{name} {:?}: {probe:?}", solver.version());
    for (what, check) in probe.checks() {
        if let Err(reason) = check {
            panic!("{name} ({}), {what}: {reason}", solver.path.display());
        }
    }
    assert!(probe.startup.is_some());
}

macro_rules! conformance {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            conforms(stringify!($name));
        }
    )*};
}

conformance! {
    minisat glucose cadical kissat cryptominisat5 picosat clasp lingeling
    cbc highs glpsol scip
}
