/** Finds out what single rules do, by running the kernel with some of them only. */
import { CrawlFlag } from "../../assembly/crawl-options";
import { UNCHANGED } from "../../assembly/layout";
import { Level } from "../../assembly/options";
import { MAX_REMOVALS } from "../../assembly/policy/limits";
import { decodeUtf8 } from "../reference/transcode";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import type { Origin } from "./key-options";
import { ruleOf, traced } from "./removals";

/** All rules of keys. */
export const ALL = -1;

/** Which rules run: sets of `Rule` and `KeyRule`; and how many pieces of the query are removed by name. */
export interface Limits {
	readonly base?: number;
	readonly key?: number;
	readonly removals?: number;
	/** Number of the origin whose entries do not apply. */
	readonly withoutOrigin?: number;
}

export class Probe {
	readonly #settings: CrawlSettings;
	readonly #workspace: CrawlWorkspace;
	readonly #origins: readonly (Origin | undefined)[];

	/** `origins` belong to the program on the workspace. */
	constructor(settings: CrawlSettings, workspace: CrawlWorkspace, origins: readonly (Origin | undefined)[]) {
		this.#settings = settings;
		this.#workspace = workspace;
		this.#origins = origins;
	}

	/** The key of a reference by some of the rules; undefined if it has none. */
	key(reference: Uint8Array, limits: Limits = {}): string | undefined {
		return this.#limited(reference, limits, CrawlFlag.KEY);
	}

	/** The URL to fetch by some of the rules; undefined if the reference has none. */
	fetch(reference: Uint8Array, limits: Limits): string | undefined {
		return this.#limited(reference, limits, 0);
	}

	/** What the rules remove by name, in the order of the query: `tracking@1:gclid`. */
	removals(reference: Uint8Array, limits: Limits): string[] {
		// The first run enlarges the workspace, where that is necessary.
		if (this.key(reference, limits) === undefined) return [];
		return traced(this.#workspace, () => this.key(reference, limits)).map(({ origin }) => ruleOf(this.#origins[origin]));
	}

	/** The key without what the rule of this name removes from the query. */
	keyWithout(reference: Uint8Array, rule: string): string | undefined {
		const withoutOrigin = this.#origins.findIndex((origin) => origin !== undefined && ruleOf(origin) === rule);
		return this.key(reference, { withoutOrigin });
	}

	/** The URL of the URL Standard, whatever the profile; undefined if it is none. Requires: no policy. */
	url(reference: Uint8Array): string | undefined {
		return this.#form(reference, 0, ~CrawlFlag.PROFILE);
	}

	#limited(reference: Uint8Array, limits: Limits, flag: number): string | undefined {
		const { base = Level.SCHEME, key = ALL, removals = MAX_REMOVALS, withoutOrigin = 0 } = limits;
		const { call } = this.#workspace.kernel;
		call.limitRules(base, key, removals, withoutOrigin);
		try {
			return this.#form(reference, flag);
		} finally {
			call.limitRules(Level.SCHEME, ALL, MAX_REMOVALS, 0);
		}
	}

	#form(reference: Uint8Array, flag: number, mask = -1): string | undefined {
		const workspace = this.#workspace;
		const word = this.#settings.word & mask;
		workspace.reserve(reference.length);
		workspace.inputOctets.set(reference);
		const { kernel, input, output } = workspace;
		const run = () => kernel.call.normalize(word | flag, input, input + reference.length, output);
		const first = run();
		const end = workspace.answer(-first, this.#settings) ? run() : first;
		if (end < 0) return undefined;
		return end === UNCHANGED ? decodeUtf8(workspace, input, input + reference.length) : decodeUtf8(workspace, output, end);
	}
}
