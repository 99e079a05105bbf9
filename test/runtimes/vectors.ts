/**
 * Generates the vectors: calls with their expected results, from the tables of the tests and from test/oracle/normalize.ts. Octets are
 * represented as Latin-1 text, undefined as null.
 */
import fc from "fast-check";
import { createNormalizer, SeenSet } from "urlsieve";
import { syntheticList } from "../../bench/lists/synthetic.mjs";
import { rowsOf } from "../documents/documents";
import { oracleNormalize } from "../oracle/normalize";
import { oracleResolve } from "../oracle/resolve";
import { digestLines, digestOf } from "../qa/fuzz/digest";
import { IS_LONG } from "../support/extent";
import { hostileLines, hostileReference } from "../support/hostile";
import { asChosen, isSound, MODES, outcome, pair } from "../support/pairs";
import { FAULTS, SCHEME_RULES, SYNTAX_RULES } from "../support/rules";

/** A call in conformance.mjs by name, its arguments and its expected result. */
export interface Vector {
	readonly call: string;
	readonly args: readonly unknown[];
	readonly expected: unknown;
}

/** The input of every runtime. `bulk` is a list for measurements. */
export interface Conformance {
	readonly vectors: readonly Vector[];
	readonly bulk: string;
}

const SEED = 3986;
/** Lines that every runtime digests. */
const DIGEST_LINES = IS_LONG ? 100_000 : 10_000;
const KEY = "000102030405060708090a0b0c0d0e0f";

/** All vectors. */
export async function conformance(): Promise<Conformance> {
	const vectors = [
		...ruleVectors(),
		...documentVectors(),
		...hostileVectors(),
		...resolutionVectors(),
		...lineVectors(),
		...listVectors(),
		...(await setVectors()),
		await digestVector(),
	];
	return { vectors, bulk: latin1(syntheticList(20_000, SEED).octets) };
}

function vector(call: string, args: readonly unknown[], expected: unknown): Vector {
	const isAbsent = (_: string, part: unknown) => part ?? null;
	return { call, args, expected: JSON.parse(JSON.stringify(expected ?? null, isAbsent)) };
}

/** The digest of the answers about generated lines. */
async function digestVector(): Promise<Vector> {
	const lines = digestLines(DIGEST_LINES, SEED);
	return vector("digest", [latin1(lines)], await digestOf(lines, { createNormalizer }));
}

/** The tables of rules, and references that cannot be normalized. */
function ruleVectors(): Vector[] {
	const rows = (table: typeof SYNTAX_RULES, level: string) =>
		Object.values(table)
			.flat()
			.map(([input, normal]) => vector("normalize", [input, { level }], normal));
	const faults = FAULTS.map(([input, options, fault]) => vector("normalize", [input, options], `error ${fault}`));
	return [...rows(SYNTAX_RULES, "syntax"), ...rows(SCHEME_RULES, "scheme"), ...faults];
}

/** The example tables of the documents. */
function documentVectors(): Vector[] {
	return [
		...rowsOf("parse").map(([, { row }]) => vector("parse", [row.input, Object.keys(row.expected)], row.expected)),
		...rowsOf("normalize").map(([, { row }]) => vector("normalize", [row.input, { level: row.level }], row.expected)),
		...rowsOf("equivalent").map(([, { row }]) => vector("compare", [row.a, row.b], row.expected)),
		...rowsOf("resolve").map(([, { edition, row }]) =>
			vector("resolve", [row.reference, row.base, { ...row.options, edition }], row.expected),
		),
		...rowsOf("resolve-error").map(([, { edition, row }]) =>
			vector("resolve", [row.reference, row.base, { ...row.options, edition }], `error: ${row.code}`),
		),
		...rowsOf("same-document").map(([, { edition, row }]) =>
			vector("isSameDocument", [row.reference, row.base, { edition }], row.expected),
		),
		...rowsOf("extract").map(([, { row }]) => vector("extract", [row.text], row.expected)),
		...rowsOf("suffix").map(([, { row }]) => vector("expandSuffix", [row.input], row.expected)),
	];
}

