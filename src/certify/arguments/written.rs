//! Local arguments for kinds that text files describe.
//!
//! The check reads the file without the encoder and says what each rule means at each place. A clause holds if its negation
//! breaks some of these meanings, whatever the atoms that they share with it are; a few atoms are tried both ways. For
//! example, `-shaded_1_1 -shaded_1_2` holds by "no two shaded cells touch" in these two cells. Before that, the check
//! propagates: an atom one of whose values breaks a rule has the other value, which may break a rule that shares no atom with
//! the clause. Rules about the drawing as a whole have arguments of their own: cells that cannot be joined any more, and
//! lines that are closed, or apart.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use encycle_encodings::grid::{Edge, Graph, Grid, components, reached};
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::{RuleInstance, RuleMeaning, WholeRule, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use encycle_proofs::Clause;

use crate::certify::arguments::Literal;
use crate::certify::arguments::graphs::{GraphFact, KnownValues, graph_facts};
use crate::certify::arguments::lines::parts_without_bridges;
use crate::certify::arguments::meanings::Meanings;

/// The maximum number of atoms that an argument tries both ways.
const MOST_TRIALS: usize = 2_000;

/// The same for an argument that an atom has the same value in all solutions.
const FEW_TRIALS: usize = 64;

/// The maximum number of atoms of a meaning for such an argument; with more atoms, so few trials hardly suffice.
const MOST_TRIED: usize = 12;

/// The arguments for a puzzle of a written kind.
pub(super) struct WrittenArguments<'a> {
    puzzle: &'a WrittenPuzzle,
    meanings: Vec<RuleMeaning>,
    /// Whether each meaning is one of the drawing: the values of a cell, or the lines at a cell.
    is_of_drawing: Vec<bool>,
    /// The meanings that contain each atom.
    meanings_of: Vec<Vec<usize>>,
    /// The number of atoms of each meaning.
    sizes: Vec<usize>,
    /// The meanings that a drawing without lines breaks.
    needed: Vec<usize>,
    /// What a rule about a graph of values says.
    graphs: Vec<GraphFact>,
    /// What holds in all solutions, found when a clause is justified first: names and texts do not need it.
    fixed: OnceCell<FixedAtoms>,
}

/// The atoms that have the same value in all solutions; `None` if the rules contradict each other.
type FixedAtoms = Option<Vec<Option<bool>>>;

/// Meanings, and those of the drawing at their atoms, in order.
struct NearMeanings<'n> {
    own: &'n [usize],
    of_drawing: Vec<usize>,
}

impl NearMeanings<'_> {
    fn contains(&self, meaning: usize) -> bool {
        self.own.binary_search(&meaning).is_ok() || self.of_drawing.binary_search(&meaning).is_ok()
    }
}

impl<'a> WrittenArguments<'a> {
    /// Returns `None` if the rules take too many steps.
    pub fn new(puzzle: &'a WrittenPuzzle) -> Option<Self> {
        let instances = puzzle.rule_instances()?;
        let is_of_drawing =
            instances.iter().map(|one| ["cell", "degree"].contains(&one.rule)).collect();
        let meanings: Vec<RuleMeaning> = instances.into_iter().map(|one| one.meaning).collect();
        let count = puzzle.as_encodable().atom_count();
        let mut meanings_of = vec![Vec::new(); count];
        let mut sizes = vec![0; meanings.len()];
        for (number, meaning) in meanings.iter().enumerate() {
            meaning.each_atom(&mut |atom| {
                if meanings_of[atom].last() != Some(&number) {
                    meanings_of[atom].push(number);
                    sizes[number] += 1;
                }
            });
        }
        let is_needed = |number: &usize| is_broken(&meanings[*number], &|_| Some(false));
        let needed = (0..meanings.len()).filter(is_needed).collect();
        let facts = |rule| match rule {
            WholeRule::Values(rule) => graph_facts(puzzle, rule),
            _ => Vec::new(),
        };
        let graphs = puzzle.whole_rules().into_iter().flat_map(facts).collect();
        let fixed = OnceCell::new();
        Some(Self { puzzle, meanings, is_of_drawing, meanings_of, sizes, needed, graphs, fixed })
    }

    /// Returns the atoms of which one value breaks a rule, with the other value.
    fn fixed_atoms(&self) -> FixedAtoms {
        let mut known = vec![None; self.meanings_of.len()];
        let is_contradictory = self.propagate(0..self.meanings.len(), &mut known, FEW_TRIALS)
            || self.breaks_whole(&known);
        (!is_contradictory).then_some(known)
    }

