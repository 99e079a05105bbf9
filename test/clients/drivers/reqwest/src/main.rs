//! Drives reqwest. `drive-reqwest CLIENT URLS`
use std::{env, error::Error, fs, io::Write, time::Duration};

fn octets(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The last cause of an error says what was wrong.
fn reason(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}

fn main() {
    let mut log = fs::OpenOptions::new().append(true).create(true).open(env::var("REC_LOG").unwrap()).unwrap();
    let client = reqwest::blocking::Client::builder()
        .timeout(Duration::from_secs(2))
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(0)
        .no_proxy()
        .build()
        .unwrap();
    let urls = fs::read_to_string(env::args().nth(2).unwrap()).unwrap();
    for (index, hex) in urls.lines().enumerate() {
        writeln!(log, "U {index}").unwrap();
        let end = match client.get(String::from_utf8(octets(hex)).unwrap()).send() {
            Ok(_) => "-".to_string(),
            Err(error) => reason(&error).replace('\n', " "),
        };
        writeln!(log, "E {end}").unwrap();
    }
}
