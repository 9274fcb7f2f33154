//! The parser of expressions: binders, statements about the drawing, and numbers.
//!
//! Operators from the loosest to the tightest: `implies`, `iff`; `or`; `and`; `not`; comparisons; `+`, `-`; `*`.

use std::ops::Range;

use crate::cell_loops::Side;
use crate::grid::Grid;
use crate::kinds::codec::ClueLetter;
use crate::kinds::written::constant::constant_number;
use crate::kinds::written::file::ParameterInfo;
use crate::kinds::written::guards;
use crate::kinds::written::terms::{
    Binder, Element, Gathering, Needs, NumberComparison, Term, Type, VOCABULARY, Word, WordInfo,
};
use crate::kinds::written::tokens::{Token, TokenKind};
use crate::suggest;
use crate::text::Fault;

/// The deepest nesting of an expression.
const DEPTH: usize = 60;

/// What the names in an expression may refer to.
pub(super) struct Names<'k> {
    pub letters: &'k [ClueLetter],
    pub parameters: &'k [ParameterInfo],
    /// Whether the kind has what a word needs.
    pub has: &'k dyn Fn(Needs) -> bool,
}

/// A parser of the tokens of one expression.
pub(super) struct Expressions<'a, 'k> {
    tokens: &'k [Token<'a>],
    place: usize,
    names: &'k Names<'k>,
    /// The variables in scope, with their types.
    variables: Vec<(&'a str, Type)>,
    /// The binders of these variables.
    bound: Vec<Binder>,
    /// The clues and cells that may be absent.
    absentable: Vec<Absentable>,
    depth: usize,
}

/// A clue or cell that may be absent.
struct Absentable {
    term: Term,
    /// The binders in whose scope it is.
    scope: Vec<Binder>,
    /// The places of its first token and behind its last one.
    tokens: Range<usize>,
}

/// A term, its type, and its first token.
#[derive(Clone)]
struct Typed<'a> {
    term: Term,
    of: Type,
    start: Token<'a>,
}

/// The words that are no names of variables.
const RESERVED: [&str; 10] =
    ["for", "in", "if", "and", "or", "not", "implies", "iff", "true", "false"];