    /// Gives each atom one of whose values breaks a rule the other value, first by some rules, and then by all rules with
    /// atoms that became known, until nothing changes. So a contradiction may come from several rules that have no atom in
    /// common. Returns whether there is one.
    fn propagate(
        &self,
        rules: impl IntoIterator<Item = usize>,
        known: &mut [Option<bool>],
        most_trials: usize,
    ) -> bool {
        let mut open: BTreeSet<usize> = rules.into_iter().collect();
        while !open.is_empty() {
            for one in std::mem::take(&mut open) {
                let trials = if self.sizes[one] > MOST_TRIED { 0 } else { most_trials };
                let Some(implied) = self.implied_by(one, known, trials) else { return true };
                implied.into_iter().for_each(|atom| self.reopen(atom, &mut open));
            }
        }
        false
    }

    /// Gives atoms of a rule the values that it implies. Returns these atoms, or `None` if an atom can have no value.
    fn implied_by(
        &self,
        rule: usize,
        known: &mut [Option<bool>],
        most_trials: usize,
    ) -> Option<Vec<usize>> {
        if self.is_broken(rule, known) {
            return None;
        }
        // a rule and the lines at its cell exclude more than the rule alone
        let own = [rule];
        let near = self.near(&own);
        let mut implied = Vec::new();
        for atom in self.open_atoms(rule, known) {
            let mut breaks = |value: bool| {
                let mut trials = most_trials;
                self.is_refuted_with(&near, known, (atom, value), &mut trials)
            };
            let value = match (breaks(false), breaks(true)) {
                (true, true) => return None,
                (true, false) => true,
                (false, true) => false,
                (false, false) => continue,
            };
            known[atom] = Some(value);
            implied.push(atom);
        }
        Some(implied)
    }

    /// Adds the rules that may imply more when an atom becomes known: those of the atom, and those of other lines at its
    /// cells.
    fn reopen(&self, atom: usize, open: &mut BTreeSet<usize>) {
        open.extend(&self.meanings_of[atom]);
        for &meaning in self.meanings_of[atom].iter().filter(|one| self.is_of_drawing[**one]) {
            self.meanings[meaning].each_atom(&mut |other| open.extend(&self.meanings_of[other]));
        }
    }

    fn open_atoms(&self, meaning: usize, known: &[Option<bool>]) -> BTreeSet<usize> {
        let mut open = BTreeSet::new();
        self.meanings[meaning].each_atom(&mut |atom| {
            if known[atom].is_none() {
                open.insert(atom);
            }
        });
        open
    }

    fn is_broken(&self, meaning: usize, known: &[Option<bool>]) -> bool {
        is_broken(&self.meanings[meaning], &|atom| known[atom])
    }

