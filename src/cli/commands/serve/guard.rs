//! Access control: only a browser on this machine that opened the printed address gets answers.
//!
//! The server listens on the loopback interface, but that is not enough: any site that is open in a browser on this
//! machine can send requests to `127.0.0.1`. Therefore every request must pass three tests:
//!
//! - `Host` names this machine. This test stops DNS rebinding.
//! - `Origin` and `Sec-Fetch-Site` do not name another site. This test stops cross-site requests.
//! - The request has the cookie of the session, or the token of the printed address. The server exchanges the token
//!   for the cookie only once, so another user of this machine cannot use the address later.
//!
//! A browser sends a cookie to all ports of a host, so the server of another user of this machine can read it. Therefore a
//! job also needs the key, a second secret. It is in the fragment of the first address, which browsers send to nobody, and
//! the page keeps it in its storage, which belongs to one port.

use std::sync::atomic::{AtomicBool, Ordering};

use hyper::header::{AsHeaderName, COOKIE, HOST, HeaderValue, ORIGIN};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, StatusCode};

use super::answer::Refusal;

/// The header with the key of the page.
const KEY_HEADER: &str = "x-encycle-key";
/// The start of the paths that need the key. The others have files of the page, which are public.
const API: &str = "/api/";

/// The length of a token in bytes.
const TOKEN_BYTES: usize = 32;

/// What a request may do.
#[derive(Debug)]
pub enum RequestAdmission {
    /// Use the page.
    Session,
    /// Start a session. The answer leads to `place`, and sets the cookie if the browser does not have it yet.
    Login {
        /// The address without the token.
        place: String,
        /// The cookie to set.
        cookie: Option<HeaderValue>,
    },
}

/// The token and the session of a server.
pub struct Guard {
    port: u16,
    token: String,
    is_token_used: AtomicBool,
    session: String,
    key: String,
    /// The puzzle to open, as the page reads it from its address.
    puzzle: Option<String>,
}

impl Guard {
    /// Creates a guard with a random token and session, and returns the token, too. The browser that presents the token
    /// is led to the page with this puzzle.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(port: u16, puzzle: Option<&str>) -> Result<(Self, String), getrandom::Error> {
        let (token, session, key) = (random()?, random()?, random()?);
        let puzzle = puzzle.map(|text| format!("p={}", base64(text)));
        let is_token_used = AtomicBool::new(false);
        Ok((Self { port, token: token.clone(), is_token_used, session, key, puzzle }, token))
    }

    /// Checks where a request comes from.
    ///
    /// # Errors
    /// The request does not come from the page of this server.
    pub fn admit(&self, request: &Parts) -> Result<RequestAdmission, Refusal> {
        let forbidden = |text: &'static str| Refusal::new(StatusCode::FORBIDDEN, text);
        if request.uri.authority().is_some() || request.uri.scheme().is_some() {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "The target of a request must be a path.",
            ));
        }
        if !self.is_own_host(&request.headers) {
            return Err(forbidden(
                "Wrong Host header. Open the address that encycle serve printed.",
            ));
        }
        let token = token_of(request);
        // the browser opens a file that leads here, which counts as another site; no other site has the token
        let has_token = token.is_some_and(|token| is_equal(token, &self.token));
        if !self.is_own_origin(&request.headers) || !(has_token || is_own_site(&request.headers)) {
            return Err(forbidden(
                "Another site caused this request. Paste the address that encycle serve printed into \
                 the address bar.",
            ));
        }
        if token.is_some() {
            return self.log_in(request, has_token);
        }
        if !self.has_session(&request.headers) {
            return Err(forbidden(
                "This browser has no session. Open the address that encycle serve printed.",
            ));
        }
        let key = only(&request.headers, KEY_HEADER).unwrap_or_default();
        match !request.uri.path().starts_with(API) || is_equal(key, &self.key) {
            true => Ok(RequestAdmission::Session),
            false => Err(forbidden(
                "This page has no key. Open the address that encycle serve printed last.",
            )),
        }
    }

    /// Checks the header `Host`. In an attack by DNS rebinding, another site makes its own name resolve to this
    /// machine; the header then contains that name instead of `localhost` or `127.0.0.1`.
    fn is_own_host(&self, headers: &HeaderMap) -> bool {
        let Some(host) = only(headers, HOST) else { return false };
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| host.eq_ignore_ascii_case(&format!("{name}:{}", self.port)))
    }

    /// Checks the header `Origin`, if present. It reveals a request of another site, because browsers set it and pages
    /// cannot change it.
    fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let host = only(headers, HOST).unwrap_or_default();
        let own = format!("http://{host}");
        headers.get_all(ORIGIN).iter().all(|origin| origin.as_bytes() == own.as_bytes())
    }

    /// Returns whether the token has started a session, after which it is worthless.
    pub fn is_token_used(&self) -> bool {
        self.is_token_used.load(Ordering::SeqCst)
    }

    /// Starts a session for a request with a token, the right one if `has_token`. The token starts one session only.
    fn log_in(&self, request: &Parts, has_token: bool) -> Result<RequestAdmission, Refusal> {
        // the key is for the browser that presents the token, not for one that has only the cookie
        if self.has_session(&request.headers) {
            let fragment = self.puzzle.as_ref().map(|puzzle| format!("#{puzzle}"));
            let place = format!("/{}", fragment.unwrap_or_default());
            return Ok(RequestAdmission::Login { place, cookie: None });
        }
        if !has_token {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "Wrong token. Open the address that encycle serve printed last.",
            ));
        }
        if self.is_token_used.swap(true, Ordering::SeqCst) {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "This address works once, and it was used. Use the browser that opened it, or end \
                 encycle serve with Ctrl-C, start it again, and open the new address.",
            ));
        }
        let cookie =
            format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.session);
        let puzzle = self.puzzle.as_ref().map(|puzzle| format!("&{puzzle}"));
        let place = format!("/#k={}{}", self.key, puzzle.unwrap_or_default());
        Ok(RequestAdmission::Login { place, cookie: HeaderValue::try_from(cookie).ok() })
    }

    /// Returns the name of the cookie. It contains the port, because browsers send the cookies of a host to all its
    /// ports, and two servers must not overwrite the cookie of each other.
    fn cookie_name(&self) -> String {
        format!("encycle-{}", self.port)
    }

    fn has_session(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
        { pairs }.any(|(key, value)| key.trim() == name && is_equal(value.trim(), &self.session))
    }
}

