/**
 * `npm run bench`: how fast urlsieve is, beside others, in one run. Only ratios travel from machine to machine.
 *
 *   npm run bench                                    on a synthetic list
 *   npm run bench -- --corpus urls.txt               on a list of your own
 *   npm run bench -- --processes [--lines 10000000]  whole processes on a long list, as well
 */
import { parseArgs } from "node:util";
import { loadCorpus } from "./corpus";
import { alternate } from "./measure";
import { checkClaims, PEERS } from "./peers";
import { compareProcesses } from "./processes";
import { report } from "./report";
import { arrayTask, bulkTasks, dedupeTasks, peerTask, singleTasks } from "./tasks";

const { values } = parseArgs({
	options: {
		corpus: { type: "string" },
		rounds: { type: "string", default: "9" },
		processes: { type: "boolean", default: false },
		lines: { type: "string", default: "10000000" },
	},
});
const rounds = Number(values.rounds);
const corpus = loadCorpus(values.corpus);
const [platform, ...others] = PEERS.map((peer) => peerTask(corpus, peer));
if (platform === undefined) throw new Error("There is no peer to compare with.");

checkClaims();
console.log(
	`Node.js ${process.version}; ${corpus.name}: ${corpus.lines.length} lines, ${(corpus.octets.length / corpus.lines.length).toFixed(1)} octets each.`,
);
console.log(`Nanoseconds a reference, ${rounds} rounds in alternation; what others compute differs, as noted.`);

report("Many: octets to octets", await alternate([platform, ...bulkTasks(corpus), arrayTask(corpus)], rounds), platform.name);
report("One string after the other", await alternate([platform, ...singleTasks(corpus)], rounds), platform.name);
report(
	"The same, with slower peers",
	await alternate([platform, ...others, ...singleTasks(corpus).slice(0, 1)], 3),
	platform.name,
);
report("Different ones", await alternate(dedupeTasks(corpus), rounds), "Set of new URL().href");
if (values.processes) compareProcesses(corpus, Number(values.lines), 3);
