/**
 * `npm run bench`: how fast urlsieve is, beside others, in one run. Only ratios travel from machine to machine.
 *
 *   npm run bench                                       on a synthetic list
 *   npm run bench -- --corpus urls.txt.gz               on a list of your own
 *   npm run bench -- --suite bulk --suite single        some of the suites: bulk, single, peers, dedupe
 *   npm run bench -- --suite processes                  whole processes on ten million lines drawn from the list
 */
import { parseArgs } from "node:util";
import { loadCorpus } from "./corpus";
import { alternate, type Task } from "./measure";
import { checkClaims, PEERS } from "./peers";
import { compareProcesses } from "./processes";
import { report } from "./report";
import { arrayTask, bulkTasks, dedupeTasks, peerTask, singleTasks } from "./tasks";

const { values } = parseArgs({
	options: {
		corpus: { type: "string" },
		rounds: { type: "string", default: "9" },
		suite: { type: "string", multiple: true, default: ["bulk", "single", "peers", "dedupe"] },
		lines: { type: "string", default: "10000000" },
	},
});
const rounds = Number(values.rounds);
const corpus = loadCorpus(values.corpus);
const peers = PEERS.map((peer) => peerTask(corpus, peer));

/** Suites that run in this process: their title, the tasks, the rounds. All are compared with the first task. */
const SUITES: { readonly [name: string]: readonly [string, () => readonly Task[], number] } = {
	bulk: ["Many: octets to octets", () => [...peers.slice(0, 1), ...bulkTasks(corpus), arrayTask(corpus)], rounds],
	single: ["One string after the other", () => [...peers.slice(0, 1), ...singleTasks(corpus)], rounds],
	peers: ["The same, with slower peers", () => [...peers, ...singleTasks(corpus).slice(0, 1)], Math.min(rounds, 3)],
	dedupe: ["Different ones", () => dedupeTasks(corpus), rounds],
};

checkClaims();
const mean = (corpus.octets.length / corpus.lines.length).toFixed(1);
console.log(`Node.js ${process.version}; ${corpus.name}: ${corpus.lines.length} lines, ${mean} octets each.`);
console.log(`Nanoseconds a reference, ${rounds} rounds in alternation; what others compute differs, as noted.`);
for (const name of values.suite) {
	const [title, tasks, times] = SUITES[name] ?? [];
	if (title !== undefined && tasks !== undefined) report(title, await alternate(tasks(), times ?? rounds));
	else if (name === "processes") compareProcesses(corpus, Number(values.lines), Math.min(rounds, 3));
	else throw new Error(`There is no suite "${name}".`);
}
