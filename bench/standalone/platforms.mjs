/**
 * `npm run bench -- --suite platforms`: CPU time of a URL on the platforms that run urlsieve, beside what is used there today
 * (docs/integrations/python.md). Python and its packages are those of `npm run test:platforms`.
 *
 * `npm run bench -- --suite platforms java redis` measures these parts again, and keeps the stored rows of the others.
 *
 * `npm run bench -- --suite platforms --spark LIST`: only Spark, on ten million lines, those of LIST again and again. Prints the
 * figures and stores none.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeProfiles } from "../../build/jvm.mjs";
import { python, run } from "../../build/python.mjs";
import { root } from "../../build/root.mjs";
import { buildWheel } from "../../build/wheel.mjs";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";
import { redisTimes, withServer } from "./redis-ways.mjs";

const LINES = 200_000;
const MASTERS = ["local[1]", "local[2]"];
/** A line for a line, as a pool of ClickHouse has to answer. */
const W3LIB = `import sys, w3lib.url
for line in sys.stdin:
    try:
        print(w3lib.url.canonicalize_url(line[:-1]))
    except ValueError:
        print()
    sys.stdout.flush()
`;

const folder = join(root, "build", "out", "bench", "platforms");
const site = join(folder, "site");

/** The platforms in the order of the table, and what measures them. */
const PARTS = {
	arrays: { platforms: ["Python", "Polars", "DuckDB"], rows: () => inPython("arrays") },
	spark: { platforms: ["Spark"], rows: () => MASTERS.flatMap((master) => inPython("spark", master)) },
	clickhouse: { platforms: ["ClickHouse"], rows: inClickHouse },
	java: { platforms: ["Java"], rows: inJava },
	redis: { platforms: ["Redis"], rows: onRedis },
};

/** Measures everything, or the parts that are named. Returns what a suite returns, or nothing with `--spark`. */
export async function measure(args) {
	const { values, positionals } = parseArgs({ args, options: { spark: { type: "string" } }, allowPositionals: true });
	const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
	if (unknown !== undefined) throw new Error(`The parts are ${Object.keys(PARTS).join(", ")}, not "${unknown}".`);
	await prepareFolder();
	if (values.spark !== undefined) {
		inPython("write", resolve(values.spark));
		print(MASTERS.flatMap((master) => inPython("spark", master)).map(rowOf));
		return undefined;
	}
	const rows = [];
	for (const [name, { platforms, rows: measured }] of Object.entries(PARTS)) {
		const isWanted = positionals.length === 0 || positionals.includes(name);
		rows.push(...(isWanted ? (await measured()).map(rowOf) : storedRows(platforms)));
	}
	print(rows);
	return {
		suite: "platforms",
		title: "A URL on other platforms",
		unit: "ns of CPU",
		corpus: `${LINES.toLocaleString("en-US")} generated lines`,
		rows,
	};
}

/** The rows of an earlier run. */
function storedRows(platforms) {
	const { rows } = JSON.parse(readFileSync(join(root, "bench", "results", "platforms.json"), "utf8"));
	return rows.filter(({ name }) => platforms.includes(name.split(" ")[0]));
}

async function prepareFolder() {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "list.txt"), syntheticList(LINES, SEED).octets);
	const wheel = await buildWheel();
	run(python(), ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", site, wheel]);
}

function inPython(...args) {
	const env = { ...process.env, PYTHONPATH: site, PYSPARK_PYTHON: python(), PATH: `${folder}:${process.env.PATH}` };
	return jsonOf(python(), [join(root, "bench", "standalone", "platforms.py"), folder, ...args], { env, cwd: folder });
}

/** The definition of the pools as docs/integrations/clickhouse.md has it, and one of the same kind for w3lib. */
function inClickHouse() {
	const definition = join(root, "examples", "clickhouse", "urlsieve_function.xml");
	copyFileSync(definition, join(folder, "urlsieve_function.xml"));
	symlinkSync(join(root, "build", "out", "dist", "urlsieve.js"), join(folder, "urlsieve"));
	writeFileSync(join(folder, "peer.py"), W3LIB);
	const text = readFileSync(definition, "utf8")
		.replace(/<!-- The same for[\s\S]*?<\/function>/, "")
		.replace("<name>urlsieve_normalize<", "<name>w3lib<")
		.replace(/<command>.*</, `<command>${python()} ${join(folder, "peer.py")}<`);
	writeFileSync(join(folder, "w3lib_function.xml"), text);
	return inPython("clickhouse");
}

async function inJava() {
	await writeProfiles();
	const dependencies = join(folder, "jvm");
	const copy = ["dependency:copy-dependencies", "-DincludeScope=runtime"];
	run("mvn", ["-q", "-B", "-f", join(root, "java", "pom.xml"), "compile", ...copy]);
	run("mvn", ["-q", "-B", "-f", join(root, "bench", "peers", "jvm", "pom.xml"), ...copy, `-DoutputDirectory=${dependencies}`]);
	const java = join(root, "build", "out", "java");
	const path = [join(java, "classes"), join(java, "dependency", "*"), join(dependencies, "*")].join(":");
	return jsonOf("java", ["-cp", path, join(root, "bench", "peers", "jvm", "Times.java"), join(folder, "list.txt")]);
}

async function onRedis() {
	const times = await withServer(redisTimes);
	const way = (name) => times[name].map(([client, server]) => client + server);
	return [
		["Redis urlsieve/redis, exact, client and server", "a list with 50 % repeats", way("exact")],
		["Redis SADD of each string, client and server", "a list with 50 % repeats", way("SADD of each string")],
	];
}

function jsonOf(program, args, settings = {}) {
	const options = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...settings };
	const { status, stdout, stderr, error } = spawnSync(program, args, options);
	if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
	for (const line of stderr.matchAll(/^local\[.*$/gm)) console.log(line[0]);
	return JSON.parse(stdout);
}

function rowOf([name, note, times]) {
	const sorted = [...times].sort((a, b) => a - b);
	return { input: "a URL", node: process.version, name, best: sorted[0], median: sorted[sorted.length >> 1], note };
}

function print(rows) {
	console.log("ns of CPU a URL, median and best\n");
	for (const { name, note, median, best } of rows) {
		console.log(name.padEnd(72) + note.padEnd(28) + median.toFixed(0).padStart(8) + best.toFixed(0).padStart(8));
	}
}
