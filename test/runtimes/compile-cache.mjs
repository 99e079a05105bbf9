/** Checks of the compile cache of the command line: see docs/reference/command-line.md. Node.js before 22.8 has none. */
import { spawn, spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INPUT = "HTTP://a/%7e\nhttp://a/~\n";
const OUTPUT = "http://a/~\n";
const ARGUMENTS = ["dedupe", "--quiet"];
/** Variables of this process that would decide about the cache. */
const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, NODE_V8_COVERAGE: ___, ...ENVIRONMENT } = process.env;
/** A user without rights. */
const NOBODY = 65534;

/** A temporary folder for one check, and runs of the command line that have it. */
class Stage {
	constructor(command, cli) {
		this.command = command;
		this.cli = cli;
		this.temporary = mkdtempSync(join(tmpdir(), "urlsieve-compiled-"));
		this.folder = join(this.temporary, `urlsieve-cache-${process.getuid()}`);
		this.hasCache =
			spawnSync(command, ["-p", "'enableCompileCache' in require('node:module')"], { encoding: "utf8" }).stdout === "true\n";
	}

	/** Whether a run prints what it should, and nothing else. */
	runs(variables = {}, args = ARGUMENTS) {
		const env = { ...ENVIRONMENT, TMPDIR: this.temporary, ...variables };
		const { status, stdout, stderr } = spawnSync(this.command, [this.cli, ...args], { input: INPUT, env, encoding: "utf8" });
		return status === 0 && stdout === OUTPUT && stderr === "";
	}

	/** The same of two runs at once. */
	async runTwice() {
		const runs = [0, 1].map(() => this.#started());
		return (await Promise.all(runs)).every((output) => output === OUTPUT);
	}

	#started() {
		const child = spawn(this.command, [this.cli, ...ARGUMENTS], { env: { ...ENVIRONMENT, TMPDIR: this.temporary } });
		child.stdin.end(INPUT);
		let output = "";
		child.stdout.on("data", (octets) => (output += octets));
		return new Promise((resolve) => child.on("close", () => resolve(output)));
	}

	/** The files of the cache. */
	files(folder = this.folder) {
		if (!existsSync(folder)) return [];
		const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		return files.map((entry) => join(entry.parentPath, entry.name));
	}

	/** Whether there is a cache, where Node.js has one. */
	get isCached() {
		return this.files().length > 0 === this.hasCache;
	}

	remove() {
		rmSync(this.temporary, { recursive: true, force: true });
	}
}

/** Properties of the cache: a sentence, and a function of a stage that returns whether it holds. */
const RULES = {
	"keeps it in a folder that only the user can enter": (stage) => {
		return stage.runs() && stage.isCached && (!stage.hasCache || (statSync(stage.folder).mode & 0o777) === 0o700);
	},
	"takes from it what an earlier run compiled": (stage) => {
		if (!stage.runs()) return false;
		const before = stage.files().map((file) => statSync(file).mtimeMs);
		return stage.runs() && String(stage.files().map((file) => statSync(file).mtimeMs)) === String(before);
	},
	"compiles anew what is damaged in it": (stage) => {
		if (!stage.runs()) return false;
		for (const [index, file] of stage.files().entries()) writeFileSync(file, damaged(readFileSync(file), index));
		return stage.runs() && stage.runs();
	},
	"serves two processes that begin it at once": async (stage) => {
		return (await stage.runTwice()) && stage.isCached && stage.runs();
	},
	"serves several threads": (stage) => {
		const args = [...ARGUMENTS, "--threads", "2"];
		return stage.runs({}, args) && stage.runs({}, args);
	},
	"does without where nothing can be created": (stage) => stage.runs({ TMPDIR: "/proc" }),
	"does without where the temporary folder is missing": (stage) => stage.runs({ TMPDIR: join(stage.temporary, "missing") }),
	"does without where its place is a file": (stage) => {
		writeFileSync(stage.folder, "");
		return stage.runs() && statSync(stage.folder).size === 0;
	},
	"does not use a folder of another user": (stage) => {
		mkdirSync(stage.folder, { mode: 0o700 });
		if (process.getuid() === 0) chownSync(stage.folder, NOBODY, NOBODY);
		else chmodSync(stage.folder, 0o770);
		return stage.runs() && stage.files().length === 0;
	},
	"does not use a folder that others can read": (stage) => {
		mkdirSync(stage.folder);
		chmodSync(stage.folder, 0o755);
		return stage.runs() && stage.files().length === 0;
	},
	"does not follow a link": (stage) => {
		const target = join(stage.temporary, "target");
		mkdirSync(target, { mode: 0o700 });
		symlinkSync(target, stage.folder);
		return stage.runs() && stage.files(target).length === 0;
	},
	"creates none where others could replace it": (stage) => {
		chmodSync(stage.temporary, 0o777);
		return stage.runs() && !existsSync(stage.folder);
	},
	"creates one where only owners can replace what they have": (stage) => {
		chmodSync(stage.temporary, 0o1777);
		return stage.runs() && stage.isCached;
	},
	"leaves the choice of a folder to NODE_COMPILE_CACHE": (stage) => {
		const chosen = join(stage.temporary, "chosen");
		const runs = stage.runs({ NODE_COMPILE_CACHE: chosen });
		return runs && !existsSync(stage.folder) && (stage.files(chosen).length > 0 || !stage.hasCache);
	},
	"is turned off by NODE_DISABLE_COMPILE_CACHE": (stage) => {
		return stage.runs({ NODE_DISABLE_COMPILE_CACHE: "1" }) && !existsSync(stage.folder);
	},
};

/** By turns the first half of a file, nothing, and all of it with one octet changed. */
function damaged(octets, index) {
	if (index % 3 === 0) return octets.subarray(0, octets.length / 2);
	if (index % 3 === 1) return octets.subarray(0, 0);
	octets[octets.length >> 1] ^= 1;
	return octets;
}

/** The sentences. */
export const CACHE_RULES = Object.keys(RULES);

/** Whether a rule holds of the command line `cli` in the Node.js `command`. */
export async function holds(rule, command, cli) {
	const stage = new Stage(command, cli);
	try {
		return await RULES[rule](stage);
	} finally {
		stage.remove();
	}
}

/** Returns a report like that of conformance.mjs. */
export async function checkCompileCache(command, cli) {
	const faults = [];
	for (const rule of CACHE_RULES) if (!(await holds(rule, command, cli))) faults.push(`compile cache: ${rule}`);
	return { passed: CACHE_RULES.length - faults.length, failed: faults.length, faults };
}
