/**
 * The readers of files that may be anything, on damaged ones: each ends with a result or a documented error, in time that its length
 * allows. Damage starts from seeds, from those files of test/qa/fuzz/corpus/ that once reached code that no other one did, and from damaged
 * files that could be read. Stores and compiled policies are damaged in test/store/hostile.test.ts and hosts/policies.ts.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { dedupeTable, normalizeTable, SeenSet, type TableOptions } from "urlsieve/tables";
import { random } from "../../../bench/lists/random.mjs";
import { CompressionError, gunzip, OctetSource, unzstd } from "../../seams/readers";
import { latin1 } from "./answers";
import { damaged } from "./damage";
import { randomPolicy } from "./random-policy";
import type { Totals } from "./run";

/** CPU time of a file, in ms: a file of some KiB takes less than one. Only what hangs, or takes quadratic time, is above. */
const MAX_MILLISECONDS = 2000;
const MAX_FAILURES = 10;
/** Files that damage starts from. */
const MAX_CORPUS = 2000;
const MAX_LENGTH = 1 << 15;
/** Max octets of a decompressor that are read: it may write much more. */
const MAX_OUTPUT = 1 << 24;

/** Options of a run of readers. */
export interface ReadersRun {
	/** Damaged files for each reader. */
	readonly files: number;
	readonly seed: number;
	/** The root of the repository, which has the corpora. */
	readonly root: string;
}

/** A reader, with texts in Latin-1 or octets as seeds. `read` throws anything undocumented for a defect. */
interface Reader {
	readonly name: string;
	readonly seeds: readonly (string | Uint8Array)[];
	readonly read: (octets: Uint8Array<ArrayBuffer>) => unknown;
}

/** The errors that the documentation names: those of the package, and of decompression, zlib's own included. */
export function isDocumented(error: unknown): boolean {
	const isZlib = /^Z_/.test(String((error as { code?: unknown }).code));
	return error instanceof core.UrlsieveError || error instanceof CompressionError || isZlib;
}

const REFERENCES = [
	"http://example.com/?utm_source=1&b=2&a",
	"http://a.b/index.html?ref=1",
	"x:a",
	"http://www.h.i/i?ab=1&abc=2",
];

const LISTS = {
	removeparam:
		"! Title: a\n||a.b^$removeparam=/^utm/\n@@||h^$removeparam=a,domain=a.b|~x.a.b\n/^https?:\\/\\/[^\\/]*b/$removeparam=~a,important\n$removeparam\n",
	clearurls:
		'{"providers":{"a":{"urlPattern":"^https?:\\\\/\\\\/(?:[a-z0-9-]+\\\\.)*?a\\\\.b","completeProvider":false,"rules":["utm_[a-z]*","(?:%3F)?gclid"],"rawRules":[],"referralMarketing":["tag"],"exceptions":["^https?:\\\\/\\\\/a\\\\.b\\\\/x"],"redirections":[]}}}',
	"urlsieve-list":
		'{"format":"urlsieve-list@1","name":"own","params":["a",{"name":"b","match":"prefix","hosts":["h.i"],"exceptPath":["x"]}],"exempt":["a.b"]}',
} as const;

const TABLES: Readonly<Record<string, readonly [TableOptions["format"], string, Partial<TableOptions>]>> = {
	csv: ["csv", 'id,url,x\r\n1,HTTP://a,"a,""b"\r\n2,"http://b/%7e",\n3,http://[,"\n"\n', { column: "url" }],
	"csv, into": ["csv", "url\nHTTP://a\n\nhttp://[\n", { column: "url", into: "form" }],
	"csv, no header": ["csv", '1;"HTTP://a"\n2;x:a\n', { column: 2, header: false, delimiter: ";" }],
	tsv: ["tsv", "url\tx\nHTTP://a\tb\n", { column: 1 }],
	jsonl: [
		"jsonl",
		'{"a":{"url":"HTTP:\\/\\/a\\u00e9\\ud83d\\ude00"},"b":[1,{"c":null}]}\n{"a":{"url":null}}\n',
		{ column: "a.url" },
	],
	cdx: ["cdx", " CDX N b a m s k r M S V g\na,b)/ 20200101000000 http://B.a/ text/html 200 X - - 1 2 f\n", {}],
	cdxj: ["cdxj", 'a,b)/ 20200101000000 {"url": "http://B.a/", "x": 1}\n', {}],
};

/** Frames of Zstandard: raw and repeated blocks with checksum and length, a compressed block, a skippable frame. */
const FRAMES = [
	"28b52ffd200109000061",
	"28b52ffd2004210000616263640a",
	"28b52ffd0458450000106162630a0100f4ff03004d8e1d",
	"502a4d180400000000000000",
	"28b52ffd045875000038687474703a2f2f612f0a010000",
];

