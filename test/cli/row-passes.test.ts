/** Compares three passes over a table, on every engine and with maps of many sizes, with a plain list of normal forms. */
import { tmpdir } from "node:os";
import type { Engine } from "urlsieve";
import { createNormalizer } from "urlsieve";
import { expect, it } from "vitest";
import type { PassSink, PassSource } from "../../src/dedupe/passes/ends";
import type { Plan } from "../../src/dedupe/passes/plan";
import type { PassRows } from "../../src/dedupe/passes/row-marks";
import { threePasses } from "../../src/dedupe/passes/three-passes";
import { LineFeed, pushInto } from "../../src/lines/lines";
import { TableFeed } from "../../src/tables/text/table-feed";
import { resolveTableOptions } from "../../src/tables/text/table-options";
import type { BeginLines } from "../../src/tables/text/table-sink";
import { listOfDuplicates } from "../support/duplicates";
import { describeEngines } from "../support/engines";
import { rowsOn } from "../support/extent";

const REFERENCES = listOfDuplicates(3000, 9)
	.replaceAll(/[\r",]/g, "")
	.split("\n");
const TABLE = new TextEncoder().encode(`id,url\n${REFERENCES.map((url, id) => `${id},${url}\n`).join("")}`);

const PLAN: Plan = {
	memory: 2 ** 24,
	bits: 6,
	mapSize: 2 ** 20,
	tableSize: 2 ** 22,
	auditSize: 2 ** 20,
	reportSize: 0,
	classSize: 0,
	folder: tmpdir(),
	tempOctets: 0,
	isOriginal: true,
	threads: 1,
};

interface Found {
	readonly output: string;
	/** "kept kept-row dropped dropped-row". */
	readonly merges: string[];
}

const latin = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

/** The expected results. Rows whose reference is rejected or empty stay. */
function expected(): Found {
	const normalizer = createNormalizer();
	const firsts = new Map<string, number>();
	const merges: string[] = [];
	const rows = REFERENCES.map((url, index) => {
		const normal = normalizer.tryNormalize(url);
		if (typeof normal !== "string" || normal === "") return `${index},${url}\n`;
		const first = firsts.get(normal);
		if (first === undefined) {
			firsts.set(normal, index);
			return `${index},${normal}\n`;
		}
		merges.push(`${REFERENCES[first]} ${first + 1} ${url} ${index + 1}`);
		return "";
	});
	return {
		output: Buffer.from(`id,url\n${rows.join("")}`).toString("latin1"),
		merges: merges.map((merge) => latin(Buffer.from(merge))),
	};
}

async function inPasses(engine: Engine, plan: Plan): Promise<Found> {
	const settings = resolveTableOptions({ engine, format: "csv", column: "url" });
	const merges: string[] = [];
	let output = "";
	let take: Parameters<BeginLines>[0] = () => {};
	const rows: PassRows = {
		isTable: true,
		reader(feed) {
			const begin: BeginLines = (taker) => {
				take = taker;
				return feed;
			};
			return new TableFeed(settings, begin, { write() {}, readsOnly: true });
		},
		writer(workspace, marks) {
			const begin: BeginLines = (taker, rowOf) =>
				new LineFeed(workspace, settings.settings, (batch) => {
					taker(
						batch,
						marks.marksOf(batch, (record) => rowOf(batch.linesBefore + record + 1)),
					);
				});
			return new TableFeed(settings, begin, {
				write(octets) {
					output += latin(octets);
				},
			});
		},
	};
	const source: PassSource = {
		async feedAll(sink) {
			pushInto(sink, TABLE);
			sink.end();
		},
		compare() {},
		refuse() {
			throw new Error("changed");
		},
		readAt: () => 0,
	};
	const sink: PassSink = {
		takeRejects: (batch) => take(batch),
		write() {},
		takeMerge(kept, keptRow, dropped, droppedRow) {
			merges.push(`${latin(kept as Uint8Array)} ${keptRow} ${latin(dropped)} ${droppedRow}`);
		},
	};
	await threePasses(plan, { settings: settings.settings, rows, source, sink });
	return { output, merges };
}

describeEngines("dedupe of a table in passes", (engine) => {
	it.each(rowsOn(engine, [2 ** 20, 1024, 64, 1], 2))(
		"gives the rows of a list of normal forms with a map of %d octets",
		async (mapSize) => {
			expect(await inPasses(engine, { ...PLAN, mapSize })).toEqual(expected());
		},
	);
});
