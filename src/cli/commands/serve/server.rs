//! Connections: their number and their duration are limited.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use encycle::solvers::Stop;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::guard::Guard;
use super::jobs::Jobs;
use super::limits::{BODY_TIME, CONNECTIONS, HEAD_BYTES, HEAD_TIME, HEADERS};
use super::routes;

/// The time between two checks of the stop request, and the pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);
/// The time that a client has for reading an answer after the job has ended.
const READ_TIME: Duration = Duration::from_secs(60);

/// The state that all requests share.
pub struct Server {
    /// The access control.
    pub guard: Guard,
    /// The running jobs.
    pub jobs: Jobs,
}

impl Server {
    /// Makes a server.
    pub fn new(guard: Guard, jobs: Jobs) -> Arc<Self> {
        Arc::new(Self { guard, jobs })
    }

    /// Answers requests until a stop is requested, then ends all jobs.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub async fn run(self: &Arc<Self>, listener: TcpListener, stop: &Stop) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let stopped = async {
            while !stop.is_requested() {
                sleep(PAUSE).await;
            }
        };
        first(self.accept(&listener), stopped).await;
        drop(listener);
        self.jobs.end_all().await;
        Ok(())
    }

    async fn accept(self: &Arc<Self>, listener: &tokio::net::TcpListener) {
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // for example too many open files
                sleep(PAUSE).await;
                continue;
            };
            match Arc::clone(&places).try_acquire_owned() {
                Ok(place) => drop(tokio::spawn(Arc::clone(self).converse(stream, place))),
                Err(_) => refuse(&stream),
            }
        }
    }

    /// Answers the request of a connection. Each connection carries only one request, so the limits of a connection are
    /// the limits of a request, too.
    async fn converse(self: Arc<Self>, stream: TcpStream, _place: OwnedSemaphorePermit) {
        let service = service_fn(|request| async {
            Ok::<_, Infallible>(routes::answer(request, &self).await)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_headers(HEADERS)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let longest = self.jobs.longest().saturating_add(HEAD_TIME + BODY_TIME + READ_TIME);
        // an error means that the client closed the connection or did not send HTTP
        let _ = timeout(longest, connection).await;
    }
}

/// Rejects a connection above the limit.
fn refuse(stream: &TcpStream) {
    let text = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 22\r\nconnection: close\r\n\
                content-type: text/plain\r\n\r\nToo many connections.\n";
    // the buffer of a new connection is empty and takes the text at once
    let _ = stream.try_write(text.as_bytes());
}

/// Waits for the first of two futures, and drops the other.
pub async fn first<T>(one: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    let (mut one, mut other) = (pin!(one), pin!(other));
    std::future::poll_fn(|context| match one.as_mut().poll(context) {
        Poll::Pending => other.as_mut().poll(context),
        ready => ready,
    })
    .await
}
