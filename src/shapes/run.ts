/** A run of `urlsieve shapes`: reads keys, learns site by site, and writes the file, the samples, the report and the summary. */
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { version } from "../../package.json";
import { otherKeys, readShapesFile } from "../arguments/learned";
import { counted, grouped } from "../counted";
import { EXIT, Failure, usageFailure } from "../failure";
import type { Output } from "../files/output/output";
import type { Sink } from "../files/output/sink";
import { openSource } from "../job/open-source";
import type { Reader } from "../job/reader";
import type { SourceCounts } from "../job/source";
import { LearnMemory } from "../learn/corpus/learn-kernel";
import { type KeyIdentity, SAMPLES_FORMAT, SHAPES_FORMAT, type ShapesFile, type SiteShapes } from "../learned/schema";
import type { Batch } from "../lines/batch";
import { haveIdentity, haveSlashes, type Rules } from "../rules/rules";
import type { FileTable } from "../tables/text/table-options";
import { encoder } from "../utf8";
import { identityOf } from "./file/identity";
import { SamplesFeed, SamplesWriter } from "./file/samples";
import { ShapesWriter } from "./file/write-shapes";
import { type KeyCounts, KeyLog, MAX_KEY } from "./keys/key-log";
import { PartitionSites } from "./keys/partition-sites";
import type { Sample } from "./keys/sample";
import { type Drift, DriftFinder, driftLine } from "./report/drift";
import { shapesReportPage } from "./report/page";
import { type ShapesCounts, ShapesReport, type ShapesReportData } from "./report/report";
import { SiteChoice } from "./report/site-choice";
import { shapesSvg } from "./report/svg";
import { reportText } from "./report/text";
import { SiteLearner } from "./rules/site";

/** Octets of memory for keys without --memory. More would only save temporary files. */
const DEFAULT_MEMORY = 67_108_864;
/** The share of the memory that a slice of a partition takes. */
const SLICE = 1 / 4;

/** The forms of a report, by the extension of its file. */
const FORMS: { readonly [extension: string]: (data: ShapesReportData) => string } = {
	html: shapesReportPage,
	svg: shapesSvg,
	txt: reportText,
};

/** The options that only this command has. */
export interface ShapesTask {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	readonly table: FileTable | undefined;
	readonly memory: number | undefined;
	readonly temp: string | undefined;
	/** Whether the files are samples. */
	readonly merges: boolean;
	/** Whether the main output is the file of shapes. Otherwise it has the changes. */
	readonly writesShapes: boolean;
	readonly samples: Output | undefined;
	readonly report: Output | undefined;
	/** The host or site that the report has. */
	readonly site: string | undefined;
	/** The earlier file of --against. */
	readonly against: string | undefined;
}

/** The input and the output of a run. */
export interface KeyRun {
	readonly reader: Reader;
	readonly sink: Sink<Output>;
	/** Sentences about input that looks like something else. */
	notes(counts: SourceCounts): readonly string[];
}

/** What became of a run. */
export interface LearnedRun {
	/** What was read: lines or rows, and keys without a host or too long. */
	readonly read: SourceCounts;
	readonly keys: KeyCounts;
	readonly learned: ShapesCounts;
	/** Lines about the changes that are not in the main output. */
	readonly changes: string;
}

/** What was read, and where it is. */
interface Keys {
	readonly log: KeyLog;
	/** By site: the `k` of its sample, if it was sampled. */
	readonly sampled: Map<string, number>;
	readonly identity: KeyIdentity;
	readonly read: SourceCounts;
}

/** Writes all outputs, which are to be delivered. Throws Failure or UrlsieveError. */
export async function learnShapes(run: KeyRun, task: ShapesTask): Promise<LearnedRun> {
	const old = task.against === undefined ? undefined : await readShapesFile("shapes", task.against);
	const keys = task.merges ? await readSamples(run, task) : await readList(run, task);
	if (old !== undefined && !isOfKeys(old, keys, run.reader.rules.rules, task.merges))
		throw usageFailure("shapes", otherKeys(task.against as string, old.keys, keys.identity.keys));
	if (keys.log.counts.keys === 0) throw nothingToLearn(run, keys);
	return new Learning(run, task, keys, old).run();
}

/** Whether a file has shapes of the same keys. Those of samples have only the one name that is written there. */
function isOfKeys(old: ShapesFile, { identity }: Keys, rules: Rules, merges: boolean): boolean {
	return old.keys === identity.keys || (!merges && haveIdentity(rules, old.keys));
}

/** Reads the keys of a list. Throws Failure or UrlsieveError. */
async function readList(run: KeyRun, task: ShapesTask): Promise<Keys> {
	const { reader, sink } = run;
	const log = newLog(run, task);
	const source = await openSource({ reader, sink, table: task.table });
	const step = (batch: Batch) => void log.takeBatch(batch);
	await reader.run(sink.output, () => source.each({ step, writes: false }));
	const identity = identityOf(reader.rules.rules.identity);
	return { log, sampled: new Map(), identity, read: source.counts };
}

/** Reads files of samples. Throws Failure. */
async function readSamples(run: KeyRun, task: ShapesTask): Promise<Keys> {
	const { reader, sink } = run;
	const log = newLog(run, task);
	const sampled = new Map<string, number>();
	const feed = new SamplesFeed(
		log,
		sampled,
		reader.inputs.inputs.map(({ name }) => name),
	);
	await reader.run(sink.output, () => reader.inputs.feed(feed, reader.pace));
	return { log, sampled, identity: identityOf(feed.keys ?? ""), read: { lines: feed.lines } };
}