impl<'a, 'k> Expressions<'a, 'k> {
    pub fn new(tokens: &'k [Token<'a>], names: &'k Names<'k>) -> Self {
        let (variables, bound, absentable) = (Vec::new(), Vec::new(), Vec::new());
        Self { tokens, place: 0, names, variables, bound, absentable, depth: 0 }
    }

    /// Parses the rest of a rule: binders, if any, and a statement.
    pub fn rule(&mut self) -> Result<(Vec<Binder>, Term), Fault> {
        let mut binders = Vec::new();
        if self.takes("for") {
            binders = self.binders()?;
            self.expect(":", "behind the binders of a rule")?;
        }
        let body = self.statement()?;
        self.end()?;
        self.check_guarded(&binders, &body)?;
        Ok((binders, body))
    }

    /// Checks that a rule uses no clue that may be absent without a condition.
    fn check_guarded(&self, binders: &[Binder], body: &Term) -> Result<(), Fault> {
        let Some((term, scope)) = guards::unguarded(binders, body) else { return Ok(()) };
        let is_same =
            |one: &&Absentable| one.term == *term && one.scope.iter().eq(scope.iter().copied());
        let found = self.absentable.iter().find(is_same);
        let tokens = found.map_or(self.tokens, |found| &self.tokens[found.tokens.clone()]);
        let shown = written(tokens);
        Err(tokens[0].span.fault(format!(
            "`{shown}` may be absent\nhelp: put the condition `if {shown}` after the variables that it names, as in \
             `for c in cells if number(c)`"
        )))
    }

    /// Parses a number that the drawing does not change, to the end.
    pub fn fixed_number(&mut self) -> Result<Term, Fault> {
        let number = self.sum()?;
        let term = fixed(of_type(number, Type::Number)?)?;
        self.end()?;
        Ok(term)
    }

    fn end(&self) -> Result<(), Fault> {
        let next = self.peek();
        match next.kind {
            TokenKind::End => Ok(()),
            _ => Err(next.span.fault(format!(
                "{} behind a complete expression\nhelp: join statements by `and`, `or`, `implies`",
                next.shown()
            ))),
        }
    }

    fn peek(&self) -> Token<'a> {
        self.tokens[self.place]
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.place = (self.place + 1).min(self.tokens.len() - 1);
        token
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek().is(text);
        if is_next {
            self.next();
        }
        is_next
    }

    fn expect(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let next = self.peek();
        match self.takes(text) {
            true => Ok(()),
            false => Err(next
                .span
                .fault(format!("`{text}` expected {place}, but found {}", next.shown()))),
        }
    }

    /// Parses binders: `a, b in SET if CONDITION, c in SET ...`.
    fn binders(&mut self) -> Result<Vec<Binder>, Fault> {
        let mut binders = Vec::new();
        loop {
            binders.push(self.binder()?);
            if !self.takes(",") {
                return Ok(binders);
            }
        }
    }

    fn binder(&mut self) -> Result<Binder, Fault> {
        let is_paired = self.takes("(");
        let mut names = vec![self.variable_name()?];
        while self.takes(",") {
            names.push(self.variable_name()?);
        }
        if is_paired {
            self.expect(")", "behind the two variables")?;
        }
        self.expect("in", "behind the variables of a binder")?;
        let set = self.sum()?;
        let Type::Set(element) = set.of else {
            return Err(wrong(&set.start, set.of, "a set"));
        };
        let types = element.variables();
        if types.len() != names.len() {
            let message = format!(
                "{} variables for elements that are {}\nhelp: {}",
                names.len(),
                Type::Set(element),
                if types.len() == 2 { "write two, as in `a, b in adjacent`" } else { "write one" }
            );
            return Err(set.start.span.fault(message));
        }
        let set = fixed(set)?;
        self.variables.extend(names.iter().copied().zip(types.iter().copied()));
        let condition = match self.takes("if") {
            true => {
                let condition = self.statement_term()?;
                Some(fixed(condition)?)
            }
            false => None,
        };
        let binder = Binder { count: types.len(), set, condition };
        self.bound.push(binder.clone());
        Ok(binder)
    }

    fn variable_name(&mut self) -> Result<&'a str, Fault> {
        let token = self.next();
        let name = token.span.text;
        let problem = match token.kind {
            TokenKind::Name if RESERVED.contains(&name) => {
                format!("`{name}` is no name of a variable")
            }
            TokenKind::Name if self.variables.iter().any(|(known, _)| *known == name) => {
                format!("`{name}` is already a variable")
            }
            TokenKind::Name if is_word(name) => format!("`{name}` is a word of the vocabulary"),
            TokenKind::Name => return Ok(name),
            _ => format!("variable expected, but found {}", token.shown()),
        };
        Err(token.span.fault(problem + "\nhelp: name another one, as in `for c in cells`"))
    }

    /// Counts an expression inside another one.
    fn deepen(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        match self.depth > DEPTH {
            true => {
                Err(self.peek().span.fault(format!("more than {DEPTH} expressions in each other")))
            }
            false => Ok(()),
        }
    }

    fn statement(&mut self) -> Result<Term, Fault> {
        Ok(self.statement_term()?.term)
    }

    /// Parses a statement: `implies` and `iff` bind loosest and to the right.
    fn statement_term(&mut self) -> Result<Typed<'a>, Fault> {
        self.deepen()?;
        let left = self.disjunction()?;
        let made = match self.peek() {
            next if next.is("implies") => {
                self.next();
                let right = self.statement_term()?;
                let left = truth(left)?;
                truth_of(
                    &left,
                    Term::Or(vec![Term::Not(Box::new(left.term.clone())), truth(right)?.term]),
                )
            }
            next if next.is("iff") => {
                self.next();
                let right = truth(self.statement_term()?)?;
                let left = truth(left)?;
                truth_of(&left, Term::Iff(Box::new(left.term.clone()), Box::new(right.term)))
            }
            _ => truth(left)?,
        };
        self.depth -= 1;
        Ok(made)
    }

    fn disjunction(&mut self) -> Result<Typed<'a>, Fault> {
        self.joined("or", Self::conjunction, Term::Or)
    }

    fn conjunction(&mut self) -> Result<Typed<'a>, Fault> {
        self.joined("and", Self::negation, Term::And)
    }

    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Typed<'a>, Fault>,
        join: fn(Vec<Term>) -> Term,
    ) -> Result<Typed<'a>, Fault> {
        let first = part(self)?;
        if !self.peek().is(word) {
            return Ok(first);
        }
        let start = first.start;
        let mut parts = vec![truth(first)?.term];
        while self.takes(word) {
            parts.push(truth(part(self)?)?.term);
        }
        Ok(Typed { term: join(parts), of: Type::Truth, start })
    }

    fn negation(&mut self) -> Result<Typed<'a>, Fault> {
        let start = self.peek();
        let mut count = 0;
        while self.takes("not") {
            count += 1;
        }
        let inner = self.comparison()?;
        match count {
            0 => Ok(inner),
            _ => {
                let inner = truth(inner)?.term;
                let term = if count % 2 == 1 { Term::Not(Box::new(inner)) } else { inner };
                Ok(Typed { term, of: Type::Truth, start })
            }
        }
    }

    fn comparison(&mut self) -> Result<Typed<'a>, Fault> {
        let left = self.sum()?;
        let sign = self.peek();
        let Some(&(_, comparison)) = NumberComparison::SIGNS.iter().find(|(text, _)| sign.is(text))
        else {
            return Ok(left);
        };
        self.next();
        let right = self.sum()?;
        if left.of != right.of {
            let help = match [&left, &right].into_iter().find_map(|side| self.hidden_letter(side)) {
                Some(name) => format!(
                    "`{name}` is the variable here, which hides the letter `{name}`; name the variable otherwise"
                ),
                None => "both sides must have the same type".to_owned(),
            };
            let message = format!("{} compared with {}\nhelp: {help}", left.of, right.of);
            return Err(sign.span.fault(message));
        }
        let is_list = left.of == Type::List;
        if is_list && left.term.is_drawn() && right.term.is_drawn() {
            let message = "two lists that depend on the drawing\nhelp: compare one with a clue, such as `list(c)`";
            return Err(sign.span.fault(message));
        }
        let (a, b) = (Box::new(left.term), Box::new(right.term));
        let term = match (left.of, comparison) {
            (Type::Number, _) => Term::Compare(a, comparison, b),
            (Type::Truth, NumberComparison::Equal) => Term::Iff(a, b),
            (Type::Truth, NumberComparison::Unequal) => Term::Not(Box::new(Term::Iff(a, b))),
            (_, NumberComparison::Equal) => Term::Same(a, b),
            (_, NumberComparison::Unequal) => {
                // an absent clue is neither equal nor unequal
                let absentable = [&*a, &*b].into_iter().filter(|term| term.is_absentable());
                let mut parts: Vec<Term> =
                    absentable.map(|term| Term::Exists(Box::new(term.clone()))).collect();
                parts.push(Term::Not(Box::new(Term::Same(a, b))));
                Term::And(parts)
            }
            (of, _) => {
                return Err(sign.span.fault(format!(
                    "{of} is not less or greater than another\nhelp: use `=` or `!=`"
                )));
            }
        };
        Ok(Typed { term, of: Type::Truth, start: left.start })
    }

    /// Returns the name of a variable that is a letter of the kind, too.
    fn hidden_letter(&self, side: &Typed<'a>) -> Option<&'a str> {
        let name = side.start.span.text;
        let is_letter = self.names.letters.iter().any(|one| one.letter.to_string() == name);
        (is_letter && matches!(side.term, Term::Variable(_))).then_some(name)
    }

    /// Parses a sum of numbers, or a union of sets.
    fn sum(&mut self) -> Result<Typed<'a>, Fault> {
        let start = self.peek();
        let is_negative = self.takes("-");
        let first = self.product()?;
        let is_sum = is_negative || self.peek().is("+") || self.peek().is("-");
        if !is_sum {
            return self.range(first);
        }
        if matches!(first.of, Type::Set(_)) && !is_negative {
            return self.union(first);
        }
        if first.of == Type::Cell && !is_negative {
            return Err(not_a_set(&first.start, "a number or a set of cells"));
        }
        let sign = |is_negative: bool| if is_negative { -1 } else { 1 };
        let mut terms = vec![(sign(is_negative), of_type(first, Type::Number)?.term)];
        loop {
            let is_negative = self.peek().is("-");
            if !is_negative && !self.peek().is("+") {
                break;
            }
            self.next();
            terms.push((sign(is_negative), of_type(self.product()?, Type::Number)?.term));
        }
        self.range(Typed { term: Term::Sum(terms), of: Type::Number, start })
    }

    fn union(&mut self, first: Typed<'a>) -> Result<Typed<'a>, Fault> {
        let mut all = first;
        while self.takes("+") {
            let more = of_type(self.product()?, all.of)?;
            all.term = Term::Join(Box::new(all.term), Box::new(more.term));
        }
        Ok(all)
    }

    fn range(&mut self, first: Typed<'a>) -> Result<Typed<'a>, Fault> {
        if !self.takes("..") {
            return Ok(first);
        }
        let start = first.start;
        let first = fixed(of_type(first, Type::Number)?)?;
        let last = self.sum()?;
        let last = fixed(of_type(last, Type::Number)?)?;
        let term = Term::Range(Box::new(first), Box::new(last));
        Ok(Typed { term, of: Type::Set(Element::Number), start })
    }

    fn product(&mut self) -> Result<Typed<'a>, Fault> {
        let mut all = self.primary()?;
        while self.peek().is("*") {
            let sign = self.next();
            let left = of_type(all, Type::Number)?;
            let right = of_type(self.primary()?, Type::Number)?;
            if left.term.is_drawn() && right.term.is_drawn() {
                let message = "product of two numbers that depend on the drawing\nhelp: multiply by a number or a clue";
                return Err(sign.span.fault(message));
            }
            let term = Term::Product(Box::new(left.term), Box::new(right.term));
            all = Typed { term, of: Type::Number, start: left.start };
        }
        Ok(all)
    }

    fn primary(&mut self) -> Result<Typed<'a>, Fault> {
        self.deepen()?;
        let start = self.next();
        let typed = |term, of| Typed { term, of, start };
        let made = match start.kind {
            TokenKind::Number(number) => typed(Term::Number(number), Type::Number),
            TokenKind::Sign if start.is("(") => self.parenthesis(start)?,
            TokenKind::Sign if start.is("{") => self.list(start, Vec::new(), "}")?,
            TokenKind::Name => self.name(start)?,
            _ => {
                return Err(start.span.fault(format!(
                    "a number, a set or a statement expected, but found {}",
                    start.shown()
                )));
            }
        };
        self.depth -= 1;
        Ok(made)
    }

    /// Parses an expression in parentheses, or the elements of a set.
    fn parenthesis(&mut self, start: Token<'a>) -> Result<Typed<'a>, Fault> {
        let inner = self.any()?;
        if self.takes(",") {
            return self.list(start, vec![inner], ")");
        }
        self.expect(")", "behind the expression")?;
        Ok(Typed { start, ..inner })
    }

    /// Parses an expression of any type.
    fn any(&mut self) -> Result<Typed<'a>, Fault> {
        let from = self.place;
        let first = self.disjunction()?;
        match self.peek().is("implies") || self.peek().is("iff") {
            true => {
                self.place = from;
                self.statement_term()
            }
            false => Ok(first),
        }
    }

    fn list(
        &mut self,
        start: Token<'a>,
        mut elements: Vec<Typed<'a>>,
        end: &str,
    ) -> Result<Typed<'a>, Fault> {
        loop {
            elements.push(self.sum()?);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(end, "behind the elements of a set")?;
        let of = elements[0].of;
        let element = match of {
            Type::Cell => Element::Cell,
            Type::Side => Element::Side,
            Type::Number => Element::Number,
            Type::Corner => Element::Corner,
            Type::Set(Element::Cell) => Element::Cells,
            Type::Letter => {
                let found = wrong(&elements[0].start, of, "an element of a set");
                let help = "compare with each letter, as in `letter(c) = a or letter(c) = b`";
                return Err(Fault { message: format!("{}\nhelp: {help}", found.message), ..found });
            }
            _ => return Err(wrong(&elements[0].start, of, "an element of a set")),
        };
        let terms: Result<Vec<Term>, Fault> =
            elements.into_iter().map(|one| fixed(of_type(one, of)?)).collect();
        Ok(Typed { term: Term::List(terms?), of: Type::Set(element), start })
    }

    fn name(&mut self, start: Token<'a>) -> Result<Typed<'a>, Fault> {
        let name = start.span.text;
        let typed = |term, of| Ok(Typed { term, of, start });
        if let Some(at) = self.variables.iter().rposition(|(known, _)| *known == name) {
            return typed(Term::Variable(at), self.variables[at].1);
        }
        if let Some((_, gathering, _)) = Gathering::WORDS.iter().find(|(word, ..)| *word == name)
            && self.peek().is("(")
        {
            return self.gathering(start, *gathering);
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| side.name() == name) {
            return typed(Term::Side(side), Type::Side);
        }
        if let Some(truth) = [("true", Term::And(Vec::new())), ("false", Term::Or(Vec::new()))]
            .into_iter()
            .find_map(|(word, term)| (word == name).then_some(term))
        {
            return typed(truth, Type::Truth);
        }
        if is_word(name) {
            return self.word(start);
        }
        let letters = self.names.letters;
        if let Some(at) = letters.iter().position(|one| name == one.letter.to_string()) {
            return typed(Term::Letter(at), Type::Letter);
        }
        if let Some(at) = self.names.parameters.iter().position(|one| one.name == name) {
            return typed(Term::Parameter(at), Type::Number);
        }
        Err(self.unknown(start))
    }

    fn unknown(&self, start: Token<'a>) -> Fault {
        let name = start.span.text;
        let words = VOCABULARY.iter().map(|row| row.name);
        let gatherings = Gathering::WORDS.iter().map(|(word, ..)| *word);
        let variables = self.variables.iter().map(|(name, _)| *name);
        let question = suggest::question(name, words.chain(gatherings).chain(variables));
        let letter = match name.len() {
            1 => {
                format!("`symbol {name}` above makes it a letter, `for {name} in ...` a variable; ")
            }
            _ => String::new(),
        };
        start.span.fault(format!(
            "unknown word: `{name}`\nhelp: {question}{letter}the vocabulary is in `encycle help kind-files`"
        ))
    }

    fn gathering(&mut self, start: Token<'a>, gathering: Gathering) -> Result<Typed<'a>, Fault> {
        self.expect("(", "behind the word")?;
        // the body comes first, but its variables are bound behind it
        let body_place = self.place;
        self.skip_to_for()?;
        let (scope, bound) = (self.variables.len(), self.bound.len());
        self.expect("for", "in the parentheses, as in `count(shaded(n) for n in neighbours(c))`")?;
        let binders = self.binders()?;
        if gathering == Gathering::Groups && self.variables[scope].1 != Type::Cell {
            let message =
                "`groups` without cells\nhelp: write `groups(shaded(x) for x in around(c))`";
            return Err(start.span.fault(message));
        }
        let end_place = self.place;
        self.expect(")", "behind the binders")?;
        let behind = self.place;
        self.place = body_place;
        let body = match gathering.takes_numbers() {
            true => {
                let number = self.sum()?;
                of_type(number, Type::Number)?
            }
            false => self.statement_term()?,
        };
        let is_fixed = matches!(gathering, Gathering::Greatest | Gathering::Least);
        let body = if is_fixed { fixed(body)? } else { body.term };
        if !self.peek().is("for") {
            let next = self.peek();
            return Err(next.span.fault(format!(
                "`for` expected behind the expression, but found {}",
                next.shown()
            )));
        }
        debug_assert!(self.tokens[end_place].is(")"), "the binders end before the parenthesis");
        self.place = behind;
        self.variables.truncate(scope);
        self.bound.truncate(bound);
        Ok(Typed {
            term: Term::Gather(gathering, binders, Box::new(body)),
            of: gathering.result(),
            start,
        })
    }

    /// Moves to the `for` of the parentheses that have just been opened.
    fn skip_to_for(&mut self) -> Result<(), Fault> {
        let start = self.peek();
        let mut open = 0_usize;
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Sign if token.is("(") || token.is("{") => open += 1,
                TokenKind::Sign if (token.is(")") || token.is("}")) && open == 0 => break,
                TokenKind::Sign if token.is(")") || token.is("}") => open -= 1,
                TokenKind::Name if token.is("for") && open == 0 => return Ok(()),
                _ => {}
            }
            self.next();
        }
        Err(start.span.fault(
            "no `for` in the parentheses\nhelp: write `count(shaded(n) for n in neighbours(c))`"
                .to_owned(),
        ))
    }

    /// Parses the arguments of a word, up to the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<Typed<'a>>, Fault> {
        let mut arguments = vec![self.any()?];
        while self.takes(",") {
            arguments.push(self.any()?);
        }
        self.expect(")", "behind the arguments")?;
        Ok(arguments)
    }

    /// Parses a word of the vocabulary with its arguments.
    fn word(&mut self, start: Token<'a>) -> Result<Typed<'a>, Fault> {
        let first = self.place - 1;
        let arguments = if self.takes("(") { self.arguments()? } else { Vec::new() };
        let rows = VOCABULARY.iter().filter(|row| row.name == start.span.text);
        let types: Vec<Type> = arguments.iter().map(|one| one.of).collect();
        let Some(row) = rows.clone().find(|row| row.arguments == types) else {
            return Err(wrong_arguments(start, rows, &types));
        };
        if !(self.names.has)(row.needs) {
            return Err(start.span.fault(format!(
                "`{}` without the statement `{}`\nhelp: add it above the rules",
                row.name,
                row.needs.statement()
            )));
        }
        if matches!(row.word, Word::Windows | Word::Diagonals | Word::BoxesOf) {
            arguments.iter().try_for_each(size)?;
        }
        let arguments: Result<Vec<Term>, Fault> = arguments.into_iter().map(fixed).collect();
        let term = Term::Call(row.word, arguments?);
        if term.is_absentable() {
            let (term, scope) = (term.clone(), self.bound.clone());
            self.absentable.push(Absentable { term, scope, tokens: first..self.place });
        }
        Ok(Typed { term, of: row.result, start })
    }
}

