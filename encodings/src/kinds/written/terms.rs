//! The terms of rules: what the parser makes of an expression, with types and the vocabulary.

use std::fmt;

use crate::cell_loops::Side;

/// A term whose names are resolved and whose types fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A number.
    Number(i64),
    /// A direction.
    Side(Side),
    /// A letter of the alphabet, by its position.
    Letter(usize),
    /// The variable of a binder, by its position among those in scope.
    Variable(usize),
    /// A further number of the header, by its position.
    Parameter(usize),
    /// A word of the vocabulary with its arguments.
    Call(Word, Vec<Term>),
    /// The set of these elements, each once, in this order.
    List(Vec<Term>),
    /// The numbers from the first to the second.
    Range(Box<Term>, Box<Term>),
    /// The elements of both sets, each once.
    Join(Box<Term>, Box<Term>),
    /// Whether a clue or a cell exists.
    Exists(Box<Term>),
    /// Whether the term is false.
    Not(Box<Term>),
    /// Whether all terms are true.
    And(Vec<Term>),
    /// Whether a term is true.
    Or(Vec<Term>),
    /// Whether both terms are true, or both are false.
    Iff(Box<Term>, Box<Term>),
    /// Whether both terms are the same cell, direction, letter, symbol or set.
    Same(Box<Term>, Box<Term>),
    /// Whether two numbers compare in this way.
    Compare(Box<Term>, NumberComparison, Box<Term>),
    /// A sum of terms with signs.
    Sum(Vec<(i64, Term)>),
    /// A product, of which at most one factor depends on the drawing.
    Product(Box<Term>, Box<Term>),
    /// A term for each value of some binders, gathered into one.
    Gather(Gathering, Vec<Binder>, Box<Term>),
}

/// Variables that range over a fixed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binder {
    /// The number of variables: two for pairs.
    pub count: usize,
    /// The set.
    pub set: Term,
    /// A condition on the clues that selects elements of the set.
    pub condition: Option<Term>,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum NumberComparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl NumberComparison {
    /// The comparisons, and their signs.
    pub(super) const SIGNS: [(&str, Self); 6] = [
        ("=", Self::Equal),
        ("!=", Self::Unequal),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Returns the sign.
    #[must_use]
    pub fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(_, one)| *one == self).map_or("", |(sign, _)| sign)
    }

    /// Returns how the second number compares with the first.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }

    /// Returns the comparison that holds if this one does not.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// Returns whether two numbers compare in this way.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// How the terms for all values of some binders are gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gathering {
    /// The number of true terms.
    Count,
    /// The sum of numbers.
    Sum,
    /// Whether all terms are true.
    All,
    /// Whether a term is true.
    Any,
    /// Whether no term is true.
    None,
    /// The number of true terms before the first false one.
    Run,
    /// Whether all numbers differ.
    Distinct,
    /// The lengths of the runs of true terms, in order.
    Runs,
    /// The sizes of the groups of adjacent cells whose terms are true, in any order.
    Groups,
    /// The greatest of fixed numbers.
    Greatest,
    /// The least of fixed numbers.
    Least,
}

impl Gathering {
    /// The words, with their meaning.
    pub const WORDS: [(&'static str, Self, &'static str); 11] = [
        ("count", Self::Count, "how many of the statements are true"),
        ("sum", Self::Sum, "the sum of the numbers"),
        ("all", Self::All, "every statement is true"),
        ("any", Self::Any, "at least one statement is true"),
        ("none", Self::None, "no statement is true"),
        ("run", Self::Run, "how many statements are true before the first false one"),
        ("distinct", Self::Distinct, "no two of the numbers are equal"),
        (
            "runs",
            Self::Runs,
            "the lengths of the runs of true statements, in order, to be compared with a list",
        ),
        (
            "groups",
            Self::Groups,
            "the sizes of the groups of adjacent cells, among at most nine, whose statement is true, in any order, to be \
             compared with a list",
        ),
        (
            "max",
            Self::Greatest,
            "the greatest of numbers that the drawing does not change; 0 of none",
        ),
        ("min", Self::Least, "the least of numbers that the drawing does not change; 0 of none"),
    ];