/** Samples have only keys with a host, whatever their rules were. */
function newLog({ reader, sink }: KeyRun, { memory = DEFAULT_MEMORY, temp, merges }: ShapesTask): KeyLog {
	const folder = temp ?? (sink.output.isInPlace ? tmpdir() : dirname(resolve(sink.output.name)));
	const { rules } = reader.rules;
	return new KeyLog({
		memory: new LearnMemory(rules.settings.engine),
		octets: memory,
		folder,
		haveSlashes: !merges && haveSlashes(rules),
	});
}

function nothingToLearn(run: KeyRun, { log: { counts }, read }: Keys): Failure {
	const { lines, rows = 0, empty = 0 } = read;
	const others = [
		...(lines === undefined ? [`${grouped(empty)} empty`] : []),
		counted(run.sink.rejected - run.sink.comments, "reject"),
		`${counted(counts.hostless, "key")} without a host`,
		`${grouped(counts.long)} of more than ${grouped(MAX_KEY)} bytes`,
	];
	const of = lines === undefined ? counted(rows, "row") : counted(lines, "line");
	const sentence = `no key can be learned from, and nothing was written: of ${of}, ${others.join(", ")}`;
	return new Failure(EXIT.NO, sentence, run.notes(read));
}

/** Learns from the keys that were read, partition by partition. */
class Learning {
	readonly #run: KeyRun;
	readonly #task: ShapesTask;
	readonly #keys: Keys;
	readonly #sites: PartitionSites;
	readonly #learner: SiteLearner;
	readonly #shapes: ShapesWriter | undefined;
	readonly #samples: SamplesWriter | undefined;
	readonly #drifts: DriftFinder | undefined;
	readonly #site: SiteChoice | undefined;
	readonly #changes: string[] = [];
	readonly #report: ShapesReport;
	readonly #counts = { sites: 0, single: 0, positions: 0, traps: {} as Record<string, number> };

	constructor(run: KeyRun, task: ShapesTask, keys: Keys, old: ShapesFile | undefined) {
		const { memory = DEFAULT_MEMORY, samples, writesShapes } = task;
		this.#run = run;
		this.#site = task.site === undefined ? undefined : new SiteChoice(task.site, run.reader.rules.rules);
		this.#report = new ShapesReport(this.#site);
		this.#task = task;
		this.#keys = keys;
		this.#sites = new PartitionSites(run.reader.rules.settings.engine, keys.log.partitions, SLICE * memory, keys.sampled);
		this.#learner = new SiteLearner(this.#sites.keys);
		const { identity } = keys;
		this.#shapes = writesShapes ? new ShapesWriter(run.sink.output, { format: SHAPES_FORMAT, ...identity }) : undefined;
		this.#samples = samples && new SamplesWriter(samples, { format: SAMPLES_FORMAT, ...identity });
		this.#drifts = old && new DriftFinder(old);
	}

	/** Throws Failure. */
	async run(): Promise<LearnedRun> {
		const { partitions } = this.#keys.log;
		for (let partition = 0; partition < partitions.count; ++partition) {
			this.#learnPartition(partition);
			// Signals are handled between partitions.
			await setImmediate();
		}
		partitions.close();
		if (this.#site !== undefined && this.#report.isEmpty)
			throw new Failure(EXIT.NO, `${this.#site.absence}, and nothing was written`);
		this.#samples?.end();
		this.#shapes?.end({ counts: this.#counts });
		this.#note(this.#drifts?.rest() ?? []);
		this.#writeReport();
		return this.#ended();
	}

	#learnPartition(partition: number): void {
		const sites = this.#sites;
		this.#counts.single += sites.each(partition, (site, sample) => this.#learnSite(sites.block.siteText(site), sample));
		for (const key of this.#samples === undefined ? [] : sites.block.alone) this.#samples?.addKey(sites.block, key);
		for (let site = 0; this.#site !== undefined && site < sites.block.sites; ++site) this.#site.note(sites.block.siteText(site));
	}

	#learnSite(site: string, sample: Sample): void {
		this.#samples?.add(site, sample, this.#sites.keys);
		if (sample.rows.length === 1) return;
		++this.#counts.sites;
		const learned = this.#learner.learn(site, sample);
		this.#note(this.#drifts?.compare(learned ?? { site, shapes: [] }) ?? []);
		if (learned !== undefined) this.#take(learned);
	}

	#take(learned: SiteShapes): void {
		const { traps } = this.#counts;
		this.#counts.positions += learned.positions.length;
		for (const { trap } of learned.traps) traps[trap] = (traps[trap] ?? 0) + 1;
		this.#shapes?.add(learned);
		this.#report.add(learned);
	}

	#note(drifts: readonly Drift[]): void {
		for (const drift of drifts) {
			this.#changes.push(driftLine(drift));
			this.#report.addDrift(drift);
		}
	}

	#writeReport(): void {
		const { report, args } = this.#task;
		if (report === undefined) return;
		const date = new Date().toISOString().replace(/\.\d+/, "");
		const command = ["urlsieve", "shapes", ...args];
		const counts: ShapesCounts = this.#counts;
		const data = this.#report.data({ version, command, date, keys: this.#keys.identity.keys, counts });
		const [extension = ""] = /[^.]*$/.exec(report.name.toLowerCase()) ?? [];
		const write = Object.hasOwn(FORMS, extension) ? FORMS[extension] : undefined;
		report.writeLater(encoder.encode(write?.(data) ?? `${JSON.stringify(data, undefined, "\t")}\n`));
	}

	#ended(): LearnedRun {
		const { log, read } = this.#keys;
		const ended = { read, keys: log.counts, learned: this.#counts };
		const changes = this.#changes.join("");
		if (this.#task.writesShapes) return { ...ended, changes };
		this.#run.sink.output.writeLater(encoder.encode(changes));
		return { ...ended, changes: "" };
	}
}