    /// Returns whether every solution satisfies a clause.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let Some(fixed) = self.fixed.get_or_init(|| self.fixed_atoms()) else { return true };
        let mut known = fixed.clone();
        for literal in clause {
            if known[literal.atom] == Some(literal.is_positive) {
                return true;
            }
            known[literal.atom] = Some(!literal.is_positive);
        }
        let mut near: Vec<usize> =
            clause.iter().flat_map(|literal| &self.meanings_of[literal.atom]).copied().collect();
        near.sort_unstable();
        near.dedup();
        near.iter().any(|&one| self.is_broken(one, &known))
            || self.breaks_whole(&known)
            || self.propagate(near.iter().copied(), &mut known, 0)
            || self.is_refuted(&self.near(&near), &mut known, &mut MOST_TRIALS.clone())
            || clause.is_empty() && self.has_impossible_rule(&mut known)
    }

    /// Returns what the auxiliary variables of some clauses mean; `None` if the rules contradict each other.
    pub fn variable_meanings<'m>(
        &'m self,
        clauses: &[&Clause],
        atoms: &'m [Option<usize>],
    ) -> Option<Meanings<'m>> {
        let fixed = self.fixed.get_or_init(|| self.fixed_atoms()).as_ref()?;
        Some(Meanings::new(&self.meanings, fixed, clauses, atoms))
    }

    /// Returns whether a rule holds at some place for no values of its atoms: then the formula has an empty clause.
    fn has_impossible_rule(&self, known: &mut [Option<bool>]) -> bool {
        (0..self.meanings.len())
            .any(|one| self.is_refuted(&self.near(&[one]), known, &mut MOST_TRIALS.clone()))
    }

    /// Returns some meanings with those of the drawing at their atoms.
    fn near<'n>(&self, own: &'n [usize]) -> NearMeanings<'n> {
        let mut of_drawing = Vec::new();
        for &one in own {
            self.meanings[one].each_atom(&mut |atom| {
                let of_atom = self.meanings_of[atom].iter();
                of_drawing.extend(of_atom.filter(|&&meaning| self.is_of_drawing[meaning]));
            });
        }
        of_drawing.sort_unstable();
        of_drawing.dedup();
        NearMeanings { own, of_drawing }
    }

    /// Returns whether each way to complete a drawing breaks one of some meanings, none of which is broken yet. This tries
    /// the atoms of these meanings, in order.
    fn is_refuted(
        &self,
        near: &NearMeanings<'_>,
        known: &mut [Option<bool>],
        trials: &mut usize,
    ) -> bool {
        if *trials == 0 {
            return false;
        }
        let open = |&one: &usize| {
            let (mut first, mut count) = (None, 0);
            self.meanings[one].each_atom(&mut |atom| {
                if known[atom].is_none() {
                    first = first.or(Some(atom));
                    count += 1;
                }
            });
            first.map(|atom| (count, atom))
        };
        let Some((_, atom)) = near.own.iter().filter_map(open).min() else { return false };
        for value in [true, false] {
            let Some(left) = trials.checked_sub(1) else { return false };
            *trials = left;
            if !self.is_refuted_with(near, known, (atom, value), trials) {
                return false;
            }
        }
        true
    }

    /// Returns the same for a value of an atom. Only the meanings of the atom can be broken by it.
    fn is_refuted_with(
        &self,
        near: &NearMeanings<'_>,
        known: &mut [Option<bool>],
        (atom, value): (usize, bool),
        trials: &mut usize,
    ) -> bool {
        known[atom] = Some(value);
        let mut changed = self.meanings_of[atom].iter().filter(|one| near.contains(**one));
        let is_refuted =
            changed.any(|one| self.is_broken(*one, known)) || self.is_refuted(near, known, trials);
        known[atom] = None;
        is_refuted
    }

    /// Returns whether no completion of a drawing obeys the rules about the drawing as a whole.
    fn breaks_whole(&self, known: &[Option<bool>]) -> bool {
        self.puzzle.whole_rules().into_iter().any(|rule| match (rule, self.puzzle) {
            (WholeRule::OneLoop, WrittenPuzzle::Loop(_)) => match self.puzzle.cell_loop() {
                Some(cell_loop) => self.breaks_loop(cell_loop.board().graph(), known),
                None => false,
            },
            (WholeRule::Connected { is_shaded }, _) => self.is_separated(is_shaded, known),
            (WholeRule::Reaching { is_shaded }, _) => self.is_enclosed(is_shaded, known),
            (WholeRule::Matched { letter }, _) => self.is_unmatched(letter, known),
            (WholeRule::SizedGroups, WrittenPuzzle::Cells(cells)) => {
                self.has_wrong_group(cells.values(), known)
            }
            (WholeRule::Values(_), _) => {
                self.graphs.iter().any(|fact| fact.is_broken(&KnownValues::new(self.puzzle, known)))
            }
            (WholeRule::OneLoop, WrittenPuzzle::Cells(_))
            | (WholeRule::SizedGroups, WrittenPuzzle::Loop(_)) => false,
        })
    }

    /// Returns the number of the group of each cell that can have a color, joined by such cells.
    fn groups(&self, is_shaded: bool, known: &[Option<bool>]) -> (Grid, Vec<Option<usize>>) {
        let grid = self.puzzle.clues().grid();
        let is_open = |cell: usize| known[cell] != Some(!is_shaded);
        let beside = |cell: usize| {
            grid.neighbours(grid.cell_at(cell)).map(move |next| grid.cell_index(next))
        };
        (grid, components(grid.cell_count(), is_open, beside).numbers)
    }

    fn is_separated(&self, is_shaded: bool, known: &[Option<bool>]) -> bool {
        let (_, groups) = self.groups(is_shaded, known);
        let mut used = (0..groups.len()).filter(|&cell| known[cell] == Some(is_shaded));
        let first = used.next().map(|cell| groups[cell]);
        used.any(|cell| Some(groups[cell]) != first)
    }

    fn is_enclosed(&self, is_shaded: bool, known: &[Option<bool>]) -> bool {
        let (grid, groups) = self.groups(is_shaded, known);
        let is_at_border = |cell: &usize| grid.is_at_border(grid.cell_at(*cell));
        let free: HashSet<Option<usize>> =
            (0..groups.len()).filter(is_at_border).map(|cell| groups[cell]).collect();
        (0..groups.len())
            .any(|cell| known[cell] == Some(is_shaded) && !free.contains(&groups[cell]))
    }

    /// Returns whether not all cells with a letter, or not all other shaded cells, can have a partner beside them.
    fn is_unmatched(&self, letter: usize, known: &[Option<bool>]) -> bool {
        let grid = self.puzzle.clues().grid();
        let lettered = lettered_cells(self.puzzle, letter);
        let beside = |cell: usize| {
            let cells = grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
            let is_other = lettered.contains(&cell);
            let open = |next: &usize| lettered.contains(next) || known[*next] != Some(false);
            cells.filter(|next| lettered.contains(next) != is_other).filter(open).collect()
        };
        let shaded = (0..grid.cell_count())
            .filter(|cell| known[*cell] == Some(true) && !lettered.contains(cell));
        [lettered.iter().copied().collect::<Vec<_>>(), shaded.collect()].into_iter().any(|cells| {
            let mut partner = HashMap::new();
            !cells
                .into_iter()
                .all(|cell| finds_partner(cell, &beside, &mut partner, &mut HashSet::new()))
        })
    }

    /// Returns whether connected cells that have a value are too many, or cannot be enough.
    fn has_wrong_group(&self, values: u32, known: &[Option<bool>]) -> bool {
        let grid = self.puzzle.clues().grid();
        let count = values as usize;
        let group = |start: usize, value: usize, may: fn(Option<bool>) -> bool| {
            let beside = |cell: usize| {
                let all = grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
                all.filter(|next| may(known[next * count + value - 1])).collect::<Vec<_>>()
            };
            let group = reached(grid.cell_count(), [start], beside);
            group.into_iter().filter(|&is_reached| is_reached).count()
        };
        let given = (0..known.len()).filter(|&atom| known[atom] == Some(true));
        given.map(|atom| (atom / count, atom % count + 1)).any(|(cell, value)| {
            group(cell, value, |known| known == Some(true)) > value
                || group(cell, value, |known| known != Some(false)) < value
        })
    }

    /// Returns whether no loop contains the known lines. A closed loop is the whole solution; another lies in one part of
    /// the open edges without bridges.
    fn breaks_loop(&self, graph: &Graph, known: &[Option<bool>]) -> bool {
        let is_drawn = |edge: Edge| known[edge.index()] == Some(true);
        let closed = parts_without_bridges(graph, is_drawn);
        if closed.iter().any(Option::is_some) {
            let first = closed.iter().flatten().min().copied();
            let solution = Solution::new(closed.iter().map(|part| *part == first).collect());
            let is_whole = graph.edges().all(|edge| is_drawn(edge) == solution.has(edge.index()));
            return !is_whole || self.puzzle.check(&solution).is_err();
        }
        let parts = parts_without_bridges(graph, |edge| known[edge.index()] != Some(false));
        let count = parts.iter().flatten().max().map_or(0, |most| most + 1);
        (0..count).all(|part| {
            let is_in = |edge: usize| parts[edge] == Some(part);
            let inside = |atom: usize| if is_in(atom) { known[atom] } else { Some(false) };
            graph.edges().any(|edge| is_drawn(edge) && !is_in(edge.index()))
                || self.needed.iter().any(|&one| is_broken(&self.meanings[one], &inside))
        })
    }
}

