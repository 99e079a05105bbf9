/** Describes the machine and finds the installed versions of Node.js. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { arch, availableParallelism, cpus, homedir, platform, totalmem } from "node:os";
import { delimiter, join } from "node:path";
import { nodesFolder } from "../peers/peer-folder";

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

/** An installed Node.js. */
export interface NodeBinary {
	readonly version: string;
	readonly path: string;
}

/** The oldest major version that the package supports. */
const MIN_VERSION = 20;
/** The major version that the main figures come from: the one with long-term support. */
export const MAIN_VERSION = 24;

/**
 * One Node.js binary per version, of those that run this and those in PATH, nvm, /opt and bench/peers: MAIN_VERSION first, then the newest
 * first.
 */
export function nodeBinaries(peersFolder: string): NodeBinary[] {
	const candidates = [
		process.execPath,
		...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node")),
		...below(join(homedir(), ".nvm", "versions", "node")),
		...below("/opt"),
		...below(join(nodesFolder(peersFolder), "node_modules")),
	];
	const found = new Map<string, string>();
	for (const path of candidates) {
		const version = existsSync(path) ? versionOf(path) : undefined;
		if (version !== undefined && !found.has(version)) found.set(version, path);
	}
	const nodes = [...found].map(([version, path]) => ({ version, path }));
	const newestFirst = nodes.sort((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }));
	return [...newestFirst.filter(isMain), ...newestFirst.filter((node) => !isMain(node))];
}

export function isMain({ version }: NodeBinary): boolean {
	return majorOf(version) === MAIN_VERSION;
}

/** As in 24 for v24.21.0. */
export function majorOf(version: string): number {
	return Number(/^v(\d+)/.exec(version)?.[1]);
}

function below(folder: string): string[] {
	return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, "bin", "node")) : [];
}

/** The version that a binary reports. Undefined if it does not run or is too old for the package. */
function versionOf(path: string): string | undefined {
	const { status, stdout } = spawnSync(path, ["-p", "process.version"], { encoding: "utf8" });
	const version = /^v(\d+)\.\d+\.\d+$/.exec(stdout?.trim() ?? "");
	return status === 0 && version !== null && Number(version[1]) >= MIN_VERSION ? version[0] : undefined;
}
