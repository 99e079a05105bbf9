/**
 * `npm run coverage [-- TEST…]`: the branches of the package that tests reach by what users can call. Builds with source maps, runs the short
 * tests, and counts in every process what runs of build/out/dist, by the source that it is of. What a test imports of src/ does not count,
 * but for the ABI of the kernels: build/counted-seam.mjs.
 *
 * For example:
 *
 * ```
 *   npm run coverage
 *   npm run coverage -- test/cli test/core
 * ```
 *
 * Prints the share of each folder: a measure, which fails nothing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { npmPackages } from "./npm.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const SOURCE = /modules\/((src|assembly)\/(?:[^/]+(?=\/))?)/;

const tests = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "urlsieve-coverage-"));
const counts = join(folder, "v8");
// Programs that tests start as another user count, too.
chmodSync(folder, 0o711);
mkdirSync(counts);
chmodSync(counts, 0o1777);
try {
	runNode({ URLSIEVE_MAPS: "1" }, "build/build.mjs");
	await prepareTools();
	runNode({ NODE_V8_COVERAGE: counts }, "node_modules/vitest/vitest.mjs", "run", "--project", "!site", ...tests);
	dropTorn();
	const shares = sharesByFolder(await countBranches(folder));
	for (const [name, share] of [...shares].sort())
		console.log(`${percent(share).padStart(7)}  ${String(share.total).padStart(5)}  ${name}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
	// The maps are not for the package.
	runNode({}, "build/build.mjs");
}

function runNode(variables, ...args) {
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...variables } });
	if (status !== 0) console.error(`urlsieve: ${args[0]} ended with status ${status}; the shares are of what ran.`);
}

/** Removes what a process had not written to its end when it was killed. */
function dropTorn() {
	for (const name of readdirSync(counts)) {
		const file = join(counts, name);
		try {
			JSON.parse(readFileSync(file, "utf8"));
		} catch {
			rmSync(file);
		}
	}
}

/** Counts of branches by source, from what all processes left. */
async function countBranches(folder) {
	const require = createRequire(npmPackages("coverage", join(root, "test", "qa", "coverage", "package.json")));
	const { default: report } = await import(pathToFileURL(require.resolve("monocart-coverage-reports")).href);
	const outputDir = join(folder, "report");
	const coverage = report({
		outputDir,
		logging: "error",
		entryFilter: ({ url }) => url.includes("/build/out/dist/"),
		sourceFilter: (path) => SOURCE.test(path),
		reports: ["json-summary"],
	});
	await coverage.addFromDir(counts);
	await coverage.generate();
	return JSON.parse(readFileSync(join(outputDir, "coverage-summary.json"), "utf8"));
}

function percent({ covered, total }) {
	return `${((100 * covered) / Math.max(total, 1)).toFixed(1)} %`;
}

function sharesByFolder(counts) {
	const shares = new Map();
	for (const [path, { branches }] of Object.entries(counts)) {
		const [, room, side] = SOURCE.exec(path) ?? [];
		if (room === undefined) continue;
		for (const name of [side, room]) {
			const { covered, total } = shares.get(name) ?? { covered: 0, total: 0 };
			shares.set(name, { covered: covered + branches.covered, total: total + branches.total });
		}
	}
	return shares;
}