/// Returns tokens as they are written, with single blanks.
fn written(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in tokens {
        let start = token.span.offset;
        if end.is_some_and(|end| end < start) {
            text.push(' ');
        }
        text += token.span.text;
        end = Some(start + token.span.text.len());
    }
    text
}

fn is_word(name: &str) -> bool {
    VOCABULARY.iter().any(|row| row.name == name)
}

fn wrong_arguments<'r>(
    start: Token<'_>,
    rows: impl Iterator<Item = &'r WordInfo>,
    types: &[Type],
) -> Fault {
    let list = |types: &[Type]| match types {
        [] => "nothing".to_owned(),
        types => types.iter().map(Type::to_string).collect::<Vec<_>>().join(", "),
    };
    let name = start.span.text;
    let allowed: Vec<String> = rows.map(|row| list(row.arguments)).collect();
    start.span.fault(format!(
        "`{name}` of {}\nhelp: it takes {}",
        list(types),
        allowed.join(" or ")
    ))
}

fn wrong(start: &Token<'_>, of: Type, expected: &str) -> Fault {
    start.span.fault(format!("{of} where {expected} is expected"))
}

/// Returns the error about a cell in place of the set of this cell.
fn not_a_set(start: &Token<'_>, expected: &str) -> Fault {
    let found = wrong(start, Type::Cell, expected);
    Fault { message: found.message + "\nhelp: the set of one cell is `{c}`", ..found }
}

