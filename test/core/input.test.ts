/** Wrong argument types and unknown options throw errors that name them. */
import { runInNewContext } from "node:vm";
import {
	compare,
	createNormalizer,
	dedupeStream,
	equivalent,
	establishBase,
	explain,
	isNormalized,
	isSameDocument,
	lineStream,
	normalize,
	normalizeLines,
	type Octets,
	OptionError,
	parse,
	recompose,
	relativize,
	resolve,
	SeenSet,
	tryParse,
	validate,
} from "urlsieve";
import { createNormalizer as createCrawler, expressionLines, expressions, readPolicy } from "urlsieve/crawl";
import { formatScheme, ftpCommands, gopherRequest, octetsOf, parseScheme } from "urlsieve/schemes";
import { expandSuffix, extract, inspect, visualize } from "urlsieve/text";
import { describe, expect, it } from "vitest";

const decoder = new TextDecoder();
const LINES = new TextEncoder().encode("HTTP://a\nHTTP://b");
const NORMAL = "http://a/\nhttp://b/\n";

function sharedCopy(octets: Uint8Array): SharedArrayBuffer {
	const shared = new SharedArrayBuffer(octets.length);
	new Uint8Array(shared).set(octets);
	return shared;
}

/** The same 17 octets in every kind of memory. Views have other octets around them. */
const { buffer } = Uint8Array.of(0x78, 0x0a, ...LINES, 0x0a, 0x79);
const SOURCES: { readonly [kind: string]: Octets } = {
	Uint8Array: LINES,
	Buffer: Buffer.from(LINES),
	ArrayBuffer: LINES.slice().buffer,
	SharedArrayBuffer: sharedCopy(LINES),
	"a view of a SharedArrayBuffer": new Uint8Array(sharedCopy(LINES)),
	DataView: new DataView(buffer, 2, LINES.length),
	Int8Array: new Int8Array(buffer, 2, LINES.length),
	Uint8ClampedArray: new Uint8ClampedArray(buffer, 2, LINES.length),
	"an ArrayBuffer of another realm": runInNewContext("Uint8Array.from(octets).buffer", { octets: [...LINES] }),
	"a view of another realm": runInNewContext("Uint8Array.from(octets)", { octets: [...LINES] }),
};

function detached(): ArrayBuffer {
	const { buffer: memory } = LINES.slice();
	structuredClone(memory, { transfer: [memory] });
	return memory;
}

/** Values that are not octets. */
const NOT_OCTETS: { readonly [kind: string]: unknown } = {
	undefined: undefined,
	null: null,
	"a string": "HTTP://a\n",
	"an array": [0x78, 0x3a],
	"a number": 3,
	"a URL": new URL("http://a/"),
	"a Blob": new Blob(["x:"]),
	"an object tagged as ArrayBuffer": { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 3 },
	"a detached buffer": detached(),
};

const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** A stream of the given chunks. */
function streamOf<Chunk>(...chunks: Chunk[]): ReadableStream<Chunk> {
	return new ReadableStream({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(chunk);
			controller.close();
		},
	});
}

