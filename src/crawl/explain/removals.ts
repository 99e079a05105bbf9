/** Finds the pieces of a query that a key leaves out, each with the entry of the list that is the reason. */
import { CrawlAddress, Policy, Removal as Record } from "../../../assembly/layout/crawl-addresses";
import { Rewriting } from "../../../assembly/layout/crawl-state";
import { MAX_ROUNDS } from "../../../assembly/policy/rewrite/room";
import { UriError } from "../../errors";
import { decode } from "../../reference/transcode";
import type { CrawlWorkspace } from "../crawl-kernel";
import type { CrawlSettings } from "../crawl-options";
import { bothForms } from "../crawl-reference";
import type { Origin } from "../policy/key-options";

/** The rule that removes a piece which `query.only` does not name. */
export const QUERY_ONLY = "query-only";

/** A piece of the query that is not in the key. */
export interface Removal {
	/** The piece, as the key base has it: `name=value`. */
	readonly piece: string;
	/**
	 * The step: `query-only`, `remove:NAME`, `session-query:NAME`, or `LIST:ENTRY`. ENTRY is a name, `L12` for a line of a list in
	 * the format `removeparam`, or `PROVIDER/RULE` for ClearURLs; control characters in it are triplets.
	 */
	readonly rule: string;
	/** The list; undefined if it was none. */
	readonly list?: string;
	/** The entry: ENTRY or NAME as the list or policy has it; undefined for `query-only`. */
	readonly entry?: string;
}

const TRACE = (CrawlAddress.POLICY + Policy.TRACE) >> 2;
const ROUNDS = (CrawlAddress.REWRITES + Rewriting.MAX_ROUNDS) >> 2;

/**
 * The pieces that Q3 and Q4 remove from the query of a reference, in its order. `origins` are those of the program that runs on
 * the workspace. Errors are returned, not thrown.
 */
export function removalsOf(
	reference: string,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
	origins: readonly (Origin | undefined)[],
): Removal[] | UriError {
	// The first run enlarges the workspace, which moves the area for records; the second records.
	const forms = bothForms(reference, settings, workspace);
	if (forms instanceof UriError) return forms;
	// Not `key`, which moves the key to where the pieces are.
	const records = traced(workspace, () => bothForms(reference, settings, workspace));
	return records.map(({ start, end, origin }) => removal(decode(workspace, start, end), origins[origin]));
}

/** A removed piece, in the memory of the workspace, and the number of the origin of its entry. */
export interface TracedRemoval {
	readonly start: number;
	readonly end: number;
	readonly origin: number;
}

/** The pieces that `run` removes, in the order of the query. Requires: it does not enlarge the workspace. */
export function traced(workspace: CrawlWorkspace, run: () => void): TracedRemoval[] {
	const [start, end] = recorded(workspace, TRACE, run);
	const { words } = workspace.kernel;
	const records = Array.from({ length: (end - start) / Record.SIZE }, (_, index) => {
		const word = (field: Record) => words[(start + index * Record.SIZE + field) >> 2] as number;
		return { start: word(Record.START), end: word(Record.END), origin: word(Record.ORIGIN) };
	});
	return records.sort((a, b) => a.start - b.start);
}

/**
 * Has the kernel record while `run` runs. The word `at` has the address of the next record, the one after it the end of the room. Returns
 * where the records start and end. Requires: `run` does not enlarge the workspace.
 */
export function recorded(workspace: CrawlWorkspace, at: number, run: () => void): [start: number, end: number] {
	const { result: start, base: limit } = workspace;
	const { words } = workspace.kernel;
	// Rewrites would write over the pieces that records are about.
	words[ROUNDS] = 0;
	words[at] = start;
	words[at + 1] = limit;
	workspace.hold(run);
	const end = words[at] as number;
	words[at] = 0;
	words[ROUNDS] = MAX_ROUNDS;
	return [start, end];
}

function removal(piece: string, origin: Origin | undefined): Removal {
	if (origin === undefined) return { piece, rule: QUERY_ONLY };
	const { list, entry } = origin;
	return { piece, rule: ruleOf(origin), ...(list !== undefined && { list }), entry };
}

/** The name that explanations give to a removal by an entry. */
export function ruleOf(origin: Origin | undefined): string {
	if (origin === undefined) return QUERY_ONLY;
	return `${origin.list ?? origin.step}:${withoutControls(origin.entry)}`;
}

/** Control characters as triplets. */
export function withoutControls(text: string): string {
	return Array.from(text, (character) => {
		const octet = character.charCodeAt(0);
		return octet < 0x20 || octet === 0x7f ? `%${octet.toString(16).toUpperCase().padStart(2, "0")}` : character;
	}).join("");
}
