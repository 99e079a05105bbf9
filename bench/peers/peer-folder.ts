/**
 * The folder `bench/peers`: peers that are too large to install with every checkout. Those that are missing are skipped.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { join } from "node:path";

/** Loads a package from the folder. */
export interface Load {
	(name: string): unknown;
	/** Whether the package is installed there. */
	has(name: string): boolean;
}

export function peerFolder(root: string): string {
	return join(root, "bench", "peers");
}

export function loaderFrom(folder: string): Load {
	const require = createRequire(join(folder, "package.json"));
	const has = (name: string) => {
		try {
			return require.resolve(name).startsWith(folder);
		} catch {
			return false;
		}
	};
	return Object.assign((name: string): unknown => require(name), { has });
}

/** Installs the dependencies in the folder's package.json. Throws if npm fails. */
export function installPeers(folder: string): void {
	npm(folder, ["install"]);
}

/** Where `installNodes` installs: a folder of its own, since npm removes what the package.json of the peers does not name. */
export function nodesFolder(folder: string): string {
	return join(folder, "node_modules", ".nodes");
}

/** Installs Node.js of these major versions, from npm packages that contain only the binary. Throws if npm fails. */
export function installNodes(folder: string, versions: readonly string[]): void {
	const binary = `node-${platform() === "win32" ? "win" : platform()}-${arch()}`;
	mkdirSync(nodesFolder(folder), { recursive: true });
	const packages = versions.map((version) => `node${version}@npm:${binary}@${version}`);
	npm(folder, ["install", "--no-save", "--prefix", nodesFolder(folder), ...packages]);
}

function npm(folder: string, args: readonly string[]): void {
	const { status } = spawnSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
		cwd: folder,
		stdio: ["ignore", 2, 2],
	});
	if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${folder}; see its messages above.`);
}
