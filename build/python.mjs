/**
 * The Python that builds and tests the package in python/: a virtual environment with the pinned packages of
 * python/requirements.txt, kept in the user's cache and made anew when these change.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "./prepare.mjs";

const REQUIREMENTS = join(root, "python", "requirements.txt");

/** Returns the path of the interpreter. Installs what is missing; throws if that fails. */
export function python() {
	const pins = readFileSync(REQUIREMENTS);
	const version = spawnSync("python3", ["--version"], { encoding: "utf8" }).stdout ?? "";
	const name = createHash("sha256").update(pins).update(version).digest("hex").slice(0, 16);
	const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "urlsieve-platforms");
	const folder = join(cache, `python-${name}`);
	const interpreter = join(folder, "bin", "python");
	const complete = join(folder, ".complete");
	if (existsSync(complete)) return interpreter;
	console.error("urlsieve: installing Python packages …");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(cache, { recursive: true });
	installVenv();
	run("python3", ["-m", "venv", folder]);
	run(interpreter, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]);
	writeFileSync(complete, "");
	return interpreter;
}

/** Debian and Ubuntu have the module that makes virtual environments in a package of its own. */
function installVenv() {
	if (spawnSync("python3", ["-c", "import ensurepip, venv"]).status === 0) return;
	console.error("urlsieve: installing python3-venv …");
	run("apt-get", ["update", "--quiet"]);
	run("apt-get", ["install", "--quiet", "--yes", "--no-install-recommends", "python3-venv"]);
}

/** Runs a program to its end. Throws if it fails. */
export function run(program, args, settings = {}) {
	const { status, error, signal } = spawnSync(program, args, { stdio: ["ignore", 2, 2], ...settings });
	if (status !== 0) throw new Error(`${[program, ...args].join(" ")}: ${error?.message ?? signal ?? `exit status ${status}`}`);
}
