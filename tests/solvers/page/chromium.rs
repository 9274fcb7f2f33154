//! Headless Chromium, driven through the DevTools protocol
//! (<https://chromedevtools.github.io/devtools-protocol/>).

use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// The time in which everything must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one tab.
pub struct Chromium {
    program: Child,
    profile: Option<TempDir>,
    socket: WebSocket<TcpStream>,
    session: String,
    last: u64,
    /// What the page logged as an error, and what it could not load.
    pub complaints: Vec<String>,
}

impl Chromium {
    /// Starts a browser whose window has this size.
    pub fn start(width: u32, height: u32) -> Self {
        let path = which::which("chromium").unwrap_or_else(|_| {
            panic!("there is no `chromium` on PATH; scripts/install-tools installs it")
        });
        let profile = tempfile::tempdir().expect("a folder");
        let mut program = Command::new(path)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            // no host name resolves: the page needs no network
            .arg("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost")
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let port_file = profile.path().join("DevToolsActivePort");
        let start = Instant::now();
        let (port, path) = loop {
            let text = fs::read_to_string(&port_file).unwrap_or_default();
            if let Some((port, path)) = text.trim().split_once('\n') {
                break (port.to_owned(), path.to_owned());
            }
            if start.elapsed() > PATIENCE {
                let _ = program.kill();
                panic!("Chromium opened no port");
            }
            thread::sleep(Duration::from_millis(20));
        };
        let address = format!("127.0.0.1:{port}");
        let stream = TcpStream::connect(&address).expect("the port of Chromium");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let (socket, _) =
            tungstenite::client(format!("ws://{address}{path}"), stream).expect("a web socket");
        let mut browser = Self {
            program,
            profile: Some(profile),
            socket,
            session: String::new(),
            last: 0,
            complaints: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.resize(width, height);
        browser
    }

    /// Calls a method of the protocol, and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.request(method, parameters);
        self.response(method, id)
    }

    /// Calls a method several times without waiting in between, because the browser answers an event of the mouse only
    /// with its next frame.
    fn call_each(&mut self, method: &str, parameters: impl IntoIterator<Item = Value>) {
        let ids: Vec<u64> =
            parameters.into_iter().map(|event| self.request(method, event)).collect();
        for id in ids {
            self.response(method, id);
        }
    }

