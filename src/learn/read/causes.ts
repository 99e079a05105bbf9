/** The reasons why rows are no evidence, from the counts of the reader and of `learn`. */
import type { LearnCounts } from "../row-batch";
import type { FetchRows } from "./read-fetches";
import type { TrapCounts } from "./trap-rows";

/** Rows that do not count, by a clause on why. */
export type Causes = { readonly [cause: string]: number };

export function causesOf(
	counts: LearnCounts,
	{ empty, faults }: FetchRows["counts"],
	traps: Pick<TrapCounts, "action" | "rows"> | undefined,
): Causes {
	const causes = {
		"cannot be read": faults,
		"have no URL": empty,
		"have no valid URL": counts.invalidUrl - empty - faults,
		"are in traps": traps?.action === "drop" ? traps.rows : 0,
		"are neither http nor https": counts.notHttp,
		"were fetched by another method than GET": counts.method,
		"have another status than 200": counts.status,
		"are truncated": counts.truncated,
		"have no digest, or that of an empty page": counts.noDigest,
		"repeat the URL and the time of another row": counts.repeated,
		"are beyond the sample of a page with more than 131,072 fetches": counts.notSampled,
	};
	return Object.fromEntries(Object.entries(causes).filter(([, count]) => count > 0));
}
