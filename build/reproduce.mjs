/**
 * `npm run reproduce`: builds the release in this checkout and in a copy of its tracked files, which has another path, umask, time zone
 * and locale and runs on another version of Node.js, with kernels compiled anew. Both must be equal, octet for octet. The release is in
 * build/out/release/, with SHA256SUMS.
 *
 * Exit status: 0 if all files are equal, 1 if not, 2 if one of them cannot be built, or for an option.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { installInto } from "../test/runtimes/install.mjs";
import { failOption, readOptions } from "./fuzz-options.mjs";
import { prepare } from "./prepare.mjs";
import { cacheFolder } from "./python.mjs";
import { release } from "./release.mjs";
import { root } from "./root.mjs";

const OTHER_NODE = "24";
const OTHER = { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };

/** Copies what git tracks, and the installed packages without what they have cached. */
function copyTo(folder) {
	const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
	for (const file of files) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		cpSync(join(root, file), join(folder, file));
	}
	const packages = join(root, "node_modules");
	mkdirSync(join(folder, "node_modules"));
	for (const name of readdirSync(packages).filter((entry) => entry !== ".cache"))
		cpSync(join(packages, name), join(folder, "node_modules", name), { recursive: true, verbatimSymlinks: true });
}

/** Builds the release in the copy. Returns the lines of its SHA256SUMS. */
function releaseElsewhere(folder) {
	const tools = cacheFolder("urlsieve-reproduce");
	installInto(tools, { node: `npm:node-${platform()}-${arch()}@${OTHER_NODE}` });
	const bin = join(tools, "node_modules", "node", "bin");
	if (!existsSync(bin)) return undefined;
	const out = join(folder, "out");
	const env = { ...process.env, ...OTHER, PATH: `${bin}:${process.env.PATH}` };
	const command = 'umask 077 && exec node build/release.mjs "$0"';
	const { status } = spawnSync("sh", ["-c", command, out], { cwd: folder, env, stdio: ["ignore", 2, 2] });
	if (status !== 0) return undefined;
	return execFileSync("cat", [join(out, "SHA256SUMS")], { encoding: "utf8" })
		.trim()
		.split("\n");
}

readOptions("reproduce", (args) => parseArgs({ args }));
await prepare();
const ours = await release(join(root, "build", "out", "release")).catch((error) => failOption("reproduce", error));
const folder = mkdtempSync(join(tmpdir(), "urlsieve reproduce ğ "));
try {
	copyTo(folder);
	const theirs = releaseElsewhere(folder);
	if (theirs === undefined) {
		console.error("reproduce: the copy cannot be built; see the messages above.");
		process.exitCode = 2;
	} else {
		const different = ours.filter((line) => !theirs.includes(line)).map((line) => line.split("  ")[1]);
		for (const line of ours) console.log(`${theirs.includes(line) ? "✓" : "✗"} ${line}`);
		const failed = different.length + Math.max(0, theirs.length - ours.length);
		console.log(`${ours.length - different.length} passed, ${failed} failed`);
		process.exitCode = failed === 0 && ours.length > 0 ? 0 : 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
