/** Optional peers install beside the package, in both orders: npm resolves them by the versions that the registry has. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { packedTarball, ROOT } from "../support/packed";

const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const PEERS = Object.keys(peerDependencies);

let folder: string;
let tarball: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "urlsieve-peers-"));
	tarball = packedTarball();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Installs packages one after the other, without their contents. Returns the packages installed in the end, and the output of npm. */
function installed(packages: readonly string[]): { names: string[]; output: string } {
	const project = mkdtempSync(join(folder, "project-"));
	writeFileSync(join(project, "package.json"), '{ "private": true }');
	const flags = ["--package-lock-only", "--prefer-offline", "--no-audit", "--no-fund", "--no-update-notifier"];
	const outputs = packages.map((name) => {
		const { stdout, stderr } = spawnSync("npm", ["install", ...flags, name], { cwd: project, encoding: "utf8" });
		return stdout + stderr;
	});
	const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
	return { names: Object.keys(lock.packages), output: outputs.join("") };
}

/** Whether npm reaches a registry, or has one's answers in its cache. */
function canResolve(): boolean {
	const args = ["view", "--prefer-offline", PEERS[0] as string, "version"];
	return process.env.CI === "true" || spawnSync("npm", args, { stdio: "ignore" }).status === 0;
}

const isOnline = canResolve();
if (!isOnline) console.log("No registry: the installation of optional peers is left out.");

describe.runIf(isOnline)("optional peers", () => {
	const orders = PEERS.flatMap((peer) => [[peer, "after"] as const, [peer, "before"] as const]);
	// In the short form, each peer has another order.
	it.each(everyNth(orders, 3))("%s installs %s urlsieve", (peer, order) => {
		const { names, output } = installed(order === "after" ? [tarball, peer] : [peer, tarball]);
		expect(names).toEqual(expect.arrayContaining(["node_modules/urlsieve", `node_modules/${peer}`]));
		expect(output).not.toMatch(/ERESOLVE|ETARGET|urlsieve.*script/);
	});

	it("urlsieve itself brings none along, and no script to approve", () => {
		const { names, output } = installed([tarball]);
		expect(names.filter((name) => name !== "")).toEqual(["node_modules/urlsieve"]);
		expect(output).not.toMatch(/install-scripts|deprecated|ERESOLVE/);
	});
});
