/**
 * `npm run bench -- long-lists [COUNT ...]`: how the CPU time of `urlsieve dedupe` for a line grows with the list, in passes with
 * --memory 128M and with the set in memory, one thread each. Writes bench/results/long-lists.svg.
 *
 *   npm run bench -- long-lists                                    1, 3, 10 and 30 million lines
 *   npm run bench -- long-lists 1000000 10000000 200000000         others, ascending; 200 million need 25 GB of disk
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { corpusOf, drawnLines } from "../lists/corpus";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";
import { type Command, compare, inFolder, linesIn, urlsieve } from "../measure/processes";
import type { Row } from "../measure/results";
import { linePlot } from "../pages/plot";
import { picture } from "../pages/svg";
import { aligned } from "../pages/table";

/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const COUNTS = [1_000_000, 3_000_000, 10_000_000, 30_000_000];
const WIDTH = 640;
const HEIGHT = 300;

const wanted = process.argv.slice(3).map(Number);
const counts = wanted.length > 0 ? wanted : COUNTS;

const COMMANDS: readonly Command[] = [
	{ name: "in passes", command: `${urlsieve(ROOT, "dedupe")} --threads 1 --memory 128M $LIST` },
	{ name: "in memory", command: `cat $LIST | ${urlsieve(ROOT, "dedupe")} --threads 1` },
];

/** A list of a million lines without duplicates, from which lines are drawn. */
const source = new Set(new TextDecoder().decode(syntheticList(1_000_000, SEED).octets).split("\n"));
const corpus = corpusOf("synthetic", [...source]);

/** The rows of each length. The list only grows. */
const measured = inFolder((folder) => {
	const list = join(folder, "list.txt");
	writeFileSync(list, "");
	let before = 0;
	return counts.map((count, index) => {
		for (const text of drawnLines(corpus, count - before, SEED + index)) appendFileSync(list, text);
		before = count;
		return compare(COMMANDS, list, folder, { rounds: 1, input: linesIn(count) });
	});
});

const nanoseconds = (row: Row | undefined, index: number) => ((row?.cpu ?? 0) * 1e9) / (counts[index] as number);
const curves = COMMANDS.map(({ name }, which) => ({
	name,
	points: counts.map((count, index) => [count, nanoseconds(measured[index]?.[which], index)] as const),
}));
const box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const plot = linePlot(box, "CPU time of urlsieve dedupe for a line", "lines", "nanoseconds", curves);
writeFileSync(
	join(ROOT, "bench", "results", "long-lists.svg"),
	picture(WIDTH, HEIGHT, "CPU time of urlsieve dedupe for a line", plot),
);
const head = ["lines", ...COMMANDS.flatMap(({ name }) => [`${name}: ns a line`, "MB"])];
const table = measured.map((rows, index) => [
	(counts[index] as number).toLocaleString("en-US"),
	...rows.flatMap((row) => [nanoseconds(row, index).toFixed(0), (row.memory ?? 0).toFixed(0)]),
]);
console.log(aligned([head, ...table], (column) => column > 0));
