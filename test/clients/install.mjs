/** Installs what clients need, in the user's cache. What is installed already is left as it is. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installByApt } from "../../build/apt.mjs";
import { npmPackages } from "../../build/npm.mjs";
import { downloads } from "../../build/prepare.mjs";
import { cacheFolder, run, virtualEnvironment } from "../../build/python.mjs";
import { chromiumPath, installChromium } from "../support/chromium.mjs";

const NAME = "urlsieve-clients";
const here = dirname(fileURLToPath(import.meta.url));
const drivers = join(here, "drivers");
const folder = (name) => {
	const path = join(cacheFolder(NAME), name);
	mkdirSync(path, { recursive: true });
	return path;
};

/** For each need, installs it and returns the paths that it adds. Throws if that fails. */
const NEEDS = {
	program(name) {
		requireProgram(name, name);
		return {};
	},
	apt(name) {
		if (spawnSync("dpkg", ["--status", name]).status !== 0) installByApt(name);
		return name.startsWith("libcurl4") ? compileC("libcurl.c", "libcurl", "-lcurl") : {};
	},
	npm: () => ({ npm: dirname(npmPackages(NAME, join(here, "package.json"))) }),
	pip: () => ({ python: virtualEnvironment(NAME, join(here, "requirements.txt")) }),
	newPython: () => ({ newPython: newPython() }),
	chromium() {
		installChromium();
		return { chromium: chromiumPath() };
	},
	javac: () => compileJava("Drive.java"),
	maven() {
		requireProgram("mvn", "maven");
		const jars = folder("jars");
		const copied = ["-q", "-B", "-f", join(here, "pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${jars}`];
		if (readdirSync(jars).length === 0 && !downloads("mvn", copied))
			throw new Error("mvn cannot copy the packages of test/clients/pom.xml");
		return compileJava("Drive.java", "DriveMaven.java");
	},
	go() {
		requireProgram("go", "golang-go");
		run("go", ["build", "-o", join(folder("bin"), "go"), join(drivers, "go.go")], { env: { ...process.env, CGO_ENABLED: "1" } });
		return {};
	},
	cargo() {
		requireProgram("cargo", "cargo");
		const copy = folder("reqwest");
		cpSync(join(drivers, "reqwest"), copy, { recursive: true });
		if (!downloads("cargo", ["build", "--quiet", "--release"], { cwd: copy }))
			throw new Error("cargo cannot build test/clients/drivers/reqwest");
		return { release: join(copy, "target", "release") };
	},
};

/** Installs what a client needs. Returns the paths that its command names. */
export function install({ needs = [] }) {
	const paths = { drivers, bin: folder("bin"), classes: folder("classes"), jars: folder("jars") };
	for (const need of needs) {
		const [kind, name] = need.split(":");
		Object.assign(paths, NEEDS[kind](name));
	}
	return paths;
}

/** A text of a command, with these paths. */
export function filled(text, paths) {
	return text.replace(/\{\{(\w+)\}\}/g, (_, name) => paths[name]);
}

/** The first version number that the client prints. */
export function versionOf({ version: [program, ...args] }, paths) {
	const { stdout, stderr } = spawnSync(
		filled(program, paths),
		args.map((text) => filled(text, paths)),
		{ encoding: "utf8" },
	);
	return /[0-9]+\.[0-9]+(?:\.[0-9]+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "unknown";
}

/** Compiles the library that is preloaded into clients. Returns its path. Installs what a namespace needs. */
export function compileShim() {
	requireProgram("ip", "iproute2");
	requireProgram("unshare", "util-linux");
	return compileC("../shim.c", "shim.so", "-shared", "-fPIC", "-ldl").program;
}

function compileC(source, name, ...flags) {
	requireProgram("cc", "gcc");
	const program = join(folder("bin"), name);
	run("cc", ["-O2", "-o", program, join(drivers, source), ...flags]);
	return { program };
}

function compileJava(...sources) {
	requireProgram("javac", "openjdk-17-jdk-headless");
	run("javac", [
		"-XDsuppressNotes",
		"-cp",
		`${folder("jars")}/*`,
		"-d",
		folder("classes"),
		...sources.map((name) => join(drivers, name)),
	]);
	return {};
}

/** The first Python from 3.13 on, of the system or of pyenv. */
function newPython() {
	const pyenv = join(homedir(), ".pyenv", "versions");
	const versions = existsSync(pyenv) ? readdirSync(pyenv).map((name) => join(pyenv, name, "bin", "python3")) : [];
	const isNew = (name) => spawnSync(name, ["-c", "import sys; sys.exit(sys.version_info < (3, 13))"]).status === 0;
	const found = ["python3", "python3.13", "python3.14", ...versions].find(isNew);
	if (found === undefined) throw new Error("there is no Python from 3.13 on");
	return found;
}

function requireProgram(program, name) {
	if (spawnSync(program, ["--help"]).error !== undefined) installByApt(name);
}
