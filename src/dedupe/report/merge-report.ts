/**
 * The content of a report of `dedupe`: collected while lines are read, in bounded memory.
 *
 * ```
 *   duplicates ──▶ hosts, classes, sample by reason ──┐
 *   rejects    ──▶ counts and examples by code ───────┴──▶ ReportData ──▶ page.ts: HTML │ JSON
 * ```
 */
import type { RunCounts } from "../../files/output/sink";
import { type Batch, rejectedLine, rejectsOf } from "../../lines/batch";
import type { MergeMemory } from "../audit/merge-memory";
import { ClassMembers, type LargeClass, type SizeGroup } from "./class-members";
import { beginningOf, type Excerpt, excerptOf, hostOf, MAX_OCTETS } from "./excerpt";
import { TopCounts } from "./top-counts";

const MAX_HOSTS = 50;
/** Examples of a code of rejects. */
const MAX_EXAMPLES = 5;
/** Duplicates in the sample by reason, and reasons that have a sample of their own. */
const SAMPLE_SIZE = 100;
const MAX_SAMPLES = 40;

/** A line, or the reference of a row, with its number, from 1. */
export interface ReportLine extends Excerpt {
	readonly line: number;
}

/** Facts about the run that the caller knows, and the counts of its summary. */
export interface ReportRun extends RunCounts {
	readonly version: string;
	readonly command: readonly string[];
	/** When the run ended, as by RFC 3339. */
	readonly date: string;
	/** The rules by which lines count as equal: identity of the profile or policy, level, lists. */
	readonly rules: { readonly [name: string]: string | readonly string[] };
	/** Duplicates by reason: the level on which they are equal, or rules joined by "+". "-": an earlier run kept the line. */
	readonly merges: { readonly [reason: string]: number };
}

/** A report, as it is in the file with --report FILE.json. */
export interface ReportData extends ReportRun {
	/** Hosts of kept lines with the number of duplicates, the most frequent ones. `null`: lines without a host. */
	readonly hosts: readonly { readonly host: string | null; readonly duplicates: number }[];
	/** Duplicates of all other hosts. */
	readonly otherHosts: number;
	/** The most by which counts of hosts may be too low. */
	readonly hostError: number;
	/** Classes with at least one duplicate in this run, by their size. */
	readonly sizes: readonly SizeGroup[];
	readonly largest: readonly LargeClass[];
	readonly rejected: readonly { readonly code: string; readonly count: number; readonly examples: readonly ReportLine[] }[];
	readonly sample: readonly SampledMerge[];
}

export interface SampledMerge {
	readonly reason: string;
	/** Undefined if an earlier run kept it. */
	readonly kept?: ReportLine | undefined;
	readonly dropped: ReportLine;
}

/** A duplicate. `kept` is undefined if only an earlier run knows the line. */
export interface Merge {
	readonly reason: string;
	readonly kept: Uint8Array | undefined;
	readonly keptLine: number;
	readonly dropped: Uint8Array;
	readonly droppedLine: number;
}

/** Stands for lines without a host: no host is empty. */
const NO_HOST = "";

export class MergeReport {
	readonly #hosts = new TopCounts();
	readonly #classes: ClassMembers;
	readonly #samples = new Map<string, Sample<Merge>>();
	readonly #rejects = new Map<string, { count: number; examples: ReportLine[] }>();

	/** Puts temporary files in `folder`. `memory`: octets for the sizes of classes. Throws Failure. */
	constructor(folder: string, memory: number) {
		this.#classes = new ClassMembers(folder, memory);
	}

	/** Octets of temporary files. */
	get tempOctets(): number {
		return this.#classes.length;
	}

	/** Throws Failure. */
	addMerge(merge: Merge): void {
		const { reason, kept, keptLine, dropped } = merge;
		this.#hosts.countName(hostOf(kept ?? dropped) ?? NO_HOST);
		if (kept !== undefined) this.#classes.addMember(kept, keptLine, dropped);
		this.#sampleFor(reason).offerItem(() => copyOf(merge));
	}

