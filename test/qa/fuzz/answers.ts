/** Answers of every entry of the package for a few lines: texts by title, which must be equal on every engine (P6). */

import type { NormalizedColumn, NormalizedLines, NormalizeOptions, SeenSet, UriError } from "urlsieve";
import type { CrawlNormalizer, CrawlOptions } from "urlsieve/crawl";
import { random } from "../../../bench/lists/random.mjs";
import { columnOf } from "../../support/columns";
import type { Kernel, Product } from "./product";
import { type RandomPolicy, randomPolicy } from "./random-policy";
import { texts } from "./texts";

const LF = Uint8Array.of(0x0a);
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const KEY = Uint8Array.from({ length: 16 }, (_, index) => index * 17);
const PARTS = 7;
const LEVELS = ["string", "syntax", "scheme"] as const;
const EDITIONS = ["2005", "2003", "1997", "1994"] as const;
const INVALID = ["keep", "drop", "blank"] as const;
/** Bases for resolution: RFC 3986 §5.4, and every kind of path. */
const BASES = texts(
	"http://a/b/c/d;p?q http://h x: x:a/b file:///C:/a/b?q http://u:p@h:80/a/../b/./c/?q#f mailto:a@b ftp://h//a// x:/.//b",
);
const PROFILES: readonly CrawlOptions[] = [
	{ profile: "whatwg@1" },
	{ profile: "whatwg@1", strict: true },
	{ profile: "crawl@1" },
	{ profile: "surt@1" },
	{ profile: "surt-www@1" },
	{ profile: "surt-scheme-comma@1" },
	{ profile: "surt-java@1" },
	{ profile: "w3lib@1" },
	{ profile: "safe-browsing@1" },
	{ profile: "crawlee@1" },
	{ profile: "crawlee@1", fragment: "keep" },
];

export type Answers = Map<string, string>;

const MAX_CUT = 1_000_000;

/** Random choices for some lines, the same on every engine. */
export interface Plan {
	readonly seed: number;
	readonly level: (typeof LEVELS)[number];
	readonly strict: boolean;
	readonly edition: (typeof EDITIONS)[number];
	readonly invalid: (typeof INVALID)[number];
	readonly base: string;
	/** Places, modulo the number of octets. */
	readonly cuts: readonly number[];
	/** Number of random policies. */
	readonly policies: number;
}

/** The plan of a seed, with this number of policies. */
export function planOf(seed: number, policies: number): Plan {
	const next = random(seed);
	const of = <Value>(values: readonly Value[]) => values[next(values.length)] as Value;
	return {
		seed,
		level: of(LEVELS),
		strict: next(3) === 0,
		edition: of(EDITIONS),
		invalid: of(INVALID),
		base: of(BASES),
		cuts: Array.from({ length: next(5) }, () => next(MAX_CUT)),
		policies,
	};
}

/** The subject of a question: octets, their lines, and these as strings. */
interface Asked {
	readonly octets: Uint8Array;
	readonly lines: readonly Uint8Array[];
	readonly texts: readonly string[];
	readonly plan: Plan;
}

/** All answers that depend on these kernels. Throws only errors that no entry may throw. */
export async function answersOf(product: Product, kernels: readonly Kernel[], octets: Uint8Array, plan: Plan): Promise<Answers> {
	const answers: Answers = new Map();
	const lines = linesOf(octets);
	const asked = { octets, lines, texts: lines.map(stringOf), plan };
	if (kernels.includes("core")) await askCore(product, asked, answers);
	if (kernels.includes("crawl")) await askCrawl(product, asked, answers);
	return answers;
}

/** Asks about each text. */
function askEach(answers: Answers, title: string, texts: readonly string[], ask: (text: string, index: number) => string): void {
	answers.set(title, texts.map((text, index) => ofOutcome(() => ask(text, index))).join("\n"));
}

/** The lines of octets, without their ends. */
export function linesOf(octets: Uint8Array): Uint8Array[] {
	const lines: Uint8Array[] = [];
	for (let at = 0; at < octets.length; ) {
		const end = octets.indexOf(0x0a, at);
		const next = end < 0 ? octets.length : end + 1;
		lines.push(octets.subarray(at, end < 0 ? next : end));
		at = next;
	}
	return lines;
}

/** A line as a string. One that is no UTF-8 also has lone surrogates. */
function stringOf(line: Uint8Array): string {
	return DECODER.decode(line).replace(/\ufffd\ufffd/g, "\ud800");
}

