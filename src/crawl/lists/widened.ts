/**
 * Exceptions that hold for more URLs than they name. No list sees the query: an exception whose match could be completed there
 * holds, so that a list keeps too much and never too little.
 */
import { Octet } from "../../../assembly/octets/char";
import { hasOctet, type OctetSet } from "../regex/octet-set";
import { isAnchored, type Regex } from "../regex/regex";
import type { UrlTest } from "../schema/filter";

/** The report about such an exception; undefined for others. */
export function wideningOf({ pattern, host, hosts }: UrlTest): string | undefined {
	if (pattern === undefined) return undefined;
	const place = "The exception could match in the query, which no list sees: it holds for every URL";
	if (!isAnchored(pattern)) return place + (host === undefined && hosts === undefined ? "" : " of its hosts");
	return canGoOnInQuery(pattern) ? `${place} whose start it matches, up to the "?"` : undefined;
}

/** The place in `scheme://host/path?` that a tree may have reached: a "?" comes after three "/". */
interface Progress {
	readonly slashes: number;
	readonly isBehind: boolean;
	/** Whether it has an octet to match behind the "?". */
	readonly goesOn: boolean;
}

const SLASHES = 3;

/** Whether a tree may match a "?" of the text, and then has more to match. It may err for the worse only in what it reports. */
function canGoOnInQuery(pattern: Regex): boolean {
	return walk(pattern, { slashes: 0, isBehind: false, goesOn: false }).goesOn;
}

function walk(regex: Regex, from: Progress): Progress {
	if (regex.kind === "octets") return afterOctet(regex.set, from);
	if (regex.kind === "sequence") return regex.parts.reduce((progress, part) => walk(part, progress), from);
	if (regex.kind === "choice") return regex.options.map((option) => walk(option, from)).reduce(furthest, from);
	if (regex.kind !== "repeat") return from;
	return repeated(regex.part, regex.max, from);
}

/** Ends where another turn adds nothing: progress has a bound, so nested repetitions take linear time. */
function repeated(part: Regex, max: number, from: Progress): Progress {
	let progress = from;
	for (let turn = 0; turn < max; ++turn) {
		const next = walk(part, progress);
		if (isSame(next, progress)) break;
		progress = next;
	}
	return progress;
}

function isSame(a: Progress, b: Progress): boolean {
	return a.slashes === b.slashes && a.isBehind === b.isBehind && a.goesOn === b.goesOn;
}

function afterOctet(set: OctetSet, { slashes, isBehind, goesOn }: Progress): Progress {
	return {
		slashes: hasOctet(set, Octet.SLASH) ? Math.min(slashes + 1, SLASHES) : slashes,
		isBehind: isBehind || (hasOctet(set, Octet.QUESTION_MARK) && slashes === SLASHES),
		goesOn: goesOn || isBehind,
	};
}

function furthest(a: Progress, b: Progress): Progress {
	return { slashes: Math.max(a.slashes, b.slashes), isBehind: a.isBehind || b.isBehind, goesOn: a.goesOn || b.goesOn };
}
