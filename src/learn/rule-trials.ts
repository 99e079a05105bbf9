/** Trials of rules that act, site by site: see assembly/learn/rule-trials.ts. */
import { RuleLink, Rule as RuleWord, Trial } from "../../assembly/learn/trial-layout";
import type { CellsOf } from "./cells";
import type { Rule } from "./rules";
import type { Shard } from "./shard";
import { takeCells } from "./trial-cells";
import { FullKeys, TrialMemory, type TrialSettings } from "./trial-memory";

export class RuleTrials {
	readonly #room: TrialMemory;
	readonly #full: FullKeys;
	#rules: readonly Rule[] = [];

	/** `features`: their number. */
	constructor(features: number, { candidates, share, weighs, engine }: TrialSettings) {
		this.#room = new TrialMemory(features, share, engine);
		this.#full = new FullKeys(this.#room);
		this.#room.set(Trial.WEIGHS, weighs ? 1 : 0);
		this.#room.zeros(Trial.CELL_OF, 4 * candidates);
		this.#room.zeros(Trial.RULES_OF, 4 * features);
	}

	/** Adds the trials of all rules that act at a site to `cells`. `index`: the place of the site in the shard. */
	run(shard: Shard, index: number, rules: readonly Rule[], cells: CellsOf): void {
		if (rules.length === 0) return;
		const room = this.#room;
		room.load(shard);
		this.#begin(rules);
		const [first, end] = [shard.siteStarts[index] as number, shard.siteStarts[index + 1] as number];
		room.memory.kernel.call.tryRules(room.address, this.#full.make(), first, end);
		takeCells(room, shard, shard.sites[index] as number, cells);
	}

	/** Takes up the rules of a site: most sites have those of the site before. */
	#begin(rules: readonly Rule[]): void {
		if (rules.length === this.#rules.length && rules.every((rule, place) => rule === this.#rules[place])) return;
		const { memory } = this.#room;
		const count = rules.reduce((sum, { candidate }) => sum + candidate.features.length, 0);
		const mask = this.#room.octets(Trial.MASK);
		const rulesOf = this.#room.word(Trial.RULES_OF);
		for (const { candidate } of this.#rules) {
			for (const feature of candidate.features) {
				mask[feature] = 0;
				memory.setWord(rulesOf + 4 * feature, 0);
			}
		}
		this.#rules = rules;
		this.#write(this.#room.area(Trial.RULES, RuleWord.SIZE * rules.length + 4 * count), count);
	}

	/** Writes the rules to `address`, and the features of all behind them. */
	#write(address: number, count: number): void {
		const room = this.#room;
		const { memory } = room;
		const links = room.area(Trial.RULE_LINKS, RuleLink.SIZE * count);
		const mask = room.octets(Trial.MASK);
		let features = address + RuleWord.SIZE * this.#rules.length;
		let link = 0;
		// The last rule of a feature comes first in its list: each is written in front of those before.
		for (let place = this.#rules.length - 1; place >= 0; --place) {
			const { candidate } = this.#rules[place] as Rule;
			const rule = address + RuleWord.SIZE * place;
			memory.setWord(rule + RuleWord.CANDIDATE, candidate.id);
			memory.setWord(rule + RuleWord.FEATURES, features);
			memory.setWord(rule + RuleWord.COUNT, candidate.features.length);
			memory.setWord(rule + RuleWord.TURN, 0);
			for (const feature of candidate.features) {
				mask[feature] = 1;
				memory.setWord(features, feature);
				features += 4;
				const first = room.word(Trial.RULES_OF) + 4 * feature;
				memory.setWord(links + RuleLink.SIZE * link + RuleLink.RULE, place);
				memory.setWord(links + RuleLink.SIZE * link + RuleLink.NEXT, memory.word(first));
				memory.setWord(first, ++link);
			}
		}
	}
}
