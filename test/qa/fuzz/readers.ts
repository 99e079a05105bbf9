/** The readers of files that may be anything: what each is given, and what it may do with it. */
import { gunzipSync, gzipSync } from "node:zlib";
import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { dedupeTable, normalizeTable, SeenSet, type TableOptions } from "urlsieve/datasets";
import { CrawlFlag } from "../../../assembly/layout/crawl-options";
import { Header } from "../../../assembly/policy/program";
import { random } from "../../../bench/lists/random.mjs";
import { crawlKernels, programOf } from "../../seams/kernels";
import { CompressionError, gunzip, OctetSource, unzstd } from "../../seams/readers";
import { UriError } from "../../seams/store";
import { countKnown, create, reopen } from "../../store/fingerprints";
import { MemoryPlace } from "../../store/storage";
import { latin1 } from "./answers";
import { randomPolicy } from "./random-policy";

/** A reader. `read` throws a `Broken` or anything undocumented for a defect. */
export interface Reader {
	readonly name: string;
	readonly seeds: readonly Uint8Array[];
	readonly read: (octets: Uint8Array<ArrayBuffer>) => Promise<void> | void;
}

/** What a reader must not do. */
class Broken extends Error {}

/** The errors that the documentation names: those of the package, built or behind a seam, and of decompression, zlib's own included. */
export function isDocumented(error: unknown): boolean {
	const isZlib = /^Z_/.test(String((error as { code?: unknown }).code));
	return error instanceof core.UriError || error instanceof UriError || error instanceof CompressionError || isZlib;
}

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index);
const REFERENCES = [
	"http://example.com/?utm_source=1&b=2&a",
	"http://a.b/index.html?ref=1",
	"x:a",
	"http://www.h.i/i?ab=1&abc=2",
];
const encode = (text: string) => new TextEncoder().encode(text);

/** All readers, with their seeds. */
export async function readers(): Promise<Reader[]> {
	return [await snapshots(), stores(), policies(), ...lists(), ...tables(), gzip(), zstandard(), programs()];
}

async function snapshots(): Promise<Reader> {
	const make = async (entry: typeof core.SeenSet, normalizer: core.KeyNormalizer | undefined, count: number) => {
		const set = new entry({ key: KEY, normalizer });
		for (let index = 0; index < count; ++index) set.add(`http://h/${index}`);
		return new Uint8Array(await new Response(set.save()).arrayBuffer());
	};
	const crawler = crawl.createNormalizer({ profile: "crawl@1" });
	return {
		name: "snapshot",
		seeds: [
			await make(core.SeenSet, undefined, 0),
			await make(core.SeenSet, undefined, 40),
			await make(crawl.SeenSet, crawler, 9),
		],
		read: async (octets) => {
			const set = await core.SeenSet.load(octets as never);
			for (const reference of REFERENCES) set.has(reference);
		},
	};
}

function stores(): Reader {
	const seed = (runs: readonly number[]) => {
		const place = new MemoryPlace();
		const store = create(place, "wasm");
		let from = 0;
		for (const count of runs) {
			countKnown(store, from, count);
			store.makeRun();
			from += count;
		}
		countKnown(store, from, 3);
		store.writeLog();
		store.sync();
		return place.octets;
	};
	return {
		name: "store",
		seeds: [seed([]), seed([5]), seed([150, 40])],
		read: (octets) => {
			const store = reopen(new MemoryPlace(octets), "wasm");
			countKnown(store, 0, 200);
			store.verify();
		},
	};
}

function policies(): Reader {
	const next = random(1);
	const seeds = Array.from({ length: 30 }, () => encode(JSON.stringify(randomPolicy(next).policy)));
	return {
		name: "policy",
		seeds,
		read: (octets) => {
			const normalizer = crawl.createNormalizer({ policy: crawl.readPolicy(new TextDecoder().decode(octets)) });
			for (const reference of REFERENCES) normalizer.key(reference);
		},
	};
}

const LISTS = {
	removeparam:
		"! Title: a\n||a.b^$removeparam=/^utm/\n@@||h^$removeparam=a,domain=a.b|~x.a.b\n/^https?:\\/\\/[^\\/]*b/$removeparam=~a,important\n$removeparam\n",
	clearurls:
		'{"providers":{"a":{"urlPattern":"^https?:\\\\/\\\\/(?:[a-z0-9-]+\\\\.)*?a\\\\.b","completeProvider":false,"rules":["utm_[a-z]*","(?:%3F)?gclid"],"rawRules":[],"referralMarketing":["tag"],"exceptions":["^https?:\\\\/\\\\/a\\\\.b\\\\/x"],"redirections":[]}}}',
	"urlsieve-list":
		'{"format":"urlsieve-list@1","name":"own","params":["a",{"name":"b","match":"prefix","hosts":["h.i"],"exceptPath":["x"]}],"exempt":["a.b"]}',
} as const;

function lists(): Reader[] {
	return (Object.keys(LISTS) as (keyof typeof LISTS)[]).map((format) => ({
		name: `list, ${format}`,
		seeds: [encode(LISTS[format])],
		read: (octets) => {
			const list = crawl.readList(format, octets, { name: "own" });
			const [wasm, js] = (["wasm", "js"] as const).map((engine) => {
				const normalizer = crawl.createNormalizer({ policy: { key: { query: { lists: ["own"] } } }, lists: [list], engine });
				return REFERENCES.map((reference) => normalizer.key(reference)).join("\n");
			});
			if (wasm !== js) throw new Broken(`the engines differ: ${wasm} and ${js}`);
		},
	}));
}

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

