/** Sources of the instructions of a kernel: a line of a source, by a source map. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { isMarked } from "../mutants/marks.mjs";
import { codeOf } from "./wasm-code";

/** Builds the source map of a kernel. Returns its path, and that of the module it belongs to. */
export type BuildMap = (kernel: string) => Promise<{ readonly module: string; readonly map: string }>;

/** Returns `file:line` of the source for each offset of a kernel. Throws if the map belongs to other code. */
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

/** Whether the source says that the statement of a place, `file:line`, is only faster: see `isMarked`. */
export function isOnlyFaster(root: string, place: string): boolean {
	const [file = "", line] = place.split(":");
	return file.startsWith("assembly/") && isMarked(readFileSync(join(root, file), "utf8").split("\n"), Number(line));
}
