//! The engine of the page in WebAssembly, for browsers without `encycle serve`.
//!
//! `scripts/build-page` compiles it. The worker `page/js/engine/wasm-worker.js` defines the function
//! `encycleEvent` and calls [`respond`].

use encycle::page::{self, BuiltInHost};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = globalThis, js_name = encycleEvent)]
    fn event(text: &str);
}

/// Answers a request as JSON; each event is passed to `encycleEvent`.
#[wasm_bindgen]
pub fn respond(request: &str) {
    page::respond(request, &BuiltInHost, &|text| event(&text));
}
