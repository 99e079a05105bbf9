/**
 * Python virtual environments in the user's cache: the one that builds and tests the package in python/, and those of callers. Each
 * is rebuilt when its packages or the Python version change.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { installByApt } from "./apt.mjs";
import { downloads } from "./prepare.mjs";
import { root } from "./root.mjs";

/** Returns the interpreter for python/. Installs what is missing; throws if that fails. */
export function python() {
	return virtualEnvironment("urlsieve-platforms", join(root, "python", "requirements.txt"));
}

/** The folder `name` in the user's cache. */
export function cacheFolder(name) {
	return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), name);
}

/**
 * Returns the interpreter of a virtual environment that has the packages listed in a file. It lives in the folder `name` of the
 * cache. Installs what is missing; throws if that fails.
 */
export function virtualEnvironment(name, requirements) {
	const { folder, interpreter, complete } = environment(name, requirements);
	if (existsSync(complete)) return interpreter;
	console.error("urlsieve: installing Python packages …");
	mkdirSync(cacheFolder(name), { recursive: true });
	rmSync(folder, { recursive: true, force: true });
	installVenv();
	run("python3", ["-m", "venv", folder]);
	if (!downloads(interpreter, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]))
		throw new Error(`pip cannot install the packages of ${requirements}; see its messages above`);
	writeFileSync(complete, "");
	return interpreter;
}

/** The interpreter that `virtualEnvironment` has installed. Undefined if it has not. */
export function installedEnvironment(name, requirements) {
	const { interpreter, complete } = environment(name, requirements);
	return existsSync(complete) ? interpreter : undefined;
}

/** Where an environment is, or would be. `complete` exists once everything is installed. */
function environment(name, requirements) {
	const version = spawnSync("python3", ["--version"], { encoding: "utf8" }).stdout ?? "";
	const key = createHash("sha256").update(readFileSync(requirements)).update(version).digest("hex").slice(0, 16);
	const folder = join(cacheFolder(name), `python-${key}`);
	return { folder, interpreter: join(folder, "bin", "python"), complete: join(folder, ".complete") };
}

/** Debian and Ubuntu ship the module `venv` in a separate package. */
function installVenv() {
	if (spawnSync("python3", ["-c", "import ensurepip, venv"]).status !== 0) installByApt("python3-venv");
}

/** Runs a program to its end. Throws if it fails. */
export function run(program, args, settings = {}) {
	const { status, error, signal } = spawnSync(program, args, { stdio: ["ignore", 2, 2], ...settings });
	if (status !== 0) throw new Error(`${[program, ...args].join(" ")}: ${error?.message ?? signal ?? `exit status ${status}`}`);
}
