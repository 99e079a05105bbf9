/** Finds the effects of single rules, by running the kernel with only some of them. */

import { UNCHANGED } from "../../../assembly/layout/addresses";
import { CrawlAddress, RuleLimit } from "../../../assembly/layout/crawl-addresses";
import { CrawlFlag } from "../../../assembly/layout/crawl-options";
import { Rewriting } from "../../../assembly/layout/crawl-state";
import { Level } from "../../../assembly/layout/options";
import { MAX_REMOVALS, MAX_STEPS } from "../../../assembly/policy/limits";
import { MAX_QUESTIONS, MAX_ROUNDS } from "../../../assembly/policy/rewrite/room";
import { decode, decodeUtf8 } from "../../reference/transcode";
import type { CrawlWorkspace } from "../crawl-kernel";
import type { CrawlSettings } from "../crawl-options";
import type { Origin } from "../policy/key-options";
import { ruleOf, traced } from "./removals";

/** All rules of keys. */
export const ALL = -1;

/** The rules that run: sets of `Rule` and `KeyRule`. */
export interface Limits {
	readonly base?: number;
	readonly key?: number;
	/** Number of the origin whose entries do not apply. */
	readonly withoutOrigin?: number;
	/** Number of steps of rules that repeat. */
	readonly steps?: number;
	/** Number of the rewrite that does not act, from 1. */
	readonly withoutRewrite?: number;
}

/** A piece that is removed by name, as the key base has it, and the rule. */
export interface RemovedPiece {
	readonly piece: string;
	readonly rule: string;
}

export class Probe {
	readonly #settings: CrawlSettings;
	readonly #workspace: CrawlWorkspace;
	readonly #origins: readonly (Origin | undefined)[];
	readonly #rounds: number;

	/** `origins` belong to the program on the workspace. `rounds`: of rewrites, at most. */
	constructor(
		settings: CrawlSettings,
		workspace: CrawlWorkspace,
		origins: readonly (Origin | undefined)[],
		rounds: number = MAX_ROUNDS,
	) {
		this.#settings = settings;
		this.#workspace = workspace;
		this.#origins = origins;
		this.#rounds = rounds;
	}

	/** The same with another number of rounds of rewrites. */
	atRounds(rounds: number): Probe {
		return new Probe(this.#settings, this.#workspace, this.#origins, rounds);
	}

	/** The rewrite that acts on a key, a number from 1, and the text that it makes; undefined if none acts. `only`: no other may. */
	rewriteOf(key: Uint8Array, only = 0): { readonly number: number; readonly text: string } | undefined {
		return this.#withRewrites({ rounds: 1, only }, () => {
			this.#form(key, CrawlFlag.KEY);
			const number = this.#rewriting(Rewriting.LAST);
			const text = () => decodeUtf8(this.#workspace, this.#rewriting(Rewriting.TEXT), this.#rewriting(Rewriting.TEXT_END));
			return number === 0 ? undefined : { number, text: text() };
		});
	}

