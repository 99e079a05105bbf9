/** Default values that hold: see values.ts. */
import { decodedPiece } from "../corpus/pair-writing";
import { LEAST_TRIALS, trialsIn } from "../rules/judgement";
import type { FoundPairs, PairRule } from "./pair-rules";
import { tallyOf, type Verdict, verdictOf } from "./trials";
import type { PairsTried } from "./try-pairs";
import type { ValueCell } from "./values";

/** A rule that was tried. */
interface Judged {
	readonly id: string;
	readonly rule: PairRule;
	readonly verdict: Verdict;
}

/** The default values of sites, in octet order of sites. */
export function defaultsOf(tried: PairsTried): FoundPairs {
	const sites = [...tried.values.cells].sort(([a], [b]) => a - b);
	const judged = sites.flatMap(([site, cells]) => [...cells.values()].flatMap((cell) => judge(tried, site, cell)));
	const closed = new Set(judged.filter(({ verdict }) => verdict !== "open").map(({ id }) => id));
	const kept = tried.earlier.flatMap(({ writing, evidence, saved }) => {
		if (writing.kind !== "value" || closed.has(idOf(writing))) return [];
		return [{ id: idOf(writing), rule: { writing, previous: evidence, saved } }];
	});
	const isKept = new Set(kept.map(({ id }) => id));
	const holding = judged.filter(({ verdict }) => verdict === "holds");
	return {
		rules: [...holding, ...kept].map(({ rule }) => rule),
		refused: judged.filter(({ id, verdict }) => verdict !== "holds" && !isKept.has(id)).map(({ rule }) => rule),
	};
}

function judge(tried: PairsTried, site: number, cell: ValueCell): Judged[] {
	const { lesson } = tried;
	const { trials } = cell;
	const tally = tallyOf(lesson, trials, [site]);
	const piece = trialsIn(tally) < LEAST_TRIALS ? undefined : pieceOf(tried, cell);
	if (piece === undefined) return [];
	const writing = { kind: "value", piece, host: lesson.web.siteNames[site] as string } as const;
	return [
		{ id: idOf(writing), rule: { writing, tally, trials, saved: trials.saved }, verdict: verdictOf(lesson, tally, trials) },
	];
}

function idOf({ piece, host }: { readonly piece: string; readonly host: string }): string {
	return `${host}?${piece}`;
}

/** The piece of a cell, as it stands in keys. Undefined if a key has several of its name, or no policy can name it. */
function pieceOf({ lesson: { web }, keyAt }: PairsTried, { feature, place }: ValueCell): string | undefined {
	const name = web.features[feature]?.name;
	const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(keyAt(place)) ?? [];
	const named = query.split("&").filter((piece) => decodedPiece(piece)?.[0] === name);
	return named.length === 1 ? named[0] : undefined;
}
