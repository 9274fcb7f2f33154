//! What a rule is. The rules themselves are lists: `cnf/rules.rs` and `lp/rules.rs`.

use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Bad style, or a trap for few: the file is still read alike nearly everywhere.
    Warning,
    /// A rule of the competitions is broken, or some reader refuses or misreads the file.
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

/// A rule that a file can break.
#[derive(Debug)]
pub struct LintRule {
    /// The name, in kebab case. It stays as it is: scripts look for it.
    pub name: &'static str,
    /// How much a breach matters.
    pub severity: Severity,
    /// The rule, in one sentence.
    pub about: &'static str,
    /// Who says so, or which readers showed it.
    pub source: &'static str,
}

impl PartialEq for LintRule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for LintRule {}

/// Declares rules, each as a static, and the slice `RULES` of them all, so that none is forgotten.
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
