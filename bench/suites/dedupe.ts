/** Suite `dedupe`: the command line against other programs, file to file, on a long list with duplicates. */
import { join } from "node:path";
import type { Corpus, Draw } from "../lists/corpus";
import { type Command, compare, inFolder, linesIn, urlsieve, writeDrawn } from "../measure/processes";
import { Programs } from "../peers/programs";
import { checked, costOfSecondLoop } from "./second-core";
import type { Suite } from "./suite";

const MAX_ROUNDS = 3;

const SORT: Command = {
	name: "LC_ALL=C sort -u",
	command: "LC_ALL=C sort -u --parallel=1 -o $RESULT $LIST",
	note: "by octets, sorted; one thread",
};

/** Of ten million lines from a corpus of a hundred thousand, 60 % are different. */
const MOSTLY_DIFFERENT: Draw = { plain: 3, values: 256 };

/** More than one thread. */
const TWO_THREADS = "urlsieve dedupe --threads 2";

export const dedupe: Suite = {
	title: "Deduplication, file to file, whole processes",
	unit: "s",
	against: SORT.name,
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const count = isQuick ? 500_000 : 10_000_000;
		const peers = (await Programs.at(root)).commands;
		const before = costOfSecondLoop(root);
		const rows = inFolder((folder) => {
			const list = join(folder, "list.txt");
			writeDrawn(list, lists.get("as it is") as Corpus, count, MOSTLY_DIFFERENT);
			const runs = { rounds: Math.min(rounds, MAX_ROUNDS), input: linesIn(count) };
			return compare([SORT, ...othersFor(root, peers)], list, folder, runs);
		});
		return checked("dedupe", rows, Math.max(before, costOfSecondLoop(root)), ({ name }) => name === TWO_THREADS);
	},
};

function othersFor(root: string, peers: readonly Command[]): Command[] {
	const dedupe = (args: string) => `${urlsieve(root, "dedupe")} ${args} $LIST`;
	return [
		{ name: "sort -u -S 128M", command: "LC_ALL=C sort -u --parallel=1 -S 128M -o $RESULT $LIST", note: "by octets, sorted" },
		{ name: "awk '!s[$0]++'", command: "awk '!s[$0]++' $LIST > $RESULT", note: "by octets, in order" },
		...peers,
		{ name: "urlsieve dedupe", command: dedupe("--threads 1"), note: "by RFC 3986, in order; one thread" },
		{ name: TWO_THREADS, command: dedupe("--threads 2"), note: "by RFC 3986, in order" },
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
