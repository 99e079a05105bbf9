/**
 * `node bench/standalone/list-merges.mjs`: how many pages a list of real URLs has by only `crawl@1`, and with lists of others joined to
 * `tracking@1`. With `--sample N`, prints N merges of each policy that the one before it does not have, drawn at random with a fixed seed,
 * and the rules that act on them.
 *
 *   node bench/standalone/list-merges.mjs --clearurls ../shared/data/lists/clearurls-data.min.json --adguard filter_17.txt --sample 53
 *
 * Without `--adguard`, the list of the packages that `npm run test:emulations` installs is taken.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adguardOriginals } from "../../build/originals.mjs";
import { createNormalizer, readList } from "../../build/out/dist/crawl.js";
import { root } from "../../build/root.mjs";
import { MergedList } from "../lists/merges.mjs";
import { random, SEED } from "../lists/random.mjs";

const DATA = join(root, "..", "shared", "data");
const { values } = parseArgs({
	options: {
		list: { type: "string", default: join(DATA, "reddit_outbound_urls.txt.gz") },
		clearurls: { type: "string", default: join(DATA, "lists", "clearurls-data.min.json") },
		adguard: { type: "string" },
		sample: { type: "string", default: "0" },
	},
});

const list = new MergedList(values.list);
const clearUrls = readList("clearurls", readFileSync(values.clearurls), { name: "clearurls" });
const adGuard = readList("removeparam", values.adguard === undefined ? installedFilter() : readFileSync(values.adguard), {
	name: "adguard",
});
const joined = (...lists) => ({ base: "crawl@1", key: { query: { lists } } });
const editing = { name: "clearurls", raw: true, redirections: true };

/** Each with the policy that its merges are compared with. */
const POLICIES = {
	"crawl@1": { options: { profile: "crawl@1" }, before: undefined },
	ClearURLs: { options: { policy: joined("clearurls"), lists: [clearUrls] }, before: "crawl@1" },
	"ClearURLs, raw and redirections": { options: { policy: joined(editing), lists: [clearUrls] }, before: "ClearURLs" },
	"AdGuard URL Tracking": { options: { policy: joined("adguard"), lists: [adGuard] }, before: "crawl@1" },
	both: { options: { policy: joined(editing, "adguard"), lists: [clearUrls, adGuard] }, before: undefined },
};

console.log(`${list.lines.length} lines, ${new Set(list.lines).size} different`);
const keys = {};
for (const [name, { options, before }] of Object.entries(POLICIES)) {
	keys[name] = list.keysBy(options);
	const crawlPages = new Set(keys["crawl@1"]).size;
	const pages = new Set(keys[name]).size;
	console.log(`${name}: ${pages} pages${name === "crawl@1" ? "" : `, ${crawlPages - pages} fewer than by crawl@1`}`);
	if (name !== "both") show(name, options, before === undefined ? list.lines : keys[before]);
}

function installedFilter() {
	const purge = join(root, "test", "emulations", "adguard", "purge.mjs");
	return execFileSync(process.execPath, [purge, adguardOriginals(), "--list"], { maxBuffer: 2 ** 24 });
}

/** Prints merges that are none by `classes`. */
function show(name, options, classes) {
	const merges = list.merges(keys[name], classes);
	const below = random(SEED);
	const count = Math.min(Number(values.sample), merges.length);
	if (count > 0) console.log(`${merges.length} merges, ${count} of them:`);
	const normalizer = createNormalizer(options);
	for (let shown = 0; shown < count; ++shown) {
		const [[a, b]] = merges.splice(below(merges.length), 1);
		console.log(`  ${a}\n= ${b}\n    ${rulesOf(normalizer, a, b).join(", ")}`);
	}
}

/** The rules that act on one of two URLs or on both, and the pieces that go from one only. */
function rulesOf(normalizer, ...urls) {
	const [a, b] = urls.map((url) => normalizer.removals(url));
	const pieces = (some, others) => some.filter(({ piece }) => !others.some((other) => other.piece === piece));
	const removed = [...pieces(a, b), ...pieces(b, a)].map(({ rule, piece }) => `${rule} (${piece})`);
	const lists = new Set([...a, ...b].map(({ rule }) => rule));
	const steps = urls.flatMap((url) => normalizer.explain(url).steps.map(({ rule }) => rule));
	return [...new Set([...steps.filter((rule) => !lists.has(rule)), ...removed])];
}