async function askCore({ core, engine }: Product, asked: Asked, answers: Answers): Promise<void> {
	const { octets, lines, texts, plan } = asked;
	const { level, strict, edition, invalid, base } = plan;
	const options: NormalizeOptions = { engine, level, strict, edition, invalid };
	const normalizer = kept(core.createNormalizer, options);
	const resolveOptions = { edition: edition === "1994" ? "2005" : edition } as const;
	answers.set("lines", ofLines(normalizer.normalizeLines(octets)));
	askEach(answers, "lines, resolved", [base], () => ofLines(normalizer.resolveLines(octets, base)));
	answers.set("stream", await through(normalizer.lineStream(), octets, plan.cuts));
	answers.set("column", ofColumn(normalizer.normalizeColumn(columnOf(lines))));
	answers.set("parts", ofParts(normalizer, lines));
	answers.set("array", normalizer.normalizeAll(texts).map(ofString).join("\n"));
	askEach(answers, "strings", texts, (text) => ofString(normalizer.tryNormalize(text)));
	askEach(answers, "is normalized", texts, (text) => String(normalizer.isNormalized(text)));
	askEach(answers, "explained", texts, (text) => JSON.stringify(normalizer.explain(text)));
	askEach(answers, "parsed", texts, (text) => JSON.stringify({ ...normalizer.parse(text) }));
	askEach(answers, "resolved", texts, (text) => normalizer.resolve(text, base, resolveOptions));
	askEach(answers, "relativized", texts, (text) => normalizer.relativize(text, base));
	askEach(answers, "same document", texts, (text) => String(normalizer.isSameDocument(text, base)));
	askEach(answers, "compared", texts.slice(1), (text, index) => String(normalizer.compare(text, texts[index] as string)));
	const partition = () => core.partitionLines(octets, { parts: PARTS, key: KEY, normalizer }).parts.map(latin1);
	askEach(answers, "partitioned", [""], () => partition().join("\n\n"));
	await askSet(core, normalizer, asked, "set", answers);
}

function ofParts(normalizer: Pick<CrawlNormalizer, "partColumns">, lines: readonly Uint8Array[]): string {
	const columns = normalizer.partColumns(columnOf(lines), [
		"scheme",
		"host",
		"port",
		"path",
		"query",
		"fragment",
		"politeness",
		"shape",
	]);
	return Object.values(columns).map(ofColumn).join("\n");
}

/** A set, in every way to fill it. Its snapshot shows its fingerprints. */
async function askSet(
	entry: Product["core"] | Product["crawl"],
	normalizer: ReturnType<Product["core"]["createNormalizer"]>,
	{ octets, texts, plan }: Asked,
	title: string,
	answers: Answers,
): Promise<void> {
	const [set, other, streamed] = [0, 1, 2].map(() => new entry.SeenSet({ normalizer, key: KEY })) as [SeenSet, SeenSet, SeenSet];
	askEach(answers, `${title}: added`, texts.slice(texts.length >> 1), (text) => String(set.add(text)));
	const { fresh, added, duplicates, rejects } = set.addLines(octets);
	answers.set(`${title}: lines`, [added, duplicates, rejects.length, set.size, latin1(fresh)].join("\n"));
	askEach(answers, `${title}: has`, texts, (text) => `${set.has(text)} ${set.fingerprint(text)}`);
	const all = other.addAll(texts).map((one) => (one instanceof Error ? ofString(one as UriError) : one));
	answers.set(`${title}: array`, all.join());
	answers.set(`${title}: snapshot`, latin1(new Uint8Array(await new Response(set.save()).arrayBuffer())));
	answers.set(`${title}: stream`, await through(entry.dedupeStream(streamed as never) as never, octets, plan.cuts));
}

async function askCrawl({ crawl, engine }: Product, asked: Asked, answers: Answers): Promise<void> {
	const { octets, lines, plan } = asked;
	const { invalid } = plan;
	const { createNormalizer } = crawl;
	for (const options of PROFILES) {
		const normalizer = kept(createNormalizer, { ...options, engine, invalid });
		await askRules(JSON.stringify(options), normalizer, asked, answers);
	}
	for (let number = 0; number < plan.policies; ++number) {
		const some = linesOfPolicy(lines, number, plan);
		const normalizer = createNormalizer({ ...policyOf(number, plan), engine, invalid });
		const ofPolicy = { octets: Buffer.concat(some.flatMap((line) => [line, LF])), lines: some, texts: some.map(stringOf), plan };
		await askRules(`policy ${number}`, normalizer, ofPolicy, answers);
	}
	answers.set("expressions", ofLines(crawl.expressionLines(octets, { engine, invalid })));
	answers.set("hashes", ofLines(crawl.hashLines(octets, { engine, invalid, bits: 32 })));
	const crawler = kept(createNormalizer, { profile: "crawl@1", engine, invalid });
	await askSet(crawl, crawler as never, asked, "set of pages", answers);
}

