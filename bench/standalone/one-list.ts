/**
 * `npm run bench -- one-list FILE [ROUNDS]`: `urlsieve dedupe` on a list as it is, beside the installed programs that remove equal
 * lines: medians of alternated runs from file to file, on one thread.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Command, compare, inFolder, MIN_ROUNDS, urlsieve } from "../measure/processes";
import { type Row, shown } from "../measure/results";
import { aligned } from "../pages/table";
import { Programs } from "../peers/programs";

/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const [file, rounds = MIN_ROUNDS] = process.argv.slice(3);
if (file === undefined) throw new Error("Which list? npm run bench -- one-list FILE [ROUNDS]");

const programs = await Programs.at(ROOT);
for (const note of programs.missing) console.error(`bench: skipping ${note}`);

const own = `${urlsieve(ROOT, "dedupe")} --threads 1`;
const COMMANDS: readonly Command[] = [
	{ name: "urlsieve dedupe", command: `${own} $LIST`, note: "by RFC 3986, in order" },
	{ name: "cat | urlsieve dedupe", command: `cat $LIST | ${own}`, note: "the same, with a set in memory" },
	...programs.commands,
	{ name: "sort -u", command: "LC_ALL=C sort -u --parallel=1 -o $RESULT $LIST", note: "by octets, sorted" },
];

const rows = inFolder((folder) => compare(COMMANDS, resolve(file), folder, { rounds: Number(rounds), input: file }));
const base = rows[0]?.cpu ?? Number.NaN;
const cells = ({ name, median, cpu = Number.NaN, memory = Number.NaN, note = "" }: Row) => {
	return [name, shown(cpu), (cpu / base).toFixed(2), shown(median), shown(memory), note];
};
console.log(aligned([["", "CPU s", "ratio", "s", "MB", ""], ...rows.map(cells)], (column) => column > 0 && column < 5));
