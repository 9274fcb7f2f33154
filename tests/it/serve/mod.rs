//! `encycle serve`, from outside: the real program, spoken to as an attacker would, byte by byte.

mod client;
mod ends;
mod hostile;
mod jobs;
mod limits;
mod origins;
mod page_job;
mod session;
mod start;