	/** Adds the duplicates [from, count). `reasons`: that of each; by default, all have this one. Throws Failure. */
	addMerges(memory: MergeMemory, from: number, count: number, reasons: readonly string[] | string): void {
		memory.writeMembers(MAX_OCTETS + 1, from, count, (records) => this.#classes.addRecords(records));
		this.#addHosts(memory, from, count);
		if (typeof reasons === "string") {
			this.#sampleFor(reasons).addMany(count - from, (place) => copyOf(memory.mergeOf(from + place, reasons)));
			return;
		}
		for (let duplicate = from; duplicate < count; ++duplicate) {
			const reason = reasons[duplicate - from] as string;
			this.#sampleFor(reason).offerItem(() => copyOf(memory.mergeOf(duplicate, reason)));
		}
	}

	#addHosts(memory: MergeMemory, from: number, count: number): void {
		const places = memory.hostsOf(MAX_OCTETS, from, count);
		for (let place = 0; place < places.length; place += 2) {
			const start = places[place] as number;
			if (start > 0) this.#hosts.addOctets(memory.kernel.octets, start, places[place + 1] as number);
			else this.#hosts.countName(hostOf(memory.keptOrDropped(from + place / 2)) ?? NO_HOST);
		}
	}

	/** Adds the rejects of a batch. */
	addRejects(batch: Batch): void {
		for (const [index, { line, code }] of rejectsOf(batch).entries()) {
			if (code !== "comment") this.addReject(code, line, rejectedLine(batch, index));
		}
	}

	/** Adds a rejected line, or the reference of a rejected row. */
	addReject(code: string, line: number, octets: Uint8Array): void {
		const rejects = this.#rejects.get(code) ?? { count: 0, examples: [] };
		this.#rejects.set(code, rejects);
		++rejects.count;
		if (rejects.examples.length < MAX_EXAMPLES) rejects.examples.push({ line, ...excerptOf(octets) });
	}

	/** Throws Failure. */
	data(run: ReportRun): ReportData {
		const hosts = this.#hosts.top(MAX_HOSTS).map(([host, duplicates]) => ({ host: host || null, duplicates }));
		const listed = hosts.reduce((sum, { duplicates }) => sum + duplicates, 0);
		const { sizes, largest } = this.#classes.summarize();
		const rejected = [...this.#rejects].map(([code, { count, examples }]) => ({ code, count, examples }));
		const sampled = [...this.#samples.values()].flatMap(({ items }) => items);
		return {
			...run,
			hosts,
			otherHosts: run.duplicates - listed,
			hostError: this.#hosts.error,
			sizes,
			largest,
			rejected: rejected.sort((a, b) => b.count - a.count),
			sample: sampled.sort((a, b) => a.droppedLine - b.droppedLine).map(sampledMerge),
		};
	}

	/** Reasons beyond the first ones share a sample. */
	#sampleFor(reason: string): Sample<Merge> {
		const name = this.#samples.has(reason) || this.#samples.size < MAX_SAMPLES ? reason : "";
		const sample = this.#samples.get(name) ?? new Sample(SAMPLE_SIZE);
		this.#samples.set(name, sample);
		return sample;
	}
}

/** A copy of the parts that a sample shows. */
function copyOf(merge: Merge): Merge {
	return { ...merge, kept: merge.kept && beginningOf(merge.kept), dropped: beginningOf(merge.dropped) };
}

function sampledMerge({ reason, kept, keptLine, dropped, droppedLine }: Merge): SampledMerge {
	return {
		reason,
		...(kept !== undefined && { kept: { line: keptLine, ...excerptOf(kept) } }),
		dropped: { line: droppedLine, ...excerptOf(dropped) },
	};
}

/** A uniform sample of a sequence of unknown length: reservoir sampling, Algorithm R. Equal runs choose the same items. */
class Sample<Item> {
	readonly #limit: number;
	readonly items: Item[] = [];
	#count = 0;
	#state = 1;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Takes the next item of the sequence, which is only created if it is chosen. */
	offerItem(create: () => Item): void {
		const place = this.#count < this.#limit ? this.#count : this.#random(this.#count + 1);
		++this.#count;
		if (place < this.#limit) this.items[place] = create();
	}

	/** Takes the next `count` items, of which `create` creates those that are chosen, by their places among them. */
	addMany(count: number, create: (place: number) => Item): void {
		for (let place = 0; place < count; ++place) this.offerItem(() => create(place));
	}

	/** A number below `limit`, from a linear congruential generator. */
	#random(limit: number): number {
		this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
		return Math.floor((this.#state / 2 ** 32) * limit);
	}
}
