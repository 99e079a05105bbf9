/**
 * The wide checks: all lines of a batch in bulk, on every engine.
 *
 * The engines must agree (P6), on shapes, too. The promises of a normal form (P1, P2, P9, C5) are then checked once, on the text that all
 * of them wrote, and so are shapes, by the oracle. Forms that are not their lines are normalized again by each Wasm build, whose fast paths
 * see lines in normal form. Of a line that is its own form, this is known.
 */
import type { NormalizedLines } from "urlsieve";
import { oracleShape } from "../../oracle/shape";
import { latin1 } from "./answers";
import type { Kernel, Product, Tested } from "./product";
import { agreesWithPlatform, isValid, keepsOctets, keepsQuery } from "./promises";

/** A check that a line has failed. */
export interface Failure {
	/** The broken promise, and its engine. */
	readonly check: string;
	/** Number of the line in the batch, from 0. */
	readonly line: number;
	readonly expected: string;
	readonly actual: string;
}

type Name = "rfc3986" | "whatwg" | "fetch" | "key" | Shapes;
/** The shapes of normal forms, and of keys of `crawl@1`. They are no references. */
type Shapes = "shape" | "keyShape";
type Bulk = (octets: Uint8Array) => NormalizedLines;
type Answers = Readonly<Partial<Record<Name, NormalizedLines>>>;
/** The forms of each line; undefined for a rejected one, or empty. */
type Texts<Text = string> = Readonly<Partial<Record<Name, readonly Text[]>>>;
type Accepted = Texts<string | undefined>;

/** The forms of one engine. */
interface Forms extends Readonly<Record<Name, Bulk>> {
	readonly product: Product;
	/** Both forms of `crawl@1` in one call. */
	readonly both: (octets: Uint8Array) => Required<Pick<Answers, "fetch" | "key">>;
}

/** The forms that each kernel writes. */
const FORMS: Readonly<Record<Kernel, readonly Name[]>> = {
	core: ["rfc3986", "shape"],
	crawl: ["whatwg", "fetch", "key", "keyShape"],
};
const TITLES = {
	rfc3986: "rfc3986@1",
	whatwg: "whatwg@1",
	fetch: "fetch of crawl@1",
	key: "key of crawl@1",
	shape: "shape@1",
	keyShape: "shape@1 of crawl@1",
} as const;

/** The oracle of shapes takes time that grows with the square of a key. */
const MAX_ORACLE = 2000;
const BLANK = { invalid: "blank" } as const;
const MARK = "\u00ef\u00bb\u00bf";

function formsOf(product: Product): Forms {
	const { engine, core, crawl } = product;
	const normalizer = core.createNormalizer({ ...BLANK, engine });
	const whatwg = crawl.createNormalizer({ ...BLANK, engine, profile: "whatwg@1" });
	const crawler = crawl.createNormalizer({ ...BLANK, engine, profile: "crawl@1" });
	return {
		product,
		rfc3986: (octets) => normalizer.normalizeLines(octets),
		whatwg: (octets) => whatwg.normalizeLines(octets),
		fetch: (octets) => crawler.normalizeLines(octets),
		key: (octets) => crawler.keyLines(octets),
		shape: (octets) => normalizer.shapeLines(octets),
		keyShape: (octets) => crawler.shapeLines(octets),
		both: (octets) => {
			const { fetch, key, count, rejects } = crawler.bothLines(octets);
			return { fetch: { lines: fetch, count, rejects }, key: { lines: key, count, rejects } };
		},
	};
}

/** The wide checks on the engines of a product. The first engine is the one that the others are compared with. */
export class Wide {
	readonly #reference: Forms;
	readonly #others: readonly (readonly [Forms, readonly Name[]])[];
	readonly #names: readonly Name[];
	readonly #isWhole: boolean;
	/** Number of checks so far, one for each line that was compared or tested. */
	checks = 0;
	#failures: Failure[] = [];
	/** Number of lines in the batch. */
	#count = 0;

	constructor({ reference, others, isWhole }: Tested) {
		this.#reference = formsOf(reference);
		this.#others = others.map(([product, kernels]) => [formsOf(product), kernels.flatMap((kernel) => FORMS[kernel])]);
		this.#names = [...new Set(this.#others.flatMap(([, names]) => names))];
		this.#isWhole = isWhole;
	}

	/** Checks a batch of lines, each ended by LF. Returns the failures. */
	check(octets: Uint8Array): Failure[] {
		this.#failures = [];
		const inputs = linesOf(octets).map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
		this.#count = inputs.length;
		const answers = this.#answers(octets);
		for (const [name, answer] of Object.entries(answers)) this.#agree(name as Name, octets, answer);
		if (inputs[0]?.startsWith(MARK)) inputs[0] = inputs[0].slice(MARK.length);
		const texts = Object.fromEntries(Object.entries(answers).map(([name, { lines }]) => [name, linesOf(lines)]));
		this.#again(inputs, texts);
		if (this.#isWhole) this.#texts(inputs, withoutRejected(texts, answers));
		return this.#failures;
	}

	/** Answers of the reference engine. It writes both forms of `crawl@1` at once, the others one after the other. */
	#answers(octets: Uint8Array): Answers {
		const { rfc3986, whatwg, both, shape, keyShape } = this.#reference;
		return {
			...(this.#names.includes("rfc3986") ? { rfc3986: rfc3986(octets), shape: shape(octets) } : {}),
			...(this.#names.includes("whatwg") ? { whatwg: whatwg(octets), ...both(octets), keyShape: keyShape(octets) } : {}),
		};
	}

	/** P6: one form of all lines, on which the engines must agree. */
	#agree(name: Name, octets: Uint8Array, expected: NormalizedLines): void {
		for (const [forms, names] of this.#others) {
			if (!names.includes(name)) continue;
			const title = `P6: ${TITLES[name]} of ${forms.product.name} and ${this.#reference.product.name}`;
			const actual = forms[name](octets);
			this.#compareLines(title, expected.lines, actual.lines);
			this.#compareRejects(title, expected, actual);
		}
	}

	/** P1 and C5: the forms of forms. */
	#again(inputs: readonly string[], texts: Texts): void {
		for (const name of this.#names.filter((each) => !isShape(each))) {
			const form = texts[name] ?? [];
			const isOther = (line: number) => form[line] !== inputs[line];
			this.#formsAgain(`${name === "key" ? "C5" : "P1"}: ${TITLES[name]} of itself`, name, form, form, isOther);
		}
		const { fetch, key } = texts;
		if (fetch === undefined || key === undefined) return;
		// If the form to fetch is the line, or the key, its key was compared already.
		const isOther = (line: number) => fetch[line] !== inputs[line] && fetch[line] !== key[line];
		this.#formsAgain(`C5: ${TITLES.key} of its fetch form`, "key", fetch, key, isOther);
	}

