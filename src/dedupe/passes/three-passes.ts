/**
 * Removes duplicates in three passes: for long lists in files, and for any list in little memory.
 *
 * ```
 *   inputs ──▶ normalize, hash ──▶ 64 to 1,024 streams of fingerprints ──▶ temporary file            first-pass.ts
 *   temporary file ──▶ one partition at a time in a table in the cache ──▶ 2 bits a line             second-pass.ts
 *   inputs, again ──▶ lines to keep: copied if they are in normal form, else normalized ──▶ output   third-pass.ts
 * ```
 *
 * Under a profile or a policy, keys take the place of normal forms, and kept-lines.ts writes what is kept. For tables, references take
 * the place of lines: see row-marks.ts.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { Batch, LineSink } from "../../lines/lines";
import type { Settings } from "../../options";
import type { NewKeyRun } from "../../store/merge-runs";
import { NewKeys } from "../seen/new-keys";
import { BlockFile } from "./block-file";
import { type ByClass, ClassWinners } from "./class-winners";
import { DroppedLines } from "./dropped-lines";
import { DroppedRows } from "./dropped-rows";
import { FirstPass } from "./first-pass";
import type { PassRules } from "./kept-lines";
import type { ReadAt } from "./line-finder";
import { type CrewHost, PassesCrew } from "./passes-crew";
import type { PassName, Plan } from "./plan";
import { type PassRows, RowMarks } from "./row-marks";
import { type Findings, type KnownKeys, SecondPass } from "./second-pass";
import { type FingerprintSource, type FingerprintTaker, SetSpool } from "./set-files";
import { type LinesHost, thirdPass } from "./third-pass";
import type { TakeMerge } from "./waiting-duplicates";

/** Parts of the memory, of which one takes new keys: to sort them takes five. */
const KEY_PARTS = 16;

/** What the caller provides: access to the inputs and outputs. */
export interface PassesHost extends LinesHost {
	/** Feeds all inputs from their start to the sink of a pass. */
	feedAll(sink: LineSink, pass: PassName): Promise<void>;
	/** Takes each batch of the first pass, for its rejects. */
	takeRejects(batch: Batch): void;
	/** Called in the second pass, with the share that is done and the number of all lines. */
	compare(share: number, lines: number): void;
	/** Fingerprints that are known before the first line, if there are any. */
	readonly set?: PassesSet | undefined;
	/** A store of those that earlier runs know. Excludes `set`. */
	readonly store?: PassesStore | undefined;
	/** Number of lines that have been processed before, if `feedAll` begins in the middle of an input. */
	readonly linesBefore?: number | undefined;
	/** Receives each duplicate, for --audit. */
	readonly takeMerge?: TakeMerge | undefined;
	/** Reads part of an input again, for `takeMerge`. */
	readonly readAt: ReadAt;
	/** A profile or a policy, in place of the settings. */
	readonly rules?: PassRules | undefined;
	/** Reads rows instead of lines, or lines that are chosen or counted by class, on one thread. */
	readonly rows?: PassRows | undefined;
	/** How to choose or count by class. Requires `rows`, and no `set`. */
	readonly byClass?: ByClass | undefined;
	/** The files for several threads, if the inputs are plain files. Only used without `set` and `takeMerge`. */
	readonly crew?: CrewHost | undefined;
}

/** A set in memory. */
interface PassesSet {
	/** Feeds the fingerprints of the set to `taker`. Returns their key. */
	read(taker: FingerprintTaker): Promise<Uint8Array>;
}

/** A store in a file. */
interface PassesStore {
	readonly key: Uint8Array;
	/** See `KnownKeys`. */
	ask(fingerprints: Uint8Array): Uint8Array;
	/** Receives the keys that are new. Throws Failure. */
	stage(news: Iterable<NewKeyRun>): void;
}

export interface PassesCounts {
	/** Number of lines that the passes have read, and of duplicates among them. */
	readonly lines: number;
	readonly duplicates: number;
	/** Octets of the temporary files. */
	readonly tempOctets: number;
}

/** Throws Failure, and what the host throws. */
export async function dedupeInPasses(settings: Settings, plan: Plan, host: PassesHost): Promise<PassesCounts> {
	const passes = new ThreePasses(settings, plan, host);
	try {
		return await passes.run();
	} finally {
		await passes.close();
	}
}

class ThreePasses {
	readonly #settings: Settings;
	readonly #plan: Plan;
	readonly #host: PassesHost;
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
	constructor(settings: Settings, plan: Plan, host: PassesHost) {
		this.#settings = settings;
		this.#plan = plan;
		this.#host = host;
		this.#file = new BlockFile(plan.folder, plan.tempOctets);
		this.#isFirst = host.linesBefore === undefined;
	}

	#open(): void {
		const { crew, rules, store } = this.#host;
		const [settings, plan] = [this.#settings, this.#plan];
		if (store !== undefined) this.#spool = new SetSpool(plan.folder, plan.tempOctets);
		const key = crypto.getRandomValues(new Uint8Array(16));
		if (plan.threads > 1 && crew !== undefined) this.#crew = new PassesCrew(settings, plan, this.#file, key, crew, rules);
		const takeRejects = (batch: Batch) => this.#host.takeRejects(batch);
		this.#first = this.#crew?.first ?? new FirstPass(settings, this.#file, plan, takeRejects, { rules });
	}

