/**
 * Removes duplicates by two readings: for long lists in files, for any list in little memory, and for tables whose rows are chosen or counted
 * by class.
 *
 * ```
 *   references ──▶ normalize, hash ──▶ 64 to 1,024 streams of fingerprints ──▶ temporary file          first-pass.ts
 *   temporary file ──▶ one partition at a time in a table in the cache ──▶ 2 bits a reference          second-pass.ts
 *   references, again ──▶ fates.ts, or lines to keep: copied if they are in normal form ──▶ output     third-pass.ts
 * ```
 */
import { TemporaryFile } from "../../files/output/temporary-file";
import type { Source } from "../../job/source";
import type { Batch } from "../../lines/batch";
import { leaveFetchForms } from "../../lines/fingerprints";
import { comparesMembers } from "../classes/class-choice";
import { ClassValues } from "../classes/class-values";
import { ClassWinners } from "../classes/class-winners";
import type { DedupeJob } from "../job";
import type { Plan } from "../plan";
import type { MemoryIndex } from "../seen/index";
import { runKey } from "../seen/run-key";
import type { KnownStore } from "../seen/seen-file";
import type { Selection } from "../selection";
import { BlockFile } from "./block-file";
import { DroppedLines, DroppedRows } from "./dropped-lines";
import { Fates } from "./fates";
import { FirstPass } from "./first-pass";
import { passRulesOf } from "./pass-rules";
import { PassesCrew } from "./passes-crew";
import { Readings } from "./readings";
import { type Findings, type KnownKeys, SecondPass } from "./second-pass";
import { SetSpool } from "./set-spool";
import { thirdPass } from "./third-pass";

/** The counts of a run. */
interface PassesCounts {
	/** Number of references that the passes have read, and of duplicates among them. */
	readonly lines: number;
	readonly duplicates: number;
	/** Octets of the temporary files. */
	readonly tempOctets: number;
	/** The selection, whose counts are those of the second reading. */
	readonly selection: Selection | undefined;
}

/** Throws Failure unless the directory can have temporary files. */
export function refuseFolder(folder: string): void {
	new TemporaryFile(folder, 0).close();
}

/** Reads all references, or those that another reading has left, twice. `set`: it knows those before. Throws Failure or UrlsieveError. */
export async function twoReadings(job: DedupeJob, source: Source, plan: Plan, set?: MemoryIndex): Promise<PassesCounts> {
	const { reader, sink, way } = job;
	const { inputs, rules, pace } = reader;
	const store = await job.set?.openStore(rules.rules);
	const key = set?.key ?? store?.key ?? runKey();
	const selection = await job.select?.(key);
	pace.bound(plan.memory);
	return reader.run(sink.output, async () => {
		// A file that grows may be read twice only if the way says so.
		inputs.copyInputs(plan.folder, way.route === "memory");
		const passes = new TwoReadings(job, source, plan, { set, store, key, selection });
		try {
			const counts = await passes.run();
			return { ...counts, selection, tempOctets: inputs.copiedOctets + counts.tempOctets };
		} finally {
			await passes.close();
		}
	});
}

/** The state before the first reading. */
interface Knowledge {
	readonly set: MemoryIndex | undefined;
	readonly store: KnownStore | undefined;
	/** The key of all fingerprints. */
	readonly key: Uint8Array;
	readonly selection: Selection | undefined;
}

class TwoReadings {
	readonly #job: DedupeJob;
	readonly #source: Source;
	readonly #plan: Plan;
	/** A set in memory, and the store of earlier runs. One excludes the other. */
	readonly #set: MemoryIndex | undefined;
	readonly #store: KnownStore | undefined;
	readonly #key: Uint8Array;
	readonly #selection: Selection | undefined;
	readonly #readings: Readings;
	readonly #file: BlockFile;
	/** Receives the keys that are new to the store. */
	readonly #spool: SetSpool | undefined;
	/** Compares references, if more than their order decides which stays. */
	readonly #values: ClassValues | undefined;
	readonly #crew: PassesCrew | undefined;
	readonly #first: FirstPass;
	#winners: ClassWinners | undefined;
	/** The duplicates for --audit: of lines that are written by the map, or of others. */
	#lines: DroppedLines | undefined;
	#rows: DroppedRows | undefined;

	/** Throws Failure. */
	constructor(job: DedupeJob, source: Source, plan: Plan, { set, store, key, selection }: Knowledge) {
		const { reader, sink, byClass } = job;
		this.#job = job;
		this.#source = source;
		this.#plan = plan;
		this.#set = set;
		this.#store = store;
		this.#key = key;
		this.#selection = selection;
		this.#readings = new Readings(reader, sink);
		this.#file = new BlockFile(plan.folder, plan.tempOctets);
		this.#spool = store && new SetSpool(plan.folder, plan.tempOctets);
		this.#values = byClass && comparesMembers(byClass) ? new ClassValues(plan.folder, byClass, job.isOriginal) : undefined;
		const judgesForms = byClass !== undefined && byClass.prefer.length > 0 && !job.isOriginal;
		const rules = passRulesOf(reader.rules, judgesForms || selection !== undefined);
		this.#crew = plan.threads > 1 ? new PassesCrew(rules, plan, this.#file, key, this.#readings) : undefined;
		this.#first = this.#crew?.first ?? new FirstPass(rules, this.#file, plan, key);
	}