    /// Returns whether the terms are numbers.
    pub fn takes_numbers(self) -> bool {
        matches!(self, Self::Sum | Self::Distinct | Self::Greatest | Self::Least)
    }

    /// Returns the type of the result.
    pub fn result(self) -> Type {
        match self {
            Self::Count | Self::Sum | Self::Run | Self::Greatest | Self::Least => Type::Number,
            Self::All | Self::Any | Self::None | Self::Distinct => Type::Truth,
            Self::Runs | Self::Groups => Type::List,
        }
    }
}

/// The type of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Truth,
    Number,
    Cell,
    Side,
    Letter,
    Symbol,
    Corner,
    /// A list of numbers.
    List,
    /// A set of elements of a type.
    Set(Element),
}

/// The type of the elements of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Cell,
    /// Two adjacent cells.
    Pair,
    /// Two opposite directions.
    Axis,
    Side,
    Number,
    Corner,
    /// A set of cells: a row, a column, a room.
    Cells,
}

impl Element {
    /// Returns the types of the variables that range over such elements.
    pub fn variables(self) -> &'static [Type] {
        match self {
            Self::Cell => &[Type::Cell],
            Self::Pair => &[Type::Cell, Type::Cell],
            Self::Axis => &[Type::Side, Type::Side],
            Self::Side => &[Type::Side],
            Self::Number => &[Type::Number],
            Self::Corner => &[Type::Corner],
            Self::Cells => &[Type::Set(Element::Cell)],
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truth => "a statement",
            Self::Number => "a number",
            Self::Cell => "a cell",
            Self::Side => "a direction",
            Self::Letter => "a letter",
            Self::Symbol => "a symbol",
            Self::Corner => "a corner",
            Self::List => "a list of numbers",
            Self::Set(Element::Cell) => "a set of cells",
            Self::Set(Element::Pair) => "a set of pairs of cells",
            Self::Set(Element::Axis) => "a set of axes",
            Self::Set(Element::Side) => "a set of directions",
            Self::Set(Element::Number) => "a set of numbers",
            Self::Set(Element::Corner) => "a set of corners",
            Self::Set(Element::Cells) => "a set of sets of cells",
        })
    }
}

/// What a kind needs so that its rules may use a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    Clues,
    Arrows,
    Rooms,
    Corners,
    Border,
    Lists,
    BorderLists,
    Sums,
    Shaded,
    Lines,
    Values,
}

impl Needs {
    /// Returns the statement that the file lacks.
    pub fn statement(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Clues => "symbol number",
            Self::Arrows => "symbol number arrow",
            Self::Rooms => "board rooms",
            Self::Corners => "board corners",
            Self::Border => "board border",
            Self::Lists => "symbol list",
            Self::BorderLists => "board lists",
            Self::Sums => "symbol sums",
            Self::Shaded => "draw shaded cells",
            Self::Lines => "draw lines between cells",
            Self::Values => "draw values 1..N",
        }
    }
}

/// Makes [`Word`] and its table from the vocabulary: a word, its name, the types of its arguments, its result, what it needs,
/// and its meaning.
macro_rules! words {
    ($($word:ident $name:literal ($($argument:expr),*) -> $result:expr, $needs:ident, $meaning:literal;)*) => {
        /// A word of the vocabulary.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Word {
            $($word,)*
        }

        /// The vocabulary. A name may have several rows, for arguments of other types.
        pub(super) const VOCABULARY: &[WordInfo] = &[
            $(WordInfo {
                word: Word::$word,
                name: $name,
                arguments: &[$($argument),*],
                result: $result,
                needs: Needs::$needs,
                meaning: $meaning,
            },)*
        ];
    };
}

/// A row of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordInfo {
    pub word: Word,
    pub name: &'static str,
    pub arguments: &'static [Type],
    pub result: Type,
    pub needs: Needs,
    pub meaning: &'static str,
}

use Element::Cells;
use Type::{Cell, Corner, Letter, List, Number, Set, Side as Direction, Symbol, Truth};

const CELLS: Type = Set(Element::Cell);

