//! HTTP answers: their bodies, and the answers to rejected requests.

use std::borrow::Cow;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;

/// The body of an HTTP answer.
pub enum Answer {
    /// A text or file; `None` after it is sent.
    Whole(Option<Bytes>),
    /// The frames of a job. Dropping the receiver cancels the job.
    Frames(mpsc::Receiver<Bytes>),
}

impl Answer {
    /// Returns a body of these bytes.
    pub fn whole(bytes: impl Into<Bytes>) -> Self {
        Self::Whole(Some(bytes.into()))
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match &mut *self {
            Self::Whole(bytes) => Poll::Ready(bytes.take()),
            Self::Frames(frames) => frames.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Self::Frames(_) => SizeHint::default(),
        }
    }
}

/// The answer to a rejected request.
#[derive(Debug)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// A short text for people.
    pub text: Cow<'static, str>,
}

impl Refusal {
    /// Makes a refusal.
    pub fn new(status: StatusCode, text: impl Into<Cow<'static, str>>) -> Self {
        Self { status, text: text.into() }
    }
}

impl From<Refusal> for Response<Answer> {
    fn from(refusal: Refusal) -> Self {
        let mut response = Self::new(Answer::whole(format!("{}\n", refusal.text)));
        *response.status_mut() = refusal.status;
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, text);
        response
    }
}
