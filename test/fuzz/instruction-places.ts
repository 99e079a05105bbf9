/** Where the instructions of a kernel come from: a line of a source, by a source map. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { EQUIVALENT } from "./equivalent";
import type { Mutant } from "./mutants";
import { codeOf, instructionsOf } from "./wasm-code";

/** Builds the source map of a kernel. Returns its path, and that of the module it belongs to. */
export type BuildMap = (kernel: string) => Promise<{ readonly module: string; readonly map: string }>;

/** Tells `file:line` of the source for each offset of a kernel. Throws if the map belongs to other code. */
export async function placesOf(kernel: string, root: string, buildMap: BuildMap): Promise<(at: number) => string> {
	const { module, map } = await buildMap(kernel);
	const [mapped, built] = [readFileSync(module), readFileSync(join(root, "build", "out", kernel))];
	const [start, end] = codeOf(mapped);
	const [builtStart, builtEnd] = codeOf(built);
	if (Buffer.compare(mapped.subarray(start, end), built.subarray(builtStart, builtEnd)) !== 0) {
		throw new Error(`The source map of ${kernel} belongs to other code.`);
	}
	const lines = new SourceMap(JSON.parse(readFileSync(map, "utf8")));
	return (at) => {
		// Code that the optimizer has made has no line of its own: it counts for the line before.
		for (let column = at + start - builtStart; column > start; --column) {
			const entry = lines.findEntry(0, column);
			if ("originalSource" in entry && entry.originalSource !== undefined)
				return `${entry.originalSource}:${entry.originalLine + 1}`;
		}
		return "";
	};
}

/** Loads and stores are inlined everywhere: where one comes from does not tell who calls. */
const EVERYWHERE = "assembly/octets/memory.ts:";

/**
 * Tells the place of the caller for each instruction of a kernel: that of the nearest instruction before it in its function that comes from
 * another line, loads and stores aside. It tells apart the inlined copies of a line.
 */
export function callersOf(module: Uint8Array, placeAt: (at: number) => string): (at: number) => string {
	const instructions = instructionsOf(module);
	return (at) => {
		const index = instructions.findIndex((instruction) => instruction.at === at);
		const own = placeAt(at);
		return (
			instructions
				.slice(0, index)
				.filter((instruction) => instruction.function === instructions[index]?.function)
				.map((instruction) => placeAt(instruction.at))
				.findLast((place) => place !== "" && place !== own && !place.startsWith(EVERYWHERE)) ?? ""
		);
	};
}

/** What a row of EQUIVALENT is matched with. Places are `file:line` of the source. */
interface Observed extends Pick<Mutant, "at" | "before" | "after"> {
	readonly kernel: string;
	readonly place?: string;
	readonly caller?: string;
}

/** Why a mutant cannot be observed, or undefined. */
export function reasonFor(root: string, observed: Observed): string | undefined {
	const { place = "", caller = "", kernel, before, after } = observed;
	const build = kernel.includes(".simd.") ? "simd" : "scalar";
	const [source, callerSource] = [place, caller].map((one) => sourceAt(root, one));
	if (source === undefined) return undefined;
	return EQUIVALENT.find(
		(row) =>
			`${row.file}: ${row.line}` === source &&
			row.changes.includes(`${before} → ${after}`) &&
			(row.build ?? build) === build &&
			(row.kernel ?? kernel) === kernel &&
			(row.caller ?? callerSource) === callerSource &&
			(row.next === undefined || codeAfter(root, observed).startsWith(row.next)),
	)?.reason;
}

/** As many octets as tell inlined copies of a line apart. */
const CODE_AFTER = 24;

/** The octets after an instruction, in hexadecimal. */
function codeAfter(root: string, { kernel, at, before }: Observed): string {
	const octets = readFileSync(join(root, "build", "out", kernel));
	return octets.subarray(at + before.length / 2, at + before.length / 2 + CODE_AFTER).toString("hex");
}

/** `file: line`, with the text of the line, or undefined outside assembly/ and the library of the compiler. */
function sourceAt(root: string, place: string): string | undefined {
	const [source = "", number] = place.split(":");
	const file = source.replace(/^assembly\//, "");
	if (file === source && !file.startsWith(LIBRARY)) return undefined;
	const line = readFileSync(sourcePath(root, file), "utf8").split("\n")[Number(number) - 1]?.trim();
	return `${file}: ${line}`;
}

/** How the source maps of the compiler begin the names of its library's files. */
const LIBRARY = "~lib/";

/** The path of a file below assembly/ or, as `~lib/file`, of the library of the compiler. */
export function sourcePath(root: string, file: string): string {
	const isLibrary = file.startsWith(LIBRARY);
	return isLibrary
		? join(root, "node_modules", "assemblyscript", "std", "assembly", file.slice(LIBRARY.length))
		: join(root, "assembly", file);
}
