//! scratch
use encycle::formats;
use encycle::search::{EmbeddedSession, Enumerator, Finder, Found, Options};
use encycle_encodings::logic::Choices;
use encycle_encodings::presolve::{WithPresolved, presolve};
use std::time::Instant;
fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|w| w != "--bench").collect();
    let limit: u64 = words[1].parse().unwrap();
    let parsed = formats::load(&words[0], None).unwrap();
    let encycle::puzzle::Puzzle::Slitherlink(p) = &parsed.puzzle else { panic!() };
    let enc = parsed.puzzle.encoding(&words[2]).unwrap();
    let enc = WithPresolved::new(enc, presolve(p));
    let mut session = EmbeddedSession::new(Choices::default(), None);
    let start = Instant::now();
    let mut count = 0u64;
    if words.len() > 3 {
        let mut all = Finder::new(&enc, &mut session, Options::default());
        while count < limit {
            let Found::Solution(_) = all.next(&mut ()).unwrap() else { break };
            count += 1;
        }
    } else {
        let mut all = Enumerator::new(&enc, &mut session, Options::default());
        while count < limit {
            let Found::Solution(_) = all.next(&mut ()).unwrap() else { break };
            count += 1;
        }
    }
    let t = start.elapsed();
    println!("{count} in {t:?}: {:.0}/s", count as f64 / t.as_secs_f64());
}
