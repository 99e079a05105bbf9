/** Suite `dedupe`: the command line against other programs, file to file, on a long list with duplicates. */
import { join } from "node:path";
import type { Corpus, Draw } from "../lists/corpus";
import { type Command, compare, inFolder, linesIn, urlsieve, writeDrawn } from "../measure/processes";
import { DUCKDB_TWO, Programs } from "../peers/programs";
import { checked, costOfSecondLoop } from "./second-core";
import type { Suite } from "./suite";

const MAX_ROUNDS = 3;

/** The names of the rows that pages compare. */
export const SORT = "LC_ALL=C sort --parallel=1 -u";
export const SORT_TWO = "LC_ALL=C sort --parallel=2 -u";
export const DEDUPE = "urlsieve dedupe";
export const DEDUPE_TWO = "urlsieve dedupe --threads 2";

/** Of ten million lines from a corpus of a hundred thousand, 60 % are different. */
const MOSTLY_DIFFERENT: Draw = { plain: 3, values: 256 };

/** Commands with two threads. */
const TWO_THREADS: readonly string[] = [SORT_TWO, DUCKDB_TWO, DEDUPE_TWO];

export const dedupe: Suite = {
	title: "Deduplication, file to file, whole processes",
	unit: "s",
	against: SORT,
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const count = isQuick ? 500_000 : 10_000_000;
		const peers = (await Programs.at(root)).commands;
		const before = costOfSecondLoop(root);
		const rows = inFolder((folder) => {
			const list = join(folder, "list.txt");
			writeDrawn(list, lists.get("as it is") as Corpus, count, MOSTLY_DIFFERENT);
			const runs = { rounds: Math.min(rounds, MAX_ROUNDS), input: linesIn(count) };
			return compare([...sorts(), ...peers, ...ownCommands(root)], list, folder, runs);
		});
		return checked("dedupe", rows, Math.max(before, costOfSecondLoop(root)), ({ name }) => TWO_THREADS.includes(name));
	},
};

/** What every system has. The first is what others are compared with. */
function sorts(): Command[] {
	const sort = (name: string, note: string, more = "") => ({ name, command: `${name} ${more} -o $RESULT $LIST`, note });
	return [
		sort(SORT, "by octets, sorted; one thread"),
		sort(SORT_TWO, "by octets, sorted; two threads"),
		{ ...sort(SORT, "by octets, sorted; one thread", "-S 128M"), name: `${SORT} -S 128M` },
		{ name: "awk '!s[$0]++'", command: "awk '!s[$0]++' $LIST > $RESULT", note: "by octets, in order" },
	];
}

function ownCommands(root: string): Command[] {
	const dedupe = (args: string) => `${urlsieve(root, "dedupe")} ${args} $LIST`;
	return [
		{ name: DEDUPE, command: dedupe("--threads 1"), note: "by RFC 3986, in order; one thread" },
		{ name: DEDUPE_TWO, command: dedupe("--threads 2"), note: "by RFC 3986, in order; two threads" },
		{
			name: "urlsieve dedupe --memory 128M",
			command: dedupe("--threads 1 --memory 128M"),
			note: "by RFC 3986, in order; one thread",
		},
		{
			name: "urlsieve dedupe --level string",
			command: dedupe("--threads 1 --level string"),
			note: "by octets, in order; one thread",
		},
	];
}
