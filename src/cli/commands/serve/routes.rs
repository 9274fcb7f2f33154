//! Routes: the answer to a request for each path, and the headers of all answers.

use std::sync::Arc;

use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName,
    HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use tokio::time::timeout;

use super::answer::{Answer, Refusal};
use super::assets;
use super::guard::RequestAdmission;
use super::limits::{BODY_BYTES, BODY_TIME};
use super::opener::refresh_page;
use super::server::Server;

/// The path that starts a job.
const JOB: &str = "/api/job";

/// The content security policy: the page may load only files of this server.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // each connection carries one request
    (CONNECTION, "close"),
];

/// Answers a request.
pub async fn answer(request: Request<Incoming>, server: &Arc<Server>) -> Response<Answer> {
    let mut response = route(request, server).await.unwrap_or_else(Response::from);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn route(
    request: Request<Incoming>,
    server: &Arc<Server>,
) -> Result<Response<Answer>, Refusal> {
    let (head, body) = request.into_parts();
    if let RequestAdmission::Login { place, cookie } = server.guard.admit(&head)? {
        return Ok(entrance(&place, cookie));
    }
    let is_read = head.method == Method::GET || head.method == Method::HEAD;
    match (head.uri.path(), assets::find(head.uri.path())) {
        (JOB, _) if head.method == Method::POST => job(&head, body, server).await,
        (JOB, _) => Ok(not_allowed("POST")),
        (_, Some(_)) if !is_read => Ok(not_allowed("GET, HEAD")),
        (_, Some(asset)) => Ok(file(&asset, &head.headers)),
        (_, None) => Err(Refusal::new(StatusCode::NOT_FOUND, "There is no such page.")),
    }
}

/// Leads to the address without the token. It is a page and not a redirection: a browser that comes from a file would send no
/// cookie along a redirection, because another site began it. The address is made of letters and digits.
fn entrance(place: &str, cookie: Option<HeaderValue>) -> Response<Answer> {
    let mut response = Response::new(Answer::whole(refresh_page(place)));
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

fn not_allowed(methods: &'static str) -> Response<Answer> {
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "Wrong method.");
    let mut response = Response::from(refusal);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    response
}

/// Sends a file of the page. The headers make the browser ask each time whether its copy is current. Otherwise a new
/// version of the program might run with old files of the page.
fn file(asset: &assets::PageAsset, request: &HeaderMap) -> Response<Answer> {
    let tag = asset.tag();
    let is_known = request.get_all(IF_NONE_MATCH).iter().any(|known| known == tag.as_str());
    let mut response = match is_known {
        true => Response::new(Answer::whole("")),
        false => Response::new(Answer::whole(asset.content)),
    };
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type()));
    if !asset.is_page() {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.extend(HeaderValue::try_from(tag).ok().map(|tag| (ETAG, tag)));
    }
    response
}

/// Starts a job, and streams its events.
async fn job(
    head: &Parts,
    body: Incoming,
    server: &Arc<Server>,
) -> Result<Response<Answer>, Refusal> {
    let media_type = head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|text| text.split(';').next()).unwrap_or_default();
    if !essence.trim().eq_ignore_ascii_case("application/json") {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The content type must be application/json.",
        ));
    }
    let request = timeout(BODY_TIME, read(body)).await.unwrap_or_else(|_| {
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "The body takes too long."))
    })?;
    let frames = server.jobs.start(request)?;
    let mut response = Response::new(Answer::Frames(frames));
    let media_type = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    Ok(response)
}

/// Reads the body of a request, which must be JSON.
async fn read(body: Incoming) -> Result<Vec<u8>, Refusal> {
    let refuse =
        |error: Box<dyn std::error::Error + Send + Sync>| match error.is::<LengthLimitError>() {
            true => Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The body is larger than {} MiB.", BODY_BYTES >> 20),
            ),
            false => Refusal::new(StatusCode::BAD_REQUEST, "The body is incomplete."),
        };
    let whole = Limited::new(body, BODY_BYTES).collect().await.map_err(refuse)?.to_bytes();
    match serde_json::from_slice::<serde::de::IgnoredAny>(&whole) {
        Ok(_) => Ok(whole.into()),
        Err(error) => {
            Err(Refusal::new(StatusCode::BAD_REQUEST, format!("The body is not JSON: {error}.")))
        }
    }
}
