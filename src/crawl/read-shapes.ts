/** Learned shapes, from a file that `urlsieve shapes` has written. */
import { LearnedShapes } from "../learned/learned-shapes";
import { parseShapes } from "../learned/parse-shapes";
import { shape } from "./shape";

/**
 * Reads a file that `urlsieve shapes` has written. Throws FileError `invalid-shapes` if it is something else, of another version, or beyond the
 * limits of size, and OptionError `invalid-input`.
 *
 * @example
 * ```ts
 * const site = { site: "http://h.example", positions: [{ at: "/u/{word}", rules: ["leaves"], kept: [] }], years: [], shapes: [], traps: [] };
 * const file = { format: "urlsieve-shapes@1", keys: "crawl@1", shape: "shape@1", sites: [site] };
 * readShapes(JSON.stringify(file)).shape("http://h.example/u/somebody"); // "http://h.example/u/{word}"
 * ```
 */
export function readShapes(text: string): LearnedShapes {
	return new LearnedShapes(parseShapes(text), (key) => shape(key));
}
