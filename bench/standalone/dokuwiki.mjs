/**
 * `node bench/standalone/dokuwiki.mjs`: what `learn` finds on a real site. Runs DokuWiki on the loopback interface, fetches each of 40 pages with ten
 * queries, twice, by `wget --warc-cdx`, and learns from digests of the payload and of the text. Prints a row for each parameter, beside
 * what DokuWiki does with it.
 *
 * Requires Debian's packages dokuwiki, php-cli, php-xml and wget, and what `npm run build` makes.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const CLI = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
const PAGES = 40;
const QUERIES = [
	"",
	"purge=true",
	"s[]=text",
	"nocache=1",
	"do=show",
	"do=edit",
	"do=revisions",
	"do=backlink",
	"do=export_raw",
	"idx=ns",
];

/** What DokuWiki does with a parameter: its manual, and inc/ of its sources. */
const MEANING = {
	id: "names the page",
	do: "chooses what is shown of it: its source, its revisions, ...",
	idx: "chooses the namespace that the index shows",
	purge: "makes the page anew, instead of taking it from the cache",
	"s[]": "highlights words on the page",
	nocache: "unknown to it",
};

const folder = mkdtempSync(join(tmpdir(), "urlsieve-dokuwiki-"));
const wiki = join(folder, "wiki");

function install() {
	cpSync("/usr/share/dokuwiki", wiki, { recursive: true, dereference: true });
	cpSync("/etc/dokuwiki", join(wiki, "conf"), { recursive: true, dereference: true });
	for (const part of ["acl", "data", "lib"]) {
		execFileSync("cp", ["-rLn", `/var/lib/dokuwiki/${part}`, wiki], { stdio: "ignore" });
	}
	writeFileSync(join(wiki, "inc/preload.php"), "<?php\ndefine('DOKU_CONF', dirname(__DIR__).'/conf/');\n");
	const settings = { title: "'Test'", savedir: "'./data'", useacl: 0, updatecheck: 0 };
	const lines = Object.entries(settings).map(([name, value]) => `$conf['${name}'] = ${value};\n`);
	writeFileSync(join(wiki, "conf/local.php"), `<?php\n${lines.join("")}`);
	rmSync(join(wiki, "install.php"), { force: true });
	mkdirSync(join(wiki, "data/pages"), { recursive: true });
	for (let page = 1; page <= PAGES; ++page) {
		const text = `====== Page ${page} ======\n\nText of page ${page}.\n\n[[page${(page % PAGES) + 1}]]\n`;
		writeFileSync(join(wiki, `data/pages/page${page}.txt`), text);
	}
}

async function freePort() {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

async function untilAnswers(port) {
	for (;;) {
		const socket = connect(port, "127.0.0.1");
		const isOpen = await new Promise((resolve) =>
			socket.once("connect", () => resolve(true)).once("error", () => resolve(false)),
		);
		socket.destroy();
		if (isOpen) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

/** The text of a page, without markup: docs/guide/learn.md has the same in Python. */
function textDigest(page) {
	const shown = page.replace(/<(script|style|noscript|svg).*?<\/\1>|<!--.*?-->/gis, " ").replace(/<[^>]+>/gs, " ");
	return createHash("sha1").update(shown.toLowerCase().split(/\s+/).join(" ")).digest("hex");
}

/** Rows of a WARC file: the URL, the time, and the digests of payload and text. */
function* rowsOf(warc) {
	const octets = gunzipSync(readFileSync(warc));
	for (let at = 0; at < octets.length; ) {
		const end = octets.indexOf("\r\n\r\n", at);
		const head = octets.toString("latin1", at, end);
		const length = Number(/^content-length: (\d+)/im.exec(head)[1]);
		const body = octets.subarray(end + 4, end + 4 + length);
		at = end + length + 8;
		if (!head.includes("WARC-Type: response")) continue;
		const page = body.subarray(body.indexOf("\r\n\r\n") + 4);
		const member = (name) => new RegExp(`^${name}: <?([^>\r\n]*)`, "m").exec(head)[1];
		const payload = createHash("sha1").update(page).digest("hex");
		yield [member("WARC-Target-URI"), member("WARC-Date"), payload, textDigest(page.toString())].join();
	}
}

function learn(table, digests) {
	const rules = join(folder, `rules-${digests.length}`);
	const args = [CLI, "learn", ...digests.flatMap((name) => ["--digest", name]), table, "-o", rules];
	const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	console.log(`${digests.join(", ")}:\n${stderr}`);
	return JSON.parse(readFileSync(join(rules, "evidence.json"), "utf8"));
}

function verdictOn(name, { rules, refused }) {
	const of = (list) => list.find(({ rule }) => rule === `param:${name}`);
	const rule = of(rules) ?? of(refused);
	if (rule === undefined) return "no trial";
	return `${of(rules) ? "makes no difference" : "kept"} (${rule.votes} agree, ${rule.disagree} disagree)`;
}

try {
	install();
	const port = await freePort();
	const server = spawn("php", ["-S", `127.0.0.1:${port}`], { cwd: wiki, stdio: "ignore" });
	try {
		await untilAnswers(port);
		const urls = Array.from({ length: PAGES }, (_, page) =>
			QUERIES.map((query) => `http://127.0.0.1:${port}/doku.php?id=page${page + 1}${query && `&${query}`}\n`),
		);
		writeFileSync(join(folder, "urls.txt"), urls.flat().join(""));
		// The first fetches make DokuWiki note when each page was edited, which it then shows.
		for (const name of ["unused", "first", "second"]) {
			const options = ["-q", "-i", "urls.txt", "--no-http-keep-alive", "--delete-after", `--warc-file=${name}`, "--warc-cdx"];
			execFileSync("wget", options, { cwd: folder, stdio: "ignore" });
		}
	} finally {
		server.kill();
	}
	const rows = ["first", "second"].flatMap((name) => [...rowsOf(join(folder, `${name}.warc.gz`))]);
	const table = join(folder, "rows.csv");
	writeFileSync(table, `url,time,payload,text\n${rows.join("\n")}\n`);
	const [payload, text] = [["payload"], ["payload", "text"]].map((digests) => learn(table, digests));
	console.log("| parameter | by payload | by text | in DokuWiki |\n|---|---|---|---|");
	for (const [name, meaning] of Object.entries(MEANING)) {
		console.log(`| \`${name}\` | ${verdictOn(name, payload)} | ${verdictOn(name, text)} | ${meaning} |`);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
