/**
 * `npm run test:platforms`: builds the Python package and runs its tests on the engines that it supports: pyarrow, pandas, Polars,
 * DuckDB, Spark and so on, without mocks. The expected results come from the npm package. `-- --list FILE` runs only the tests of
 * lists, on this one, plain or gzip-compressed, instead of 200,000 generated lines; `-- NAME…` runs only the tests of these platforms.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { syntheticList } from "../bench/lists/synthetic.mjs";
import { installByApt } from "./apt.mjs";
import { writeProfiles } from "./jvm.mjs";
import { npmPackages } from "./npm.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepare } from "./prepare.mjs";
import { python, run } from "./python.mjs";
import { root } from "./root.mjs";
import { buildWheel } from "./wheel.mjs";

const LINES = 200_000;
const SEED = 16;
/** Lines whose answers have one digest on every platform: docs/internals/reliability.md. */
const DIGEST_LINES = process.env.URLSIEVE_LONG === "1" ? 100_000 : 10_000;
const folder = join(root, "build", "out", "platforms");
/** Programs that the tests run, and their packages in Debian and Ubuntu. */
const PROGRAMS = { "redis-server": "redis-server", javac: "openjdk-17-jdk-headless", mvn: "maven" };
const VECTORS = join(root, "..", "shared", "vectors", "crawl");
/** With other schemes, `URL` does not convert hosts, so the vectors do not show whether its tables deviate. */
const SPECIAL = /^[\0-\x20]*(?:https?|wss?|ftp):/i;
/** A policy with a list that is joined to another, a site, an alias and rewrites, whose rules change many of the generated lines. */
const POLICY = {
	policy: "platforms@1",
	base: "crawl@1",
	fetch: { fragment: "drop", query: { remove: "topic", lists: "mine" }, rewrite: ["gallery"] },
	key: {
		scheme: "https",
		www: "drop",
		hostLabels: "blog",
		hostAlias: { "*.example": "*.test" },
		index: ["index.html"],
		trailingSlash: "drop",
		query: { keep: ["id"], remove: [{ name: "v", match: "prefix" }], lists: ["mine"], sort: "name-value" },
		emptyQuery: "drop",
	},
	rewrite: [
		{ name: "gallery", from: "/gallery/*", to: "/*" },
		{ name: "item", from: "/item/:name{/*}?", to: "/:name" },
	],
	sites: [{ hosts: ["wiki-1.test"], key: { query: { drop: true } } }],
};
const LIST = { format: "urlsieve-list@1", name: "mine", params: ["sort", "tag", "topic"] };
const PARTS = ["scheme", "host", "site", "port", "path", "query", "fragment", "politeness", "shape"];
/** URLs of each kind of host on which clients differ, and some that are nearly of one. */
const KINDS = [
	"http://A.test\\@b.test:81/x",
	"https://a.test\\b",
	"http://u@B.test:99999/",
	"https:///a.test/",
	"http:/a.test",
	"https:a.test?x",
	"HTTPS://a.test:81/",
	"Http://a.test/",
	"http://a\t.te\nst:81/",
	"http://a\0b.test/",
	"http://a b.test:81/",
	"http://a.test%2Eb.test/",
	"http://a.test.:81",
	...[
		"0177.0.0.1",
		"08.1.1.1",
		"010.020.030.040",
		"00256.1.1.1",
		"2130706433",
		"127.1",
		"256.256",
		"4294967296",
		"0x7f.1",
		"0x7F000001",
	],
	...["0x7f.0x1.2", "1.2.3.4.0x5", "[::ffff:10.0.0.1]", "[::FFFF:a00:1]", "[::ffff:]", "[::ffff:1.2.3]"],
	...["a.test:80:81", "a.test:65537", "a.test:0", "a.test:", "a.test:\n", "a.test:080", "u@localhost", "u@b.test:123456"],
].map((host) => (/^[a-z]+:\W/i.test(host) || host.startsWith("https:") ? host : `http://${host}/`));
/** Hosts with and without a site. */
const SITES = [
	"http://1.2.3.4/",
	"http://0x7f.1/",
	"http://2130706433/",
	"http://0x/",
	"http://09.1/",
	"http://1.2.3.4.5/",
	"http://256.1.1.1/",
	"http://a.123/",
	"http://[::1]:81/",
	"http://co.uk/",
	"http://a.b.co.uk./",
	"http://b.www.ck/",
	"http://www.ck/",
	"http://a.ck/",
	"http://b.a.ck/",
	"http://a.city.kawasaki.jp/",
	"http://a.kawasaki.jp/",
	"http://github.io/",
	"http://b.a.github.io/",
	"http://localhost/",
	"http://a.unknown-suffix/",
	"http://_dmarc.a.test/",
	"http://www.食狮.公司.cn/",
	"file:///a",
	"mailto:a@b.example",
	"//b.a.example:/c?#",
];
const dist = (name) => import(pathToFileURL(join(root, "build", "out", "dist", name)).href);