	/** The lines of `from` that are chosen must have the form that `to` has there. The others are known to have it, and are counted as well. */
	#formsAgain(title: string, name: Name, from: readonly string[], to: readonly string[], isChosen: (line: number) => boolean) {
		const chosen: number[] = [];
		for (let line = 0; line < from.length; ++line) if (from[line] !== "" && isChosen(line)) chosen.push(line);
		const octets = octetsOf(chosen.map((line) => from[line] as string));
		const expected = to === from ? octets : octetsOf(chosen.map((line) => to[line] as string));
		for (const [forms, names] of this.#others) {
			if (!names.includes(name)) continue;
			this.#compareLines(`${title}, ${forms.product.name}`, expected, forms[name](octets).lines, chosen);
		}
	}

	/** P2, P9 and the platform's `URL`. */
	#texts(inputs: readonly string[], texts: Accepted): void {
		const { rfc3986 = [], whatwg = [], fetch = [], key = [], shape = [], keyShape = [] } = texts;
		for (let line = 0; line < inputs.length; ++line) {
			const input = inputs[line] as string;
			const [normal, url, fetched, page] = [rfc3986[line], whatwg[line], fetch[line], key[line]];
			if (normal !== undefined) {
				this.#expect(isValid(normal), "P2: rfc3986@1 is a URI-reference", line, input, normal);
				this.#expect(keepsOctets(input, normal), "P9: rfc3986@1 keeps octets", line, input, normal);
			}
			if (page !== undefined && page !== normal)
				this.#expect(isValid(page), "P2: the key of crawl@1 is a URI-reference", line, input, page);
			this.#expectShape(normal, shape[line], line);
			if (page !== normal) this.#expectShape(page, keyShape[line], line);
			if (fetched !== undefined) this.#expect(keepsQuery(input, fetched), "P9: crawl@1 fetches the query", line, input, fetched);
			this.#expect(agreesWithPlatform(input, url), "whatwg@1 is what URL returns", line, input, url ?? "error");
		}
	}

	/** The shape of a key is that of the literal oracle. */
	#expectShape(key: string | undefined, shape: string | undefined, line: number): void {
		if (key === undefined || key.length > MAX_ORACLE) return;
		const expected = oracleShape(key);
		this.#expect(shape === expected, "shape@1 is that of the oracle", line, expected, shape ?? "error");
	}

	#expect(holds: boolean, check: string, line: number, expected: string, actual: string): void {
		++this.checks;
		if (!holds) this.#failures.push({ check, line, expected, actual });
	}

	/** `numbers`: the lines of the batch that these are; by default, all. */
	#compareLines(check: string, expected: Uint8Array, actual: Uint8Array, numbers?: readonly number[]): void {
		if (Buffer.compare(expected, actual) === 0) {
			this.checks += this.#count;
			return;
		}
		const [texts, others] = [linesOf(expected), linesOf(actual)];
		for (let line = 0; line < Math.max(texts.length, others.length); ++line) {
			const [text, other] = [texts[line] ?? "missing", others[line] ?? "missing"];
			this.#expect(text === other, check, numbers?.[line] ?? line, text, other);
		}
	}

	#compareRejects(check: string, expected: NormalizedLines, actual: NormalizedLines): void {
		const count = Math.max(expected.rejects.length, actual.rejects.length);
		for (let index = 0; index < count; ++index) {
			const both = [expected, actual].map(({ rejects }) => rejects[index]);
			const [one, other] = both.map((reject) => JSON.stringify(reject ?? "no error")) as [string, string];
			const line = Math.min(...both.map((reject) => reject?.line ?? Number.POSITIVE_INFINITY)) - 1;
			this.#expect(one === other, check, line, one, other);
			// The rejects after this one are shifted against each other.
			if (one !== other) return;
		}
	}
}

function isShape(name: Name): name is Shapes {
	return name === "shape" || name === "keyShape";
}

/** The lines of octets, each of which ends in LF. */
function linesOf(octets: Uint8Array): string[] {
	const lines = latin1(octets).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

/** Octets of lines, each ended by LF. */
function octetsOf(lines: readonly string[]): Uint8Array {
	return Buffer.from(lines.length === 0 ? "" : `${lines.join("\n")}\n`, "latin1");
}

/** The texts, undefined for a rejected line. */
function withoutRejected(texts: Texts, answers: Answers): Accepted {
	return Object.fromEntries(
		Object.entries(texts).map(([name, lines]) => {
			const kept: (string | undefined)[] = [...lines];
			for (const { line } of answers[name as Name]?.rejects ?? []) kept[line - 1] = undefined;
			return [name, kept];
		}),
	);
}
