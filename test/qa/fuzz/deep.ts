/** The deep checks: every entry of the package on a few lines, on every engine, and the literal oracles. */
import type { NormalizedLines, Normalizer, Uri } from "urlsieve";
import { oracleNormalize } from "../../oracle/normalize";
import { oracleRecompose, oracleTarget } from "../../oracle/resolve";
import { type Answers, answersOf, kept, latin1, linesOf, type Plan, planOf } from "./answers";
import type { Product, Tested } from "./product";
import { isValid, withoutWhiteSpace } from "./promises";
import type { Failure } from "./wide";

const LEVELS = ["string", "syntax", "scheme"] as const;
const MODES = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));
type Mode = (typeof MODES)[number];
/** A form as Latin-1, or what is wrong. */
type Form = string | NormalizedLines["rejects"][number];
const LF = Uint8Array.of(0x0a);
/** Random policies for the lines of a check. They take time, of which there is enough where not all kernels are tested. */
const POLICIES = 2;
const POLICIES_OF_SOME = 8;
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
		const plan = planOf(seed, this.#isWhole ? POLICIES : POLICIES_OF_SOME);
		const kernels = [...new Set(this.#others.flatMap(([, names]) => names))];
		const expected = await answersOf(this.#reference, kernels, octets, plan);
		for (const [product, names] of this.#others) this.#compare(product, expected, await answersOf(product, names, octets, plan));
		if (kernels.includes("core")) this.#oneBehaviour(expected, octets, plan);
		if (this.#isWhole) this.#laws(linesOf(octets).map(withoutEnd));
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
		const { lines } = kept(core.createNormalizer, { engine, level, strict, edition, invalid }).normalizeLines(octets);
		const stream = answers.get("stream") as string;
		this.#expect(stream === latin1(lines), "P6: a stream is its lines", 0, latin1(lines), stream);
		const [strings, array] = [answers.get("strings") as string, answers.get("array") as string];
		this.#expect(strings === array, "P6: an array is its strings", 0, strings, array);
	}

	/** The promises and the oracles, for each line. */
	#laws(lines: readonly Uint8Array[]): void {
		for (const options of MODES) {
			const forms = this.#forms(lines, options);
			for (const [index, line] of lines.entries()) this.#oracle(options, line, forms[index] as Form, index);
			if (options.level !== "string") this.#level(options, lines, forms);
		}
		const { core, engine } = this.#reference;
		const normalizer = kept(core.createNormalizer, { engine });
		const syntax = kept(core.createNormalizer, { engine, level: "syntax" as const });
		for (const [index, line] of lines.entries()) {
			this.#resolves(normalizer, latin1(line), index);
			this.#components(syntax, latin1(line), index);
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

	/** The form, or the error, of the oracle. */
	#oracle(options: Mode, line: Uint8Array, form: Form, index: number): void {
		const oracle = oracleNormalize(line, options);
		const [actual, expected] = [textOf(form), oracle instanceof Uint8Array ? latin1(oracle) : "error"];
		this.#expect(actual === expected, `the oracle, ${JSON.stringify(options)}`, index, expected, actual);
		if (oracle instanceof Uint8Array || typeof form === "string" || /^\s*mailto:/i.test(latin1(line))) return;
		const [fault, found] = [oracle, form].map(({ code, component, offset }) => `${code} ${component} ${offset}`);
		this.#expect(fault === found, `the oracle's error, ${JSON.stringify(options)}`, index, fault as string, found as string);
	}

	/** P1 and P4: a form is its own, and the form at the level above is that of the line. */
	#level({ level, strict }: Mode, lines: readonly Uint8Array[], forms: readonly Form[]): void {
		const numbers = [...forms.keys()].filter((index) => typeof forms[index] === "string");
		const texts = numbers.map((index) => Buffer.from(forms[index] as string, "latin1"));
		const again = this.#forms(texts, { level, strict });
		const above = this.#forms(texts, { level: "scheme", strict });
		const direct = this.#forms(lines, { level: "scheme", strict });
		for (const [at, index] of numbers.entries()) {
			const [form, one, over, straight] = [forms[index], again[at], above[at], direct[index]].map(textOf) as [
				string,
				...string[],
			];
			this.#expect(one === form, `P1: ${level}, strict ${strict}`, index, form, one as string);
			this.#expect(over === straight, `P4: scheme above ${level}, strict ${strict}`, index, straight as string, over as string);
		}
	}

	/** Resolution by the oracle, for valid references. */
	#resolves(normalizer: Normalizer, text: string, index: number): void {
		if (!isValid(text)) return;
		for (const base of BASES) {
			const [expected, actual] = [() => targetOf(text, base), () => normalizer.resolve(text, base)].map(outcome);
			this.#expect(expected === actual, `the oracle resolves against ${base}`, index, expected as string, actual as string);
		}
	}

	/** P5: at level `syntax`, components that are present stay present, and no others appear. */
	#components(syntax: Normalizer, text: string, index: number): void {
		const { core } = this.#reference;
		const before = core.tryParse(withoutWhiteSpace(text));
		const normal = syntax.tryNormalize(text);
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

/** The target by the oracle. A path never becomes an authority, by Choice 16 of docs/reference/normal-form.md. */
function targetOf(text: string, base: string): string {
	const target = oracleTarget(text, base);
	const isGuarded = target.authority === undefined && target.path.startsWith("//");
	return oracleRecompose(isGuarded ? { ...target, path: `/.${target.path}` } : target);
}

function outcome(ask: () => string): string {
	try {
		return ask();
	} catch {
		return "error";
	}
}

function textOf(form: Form | undefined): string {
	return typeof form === "string" ? form : "error";
}

/** What cannot be inside a line: CR at its end, a byte order mark at the start of a stream. */
function withoutEnd(line: Uint8Array): Uint8Array {
	let [start, end] = [0, line.length];
	while (line[end - 1] === 0x0d) --end;
	while (line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) start += 3;
	return line.subarray(start, Math.max(start, end));
}
