/** Plain references, the fast path and the slow path: each is taken where it may be, and nowhere else. Under every engine. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ABSENT, Address, Cursor, Limit, UNCHANGED } from "../../assembly/layout/addresses";
import { Flag, Level } from "../../assembly/layout/options";
import { oracleNormalize } from "../oracle/normalize";
import { createKernel } from "../seams/kernels";
import { describeEngines, normalizerOn } from "../support/engines";
import { pairsOn, runs } from "../support/extent";

/** A start that no scan leaves in a record. */
const SENTINEL = 0x5eed;

/** The path of a reference: it is plain and nothing is written, the line writer rewrites it, or normalize.ts does. */
type Way = "plain" | "fast" | "slow";

/** The octets that are not special by themselves: Class.QUERY. */
const isQuery = (octet: number) => /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/.test(String.fromCharCode(octet));
const DOT = 0x2e;

/** References of http and https, full of special octets; one in ten has something that the fast path leaves to the slow path. */
const piece = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom("a", "bc", "/", "//", ".", "..", "/.", "/..", "/./", "/../", "?", "#", "&x=1") },
	{ weight: 4, arbitrary: fc.constantFrom("%41", "%7e", "%2e", "%2E", "%2f", "%c3%a9", "%C3%A9", "%", "%4", "%zz", "%25") },
	{ weight: 2, arbitrary: fc.constantFrom("|", " ", "\u00e9", "\\", "[", "\u0001", "~", "*", "'") },
	{ weight: 1, arbitrary: fc.constantFrom("\t", "a".repeat(60), "/b".repeat(40), "%7E".repeat(30), "d".repeat(9000)) },
);
const webReference = fc
	.record({
		scheme: fc.constantFrom("http", "https", "HTTP", "hTtPs"),
		host: fc.constantFrom("h", "H", "WWW.Example.com", "a_b*", "127.0.0.1", "h".repeat(58), `${"H".repeat(70)}.x`, "", "u@h"),
		port: fc.constantFrom("", "", ":80", ":443", ":", ":8080", ":080"),
		rest: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
		root: fc.constantFrom("/", "/", "/", "", "?", "#"),
	})
	.map(({ scheme, host, port, root, rest }) => `${scheme}://${host}${port}${root}${rest}`);