describe("octets", () => {
	it.each(Object.entries(SOURCES))("are read from %s", async (_, source) => {
		expect(decoder.decode(normalizeLines(source).lines)).toBe(NORMAL);
		const normalizer = createNormalizer();
		expect(decoder.decode(normalizer.normalizeLines(source).lines)).toBe(NORMAL);
		expect(normalizer.resolveLines(source, "http://h/").count).toBe(2);
		expect(decoder.decode(new SeenSet().addLines(source).fresh)).toBe(NORMAL);
		expect(await read(streamOf(source).pipeThrough(lineStream()))).toBe(NORMAL);
		expect(await read(streamOf(source).pipeThrough(dedupeStream()))).toBe(NORMAL);
		expect(decoder.decode(normalizer.normalizeColumn({ offsets: Int32Array.of(0, 8), data: source }).data)).toBe("http://a/");
	});

	it.each(Object.entries(NOT_OCTETS))("are not %s: invalid-input names the argument", async (_, input) => {
		const octets = input as Octets;
		const normalizer = createNormalizer();
		const seen = new SeenSet();
		const attempts: [name: string, attempt: () => unknown][] = [
			["lines", () => normalizeLines(octets)],
			["lines", () => normalizer.normalizeLines(octets)],
			["lines", () => normalizer.resolveLines(octets, "http://h/")],
			["lines", () => seen.addLines(octets)],
			["lines", () => expressionLines(octets as Uint8Array)],
			["offsets", () => normalizer.normalizeColumn({ offsets: octets, data: LINES })],
			["data", () => normalizer.normalizeColumn({ offsets: Int32Array.of(0), data: octets })],
		];
		if (octets !== undefined) {
			attempts.push(["key", () => new SeenSet({ key: octets })]);
			attempts.push(["valid", () => normalizer.normalizeColumn({ offsets: Int32Array.of(0), data: LINES, valid: octets })]);
		}
		for (const [name, attempt] of attempts) {
			expect(attempt).toThrow(expect.objectContaining({ code: "invalid-input" }));
			expect(attempt).toThrow(`The argument "${name}" must be bytes`);
		}
		for (const stream of [lineStream(), dedupeStream(seen)]) {
			await expect(read(streamOf(octets).pipeThrough(stream))).rejects.toMatchObject({ code: "invalid-input" });
		}
		if (octets !== undefined) {
			await expect(SeenSet.load(streamOf(octets as Uint8Array))).rejects.toMatchObject({ code: "invalid-input" });
		}
		expect(seen.size).toBe(0);
	});

	it("are not modified: the bitmap and the key are copied", () => {
		const valid = Buffer.of(0xff);
		const { valid: left } = createNormalizer().normalizeColumn({ offsets: Int32Array.of(0, 2), data: Buffer.from("1:"), valid });
		expect([left[0], valid[0]]).toEqual([0, 0xff]);
		const key = Buffer.alloc(16);
		const seen = new SeenSet({ key });
		const fingerprint = seen.fingerprint("x:");
		key.fill(1);
		expect(seen.fingerprint("x:")).toBe(fingerprint);
	});
});

