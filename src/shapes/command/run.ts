/** A run of `urlsieve shapes`: reads keys, learns site by site, and writes the file, the report and the summary. */
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import type { LineRun } from "../../cli/commands/reading-run";
import type { Output } from "../../files/output/output";
import { openSource } from "../../job/open-source";
import type { SourceCounts } from "../../job/source";
import { LearnMemory } from "../../learn/corpus/learn-kernel";
import type { Batch } from "../../lines/batch";
import { SHAPE_IDENTITY } from "../../reference/shape";
import type { FileTable } from "../../tables/text/table-options";
import { SHAPES_FORMAT } from "../file/schema";
import { ShapesWriter } from "../file/write-shapes";
import { KeyLog } from "../keys/key-log";
import { PartitionSites } from "../keys/partition-sites";
import { SAMPLE_SIZE } from "../keys/sample";
import { HASH_IDENTITY } from "../keys/shaped-keys";
import { SiteLearner } from "../rules/site";

/** Octets of memory for keys without --memory. More would only save temporary files. */
const DEFAULT_MEMORY = 67_108_864;

/** The options that only this command has. */
interface ShapesTask {
	readonly table: FileTable | undefined;
	readonly memory: number | undefined;
	readonly temp: string | undefined;
}

/** Throws Failure or UrlsieveError. */
export async function learnShapes(run: LineRun, { table, memory = DEFAULT_MEMORY, temp }: ShapesTask): Promise<void> {
	const { reader, sink } = run;
	const { engine } = reader.rules.settings;
	const log = new KeyLog({ memory: new LearnMemory(engine), octets: memory, folder: temp ?? folderOf(sink.output) });
	const read = await readKeys(run, table, log);
	const sites = new PartitionSites(engine, log.partitions, memory / 4);
	const learner = new SiteLearner(sites.keys);
	const writer = new ShapesWriter(sink.output, {
		format: SHAPES_FORMAT,
		keys: reader.rules.rules.identity,
		shape: SHAPE_IDENTITY,
		sample: { hash: HASH_IDENTITY, size: SAMPLE_SIZE },
	});
	const counts = { sites: 0, single: 0 };
	for (let partition = 0; partition < log.partitions.count; ++partition) {
		counts.single += sites.each(partition, (site, sample) => {
			if (sample.rows.length > 1) ++counts.sites;
			const learned = learner.learn(sites.block.siteText(site), sample);
			if (learned !== undefined) writer.add(learned);
		});
	}
	log.partitions.close();
	writer.end({ counts });
	const { lines = 0, rows = 0, empty = 0 } = read;
	run.finish(table === undefined ? { lines } : { rows, column: table.column, empty });
}

/** Reads all keys into the log. Throws Failure or UrlsieveError. */
async function readKeys({ reader, sink }: LineRun, table: FileTable | undefined, log: KeyLog): Promise<SourceCounts> {
	const source = await openSource({ reader, sink, table });
	const step = (batch: Batch) => void log.takeBatch(batch);
	await reader.run(sink.output, () => source.each({ step, writes: false }));
	return source.counts;
}

function folderOf(output: Output): string {
	return output.isInPlace ? tmpdir() : dirname(resolve(output.name));
}
