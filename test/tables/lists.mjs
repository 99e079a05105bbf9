/**
 * Removes the duplicates of a real list as CSV, TSV and JSON lines of five columns, and as CDXJ, by the command line:
 *
 *   npm run test:tables -- FILE     FILE is a list of references, a line each, plain or compressed with gzip
 *
 * The other columns have delimiters, quotes, escapes and line ends. The expected output is written from the list: the rows that
 * `dedupe` keeps of the list, with the line that `normalize` makes of them. It must equal the output octet for octet.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const CLI = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
/** Rows that are written at once. */
const BATCH = 4096;

/** A field of CSV or TSV, in quotes if it has to be, or if `isQuoted`. */
function field(text, isQuoted) {
	return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Row `id` in each format. `came`: the reference in the list; `url`: the one to write. Texts have a character for each octet. */
const FORMATS = {
	csv: {
		head: 'id,"when",url,note,"a ""b"""\r\n',
		row: (id, url, came) => `${id},2026-11-22T00:${id % 60},${field(url, /[",]/.test(came))},"x, ""${id}""\r\n",\r\n`,
	},
	tsv: {
		head: "id\twhen\turl\tnote\tlast\n",
		row: (id, url, came) => `${id}\t\t${field(url, /["\t]/.test(came))}\t"a\t${id}\n"\t,\n`,
	},
	jsonl: {
		head: "",
		row: (id, url) =>
			`{"id":${id}, "a":{"url":"\\u0041"}, "url":${JSON.stringify(url)},"b":[null,"\\"}"],"c":"${"\\n".repeat(id % 3)}"}\n`,
	},
	cdxj: {
		head: "",
		row: (id, url) => `(com,{${id})/ 20261122000000 {"digest":"{", "url":${JSON.stringify(url)}, "status": "200"}\n`,
	},
};

function run(args, options = {}) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { maxBuffer: 2 ** 31, ...options });
	if (status !== 0) throw new Error(`urlsieve ${args.join(" ")}: ${stderr}`);
	return { stdout, summary: args.includes("--json") ? JSON.parse(stderr.toString()) : undefined };
}

const linesOf = (octets) => octets.toString("latin1").split("\n").slice(0, -1);

async function main(path) {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-tables-"));
	try {
		await check(path, folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function check(path, folder) {
	const list = readFileSync(path);
	const octets = list[0] === 0x1f && list[1] === 0x8b ? gunzipSync(list) : list;
	const came = linesOf(octets.at(-1) === 0x0a ? octets : Buffer.concat([octets, Buffer.from("\n")])).map((line) =>
		line.replace(/\r$/, ""),
	);
	const normal = linesOf(run(["normalize", "--quiet", path]).stdout);
	const audit = join(folder, "merges.tsv");
	const { summary } = run(["dedupe", "--json", "--audit", audit, "-o", join(folder, "unique.txt"), path]);
	const dropped = new Uint8Array(came.length + 1);
	for (const line of linesOf(readFileSync(audit))) dropped[Number(line.slice(line.lastIndexOf("\t")))] = 1;
	console.log(`list: ${summary.lines} lines, ${summary.unique} unique, ${summary.rejects} rejects`);
	for (const [format, { head, row }] of Object.entries(FORMATS)) {
		const file = join(folder, `table.${format}`);
		const expected = createHash("sha256").update(head, "latin1");
		const descriptor = openSync(file, "w");
		writeSync(descriptor, head, null, "latin1");
		for (let start = 0; start < came.length; start += BATCH) {
			let [rows, kept] = ["", ""];
			for (let at = start; at < Math.min(start + BATCH, came.length); ++at) {
				rows += row(at + 1, came[at], came[at]);
				if (!dropped[at + 1]) kept += row(at + 1, normal[at], came[at]);
			}
			writeSync(descriptor, rows, null, "latin1");
			expected.update(kept, "latin1");
		}
		closeSync(descriptor);
		const output = join(folder, `unique.${format}`);
		report(format, dedupe(file, output), summary, sha256(output) === expected.digest("hex"));
		rmSync(file);
		rmSync(output);
	}
}

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

function dedupe(file, output) {
	return run(["dedupe", "--json", "--column", "url", "-o", output, file]).summary;
}

/** Prints what became of a table, and fails the process if it is not what became of the list. */
function report(format, counts, summary, isEqual) {
	const isCounted = ["unique", "duplicates", "rejects"].every((name) => counts[name] === summary[name]);
	console.log(
		`${format}: ${counts.rows} rows, ${counts.unique} unique, ${counts.rejects} rejects, ${isEqual ? "equal" : "DIFFERENT"}, ${counts.seconds.toFixed(2)} s`,
	);
	if (!isEqual || !isCounted || counts.rows !== summary.lines) process.exitCode = 1;
}

if (process.argv[2] === undefined) throw new Error("usage: npm run test:tables -- FILE");
await main(process.argv[2]);