	/** Whether rewrites have no end for a reference, so that none acts. */
	isEndless(reference: Uint8Array): boolean {
		return this.#withRewrites({ rounds: MAX_ROUNDS }, () => {
			this.#form(reference, CrawlFlag.KEY);
			return this.#rewriting(Rewriting.IS_UNSTABLE) !== 0;
		});
	}

	/** The key of a reference by some of the rules; undefined if it has none. */
	key(reference: Uint8Array, limits: Limits = {}): string | undefined {
		return this.#limited(reference, limits, CrawlFlag.KEY);
	}

	/** The URL to fetch by some of the rules; undefined if the reference has none. */
	fetch(reference: Uint8Array, limits: Limits): string | undefined {
		return this.#limited(reference, limits, 0);
	}

	/** The number of steps that rules take which repeat, and the rule of the last, a bit. */
	stepsOf(reference: Uint8Array, limits: Limits): { readonly count: number; readonly last: number } {
		return this.#withLimits(limits, () => {
			this.#form(reference, CrawlFlag.KEY);
			const { words } = this.#workspace.kernel;
			const word = (field: RuleLimit) => words[(CrawlAddress.RULE_LIMITS + field) >> 2] as number;
			return { count: word(RuleLimit.STEPS), last: word(RuleLimit.LAST_STEP) };
		});
	}

	/** The pieces that the rules remove by name, in the order of the query, each with its rule: `tracking@1:gclid`. */
	removals(reference: Uint8Array, limits: Limits): RemovedPiece[] {
		// The first run enlarges the workspace, where that is necessary.
		if (this.key(reference, limits) === undefined) return [];
		const workspace = this.#workspace;
		// Not `key`, which moves the key to where the pieces are.
		const records = traced(workspace, () => this.#withLimits(limits, () => this.#run("both", reference, this.#settings.word)));
		return records.map(({ start, end, origin }) => ({
			piece: decode(workspace, start, end),
			rule: ruleOf(this.#origins[origin]),
		}));
	}

	/** The key without the pieces that the rule of this name removes from the query. */
	keyWithout(reference: Uint8Array, rule: string): string | undefined {
		const withoutOrigin = this.#origins.findIndex((origin) => origin !== undefined && ruleOf(origin) === rule);
		return this.key(reference, { withoutOrigin });
	}

	/** The URL of the URL Standard, whatever the profile; undefined if it is none. Requires: no policy. */
	url(reference: Uint8Array): string | undefined {
		return this.#form(reference, 0, ~CrawlFlag.PROFILE);
	}

	#rewriting(field: Rewriting): number {
		return this.#workspace.kernel.words[(CrawlAddress.REWRITES + field) >> 2] as number;
	}

	#limited(reference: Uint8Array, limits: Limits, flag: number): string | undefined {
		return this.#withLimits(limits, () => this.#form(reference, flag));
	}

	#withLimits<Result>(
		{ base = Level.SCHEME, key = ALL, withoutOrigin = 0, steps = MAX_STEPS, withoutRewrite = 0 }: Limits,
		run: () => Result,
	): Result {
		const { call } = this.#workspace.kernel;
		call.limitRules(base, key, MAX_REMOVALS, withoutOrigin, steps);
		try {
			return this.#withRewrites({ rounds: this.#rounds, without: withoutRewrite }, run);
		} finally {
			call.limitRules(Level.SCHEME, ALL, MAX_REMOVALS, 0, MAX_STEPS);
		}
	}

	/** Runs with some rounds of rewrites, of which `only` may act, or all but `without`. */
	#withRewrites<Result>(
		{ rounds, only = 0, without = 0 }: { rounds: number; only?: number; without?: number },
		run: () => Result,
	): Result {
		const set = (...words: readonly [rounds: number, only: number, without: number]) =>
			this.#workspace.kernel.words.set(words, (CrawlAddress.REWRITES + Rewriting.MAX_ROUNDS) >> 2);
		set(rounds, only, without);
		try {
			return run();
		} finally {
			set(MAX_ROUNDS, 0, 0);
		}
	}

	#form(reference: Uint8Array, flag: number, mask = -1): string | undefined {
		const workspace = this.#workspace;
		const end = this.#run("normalize", reference, (this.#settings.word & mask) | flag);
		if (end < 0) return undefined;
		const { input, output } = workspace;
		return end === UNCHANGED ? decodeUtf8(workspace, input, input + reference.length) : decodeUtf8(workspace, output, end);
	}

	#run(name: "normalize" | "both", reference: Uint8Array, word: number): number {
		const workspace = this.#workspace;
		workspace.reserve(reference.length);
		workspace.inputOctets.set(reference);
		const { kernel, input, output } = workspace;
		const run = () => kernel.call[name](word, input, input + reference.length, output);
		let end = run();
		for (let asked = 0; asked < MAX_QUESTIONS && workspace.answer(-end, this.#settings); ++asked) end = run();
		return end;
	}
}
