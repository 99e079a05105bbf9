/** Finds the pieces of a query that stay because of an exception of a list, and the exception: the kernel records them. */
import { CrawlAddress } from "../../../assembly/layout/crawl-addresses";
import { Kept, Lists } from "../../../assembly/layout/crawl-state";
import { decode } from "../../reference/transcode";
import type { CrawlSettings } from "../crawl-options";
import { bothForms } from "../crawl-reference";
import type { OpenedCrawl } from "../open-crawl";
import { groupsOfFilter } from "../schema/filter";
import type { PlainList } from "../schema/plain";
import { type Removal, recorded, ruleOf } from "./removals";

/** Pieces of the query that a rule of a list names, and an exception keeps. */
export interface KeptPieces {
	/** The rule: `LIST:ENTRY`. */
	readonly rule: string;
	/** The pieces, as the key base has them: `name=value`. */
	readonly pieces: readonly string[];
	/** The exception, shortened, and where it stands in the list: its line, or a JSON Pointer in `path`. */
	readonly exception: { readonly line: number; readonly path: string; readonly text: string };
	/** Whether it holds because it cannot be taken as it stands. */
	readonly isWidened: boolean;
}

const KEPT = (CrawlAddress.LISTS + Lists.KEPT) >> 2;

/** The pieces that exceptions keep in a reference, by rule. `removed` is what its key leaves out. Requires: it has a key. */
export function keptIn(
	reference: string,
	settings: CrawlSettings,
	{ workspace, origins, exceptions }: OpenedCrawl,
	removed: readonly Removal[],
): KeptPieces[] {
	const gone = new Set(removed.map(({ piece }) => piece));
	// The first run enlarges the workspace, which moves the area for records; the second records.
	bothForms(reference, settings, workspace);
	const [start, end] = recorded(workspace, KEPT, () => bothForms(reference, settings, workspace));
	const { words } = workspace.kernel;
	const byRule = new Map<string, { readonly kept: KeptPieces; readonly pieces: Set<string> }>();
	for (let record = start; record < end; record += Kept.SIZE) {
		const word = (field: Kept) => words[(record + field) >> 2] as number;
		const piece = decode(workspace, word(Kept.START), word(Kept.END));
		const origin = origins[word(Kept.ORIGIN)];
		const tests = exceptions.get(word(Kept.CONDITION)) ?? [];
		const { source, isReported = false } = tests[Math.max(word(Kept.VALUE), 1) - 1] ?? tests[0] ?? {};
		if (gone.has(piece) || source === undefined) continue;
		const rule = ruleOf(origin);
		const known = byRule.get(rule) ?? { kept: { rule, pieces: [], exception: source, isWidened: isReported }, pieces: new Set() };
		known.pieces.add(piece);
		byRule.set(rule, known);
	}
	return Array.from(byRule.values(), ({ kept, pieces }) => ({ ...kept, pieces: [...pieces] }));
}

/** Whether a list has an exception that a rule could meet. */
export function hasExceptions({ filter = [] }: PlainList): boolean {
	return groupsOfFilter(filter).some(
		({ rules, exceptions }) => exceptions.length > 0 || rules.some((rule) => rule.exceptions.length > 0),
	);
}

export function withoutExceptions(list: PlainList): PlainList {
	if (list.filter === undefined) return list;
	const filter = groupsOfFilter(list.filter).map(({ rules }) => ({
		rules: rules.map((rule) => ({ ...rule, exceptions: [] })),
		exceptions: [],
	}));
	return { ...list, filter };
}
