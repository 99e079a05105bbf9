/** Trials of single features and of bundles, shard by shard: see assembly/learn/trials.ts. */
import { Trial } from "../../../assembly/learn/trial-layout";
import type { Shard } from "../corpus/shard";
import type { Candidate } from "../rules/candidates";
import type { Rules } from "../rules/rules";
import { SiteLists } from "../rules/site-lists";
import type { Ledger } from "./ledger";
import type { CurrentControls } from "./noise";
import { type SiteColumns, TrialMemory, type TrialSettings } from "./trial-memory";

/** Max bundles of a site: the kernel has an octet for the place of each. */
const MAX_BUNDLES = 255;

export class Trials {
	readonly #room: TrialMemory;
	readonly #lists: SiteLists;

	/** `single`: 1 for features that are candidates. `rules`: those so far. `bundles`: those of each site. */
	constructor(single: Uint8Array, settings: TrialSettings, rules: Rules, bundles: readonly (readonly Candidate[])[]) {
		this.#room = new TrialMemory(single.length, settings);
		this.#room.octets(Trial.SINGLE).set(single);
		this.#room.area(Trial.BUNDLES, 4 * MAX_BUNDLES);
		this.#lists = new SiteLists(this.#room.memory, bundles.length, rules, (site) =>
			(bundles[site] as readonly Candidate[]).slice(0, MAX_BUNDLES),
		);
	}

	/**
	 * Adds the trials of the sites of a shard to the ledger, and their controls to `controls`, if given. `columns`: those that sites
	 * use.
	 */
	run(shard: Shard, columns: SiteColumns, ledger: Ledger, controls?: CurrentControls): void {
		const room = this.#room;
		room.load(shard);
		const tasks = room.writeTasks(shard, this.#lists, columns);
		const { start, end } = tasks;
		for (let task = start; task < end; ) {
			task = room.memory.kernel.call.tryTasks(room.address, task, end);
			ledger.take(room, shard);
		}
		controls?.run(room, shard, tasks);
	}
}
