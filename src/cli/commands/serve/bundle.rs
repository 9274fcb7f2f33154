//! The modules of the page as one script: a page of many small modules starts with as many requests.
//!
//! Each module becomes a function that returns what it exports, after those that it imports. It reads the forms that the
//! modules use: `import { a, b as c } from "./file.js";`, `export` before a declaration, and `export { a, b };`.

use std::fmt::Write as _;

/// Returns a module and all that it imports as one script. `source` returns the text of a file by its path.
pub fn bundle<'a>(start: &str, source: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let mut bundle = Bundle { source, paths: Vec::new(), script: String::new() };
    bundle.add(start);
    bundle.script
}

struct Bundle<'a, 's> {
    source: &'s dyn Fn(&str) -> Option<&'a str>,
    /// The modules so far; each has the number of its place.
    paths: Vec<String>,
    script: String,
}

impl Bundle<'_, '_> {
    /// Adds a module after those that it imports, and returns its number.
    fn add(&mut self, path: &str) -> usize {
        if let Some(known) = self.paths.iter().position(|one| one == path) {
            return known;
        }
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = (self.source)(path).unwrap_or_default().lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut import = line.to_owned();
                while !import.ends_with(';') {
                    let Some(more) = lines.next() else { break };
                    import += more.trim();
                }
                self.add_import(path, &import, &mut body);
            } else if let Some(names) = line.strip_prefix("export {") {
                exports.extend(names.trim_end_matches(['}', ';', ' ']).split(',').map(named));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration));
                body += declaration;
            } else {
                body += line;
            }
            body.push('\n');
        }
        exports.retain(|name| !name.is_empty());
        let (number, exports) = (self.paths.len(), exports.join(", "));
        let _ = writeln!(
            self.script,
            "const m{number} = (() => {{ // {path}\n{body}return {{ {exports} }};\n}})();"
        );
        self.paths.push(path.to_owned());
        number
    }

    /// Adds what a module imports to its body.
    fn add_import(&mut self, path: &str, import: &str, body: &mut String) {
        let Some(target) = import.split('"').nth(1) else { return };
        let number = self.add(&resolved(path, target));
        let names = import.split(['{', '}']).nth(1).unwrap_or_default();
        let _ = write!(body, "const {{ {} }} = m{number};", names.trim().replace(" as ", ": "));
    }
}

fn named(name: &str) -> String {
    name.trim().to_owned()
}

/// Returns the name that a declaration declares.
fn declared(declaration: &str) -> String {
    let is_keyword = |word: &&str| ["async", "function", "const", "class"].contains(word);
    let name = declaration.split_whitespace().find(|word| !is_keyword(word)).unwrap_or_default();
    name.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect()
}

/// Returns the path of a file that another one names.
fn resolved(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::bundle;

    #[test]
    fn a_module_follows_those_that_it_imports() {
        let source = |path: &str| match path {
            "js/main.js" => Some("import {\n  a,\n  b as c,\n} from \"./x/y.js\";\n\na(c);\n"),
            "js/x/y.js" => Some(
                "import { z } from \"../z.js\";\n\nexport function a() {\n  z();\n}\nconst b = 1;\nexport { b };\n",
            ),
            "js/z.js" => Some("export const z = 2;\n"),
            _ => None,
        };
        let expected = "\
const m0 = (() => { // js/z.js
const z = 2;
return { z };
})();
const m1 = (() => { // js/x/y.js
const { z } = m0;

function a() {
  z();
}
const b = 1;

return { a, b };
})();
const m2 = (() => { // js/main.js
const { a,b: c, } = m1;

a(c);
return {  };
})();
";
        assert_eq!(bundle("js/main.js", &source), expected);
    }
}
