/**
 * `npm run bench -- --suite platforms`: CPU time of a URL on the platforms that run urlsieve, beside what is used there today
 * (python/README.md). Python and its packages are those of `npm run test:platforms`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build/prepare.mjs";
import { python, run } from "../build/python.mjs";
import { buildWheel } from "../build/wheel.mjs";
import { SEED } from "./random.mjs";
import { syntheticList } from "./synthetic.mjs";

const LINES = 200_000;

const folder = join(root, "build", "out", "bench", "platforms");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "list.txt"), syntheticList(LINES, SEED).octets);
const site = join(folder, "site");
run(python(), [
	"-m",
	"pip",
	"install",
	"--quiet",
	"--no-deps",
	"--disable-pip-version-check",
	"--target",
	site,
	await buildWheel(),
]);
const env = { ...process.env, PYTHONPATH: site, PYSPARK_PYTHON: python() };

console.log(`${LINES} generated lines; ns of CPU a URL, best of several rounds\n`);
for (const master of [[], ["local[1]"], ["local[2]"]]) {
	for (const [way, form, ns] of measured(...master)) print(way, form, ns);
}

function measured(...master) {
	const options = { encoding: "utf8", env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] };
	const { status, stdout, stderr } = spawnSync(python(), [join(root, "bench", "platforms.py"), folder, ...master], options);
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}

function print(way, form, ns) {
	console.log(way.padEnd(38) + form.padEnd(28) + ns.toFixed(0).padStart(8));
}
