/** On what is measured: the machine, and the versions of Node.js that are there. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { arch, availableParallelism, cpus, homedir, platform, totalmem } from "node:os";
import { delimiter, join } from "node:path";

export interface Machine {
	readonly processor: string;
	readonly cores: number;
	/** In gigabytes. */
	readonly memory: number;
	readonly platform: string;
	/** As in "2026-01-31". */
	readonly date: string;
}

export function thisMachine(): Machine {
	return {
		processor: cpus()[0]?.model.trim() || "unknown",
		cores: availableParallelism(),
		memory: Math.round(totalmem() / 1e9),
		platform: `${platform()} ${arch()}`,
		date: new Date().toISOString().slice(0, 10),
	};
}

/** A Node.js that can be run. */
export interface NodeBinary {
	readonly version: string;
	readonly path: string;
}

/** The first version that the package runs on. */
const FIRST_VERSION = 20;

/**
 * One Node.js of each version: this one first, then those of PATH, of nvm, of /opt, and of `bench/peers`, from old to new.
 */
export function nodeBinaries(peersFolder: string): NodeBinary[] {
	const candidates = [
		...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node")),
		...below(join(homedir(), ".nvm", "versions", "node")),
		...below("/opt"),
		...below(join(peersFolder, "node_modules")),
	];
	const others = new Map<string, string>();
	for (const path of candidates) {
		const version = existsSync(path) ? versionOf(path) : undefined;
		if (version !== undefined && version !== process.version && !others.has(version)) others.set(version, path);
	}
	const sorted = [...others].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
	return [{ version: process.version, path: process.execPath }, ...sorted.map(([version, path]) => ({ version, path }))];
}

function below(folder: string): string[] {
	return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, "bin", "node")) : [];
}

/** The version that a binary says it is; undefined when it does not run, or is too old for the package. */
function versionOf(path: string): string | undefined {
	const { status, stdout } = spawnSync(path, ["-p", "process.version"], { encoding: "utf8" });
	const version = /^v(\d+)\.\d+\.\d+$/.exec(stdout?.trim() ?? "");
	return status === 0 && version !== null && Number(version[1]) >= FIRST_VERSION ? version[0] : undefined;
}
