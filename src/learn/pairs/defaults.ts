/** Default values that hold: see values.ts. */

import { decodedPiece } from "../corpus/pair-writing";
import { isAgainst, LEAST_TRIALS, trialsIn } from "../rules/judgement";
import type { FoundPairs, PairRule } from "./pair-rules";
import { holds, tallyOf } from "./trials";
import type { PairsTried } from "./try-pairs";
import type { ValueCell } from "./values";

/** The default values of sites, in octet order. */
export function defaultsOf(tried: PairsTried): FoundPairs {
	const { lesson, values, earlier } = tried;
	const { levels, web } = lesson;
	const [rules, refused]: PairRule[][] = [[], []];
	const judged = new Set<string>();
	for (const [site, cells] of [...values.cells].sort(([a], [b]) => a - b)) {
		for (const cell of cells.values()) {
			const piece = pieceOf(tried, cell);
			const tally = tallyOf(lesson, cell.trials, [site]);
			if (piece === undefined || trialsIn(tally) < LEAST_TRIALS) continue;
			const writing = { kind: "value", piece, host: web.siteNames[site] as string } as const;
			const rule = { writing, tally, trials: cell.trials, saved: cell.trials.saved };
			const isAdopted = holds(lesson, tally, cell.trials);
			(isAdopted ? rules : refused)?.push(rule);
			if (isAdopted || trialsIn(tally) >= levels.support || isAgainst(tally, levels.precision)) judged.add(idOf(writing));
		}
	}
	const kept = earlier.flatMap(({ writing, evidence, saved }): PairRule[] =>
		writing.kind !== "value" || judged.has(idOf(writing)) ? [] : [{ writing, previous: evidence, saved }],
	);
	const isKept = new Set(kept.map(({ writing }) => (writing.kind === "value" ? idOf(writing) : "")));
	return {
		rules: [...(rules as PairRule[]), ...kept],
		refused: (refused as PairRule[]).filter(({ writing }) => writing.kind === "value" && !isKept.has(idOf(writing))),
	};
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