/** Hostile references by the oracle, except those with A-labels, which would depend on the platform. The tables cover A-labels. */
function hostileVectors(): Vector[] {
	return fc.sample(hostileReference, { seed: SEED, numRuns: 3000 }).flatMap((input) => {
		const { value, isPortable } = byOracle(new TextEncoder().encode(input));
		return isPortable && typeof value === "string" ? [vector("normalize", [input, {}], value)] : [];
	});
}

/** Pairs by the oracle, resolved in every mode of the documents. */
function resolutionVectors(): Vector[] {
	return MODES.flatMap((options) =>
		fc
			.sample(pair, { seed: SEED, numRuns: 250 })
			.filter((given) => isSound(asChosen(given, options), options))
			.map((given) => {
				const { reference, base } = asChosen(given, options);
				const expected = outcome(() => oracleResolve(reference, base, options));
				return vector("resolve", [given.reference, given.base, options], expected);
			}),
	);
}

/** Hostile lines by the oracle, in one piece and as streams of small chunks. */
function lineVectors(): Vector[] {
	return fc.sample(hostileLines, { seed: SEED, numRuns: 300 }).flatMap((octets) => {
		const lines = linesOf(octets).map(byOracle);
		if (!lines.every(({ isPortable }) => isPortable)) return [];
		const normal = lines.map(({ value }) => `${value ?? ""}\n`).join("");
		return [
			vector("normalizeLines", [latin1(octets)], normal),
			...[1, 7].map((size) => vector("lineStream", [latin1(octets), size], normal)),
		];
	});
}

/** A list whose duplicates are known in advance. */
function listVectors(): Vector[] {
	const { octets, classes, invalid } = syntheticList(4000, SEED);
	const lines = linesOf(octets).map((line) => byOracle(line).value);
	const unique = [...new Set(lines.filter((line) => line !== undefined))];
	if (unique.length !== classes) throw new Error("The oracle and the generator of the list disagree.");
	const counts = [classes, 4000 - classes - invalid, invalid];
	return [
		vector("addLines", [latin1(octets)], [...counts, unique.map((line) => `${line}\n`).join("")]),
		...[1000, 65536].map((size) => vector("dedupeStream", [latin1(octets), size], unique.map((line) => `${line}\n`).join(""))),
	];
}

/** Fingerprints and snapshots: every runtime saves the same octets, and loads what another saved. */
async function setVectors(): Promise<Vector[]> {
	const references = fc.sample(hostileReference, { seed: SEED + 1, numRuns: 60 }).filter((input) => isPortable(input));
	const seen = new SeenSet({ key: Uint8Array.from({ length: 16 }, (_, index) => index) });
	const known = references.filter((input) => byOracle(new TextEncoder().encode(input)).value !== undefined);
	for (const reference of known) seen.add(reference);
	const saved = latin1(new Uint8Array(await new Response(seen.save() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()));
	return [
		// The first published vector of SipHash. test/core/fingerprint.test.ts has all of them.
		vector("fingerprint", [KEY, ""], "e77ebcb22788a5befd62db6add303001"),
		...known.map((input) => vector("fingerprint", [KEY, input], seen.fingerprint(input))),
		vector("save", [KEY, known], saved),
		vector("load", [saved, [...known, "http://not.there.example/"]], [...known.map(() => true), false]),
	];
}

/** The normal form as Latin-1 text, or undefined. `isPortable`: whether it is independent of the platform's A-label tables. */
function byOracle(octets: Uint8Array): { value: string | undefined; isPortable: boolean } {
	let isPortable = true;
	const toAscii = () => {
		isPortable = false;
		return undefined;
	};
	const value = oracleNormalize(octets, { toAscii });
	return { value: value instanceof Uint8Array ? latin1(value) : undefined, isPortable };
}

function isPortable(input: string): boolean {
	return byOracle(new TextEncoder().encode(input)).isPortable;
}

/** The lines without LF, CR LF and a leading BOM. */
function linesOf(octets: Uint8Array): Uint8Array[] {
	const text = latin1(octets).replace(/^\u00ef\u00bb\u00bf/, "");
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines.map((line) => Uint8Array.from(line.replace(/\r$/, ""), (char) => char.charCodeAt(0)));
}

function latin1(octets: Uint8Array): string {
	return Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
}