/// Returns the cells with a letter.
fn lettered_cells(puzzle: &WrittenPuzzle, letter: usize) -> BTreeSet<usize> {
    let symbols = puzzle.clues().cells.symbols.iter().enumerate();
    let is_of = |symbol: &Option<ClueSymbol>| matches!(symbol, Some(ClueSymbol::Letter(one, _)) if *one == letter);
    symbols.filter(|(_, symbol)| is_of(symbol)).map(|(cell, _)| cell).collect()
}

/// Finds a partner beside a cell, where cells that have one already may change theirs.
fn finds_partner(
    cell: usize,
    beside: &dyn Fn(usize) -> Vec<usize>,
    partner: &mut HashMap<usize, usize>,
    tried: &mut HashSet<usize>,
) -> bool {
    beside(cell).into_iter().any(|other| {
        let is_new = tried.insert(other);
        let known = partner.get(&other).copied();
        let is_free = is_new && known.is_none_or(|one| finds_partner(one, beside, partner, tried));
        if is_free {
            partner.insert(other, cell);
        }
        is_free
    })
}

/// Returns what the rules say at each place, for the checker in Python: the atoms, whether solutions nest, the rules about
/// the drawing as a whole, and a line for each other rule and place. `None` if the rules take too many steps.
pub fn rules_text(puzzle: &WrittenPuzzle) -> Option<String> {
    let interface = puzzle.as_encodable();
    let name = |atom: usize| interface.atom_name(atom);
    let names: Vec<String> = (0..interface.atom_count()).map(name).collect();
    let nest = if interface.solutions_nest() { "yes" } else { "no" };
    let mut lines = vec![format!("atoms {}", names.join(" ")), format!("nest {nest}")];
    let whole = puzzle.whole_rules().into_iter().flat_map(|rule| {
        let colour = |is_shaded: bool| if is_shaded { "shaded" } else { "unshaded" };
        let fact = match rule {
            WholeRule::OneLoop => "one-loop".to_owned(),
            WholeRule::Connected { is_shaded } => format!("connected {}", colour(is_shaded)),
            WholeRule::Reaching { is_shaded } => format!("reaching {}", colour(is_shaded)),
            WholeRule::Matched { letter } => {
                let place = |cell| puzzle.clues().grid().cell_at(cell);
                let cells = lettered_cells(puzzle, letter).into_iter().map(place);
                let cells: Vec<String> =
                    cells.map(|cell| format!("{}_{}", cell.row + 1, cell.col + 1)).collect();
                format!("matched {}", cells.join(" "))
            }
            WholeRule::SizedGroups => "sized groups".to_owned(),
            WholeRule::Values(rule) => {
                let facts = graph_facts(puzzle, rule).into_iter();
                return facts.map(|fact| fact.text(puzzle.clues().grid(), &name)).collect();
            }
        };
        vec![fact]
    });
    lines.extend(whole.map(|fact| format!("whole {fact}")));
    lines.extend(puzzle.rule_instances()?.into_iter().map(
        |RuleInstance { rule, place, meaning }| {
            format!("rule {rule}, {place}: {}", meaning.text(&|atom| names[atom].clone()))
        },
    ));
    Some(lines.join("\n") + "\n")
}

