/**
 * Removes duplicates in three passes: for long lists in files, and for any list in little memory.
 *
 * ```
 *   inputs ──▶ normalize, hash ──▶ 64 to 1,024 streams of fingerprints ──▶ temporary file            first-pass.ts
 *   temporary file ──▶ one partition at a time in a table in the cache ──▶ 2 bits a line             second-pass.ts
 *   inputs, again ──▶ lines to keep: copied if they are in normal form, else normalized ──▶ output   third-pass.ts
 * ```
 *
 * Under a profile or a policy, keys take the place of normal forms, and kept-lines.ts writes the lines that stay. For tables, references take
 * the place of lines: see row-marks.ts.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { Batch } from "../../lines/lines";
import { ClassWinners } from "../classes/class-winners";
import type { Plan } from "../plan";
import { NewKeys, STRIDE, wordsOf } from "../seen/new-keys";
import { BlockFile } from "./block-file";
import { DroppedLines } from "./dropped-lines";
import { DroppedRows } from "./dropped-rows";
import { FirstPass } from "./first-pass";
import type { PassesCounts, PassRun, PassStore } from "./pass-run";
import { PassesCrew } from "./passes-crew";
import { RowMarks } from "./row-marks";
import { type Findings, type KnownKeys, SecondPass } from "./second-pass";
import { type FingerprintSource, type FingerprintTaker, SetSpool } from "./set-files";
import { thirdPass } from "./third-pass";

/** Parts of the memory, of which one takes new keys: to sort them takes five. */
const KEY_PARTS = 16;
/** Keys of a part, whatever the memory: sorting more at a time would be slower, and would take memory beyond 2 GiB. */
const MAX_PART_KEYS = 1_048_576;

/** Throws Failure, and what the source and the sink throw. */
export async function threePasses(plan: Plan, run: PassRun): Promise<PassesCounts> {
	const passes = new ThreePasses(plan, run);
	try {
		return await passes.run();
	} finally {
		await passes.close();
	}
}

class ThreePasses {
	readonly #plan: Plan;
	readonly #run: PassRun;
	readonly #file: BlockFile;
	/** New fingerprints, for the store. */
	#spool: SetSpool | undefined;
	#crew: PassesCrew | undefined;
	#first!: FirstPass;
	/** Whether the first line of the passes is the first of its input. */
	readonly #isFirst: boolean;
	#dropped: Dropped = {};
	#winners: ClassWinners | undefined;

	/** Throws Failure. */
	constructor(plan: Plan, run: PassRun) {
		this.#plan = plan;
		this.#run = run;
		this.#file = new BlockFile(plan.folder, plan.tempOctets);
		this.#isFirst = run.source.linesBefore === undefined;
	}

