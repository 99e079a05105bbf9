/** Noise: the rate at which a page differs from itself. A rule is judged by the excess over it. */
import { Controls as ControlWord, Task } from "../../../assembly/learn/trial-layout";
import type { DigestChoice } from "../corpus/choose-column";
import { type Controls, SiteControls } from "../corpus/controls";
import type { Shard } from "../corpus/shard";
import type { Web } from "../corpus/web";
import type { TaskSpan, TrialMemory } from "./trial-memory";

/** Controls of the crawl that a site's are shrunk to. */
const SHRINKAGE = 20;
/** Controls that a domain counts for in those of the crawl, at most: anyone can have a thousand hosts whose pages change. */
const MAX_CONTROLS = 200;

export interface Noise {
	/** For each site, the share of controls that change; and of those that repeat a digest. */
	readonly bySite: Float64Array;
	readonly provenBySite: Float64Array;
	/** For each site, the share of controls of the crawl that change, of sites with the same column. */
	readonly crawlBySite: Float64Array;
	/** Keys fetched at least twice, and of these, keys that changed. */
	readonly keys: number;
	readonly changed: number;
}

/** The share of controls that changed, by site, shrunk to that of all sites that use the same column. `voters`: the domain of each. */
export function noiseOf(
	{ choices }: Web,
	voters: readonly string[],
	controlsAt = (site: number) => (choices[site] as DigestChoice).controls,
): Noise {
	const byColumn = new Map<number | undefined, Controls>();
	const columns = choices.map(({ column }) => column);
	for (const column of new Set(columns)) {
		const sites = columns.flatMap((own, site) => (own === column ? site : []));
		byColumn.set(column, wholeCrawl(sites, voters, controlsAt));
	}
	const wholeOf = (site: number) => byColumn.get(choices[site]?.column) as Controls;
	const { keys, changed } = sumOf(choices.map((_, site) => controlsAt(site)));
	return {
		crawlBySite: Float64Array.from(choices, (_, site) => wholeOf(site).changed / Math.max(1, wholeOf(site).keys)),
		bySite: Float64Array.from(choices, (_, site) => {
			const [own, whole] = [controlsAt(site), wholeOf(site)];
			return shrunk(own.changed, own.keys, whole.changed, whole.keys);
		}),
		provenBySite: Float64Array.from(choices, (_, site) => {
			const [own, whole] = [controlsAt(site), wholeOf(site)];
			return shrunk(own.proven, own.repeated, whole.proven, whole.repeated);
		}),
		keys,
		changed,
	};
}

/** The controls of sites, those of a domain as 200 at most. */
function wholeCrawl(sites: readonly number[], voters: readonly string[], controlsAt: (site: number) => Controls): Controls {
	const byVoter = new Map<string, Controls>();
	for (const site of sites) {
		const voter = voters[site] as string;
		const known = byVoter.get(voter);
		byVoter.set(voter, known === undefined ? controlsAt(site) : sumOf([known, controlsAt(site)]));
	}
	return sumOf(Array.from(byVoter.values(), limited));
}

function limited({ keys, changed, repeated, proven }: Controls): Controls {
	const weight = Math.min(1, MAX_CONTROLS / Math.max(1, keys));
	return { keys: weight * keys, changed: weight * changed, repeated: weight * repeated, proven: weight * proven };
}

function sumOf(all: readonly Controls[]): Controls {
	const sum = (member: keyof Controls) => all.reduce((total, controls) => total + controls[member], 0);
	return { keys: sum("keys"), changed: sum("changed"), repeated: sum("repeated"), proven: sum("proven") };
}

function shrunk(own: number, of: number, whole: number, ofWhole: number): number {
	return (own + (SHRINKAGE * whole) / Math.max(1, ofWhole)) / (of + SHRINKAGE);
}

/** The same noise for all sites. */
export function evenNoise({ choices }: Web, share: number): Noise {
	const bySite = new Float64Array(choices.length).fill(share);
	return { bySite, provenBySite: new Float64Array(choices.length), crawlBySite: bySite, keys: 0, changed: 0 };
}

/** The controls of current keys: those that rules leave. Fewer keys are fetched more often. */
export class CurrentControls {
	readonly #web: Web;
	readonly #controls: SiteControls;

	constructor(web: Web) {
		this.#web = web;
		this.#controls = new SiteControls(web.choices.length);
	}

	/** Begins to count those of the sites that have changed. */
	begin(isChanged: (site: number) => boolean): void {
		for (let site = 0; site < this.#controls.sites; ++site) if (isChanged(site)) this.#controls.clear(site);
	}

	/** Counts those of a shard, by tasks that have been tried. */
	run({ memory, address }: TrialMemory, shard: Shard, { start, end }: TaskSpan): void {
		const counts = memory.take(((end - start) / Task.SIZE) * ControlWord.SIZE);
		memory.kernel.call.countTasks(address, start, end, counts.start);
		const { sites } = shard;
		const { words } = memory.kernel;
		for (let task = start, at = counts.start >> 2; task < end; task += Task.SIZE, at += ControlWord.SIZE >> 2) {
			this.#controls.addFrom(sites[words[(task + Task.SITE) >> 2] as number] as number, words, at);
		}
		memory.give(counts);
	}

	noise(voters: readonly string[]): Noise {
		return noiseOf(this.#web, voters, (site) => this.#controls.at(site));
	}
}
