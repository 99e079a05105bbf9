/**
 * `node bench/standalone/shapes-peers.mjs [SEED...]`: what is left of generated sites whose templates are known, once each program has
 * thinned a list for each seed: urlsieve to one page of each shape, the peers by their default options. Prints for each program:
 *
 *   lines    what is left
 *   one      templates of at least 5 pages of which one line is left
 *   lost     templates of at least 5 pages of which no line is left: pages of a kind that nobody will look at
 *   fixed    fixed paths that are left
 *
 * Requires ../shared/design/prototypes/shapes, which has the generator, a build, and Python with pip.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { virtualEnvironment } from "../../build/python.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { rng, site, TABLES } = await import(`${root}../shared/design/prototypes/shapes/gen.mjs`);
const bin = dirname(virtualEnvironment("urlsieve-shape-peers", join(root, "bench", "peers", "shape-peers.txt")));
const seeds = process.argv.slice(2).map(Number);
if (seeds.length === 0) seeds.push(101, 102, 103);
const folder = mkdtempSync(join(tmpdir(), "shapes-peers-"));
const [list, shapes, output] = ["list", "shapes", "output"].map((name) => join(folder, name));

const urlsieve = (...args) => execFileSync(process.execPath, [join(root, "build", "out", "dist", "urlsieve.js"), ...args, list]);
const thinned = (...args) => urlsieve("dedupe", "--quiet", "--profile", "crawl@1", "--per", "shape=1", "-o", output, ...args);

const PROGRAMS = {
	"urlsieve, shape@1": () => thinned(),
	"urlsieve, learned": () => {
		urlsieve("shapes", "--quiet", "--profile", "crawl@1", "-o", shapes);
		thinned("--shapes", shapes);
	},
	uro: () => execFileSync(join(bin, "uro"), ["-i", list, "-o", output]),
	urless: () => writeFileSync(output, execFileSync(join(bin, "urless"), { input: readFileSync(list) })),
	uddup: () => execFileSync(join(bin, "uddup"), ["-s", "-u", list, "-o", output]),
};

for (const [name, run] of Object.entries(PROGRAMS)) {
	const total = {};
	for (const seed of seeds) add(total, scoreOf(run, drawn(seed)));
	console.log(name.padEnd(18), ...Object.entries(total).map(([figure, [part, all]]) => `${figure} ${part}/${all}`));
}
rmSync(folder, { recursive: true });

/** The pages of all sites of a seed in random order, each with its template, which its host is part of. */
function drawn(seed) {
	const random = rng(7);
	const rows = Object.keys(TABLES).flatMap((kind) => site(seed, kind));
	const order = rows.map((row) => [random(), row]).sort(([a], [b]) => a - b);
	return new Map(order.map(([, [url, template]]) => [url, `${template} ${new URL(url).host}`]));
}

function scoreOf(run, templates) {
	writeFileSync(list, [...templates.keys()].map((url) => `${url}\n`).join(""));
	rmSync(output, { force: true });
	run();
	const lines = readFileSync(output, "utf8").split("\n").filter(Boolean);
	const [pages, left] = [counts(templates.values()), counts(lines.flatMap((line) => templates.get(line) ?? []))];
	const fixed = [...pages.keys()].filter((template) => template.startsWith("*"));
	const open = [...pages.keys()].filter((template) => !template.startsWith("*") && pages.get(template) >= 5);
	const share = (among, isWanted) => [among.filter(isWanted).length, among.length];
	return {
		lines: [lines.length, templates.size],
		one: share(open, (template) => left.get(template) === 1),
		lost: share(open, (template) => !left.has(template)),
		fixed: share(fixed, (template) => left.has(template)),
	};
}

function counts(names) {
	const table = new Map();
	for (const name of names) table.set(name, (table.get(name) ?? 0) + 1);
	return table;
}

function add(total, result) {
	for (const [figure, [part, all]] of Object.entries(result))
		total[figure] = [(total[figure]?.[0] ?? 0) + part, (total[figure]?.[1] ?? 0) + all];
}
