//! Percent-encoded characters in addresses: `%` and two hexadecimal digits.

/// Returns the text with all codes replaced, or `None` if the bytes are not UTF-8.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let byte =
            code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| first == b'%');
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn codes_are_replaced_and_other_signs_kept() {
        assert_eq!(decoded("%23%20%2f%e2%94%80%zz%2").as_deref(), Some("# /─%zz%2"));
        assert_eq!(decoded("%ff"), None);
    }
}
