/**
 * `npm run bench -- learn`: what `learn` finds on generated webs, by truth.
 *
 *   npm run bench -- learn                          five seeds, 200,000 rows
 *   npm run bench -- learn --rows 50000 --seeds 2,3
 *   npm run bench -- learn --guards                 with each guard off, two seeds
 *   npm run bench -- learn --left-out               on sites that were left out of learning
 *   npm run bench -- learn --left-out --reach everywhere   the same, for rules that act everywhere
 *   npm run bench -- learn --rows 30000 --hosts 100 --shells 100   100 subdomains of each domain answer with shells
 *   npm run bench -- learn --dynamic 0.5            half of the sites never repeat a payload
 *   npm run bench -- learn --revisits 0             nobody is fetched twice
 *   npm run bench -- learn --more --rows 60000 --hosts 40   with rules of hosts, paths and default values
 *   npm run bench -- learn --rows 30000 --hosts 100 a small web, where five apps of one domain are much of it
 */
import { parseArgs } from "node:util";
import { type Guard, type Learned, learn, type Reach } from "../../src/learn/index";
import { figuresOf, merges, recallLimit } from "../../test/support/learn-figures";
import { LearnWeb, type WebRow } from "../../test/support/learn-web";
import { batchesOf } from "../../test/support/row-batches";

const { values } = parseArgs({
	options: {
		rows: { type: "string", default: "200000" },
		hosts: { type: "string" },
		seeds: { type: "string" },
		guards: { type: "boolean", default: false },
		"left-out": { type: "boolean", default: false },
		dynamic: { type: "string", default: "0" },
		revisits: { type: "string", default: "0.1" },
		hostile: { type: "string", default: "0" },
		shells: { type: "string", default: "0" },
		more: { type: "boolean", default: false },
		reach: { type: "string", default: "crawl" },
		verbose: { type: "boolean", default: false },
	},
	allowPositionals: true,
});
const GUARDS: readonly Guard[] = [
	"noise",
	"bundles",
	"rounds",
	"vote",
	"hosts",
	"unstable",
	"blind",
	"backward",
	"weights",
	"reach",
];
const rowCount = Number(values.rows);
const seeds = (values.seeds ?? (values.guards ? "2,3" : "2,3,4,5,6")).split(",").map(Number);
const isLeftOut = (site: number, web: LearnWeb) => values["left-out"] && hashOf(web.sites[site]?.domain ?? "") % 5 === 0;

/** A number for a domain. */
function hashOf(text: string): number {
	return [...text].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** The registrable domain of a generated host. */
const DOMAINS = { registrableDomain: (host: string) => host.split(".").slice(-2).join(".") };

function place(value: number, digits = 4): string {
	return value.toFixed(digits);
}

async function measure(seed: number, without: readonly Guard[]): Promise<void> {
	const hosts = values.hosts === undefined ? undefined : Number(values.hosts);
	const [dynamic, revisits, hostile, shells] = [values.dynamic, values.revisits, values.hostile, values.shells].map(Number);
	const web = new LearnWeb({ seed, hosts, dynamic, revisits, hostile, shells, hasMore: values.more }, rowCount);
	const rows = web.rows(rowCount).filter(({ site }) => !isLeftOut(site, web));
	const fresh = web.fresh(rowCount / 4).filter(({ site }) => !values["left-out"] || isLeftOut(site, web));
	const start = process.cpuUsage();
	const learned = await learn(batchesOf(rows), { without, publicSuffix: DOMAINS, reach: values.reach as Reach });
	const { user, system } = process.cpuUsage(start);
	const seconds = (user + system) / 1e6;
	print(seed, without, learned, web, rows, fresh, seconds);
}

function print(
	seed: number,
	without: readonly Guard[],
	learned: Learned,
	web: LearnWeb,
	rows: readonly WebRow[],
	fresh: readonly WebRow[],
	seconds: number,
): void {
	const { precision, recall, must, mustOf, never, neverOf, wrong } = figuresOf(web, rows, learned, fresh);
	const judged = fresh.filter(({ site }) => !["stamped", "app"].includes(web.sites[site]?.kind ?? ""));
	const cells = [
		seed,
		without.join() || "all on",
		place(precision),
		place(merges(learned, judged).precision),
		place(recall, 3),
		place(recallLimit(web, learned, fresh), 3),
		`${must}/${mustOf}`,
		`${never}/${neverOf}`,
		place(learned.evidence.heldOut.quotient ?? 1, 3),
		learned.counts.rules,
		`${seconds.toFixed(1)} s`,
	];
	console.log(cells.join("\t"));
	if (values.verbose) console.log(wrong.join("\n"));
}

console.log("seed\tguard off\tprecision\tof stable\trecall\tof at most\tmust\tnever\theld out\trules\tCPU");
for (const guard of values.guards ? [undefined, ...GUARDS] : [undefined]) {
	for (const seed of seeds) await measure(seed, guard === undefined ? [] : [guard]);
}
