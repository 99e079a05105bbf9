/** Trials of rules that act, shard by shard: see assembly/learn/rule-trials.ts. */
import { RuleLink, Rule as RuleWord, Trial } from "../../../assembly/learn/trial-layout";
import type { Shard } from "../corpus/shard";
import type { Rules } from "../rules/rules";
import { SiteLists } from "../rules/site-lists";
import type { Ledger } from "./ledger";
import { FullKeys, type SiteColumns, TrialMemory, type TrialSettings } from "./trial-memory";

export class RuleTrials {
	readonly #room: TrialMemory;
	readonly #full: FullKeys;
	readonly #lists: SiteLists;

	/** `features`, `sites`: their numbers. */
	constructor(features: number, sites: number, settings: TrialSettings, rules: Rules) {
		this.#room = new TrialMemory(features, settings);
		this.#full = new FullKeys(this.#room);
		this.#lists = new SiteLists(this.#room.memory, sites, rules);
		const { most } = this.#lists;
		this.#room.zeros(Trial.RULES_OF, 4 * features);
		this.#room.area(Trial.RULES, RuleWord.SIZE * most.rules);
		this.#room.area(Trial.RULE_LINKS, RuleLink.SIZE * most.features);
	}

	/** Adds the trials of the rules of the sites of a shard to the ledger. */
	run(shard: Shard, columns: SiteColumns, ledger: Ledger): void {
		const room = this.#room;
		room.load(shard);
		const { start, end } = room.writeTasks(shard, this.#lists, columns);
		const full = this.#full.make(shard);
		for (let task = start; task < end; ) {
			task = room.memory.kernel.call.tryRuleTasks(room.address, full, task, end);
			ledger.take(room, shard);
		}
	}
}