words! {
    AllCells "cells" () -> CELLS, Nothing, "all cells, row by row";
    Rows "rows" () -> Set(Cells), Nothing, "each row, from left to right";
    Columns "columns" () -> Set(Cells), Nothing, "each column, from top to bottom";
    Rooms "rooms" () -> Set(Cells), Rooms, "each room, row by row; cells named @ are in none";
    Adjacent "adjacent" () -> Set(Element::Pair), Nothing, "each pair of cells that share a side, once";
    Squares "squares" () -> Set(Cells), Nothing, "each square of 2 x 2 cells";
    Boxes "boxes" () -> Set(Cells), Nothing, "the boxes of a Sudoku: blocks of as many cells as a row has, no higher than wide, as square as possible";
    BoxesOf "boxes" (Number, Number) -> Set(Cells), Nothing, "the blocks of m rows and n columns that tile the grid";
    Directions "directions" () -> Set(Element::Side), Nothing, "up, down, left, right";
    Bends "bends" () -> Set(Element::Axis), Nothing, "each pair of directions at a right angle: left or right first, then up or down";
    Axes "axes" () -> Set(Element::Axis), Nothing, "left and right; up and down";
    Values "values" () -> Set(Element::Number), Values, "the numbers from 1 to the largest value";
    Corners "corners" () -> Set(Element::Corner), Nothing, "the corners of all cells, row by row";
    Height "height" () -> Number, Nothing, "the number of rows";
    Width "width" () -> Number, Nothing, "the number of columns";
    Windows "windows" (Number) -> Set(Cells), Nothing, "each n consecutive cells of a row or a column";
    Diagonals "diagonals" (Number) -> Set(Cells), Nothing, "each n consecutive cells of a diagonal";
    Lines "lines" (Direction) -> Set(Cells), Nothing, "rows or columns, each read in this direction";
    Crossings "crossings" () -> Set(Cells), Rooms, "the shortest straight lines of cells that cross two borders between rooms";
    Neighbours "neighbours" (Cell) -> CELLS, Nothing, "the cells that share a side with the cell";
    Around "around" (Cell) -> CELLS, Nothing, "the up to eight cells around the cell";
    Block "block" (Cell) -> CELLS, Nothing, "the cell and the cells around it";
    Leaps "leaps" (Cell, Number, Number) -> CELLS, Nothing, "the cells at distance m in one axis and n in the other: a knight's moves for 1 and 2";
    RectangleAt "rectangle" (Cell, Number, Number) -> CELLS, Nothing, "the cells of m rows and n columns of which the cell is the first, as far as they are in the grid";
    Between "between" (Cell, Cell) -> CELLS, Nothing, "the cells of the rectangle that has the two cells in opposite corners";
    Mirrored "mirrored" (Cell, Cell, Number, Number) -> Cell, Nothing, "the image of the second cell in a half turn about the center of the first, moved by m half cells down and n to the right, if it is in the grid";
    Beyond "beyond" (Cell, Direction) -> CELLS, Nothing, "the cells from the cell to the border, nearest first";
    BeyondBy "beyond" (Cell, Direction, Number) -> CELLS, Nothing, "the first n cells from the cell to the border";
    Sees "sees" (Cell, Direction) -> CELLS, Clues, "the cells from the cell to the next clue or the border, without the clue";
    Step "step" (Cell, Direction) -> Cell, Nothing, "the next cell, if there is one";
    Row "row" (Cell) -> CELLS, Nothing, "the row of the cell";
    Column "column" (Cell) -> CELLS, Nothing, "the column of the cell";
    Room "room" (Cell) -> CELLS, Rooms, "the room of the cell";
    Inside "inside" (Cell) -> Truth, Rooms, "whether the cell is in a room";
    Pairs "pairs" (CELLS) -> Set(Element::Pair), Nothing, "each pair of cells of the set, once";
    Frontier "frontier" (CELLS) -> Set(Element::Pair), Nothing, "each pair of adjacent cells of which only the first is in the set";
    Tetrominoes "tetrominoes" (CELLS) -> Set(Cells), Nothing, "each four connected cells of the set";
    Shape "shape" (CELLS) -> Number, Nothing, "1 if the set is a tetromino of the shape I, 2 for L, 3 for S, 4 for T, 5 for a square; 0 for any other set";
    Size "size" (CELLS) -> Number, Nothing, "the number of cells of the set";
    PrimesOf "factors" (Number) -> Set(Element::Number), Nothing, "the prime numbers that divide the number";
    Power "power" (Number, Number) -> Number, Nothing, "how often the second number can be divided by the first without a remainder; 0 for numbers less than 2 and 1";
    Position "position" (Cell, CELLS) -> Number, Nothing, "the place of the cell in the set, from 1";
    Before "before" (Cell, CELLS) -> CELLS, Nothing, "the cells of the set before the cell";
    CellsAt "cells_at" (Corner) -> CELLS, Nothing, "the one to four cells at the corner";
    CellsToward "cells_at" (Corner, Direction, Direction) -> CELLS, Nothing, "the cell at the corner in these two directions, for example up and left, if there is one";
    CellNumber "number" (Cell) -> Number, Clues, "the number in the cell, alone, with a letter or with an arrow";
    CornerNumber "number" (Corner) -> Number, Corners, "the number at the corner";
    SetNumber "number" (CELLS) -> Number, Nothing, "the number in the first cell of the set that has one";
    BorderNumber "border" (CELLS) -> Number, Border, "the number at the border where the row or column begins, read in its direction";
    SideNumber "number" (Cell, Direction) -> Number, Sums, "the number beside the diagonal line of the cell for the cells in this direction, down or right";
    CellList "list" (Cell) -> List, Lists, "the list of numbers in the cell";
    BorderList "list" (CELLS) -> List, BorderLists, "the list of numbers at the border where the row or column begins, read in its direction";
    HasClue "clue" (Cell) -> Truth, Clues, "whether the cell shows a clue";
    IndexOf "index" (Cell) -> Number, Clues, "the place of the cell among the cells with clues, row by row, from 1; 0 without a clue";
    Unknown "unknown" (Cell) -> Truth, Clues, "whether the cell shows a question mark";
    LetterOf "letter" (Cell) -> Letter, Clues, "the letter in the cell";
    SymbolOf "symbol" (Cell) -> Symbol, Clues, "the whole clue in the cell";
    Arrow "arrow" (Cell) -> Direction, Arrows, "the direction of the arrow in the cell";
    Shaded "shaded" (Cell) -> Truth, Shaded, "the cell is shaded";
    Unshaded "unshaded" (Cell) -> Truth, Shaded, "the cell is not shaded";
    Link "link" (Cell, Direction) -> Truth, Lines, "a line leads from the cell in this direction";
    LinkAt "link" (Cell, Direction, Number) -> Truth, Lines, "the nth step from the cell in this direction is a line";
    LinkBetween "link" (Cell, Cell) -> Truth, Lines, "a line joins the two cells";
    Degree "degree" (Cell) -> Number, Lines, "the number of lines at the cell";
    Visited "visited" (Cell) -> Truth, Lines, "a line passes through the cell";
    Straight "straight" (Cell) -> Truth, Lines, "the line passes straight through the cell";
    Enclosed "enclosed" (Cell) -> Truth, Lines, "the loop goes around the cell, not through it";
    Turns "turns" (Cell) -> Truth, Lines, "the line turns in the cell";
    ValueOf "value" (Cell) -> Number, Values, "the value of the cell; 0 if it is empty";
    Empty "empty" (Cell) -> Truth, Values, "the cell has no value";
}

