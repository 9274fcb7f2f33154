//! JSON of which every part knows its place in the text, so that a fault can be pointed at.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A value in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<'a> {
    text: &'a str,
    raw: &'a str,
}

/// A fault, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl<'a> Located<'a> {
    /// The whole text, if it is JSON.
    pub fn of(text: &'a str) -> Result<Self, Fault> {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => Ok(Self { text, raw: raw.get() }),
            Err(error) => {
                let said = error.to_string();
                let reason = said.split(" at line ").next().unwrap_or(&said);
                // serde_json counts the bytes of a line that it has read
                let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or("");
                let column = line
                    .char_indices()
                    .filter(|(index, _)| *index < error.column().saturating_sub(1))
                    .count()
                    + 1;
                Err(Fault { line: error.line(), column, reason: format!("no JSON: {reason}") })
            }
        }
    }

    fn part(&self, raw: &'a RawValue) -> Self {
        Self { text: self.text, raw: raw.get() }
    }

    /// A fault of this value.
    pub fn fault(&self, reason: impl Into<String>) -> Fault {
        let start = self.raw.as_ptr() as usize - self.text.as_ptr() as usize;
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Fault {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }

    /// The fault that it should have been something else.
    pub fn not(&self, wanted: &str) -> Fault {
        self.fault(format!("expected {wanted}, found {}", self.shown()))
    }

    /// The value, on one line and no longer than a message wants it.
    fn shown(&self) -> String {
        let words = self.raw.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut short: String = words.chars().take(60).collect();
        if short.len() < words.len() {
            short.push('…');
        }
        format!("`{}`", short.escape_default().to_string().replace("\\\"", "\""))
    }

    pub fn is_null(&self) -> bool {
        self.raw == "null"
    }

    pub fn string(&self, wanted: &str) -> Result<String, Fault> {
        serde_json::from_str(self.raw).map_err(|_| self.not(wanted))
    }

    pub fn list(&self, wanted: &str) -> Result<Vec<Self>, Fault> {
        let parts: Vec<&RawValue> = serde_json::from_str(self.raw).map_err(|_| self.not(wanted))?;
        Ok(parts.into_iter().map(|raw| self.part(raw)).collect())
    }

    pub fn strings(&self) -> Result<Vec<String>, Fault> {
        let wanted = "a list of strings";
        self.list(wanted)?.iter().map(|part| part.string("a string")).collect()
    }

    /// The fields of an object: the key, decoded and in its place, and the value.
    pub fn fields(&self, wanted: &str) -> Result<Vec<(String, Self, Self)>, Fault> {
        let Fields(fields) = serde_json::from_str(self.raw).map_err(|_| self.not(wanted))?;
        let mut result: Vec<(String, Self, Self)> = Vec::with_capacity(fields.len());
        for (key, value) in fields {
            let place = self.part(key);
            let name = place.string("a string")?;
            if result.iter().any(|(other, ..)| *other == name) {
                return Err(place.fault(format!("field `{name}` is given twice; keep one")));
            }
            result.push((name, place, self.part(value)));
        }
        Ok(result)
    }
}

/// An object's keys and values as they stand in the text.
struct Fields<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(InOrder).map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(fault: Fault) -> (usize, usize) {
        (fault.line, fault.column)
    }

    /// Columns are counted in characters: `ä` is two bytes, and one place to whoever looks.
    #[test]
    fn every_part_knows_its_place() {
        let text = "[\n {\"ä\": 1, \"b\\u0062\": [\"x\",\n  7]}]";
        let list = Located::of(text).unwrap().list("a list").unwrap();
        let fields = list[0].fields("an object").unwrap();
        assert_eq!(fields[1].0, "bb");
        assert_eq!(place(fields[0].2.not("a string")), (2, 8));
        assert_eq!(place(fields[1].1.fault("")), (2, 11));
        let fault = fields[1].2.strings().unwrap_err();
        assert_eq!(fault.reason, "expected a string, found `7`");
        assert_eq!(place(fault), (3, 3));
    }

    #[test]
    fn broken_json_is_pointed_at() {
        for (text, expected) in
            [("[\n {\"ä\" 1}]", (2, 7)), ("", (1, 1)), ("[1,]", (1, 4)), ("[]\n x", (2, 2))]
        {
            let fault = Located::of(text).unwrap_err();
            assert!(fault.reason.starts_with("no JSON: "), "{text:?}: {fault:?}");
            assert_eq!((fault.line.max(1), fault.column), expected, "{text:?}: {fault:?}");
        }
        assert!(Located::of(&"[".repeat(100_000)).is_err());
        let twice = Located::of("{\"a\": 1,\n \"a\": 2}").unwrap().fields("").unwrap_err();
        assert_eq!((twice.line, twice.column), (2, 2));
    }

    #[test]
    fn what_is_shown_is_short_and_harmless() {
        let long = format!("\"{}\\u001b\"", "x".repeat(100));
        let reason = Located::of(&long).unwrap().not("a list").reason;
        assert!(reason.len() < 120 && reason.ends_with("…`") || reason.contains("\\u{2026}"));
        assert_eq!(Located::of("{\"a\":\n 1}").unwrap().shown(), "`{\"a\": 1}`");
    }
}
