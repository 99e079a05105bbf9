/** The deep checks: every entry of the package on a few lines, on every engine, and the literal oracle. */
import type { NormalizedLines } from "urlsieve";
import { oracleNormalize } from "../../oracle/normalize";
import { type Answers, answersOf, kept, latin1, linesOf, planOf } from "./answers";
import type { Product, Tested } from "./product";
import type { Failure } from "./wide";

const LEVELS = ["string", "syntax", "scheme"] as const;
const MODES = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));
type Mode = (typeof MODES)[number];
/** A form as Latin-1, or the fault. */
type Form = string | NormalizedLines["rejects"][number];
const LF = Uint8Array.of(0x0a);
/** Random policies for the lines of a check. They take time, which a run has if it does not test all kernels. */
const POLICIES = 2;
const POLICIES_OF_SOME = 8;

/** The deep checks on the engines of a product. */
export class Deep {
	readonly #reference: Product;
	readonly #others: Tested["others"];
	readonly #isWhole: boolean;
	/** Number of answers that were compared or tested so far. */
	checks = 0;
	#failures: Failure[] = [];

	constructor({ reference, others, isWhole }: Tested) {
		this.#reference = reference;
		this.#others = others;
		this.#isWhole = isWhole;
	}

	/** Checks a few lines, each ended by LF. The questions depend on the seed. Returns the failures. */
	async check(octets: Uint8Array, seed: number): Promise<Failure[]> {
		this.#failures = [];
		const plan = planOf(seed, this.#isWhole ? POLICIES : POLICIES_OF_SOME);
		const kernels = [...new Set(this.#others.flatMap(([, names]) => names))];
		const expected = await answersOf(this.#reference, kernels, octets, plan);
		for (const [product, names] of this.#others) this.#compare(product, expected, await answersOf(product, names, octets, plan));
		if (this.#isWhole) this.#oracles(linesOf(octets).map(withoutEnd));
		return this.#failures;
	}

	/** P6: all answers are equal. */
	#compare({ name }: Product, expected: Answers, actual: Answers): void {
		for (const [title, answer] of actual) {
			const other = expected.get(title) ?? "nothing";
			this.#expect(other === answer, `P6: ${title}, ${name}`, 0, other, answer);
		}
	}

	/** Each line under all options has the form, or the error, of the literal oracle. */
	#oracles(lines: readonly Uint8Array[]): void {
		for (const options of MODES) {
			const forms = this.#forms(lines, options);
			for (const [index, line] of lines.entries()) this.#oracle(options, line, forms[index] as Form, index);
		}
	}

	/** The form of each line under these options. */
	#forms(lines: readonly Uint8Array[], options: Mode): Form[] {
		const { core, engine } = this.#reference;
		const normalizer = kept(core.createNormalizer, { ...options, engine, invalid: "blank" as const });
		const { lines: octets, rejects } = normalizer.normalizeLines(Buffer.concat(lines.flatMap((line) => [line, LF])));
		const forms: Form[] = linesOf(octets).map(latin1);
		for (const reject of rejects) forms[reject.line - 1] = reject;
		return forms;
	}

	#oracle(options: Mode, line: Uint8Array, form: Form, index: number): void {
		const oracle = oracleNormalize(line, options);
		const [actual, expected] = [textOf(form), oracle instanceof Uint8Array ? latin1(oracle) : "error"];
		this.#expect(actual === expected, `the oracle, ${JSON.stringify(options)}`, index, expected, actual);
		if (oracle instanceof Uint8Array || typeof form === "string" || /^\s*mailto:/i.test(latin1(line))) return;
		const [fault, found] = [oracle, form].map(({ code, component, offset }) => `${code} ${component} ${offset}`);
		this.#expect(fault === found, `the oracle's error, ${JSON.stringify(options)}`, index, fault as string, found as string);
	}

	#expect(holds: boolean, check: string, line: number, expected: string, actual: string): void {
		++this.checks;
		if (!holds) this.#failures.push({ check, line, expected, actual });
	}
}

function textOf(form: Form | undefined): string {
	return typeof form === "string" ? form : "error";
}

/** Removes octets that cannot be inside a line: CR at its end, a byte order mark at the start of a stream. */
function withoutEnd(line: Uint8Array): Uint8Array {
	let [start, end] = [0, line.length];
	while (line[end - 1] === 0x0d) --end;
	while (line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) start += 3;
	return line.subarray(start, Math.max(start, end));
}
