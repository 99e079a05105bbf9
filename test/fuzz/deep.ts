/** The deep checks: every entry of the package on a few lines, on every engine, and the literal oracles. */
import type { Normalizer, Uri } from "../../src/index";
import { oracleNormalize } from "../oracle/normalize";
import { oracleResolve } from "../oracle/resolve";
import { type Answers, answersOf, latin1, linesOf, type Plan, planOf } from "./answers";
import type { Product, Tested } from "./product";
import { isValid, withoutWhiteSpace } from "./promises";
import type { Failure } from "./wide";

const LEVELS = ["string", "syntax", "scheme"] as const;
const MODES = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));
const BASES = ["http://a/b/c/d;p?q", "x:a/b", "file:///a/b?q", "http://h"];

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

	/** Checks a few lines, each ended by LF. What is asked depends on the seed. Returns the failures. */
	async check(octets: Uint8Array, seed: number): Promise<Failure[]> {
		this.#failures = [];
		const plan = planOf(seed);
		const kernels = [...new Set(this.#others.flatMap(([, names]) => names))];
		const expected = await answersOf(this.#reference, kernels, octets, plan);
		for (const [product, names] of this.#others) this.#compare(product, expected, await answersOf(product, names, octets, plan));
		if (kernels.includes("core")) this.#oneBehaviour(expected, octets, plan);
		if (this.#isWhole) for (const [index, line] of linesOf(octets).entries()) this.#laws(withoutEnd(line), index);
		return this.#failures;
	}

	/** P6: all answers are equal. */
	#compare({ name }: Product, expected: Answers, actual: Answers): void {
		for (const [title, answer] of actual) {
			const other = expected.get(title) ?? "nothing";
			this.#expect(other === answer, `P6: ${title}, ${name}`, 0, other, answer);
		}
	}

	/** P6: lines in a stream, cut anywhere, are those in one piece; an array has the answers of its strings. */
	#oneBehaviour(answers: Answers, octets: Uint8Array, plan: Plan): void {
		const { core, engine } = this.#reference;
		const { level, strict, edition, invalid } = plan;
		const { lines } = core.createNormalizer({ engine, level, strict, edition, invalid }).normalizeLines(octets);
		const stream = answers.get("stream") as string;
		this.#expect(stream === latin1(lines), "P6: a stream is its lines", 0, latin1(lines), stream);
		const [strings, array] = [answers.get("strings") as string, answers.get("array") as string];
		this.#expect(strings === array, "P6: an array is its strings", 0, strings, array);
	}

	/** The promises and the oracles, for one line. */
	#laws(line: Uint8Array, index: number): void {
		const { core, engine } = this.#reference;
		for (const options of MODES) {
			const { lines, rejects } = core.createNormalizer({ ...options, engine, invalid: "blank" }).normalizeLines(ended(line));
			const oracle = oracleNormalize(line, options);
			const actual = rejects[0] === undefined ? latin1(lines.subarray(0, -1)) : "error";
			const expected = oracle instanceof Uint8Array ? latin1(oracle) : "error";
			this.#expect(actual === expected, `the oracle, ${JSON.stringify(options)}`, index, expected, actual);
			if (!(oracle instanceof Uint8Array) && rejects[0] !== undefined && !/^\s*mailto:/i.test(latin1(line))) {
				const [fault, found] = [oracle, rejects[0]].map(({ code, component, offset }) => `${code} ${component} ${offset}`);
				this.#expect(fault === found, `the oracle's error, ${JSON.stringify(options)}`, index, fault as string, found as string);
			}
			this.#level(options, actual, line, index);
		}
		const normalizer = core.createNormalizer({ engine });
		this.#resolves(normalizer, latin1(line), index);
		this.#components(normalizer, latin1(line), index);
	}

	/** P1 and P4: a form is its own, and the form at the level above is that of the line. */
	#level({ level, strict }: (typeof MODES)[number], form: string, line: Uint8Array, index: number): void {
		if (form === "error" || level === "string") return;
		const { core, engine } = this.#reference;
		const again = (text: string, on: (typeof LEVELS)[number]) => {
			const { lines, rejects } = core
				.createNormalizer({ level: on, strict, engine, invalid: "blank" })
				.normalizeLines(ended(Buffer.from(text, "latin1")));
			return rejects.length === 0 ? latin1(lines.subarray(0, -1)) : "error";
		};
		this.#expect(again(form, level) === form, `P1: ${level}, strict ${strict}`, index, form, again(form, level));
		const [above, direct] = [again(form, "scheme"), again(latin1(line), "scheme")];
		this.#expect(above === direct, `P4: scheme above ${level}, strict ${strict}`, index, direct, above);
	}

	/** Resolution by the oracle, for valid references. */
	#resolves(normalizer: Normalizer, text: string, index: number): void {
		if (!isValid(text)) return;
		for (const base of BASES) {
			const [expected, actual] = [() => oracleResolve(text, base), () => normalizer.resolve(text, base)].map(outcome);
			this.#expect(expected === actual, `the oracle resolves against ${base}`, index, expected as string, actual as string);
		}
	}

	/** P5: at level `syntax`, components that are present stay present, and no others appear. */
	#components({ settings }: Normalizer, text: string, index: number): void {
		const { core } = this.#reference;
		const before = core.tryParse(withoutWhiteSpace(text));
		const normal = core.createNormalizer({ engine: settings.engine, level: "syntax" }).tryNormalize(text);
		if (before instanceof Error || normal instanceof Error) return;
		const [one, other] = [presence(before), presence(core.parse(normal as string))];
		this.#expect(one === other, "P5: components stay present", index, one, other);
	}

	#expect(holds: boolean, check: string, line: number, expected: string, actual: string): void {
		++this.checks;
		if (!holds) this.#failures.push({ check, line, expected, actual });
	}
}

function presence({ scheme, authority, userinfo, host, port, query, fragment }: Uri): string {
	return [scheme, authority, userinfo, host, port || undefined, query, fragment].map((text) => text !== undefined).join();
}

function outcome(ask: () => string): string {
	try {
		return ask();
	} catch {
		return "error";
	}
}

function ended(line: Uint8Array): Uint8Array {
	return Uint8Array.from([...line, 0x0a]);
}

/** What cannot be inside a line: CR at its end, a byte order mark at the start of a stream. */
function withoutEnd(line: Uint8Array): Uint8Array {
	let [start, end] = [0, line.length];
	while (line[end - 1] === 0x0d) --end;
	while (line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) start += 3;
	return line.subarray(start, Math.max(start, end));
}
