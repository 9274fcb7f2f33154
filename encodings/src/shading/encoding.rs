//! The encodings of kinds with shaded cells: the base of the kind, with cuts or with the part `tree`.

use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingError, EncodingInfo, Part, Separated, Separation,
    count_variables,
};
use crate::logic::{Counter, ExternalPropagator, Lit};
use crate::loops::{Colouring, PartialColours};
use crate::shading::Shading;
use crate::shading::tree::{self, TREE};

/// Returns the names of the encodings: the base, and the base with the tree.
pub(crate) fn names<P: Shading>() -> Vec<String> {
    let base = P::BASE.name;
    vec![base.to_owned(), format!("{base}+{}", TREE.name)]
}

/// Returns the encoding with this name.
pub(crate) fn encoding<'a, P: Shading>(
    name: &str,
    puzzle: &'a P,
) -> Result<Encoding<'a>, EncodingError> {
    let names = names::<P>();
    let Some(place) = names.iter().position(|known| known == name) else {
        return Err(EncodingError::unknown(name, &names));
    };
    let has_tree = place > 0;
    let rest = if has_tree { TREE.meaning } else { "disconnected cells are cut" };
    let mut encoding = Encoding::new(puzzle, name, format!("{}; {rest}", P::BASE.meaning));
    let grid = puzzle.board().grid();
    encoding.numbers(grid.cell_count())?;
    encoding.refuse_about(puzzle.variable_bound())?;
    let of_clues = encoding.numbers(count_variables(|sink| puzzle.clue_variables(sink)))?;
    let mut counters = Vec::new();
    for counter in puzzle.counters() {
        counters.push((encoding.numbers(counter.variable_count())?, counter));
    }
    let shaded = EncodingInfo::of_families(
        P::BASE.name,
        P::BASE.source,
        &[("shaded", "whether a cell is shaded")],
    );
    encoding.push(Part::new(shaded, |_| ()).with_variables(0, move |sink| {
        let board = puzzle.board();
        for cell in 0..board.grid().cell_count() {
            sink.variable("shaded", format_args!("{}", board.values().name(cell)));
        }
    }));
    let rules = Part::new(P::BASE, move |sink| puzzle.rules(sink));
    encoding.push(rules.with_variables(of_clues, move |sink| puzzle.clue_variables(sink)));
    for (first, counter) in counters {
        let about = EncodingInfo { families: &[], ..P::BASE };
        encoding.push(Part::of(about, first, counter, Counter::variables, move |counter, sink| {
            counter.constraints(first, sink);
        }));
    }
    if has_tree {
        let has_colour = |cell| Lit::new(cell as u32, !P::CONNECTED);
        let tree = tree::part(grid, has_colour, puzzle.goals(), &mut encoding)?;
        encoding.push(tree);
        encoding.is_determined = false;
    }
    let rule = ConnectedColour {
        puzzle,
        colouring: Colouring::connected(grid, P::CONNECTED, puzzle.goals()),
    };
    Ok(encoding.with_rule((!has_tree).then(|| Box::new(rule) as Box<dyn Separation>)))
}

/// The rule that the cells of one colour are connected.
struct ConnectedColour<'a, P> {
    puzzle: &'a P,
    colouring: Colouring,
}

/// The cuts hold whatever the clues, so also against models that violate constraints.
impl<P: Shading> Separation for ConnectedColour<'_, P> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Separator]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let mut cuts = self.colouring.cuts(model);
        if let Some(mut check) = self.puzzle.clue_propagator() {
            let mut literals =
                model.iter().enumerate().map(|(at, &truth)| Lit::new(at as u32, !truth));
            let found = check.conflicts(&mut literals).into_iter();
            cuts.extend(found.map(|clause| Cut::clause(clause, CutReason::ReachesClue)));
        }
        cuts.retain(|cut| !cut.constraint().is_satisfied(model));
        if cuts.is_empty() { encoding.block(model) } else { Separated { solution: None, cuts } }
    }

    fn separates_any_model(&self) -> bool {
        true
    }

    /// Where the clues have a check of their own, it finds much that no model shows.
    fn prefers_propagator(&self) -> bool {
        self.puzzle.clue_propagator().is_some()
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        let connected = PartialColours::of(self.colouring.clone());
        Some(match self.puzzle.clue_propagator() {
            Some(clues) => Box::new(BothChecks { connected, clues }),
            None => Box::new(connected),
        })
    }
}

/// The check of connected cells, and if it finds nothing, that of the clues.
struct BothChecks {
    connected: PartialColours,
    clues: Box<dyn ExternalPropagator>,
}

impl ExternalPropagator for BothChecks {
    fn shortest_interval(&self, variables: usize) -> usize {
        self.clues.shortest_interval(variables)
    }

    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>> {
        let literals: Vec<Lit> = true_literals.collect();
        let found = self.connected.conflicts(&mut literals.iter().copied());
        match found.is_empty() {
            true => self.clues.conflicts(&mut literals.iter().copied()),
            false => found,
        }
    }
}