/** Every entry of a normalizer for URLs. */
async function askRules(title: string, normalizer: CrawlNormalizer, asked: Asked, answers: Answers): Promise<void> {
	const { octets, lines, texts, plan } = asked;
	answers.set(`${title}: lines`, ofLines(normalizer.normalizeLines(octets)));
	answers.set(`${title}: keys`, ofLines(normalizer.keyLines(octets)));
	askEach(answers, `${title}: strings`, texts, (text) => ofString(normalizer.tryNormalize(text)));
	askEach(answers, `${title}: keys of strings`, texts, (text) => ofString(normalizer.tryKey(text)));
	answers.set(`${title}: arrays`, [...normalizer.normalizeAll(texts), ...normalizer.keyAll(texts)].map(ofString).join("\n"));
	const [forms, keys] = [normalizer.normalizeColumn(columnOf(lines)), normalizer.keyColumn(columnOf(lines))];
	answers.set(`${title}: columns`, ofColumn(forms) + ofColumn(keys));
	answers.set(`${title}: parts`, ofParts(normalizer, lines));
	askEach(answers, `${title}: resolved`, texts, (text) => normalizer.resolve(text, plan.base));
	answers.set(`${title}: stream`, await through(normalizer.bothStream(), octets, plan.cuts));
	if (!title.includes("policy") && !title.includes("crawl@1")) return;
	const { fetch, key, rejects } = normalizer.bothLines(octets);
	answers.set(`${title}: both`, `${latin1(fetch)}\n${latin1(key)}\n${JSON.stringify(rejects)}`);
	askEach(answers, `${title}: removals`, texts, (text) => JSON.stringify([normalizer.removals(text), normalizer.explain(text)]));
}

/** The normalizers created so far, by `create` and options. Their answers depend on nothing else, so later plans reuse them. */
const KEPT = new WeakMap<object, Map<string, unknown>>();

/** The normalizer that `create` has made with these options, or makes now. */
export function kept<Options, Made>(create: (options: Options) => Made, options: Options): Made {
	const made = KEPT.get(create) ?? new Map<string, unknown>();
	KEPT.set(create, made);
	const name = JSON.stringify(options);
	if (!made.has(name)) made.set(name, create(options));
	return made.get(name) as Made;
}

/**
 * The lines that a policy of a plan is asked about: a share of them, so that they meet many policies. Their lengths decide, so that
 * those of the others can be cut away from a failure. Few lines meet each policy.
 */
function linesOfPolicy(lines: readonly Uint8Array[], number: number, { policies }: Plan): readonly Uint8Array[] {
	return lines.length <= policies ? lines : lines.filter(({ length }) => length % policies === number);
}

function policyOf(number: number, { seed }: Plan): RandomPolicy {
	return randomPolicy(random(seed + number));
}

function ofString(answer: string | UriError): string {
	return typeof answer === "string" ? answer : `error: ${answer.code} ${answer.component} ${answer.offset}`;
}

function ofOutcome(ask: () => string): string {
	try {
		return ask();
	} catch (error) {
		// Only these are documented. Another error ends the run.
		if (typeof (error as UriError).code !== "string") throw error;
		return ofString(error as UriError);
	}
}

function ofLines({ lines, count, rejects }: NormalizedLines): string {
	return `${latin1(lines)}\n${count} ${JSON.stringify(rejects)}`;
}

function ofColumn({ offsets, data, valid }: NormalizedColumn): string {
	return `${latin1(data)}\n${offsets.join()} ${valid.join()}`;
}

/** One char per octet. The "latin1" of TextDecoder is windows-1252, which has other characters from 0x80 to 0x9f. */
export function latin1(octets: Uint8Array): string {
	return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString("latin1");
}

/** Output of a stream for octets that are cut at these places, taken modulo their number. */
async function through(
	stream: TransformStream<Uint8Array, Uint8Array>,
	octets: Uint8Array,
	cuts: readonly number[],
): Promise<string> {
	const places = [0, ...cuts.map((cut) => cut % (octets.length + 1)).sort((a, b) => a - b), octets.length];
	const source = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let index = 1; index < places.length; ++index) controller.enqueue(octets.slice(places[index - 1], places[index]));
			controller.close();
		},
	});
	return latin1(new Uint8Array(await new Response(source.pipeThrough(stream)).arrayBuffer()));
}
