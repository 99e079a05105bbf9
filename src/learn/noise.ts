/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
import { Controls as ControlWord, Task } from "../../assembly/learn/trial-layout";
import type { DigestChoice } from "./choose-column";
import { type Controls, SiteControls } from "./controls";
import type { Shard } from "./shard";
import type { TaskSpan, TrialMemory } from "./trial-memory";
import type { Web } from "./web";

/** Controls of the crawl that a site's are shrunk to. */
const SHRINKAGE = 20;

export interface Noise {
	/** For each site, the share of controls that change; and of those that repeat a digest. */
	readonly bySite: Float64Array;
	readonly provenBySite: Float64Array;
	/** Keys fetched twice or more, and those of them that changed. */
	readonly keys: number;
	readonly changed: number;
}

/** The share of controls that changed, by site, shrunk to that of all sites that use the same column. */
export function noiseOf({ choices }: Web, controlsAt = (site: number) => (choices[site] as DigestChoice).controls): Noise {
	const byColumn = new Map<number | undefined, Controls>();
	const columns = choices.map(({ column }) => column);
	for (const column of new Set(columns)) {
		byColumn.set(column, sumOf(columns.flatMap((own, site) => (own === column ? controlsAt(site) : []))));
	}
	const wholeOf = (site: number) => byColumn.get(choices[site]?.column) as Controls;
	const { keys, changed } = sumOf([...byColumn.values()]);
	return {
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
	return { bySite, provenBySite: new Float64Array(choices.length), keys: 0, changed: 0 };
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

	noise(): Noise {
		return noiseOf(this.#web, (site) => this.#controls.at(site));
	}
}