/// Returns whether a statement is false for all values of the unknown atoms.
fn is_broken(meaning: &RuleMeaning, known: &dyn Fn(usize) -> Option<bool>) -> bool {
    meaning.bounds(known).1 < 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::arguments::Arguments;
    use crate::certify::{CertifyOptions, certify};
    use crate::puzzle::Puzzle;

    /// The arrow at the left says that two of five cells are shaded. The arrow `0n` says that one of them is not.
    fn crossing_arrows() -> Puzzle {
        let rows = "2e . . . . .\n. . . . . .\n. . . . . .\n. . . 1n 0n .\n";
        format!("yajilin 4 6\n{rows}").parse().expect("a puzzle")
    }

    /// Only the rules that share an atom with a clause were tried, so an example of Yajilin had no certificate.
    #[test]
    fn a_rule_that_shares_no_atom_with_a_clause_was_left_out() {
        let puzzle = crossing_arrows();
        let arguments = Arguments::new(&puzzle).expect("rules of a kind file");
        let is_absent = |name: &str| {
            let atom = arguments.names.iter().position(|one| one == name).expect("an atom");
            Literal { atom, is_positive: false }
        };
        // these lines visit three of the five cells, and only one is left
        assert!(arguments.justify(&["right_1_2", "right_1_3"].map(is_absent)));
        // a solution has these lines
        assert!(!arguments.justify(&["right_1_3", "right_1_4"].map(is_absent)));
    }

    /// Whatever follows from several rules, a clause that a solution violates has no argument.
    #[test]
    fn clauses_that_a_solution_violates_are_refused() {
        let puzzle = crossing_arrows();
        let options = CertifyOptions { limit: 10, ..CertifyOptions::default() };
        let solutions = certify(&puzzle, &options).expect("a certificate").solutions;
        assert_eq!(solutions.len(), 4);
        let arguments = Arguments::new(&puzzle).expect("rules of a kind file");
        let signs = [true, false];
        let of_atom = |atom| signs.map(|is_positive| Literal { atom, is_positive });
        let literals: Vec<Literal> = (0..puzzle.atom_count()).flat_map(of_atom).collect();
        let (mut justified, mut refused) = (0, 0);
        for (place, &one) in literals.iter().enumerate() {
            for &other in literals[place..].iter().step_by(7) {
                let holds = |solution: &Solution| {
                    [one, other].iter().any(|own| solution.has(own.atom) == own.is_positive)
                };
                if arguments.justify(&[one, other]) {
                    justified += 1;
                    assert!(solutions.iter().all(holds), "{one:?} {other:?}");
                } else {
                    refused += 1;
                }
            }
        }
        assert!(justified > 100 && refused > 100, "{justified} justified, {refused} refused");
    }
}