/// Checks a number of cells.
///
/// # Errors
/// It is less than 1, whatever the puzzle.
fn size(number: &Typed<'_>) -> Result<(), Fault> {
    let mut is_constant = true;
    number.term.each(&mut |term| is_constant &= !matches!(term, Term::Call(..)));
    let value = Grid::new(1, 1).and_then(|grid| constant_number(&number.term, grid, &[]));
    match value {
        Some(value) if is_constant && value < 1 => {
            Err(number.start.span.fault(format!("{value} cells\nhelp: use a number from 1")))
        }
        _ => Ok(()),
    }
}

/// Returns a term of a type; a statement stands for 1 or 0 where a number is expected.
fn of_type(typed: Typed<'_>, of: Type) -> Result<Typed<'_>, Fault> {
    match (typed.of, of) {
        (found, of) if found == of => Ok(typed),
        (Type::Truth, Type::Number) => {
            let term = Term::Gather(Gathering::Count, Vec::new(), Box::new(typed.term));
            Ok(Typed { term, of, start: typed.start })
        }
        (Type::Cell, Type::Set(Element::Cell)) => Err(not_a_set(&typed.start, &of.to_string())),
        _ => Err(wrong(&typed.start, typed.of, &of.to_string())),
    }
}

/// Returns a term as a statement: a clue or a cell alone states that it exists.
fn truth(typed: Typed<'_>) -> Result<Typed<'_>, Fault> {
    match &typed.term {
        Term::Call(word, _) if word.may_be_absent() => {
            Ok(Typed { term: Term::Exists(Box::new(typed.term)), of: Type::Truth, ..typed })
        }
        _ => of_type(typed, Type::Truth),
    }
}

fn truth_of<'a>(like: &Typed<'a>, term: Term) -> Typed<'a> {
    Typed { term, of: Type::Truth, start: like.start }
}

/// Returns the term if the drawing does not change it.
fn fixed(typed: Typed<'_>) -> Result<Term, Fault> {
    let mut drawn: Option<Word> = None;
    typed.term.each(&mut |term| match term {
        Term::Call(word, _) if word.is_drawn() => drawn = Some(*word),
        _ => {}
    });
    let Some(word) = drawn else { return Ok(typed.term) };
    let name = VOCABULARY.iter().find(|row| row.word == word).map_or("", |row| row.name);
    Err(typed.start.span.fault(format!(
        "`{name}` where only clues may decide\nhelp: sets, conditions and arguments must not depend on the drawing; state \
         it behind the colon"
    )))
}
