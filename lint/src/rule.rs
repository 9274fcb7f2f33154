//! The type of rules. The rules themselves are in the file `rules.rs` of each format.

use std::fmt;

/// The severity of a rule's violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Bad style, or a rare pitfall, although nearly all programs read the file in the same way.
    Warning,
    /// A violation of a competition rule, or a construct that at least one program rejects or misreads.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// A rule of the linter.
#[derive(Debug)]
pub struct LintRule {
    /// The name, in kebab case. Names are stable, because scripts depend on them.
    pub name: &'static str,
    /// The severity of a violation.
    pub severity: Severity,
    /// The rule, in one sentence.
    pub about: &'static str,
    /// The specification that requires the rule, or the programs that fail without it.
    pub source: &'static str,
}

impl PartialEq for LintRule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for LintRule {}

/// Declares each rule as a static, and the slice `RULES` of all rules.
macro_rules! rules {
    ($($id:ident = $severity:ident $name:literal, $about:literal, $source:literal;)*) => {
        $(
            #[doc = $about]
            pub static $id: $crate::LintRule = $crate::LintRule {
                name: $name,
                severity: $crate::Severity::$severity,
                about: $about,
                source: $source,
            };
        )*

        /// All rules of this format.
        pub static RULES: &[&$crate::LintRule] = &[$(&$id),*];
    };
}
pub(super) use rules;