    fn request(&mut self, method: &str, parameters: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        let mut request = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(request.to_string())).expect("a request");
        id
    }

    fn response(&mut self, method: &str, id: u64) -> Value {
        let response = self.any_response(method, id);
        assert!(response.get("error").is_none(), "{method}: {}", response["error"]);
        response["result"].clone()
    }

    /// Returns a response, which may be an error.
    fn any_response(&mut self, method: &str, id: u64) -> Value {
        loop {
            let message = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(_) => continue,
                Err(error) => panic!("{method}: {error}"),
            };
            let value: Value = serde_json::from_str(&message).expect("JSON");
            if value["id"] == id {
                return value;
            }
            self.note(&value);
        }
    }

    /// Keeps an error of the page.
    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(parameters["exceptionDetails"].to_string());
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints.push(parameters["entry"].to_string());
            }
            Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                self.complaints.push(parameters["args"].to_string());
            }
            _ => {}
        }
    }

    /// Sets the size of the window.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
        });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        // the address of `encycle serve` leads to that of the page
        let is_there =
            "document.readyState === 'complete' && !document.querySelector('[http-equiv=refresh]')";
        self.wait(is_there);
    }

    /// Returns the value of an expression; promises are awaited.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", parameters);
        let failed = result.get("exceptionDetails");
        assert!(failed.is_none(), "{expression}: {}", failed.unwrap_or(&Value::Null));
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        let parameters =
            json!({ "expression": format!("Boolean({expression})"), "returnByValue": true });
        loop {
            // while a page gives way to another one, there is no value
            let id = self.request("Runtime.evaluate", parameters.clone());
            let response = self.any_response("Runtime.evaluate", id);
            if response["result"]["result"]["value"] == true {
                return;
            }
            if start.elapsed() > PATIENCE {
                let text =
                    self.value("document.body ? document.body.innerText.slice(0, 1500) : ''");
                panic!("never true: {expression}\n{text}\n{:?}", self.complaints);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the first element of a selector, as soon as it is there.
    pub fn press(&mut self, selector: &str) {
        self.wait(&format!("document.querySelector({selector:?})?.disabled === false || (document.querySelector({selector:?}) && !('disabled' in document.querySelector({selector:?})))"));
        self.value(&format!("document.querySelector({selector:?}).click()"));
    }

    /// Types a text into the first element of a selector, instead of its content.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.wait(&format!("document.querySelector({selector:?})"));
        let script = format!(
            "(() => {{ const one = document.querySelector({selector:?}); one.value = {text:?}; \
             for (const name of ['input', 'change']) one.dispatchEvent(new Event(name, {{ bubbles: true }})); }})()"
        );
        self.value(&script);
    }

    /// Presses and releases a mouse button at a point of the window.
    pub fn click(&mut self, [x, y]: [f64; 2], button: &str) {
        let events = [("mouseMoved", "none"), ("mousePressed", button), ("mouseReleased", button)]
            .map(|(kind, button)| mouse_event(kind, [x, y], button));
        self.call_each("Input.dispatchMouseEvent", events);
    }

    /// Drags from point to point with the left button.
    pub fn drag(&mut self, points: &[[f64; 2]]) {
        self.drag_with(points, "left");
    }

    /// Drags from point to point with a button.
    pub fn drag_with(&mut self, points: &[[f64; 2]], button: &str) {
        let (first, last) = (points[0], points[points.len() - 1]);
        self.mouse("mouseMoved", first, "none");
        self.mouse("mousePressed", first, button);
        for &point in points {
            self.mouse("mouseMoved", point, button);
        }
        self.mouse("mouseReleased", last, button);
    }

    fn mouse(&mut self, kind: &str, at: [f64; 2], button: &str) {
        self.call("Input.dispatchMouseEvent", mouse_event(kind, at, button));
    }

    /// Presses a key, by its name in `KeyboardEvent.key`.
    pub fn key(&mut self, key: &str) {
        self.keys([(key, false)]);
    }

    /// Presses keys one after another, each perhaps with Shift.
    pub fn keys<'a>(&mut self, keys: impl IntoIterator<Item = (&'a str, bool)>) {
        let events = keys.into_iter().flat_map(|(key, with_shift)| {
            let modifiers = if with_shift { 8 } else { 0 };
            let up = json!({ "type": "keyUp", "key": key, "code": key, "modifiers": modifiers });
            let mut down = up.clone();
            down["type"] = json!("rawKeyDown");
            if key.chars().count() == 1 {
                down["type"] = json!("keyDown");
                down["text"] = json!(key);
            }
            [down, up]
        });
        self.call_each("Input.dispatchKeyEvent", events);
    }

    /// Touches a point of the window for a moment.
    pub fn touch(&mut self, [x, y]: [f64; 2]) {
        let events = [
            json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }),
            json!({ "type": "touchEnd", "touchPoints": [] }),
        ];
        self.call_each("Input.dispatchTouchEvent", events);
    }

    /// Writes a picture of the window.
    pub fn screenshot(&mut self, file: &Path) {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let data = picture["data"].as_str().expect("a picture");
        fs::write(file, base64(data)).expect("a file");
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.value("window.encycle = undefined");
        self.call("Page.reload", json!({}));
        self.wait("document.readyState === 'complete' && window.encycle");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        // its child processes write there a little longer
        let Some(profile) = self.profile.take() else { return };
        for _ in 0..50 {
            if fs::remove_dir_all(profile.path()).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn mouse_event(kind: &str, [x, y]: [f64; 2], button: &str) -> Value {
    let buttons = match (kind, button) {
        ("mouseReleased", _) | (_, "none") => 0,
        (_, "right") => 2,
        _ => 1,
    };
    json!({
        "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
        "clickCount": u8::from(kind != "mouseMoved"),
    })
}

/// Decodes Base64.
fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|&one| one == byte)) {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
