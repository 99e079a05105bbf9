/** Trials of random rules and bundles on a shard. */

import { Feature } from "../../../../assembly/learn/layout";
import { ShardMap } from "../../../../assembly/learn/shard-layout";
import { Cell, Controls, Task, Trial, Vote } from "../../../../assembly/learn/trial-layout";
import type { LearnMemory } from "../../../seams/kernels";
import {
	type Candidate,
	Ledger,
	Rules,
	RuleTrials,
	type Shard,
	SiteLists,
	TrialMemory,
	type TrialSettings,
	Trials,
	Votes,
} from "../../../seams/learn";
import type { Next } from "./learn-memory";

/** A shard of some sites and features, and the columns that its sites use. */
interface Tried {
	readonly shard: Shard;
	readonly sites: number;
	readonly features: number;
	readonly columns: Int8Array;
}

/** Cells and controls of trials of candidates that no rule erases, and cells of rules that act. */
export function makeTrials(memory: LearnMemory, shard: Shard, next: Next, sites: number, features: number): unknown[] {
	const columns = Int8Array.from({ length: sites }, () => next(shard.columns.length + 1) - (next(4) === 0 ? 1 : 0)).map(
		(column) => Math.min(column, shard.columns.length - 1),
	);
	const tried = { shard, sites, features, columns };
	const count = features > Feature.NAMED ? 1 + next(3) : 0;
	// Pairs have room beside each other.
	const most = next(2) === 0 ? 1 : 7;
	const bundles = Array.from({ length: count }, (_, number) => candidate(features + number, 2 + next(most), features, next));
	const settings: TrialSettings = {
		candidates: features + bundles.length,
		share: (["learned", "held", "all"] as const)[next(3)] ?? "all",
		weighs: next(2) === 0,
		memory,
	};
	const rules = rulesOf(tried, bundles, next);
	const ofAll = next(2) === 0 ? singles(tried, settings, rules, bundles, next) : inSteps(tried, settings, rules, next);
	return [ofAll, ofRules(tried, settings, rules), controls(tried, settings, rules)];
}

/** Its votes stay in memory. */
function ledgerOf({ memory }: TrialSettings): Ledger {
	return new Ledger(memory, new Votes({ memory, octets: 1 << 24, folder: "" }));
}

/** A candidate of several names: features of the structure are in none. */
function candidate(id: number, count: number, features: number, next: Next): Candidate {
	const chosen = new Set(Array.from({ length: count }, () => Feature.NAMED + next(features - Feature.NAMED)));
	return { id, label: `${id}`, features: [...chosen] };
}

/** Some rules act everywhere but at some sites, others only at some sites. */
function rulesOf({ sites, features }: Tried, bundles: readonly Candidate[], next: Next): Rules {
	const rules = new Rules();
	for (let count = next(6); count > 0; --count) {
		const feature = next(features);
		const rule = rules.of(
			(next(3) === 0 ? bundles[next(bundles.length)] : undefined) ?? { id: feature, label: "", features: [feature] },
		);
		const some = Array.from({ length: sites }, (_, site) => site).filter(() => next(3) === 0);
		if (next(2) === 0) rules.adoptEverywhere(rule, some);
		else for (const site of some) rules.adoptAt(rule, site);
	}
	return rules;
}

function singles(
	{ shard, sites, features, columns }: Tried,
	settings: TrialSettings,
	rules: Rules,
	bundles: readonly Candidate[],
	next: Next,
): unknown {
	const single = Uint8Array.from({ length: features }, () => Math.min(1, next(4)));
	const ofSites = Array.from({ length: sites }, () => bundles.filter(() => next(2) === 0));
	const ledger = ledgerOf(settings);
	new Trials(single, settings, rules, disjoint(ofSites)).run(shard, columns, ledger);
	return [...ledger.words()];
}

/** A feature is in one bundle of a site at most. */
function disjoint(bundles: readonly (readonly Candidate[])[]): Candidate[][] {
	return bundles.map((ofSite) => {
		const taken = new Set<number>();
		return ofSite.filter(({ features }) => {
			if (features.some((feature) => taken.has(feature))) return false;
			for (const feature of features) taken.add(feature);
			return true;
		});
	});
}

function ofRules({ shard, sites, features, columns }: Tried, settings: TrialSettings, rules: Rules): unknown {
	const ledger = ledgerOf(settings);
	new RuleTrials(features, sites, settings, rules).run(shard, columns, ledger);
	return [...ledger.words()];
}

/** Trials in a room that is too small for the cells of all sites at once. */
function inSteps({ shard, sites, features, columns }: Tried, settings: TrialSettings, rules: Rules, next: Next): unknown[] {
	const { memory } = settings;
	const room = new TrialMemory(features, settings);
	room.octets(Trial.SINGLE).fill(1);
	room.area(Trial.BUNDLES, 4);
	room.load(shard);
	const least = 2 * shard.word(ShardMap.MOST_SITE_PARTS);
	room.set(Trial.CELL_ROOM, least + next(40));
	room.set(Trial.VOTE_ROOM, least + next(40));
	const { start, end } = room.writeTasks(shard, new SiteLists(memory, sites, rules), columns);
	const made: unknown[] = [];
	for (let task = start; task < end; ) {
		task = memory.kernel.call.tryTasks(room.address, task, end);
		const [cells, votes] = [room.word(Trial.CELL_COUNT), room.word(Trial.VOTE_COUNT)];
		made.push(task - start, [...memory.octets(room.word(Trial.CELLS), cells * Cell.SIZE)], votesOf(room, votes));
		room.set(Trial.CELL_COUNT, 0);
		room.set(Trial.VOTE_COUNT, 0);
	}
	return made;
}

/** Cells and hashes of votes: their headers are not written yet. */
function votesOf(room: TrialMemory, count: number): number[][] {
	const start = room.word(Trial.VOTES) + Vote.CELL;
	return Array.from({ length: count }, (_, vote) => [...room.memory.octets(start + vote * Vote.SIZE, Vote.SIZE - Vote.CELL)]);
}

function controls({ shard, sites, features, columns }: Tried, settings: TrialSettings, rules: Rules): unknown {
	const { memory } = settings;
	const room = new TrialMemory(features, settings);
	room.area(Trial.BUNDLES, 4);
	room.load(shard);
	const { start, end } = room.writeTasks(shard, new SiteLists(memory, sites, rules), columns);
	const octets = ((end - start) / Task.SIZE) * Controls.SIZE;
	const to = memory.take(octets).start;
	memory.kernel.call.countTasks(room.address, start, end, to);
	const ofKeys = [...memory.octets(to, octets)];
	return [ofKeys, ...shard.columns.map((_, column) => [...shard.digestsBySite(column)])];
}
