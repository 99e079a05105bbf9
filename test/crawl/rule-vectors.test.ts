/** Foreign vectors for the rules of policies, from a folder beside the repository, in every way that makes keys. */
import { existsSync, readFileSync } from "node:fs";
import type { Engine } from "urlsieve";
import {
	type CrawlNormalizer,
	type CrawlOptions,
	createNormalizer,
	type ListFormat,
	type Policy,
	type PolicyError,
	readList,
} from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { programOf } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { everyNth, rowsOn } from "../support/extent";
import { kernelWith } from "../support/program-host";

const VECTORS = new URL("../../../shared/vectors/rules/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: the rows of rules are left out.`);

/** Rows by file, as the titles of the tests print them: `--reporter verbose`. */
const ROWS = {
	members: 125,
	entries: 125,
	places: 125,
	rewrites: 125,
	"lists-clearurls": 125,
	"lists-removeparam": 125,
	"lists-cleanparam": 125,
	fetch: 125,
} as const;
/** Rows of `errors`. */
const ERRORS = 133;

interface Row {
	readonly policy: Policy;
	readonly lists?: { readonly [name: string]: { readonly format: ListFormat; readonly text: string } };
	readonly input: string;
	readonly key: string;
	readonly fetch: string;
	readonly fired: readonly string[];
}

function rowsOf<Of>(name: string): Of[] {
	const text = readFileSync(new URL(`${name}.jsonl`, VECTORS), "utf8");
	return text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

function optionsOf({ policy, lists = {} }: Row): CrawlOptions {
	const named = Object.entries(lists).filter(([name]) => JSON.stringify(policy).includes(`"${name}"`));
	const read = named.map(([name, { format, text }]) => readList(format, encoder.encode(text), { name }));
	return { policy, lists: read };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The forms of a row in each way; those of a compiled program by a kernel without the package. */
function waysOf(engine: Engine, row: Row): { readonly [way: string]: readonly string[] } {
	const options = optionsOf(row);
	const normalizer = crawlNormalizerOn(engine, options);
	const data = encoder.encode(row.input);
	const column = { offsets: Int32Array.of(0, data.length), data };
	const { fetch, key } = normalizer.both(row.input);
	return {
		"one string": [normalizer.normalize(row.input), normalizer.key(row.input)],
		both: [fetch, key],
		"the fetch form": [fetch, normalizer.key(fetch)],
		"the key": [fetch, normalizer.key(key)],
		lines: [normalizer.normalizeLines(data), normalizer.keyLines(data)].map(({ lines }) => decoder.decode(lines).trimEnd()),
		columns: [normalizer.normalizeColumn(column), normalizer.keyColumn(column)].map((made) => decoder.decode(made.data)),
		"a compiled program": formsByProgram(engine, options, data, normalizer),
	};
}

/** A host beyond ASCII is a question to the host of the kernel, which this one does not answer: the normalizer does. */
function formsByProgram(engine: Engine, options: CrawlOptions, data: Uint8Array, normalizer: CrawlNormalizer): string[] {
	const { kernel, free } = kernelWith(engine, programOf({ ...options, engine }));
	const to = free + data.length + 1024;
	kernel.reserve(to + 20 * data.length + 8192);
	kernel.octets.set(data, free);
	return ([0, CrawlFlag.KEY] as const).map((flag) => {
		const end = kernel.call.normalize(CrawlFlag.POLICY | flag, free, free + data.length, to);
		if (end < 0) return normalizer[flag === 0 ? "normalize" : "key"](decoder.decode(data));
		return decoder.decode(end === 0 ? data : kernel.octets.slice(to, end));
	});
}

/** The rules that fired, in order: in each round those of steps, and of each piece that goes by name. */
function firedIn(normalizer: CrawlNormalizer, input: string, base: ReadonlySet<string>): string[] {
	const rounds: { readonly text: string; readonly rules: string[] }[] = [{ text: input, rules: [] }];
	for (const { rule, after } of normalizer.explain(input).steps) {
		if (!base.has(rule)) rounds.at(-1)?.rules.push(rule);
		if (REWRITE.test(rule)) rounds.push({ text: after, rules: [] });
	}
	return rounds.flatMap(({ text, rules }) =>
		withPieces(
			rules,
			normalizer.removals(text).map(({ rule }) => rule),
		),
	);
}

const REWRITE = /^(?:rewrite|unwrap):/;

function withPieces(steps: readonly string[], removed: readonly string[]): readonly string[] {
	const first = steps.findIndex((rule) => removed.includes(rule));
	const others = (from: number, to?: number) => steps.slice(from, to).filter((rule) => !removed.includes(rule));
	return first < 0 ? steps : [...others(0, first), ...removed, ...others(first)];
}

/** The steps of the base, which vectors leave out: of the reference, and of what rewrites make of it. */
function baseSteps(engine: Engine, normalizer: CrawlNormalizer, { policy, input }: Row): ReadonlySet<string> {
	const { base = "rfc3986", trim = "url" } = policy;
	const plain = crawlNormalizerOn(engine, { policy: { base, trim } });
	const rewritten = normalizer.explain(input).steps.flatMap(({ rule, after }) => (REWRITE.test(rule) ? [after] : []));
	return new Set([input, ...rewritten].flatMap((text) => plain.explain(text).steps.map(({ rule }) => rule)));
}

/** An identifier of ASP has eight letters of its own: the vectors have them in the name, explanations the name of the rule. */
function named(rule: string): string {
	return rule.replace(/^(session-query:aspsessionid)[a-z]{8}$/, "$1");
}

describe.runIf(isThere)("rules", () => {
	describeCrawlEngines("vectors", (engine) => {
		for (const [name, count] of Object.entries(ROWS)) {
			it(`of ${name} agree in every way`, () => {
				const rows = rowsOf<Row>(name);
				const wrong = everyNth(rowsOn(engine, rows, 2), 8).flatMap((row) =>
					Object.entries(waysOf(engine, row)).flatMap(([way, [fetch, key]]) =>
						fetch === row.fetch && key === row.key ? [] : [[way, fetch, key, row]],
					),
				);
				expect(rows.length).toBe(count);
				expect(wrong.slice(0, 5)).toEqual([]);
			});

			it(`of ${name} name the rules that fire`, () => {
				const wrong = everyNth(rowsOn(engine, rowsOf<Row>(name), 2), 8, 3).flatMap((row) => {
					const normalizer = crawlNormalizerOn(engine, optionsOf(row));
					const fired = firedIn(normalizer, row.input, baseSteps(engine, normalizer, row));
					return JSON.stringify(fired) === JSON.stringify(row.fired.map(named)) ? [] : [[fired, row]];
				});
				expect(wrong.slice(0, 5)).toEqual([]);
			});
		}
	});

	it(`refuse ${ERRORS} policies, each at its place`, () => {
		const rows = rowsOf<{ readonly policy: Policy; readonly path: string }>("errors");
		const wrong = rows.flatMap(({ policy, path }) => {
			try {
				createNormalizer({ policy });
				return [[path, "taken"]];
			} catch (error) {
				const { code, path: place } = error as PolicyError;
				return code === "invalid-policy" && place === path ? [] : [[path, code, place]];
			}
		});
		expect(rows.length).toBe(ERRORS);
		expect(wrong).toEqual([]);
	});
});
