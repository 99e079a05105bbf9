/** The promises P1 to P9 of docs/reference/normal-form.md. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { compare, createNormalizer, type Level, parse, tryParse, type Uri, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import * as portable from "../../assembly/index";
import { Flag, Level as Rules } from "../../assembly/layout/options";
import { attach } from "../../assembly/octets/memory";
import { isUriReference } from "../oracle/normalize";
import { describeEngines, ENGINES, normalizerOn, outcome } from "../support/engines";
import { runs, size, sizeOn } from "../support/extent";
import { hostileLines, hostileOctets, hostileReference, opaqueReference } from "../support/hostile";

const RUNS = { numRuns: runs(3000) };
const LEVELS: readonly Level[] = ["string", "syntax", "scheme"];
const reference = fc.oneof(hostileReference, opaqueReference);
const decoder = new TextDecoder("latin1");

describeEngines("promises", (engine) => {
	const settings = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));

	it.each(settings)("P1: normalization is idempotent, %j", (options) => {
		const normalizer = normalizerOn(engine, options);
		fc.assert(
			fc.property(reference, (input) => {
				const once = normalizer.tryNormalize(input);
				if (typeof once === "string") expect(normalizer.tryNormalize(once)).toBe(once);
			}),
			RUNS,
		);
	});

	it.each(["syntax", "scheme"] as const)("P2: the result is a URI-reference or an error with an offset, level %s", (level) => {
		const normalizer = normalizerOn(engine, { level });
		fc.assert(
			fc.property(hostileOctets, (octets) => {
				const { lines, rejects } = normalizer.normalizeLines(octets.filter((octet) => octet !== 0x0a));
				const output = decoder.decode(lines.subarray(0, -1));
				if (rejects.length === 0 && lines.length > 0) expect(isUriReference(output)).toBe(true);
				for (const { offset } of rejects) expect(offset).toBeLessThanOrEqual(octets.length);
			}),
			RUNS,
		);
	});

	it("P2: strict accepts valid references only", () => {
		const strict = normalizerOn(engine, { level: "syntax", strict: true });
		fc.assert(
			fc.property(reference, (input) => {
				expect(strict.tryNormalize(input) instanceof UriError).toBe(!isUriReference(input));
			}),
			RUNS,
		);
	});

	it("P3: different data has different normal forms", () => {
		const normalizer = normalizerOn(engine);
		const data = fc.stringMatching(/^[a-zA-Z0-9_~-]{1,8}$/);
		const start = fc.constantFrom(
			..."http://h/ http://h/? http://h/# x: mailto:a@b?body= http://u urn:ex: data:, //h/".split(" "),
		);
		const end = fc.constantFrom("", "%2F", "%3f", "%23", "%26", "%2B", "%25", "%C3%A9", "%c3%28", "/x", "?", "#", "@h/");
		fc.assert(
			fc.property(start, data, data, end, end, (before, a, b, after, other) => {
				const [first, second, third] = [a + after, b + after, a + other].map((text) => before + text) as [string, string, string];
				// Data that is part of a host has no case.
				const differs = before === "http://u" ? a.toLowerCase() !== b.toLowerCase() : a !== b;
				fc.pre(differs && [first, second, third].every(isUriReference));
				expect(outcome(normalizer, first)).not.toBe(outcome(normalizer, second));
				if (after.toUpperCase() !== other.toUpperCase()) expect(outcome(normalizer, first)).not.toBe(outcome(normalizer, third));
			}),
			RUNS,
		);
	});

	it("P4: references equal at one level are equal at the levels above", () => {
		const [string, syntax, scheme] = LEVELS.map((level) => normalizerOn(engine, { level }));
		fc.assert(
			fc.property(reference, (input) => {
				const low = syntax?.tryNormalize(string?.normalize(input) as string);
				if (typeof low === "string")
					expect(outcome(scheme as never, low)).toBe(
						outcome(scheme as never, input).replace(/ \d+$/, ` ${offsetOf(outcome(scheme as never, low))}`),
					);
			}),
			RUNS,
		);
	});

	it("P5: present components stay present, even if empty", () => {
		const normalizer = normalizerOn(engine, { level: "syntax" });
		const presence = (uri: Uri) =>
			[uri.scheme, uri.authority, uri.userinfo, uri.host, uri.query, uri.fragment].map((text) => text !== undefined);
		fc.assert(
			fc.property(reference, (input) => {
				const before = tryParse(input.replace(/^[\0- ]+|[\0- ]+$|[\t\r\n]/g, ""));
				const normal = normalizer.tryNormalize(input);
				if (before instanceof UriError || normal instanceof UriError) return;
				expect(presence(parse(normal))).toEqual(presence(before));
				expect(parse(normal).port === undefined).toBe(!before.port);
			}),
			RUNS,
		);
	});

	it("P6: lines give the same octets and errors on every engine, in one piece or cut anywhere", async () => {
		const normalizer = normalizerOn(engine);
		await fc.assert(
			fc.asyncProperty(hostileLines, fc.array(fc.nat(200), { maxLength: 4 }), async (lines, cuts) => {
				const whole = normalizer.normalizeLines(lines);
				expect(await through(normalizer.lineStream(), lines, cuts)).toEqual(whole.lines);
				for (const other of ENGINES) expect(normalizerOn(other).normalizeLines(lines)).toEqual(whole);
			}),
			{ numRuns: size(500, 120) },
		);
	});

	it("P6: a line is normalized like its string", () => {
		const normalizer = normalizerOn(engine, { invalid: "blank" });
		fc.assert(
			fc.property(reference, (input) => {
				const text = input.replace(/[\n\ufeff]/g, "").replace(/\r$/, "");
				const { lines, rejects } = normalizer.normalizeLines(new TextEncoder().encode(`${text}\n`));
				const normal = normalizer.tryNormalize(text);
				if (typeof normal === "string") expect(decoder.decode(lines)).toBe(`${normal}\n`);
				else expect(rejects).toMatchObject([{ line: 1, code: normal.code, component: normal.component }]);
			}),
			RUNS,
		);
	});

	it("P7: memory stays constant over a long stream", async () => {
		const normalizer = normalizerOn(engine);
		const line = new TextEncoder().encode("HTTP://example.com/%7euser/../x\n".repeat(2048));
		const stream = normalizer.lineStream();
		const reader = stream.readable.getReader();
		const writer = stream.writable.getWriter();
		let octets = 0;
		const reading = (async () => {
			for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) octets += chunk.value.length;
		})();
		for (let round = 0; round < 16; ++round) await writer.write(line);
		const before = process.memoryUsage().arrayBuffers;
		const rounds = sizeOn(engine, 240, 60);
		for (let round = 0; round < rounds; ++round) await writer.write(line);
		await writer.close();
		await reading;
		expect(octets).toBe((16 + rounds) * 2048 * "http://example.com/x\n".length);
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
	});

	it("P9: octets survive, even if they are not UTF-8", () => {
		const normalizer = normalizerOn(engine);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 50 }), (octets) => {
				const data = octets.filter((octet) => octet > 0x20 && !"/?#.%".includes(String.fromCharCode(octet)));
				const input = Uint8Array.from([...new TextEncoder().encode("x://h/"), ...data, ...new TextEncoder().encode("-\n")]);
				const output = decoder.decode(normalizer.normalizeLines(input).lines).slice("x://h/".length, -2);
				const decoded = output.replace(/%([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
				expect(decoded).toBe(String.fromCharCode(...data));
			}),
			RUNS,
		);
	});
});

describe("promises", () => {
	it("P3: compare returns the lowest level", () => {
		expect(compare("http://h/%7E", "http://h/~")).toBe("syntax");
		expect(compare("http://h", "http://h/")).toBe("scheme");
		expect(compare("1:", "1:")).toBe("string");
		expect(compare("http://h/a", "http://h/A")).toBe(undefined);
		expect(() => compare("1:", "2:")).toThrow(UriError);
	});

	/** Octets that the kernel reads and writes per octet of input. */
	function work(input: string): number {
		const size = 1 << 23;
		const buffer = new ArrayBuffer(size);
		let count = 0;
		const plain = { octets: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) };
		const copyWithin = (to: number, start: number, end: number) => {
			count += end - start;
			plain.octets.copyWithin(to, start, end);
		};
		const octets = new Proxy(plain.octets, {
			get(target, key) {
				if (typeof key === "string" && key.charCodeAt(0) < 0x3a) {
					++count;
					return target[Number(key)];
				}
				const value = Reflect.get(target, key, target);
				if (key === "copyWithin") return copyWithin;
				return typeof value === "function" ? value.bind(target) : value;
			},
			set(target, key, value) {
				++count;
				target[Number(key)] = value;
				return true;
			},
		});
		attach(plain);
		portable.initialize();
		const start = portable.heapBase();
		const { written } = new TextEncoder().encodeInto(input, plain.octets.subarray(start));
		attach({ ...plain, octets });
		portable.normalize(Rules.SCHEME | Flag.NO_A_LABELS, start, start + written, start + (1 << 20));
		return count / written;
	}

	it.each([
		["http://h/", "../"],
		["http://h/", "a/../"],
		["http://h", "/%2e%2E"],
		["http://h/", "%"],
		["http://h/", "%41"],
		["http://h/?", "a=b&"],
		["http://", "a"],
		["http://", "@"],
		["http://", ":"],
		["http://", "%c3%a9."],
		["", "a"],
		["", "../"],
		["http://h/", "\t"],
		["1\t", "\t:"],
		["x:", "a/..//"],
		["mailto:", "a@B,"],
		["mailto:?", "to=a@B&"],
		["mailto:?", "%74%6f=a&"],
		["tel:", "1-"],
		["tel:1", ";a"],
		["urn:a-b:", "%41"],
		["data:", "A/B;"],
		["http://[", "::"],
		["http://[::%25", "a"],
		["//", "[@:"],
	])("P7: work is linear in the length for %j and many %j", (start, piece) => {
		// Both are longer than the guard's window.
		const times = Math.ceil(10_000 / piece.length);
		const [some, more] = [times, 4 * times].map((count) => work(start + piece.repeat(count))) as [number, number];
		expect(more).toBeLessThan(60);
		expect(more).toBeLessThan(1.1 * some + 0.1);
	});

	it("P8: the normal forms of version 1 have not changed", () => {
		const hash = createHash("sha256");
		for (const level of LEVELS) {
			const normalizer = createNormalizer({ level, idna: false });
			for (const sample of samples(5000)) hash.update(`${outcome(normalizer, sample)}\n`);
		}
		expect(hash.digest("hex")).toBe("b23dc5e6ae5a392e122c224325a8fde43f2d658506ecc19ea448983a805f0bd7");
	});
});

