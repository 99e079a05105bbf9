/**
 * Judges `urlsieve shapes` by generated sites whose templates are known: node bench/standalone/shapes-judge.mjs [SEED...]. Requires
 * ../shared/design/prototypes/shapes, which has the generator, and a build.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readShapes, shape } from "urlsieve/crawl";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { maker, rng, site, TABLES, TRAPS, trapSite } = await import(`${root}../shared/design/prototypes/shapes/gen.mjs`);
const program = join(root, "build", "out", "dist", "urlsieve.js");
const folder = mkdtempSync(join(tmpdir(), "shapes-judge-"));
const seeds = process.argv.slice(2).map(Number);
if (seeds.length === 0) seeds.push(101, 102, 103);

const run = (args) => execFileSync(process.execPath, [program, "shapes", "--quiet", ...args]);

function learned(keys, ...args) {
	writeFileSync(join(folder, "list"), `${keys.join("\n")}\n`);
	run([...args, "-o", join(folder, "shapes"), join(folder, "list")]);
	return readFileSync(join(folder, "shapes"), "utf8");
}

function shuffled(list, seed) {
	const random = rng(seed);
	const copy = [...list];
	for (let at = copy.length - 1; at > 0; --at) {
		const other = Math.floor(random() * (at + 1));
		[copy[at], copy[other]] = [copy[other], copy[at]];
	}
	return copy;
}

const sumOf = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
const most = (counts) => Math.max(...counts.values());

function count(table, a, b) {
	const row = table.get(a) ?? new Map();
	table.set(a, row.set(b, (row.get(b) ?? 0) + 1));
}

/** Templates of at least 5 URLs of which 95 % have one shape, URLs whose shape is 99 % one template, and fixed paths alone in theirs. */
function score(rows, shapeOf) {
	const [templates, shapes] = [new Map(), new Map()];
	for (const [key, template] of rows) {
		count(templates, template, shapeOf(key));
		count(shapes, shapeOf(key), template);
	}
	const fixed = [...templates].filter(([name]) => name.startsWith("*")).map(([, row]) => shapes.get([...row.keys()][0]));
	const open = [...templates].filter(([name, row]) => !name.startsWith("*") && sumOf(row) >= 5).map(([, row]) => row);
	const pure = [...shapes.values()].filter((row) => most(row) >= 0.99 * sumOf(row));
	return {
		templates: [open.filter((row) => most(row) >= 0.95 * sumOf(row)).length, open.length],
		pure: [pure.reduce((sum, row) => sum + sumOf(row), 0), rows.length],
		static: [fixed.filter((row) => sumOf(row) === 1).length, fixed.length],
		shapes: [shapes.size, 0],
	};
}

function add(total, result) {
	for (const [name, [a, b]] of Object.entries(result)) total[name] = [(total[name]?.[0] ?? 0) + a, (total[name]?.[1] ?? 0) + b];
}

function print(name, total) {
	const parts = Object.entries(total).map(
		([key, [a, b]]) => `${key} ${b === 0 ? a : `${a}/${b} = ${((100 * a) / b).toFixed(1)} %`}`,
	);
	console.log(name.padEnd(10), parts.join(", "));
}

function judgeTemplates(size) {
	const sites = seeds.flatMap((seed) => Object.keys(TABLES).map((kind) => ({ kind, rows: site(seed, kind, size) })));
	const file = readShapes(learned(sites.flatMap(({ rows }) => rows.map(([key]) => key))));
	const [total, plain, byKind] = [{}, {}, {}];
	for (const { kind, rows } of sites) {
		const result = score(rows, (key) => file.shape(key));
		add(total, result);
		byKind[kind] ??= {};
		add(byKind[kind], result);
		add(
			plain,
			score(rows, (key) => shape(key)),
		);
	}
	print(`n ${size}`, total);
	if (size !== 2000) return;
	print("shape@1", plain);
	for (const [kind, result] of Object.entries(byKind)) print(`  ${kind}`, result);
}

function judgeOrders() {
	const keys = seeds.flatMap((seed) => Object.keys(TABLES).flatMap((kind) => site(seed, kind).map(([key]) => key)));
	const wanted = learned(keys);
	const ways = [1, 2, 3, 4, 5].map((order) => learned(shuffled(keys, 100 + order)) === wanted);
	const threads = [1, 2, 4].map((number) => learned(keys, "--threads", String(number)) === wanted);
	const mixed = shuffled(keys, 106);
	const shards = [0, 1, 2].map((shard) => {
		writeFileSync(join(folder, "list"), `${mixed.filter((_, place) => place % 3 === shard).join("\n")}\n`);
		run(["--samples", join(folder, `${shard}.samples`), join(folder, "list")]);
		return join(folder, `${shard}.samples`);
	});
	run(["--merge", "-o", join(folder, "merged"), ...shards.reverse()]);
	console.log("shards merged", readFileSync(join(folder, "merged"), "utf8") === wanted);
	console.log("orders", ways.filter(Boolean).length, "of 5, threads", threads.filter(Boolean).length, "of 3");
}

const kindsOf = (text) => (JSON.parse(text).sites ?? []).flatMap(({ traps = [] }) => traps.map(({ trap }) => trap));

function lookAlikes(seed) {
	const make = maker(seed);
	const host = `http://not${seed}.example`;
	const two = (number) => String(number).padStart(2, "0");
	const lists = { archive: [], id: [], items: [], tree: [], deepdocs: [] };
	for (let year = 2000; year < 2020; ++year)
		for (let month = 1; month <= 12; ++month)
			lists.archive.push(`${host}/${year}/${two(month)}/`, `${host}/${year}/${two(month)}/${make.F.slug()}`);
	for (let index = 0; index < 2000; ++index) {
		lists.id.push(`${host}/watch?v=${make.F.id()}`);
		lists.items.push(`${host}/item?id=${index}`);
		lists.tree.push(`${host}/src/${Array.from({ length: 4 + make.n(8) }, () => make.word()).join("/")}`);
		lists.deepdocs.push(`${host}/${make.pick(["a", "b", "c", "d"])}/product/${make.pick(["x", "y"])}?sku=${make.F.hex()}`);
	}
	return Object.entries(lists);
}

function judgeTraps() {
	let [found, all, wrong, clean] = [0, 0, 0, 0];
	for (const seed of seeds) {
		for (const trap of Object.keys(TRAPS)) {
			++all;
			if (kindsOf(learned(trapSite(seed, trap))).includes(trap)) ++found;
			else console.log("  missed", trap, seed);
		}
		const others = [...Object.keys(TABLES).map((kind) => [kind, site(seed, kind).map(([key]) => key)]), ...lookAlikes(seed)];
		for (const [name, keys] of others) {
			++clean;
			const traps = kindsOf(learned(keys));
			if (traps.length > 0) ++wrong && console.log("  false", name, seed, traps.join());
		}
	}
	console.log("traps found", `${found}/${all}`, "reported without one", `${wrong}/${clean}`);
}

for (const size of [2000, 60, 200, 600]) judgeTemplates(size);
judgeOrders();
judgeTraps();
rmSync(folder, { recursive: true });