/** All readers, with their seeds. */
async function readers(): Promise<Reader[]> {
	const next = random(1);
	const keys = (normalizer: crawl.CrawlNormalizer) => REFERENCES.map((reference) => normalizer.key(reference));
	return [
		{ name: "snapshot", seeds: [await snapshot(0), await snapshot(40)], read: readSnapshot },
		{
			name: "policy",
			seeds: Array.from({ length: 30 }, () => JSON.stringify(randomPolicy(next).policy)),
			read: (octets) => keys(crawl.createNormalizer({ policy: crawl.readPolicy(new TextDecoder().decode(octets)) })),
		},
		...(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((format) => ({
			name: `list, ${format}`,
			seeds: [LISTS[format]],
			read: (octets: Uint8Array) => {
				const list = crawl.readList(format, octets, { name: "own" });
				keys(crawl.createNormalizer({ policy: { key: { query: { lists: ["own"] } } }, lists: [list] }));
			},
		})),
		...Object.entries(TABLES).map(([name, [format, seed, options]]) => ({
			name: `table, ${name}`,
			seeds: [seed],
			read: (octets: Uint8Array<ArrayBuffer>) => readTable({ format, ...options }, octets),
		})),
		{ name: "gzip", seeds: [gzipSync("http://a\n".repeat(20)), gzipSync("")], read: readGzip },
		{
			name: "zstandard",
			seeds: FRAMES.map((hex) => Buffer.from(hex, "hex")),
			read: (octets) => collected(unzstd(new OctetSource(parts(octets)))),
		},
	];
}

async function snapshot(count: number): Promise<Uint8Array> {
	const set = new core.SeenSet({ key: Uint8Array.from({ length: 16 }, (_, index) => index) });
	for (let index = 0; index < count; ++index) set.add(`http://h/${index}`);
	return new Uint8Array(await new Response(set.save()).arrayBuffer());
}

async function readSnapshot(octets: Uint8Array<ArrayBuffer>): Promise<void> {
	const set = await core.SeenSet.load(octets);
	for (const reference of REFERENCES) set.has(reference);
}

/** Normalizes and deduplicates a table that comes in chunks. */
async function readTable(options: TableOptions, octets: Uint8Array<ArrayBuffer>): Promise<void> {
	const { into: _, ...own } = options;
	const streams = [normalizeTable({ ...options, invalid: "keep" }), dedupeTable(new SeenSet(), own)];
	for (const stream of streams) {
		const chunks = new Blob([octets]).stream().pipeThrough(stream as TransformStream<Uint8Array<ArrayBuffer>>);
		await new Response(chunks).arrayBuffer();
	}
}

async function readGzip(octets: Uint8Array): Promise<void> {
	const own = await collected(gunzip(new OctetSource(parts(octets)), () => {}));
	let expected = own;
	try {
		expected = gunzipSync(octets);
	} catch {}
	if (Buffer.compare(expected, own) !== 0) throw new Error("gunzip differs from zlib");
}

async function* parts(octets: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < octets.length; at += 7) yield octets.subarray(at, at + 7);
}

async function collected(output: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const found: Uint8Array[] = [];
	let length = 0;
	for await (const part of output) {
		found.push(part.slice());
		length += part.length;
		if (length > MAX_OUTPUT) break;
	}
	return Buffer.concat(found);
}

/** The corpus of a reader: files in Base64, one a line. */
function corpusOf(root: string, reader: string): Uint8Array[] {
	const path = join(root, "test", "qa", "fuzz", "corpus", `${reader.replaceAll(/\W+/g, "-")}.txt`);
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
	return lines.map((line) => Uint8Array.from(Buffer.from(line, "base64")));
}

/** Gives each reader its corpus, and `files` damaged files. `print` gets a row for each failure. */
export async function runReaders(run: ReadersRun, print: (row: string) => void): Promise<Totals> {
	let [checks, failures] = [0, 0];
	for (const plain of await readers()) {
		const own = plain.seeds.map((seed) => (typeof seed === "string" ? Buffer.from(seed) : seed));
		const reader = { ...plain, seeds: [...own, ...corpusOf(run.root, plain.name)] };
		const faults = await runReader(reader, run, print);
		checks += run.files + reader.seeds.length;
		failures += faults;
	}
	return { lines: checks, checks, failures };
}

async function runReader(
	reader: Reader & { readonly seeds: readonly Uint8Array[] },
	{ files, seed }: ReadersRun,
	print: (row: string) => void,
): Promise<number> {
	const next = random(seed);
	const corpus = [...reader.seeds];
	const shown = new Set<string>();
	let readable = 0;
	for (let index = -reader.seeds.length; index < files && shown.size < MAX_FAILURES; ++index) {
		const octets =
			index < 0
				? Uint8Array.from(corpus[index + corpus.length] as Uint8Array)
				: damaged(corpus[next(corpus.length)] as Uint8Array, corpus, next);
		if (octets.length > MAX_LENGTH) continue;
		const start = process.cpuUsage();
		const fault = await faultOf(reader, octets.slice());
		const { user, system } = process.cpuUsage(start);
		if (fault === undefined) {
			++readable;
			if (index >= 0 && corpus.length < MAX_CORPUS) corpus.push(octets);
		}
		const slow = user + system > MAX_MILLISECONDS * 1000 ? `takes ${(user + system) / 1000} ms` : undefined;
		const found = slow ?? (fault === undefined || isDocumented(fault) ? undefined : String((fault as Error).stack ?? fault));
		if (found === undefined || shown.has(found.slice(0, 200))) continue;
		shown.add(found.slice(0, 200));
		print(JSON.stringify([`reader: ${reader.name}`, latin1(octets), found]));
	}
	print(`${shown.size === 0 ? "✓" : "✗"} ${reader.name}: ${files} damaged files, ${readable} readable`);
	return shown.size;
}

/** Returns the error that a reader throws. */
async function faultOf({ read }: Reader, octets: Uint8Array<ArrayBuffer>): Promise<unknown> {
	try {
		await read(octets);
		return undefined;
	} catch (error) {
		return error ?? "nothing";
	}
}
