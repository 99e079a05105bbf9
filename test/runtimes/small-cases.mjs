/** Cases that small engines must compute as Node.js does: fields, and URLs as a platform writes them. */
import { random } from "../../bench/lists/random.mjs";

const FIELDS = [
	"",
	"key-order",
	"params",
	'params=("a" "utm_source")',
	'key-order, except=("a" "b")',
	'params=("__proto__" "constructor" "%C3%A9" "%EE%80%80")',
	'params, except=("%FF" "a+b"), key-order',
	'key-order;x=1.5, params=("a";y=:AA==: "\\"");z=%"%c3%a9", x=@7, y=tok*n',
	"params=(a)",
	"key-order,",
	'params=("a" "b"',
	{ keyOrder: true, params: ["a"], prefixes: ["utm_", "\u00e9"] },
];
const PIECES = ["a", "b", "=", "&", "&", "+", "%20", "%C3%A9", "%c3", "%ff", "%", "%zz", "%EF%BF%BF", "%EE%80%80", "'", "~"];
const NAMES = ["utm_source", "__proto__", "constructor", "toString", "%EF%BB%BF", "%00", "%2B", "%26", "%3D", "%25"];

/** Rows of [field or rule, URL, variant], the same for the same number. */
export function smallCases(count) {
	const next = random(53);
	const pick = (list) => list[next(list.length)];
	const pieces = [...PIECES, ...NAMES];
	return Array.from({ length: count }, (_, index) => {
		const query = Array.from({ length: next(12) }, () => pick(pieces)).join("");
		const url = new URL(`https://e.com/p${next(8) === 0 ? "" : "?"}${query}${next(4) === 0 ? "#f" : ""}`).href;
		return [FIELDS[index % FIELDS.length], url, next(3) === 0 ? ["D.E", "é"] : []];
	}).concat([
		["key-order", `https://e.com/?${Array.from({ length: 1024 }, (_, at) => `n${at % 7}=${at}`).join("&")}`, []],
		["key-order", `https://e.com/?${Array.from({ length: 1025 }, (_, at) => `n${at % 7}=${at}`).join("&")}`, []],
		[`params=(${Array.from({ length: 257 }, (_, at) => `"n${at}"`).join(" ")})`, "https://e.com/?n1", []],
	]);
}

/** The rule, the key and the URL by the rule of a row, as text. ES5, since small engines run it. */
export function resultOf(edge, row) {
	var rule = typeof row[0] === "string" ? edge.noVarySearch(row[0]) : row[0];
	var sent = edge.urlByRule(row[1], rule);
	var key = edge.cacheKey(row[1], rule, row[2]);
	var text = [JSON.stringify(rule), edge.headerOf(rule), key, sent, edge.equivalent(row[1], sent, rule)].join(" ");
	// njs prints 2,048 characters of a line.
	return `${text.length} ${text.slice(-1000)}`;
}

/** URLs that small engines must read as Node.js does: a text at each place of a URL, and hosts. */
export function destinationCases() {
	const texts = ["\u0000", " ", "\\", "@", ":", "[", "]", "%", ".", "/", "?", "#", "0", "_", "!", "\u00ad", "\u00e9", "\ufeff"];
	const urls = ["http://a.test:80/x", "https://[::1]:81/", "http://127.0.0.1/"];
	const hosts = [
		"x.localhost",
		"0x7f",
		"a.0",
		"A.Test",
		"[1:2::3:0:0:4]",
		"[::ffff:1:2]",
		"[::]",
		"a".repeat(64),
		`${"a.".repeat(126)}b`,
		`${"a.".repeat(126)}bb`,
	];
	return urls
		.flatMap((url) =>
			texts.flatMap((text) => Array.from({ length: url.length + 1 }, (_, at) => url.slice(0, at) + text + url.slice(at))),
		)
		.concat(hosts.flatMap((host) => [`http://${host}`, `HTTP://${host}/`, `https://${host}:65535/?`]))
		.concat(["", "http", "http://a.test/\ud83d\ude00", `http://a.test/${"a".repeat(16_384)}`]);
}

/** The destination of a URL, and the class of its host. ES5, since small engines run it. */
export function destinationResult(edge, url) {
	var found = edge.destination(url);
	return JSON.stringify(found) + edge.addressClass(found.host || "");
}
