//! Counts of solutions up to the symmetries of the puzzle.

use std::collections::BTreeSet;

use encycle_diagrams::CountResources;
use encycle_diagrams::lines::count_invariant;
use encycle_encodings::encoding::symmetry::invariant;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::PuzzleSymmetry;
use num_bigint::BigUint;
use web_time::Instant;

use crate::count::zdd::{presolved, watched};
use crate::count::{CountError, CountMethod, CountOptions, agreed, brute_force, sat, zdd};
use crate::puzzle::Puzzle;

/// The number of solutions of a puzzle up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrbitCount {
    /// The number of solutions.
    pub solutions: BigUint,
    /// The number of classes of solutions; the solutions of a class are mapped to each other by symmetries of the
    /// puzzle.
    pub orbits: BigUint,
    /// The number of symmetries of the puzzle, the identity included.
    pub symmetries: u128,
    /// The methods that found these numbers.
    pub methods: Vec<&'static str>,
}

/// Counts the solutions of a puzzle up to its [symmetries](encycle_encodings::kinds::SymmetryGroup).
///
/// By Burnside's lemma, the number of classes is the mean, over all symmetries, of the number of solutions that a
/// symmetry keeps, that is, maps to themselves. For example, the empty 2 x 2 Slitherlink below has 13 solutions and 8
/// symmetries; the numbers of solutions that these symmetries keep add up to 32, so there are 32 / 8 = 4 classes.
///
/// The solutions that a symmetry keeps are counted exactly: for lines by the frontier method over orbits of edges,
/// otherwise by enumeration with the constraint that each atom equals its image. The brute force of
/// [`CountMethod::All`] collects the classes instead.
///
/// ```
/// use encycle::count::{CountMethod, CountOptions, count_up_to_symmetry};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n..\n..\n", None)?.puzzle;
/// let count = count_up_to_symmetry(&puzzle, CountMethod::All, &CountOptions::default())?;
/// // the loops around one cell, two cells, three cells, and all four cells
/// assert_eq!((count.symmetries, count.solutions, count.orbits), (8, 13_u32.into(), 4_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`count`](crate::count::count), or an error if too many values of the puzzle are in no clue.
pub fn count_up_to_symmetry(
    puzzle: &Puzzle,
    method: CountMethod,
    options: &CountOptions,
) -> Result<OrbitCount, CountError> {
    let group = puzzle.symmetries();
    let too_many = || CountError::Encoding(TOO_MANY.to_owned());
    let (classes, symmetries) = group.classes().zip(group.order()).ok_or_else(too_many)?;
    let by = |count: &dyn Fn(&PuzzleSymmetry, &CountOptions) -> Result<BigUint, CountError>| {
        let start = Instant::now();
        let mut sum = BigUint::ZERO;
        let mut solutions = BigUint::ZERO;
        for class in &classes {
            let timeout = options.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
            let fixed = count(&class.symmetry, &CountOptions { timeout, ..options.clone() })?;
            if class.symmetry.is_identity() {
                solutions.clone_from(&fixed);
            }
            sum += fixed * class.size;
        }
        Ok::<_, CountError>((solutions, sum / symmetries))
    };
    let mut counts = Vec::new();
    if method.has_diagram(puzzle) {
        counts.push(("zdd", by(&|one, options| fixed_lines(puzzle, one, options))?));
    }
    if method != CountMethod::Zdd {
        counts.push(("sat", by(&|one, options| fixed_models(puzzle, one, options))?));
    }
    if method == CountMethod::All {
        counts.extend(collected(puzzle).map(|counted| ("brute force", counted)));
    }
    let (methods, (solutions, orbits)) = agreed(counts)?;
    Ok(OrbitCount { solutions, orbits, symmetries, methods })
}

const TOO_MANY: &str =
    "too many values are in no clue to count up to their permutations: more than 16";

/// Counts the solutions that a symmetry keeps, by the frontier method.
fn fixed_lines(
    puzzle: &Puzzle,
    symmetry: &PuzzleSymmetry,
    options: &CountOptions,
) -> Result<BigUint, CountError> {
    let Some(images) = puzzle.atom_images(symmetry).filter(|_| !symmetry.is_identity()) else {
        return zdd::count(puzzle, options, None);
    };
    let Some(problem) = presolved(puzzle, options)? else { return Ok(BigUint::ZERO) };
    let threads = options.threads;
    watched(options, |go_on| {
        count_invariant(&problem, &images, CountResources { threads, store: None, go_on })
    })
}

/// Counts the solutions that a symmetry keeps, by enumeration.
fn fixed_models(
    puzzle: &Puzzle,
    symmetry: &PuzzleSymmetry,
    options: &CountOptions,
) -> Result<BigUint, CountError> {
    let Some(images) = puzzle.atom_images(symmetry).filter(|_| !symmetry.is_identity()) else {
        return sat::count(puzzle, options);
    };
    let encoding = sat::encoding_of_atoms(puzzle, options)?;
    let encoding = invariant(encoding, &images);
    let encoding = encoding.map_err(|error| CountError::Encoding(error.to_string()))?;
    sat::count_models(&encoding, LoweringOptions::default(), options)
}

/// Returns the number of solutions and of their classes, by collecting the images of each solution.
fn collected(puzzle: &Puzzle) -> Option<(BigUint, BigUint)> {
    /// The maximum number of symmetries that are applied to each solution.
    const MOST_SYMMETRIES: usize = 1000;

    let solutions = brute_force(puzzle)?;
    let symmetries = puzzle.symmetries().elements(MOST_SYMMETRIES)?;
    let images: Vec<Vec<usize>> =
        symmetries.iter().filter_map(|one| puzzle.atom_images(one)).collect();
    let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut orbits = 0_u32;
    for solution in &solutions {
        let atoms: Vec<usize> = solution.true_atoms().collect();
        if !seen.contains(&atoms) {
            orbits += 1;
            seen.extend(images.iter().map(|images| {
                let mut image: Vec<usize> = atoms.iter().map(|&atom| images[atom]).collect();
                image.sort_unstable();
                image
            }));
            seen.insert(atoms);
        }
    }
    Some((solutions.len().into(), orbits.into()))
}