/// Checks the header `Sec-Fetch-Site`, if present, as [`Guard::is_own_origin`] checks `Origin`.
fn is_own_site(headers: &HeaderMap) -> bool {
    let sites = headers.get_all("sec-fetch-site").iter();
    { sites }.all(|site| site == "same-origin" || site == "none")
}

/// Returns the value of a header that occurs once.
fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(value)
}

/// Returns the token in the query of a request for the page.
fn token_of(request: &Parts) -> Option<&str> {
    let is_page = request.method == Method::GET && request.uri.path() == "/";
    let query = request.uri.query().filter(|_| is_page)?;
    query.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Compares two texts in a time that depends only on their lengths. Otherwise the time would reveal how many of the
/// first characters of a guess are right.
fn is_equal(one: &str, other: &str) -> bool {
    let differences =
        one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
    one.len() == other.len() && differences == 0
}

/// Returns random bytes of the operating system as hexadecimal digits.
fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Encodes a text as Base64 for addresses, without padding.
fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |bits: u32| char::from(DIGITS[bits as usize & 63]);
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digits = [bits >> 18, bits >> 12, bits >> 6, bits].map(digit);
        out.extend(&digits[..=chunk.len()]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{base64, is_equal, random};

    #[test]
    fn base64_is_that_of_addresses_without_padding() {
        let cases = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (text, code) in cases {
            assert_eq!(base64(text), code);
        }
        // the last two digits, `-` and `_`, differ from usual Base64
        assert_eq!(base64("\u{fb}\u{3f}\u{7fe}"), "w7s_374");
    }

    #[test]
    fn equality_is_that_of_texts() {
        for (one, other) in [("", ""), ("a", "a"), ("a", "b"), ("a", "ab"), ("", "a"), ("ab", "ba")]
        {
            assert_eq!(is_equal(one, other), one == other, "{one} {other}");
        }
    }

    #[test]
    fn random_texts_differ() {
        let (one, other) = (random().unwrap(), random().unwrap());
        assert_eq!((one.len(), other.len()), (64, 64));
        assert_ne!(one, other);
    }
}