const { values, positionals } = parseOptions({ options: { list: { type: "string" } }, allowPositionals: true });
await prepare();
const wheel = await buildWheel();
await writeProfiles();
const site = join(folder, "site");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run(python(), ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", site, wheel]);
await writeExpectations();
if (values.list === undefined) {
	writePolicy();
	await writeDigest();
}
const mode = values.list === undefined ? [] : ["--list"];
const { status } = spawnSync(python(), [join(root, "python", "tests", "main.py"), ...mode, folder, ...positionals], {
	stdio: ["ignore", "inherit", "inherit"],
	cwd: folder,
	env: { ...process.env, ...tools(), PYTHONPATH: [site, join(root, "python", "tests")].join(":"), PYTHONDONTWRITEBYTECODE: "1" },
});
process.exitCode = status === 0 ? 0 : 1;

/** The tools that the tests need besides Python packages. Installs missing ones; tests of a tool that cannot be installed fail. */
function tools() {
	for (const [program, name] of Object.entries(PROGRAMS)) {
		if (spawnSync(program, ["--version"]).error !== undefined) attempt(() => installByApt(name));
	}
	const manifest = attempt(() => npmPackages("urlsieve-platforms", join(root, "test", "platforms", "package.json")));
	return { URLSIEVE_NPM: manifest ?? "", URLSIEVE_NODE: process.execPath };
}

function attempt(action) {
	try {
		return action();
	} catch (error) {
		console.error(`urlsieve: ${error.message}`);
	}
}

/** Writes what the npm package makes of the list and of single references. */
async function writeExpectations() {
	const list = values.list === undefined ? generated() : given(values.list);
	writeFileSync(join(folder, "list.txt"), list.octets);
	const { createNormalizer, SeenSet } = await dist("index.js");
	const { createNormalizer: createCrawlNormalizer } = await dist("crawl.js");
	const { profiles } = JSON.parse(readFileSync(join(root, "build", "out", "python", "tables.json"), "utf8"));
	const { added, rejects } = new SeenSet().addLines(list.octets);
	const normal = createNormalizer().normalizeLines(list.octets);
	if (list.classes !== undefined && (added !== list.classes || rejects.length !== list.invalid)) {
		throw new Error("the npm package does not find the generated duplicates: run npm test");
	}
	writeFileSync(join(folder, "normal.txt"), normal.lines);
	const normalizers = Object.fromEntries(Object.keys(profiles).map((profile) => [profile, createCrawlNormalizer({ profile })]));
	for (const [profile, normalizer] of Object.entries(normalizers)) {
		writeFileSync(join(folder, `${profile}.normal.txt`), normalizer.normalizeLines(list.octets).lines);
		writeFileSync(join(folder, `${profile}.key.txt`), normalizer.keyLines(list.octets).lines);
	}
	const rejected = rejects.map(({ line, code, component, offset }) => [line, code, component ?? null, offset]);
	writeFileSync(join(folder, "expected.json"), JSON.stringify({ lines: normal.count, unique: added, rejected }));
	const answers = references(normalizers).map((input) => [input, answersOf(input, normalizers)]);
	writeFileSync(join(folder, "references.json"), asciiJson(answers));
	writeFileSync(join(folder, "sql.json"), asciiJson(await sqlAnswers(answers.map(([input]) => input))));
	writeFileSync(join(folder, "destinations.json"), asciiJson(await destinationAnswers(answers.map(([input]) => input))));
	writeParts(
		list.octets,
		answers.map(([input]) => input),
	);
}

/** Writes the parts of each text as the command line adds them to a table. */
function writeParts(octets, inputs) {
	const lines = new TextDecoder().decode(octets).split("\n").slice(0, -1);
	const texts = [...lines, ...inputs.filter((text) => text.isWellFormed()), ...SITES].filter((text) => text !== "");
	writeFileSync(join(folder, "texts.jsonl"), texts.map((url) => `${JSON.stringify({ url })}\n`).join(""));
	const columns = (...names) => names.map((name) => `${name}=${name}`).join(",");
	const write = (name, ...options) => cli("normalize", "--quiet", "--column", "url", ...options, "--output", name, "texts.jsonl");
	write("parts.jsonl", "--into", columns("fetch", ...PARTS));
	write("parts.crawl.jsonl", "--profile", "crawl@1", "--private-suffixes", "--into", columns("fetch", "key", ...PARTS));
}

function cli(...args) {
	return run(process.execPath, [join(root, "build", "out", "dist", "urlsieve.js"), ...args], { cwd: folder });
}

/** Compiles a policy by the command line, and writes what that makes of the list. A rejected line is empty there. */
function writePolicy() {
	writeFileSync(join(folder, "policy.json"), JSON.stringify(POLICY));
	writeFileSync(join(folder, "mine.json"), JSON.stringify(LIST));
	cli("policy", "compile", "policy.json", "--lists", "mine.json", "--output", "policy.usp");
	const options = ["--quiet", "--invalid", "blank", "--policy", "policy.json", "--lists", "mine.json"];
	for (const print of ["normalized", "key"]) {
		cli("normalize", ...options, "--print", print, "--output", `policy.${print}.txt`, "list.txt");
	}
}

/** Writes generated lines, and the digest of what the npm package answers about them. */
async function writeDigest() {
	const { bundleScript } = await import("./bundle-script.mjs");
	await bundleScript({ digest: "test/qa/fuzz/digest.ts" }, folder);
	const { digestLines, digestOf } = await import(pathToFileURL(join(folder, "digest.js")).href);
	const lines = digestLines(DIGEST_LINES, SEED);
	writeFileSync(join(folder, "digest.txt"), lines);
	writeFileSync(join(folder, "digest.sha256"), await digestOf(lines, await dist("index.js"), await dist("crawl.js")));
}

/** For each profile, the normal form and the key of a reference, or code, component and offset of the error. */
function answersOf(input, normalizers) {
	const answer = (result) => (typeof result === "string" ? result : [result.code, result.component ?? null, result.offset]);
	return Object.fromEntries(
		Object.entries(normalizers).map(([profile, normalizer]) => [
			profile,
			[answer(normalizer.tryNormalize(input)), answer(normalizer.tryKey(input))],
		]),
	);
}

/** What urlsieve/edge returns for each text: references, hosts in URLs, and faults at each place of a URL. */
async function destinationAnswers(inputs) {
	const { addressClass, destination } = await dist("edge.js");
	const hosts = [
		"127.0.0.1",
		"0x7f.1",
		"[::1]",
		"[2001:DB8::1:0:0:1]",
		"[::ffff:1.2.3.4]",
		"x.localhost",
		"a..b",
		"a.test.",
		"a%2e",
		"[64:ff9b::1]",
	];
	const faults = [..."\0 \\@:[]/?#%.\u00ad\ud800\u00e9\ud83d\ude00"].flatMap((text) =>
		Array.from({ length: 18 }, (_, at) => `http://a.test:80/x`.slice(0, at) + text + `http://a.test:80/x`.slice(at)),
	);
	const urls = [
		...inputs,
		...faults,
		...hosts.flatMap((host) => [`http://${host}`, `https://${host}:8443/`, `HTTP://u@${host}/`]),
	];
	const classes = [
		...hosts.map((host) => host.replace(/[[\]]/g, "")),
		"::ffff:10.0.0.1",
		"2002:a00:1::",
		"fe80::1%eth0",
		"1.2.3.4%1",
		"5f00::",
	];
	const results = [...urls, ...KINDS].map((url) => [url, destination(url, { clients: [] }), destination(url).clients ?? null]);
	return [results, classes.map((text) => [text, addressClass(text) ?? null])];
}

/** What the functions for SQL return for each text: test/node/duckdb.test.ts holds `urlsieve/duckdb` to the same calls. SQL has no lone surrogates. */
async function sqlAnswers(inputs) {
	const { compare, createNormalizer, validate } = await dist("index.js");
	const { createNormalizer: createCrawlNormalizer } = await dist("crawl.js");
	const { destination } = await dist("edge.js");
	const normalizer = createNormalizer();
	const crawler = createCrawlNormalizer({ profile: "crawl@1" });
	return inputs
		.filter((text) => text.isWellFormed())
		.map((text) => {
			const form = normalizer.tryNormalize(text);
			const key = crawler.tryKey(text);
			const isValid = validate(text, { as: "uri" }).length === 0;
			const isReject = [form, normalizer.tryNormalize(`${text}#`)].some((each) => typeof each !== "string");
			const level = isReject ? null : (compare(text, `${text}#`) ?? "different");
			const { host = null, reason = null } = destination(text);
			return [text, [orNull(form), orNull(key), isValid, level, typeof form === "string" ? null : form.code, host, reason]];
		});
}

function orNull(form) {
	return typeof form === "string" ? form : null;
}

/** JSON in US-ASCII: lone surrogates have no other form in a file. */
function asciiJson(value) {
	return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function generated() {
	return syntheticList(LINES, SEED);
}

function given(file) {
	const octets = readFileSync(resolve(file));
	return { octets: file.endsWith(".gz") ? gunzipSync(octets) : octets };
}

/**
 * Single references: hosts beyond ASCII, every kind of error, and the vectors in the folder beside the repository. Left out are
 * those on which the `URL` of this Node.js deviates from the expectation: Python has a Unicode table of its own.
 */
function references(normalizers) {
	const hosts = readFileSync(join(root, "python", "tests", "hosts.txt"), "utf8")
		.split("\n")
		.filter(Boolean);
	const own = hosts.flatMap((host) => [`http://${host}/`, `https://a.${host}:8080/b?c#d`, `http://${encodeURIComponent(host)}/`]);
	const others = [
		"",
		"a",
		"HTTP://A/%7e",
		"http://[",
		"http://h:x/",
		"http:///",
		"%",
		"http://h/%",
		"\ud800",
		"http://h/\udc00é",
	];
	const foreign = existsSync(VECTORS) ? ["whatwg", "crawl"].flatMap(vectors).filter(({ input }) => SPECIAL.test(input)) : [];
	const agreed = foreign.filter(
		({ input, profile, expected, base }) => base === undefined && normalizers[profile].tryKey(input) === expected,
	);
	return [...new Set([...own, ...others, ...agreed.map(({ input }) => input)])];
}

function vectors(name) {
	const lines = gunzipSync(readFileSync(join(VECTORS, `${name}.jsonl.gz`)))
		.toString()
		.trim()
		.split("\n");
	return lines.filter((line) => line.includes('"host":"idna"')).map((line) => JSON.parse(line));
}