impl Word {
    /// Returns whether the word is about the drawing, so that a solver decides it.
    pub fn is_drawn(self) -> bool {
        matches!(
            self,
            Self::Shaded
                | Self::Unshaded
                | Self::Link
                | Self::LinkAt
                | Self::LinkBetween
                | Self::Degree
                | Self::Visited
                | Self::Straight
                | Self::Turns
                | Self::Enclosed
                | Self::ValueOf
                | Self::Empty
        )
    }

    /// Returns whether what the word names may be absent.
    pub fn may_be_absent(self) -> bool {
        matches!(
            self,
            Self::Step
                | Self::Mirrored
                | Self::CellNumber
                | Self::CornerNumber
                | Self::SetNumber
                | Self::BorderNumber
                | Self::SideNumber
                | Self::CellList
                | Self::BorderList
                | Self::LetterOf
                | Self::SymbolOf
                | Self::Arrow
        )
    }

    /// Returns whether the word reads a clue.
    pub fn reads_clue(self) -> bool {
        let is_never_absent =
            matches!(self, Self::HasClue | Self::Unknown | Self::Sees | Self::IndexOf);
        let is_cell = matches!(self, Self::Step | Self::Mirrored);
        is_never_absent || self.may_be_absent() && !is_cell
    }
}

impl Term {
    /// Returns the terms of which the term consists.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_)
            | Self::Side(_)
            | Self::Letter(_)
            | Self::Variable(_)
            | Self::Parameter(_) => Vec::new(),
            Self::Call(_, terms) | Self::List(terms) | Self::And(terms) | Self::Or(terms) => {
                terms.iter().collect()
            }
            Self::Exists(term) | Self::Not(term) => vec![term],
            Self::Range(a, b)
            | Self::Join(a, b)
            | Self::Iff(a, b)
            | Self::Same(a, b)
            | Self::Compare(a, _, b)
            | Self::Product(a, b) => vec![a, b],
            Self::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            Self::Gather(_, binders, body) => {
                let sets = binders.iter().map(|binder| &binder.set);
                let conditions = binders.iter().filter_map(|binder| binder.condition.as_ref());
                sets.chain(conditions).chain([&**body]).collect()
            }
        }
    }

    /// Returns whether the term is a clue or a cell that may be absent.
    pub fn is_absentable(&self) -> bool {
        matches!(self, Self::Call(word, _) if word.may_be_absent())
    }

    /// Returns whether the term has no variable.
    pub fn is_closed(&self) -> bool {
        let mut is_closed = true;
        self.each(&mut |term| is_closed &= !matches!(term, Self::Variable(_)));
        is_closed
    }

    /// Calls `visit` for the term and each term in it.
    pub fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        visit(self);
        self.parts().into_iter().for_each(|part| part.each(visit));
    }

    /// Returns whether the drawing changes the term.
    pub fn is_drawn(&self) -> bool {
        let mut is_drawn = false;
        self.each(&mut |term| is_drawn |= matches!(term, Self::Call(word, _) if word.is_drawn()));
        is_drawn
    }
}