function tables(): Reader[] {
	return Object.entries(TABLES).map(([name, [format, seed, options]]) => ({
		name: `table, ${name}`,
		seeds: [encode(seed)],
		read: async (octets) => {
			const runs = [
				await tableRun({ format, ...options, engine: "wasm", invalid: "keep" }, octets, octets.length),
				await tableRun({ format, ...options, engine: "js", invalid: "keep" }, octets, octets.length),
				await tableRun({ format, ...options, engine: "wasm", invalid: "keep" }, octets, 3),
			];
			if (runs[0] !== runs[1]) throw new Broken(`the engines differ: ${runs[0]} and ${runs[1]}`);
			if (runs[0] !== runs[2]) throw new Broken(`chunks differ: ${runs[0]} and ${runs[2]}`);
			await dedupeRun({ format, ...options }, octets);
		},
	}));
}

/** What becomes of a table that comes in chunks: the output and the rejected rows, or the error. */
async function tableRun(options: TableOptions, octets: Uint8Array, size: number): Promise<string> {
	const rejects: unknown[] = [];
	try {
		const output = await collect(
			chunks(octets, size).pipeThrough(normalizeTable(options, (reject) => rejects.push(reject)) as never),
		);
		return `${latin1(output)}\n${JSON.stringify(rejects)}`;
	} catch (error) {
		if (!isDocumented(error)) throw error;
		return `error: ${(error as core.UriError).code} ${(error as core.UriError).message}`;
	}
}

async function dedupeRun({ format, column, delimiter, header }: TableOptions, octets: Uint8Array): Promise<void> {
	const options = { format, column, delimiter, header } as TableOptions;
	await collect(chunks(octets, 50).pipeThrough(dedupeTable(new SeenSet(), options as never) as never));
}

function gzip(): Reader {
	return {
		name: "gzip",
		seeds: [gzipSync("http://a\n".repeat(20)), gzipSync(""), Buffer.concat([gzipSync("a"), gzipSync("b\n")])],
		read: async (octets) => {
			const own = await collectAll(gunzip(new OctetSource(parts(octets)), () => {}));
			let expected: Uint8Array | undefined;
			try {
				expected = gunzipSync(octets);
			} catch {}
			if (expected !== undefined && Buffer.compare(expected, own) !== 0) throw new Broken("gunzip differs from zlib");
		},
	};
}

/** Frames of Zstandard: raw and repeated blocks with checksum and length, a compressed block, a skippable frame. */
const FRAMES = [
	"28b52ffd200109000061",
	"28b52ffd2004210000616263640a",
	"28b52ffd0458450000106162630a0100f4ff03004d8e1d",
	"502a4d180400000000000000",
	"28b52ffd0458750000386874 74703a2f2f612f0a01 0000".replaceAll(" ", ""),
];

function zstandard(): Reader {
	return {
		name: "zstandard",
		seeds: FRAMES.map((hex) => Uint8Array.from(Buffer.from(hex, "hex"))),
		read: async (octets) => {
			await collectAll(unzstd(new OctetSource(parts(octets))));
		},
	};
}

/** Programs of the crawl kernel, whose checksum is made right after the damage. */
function programs(): Reader {
	const next = random(2);
	const compiled = Array.from({ length: 20 }, () => programOf(randomPolicy(next)));
	const input = encode(REFERENCES[0] as string);
	return {
		name: "program",
		seeds: compiled,
		read: (octets) => {
			if (octets.length < Header.SIZE) return;
			const { call, ...kernel } = fresh();
			const start = Math.ceil(call.heapBase() / 64) * 64;
			const work = new DataView(octets.buffer).getInt32(Header.WORK, true);
			// The host gives a program what it asks for, if that is possible at all.
			if (work < 0 || work > 1 << 20) return;
			const end = Math.ceil((start + octets.length + work) / 64) * 64;
			const canary = end + 64;
			const to = canary + 64 + input.length + 256;
			kernel.reserve(to + 20 * input.length + 2048);
			kernel.octets().set(octets, start);
			call.fingerprint(zeros(kernel.octets(), canary), start + Header.BASE, start + octets.length, start + Header.CHECKSUM);
			kernel.octets().fill(0xa5, end, canary);
			if (call.setProgram(start, octets.length) < 0) return;
			for (const reference of REFERENCES) {
				const from = canary + 64;
				kernel.octets().set(encode(reference), from);
				call.key(CrawlFlag.POLICY, from, from + encode(reference).length, to);
			}
			if (
				kernel
					.octets()
					.subarray(end, canary)
					.some((octet) => octet !== 0xa5)
			)
				throw new Broken("a program writes outside its area");
		},
	};
}

/** Zeros at an address, the key of checksums. */
function zeros(memory: Uint8Array, at: number): number {
	memory.fill(0, at, at + 16);
	return at;
}

function fresh() {
	const kernel = crawlKernels.create("wasm");
	return { call: kernel.call, reserve: (end: number) => kernel.reserve(end), octets: () => kernel.octets };
}

function chunks(octets: Uint8Array, size: number): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			for (let at = 0; at < octets.length; at += Math.max(1, size)) controller.enqueue(octets.slice(at, at + Math.max(1, size)));
			controller.close();
		},
	});
}

async function* parts(octets: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < octets.length; at += 7) yield octets.subarray(at, at + 7);
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decompressors may write much: what is beyond this is left. */
const MAX_OUTPUT = 1 << 24;

async function collectAll(output: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const found: Uint8Array[] = [];
	let length = 0;
	for await (const part of output) {
		found.push(part.slice());
		length += part.length;
		if (length > MAX_OUTPUT) break;
	}
	return Buffer.concat(found);
}