describeEngines("guard", (engine) => {
	const kernel = createKernel(engine);
	kernel.reserve(1 << 20);
	const input = kernel.call.heapBase() + 64;
	const output = input + (1 << 18);

	/**
	 * Normalizes. Returns the path taken: the slow path scans, a plain reference leaves the output untouched. And what the kernel
	 * returned: the end of the output, UNCHANGED, or the negated status.
	 */
	function run(octets: Uint8Array, options: number): [Way, number] {
		kernel.octets.set(octets, input);
		kernel.octets[output] = 0;
		kernel.words[Address.RECORD >> 2] = SENTINEL;
		kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
		const end = kernel.call.normalize(options, input, input + octets.length, output);
		if (kernel.words[Address.RECORD >> 2] !== SENTINEL) return ["slow", end];
		if (kernel.octets[output] !== 0) return ["fast", end];
		expect(end).toBe(UNCHANGED);
		return ["plain", end];
	}

	function wayOf(reference: string | Uint8Array, options: number = Level.SCHEME): Way {
		return run(typeof reference === "string" ? new TextEncoder().encode(reference) : reference, options)[0];
	}

	/** Normalizes lines, and returns them with their path, which is plain or fast unless one of them was scanned. */
	function wayOfLines(lines: string, options: number = Level.SCHEME): [string, Way] {
		const octets = new TextEncoder().encode(lines);
		kernel.octets.set(octets, input);
		kernel.words.set([output + (1 << 17), 1000, output + (1 << 17) + 8000, 10], (Address.CURSOR >> 2) + 7);
		kernel.words[Address.RECORD >> 2] = SENTINEL;
		const status = kernel.call.normalizeLines(options, input, input + octets.length, output, output + (1 << 17));
		expect(status).toBe(0);
		const written = kernel.words[(Address.CURSOR + Cursor.WRITTEN) >> 2] as number;
		const way = kernel.words[Address.RECORD >> 2] === SENTINEL ? "fast" : "slow";
		return [new TextDecoder().decode(kernel.octets.subarray(output, written)), way];
	}

	const LONG_RUNS = [-3, -2, -1, 0, 1, 2, 3].map((distance) => Limit.WINDOW - "http://h/".length + distance);
	it.each(LONG_RUNS)("takes the fast path for special octets on both sides of a window: %i octets before the first", (length) => {
		for (const piece of ["%41", "%7e", "%2F", "%", "|", "/../x", "/./", "/.", "#", "?%2e%2E/"]) {
			const short = `http://h/Y${piece}X${piece}Z`;
			const long = (text: string) => text.replace("Y", "y".repeat(length)).replace("X", "x".repeat(Limit.WINDOW));
			expect([piece, wayOf(long(short))]).toEqual([piece, "fast"]);
			expect(normalizerOn(engine).normalize(long(short))).toBe(long(normalizerOn(engine).normalize(short)));
			expect(wayOfLines(`${long(short)}\nhttp://a/\n`)).toEqual([
				`${long(normalizerOn(engine).normalize(short))}\nhttp://a/\n`,
				"fast",
			]);
		}
	});

	it("takes the fast path for http and https with the frequent kinds of work", () => {
		for (const reference of [
			..."http://h http://h? http://h# http://h:80/ https://h:443 http://H/ HTTP://h/ hTTpS://h_*/ http://h/%41 http://h/%7E".split(
				" ",
			),
			..."http://h/%C3%a9 http://h/% http://h/%2 http://h/%2G http://h/%24 http://h/%2e%2E/a?/../b http://h/#/.a".split(" "),
			..."http://h/#a#b http://h#/ http://h/./a http://h/a/.. http://h/a?b#c/d?e http://h/%C3%A9/%2F?%3A=%20#%25".split(" "),
			"http://h/a b#c",
			"http://h/\u00e9 |",
			`HTTP://h/${"a/../b%7e".repeat(2000)}`,
			`HTTP://${"H".repeat(10000)}:80/%7e`,
			`http://h/${"%C3%A9".repeat(5000)}#${"a".repeat(500)}`,
		]) {
			expect([reference, wayOf(reference)]).toEqual([reference, "fast"]);
			expect([reference, wayOf(reference, Level.SYNTAX)]).toEqual([
				reference,
				reference.includes(":80/") || reference.includes(":443") ? "slow" : "fast",
			]);
		}
	});

	it("takes the slow path for everything else", () => {
		for (const reference of [
			..."http:// http:/// http://:80/ http://u@h/ http://h:8080/ http://h:443/ https://h:80/ http://h:080/ http://h:/".split(
				" ",
			),
			..."http://h:801/ http://[::1]/ http://%C3%A9/ http://\u00e9/ ftp://h/ httpx://h/ http\u001a//h/ http:/h/ //h/ /".split(
				" ",
			),
			"",
			"http://h/%2\n",
			"http://h/a\tb",
			"http://h/a\u0001b",
			"http://h/%7e ",
			" http://h",
			"http://h/\nhttp://h/",
		]) {
			expect([reference, wayOf(reference)]).toEqual([reference, "slow"]);
		}
	});

	it.each([{ level: "scheme" }, { level: "syntax" }, { level: "scheme", strict: true }] as const)(
		"agrees with the oracle on the fast path, in lists of lines and one by one, %j",
		(options) => {
			const normalizer = normalizerOn(engine, { ...options, invalid: "blank" });
			fc.assert(
				fc.property(fc.array(webReference, { minLength: 1, maxLength: 8 }), (references) => {
					const expected = references.map((reference) => {
						const normal = oracleNormalize(new TextEncoder().encode(reference), options);
						return normal instanceof Uint8Array ? new TextDecoder().decode(normal) : "";
					});
					const lines = new TextEncoder().encode(references.map((reference) => `${reference}\n`).join(""));
					expect(new TextDecoder().decode(normalizer.normalizeLines(lines).lines).split("\n").slice(0, -1)).toEqual(expected);
					for (const [index, reference] of references.entries()) {
						const normal = normalizer.tryNormalize(reference);
						expect(typeof normal === "string" ? normal : "").toBe(expected[index]);
					}
				}),
				{ numRuns: runs(1500) },
			);
		},
	);

	it("rewrites runs of special octets, wherever the windows of the index end in them", () => {
		const special = fc.constantFrom(..."%41 %2F %2f %c3%a9 %2e % %% %zz < # \u00e9 /. /.. ab".split(" "));
		const run = fc.tuple(fc.array(special, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, 30, 900));
		const lead = fc.constantFrom(0, 1, 60, ...[-9, -3, -2, -1, 0, 1, 9].map((distance) => Limit.WINDOW + distance));
		const reference = fc
			.tuple(fc.constantFrom("http://h/", "https://h/", "http://H", "https://H"), lead, run, run)
			.map(([start, length, ...runs]) => {
				const [first, second] = runs.map(([pieces, count]) => pieces.join("").repeat(count));
				return `${start}${"a".repeat(length)}/${first}/x${second}`;
			});
		const normalizer = normalizerOn(engine);
		const property = (text: string) => {
			const expected = new TextDecoder().decode(oracleNormalize(new TextEncoder().encode(text)) as Uint8Array);
			expect(normalizer.normalize(text)).toBe(expected);
			const lines = new TextEncoder().encode(`http://h\n${text}\r\n${text}`);
			expect(new TextDecoder().decode(normalizer.normalizeLines(lines).lines)).toBe(`http://h/\n${expected}\n${expected}\n`);
		};
		fc.assert(fc.property(reference, property), { numRuns: 100 });
	});

	it("omits plain lines, and lines after them whose first # and triplets no rule changes (§3.5, §6.2.2)", () => {
		const normal = "http://h/#a https://h.example/%2F?%C3%A9#%20 http://h/a?b#c?d/ http://h/".split(" ");
		const changed = [
			["http://h/a#b#c", "http://h/a#b%23c"],
			["http://h/#%2f", "http://h/#%2F"],
			["http://h/%2F%41", "http://h/%2FA"],
			["http://h/%4#", "http://h/%254#"],
			["http://h/%2F/./%2F", "http://h/%2F/%2F"],
			["http://H/#%2F", "http://h/#%2F"],
			["http://h#%2F", "http://h/#%2F"],
		] as const;
		const plain = "http://h/";
		for (const [line, form] of changed) {
			const lines = [plain, ...normal, line, plain, ...normal, line, line].map((text) => `${text}\n`).join("");
			expect(wayOfLines(lines, Level.SCHEME | Flag.OMIT_PLAIN)).toEqual([`${form}\n`.repeat(3), "fast"]);
			expect(wayOfLines(lines)[0]).toBe(lines.replaceAll(`${line}\n`, `${form}\n`));
		}
	});

	it("finds every special octet at every place of a block", () => {
		const before = "http://example.com/";
		for (let length = 0; length < 140; ++length) {
			const clean = new TextEncoder().encode(`${before}${"a".repeat(length)}`);
			expect(wayOf(clean)).toBe("plain");
			if (length > 0) expect(wayOf(Uint8Array.from([...clean.slice(0, -1), 0x25]))).toBe("fast");
		}
		for (let octet = 0; octet < 256; ++octet) {
			for (const place of [19, 40, 63, 64, 65, 99]) {
				const reference = new TextEncoder().encode(`${before}${"a".repeat(100 - before.length)}`);
				reference[place] = octet;
				// After the "/" of the host, a dot begins a segment.
				const isPlain = isQuery(octet) && (place !== 19 || octet !== DOT);
				const isWhiteSpace = octet < 0x20 || (place === 99 && octet === 0x20);
				expect([octet, place, wayOf(reference)]).toEqual([octet, place, isPlain ? "plain" : isWhiteSpace ? "slow" : "fast"]);
			}
		}
	});

	/** The normal form, or the negated status, and the path taken. */
	function outcomeOf(octets: Uint8Array): [string, Way] {
		const [way, end] = run(octets, Level.SCHEME);
		if (end < 0) return [String(end), way];
		return [String.fromCharCode(...(end === UNCHANGED ? octets : kernel.octets.subarray(output, end))), way];
	}

	// The pair replaces the two octets from the place on. A TAB in front, which is removed, selects the slow path.
	const PLACES: [string, string, number][] = [
		...[0, 1, 2, 3, 4, 5].map((at): [string, string, number] => [`${at} of a scheme`, "https://h/", at]),
		["4 of http", "http://h/", 4],
		["0 of a host", "http://abcdefgh.example/", 7],
		["9 of a host", "http://abcdefgh.example/", 16],
		["40 of a host", `http://${"h".repeat(50)}/`, 47],
		["1 of a port", "http://H:80/", 9],
		["1 of the port of https", "https://H:443/", 10],
		["2 of the port of https", "https://H:443/", 11],
		["1 of a triplet", "http://h/%00", 10],
		["1 of a triplet after another", "http://h/%41%00a", 13],
		["3 of a triplet", "http://h/%4100", 12],
		["3 of a triplet in a fragment", "http://h/#%4100", 13],
		["2 of a path", "http://h/a00b", 10],
	];
	it.each(PLACES)("agrees with the slow path on all pairs of octets at place %s", (_, text, place) => {
		const reference = new TextEncoder().encode(text);
		const tabbed = new TextEncoder().encode(`\t${text}`);
		const wrong: string[] = [];
		let fast = 0;
		for (const pair of pairsOn(engine, (reference[place] as number) | ((reference[place + 1] as number) << 8))) {
			reference.set([pair & 255, pair >> 8], place);
			tabbed.set([pair & 255, pair >> 8], place + 1);
			const [[outcome, way], [expected, wayOfTabbed]] = [outcomeOf(reference), outcomeOf(tabbed)];
			if (outcome !== expected || wayOfTabbed !== "slow") wrong.push(`${pair & 255} ${pair >> 8}`);
			if (way !== "slow") ++fast;
		}
		expect(wrong.slice(0, 20)).toEqual([]);
		expect(fast).toBeGreaterThan(0);
	});

	it("takes the fast path for all pairs of octets that a host may have, except ; and =, and writes them in lower case", () => {
		const isHost = (octet: number) => /^[A-Za-z0-9\-._~!$&'()*+,]$/.test(String.fromCharCode(octet));
		const reference = new TextEncoder().encode(`http://${"H".repeat(50)}/`);
		for (const place of [8, 21, 22, 38, 45]) {
			const wrong: string[] = [];
			for (const pair of pairsOn(engine)) {
				const [first, second] = [pair & 255, pair >> 8];
				if (!isHost(first) || !isHost(second)) continue;
				reference.set([first, second], place);
				const [outcome, way] = outcomeOf(reference);
				const isRight = way === "fast" && outcome === String.fromCharCode(...reference).toLowerCase();
				if (!isRight) wrong.push(`${first} ${second}`);
			}
			expect(wrong.slice(0, 20)).toEqual([]);
		}
	});

	it("finds the end of hosts of every length, wherever the line stands", () => {
		const normalizer = normalizerOn(engine);
		for (let length = 1; length < 90; ++length) {
			const host = "h".repeat(length);
			const filler = "http://example.com/\n".repeat(length % 7);
			const input = `${filler}http://${host}\nhttp://a/${"b".repeat(length)}/\nhttps://${host}/\nhttps://${host}\n`;
			const expected = `${filler}http://${host}/\nhttp://a/${"b".repeat(length)}/\nhttps://${host}/\nhttps://${host}/\n`;
			expect(new TextDecoder().decode(normalizer.normalizeLines(new TextEncoder().encode(input)).lines)).toBe(expected);
		}
	});
});
