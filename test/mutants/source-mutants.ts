/** Mutants of sources, as Stryker makes them, and where each of them is reached. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A change of one source. */
export interface SourceMutant {
	/** The path of the source below the root, and the line, from 1. */
	readonly file: string;
	readonly line: number;
	/** Offsets of the text that is replaced. */
	readonly start: number;
	readonly end: number;
	readonly before: string;
	readonly after: string;
	/** What the source calls instead of a switch, to tell that the mutant is reached. */
	readonly number: number;
}

interface Position {
	readonly line: number;
	readonly column: number;
}

/** What is used of Stryker's instrumenter. */
export interface Instrumenter {
	instrument(
		files: readonly { name: string; content: string; mutate: boolean }[],
		options: object,
	): Promise<{
		files: readonly { content: string }[];
		mutants: readonly { id: string; location: { start: Position; end: Position }; replacement: string }[];
	}>;
}

/** A source with its mutants. */
export interface Mutated {
	readonly file: string;
	readonly mutants: readonly SourceMutant[];
	/** The source with Stryker's switches. */
	readonly instrumented: string;
}

/** All mutants of files. Their numbers count from 0. */
export async function mutantsOfSources(root: string, files: readonly string[], stryker: Instrumenter): Promise<Mutated[]> {
	const all: Mutated[] = [];
	let count = 0;
	for (const file of files) {
		const content = readFileSync(join(root, file), "utf8");
		const options = { plugins: null, excludedMutations: [], ignorers: [] };
		const result = await stryker.instrument([{ name: file, content, mutate: true }], options);
		const offset = offsets(content);
		const mutants = result.mutants.map(({ location, replacement }) => {
			const [start, end] = [offset(location.start), offset(location.end)];
			return { file, line: location.start.line + 1, start, end, before: content.slice(start, end), after: typed(replacement) };
		});
		const from = count;
		count += mutants.length;
		const instrumented = renumbered(typed(result.files[0]?.content as string), from);
		all.push({ file, mutants: mutants.map((mutant, index) => ({ ...mutant, number: from + index })), instrumented });
	}
	return all;
}

/** Babel prints `(a[0] as number) | b[0]` without parentheses, and TypeScript takes `number | b[0]` for a type. */
function typed(printed: string): string {
	return printed.replaceAll(/(\w+\[[^[\]]*\]) as number(?= [|&] \w+\[)/g, "($1 as number)");
}

/** Tells the offset of a position. Lines and columns count from 0. */
function offsets(content: string): (position: Position) => number {
	const starts = [0];
	for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) starts.push(at + 1);
	return ({ line, column }) => (starts[line] as number) + column;
}

/** A source with one mutant. */
export function withMutant(content: string, { start, end, after }: SourceMutant): string {
	return content.slice(0, start) + after + content.slice(end);
}

/** Stryker's helpers at the start of a file, which are replaced by a global function. */
const HEADER = /function stryNS_9fa48\(\) \{[\s\S]*?\nfunction stryMutAct_9fa48\(id\) \{[\s\S]*?\n\}\n/;
const SWITCH = /stryMutAct_9fa48\("(\d+)"\)/g;
const COVER = /stryCov_9fa48\(((?:"\d+"(?:, )?)+)\)/g;

const REACHED = /REACHED\(([\d, ]+)\)/g;

function renumbered(content: string, from: number): string {
	const switches = content.replace(HEADER, "").replace(SWITCH, (_, id: string) => `stryMutAct_9fa48("${Number(id) + from}")`);
	return switches.replace(COVER, (_, ids: string) => {
		const numbers = [...ids.matchAll(/\d+/g)].map(([id]) => Number(id) + from);
		return `REACHED(${numbers.join(", ")})`;
	});
}

/** The source that calls `REACHED` with the numbers of those mutants whose place is reached, and is not changed otherwise. */
export function telling(instrumented: string, wanted: ReadonlySet<number>): string {
	return instrumented.replace(SWITCH, "false").replace(REACHED, (_, numbers: string) => {
		const some = numbers.split(", ").filter((number) => wanted.has(Number(number)));
		return some.length === 0 ? "0" : `REACHED(${some.join(", ")})`;
	});
}

/** The source with those mutants, one of which the module's constant makes active: package.ts. */
export function switching(instrumented: string, wanted: ReadonlySet<number>): string {
	const isActive = (_: string, number: string) => (wanted.has(Number(number)) ? `ACTIVE_MUTANT === ${number}` : "false");
	return instrumented.replace(SWITCH, isActive).replace(REACHED, "0");
}
