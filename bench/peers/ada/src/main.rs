//! Ada in C++, without JavaScript: `parse` and the length of `href`, which is not copied. See bench/peers/ada.ts.
//!
//!   ada-bench --href URL    prints the href of a URL
//!   ada-bench LIST          prints the nanoseconds that a line of the list takes, after two runs to warm up
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [flag, url] if flag == "--href" => println!("{}", ada_url::Url::parse(url.as_str(), None).expect("a URL").href()),
        [path] => println!("{}", nanoseconds(&std::fs::read_to_string(path).expect("a list in UTF-8"))),
        _ => panic!("usage: ada-bench --href URL | ada-bench LIST"),
    }
}

fn nanoseconds(text: &str) -> f64 {
    let lines: Vec<&str> = text.lines().collect();
    let mut octets = href_octets(&lines) + href_octets(&lines);
    let start = Instant::now();
    octets += href_octets(&lines);
    let time = start.elapsed().as_nanos() as f64;
    std::hint::black_box(octets);
    time / lines.len() as f64
}

fn href_octets(lines: &[&str]) -> usize {
    lines.iter().filter_map(|line| ada_url::Url::parse(*line, None).ok()).map(|url| url.href().len()).sum()
}
