/** Foreign vectors from a folder beside the repository. All graded rows have to agree. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type Level, tryParse, UriError, type ValidateAs, validate } from "urlsieve";
import { describe, expect, it } from "vitest";
import { describeEngines, normalizerOn } from "../support/engines";
import { IS_LONG, rowsOn } from "../support/extent";
import { longIt } from "../support/long-it";

const SHARED = new URL("../../../shared/", import.meta.url);
const isThere = existsSync(new URL("vectors/", SHARED));
if (!isThere) console.log(`No vectors at ${SHARED.pathname}: their tests are left out.`);

const read = (name: string) => readFileSync(new URL(name, SHARED), "utf8");
const rows = <Row>(name: string) =>
	read(name)
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Row);

interface NormalizeRow {
	readonly input: string;
	readonly normalized: string;
	readonly matches: readonly string[];
	readonly graded: boolean;
	readonly source: string;
}

/** The rule that decides a graded row differently at level `scheme`, if any. */
function isDecidedOtherwise({ input, source }: NormalizeRow): string | undefined {
	if (source === "iri-string" && input.startsWith("//[2001:0"))
		return "ipv6-text, RFC 5952 §4.1: no leading zeros, for every scheme";
	if (input === "http://[2001:db8:1f70::999:de8:7648:6e8]/test") return "ipv6-text, RFC 5952 §4.2.2: no :: for a single group";
	return undefined;
}

describe.runIf(isThere)("vectors", () => {
	describeEngines("of others", (engine) => {
		const at = (level: Level) => normalizerOn(engine, { level });

		it("agrees with all 49 pairs", () => {
			const { EQ, NE } = JSON.parse(read("vectors/pairs.json")) as { [kind: string]: [string, string, string][] };
			const wrong = (pairs: [string, string, string][] | undefined, equal: boolean) =>
				(pairs ?? []).filter(([, a, b]) => at("scheme").equivalent(a, b) !== equal);
			expect([EQ?.length, NE?.length]).toEqual([23, 26]);
			expect(wrong(EQ, true)).toEqual([]);
			expect(wrong(NE, false)).toEqual([]);
		});

		it("agrees with all graded rows of normalize.jsonl, except where a rule decides otherwise", () => {
			const graded = rows<NormalizeRow>("vectors/normalize.jsonl").filter((row) => row.graded);
			const syntax = graded.filter(({ matches }) => matches.includes("syntax+emptyport"));
			const scheme = graded.filter(({ matches }) => matches.includes("scheme"));
			expect([syntax.length, scheme.length]).toEqual([176, 177]);
			for (const { input, normalized } of syntax) expect([input, at("syntax").normalize(input)]).toEqual([input, normalized]);
			const others = scheme.filter(({ input, normalized }) => at("scheme").normalize(input) !== normalized);
			expect(others.filter((row) => isDecidedOtherwise(row) === undefined)).toEqual([]);
			expect(others.length).toBe(29);
		});

		it("agrees with all graded rows of equal.jsonl", () => {
			const graded = rows<{ a: string; b: string; equal: boolean; graded: boolean }>("vectors/equal.jsonl").filter(
				(row) => row.graded,
			);
			expect(graded.length).toBe(36);
			for (const { a, b, equal } of graded) expect([a, b, at("scheme").equivalent(a, b)]).toEqual([a, b, equal]);
		});

		it("accepts, when strict and by validate, exactly the rows that validity.jsonl calls valid", () => {
			const graded = rows<{ kind: ValidateAs; uri: string; valid: boolean; abnf_agrees: boolean }>(
				"vectors/validity.jsonl",
			).filter(({ kind, abnf_agrees }) => abnf_agrees && ["uri", "uri-reference"].includes(kind));
			expect(graded.length).toBe(62);
			const strict = normalizerOn(engine, { level: "syntax", strict: true });
			for (const { kind, uri, valid } of graded) {
				const parsed = tryParse(uri);
				const isAccepted = typeof strict.tryNormalize(uri) === "string";
				const hasScheme = !(parsed instanceof UriError) && parsed.scheme !== undefined;
				expect([uri, isAccepted && (kind !== "uri" || hasScheme)]).toEqual([uri, valid]);
				expect([uri, validate(uri, { as: kind }).length === 0]).toEqual([uri, valid]);
			}
		});

		longIt("is idempotent and valid on every hostile line and on the real lists", () => {
			for (const input of [...rowsOn(engine, hostileInputs(), 3), ...rowsOn(engine, realLists(), 3).map(partOf)]) {
				for (const level of ["syntax", "scheme"] as const) {
					const normalizer = normalizerOn(engine, { level, invalid: "drop" });
					const once = normalizer.normalizeLines(input);
					const twice = normalizer.normalizeLines(once.lines);
					expect(Buffer.compare(once.lines, twice.lines)).toBe(0);
					expect(twice.rejects).toEqual([]);
					// The strict kernel, itself tested against the grammar, is the fast way to check validity.
					const strict = normalizerOn(engine, { level: "syntax", strict: true }).normalizeLines(once.lines);
					expect(strict.rejects).toEqual([]);
				}
			}
		});
	});
});

/** All hostile text, one reference per line. */
function hostileInputs(): Uint8Array[] {
	const names = readdirSync(new URL("vectors/hostile/", SHARED));
	const texts = names.map((name) => {
		if (!name.endsWith(".jsonl")) return readFileSync(new URL(`vectors/hostile/${name}`, SHARED));
		const fields = rows<{ text?: string; uri?: string }>(`vectors/hostile/${name}`);
		return Buffer.from(fields.map(({ text, uri }) => text ?? uri ?? "").join("\n"));
	});
	return texts;
}

/** A list, or in the short form an eighth of it, up to a line end. */
function partOf(list: Uint8Array): Uint8Array {
	return IS_LONG ? list : list.subarray(0, list.lastIndexOf(0x0a, list.length >> 3) + 1);
}

function realLists(): Uint8Array[] {
	const data = (name: string) => readFileSync(new URL(`data/${name}`, SHARED));
	return [data("urls_100k_open.txt"), data("homepages.txt"), gunzipSync(data("reddit_outbound_urls.txt.gz"))];
}
