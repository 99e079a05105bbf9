/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
import { Controls as ControlWord, Task } from "../../assembly/learn/trial-layout";
import { type Controls, NO_CONTROLS } from "./choose-column";
import type { LearnMemory } from "./learn-kernel";
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
export function noiseOf({ choices }: Web, controls: readonly Controls[] = choices.map((choice) => choice.controls)): Noise {
	const byColumn = new Map<number | undefined, Controls>();
	for (const [site, { column }] of choices.entries()) {
		byColumn.set(column, sumOf([byColumn.get(column) ?? NO_CONTROLS, controls[site] as Controls]));
	}
	const wholeOf = (site: number) => byColumn.get(choices[site]?.column) as Controls;
	const { keys, changed } = sumOf([...byColumn.values()]);
	return {
		bySite: Float64Array.from(controls, (own, site) => {
			const whole = wholeOf(site);
			return shrunk(own.changed, own.keys, whole.changed, whole.keys);
		}),
		provenBySite: Float64Array.from(controls, (own, site) => {
			const whole = wholeOf(site);
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
	readonly #controls: Controls[];

	constructor(web: Web) {
		this.#web = web;
		this.#controls = web.choices.map(() => NO_CONTROLS);
	}

	/** Begins to count those of the sites that have changed. */
	begin(isChanged: (site: number) => boolean): void {
		for (const site of this.#controls.keys()) if (isChanged(site)) this.#controls[site] = NO_CONTROLS;
	}

	/** Counts those of a shard, by tasks that have been tried. */
	run({ memory, address }: TrialMemory, shard: Shard, { start, end }: TaskSpan): void {
		const counts = memory.take(((end - start) / Task.SIZE) * ControlWord.SIZE);
		const { sites } = shard;
		memory.kernel.call.countTasks(address, start, end, counts.start);
		for (let task = start, at = counts.start; task < end; task += Task.SIZE, at += ControlWord.SIZE) {
			const site = sites[memory.word(task + Task.SITE)] as number;
			this.#controls[site] = sumOf([this.#controls[site] as Controls, controlsAt(memory, at)]);
		}
		memory.give(counts);
	}

	noise(): Noise {
		return noiseOf(this.#web, this.#controls);
	}
}

function controlsAt(memory: LearnMemory, at: number): Controls {
	return {
		keys: memory.word(at + ControlWord.KEYS),
		changed: memory.word(at + ControlWord.CHANGED),
		repeated: memory.word(at + ControlWord.REPEATED),
		proven: memory.word(at + ControlWord.PROVEN),
	};
}