	async run(): Promise<Omit<PassesCounts, "selection">> {
		const lines = await this.#read();
		const compare = (share: number) => this.#readings.compare(share, lines);
		if (this.#store === undefined && this.#crew?.hasRoomFor(lines)) {
			const duplicates = await this.#crew.compare(lines, compare);
			await this.#crew.write();
			this.#readings.refuseChanged();
			return { lines, duplicates, tempOctets: this.#file.length };
		}
		const second = await this.#compare(lines, compare);
		// A way that drops excluded lines counts them among the duplicates.
		const duplicates = second.duplicates - (this.#job.way.dropsExcluded ? (this.#selection?.excluded ?? 0) : 0);
		await this.#write(second);
		this.#stage();
		this.#readings.refuseChanged();
		return { lines, duplicates, tempOctets: this.#tempOctets };
	}

	/** The first pass. Returns the number of references. */
	async #read(): Promise<number> {
		const first = this.#first;
		for (const fingerprints of this.#set?.fingerprints() ?? []) first.addSet(fingerprints);
		if (this.#crew !== undefined) return this.#crew.read();
		const [values, selection] = [this.#values, this.#selection];
		const known = this.#job.way.dropsExcluded ? runKey() : undefined;
		if (known !== undefined) first.addSet(known);
		const step = (batch: Batch) => {
			const recordsOf = (fingerprints: Uint8Array) => this.#excludedOf(batch, fingerprints);
			first.takeBatch(batch, selection && { recordsOf, known });
			values?.addAll(batch);
			return undefined;
		};
		await this.#source.each({ pass: "reading", writes: false, at: first.at, step });
		first.end();
		return first.lines;
	}

	/** The excluded records of a batch. The reading that drops them counts them. */
	#excludedOf(batch: Batch, fingerprints: Uint8Array): readonly number[] {
		const records = this.#selection?.find(batch, fingerprints) ?? [];
		if (this.#selection !== undefined && this.#job.way.dropsExcluded) this.#selection.excluded += records.length;
		return records;
	}

	/** The second pass, up to the first map. */
	async #compare(lines: number, compare: (share: number) => void): Promise<SecondPass> {
		const { reader, sink, byClass } = this.#job;
		const plan = this.#plan;
		const { folder, auditSize } = plan;
		const take = sink.log?.write.bind(sink.log);
		if (take !== undefined && this.#isByMap) this.#lines = new DroppedLines(folder, lines, auditSize, this.#readings, take);
		else if (take !== undefined) this.#rows = new DroppedRows(folder, lines, auditSize, take);
		const choice = byClass && { ...byClass, values: this.#values };
		this.#winners = choice && new ClassWinners(folder, lines, plan.classSize, choice);
		const findings = { merges: takersOf([this.#dropped?.kept, this.#winners]), known: this.#knownKeys };
		const second = new SecondPass(reader.rules.settings.engine, this.#file, { ...plan, lines }, findings, compare);
		await second.fillMap();
		await this.#winners?.find();
		return second;
	}

	/** The third pass. */
	async #write(second: SecondPass): Promise<void> {
		const { reader, sink, isOriginal } = this.#job;
		const refuse = () => this.#readings.refuse();
		if (this.#isByMap) {
			const uses = { isOriginal, dropped: this.#lines };
			const run = { source: this.#readings, sink: sink.output };
			await this.#source.feed?.(thirdPass(this.#first.workspace, passRulesOf(reader.rules), second, run, uses).feed, "writing");
		} else {
			const fates = new Fates(second, refuse, this.#rows, this.#winners);
			const { workspace } = this.#first.at;
			const selection = this.#selection;
			const step = (batch: Batch) => {
				selection?.fingerprintsOf(batch, this.#key);
				const verdict = fates.next(batch);
				selection?.settle(batch, verdict.marks);
				if (selection === undefined && !reader.rules.haveOneForm) leaveFetchForms(batch);
				return verdict;
			};
			await this.#source.each({ pass: "writing", at: { workspace, settings: reader.rules.settings }, step });
		}
		this.#dropped?.end();
	}

	/** Whether lines are written by their bits of the map, without being hashed again. */
	get #isByMap(): boolean {
		const { byClass, way } = this.#job;
		return (
			this.#source.feed !== undefined && byClass === undefined && (this.#selection === undefined || way.dropsExcluded === true)
		);
	}

	get #dropped(): DroppedLines | DroppedRows | undefined {
		return this.#lines ?? this.#rows;
	}

	/** The keys of the store. */
	get #knownKeys(): KnownKeys | undefined {
		const [store, spool] = [this.#store, this.#spool];
		if (store === undefined || spool === undefined) return undefined;
		return {
			count: store.count,
			keysOf: (partition) => store.keysOf(partition, this.#plan.bits),
			ask: (fingerprints) => store.ask(fingerprints).marks,
			take: (fingerprints) => spool.spoolKeys(fingerprints),
		};
	}

	/** Hands the new keys over to the store. */
	#stage(): void {
		const spool = this.#spool;
		if (spool !== undefined) this.#job.set?.stage([{ count: spool.count, parts: spool.keyParts(this.#plan) }]);
	}

	get #tempOctets(): number {
		const files = [this.#file, this.#spool, this.#winners, this.#dropped];
		return files.reduce((sum, file) => sum + (file?.length ?? 0), 0);
	}

	async close(): Promise<void> {
		await this.#crew?.stop();
		for (const file of [this.#file, this.#spool, this.#winners, this.#values, this.#dropped]) file?.close();
	}
}

/** Hands pairs over to each of these that is given. */
function takersOf(takers: readonly (Findings["merges"] | undefined)[]): Findings["merges"] {
	const present = takers.filter((taker) => taker !== undefined);
	if (present.length === 0) return undefined;
	return {
		takePairs(pairs) {
			for (const taker of present) taker.takePairs(pairs);
		},
	};
}