	async run(): Promise<PassesCounts> {
		this.#open();
		const lines = await this.#read();
		const compare = (share: number) => this.#host.compare(share, lines);
		if (this.#crew?.hasRoomFor(lines)) {
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
		const { set, store, rows, linesBefore = 0 } = this.#host;
		const first = this.#first;
		if (set !== undefined) first.key = await set.read(new KnownSet(first));
		if (store !== undefined) first.key = store.key;
		if (this.#crew !== undefined) return this.#crew.read();
		first.feed.goOn(linesBefore, this.#isFirst);
		await this.#host.feedAll(rows?.reader(first.feed) ?? first.feed, "reading");
		first.end();
		return first.lines;
	}

	/** The second pass, up to the first map. */
	async #compare(lines: number, compare: (share: number) => void): Promise<SecondPass> {
		const { byClass, store } = this.#host;
		const plan = this.#plan;
		this.#dropped = droppedOf(this.#host, plan, lines);
		if (byClass !== undefined) this.#winners = new ClassWinners(plan.folder, lines, plan.classSize, byClass);
		const merges = takersOf([takerOf(this.#dropped)?.merges, this.#winners]);
		const known = store && knownKeys(store, this.#spool as SetSpool);
		const second = new SecondPass(this.#settings.engine, this.#file, { ...plan, lines }, { merges, known }, compare);
		await second.fillMap();
		await this.#winners?.find();
		return second;
	}

	/** The third pass. */
	async #write(second: SecondPass): Promise<void> {
		const { rows, rules } = this.#host;
		const { workspace } = this.#first;
		if (rows === undefined) {
			const uses = { rules, isOriginal: this.#plan.isOriginal, dropped: this.#dropped.lines };
			const third = thirdPass(workspace, this.#settings, second, this.#host, uses);
			third.feed.goOn(0, this.#isFirst);
			await this.#host.feedAll(third.feed, "writing");
		} else {
			const marks = new RowMarks(second, () => this.#host.refuse(), this.#dropped.rows, this.#winners);
			await this.#host.feedAll(rows.writer(rules?.workspace ?? workspace, marks), "writing");
		}
		takerOf(this.#dropped)?.end();
	}

	/** Hands the new keys over to the store. */
	#stage(): void {
		const spool = this.#spool;
		if (spool !== undefined) this.#host.store?.stage([{ count: spool.count, parts: keyParts(spool, this.#plan) }]);
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
		this.#host.byClass?.values?.close();
		takerOf(this.#dropped)?.close();
	}
}

/** What --audit needs: of lines, or of rows. */
interface Dropped {
	readonly lines?: DroppedLines | undefined;
	readonly rows?: DroppedRows | undefined;
}

function takerOf({ lines, rows }: Dropped): DroppedLines | DroppedRows | undefined {
	return lines ?? rows;
}

/** Throws Failure. */
function droppedOf({ takeMerge, rows, readAt }: PassesHost, { folder, auditSize }: Plan, lines: number): Dropped {
	if (takeMerge === undefined) return {};
	if (rows !== undefined) return { rows: new DroppedRows(folder, lines, auditSize, takeMerge) };
	return { lines: new DroppedLines(folder, lines, auditSize, readAt, takeMerge) };
}

/** Hands pairs over to each of these that there is. */
function takersOf(takers: readonly (Findings["merges"] | undefined)[]): Findings["merges"] {
	const present = takers.filter((taker) => taker !== undefined);
	if (present.length === 0) return undefined;
	return {
		add(pairs) {
			for (const taker of present) taker.add(pairs);
		},
	};
}

function knownKeys(store: PassesStore, spool: SetSpool): KnownKeys {
	return { ask: (fingerprints) => store.ask(fingerprints), take: (fingerprints) => spool.add(fingerprints) };
}

/**
 * Yields the keys of fingerprints in parts of whole partitions, which take about a sixteenth of the memory, Key.SIZE octets each. Requires:
 * they are in the order of partitions, the leading bits of their first words.
 */
function* keyParts(source: FingerprintSource, { memory, bits }: Plan): Generator<Uint8Array> {
	const least = memory / KEY_PARTS / Key.SIZE;
	let news = new NewKeys();
	let before = 0;
	for (const fingerprints of source.fingerprints()) {
		const words = new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length / 4);
		for (let at = 0; at < fingerprints.length; at += FINGERPRINT_SIZE) {
			const partition = (words[at / 4] as number) >>> (32 - bits);
			if (partition !== before && news.count >= least) {
				yield news.all();
				news = new NewKeys();
			}
			before = partition;
			news.add(fingerprints, at);
		}
	}
	yield news.all();
}

/** Scatters the fingerprints of a set in memory. */
class KnownSet implements FingerprintTaker {
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