	#open(): void {
		const { settings, crew, rules, store, sink } = this.#run;
		const plan = this.#plan;
		if (store !== undefined) this.#spool = new SetSpool(plan.folder, plan.tempOctets);
		const key = store?.key ?? crypto.getRandomValues(new Uint8Array(16));
		if (plan.threads > 1 && crew !== undefined) this.#crew = new PassesCrew({ settings, rules }, plan, this.#file, key, crew);
		const takeRejects = (batch: Batch) => sink.takeRejects(batch);
		this.#first = this.#crew?.first ?? new FirstPass(settings, this.#file, plan, takeRejects, { rules });
	}

	async run(): Promise<PassesCounts> {
		this.#open();
		const lines = await this.#read();
		const compare = (share: number) => this.#run.source.compare(share, lines);
		if (this.#run.store === undefined && this.#crew?.hasRoomFor(lines)) {
			const duplicates = await this.#crew.compare(lines, compare);
			await this.#crew.write();
			return { lines, duplicates, tempOctets: this.#file.length };
		}
		const second = await this.#compare(lines, compare);
		// Filling a later map counts them again.
		const { duplicates } = second;
		await this.#write(second);
		this.#stage();
		return { lines, duplicates, tempOctets: this.#tempOctets };
	}

	/** The first pass. Returns the number of lines. */
	async #read(): Promise<number> {
		const { source, set, store, rows } = this.#run;
		const first = this.#first;
		if (set !== undefined) first.key = set.readInto(new SetScatter(first));
		if (store !== undefined) first.key = store.key;
		if (this.#crew !== undefined) return this.#crew.read();
		first.feed.goOn(source.linesBefore ?? 0, this.#isFirst);
		await source.feedAll(rows?.reader(first) ?? first.feed, "reading");
		first.end();
		return first.lines;
	}

	/** The second pass, up to the first map. */
	async #compare(lines: number, compare: (share: number) => void): Promise<SecondPass> {
		const { settings, byClass, store } = this.#run;
		const plan = this.#plan;
		this.#dropped = droppedOf(this.#run, plan, lines);
		if (byClass !== undefined) this.#winners = new ClassWinners(plan.folder, lines, plan.classSize, byClass);
		const merges = takersOf([takerOf(this.#dropped)?.merges, this.#winners]);
		const known = store && knownKeys(store, this.#spool as SetSpool, plan.bits);
		const second = new SecondPass(settings.engine, this.#file, { ...plan, lines }, { merges, known }, compare);
		await second.fillMap();
		await this.#winners?.find();
		return second;
	}

	/** The third pass. */
	async #write(second: SecondPass): Promise<void> {
		const { settings, rows, rules, source, sink } = this.#run;
		const { workspace } = this.#first;
		if (rows === undefined) {
			const uses = { rules, isOriginal: this.#plan.isOriginal, dropped: this.#dropped.lines };
			const third = thirdPass(workspace, settings, second, { source, sink }, uses);
			third.feed.goOn(0, this.#isFirst);
			await source.feedAll(third.feed, "writing");
		} else {
			const marks = new RowMarks(second, source, this.#dropped.rows, this.#winners);
			await source.feedAll(rows.writer(rules?.workspace ?? workspace, marks), "writing");
		}
		takerOf(this.#dropped)?.end();
	}

	/** Hands the new keys over to the store. */
	#stage(): void {
		const spool = this.#spool;
		if (spool !== undefined) this.#run.store?.stage([{ count: spool.count, parts: keyParts(spool, this.#plan) }]);
	}

	get #tempOctets(): number {
		const { lines, rows } = this.#dropped;
		const droppedOctets = lines?.merges.length ?? rows?.length ?? 0;
		return this.#file.length + (this.#spool?.length ?? 0) + (this.#winners?.length ?? 0) + droppedOctets;
	}

	async close(): Promise<void> {
		await this.#crew?.stop();
		this.#file.close();
		this.#spool?.close();
		this.#winners?.close();
		this.#run.byClass?.values?.close();
		takerOf(this.#dropped)?.close();
	}
}

/** The duplicates for --audit: lines or rows. */
interface Dropped {
	readonly lines?: DroppedLines | undefined;
	readonly rows?: DroppedRows | undefined;
}

function takerOf({ lines, rows }: Dropped): DroppedLines | DroppedRows | undefined {
	return lines ?? rows;
}

/** Throws Failure. */
function droppedOf({ source, sink: { takeMerge }, rows }: PassRun, { folder, auditSize }: Plan, lines: number): Dropped {
	if (takeMerge === undefined) return {};
	if (rows !== undefined) return { rows: new DroppedRows(folder, lines, auditSize, takeMerge) };
	return { lines: new DroppedLines(folder, lines, auditSize, source, takeMerge) };
}

/** Hands pairs over to each of these that is given. */
function takersOf(takers: readonly (Findings["merges"] | undefined)[]): Findings["merges"] {
	const present = takers.filter((taker) => taker !== undefined);
	if (present.length === 0) return undefined;
	return {
		add(pairs) {
			for (const taker of present) taker.add(pairs);
		},
	};
}

function knownKeys(store: PassStore, spool: SetSpool, bits: number): KnownKeys {
	return {
		count: store.count,
		keysOf: (partition) => store.keysOf(partition, bits),
		ask: (fingerprints) => store.ask(fingerprints).marks,
		take: (fingerprints) => spool.add(fingerprints),
	};
}

/**
 * Yields the keys of fingerprints in parts of whole partitions, which take about a sixteenth of the memory or have about MAX_PART_KEYS,
 * Key.SIZE octets each. Requires: they are in the order of partitions, the leading bits of their first words.
 */
function* keyParts(source: FingerprintSource, { memory, bits }: Plan): Generator<Uint8Array> {
	const least = Math.min(memory / KEY_PARTS / Key.SIZE, MAX_PART_KEYS);
	let news = new NewKeys();
	let before = 0;
	for (const fingerprints of source.fingerprints()) {
		const words = wordsOf(fingerprints);
		for (let at = 0; at < words.length; at += STRIDE) {
			const partition = (words[at] as number) >>> (32 - bits);
			if (partition !== before && news.count >= least) {
				yield news.all();
				news = new NewKeys();
			}
			before = partition;
			news.add(words, at);
		}
	}
	yield news.all();
}

/** Scatters the fingerprints of a set in memory. */
class SetScatter implements FingerprintTaker {
	readonly #first: FirstPass;
	count = 0;

	constructor(first: FirstPass) {
		this.#first = first;
	}

	add(fingerprints: Uint8Array): void {
		this.count += fingerprints.length / FINGERPRINT_SIZE;
		this.#first.addSet(fingerprints);
	}
}
