/** The shape of a key, whose profile need not be known. */
import type { Engine } from "../engine/kernel";
import { checkNames, requireString } from "../input";
import { encodingError } from "../reference/reference";
import { shapeIn } from "../reference/shape";
import { encode } from "../reference/transcode";
import { type CrawlWorkspace, crawlWorkspace } from "./crawl-kernel";
import { chosenEngine } from "./crawl-options";

/** Options of `shape`. */
export interface ShapeOptions {
	/** As in `createNormalizer`. */
	readonly engine?: Engine | "auto" | undefined;
}

/**
 * Returns the shape of a key, `shape@1`: classes in place of values, and the names of the query, sorted. It is a pure function of the key,
 * which may be one of any profile, or any text. Throws UriError `too-long` or `ill-formed-string`, and OptionError.
 *
 * @example
 * ```ts
 * shape("http://example.com/2013/05/07/the-quick-brown-fox.html?utm=1&id=2"); // "http://example.com/{year}/{month}/{day}/{slug}.html?id=&utm="
 * shape("com,example)/users/122"); // "com,example)/users/{int}"
 * ```
 */
export function shape(key: string, options?: ShapeOptions): string {
	requireString(key, "key");
	const workspace = options === undefined ? fastest() : workspaceOf(options);
	const length = encode(key, workspace);
	if (length < 0) throw encodingError(key, length);
	return shapeIn(workspace, { start: workspace.input, end: workspace.input + length }, length === key.length, key);
}

/** The workspace of the fastest engine: to choose it again for each key would take a fifth of the time. */
let chosen: CrawlWorkspace | undefined;

function fastest(): CrawlWorkspace {
	chosen ??= workspaceOf({});
	return chosen;
}

function workspaceOf(options: ShapeOptions): CrawlWorkspace {
	checkNames(options, "engine");
	return crawlWorkspace(chosenEngine(options.engine ?? "auto"));
}
