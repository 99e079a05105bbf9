/**
 * The wide checks: all lines of a batch in bulk, on every engine.
 *
 * The engines must agree (P6). What is promised of a normal form (P1, P2, P9, C5) is then checked once, on the text that all of them
 * wrote. Forms are normalized again by each Wasm build, whose fast paths see lines in normal form.
 */
import type { NormalizedLines } from "../../src/index";
import type { Kernel, Product, Tested } from "./product";
import { agreesWithPlatform, isValid, keepsOctets, keepsQuery } from "./promises";

/** A check that a line has failed. */
export interface Failure {
	/** What should hold, and on which engine. */
	readonly check: string;
	/** Number of the line in the batch, from 0. */
	readonly line: number;
	readonly expected: string;
	readonly actual: string;
}

type Bulk = (octets: Uint8Array) => NormalizedLines;

/** The forms of one engine. */
interface Forms {
	readonly product: Product;
	readonly rfc3986: Bulk;
	readonly whatwg: Bulk;
	readonly fetch: Bulk;
	readonly key: Bulk;
}

type Name = "rfc3986" | "whatwg" | "fetch" | "key";
/** The forms that each kernel writes. */
const FORMS: Readonly<Record<Kernel, readonly Name[]>> = { core: ["rfc3986"], crawl: ["whatwg", "fetch", "key"] };
type Answers = Readonly<Partial<Record<Name, NormalizedLines>>>;
const TITLES = { rfc3986: "rfc3986@1", whatwg: "whatwg@1", fetch: "fetch of crawl@1", key: "key of crawl@1" } as const;

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
		const inputs = linesOf(octets).map((line) => line.replace(/\r$/, ""));
		this.#count = inputs.length;
		const answers: Answers = Object.fromEntries(this.#names.map((name) => [name, this.#agreed(name, octets)]));
		inputs[0] = (inputs[0] ?? "").startsWith(MARK) ? (inputs[0] as string).slice(MARK.length) : (inputs[0] as string);
		this.#again(answers);
		if (this.#isWhole) this.#texts(inputs, answers);
		return this.#failures;
	}

	/** P6: one form of all lines, on which the engines must agree. */
	#agreed(name: Name, octets: Uint8Array): NormalizedLines {
		const expected = this.#reference[name](octets);
		for (const [forms, names] of this.#others) {
			if (!names.includes(name)) continue;
			const title = `P6: ${TITLES[name]} of ${forms.product.name} and ${this.#reference.product.name}`;
			const actual = forms[name](octets);
			this.#compareLines(title, expected.lines, actual.lines);
			this.#compareRejects(title, expected, actual);
		}
		return expected;
	}

	/** P1 and C5: the forms of forms. */
	#again(answers: Answers): void {
		for (const [forms, names] of this.#others) {
			const { name } = forms.product;
			for (const form of names) {
				const { lines } = answers[form] as NormalizedLines;
				const promise = form === "key" ? "C5" : "P1";
				this.#compareLines(`${promise}: ${TITLES[form]} of itself, ${name}`, lines, forms[form](lines).lines);
			}
			const { fetch, key } = answers;
			if (fetch === undefined || key === undefined) continue;
			this.#compareLines(`C5: ${TITLES.key} of its fetch form, ${name}`, key.lines, forms.key(fetch.lines).lines);
		}
	}

	/** P2, P9 and the platform's `URL`. */
	#texts(inputs: readonly string[], answers: Answers): void {
		const { rfc3986, whatwg, fetch, key } = Object.fromEntries(
			Object.entries(answers).map(([name, answer]) => [name, textsOf(answer)]),
		);
		for (let line = 0; line < inputs.length; ++line) {
			const input = inputs[line] as string;
			const [normal, url, fetched, page] = [rfc3986?.[line], whatwg?.[line], fetch?.[line], key?.[line]];
			if (normal !== undefined) {
				this.#expect(isValid(normal), "P2: rfc3986@1 is a URI-reference", line, input, normal);
				this.#expect(keepsOctets(input, normal), "P9: rfc3986@1 keeps octets", line, input, normal);
			}
			if (page !== undefined) this.#expect(isValid(page), "P2: the key of crawl@1 is a URI-reference", line, input, page);
			if (fetched !== undefined) this.#expect(keepsQuery(input, fetched), "P9: crawl@1 fetches the query", line, input, fetched);
			this.#expect(agreesWithPlatform(input, url), "whatwg@1 is what URL returns", line, input, url ?? "error");
		}
	}

	#expect(holds: boolean, check: string, line: number, expected: string, actual: string): void {
		++this.checks;
		if (!holds) this.#failures.push({ check, line, expected, actual });
	}

	#compareLines(check: string, expected: Uint8Array, actual: Uint8Array): void {
		if (Buffer.compare(expected, actual) === 0) {
			this.checks += this.#count;
			return;
		}
		const [texts, others] = [linesOf(expected), linesOf(actual)];
		for (let line = 0; line < Math.max(texts.length, others.length); ++line) {
			const [text, other] = [texts[line] ?? "missing", others[line] ?? "missing"];
			this.#expect(text === other, check, line, text, other);
		}
	}

	#compareRejects(check: string, expected: NormalizedLines, actual: NormalizedLines): void {
		const count = Math.max(expected.rejects.length, actual.rejects.length);
		for (let index = 0; index < count; ++index) {
			const [one, other] = [expected.rejects[index], actual.rejects[index]];
			const isSame =
				one !== undefined &&
				other !== undefined &&
				one.line === other.line &&
				one.code === other.code &&
				one.component === other.component &&
				one.offset === other.offset;
			const line = Math.min(one?.line ?? Number.POSITIVE_INFINITY, other?.line ?? Number.POSITIVE_INFINITY) - 1;
			this.#expect(isSame, check, line, JSON.stringify(one ?? "no error"), JSON.stringify(other ?? "no error"));
			// The rejects after this one are shifted against each other.
			if (!isSame) return;
		}
	}
}

/** The lines of octets, each of which ends in LF. */
function linesOf(octets: Uint8Array): string[] {
	const lines = latin1(octets).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

/** One char per octet. The "latin1" of TextDecoder is windows-1252, which has other characters from 0x80 to 0x9f. */
function latin1(octets: Uint8Array): string {
	return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString("latin1");
}

/** The text of each line, undefined for a rejected one. */
function textsOf({ lines, rejects }: NormalizedLines): (string | undefined)[] {
	const texts: (string | undefined)[] = linesOf(lines);
	for (const { line } of rejects) texts[line - 1] = undefined;
	return texts;
}