/** References that depend only on this function, so that their normal forms can be compared across releases. */
function* samples(count: number): Generator<string> {
	const pieces = [
		..."aZ09-._~:/?#[]@!$&'()*+,;=% \té",
		..."http:// HTTPS:// ftp:// x: mailto: URN: tel: data: file: // /../ /./ %2e %7E %2f %C3%a9 [::1] h H :80 :443".split(" "),
		..."a@ ;type=A ?to= 1-2".split(" "),
	];
	let state = 1;
	const next = (limit: number) => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return (state >>> 8) % limit;
	};
	for (let index = 0; index < count; ++index) {
		yield Array.from({ length: 1 + next(8) }, () => pieces[next(pieces.length)]).join("");
	}
}

function offsetOf(text: string): string {
	return / (\d+)$/.exec(text)?.[1] ?? "";
}

/** Sends octets through a stream, cut at the given places. */
async function through(
	stream: TransformStream<Uint8Array, Uint8Array>,
	octets: Uint8Array,
	cuts: readonly number[],
): Promise<Uint8Array> {
	const places = [0, ...cuts.map((cut) => Math.min(cut, octets.length)).sort((a, b) => a - b), octets.length];
	const chunks = places.slice(1).map((end, index) => octets.slice(places[index], end));
	const output: number[] = [];
	const writing = (async () => {
		const writer = stream.writable.getWriter();
		for (const chunk of chunks) await writer.write(chunk);
		await writer.close();
	})();
	const reader = stream.readable.getReader();
	for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) output.push(...chunk.value);
	await writing;
	return Uint8Array.from(output);
}