/// Calls `visit` for each term of binders and of what they bind the variables of.
pub(super) fn each_term<'a>(
    binders: &'a [Binder],
    body: &'a Term,
    visit: &mut dyn FnMut(&'a Term),
) {
    for binder in binders {
        binder.set.each(visit);
        binder.condition.iter().for_each(|condition| condition.each(visit));
    }
    body.each(visit);
}

/// Replaces terms: where `replace` returns a term, it stands in place of the old one; elsewhere the parts are replaced.
pub(super) fn map(term: &Term, replace: &impl Fn(&Term) -> Option<Term>) -> Term {
    if let Some(other) = replace(term) {
        return other;
    }
    let one = |term: &Term| Box::new(map(term, replace));
    let all = |terms: &[Term]| terms.iter().map(|term| map(term, replace)).collect();
    match term {
        Term::Number(_)
        | Term::Side(_)
        | Term::Letter(_)
        | Term::Variable(_)
        | Term::Parameter(_) => term.clone(),
        Term::Call(word, terms) => Term::Call(*word, all(terms)),
        Term::List(terms) => Term::List(all(terms)),
        Term::And(terms) => Term::And(all(terms)),
        Term::Or(terms) => Term::Or(all(terms)),
        Term::Exists(inner) => Term::Exists(one(inner)),
        Term::Not(inner) => Term::Not(one(inner)),
        Term::Range(a, b) => Term::Range(one(a), one(b)),
        Term::Join(a, b) => Term::Join(one(a), one(b)),
        Term::Iff(a, b) => Term::Iff(one(a), one(b)),
        Term::Same(a, b) => Term::Same(one(a), one(b)),
        Term::Compare(a, comparison, b) => Term::Compare(one(a), *comparison, one(b)),
        Term::Product(a, b) => Term::Product(one(a), one(b)),
        Term::Sum(terms) => {
            Term::Sum(terms.iter().map(|(sign, term)| (*sign, map(term, replace))).collect())
        }
        Term::Gather(gathering, binders, body) => {
            let binders = binders.iter().map(|binder| Binder {
                count: binder.count,
                set: map(&binder.set, replace),
                condition: binder.condition.as_ref().map(|condition| map(condition, replace)),
            });
            Term::Gather(*gathering, binders.collect(), one(body))
        }
    }
}