describe("references", () => {
	const wrong = [undefined, null, 7, new URL("http://a/"), ["x:"], { length: 0 }, new String("x:"), Symbol("x:")];

	const ATTEMPTS: [argument: string, call: string, attempt: (text: string) => unknown][] = [
		["reference", "normalize(text)", (text) => normalize(text)],
		["reference", "normalize(text, { level: 'string' })", (text) => normalize(text, { level: "string" })],
		["reference", "isNormalized(text)", (text) => isNormalized(text)],
		["a", "equivalent(text, text)", (text) => equivalent(text, text)],
		["b", "equivalent('x:', text)", (text) => equivalent("x:", text)],
		["a", "compare(text, text)", (text) => compare(text, text)],
		["b", "compare('x:', text)", (text) => compare("x:", text)],
		["reference", "resolve(text, 'http://h/')", (text) => resolve(text, "http://h/")],
		["base", "resolve('x', text)", (text) => resolve("x", text)],
		["target", "relativize(text, 'http://h/')", (text) => relativize(text, "http://h/")],
		["base", "relativize('x:', text)", (text) => relativize("x:", text)],
		["reference", "isSameDocument(text, 'http://h/')", (text) => isSameDocument(text, "http://h/")],
		["base", "isSameDocument('', text, { edition: '1997' })", (text) => isSameDocument("", text, { edition: "1997" })],
		["reference", "explain(text)", (text) => explain(text)],
		["reference", "parse(text)", (text) => parse(text)],
		["reference", "parse(text, { edition: '1994' })", (text) => parse(text, { edition: "1994" })],
		["reference", "validate(text)", (text) => validate(text)],
		["path", "recompose({ path: text })", (text) => recompose({ path: text })],
		["base", "normalizer.resolveLines(LINES, text)", (text) => createNormalizer().resolveLines(LINES, text)],
		["reference", "new SeenSet().add(text)", (text) => new SeenSet().add(text)],
		["reference", "new SeenSet().has(text)", (text) => new SeenSet().has(text)],
		["reference", "new SeenSet().fingerprint(text)", (text) => new SeenSet().fingerprint(text)],
		["text", "extract(text)", (text) => extract(text)],
		["reference", "expandSuffix(text)", (text) => expandSuffix(text)],
		["reference", "visualize(text)", (text) => visualize(text)],
		["reference", "inspect(text)", (text) => inspect(text)],
		["uri", "parseScheme(text)", (text) => parseScheme(text)],
		["text", "octetsOf(text)", (text) => octetsOf(text)],
		["text", "readPolicy(text)", (text) => readPolicy(text)],
		["reference", "expressions(text)", (text) => expressions(text)],
	];

	function expectRefusal(argument: string, attempt: () => unknown): void {
		expect(attempt).toThrow(OptionError);
		expect(attempt).toThrow(`The argument "${argument}" must be a string; got `);
		expect(attempt).toThrow(expect.objectContaining({ code: "invalid-input" }));
	}

	it.each(ATTEMPTS)("are strings: the error names the argument %s of %s", (argument, _call, attempt) => {
		for (const value of wrong) expectRefusal(argument, () => attempt(value as string));
	});

	it("are strings in the sources of establishBase, where an undefined one is absent", () => {
		for (const retrieval of wrong.slice(1)) expectRefusal("reference", () => establishBase({ retrieval: retrieval as string }));
		expect(establishBase({ retrieval: undefined })).toBeUndefined();
	});

	it("are strings also for functions that return the error of a reference", () => {
		const normalizers = [createNormalizer(), createCrawler({ profile: "crawl@1" })];
		for (const value of wrong as string[]) {
			expectRefusal("reference", () => tryParse(value));
			for (const normalizer of normalizers) {
				expectRefusal("reference", () => normalizer.tryNormalize(value));
				expectRefusal("reference", () => normalizer.tryKey(value));
				expectRefusal("reference", () => normalizer.tryResolve(value, "http://h/"));
				const refused = expect.objectContaining({ name: "OptionError", code: "invalid-input" });
				expect(normalizer.normalizeAll(["HTTP://a", value])).toEqual(["http://a/", refused]);
				expect(new SeenSet({ normalizer }).addAll(["HTTP://a", value, "http://a/"])).toEqual([true, refused, false]);
			}
		}
	});

	it.each<[argument: string, attempt: (value: never) => unknown]>([
		["components", recompose],
		["record", formatScheme],
		["record", ftpCommands],
		["record", gopherRequest],
	])("are made of an object, argument %s (%#)", (argument, attempt) => {
		for (const value of [undefined, null, "x:", 7]) {
			expect(() => attempt(value as never)).toThrow(`The argument "${argument}" must be an object; got `);
			expect(() => attempt(value as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
		}
	});
});

describe("options", () => {
	it.each<[known: string, attempt: (options: never) => unknown]>([
		["level, strict, idna, invalid, engine, edition, profile", (options) => normalize("x:", options)],
		["level,", (options) => createNormalizer(options)],
		["level,", (options) => normalizeLines(LINES, options)],
		["level,", (options) => lineStream(options)],
		["level,", (options) => parse("x:").normalize(options)],
		["normalizer, key, capacity", (options) => new SeenSet(options)],
		["edition, strict, excessDots", (options) => resolve("a", "http://h/", options)],
		["edition", (options) => parse("x:", options)],
		["edition, as", (options) => validate("x:", options)],
		["edition", (options) => extract("x:", options)],
		["embedded,", (options) => establishBase(options)],
	])("that are unknown are refused; known: %s, %s", (known, use) => {
		const attempt = () => use({ levle: "syntax" } as never);
		expect(attempt).toThrow(expect.objectContaining({ name: "OptionError", code: "invalid-option" }));
		expect(attempt).toThrow(`Unknown option "levle"; known: ${known}`);
	});

	it.each<[options: object, message: string]>([
		[
			{ profile: "share@1" },
			'The option "profile" must be "rfc3986", not "share@1"; other profiles are for createNormalizer of urlsieve/crawl.',
		],
		[
			{ profile: {} },
			'The option "profile" must be "rfc3986", not [object Object]; other profiles are for createNormalizer of urlsieve/crawl.',
		],
		[{ policy: {} }, "Policies are for createNormalizer of urlsieve/crawl."],
	])("of another entry are refused with its name: %j", (options, message) => {
		for (const use of [() => normalize("x:", options), () => createNormalizer(options), () => parse("x:").normalize(options)])
			expect(use).toThrow(expect.objectContaining({ name: "OptionError", code: "invalid-option", message }));
	});

	it("take the profile of RFC 3986 with its version, or without", () => {
		for (const profile of ["rfc3986", "rfc3986@1"]) expect(normalize("HTTP://h", { profile })).toBe("http://h/");
	});
});
