/** The rounds of rewrites on a reference, for explanations: assembly/policy/rewrite/rounds.ts runs them. */
import { MAX_ROUNDS } from "../../../assembly/policy/rewrite/room";
import { encoder } from "../../utf8";
import { listRewriteLabel, listRewrites } from "../compile/list-rewrites";
import type { CrawlSettings } from "../crawl-options";
import { placedRewrites, rewriteName } from "../rewrites/rewrite-faults";
import type { Rewrite } from "../schema/policy";
import type { Probe } from "./probe";
import { withoutControls } from "./removals";

/** The rule of a step that says why no rewrite has acted. */
export const UNSTABLE = "rewrite-unstable";

/** The section of steps by rules of the policy itself. */
export const POLICY = "the policy";

/** A rewrite that acted: the key before, and what it made of it. */
interface Round {
	/** Its number, from 1. */
	readonly number: number;
	readonly label: string;
	/** The list that it is from, or the policy. */
	readonly section: string;
	readonly before: string;
	readonly text: string;
}

export interface Rounds {
	readonly rounds: readonly Round[];
	/** Whether they have no end, so that the key is that from before them. */
	readonly isUnstable: boolean;
}

/** `rewrite:NAME`, or `unwrap:NAME`. */
function rewriteLabel(rewrite: Rewrite): string {
	return `${rewrite.to === undefined ? "unwrap" : "rewrite"}:${withoutControls(rewriteName(rewrite))}`;
}

type RoundSettings = Pick<CrawlSettings, "policy" | "lists">;

/** The rounds that a reference takes. */
export function roundsOf(reference: Uint8Array, { policy = {}, lists }: RoundSettings, probe: Probe): Rounds {
	const known = [
		...placedRewrites(policy).map(([rewrite]) => ({ label: rewriteLabel(rewrite), section: POLICY })),
		...[...listRewrites(policy, lists).values()]
			.flat()
			.map((rewrite) => ({ label: withoutControls(listRewriteLabel(rewrite)), section: rewrite.list })),
	];
	if (known.length === 0) return { rounds: [], isUnstable: false };
	const plain = probe.atRounds(0);
	const rounds: Round[] = [];
	let key = plain.key(reference);
	while (key !== undefined) {
		const rewrite = probe.rewriteOf(encoder.encode(key));
		if (rewrite === undefined) return { rounds, isUnstable: false };
		if (rounds.length === MAX_ROUNDS) break;
		const { label, section } = known[rewrite.number - 1] as (typeof known)[number];
		rounds.push({ ...rewrite, label, section, before: key });
		key = plain.key(encoder.encode(rewrite.text));
	}
	return { rounds: [], isUnstable: true };
}
